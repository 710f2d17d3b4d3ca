// A table or a figure of a paper: the claim, the verdict, ours beside the paper's, and the charts, drawn in the page.

import { make } from "../shell/make.js";

/** @typedef {import("./words.js").Job} Job */

/** @type {Record<string, string>} */
const CHIPS = { agrees: "chip ok", "agrees-after-correcting": "chip", "does-not-reproduce": "chip risk", undecided: "chip" };
/** @type {Record<string, string>} */
const SIGNS = { true: "✓", false: "✗", null: "?" };

/**
 * @param {HTMLElement} room
 * @param {Job} job
 * @param {any} result
 */
export function showReproduction(room, job, result) {
  if (!result?.verdict) {
    room.append(make("section", { class: "panel" }, make("p", { class: "pad sub" }, "The verdict, the tables and the charts come when all is measured.")));
    return;
  }
  room.append(verdictOf(result), ...result.charts.map(chartOf), ...result.tables.map(tableOf));
}

/** @param {any} result */
function verdictOf({ claim, verdict, sentence, checks, remarks }) {
  return make("section", { class: "panel report" },
    make("header", {}, make("h2", {}, "What the paper says, and what holds"), make("span", { class: CHIPS[verdict.says] ?? "chip" }, verdict.says.replaceAll("-", " "))),
    make("div", { class: "pad" },
      make("p", { class: "sub" }, claim), make("p", {}, sentence),
      make("ul", { class: "checks" }, checks.map((/** @type {any} */ check) => make("li", {}, `${SIGNS[check.holds]} ${check.claim}`))),
      remarks.map((/** @type {string} */ remark) => make("p", { class: "small sub" }, remark))));
}

/** @param {any} table */
function tableOf({ title, beside, heads, rows }) {
  return make("section", { class: "panel report" },
    make("header", {}, make("h2", {}, title), beside && make("span", { class: "small muted" }, `in brackets: ${beside}`)),
    make("div", { class: "pad scroll", tabindex: "0", role: "group", "aria-label": title }, make("table", {},
      make("thead", {}, make("tr", {}, heads.map((/** @type {string} */ head) => make("th", { scope: "col", class: "r" }, head)))),
      make("tbody", {}, rows.map((/** @type {string[]} */ cells) => make("tr", { class: "rule" }, cells.map((cell) => make("td", { class: "r" }, cell))))))));
}

/**
 * The server draws; the page gives it its colours.
 * @param {string} svg
 */
function chartOf(svg) {
  const drawing = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return make("section", { class: "panel report" }, make("figure", {}, document.importNode(drawing, true)));
}
