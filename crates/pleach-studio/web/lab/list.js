// The jobs at the left: those that run or wait, and those that are done.

import { make } from "../shell/make.js";
import { detailOf, titleOf, when } from "./words.js";

/** @typedef {import("./words.js").Job} Job */

/** @param {Job} job */
function stateOf({ state, progress: { done, all, step }, settings, begun }) {
  if (state === "running") {
    const share = all > 0 ? done / all : 0;
    const steps = settings.kind === "calibration" ? (settings.games ? 7 : 6) : 1;
    return `${Math.floor((100 * (steps > 1 ? step + share : share)) / steps)} %`;
  }
  return state === "done" ? when(begun) : state;
}

/** @param {Job} job @param {number | null} current */
function row(job, current) {
  const { state, progress: { done, all }, summary } = job;
  return make("li", {}, make("a", { href: `/lab?job=${job.id}`, "data-job": job.id, "aria-current": job.id === current && "page" },
    make("b", {}, titleOf(job.settings)), make("small", { class: "num" }, stateOf(job)),
    make("small", {}, state === "done" ? summary : `${detailOf(job.settings)}${state === "running" && job.progress.sentence ? `, ${job.progress.sentence.split(":")[0]}` : ""}`),
    state === "running" && make("div", { class: "prog" }, make("i", { css: { width: `${all > 0 ? (100 * done) / all : 0}%` } }))));
}

/**
 * @param {Job[]} jobs
 * @param {number | null} current
 */
export function listOf(jobs, current) {
  const panel = (/** @type {string} */ title, /** @type {Job[]} */ shown) => shown.length > 0 && make("section", { class: "panel", "aria-label": title },
    make("header", {}, make("h2", {}, title)), make("ul", { class: "jobs" }, shown.map((job) => row(job, current))));
  const isActive = (/** @type {Job} */ { state }) => state === "running" || state === "queued";
  const isStopped = (/** @type {Job} */ { state }) => state === "paused" || state === "failed";
  return [panel("Running", jobs.filter(isActive)), panel("Stopped", jobs.filter(isStopped)), panel("Finished", jobs.filter(({ state }) => state === "done"))];
}
