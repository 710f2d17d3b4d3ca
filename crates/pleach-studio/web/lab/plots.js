// The plots that a job has made, as pictures.

import { make } from "../shell/make.js";

/** @param {import("./words.js").Job} job */
export function plotsOf(job) {
  const plots = job.files.filter((name) => name.endsWith(".svg"));
  return plots.map((name, place) => make("section", { class: "panel report", "aria-label": `Plot ${place + 1}` }, make("figure", {},
    make("img", { src: `/api/v1/lab/jobs/${job.id}/files/${name}`, width: 800, height: 480, alt: `Plot ${place + 1} of what the tables above say: ${name}`, loading: "lazy" }))));
}
