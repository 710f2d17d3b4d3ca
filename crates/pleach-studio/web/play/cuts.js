// What a search cut, by the reason: cool is proved, warm is risk.

import { draw, make, renew } from "../shell/make.js";
import { large, percent } from "./words.js";

/** Reasons with their colour and their glyph; square is proved, round is risk. */
const REASONS = /** @type {const} */ ([
  ["beta", "beta", "--cut-beta", "β", true],
  ["alpha", "alpha", "--cut-alpha", "α", true],
  ["deep", "deep", "--cut-deep", "d", true],
  ["direct", "direct", "--cut-direct", "↑", true],
  ["table", "table", "--cut-table", "▦", true],
  ["left", "forward pruning", "--cut-test", "∧", false],
]);

/** @param {any} counts */
const amounts = (counts) => /** @type {Record<string, number>} */ ({
  beta: counts.cuts.beta, alpha: counts.cuts.alpha, deep: counts.cuts.deep_alpha + counts.cuts.deep_beta,
  direct: counts.cuts.direct, table: counts.table_hits, left: counts.left_out ?? 0,
});

/**
 * @param {HTMLElement} place
 * @param {HTMLElement} total
 * @param {any} counts of the answer, if there is one
 */
export function showCuts(place, total, counts) {
  const all = counts ? Object.entries(amounts(counts)).filter(([, count]) => count > 0) : [];
  const sum = all.reduce((sum, [, count]) => sum + count, 0);
  total.textContent = sum ? `${large(sum)} cuts` : "";
  if (!sum) {
    renew(place, make("p", { class: "empty" }, "After a search: how many branches it left out, and why."));
    return;
  }
  const reasons = REASONS.filter(([key]) => all.some(([name]) => name === key));
  const part = (/** @type {string} */ key) => amounts(counts)[key] / sum;
  renew(place, 
    make("div", { class: "cutbar", "aria-hidden": "true" },
      reasons.map(([key, , colour]) => make("i", { css: { width: `${part(key) * 100}%`, background: `var(${colour})` } }))),
    make("ul", { class: "cutkey" }, reasons.map(([key, name, colour, glyph, proved]) =>
      make("li", {}, badge(colour, glyph, proved), name, make("b", {}, percent(part(key)))))));
}

/** @param {string} colour @param {string} glyph @param {boolean} proved */
function badge(colour, glyph, proved) {
  const ground = proved ? draw("rect", { width: 16, height: 16, rx: 4, fill: `var(${colour})` }) : draw("circle", { cx: 8, cy: 8, r: 8, fill: `var(${colour})` });
  return draw("svg", { class: "badge", viewBox: "0 0 16 16", "aria-hidden": "true" }, ground,
    draw("text", { x: 8, y: 12, "text-anchor": "middle", "font-size": 12, "font-weight": 700, class: "badge-text" }, glyph));
}
