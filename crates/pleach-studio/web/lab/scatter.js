// How a shallow search predicts a deep one: the values with the fitted line, and what the line leaves unexplained.

import { draw } from "../shell/make.js";
import { axes, plain, roundTicks, scale, widthOf } from "./axes.js";

/**
 * @typedef {object} Scatter
 * @property {number} deep
 * @property {number} shallow
 * @property {{ line: { a: number, b: number, sigma: number }, explained: number, count: number }} fit
 * @property {[number, number][]} pairs
 */

const HEIGHT = 276;
const LOW = 112;
const BINS = 28;
const WIDEST = 3.5;
const FAR = 2.5;

/**
 * @param {HTMLElement} place
 * @param {Scatter} scatter
 */
export function drawScatter(place, scatter) {
  place.replaceChildren(cloud(place, scatter), residuals(place, scatter));
}

/** @param {Scatter} scatter */
function domains({ pairs }) {
  const ends = (/** @type {number[]} */ numbers) => {
    const sorted = [...numbers].sort((a, b) => a - b);
    const [low, high] = [sorted[Math.floor(sorted.length * 0.005)] ?? 0, sorted[Math.ceil(sorted.length * 0.995) - 1] ?? 1];
    const margin = 0.06 * (high - low || 1);
    return /** @type {[number, number]} */ ([low - margin, high + margin]);
  };
  return { across: ends(pairs.map(([shallow]) => shallow)), up: ends(pairs.map(([, deep]) => deep)) };
}

/**
 * @param {HTMLElement} place
 * @param {Scatter} scatter
 */
function cloud(place, scatter) {
  const { deep, shallow, pairs, fit: { line: { a, b, sigma } } } = scatter;
  const frame = { left: 52, right: widthOf(place, 392) - 14, top: 14, bottom: HEIGHT - 38 };
  const { across, up } = domains(scatter);
  const [x, y] = [scale(across, [frame.left, frame.right]), scale(up, [frame.bottom, frame.top])];
  const at = (/** @type {number} */ value, /** @type {number} */ shift) => `${x(value).toFixed(1)},${y(a * value + b + shift).toFixed(1)}`;
  const band = [at(across[0], sigma), at(across[1], sigma), at(across[1], -sigma), at(across[0], -sigma)].join(" ");
  const isFar = (/** @type {[number, number]} */ [value, found]) => Math.abs(found - a * value - b) > FAR * sigma;
  const clip = draw("clipPath", { id: "scatter-clip" }, draw("rect", { x: frame.left, y: frame.top, width: frame.right - frame.left, height: frame.bottom - frame.top }));
  return draw("svg", { viewBox: `0 0 ${frame.right + 14} ${HEIGHT}`, class: "plot", role: "img",
    "aria-label": `Value of depth ${shallow} against value of depth ${deep}, ${pairs.length} positions, with the fitted line` },
  draw("defs", {}, clip),
  axes(frame, roundTicks(across, 6).map((tick) => ({ at: x(tick), text: plain(tick) })), roundTicks(up, 6).map((tick) => ({ at: y(tick), text: plain(tick) }))),
  draw("g", { "clip-path": "url(#scatter-clip)" },
    draw("polygon", { points: band, class: "band" }),
    pairs.map((pair) => draw("circle", { cx: x(pair[0]).toFixed(1), cy: y(pair[1]).toFixed(1), r: 2.2, class: `dot${isFar(pair) ? " far" : ""}` })),
    draw("polyline", { points: `${at(across[0], 0)} ${at(across[1], 0)}`, class: "fit" })),
  draw("text", { x: frame.right, y: HEIGHT - 4, "text-anchor": "end", class: "label" }, `value of depth ${shallow}, points`),
  draw("text", { x: frame.left + 8, y: frame.top + 13, class: "label" }, `value of depth ${deep}, points`));
}

/**
 * The residuals in standard deviations, with the normal curve.
 * @param {HTMLElement} place
 * @param {Scatter} scatter
 */
function residuals(place, { pairs, fit: { line: { a, b, sigma } } }) {
  const width = widthOf(place, 392);
  const [left, right, floor, ceiling] = [16, width - 16, LOW - 24, 8];
  const counts = new Array(BINS).fill(0);
  const size = (2 * WIDEST) / BINS;
  for (const [value, found] of pairs) {
    const deviation = (found - a * value - b) / (sigma || 1);
    counts[Math.min(BINS - 1, Math.max(0, Math.floor((deviation + WIDEST) / size)))] += 1;
  }
  const normal = (/** @type {number} */ z) => (pairs.length * size * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
  const most = Math.max(normal(0), ...counts);
  const [x, y] = [scale([-WIDEST, WIDEST], [left, right]), scale([0, most], [floor, ceiling])];
  const bars = counts.map((number, bin) => {
    const from = -WIDEST + bin * size;
    const isFar = from >= FAR || from + size <= -FAR;
    return draw("rect", { x: x(from) + 1, y: y(number), width: x(from + size) - x(from) - 2, height: floor - y(number), class: `column${isFar ? " far" : ""}` });
  });
  const curve = Array.from({ length: 71 }, (_, place) => -WIDEST + place * 0.1).map((z) => `${x(z).toFixed(1)},${y(normal(z)).toFixed(1)}`).join(" ");
  return draw("svg", { viewBox: `0 0 ${width} ${LOW}`, class: "plot", role: "img", "aria-label": "Residuals in standard deviations, with the normal curve" },
    bars, draw("polyline", { points: curve, class: "fit" }), draw("path", { d: `M${left} ${floor}H${right}`, class: "axis" }),
    [-FAR, 0, FAR].map((z) => draw("text", { x: x(z), y: LOW - 6, "text-anchor": "middle", class: "tick" }, `${z > 0 ? "+" : ""}${plain(z)} σ`)));
}
