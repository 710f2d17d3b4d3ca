// Axes of plots: scales, grid lines and labels. Text keeps its size, because plots are drawn at their measured width.

import { draw } from "../shell/make.js";

/**
 * @typedef {{ left: number, right: number, top: number, bottom: number }} Frame
 */

/**
 * A scale from numbers to places.
 * @param {[number, number]} domain
 * @param {[number, number]} range
 * @param {(number: number) => number} [bend] makes it logarithmic or the like
 */
export function scale([from, to], [start, end], bend = (number) => number) {
  const [low, high] = [bend(from), bend(to)];
  return (/** @type {number} */ number) => start + ((bend(number) - low) / (high - low || 1)) * (end - start);
}

/**
 * Round numbers within a domain, about as many as asked for.
 * @param {[number, number]} domain
 * @param {number} about
 */
export function roundTicks([from, to], about) {
  const rough = (to - from) / about || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? power;
  const ticks = [];
  for (let tick = Math.ceil(from / step) * step; tick <= to + step * 1e-9; tick += step) ticks.push(Math.abs(tick) < step / 1e6 ? 0 : tick);
  return ticks;
}

/** @param {number} number a real minus sign, and no more digits than needed */
export const plain = (number) => String(Number(number.toPrecision(6))).replace("-", "−");

/**
 * The frame with its grid.
 * @param {Frame} frame
 * @param {{ at: number, text: string }[]} across along the horizontal axis
 * @param {{ at: number, text: string }[]} up along the vertical one
 */
export function axes({ left, right, top, bottom }, across, up) {
  return [
    ...up.map(({ at }) => draw("path", { d: `M${left} ${at}H${right}`, class: "grid" })),
    ...up.map(({ at, text }) => draw("text", { x: left - 8, y: at + 4, "text-anchor": "end", class: "tick" }, text)),
    ...across.map(({ at }) => draw("path", { d: `M${at} ${bottom}v5`, class: "axis" })),
    ...across.map(({ at, text }) => draw("text", { x: at, y: bottom + 19, "text-anchor": "middle", class: "tick" }, text)),
    draw("path", { d: `M${left} ${top}V${bottom}H${right}`, class: "axis" }),
  ];
}

/**
 * The width that a plot has on the page.
 * @param {Element} place
 * @param {number} usual
 */
export function widthOf(place, usual) {
  return Math.max(280, Math.round(place.clientWidth || usual));
}
