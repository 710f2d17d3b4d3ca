// What a calibration finds: the front, the proof, the fit, and the policies of the path.

import { ask } from "../shell/ask.js";
import { announce } from "../shell/announce.js";
import { showError } from "../shell/alert.js";
import { make } from "../shell/make.js";
import { remember } from "../shell/remember.js";
import { FITTED } from "../play/fitted.js";
import { drawFront } from "./front.js";
import { drawProof } from "./proof.js";
import { drawScatter } from "./scatter.js";
import { count, percent, times } from "./words.js";

/** @typedef {import("./words.js").Job} Job */

/** The point that is picked in each job. */
const picked = /** @type {Map<number, number>} */ (new Map());

/** @param {string} risk `2%,criterion=move` */
export function riskOf(risk) {
  const [share, ...rest] = risk.split(",");
  const number = share.trim().endsWith("%") ? Number.parseFloat(share) / 100 : Number.parseFloat(share);
  return { risk: number, criterion: rest.join(",").replace("criterion=", "") || "value" };
}

/**
 * Shows what has been found so far.
 * @param {HTMLElement} room
 * @param {Job} job
 * @param {any} result
 */
export function showCalibration(room, job, result) {
  const grid = make("div", { class: "labgrid" });
  room.append(grid);
  grid.append(frontPanel(job, result), make("div", { class: "stack wide" }, proofPanel(job, result), scatterPanel(result)));
  drawAll(grid, job, result);
}

/** @param {Job} job @param {any} result */
function frontPanel(job, result) {
  const tried = result?.tried ?? [];
  const note = tried.length ? `choosing set, up to ${count(Math.max(...tried.map((/** @type {any} */ point) => point.positions)), "position", "positions")}; bar: 95 % interval on the proving set` : "";
  return make("section", { class: "panel" },
    make("header", {}, make("h2", {}, "Saving against error"), make("span", { class: "small muted num" }, note)),
    tried.length ? make("figure", { id: "front" }) : make("p", { class: "pad sub" }, "Every policy that is tried becomes a point here: how much work it saves, and how often it answers otherwise than the full search."),
    make("div", { class: "pad picked-point", id: "picked", hidden: true }),
    (result?.tested ?? []).length > 0 && make("div", { class: "pad scroll", tabindex: "0", role: "group", "aria-label": "Policies tested on the proving set" }, testedTable(result)),
    result?.play_in_words && make("p", { class: "pad" }, `At equal time: ${result.play_in_words}.`),
    (result?.doubts ?? []).map((/** @type {string} */ doubt) => make("p", { class: "pad small sub" }, `${doubt[0].toUpperCase()}${doubt.slice(1)}.`)));
}

/** @param {any} result */
function testedTable({ tested }) {
  const heads = ["tested, careful to bold", "differ", "positions", "at most, 95 %", "saving", "verdict"];
  const row = (/** @type {any} */ { point, limit, holds }) => make("tr", { class: "rule" },
    make("td", {}, `t ${point.t.toFixed(2)}`), make("td", { class: "r" }, point.errors), make("td", { class: "r" }, count(point.positions, "", "").trim()),
    make("td", { class: "r" }, percent(limit)), make("td", { class: "r" }, times(point.saving)),
    make("td", { class: "r" }, make("span", { class: holds ? "chip ok" : "chip risk" }, holds ? "holds" : "does not hold")));
  return make("table", {}, make("thead", {}, make("tr", {}, heads.map((head, place) => make("th", { class: place ? "r" : "", scope: "col" }, head)))),
    make("tbody", {}, tested.map(row)));
}

/** @param {Job} job @param {any} result */
function proofPanel(job, result) {
  const last = (result?.tested ?? []).filter((/** @type {any} */ tested) => tested.holds).at(-1) ?? result?.tested?.at(-1);
  const chip = last && make("span", { class: last.holds ? "chip ok" : "chip risk" }, last.holds ? "holds" : "not proved");
  return make("section", { class: "panel" },
    make("header", {}, make("h2", {}, job.state === "done" ? "Proof" : "Proof so far"), chip),
    last ? make("figure", { id: "proof" }) : make("p", { class: "pad sub" }, "The chosen policy is tested on positions that nobody has looked at before. Nothing is proved yet."));
}

/** @param {any} result */
function scatterPanel(result) {
  const fit = result?.scatter?.fit;
  const numbers = fit && `a ${fit.line.a.toFixed(3)}  b ${fit.line.b.toFixed(1)}  σ ${fit.line.sigma.toFixed(1)}  R² ${fit.explained.toFixed(3)}`;
  return make("section", { class: "panel" },
    make("header", {}, make("h2", {}, "Shallow against deep"), fit && make("span", { class: "small mono sub" }, numbers)),
    fit ? make("figure", { id: "scatter" }) : make("p", { class: "pad sub" }, "How well a shallow search predicts a deep one, once positions have been searched."),
    fit && make("p", { class: "pad small sub" }, "Orange lies beyond 2.5 σ, where a test may cut wrongly."));
}

/**
 * Plots need to know how wide their place is, and that is known once they are on the page.
 * @param {HTMLElement} grid
 * @param {Job} job
 * @param {any} result
 */
function drawAll(grid, job, result) {
  const place = (/** @type {string} */ id) => /** @type {HTMLElement | null} */ (grid.querySelector(`#${id}`));
  const { risk, criterion } = riskOf(job.settings.risk ?? "5%");
  const front = place("front");
  const redraw = () => {
    if (!front) return;
    const chosen = picked.get(job.id) ?? null;
    drawFront(front, { ...result, labels: result.labels ?? [], risk, criterion }, chosen, (point) => {
      picked.set(job.id, point);
      redraw();
      /** @type {SVGElement | null} */ (front.querySelector(`[data-point="${point}"]`))?.focus();
    });
    showPicked(place("picked"), job, result, chosen);
  };
  redraw();
  const last = (result?.tested ?? []).filter((/** @type {any} */ tested) => tested.holds).at(-1) ?? result?.tested?.at(-1);
  const [proof, scatter] = [place("proof"), place("scatter")];
  if (proof) drawProof(proof, last, risk);
  if (scatter) drawScatter(scatter, result.scatter);
}

/**
 * The settings of the picked point, and the way to play with it.
 * @param {HTMLElement | null} place
 * @param {Job} job
 * @param {any} result
 * @param {number | null} point
 */
function showPicked(place, job, result, point) {
  if (!place || point === null || !result.tried[point]) return;
  const { t, errors, positions, saving, in_tests: inTests } = result.tried[point];
  place.hidden = false;
  place.replaceChildren(
    make("div", {}, make("b", {}, `${result.labels[point]}, t = ${t.toFixed(3)}`),
      make("p", { class: "sub num" }, `${times(saving)} less work; ${errors} of ${count(positions, "position", "positions")} differ (${percent(errors / positions)}); ${percent(inTests, 0)} of the nodes in tests. Measured on the choosing set, not proved.`)),
    make("button", { class: "btn", type: "button", disabled: job.state !== "done", on: { click: () => takeUp(job, point, result.labels[point]) } }, "Play with it"));
  if (job.state !== "done") place.append(make("p", { class: "small muted" }, "It can be taken up once the calibration is done."));
}

/**
 * Makes a point the profile to play with.
 * @param {Job} job
 * @param {number} point
 * @param {string} label
 */
async function takeUp(job, point, label) {
  try {
    const { profile } = await ask(`lab/jobs/${job.id}/profile`, { point });
    remember(`profile.${job.settings.game}`, { label, toml: profile });
    announce(`${label} is the profile to play ${job.settings.game} with.`);
    location.assign(`/play?game=${encodeURIComponent(job.settings.game ?? "")}&risk=${FITTED}`);
  } catch (error) {
    showError(error);
  }
}
