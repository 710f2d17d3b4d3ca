// Tables of a paper: ours beside the paper's.

import { make } from "../shell/make.js";
import { plotsOf } from "./plots.js";
import { PAPERS } from "./words.js";

/** @typedef {import("./words.js").Job} Job */

/**
 * @param {HTMLElement} room
 * @param {Job} job
 * @param {any} result
 */
export function showReproduction(room, job, result) {
  const tables = result?.tables ?? [];
  if (!tables.length) {
    room.append(make("section", { class: "panel" }, make("p", { class: "pad sub" }, PAPERS[job.settings.item ?? ""]?.about ?? "The tables come when all is searched.")));
    return;
  }
  const table = (/** @type {{ title: string, heads: string[], rows: string[][] }} */ { title, heads, rows }) => make("section", { class: "panel report" },
    make("header", {}, make("h2", {}, title)),
    make("div", { class: "pad scroll", tabindex: "0", role: "group", "aria-label": title }, make("table", {},
      make("thead", {}, make("tr", {}, heads.map((head) => make("th", { scope: "col", class: "r" }, head)))),
      make("tbody", {}, rows.map((cells) => make("tr", { class: "rule" }, cells.map((cell) => make("td", { class: "r" }, cell))))))));
  room.append(...tables.map(table), ...plotsOf(job));
}
