// The bar under a node whose value is uncertain: the range on a scale that all nodes share, with a small histogram where
// probabilities are known.

import { draw } from "../shell/make.js";
import { isFinite } from "./score.js";

const BINS = 24, TALL = 10;

/**
 * @param {import("./belief.js").Belief} belief
 * @param {{ low: number, high: number }} scale
 * @param {number} half half the width of the bar
 * @returns {SVGElement[]}
 */
export function drawBelief(belief, scale, half) {
  const at = (/** @type {number} */ score) => {
    if (!isFinite(score)) return score > 0 ? half : -half;
    return -half + (2 * half * (score - scale.low)) / (scale.high - scale.low);
  };
  const [left, right] = [at(belief.low), at(belief.high)];
  const parts = [draw("rect", { class: "belief-track", x: -half, y: TALL, width: 2 * half, height: 4, rx: 2 })];
  if (belief.shares.length > 1) parts.push(draw("path", { class: "belief-shares", d: histogram(belief, at, half) }));
  parts.push(draw("rect", { class: "belief-range", x: Math.min(left, half - 3), y: TALL, width: Math.max(3, right - left), height: 4, rx: 2 }));
  if (belief.conspiracy) parts.push(draw("circle", { class: "belief-value", cx: at(belief.conspiracy.value), cy: TALL + 2, r: 3 }));
  return parts;
}

/** The probabilities in a few bins, the highest as tall as there is room. */
function histogram(/** @type {import("./belief.js").Belief} */ { scores, shares }, /** @type {(score: number) => number} */ at, /** @type {number} */ half) {
  const bins = new Float64Array(BINS);
  scores.forEach((score, place) => {
    const bin = Math.floor(((at(score) + half) / (2 * half)) * BINS);
    bins[Math.max(0, Math.min(BINS - 1, bin))] += shares[place];
  });
  const most = bins.reduce((one, other) => Math.max(one, other), 0) || 1;
  const width = (2 * half) / BINS;
  let path = "";
  bins.forEach((share, bin) => {
    if (share === 0) return;
    const tall = Math.max(1, (TALL - 1) * (share / most));
    path += `M${(-half + bin * width).toFixed(1)} ${TALL}v${(-tall).toFixed(1)}h${width.toFixed(1)}v${tall.toFixed(1)}Z`;
  });
  return path;
}
