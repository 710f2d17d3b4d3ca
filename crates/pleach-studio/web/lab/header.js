// The head of a job: what it is, where it is, and how to stop it.

import { icon, make } from "../shell/make.js";
import { count, detailOf, duration, grouped, titleOf } from "./words.js";

/** @typedef {import("./words.js").Job} Job */

const STEPS = [
  ["Sample", "positions from self-play"], ["Fit", "shallow against deep"], ["Compare", "searched in full"], ["Choose", "the fastest that holds"],
  ["Prove", "on games not seen"], ["Write", "profile and report"], ["Play", "Elo at equal time"],
];

/** When the step under way was first seen, to guess how long it takes. */
let pace = { job: 0, step: -1, done: 0, since: 0 };

/** @param {Job} job */
function timeLeft({ id, progress: { step, done, all } }) {
  if (pace.job !== id || pace.step !== step) pace = { job: id, step, done, since: performance.now() };
  const seconds = (performance.now() - pace.since) / 1000;
  if (seconds < 3 || done <= pace.done || done >= all) return "";
  return ` About ${duration((seconds * (all - done)) / (done - pace.done))} left in this step.`;
}

/** @param {Job} job */
function sentence(job) {
  const { state, reason, summary, progress: { sentence: doing, done, all } } = job;
  if (state === "failed") return `It cannot be done: ${reason}.`;
  if (state === "done") return `Done: ${summary}.`;
  if (state === "queued") return "It waits for the job at work.";
  if (state === "paused") return "Paused. What is done is kept; it goes on where it was.";
  if (!doing) return "It begins.";
  const amount = all > 0 ? `: ${grouped(done)} of ${grouped(all)}` : "";
  return `It ${doing}${amount}.${timeLeft(job)}`;
}

/** @param {Job} job */
function steps({ state, settings, progress: { step, done, all } }) {
  const share = (/** @type {number} */ place) => {
    if (state === "done" || place < step) return 1;
    return place === step && all > 0 ? done / all : 0;
  };
  const shown = settings.games ? STEPS : STEPS.slice(0, 6);
  return make("ol", { class: "steps" }, shown.map(([name, about], place) => make("li", {
    class: state !== "done" && place === step ? "now" : "", "aria-current": state === "running" && place === step && "step",
  }, make("div", { class: "prog" }, make("i", { css: { width: `${100 * share(place)}%` } })), make("b", {}, `${place + 1} ${name}`), about)));
}

/**
 * @param {Job} job
 * @param {{ pause: () => void, resume: () => void, remove: () => void }} actions
 */
export function headerOf(job, actions) {
  const { state, settings, progress: { done, all } } = job;
  const button = (/** @type {string} */ text, /** @type {() => void} */ click, /** @type {string} */ glyph) => make("button", { class: "btn", type: "button", on: { click } }, icon(glyph), text);
  const buttons = [
    (state === "running" || state === "queued") && button("Stop and keep", actions.pause, "stop"),
    (state === "paused" || state === "failed") && button("Go on", actions.resume, "go"),
    state !== "running" && state !== "queued" && button("Remove", actions.remove, "close"),
  ];
  return make("section", { class: "panel run", "aria-label": titleOf(settings) },
    make("div", {}, make("h1", {}, titleOf(settings)), make("p", { class: "sub num" }, sentence(job)), make("p", { class: "small muted" }, detailOf(settings))),
    make("div", { class: "buttons" }, buttons),
    settings.kind === "calibration" ? steps(job) : all > 0 && state !== "done" && make("div", { class: "prog" }, make("i", { css: { width: `${(100 * done) / all}%` } })),
    job.files.length > 0 && make("p", { class: "files" }, make("span", { class: "muted" }, count(job.files.length, "file:", "files:")),
      job.files.map((name) => make("a", { href: `/api/v1/lab/jobs/${job.id}/files/${name}`, download: name }, name))));
}
