// The lab room: jobs at the left, the one that is looked at to the right, followed live.

import { announce } from "../shell/announce.js";
import { ask, listen, wasAborted } from "../shell/ask.js";
import { showError } from "../shell/alert.js";
import { addKeys } from "../shell/keys.js";
import { byId, make } from "../shell/make.js";
import { showStatus } from "../shell/status.js";
import { showCalibration } from "./calibration.js";
import { headerOf } from "./header.js";
import { listOf } from "./list.js";
import { newCalibration, newRace, newReproduction } from "./new-job.js";
import { showRace } from "./race.js";
import { showReproduction } from "./reproduction.js";
import { commandOf, titleOf } from "./words.js";

/** @typedef {import("./words.js").Job} Job */

const REFRESH = 3000;

/** @type {Job[]} */
let jobs = [];
/** @type {any[]} */
let games = [];
/** @type {any[]} */
let items = [];
/** @type {{ job: Job, result: any } | null} */
let current = null;
let following = new AbortController();

const idInAddress = () => Number(new URLSearchParams(location.search).get("job")) || null;

/** Shows the list, and what runs in the bar. */
function showList() {
  const running = jobs.find(({ state }) => state === "running");
  showStatus(running ? `at work: ${titleOf(running.settings)}` : undefined);
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.job;
  byId("jobs").replaceChildren(...listOf(jobs, current?.job.id ?? null).filter(Boolean));
  if (focused) /** @type {HTMLElement | null} */ (document.querySelector(`[data-job="${focused}"]`))?.focus();
}

function showEmpty() {
  byId("room").replaceChildren(make("section", { class: "panel empty" },
    make("h1", {}, "Nothing has been measured yet"),
    make("p", {}, "A calibration fits forward pruning to a game and proves what it risks. A race sends the same positions through several searches. Both go on in the background; what is done is kept."),
    make("p", { class: "sub" }, "To begin with: Othello to depth 5 with a risk of 5 % takes about a minute."),
    make("button", { class: "btn primary", type: "button", on: { click: () => begin({ kind: "calibration", game: "othello", depth: 5, risk: "5%" }) } }, "Calibrate Othello")));
  byId("terminal").hidden = true;
}

/** @param {any} settings */
async function begin(settings) {
  try {
    opened(await ask("lab/jobs", settings));
  } catch (error) {
    showError(error);
  }
}

/** @param {Job} job */
function opened(job) {
  jobs = [job, ...jobs.filter(({ id }) => id !== job.id)];
  look(job.id, true);
}

function showHead() {
  if (!current) return;
  const { job } = current;
  const hadFocus = byId("run-head")?.contains(document.activeElement);
  byId("run-head").replaceChildren(headerOf(job, {
    pause: () => change("pause"), resume: () => change("resume"), remove: () => change("remove"),
  }));
  if (hadFocus) /** @type {HTMLElement | null} */ (byId("run-head").querySelector("button"))?.focus();
  byId("terminal").hidden = false;
  byId("command").textContent = commandOf(job.settings);
}

function showResult() {
  if (!current) return;
  const { job, result } = current;
  const place = byId("run-result");
  const point = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.point;
  place.replaceChildren();
  if (job.settings.kind === "calibration") showCalibration(place, job, result);
  else if (job.settings.kind === "race") showRace(place, job, result);
  else showReproduction(place, job, result);
  if (point !== undefined) /** @type {HTMLElement | null} */ (place.querySelector(`[data-point="${point}"]`))?.focus();
}

/** @param {"pause" | "resume" | "remove"} what */
async function change(what) {
  if (!current) return;
  const { id, settings } = current.job;
  if (what === "remove" && !confirm(`Remove “${titleOf(settings)}” from the list? The searches it made stay in the laboratory.`)) return;
  try {
    await ask(`lab/jobs/${id}/${what}`, {});
    if (what === "remove") {
      current = null;
      following.abort();
      history.pushState(null, "", "/lab");
    }
    await refresh();
    if (!current) start();
  } catch (error) {
    showError(error);
  }
}

/**
 * Looks at a job and follows it.
 * @param {number} id
 * @param {boolean} isNew whether the address changes
 */
async function look(id, isNew) {
  following.abort();
  following = new AbortController();
  if (isNew) history.pushState(null, "", `/lab?job=${id}`);
  byId("room").replaceChildren(make("div", { id: "run-head" }), make("div", { id: "run-result", class: "stack wide" }));
  const { signal } = following;
  let state = "";
  try {
    current = await ask(`lab/jobs/${id}`);
    showList();
    showHead();
    showResult();
    await listen(`lab/jobs/${id}/events`, undefined, (event, data) => {
      if (signal.aborted || !current) return;
      if (event === "progress") {
        const hasEnded = state !== "" && state !== data.state;
        current.job = data;
        jobs = jobs.map((job) => (job.id === id ? data : job));
        state = data.state;
        showHead();
        showList();
        if (hasEnded) {
          announce(`${titleOf(data.settings)}: ${data.state}. ${data.summary ?? ""}`);
          showResult();
        }
      } else {
        current.result = data;
        showResult();
      }
    }, { signal });
  } catch (error) {
    if (!wasAborted(error) && !signal.aborted) showError(error, { label: "Reconnect", action: () => look(id, false) });
  }
}

async function refresh() {
  jobs = await ask("lab/jobs");
  showList();
}

/** Opens the job of the address, the one at work, or the latest. */
function start() {
  const wanted = idInAddress();
  const first = jobs.find(({ id }) => id === wanted) ?? jobs.find(({ state }) => state === "running") ?? jobs[0];
  if (first) look(first.id, false);
  else showEmpty();
}

byId("jobs").addEventListener("click", (/** @type {MouseEvent} */ event) => {
  const link = /** @type {Element} */ (event.target).closest("a[data-job]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  look(Number(/** @type {HTMLElement} */ (link).dataset.job), true);
});
addEventListener("popstate", start);
byId("new-calibration").addEventListener("click", () => newCalibration(games, opened));
byId("new-race").addEventListener("click", () => newRace(games, opened));
byId("new-reproduction").addEventListener("click", () => newReproduction(items, opened));
addKeys("Lab", [
  { keys: ["p"], does: "stop the job, or go on with it", action: () => change(current?.job.state === "running" || current?.job.state === "queued" ? "pause" : "resume") },
  { keys: ["n"], does: "new calibration", action: () => newCalibration(games, opened) },
  { keys: ["ArrowLeft", "ArrowRight"], does: "along the points of the plot" },
]);
let redraw = 0;
addEventListener("resize", () => {
  clearTimeout(redraw);
  redraw = setTimeout(showResult, 150);
});

try {
  [games, items, jobs] = await Promise.all([ask("games"), ask("lab/items"), ask("lab/jobs")]);
  showList();
  start();
  setInterval(() => refresh().catch(() => {}), REFRESH);
} catch (error) {
  showError(error, { label: "Try again", action: () => location.reload() });
}
