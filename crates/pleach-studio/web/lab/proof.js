// The proof: what was seen, what it may be at most, and what was stated.

import { draw } from "../shell/make.js";
import { roundTicks, scale, widthOf } from "./axes.js";
import { percent } from "./words.js";

const HEIGHT = 86;

/**
 * Draws the meter.
 * @param {HTMLElement} place
 * @param {{ point: { errors: number, positions: number }, limit: number, holds: boolean }} tested
 * @param {number} risk
 */
export function drawProof(place, { point, limit, holds }, risk) {
  const width = widthOf(place, 392);
  const [left, right] = [16, width - 16];
  const seen = point.errors / Math.max(1, point.positions);
  const most = Math.max(1.5 * risk, 1.15 * limit);
  const x = scale([0, most], [left, right]);
  const fails = holds ? "" : " fails";
  const ticks = roundTicks([0, 100 * most], 4);
  const limitIsRight = x(limit) > x(risk);
  const limitHasRoom = right - x(limit) > 90;
  place.replaceChildren(draw("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, class: "plot", role: "img",
    "aria-label": `Seen ${percent(seen)}, at most ${percent(limit)} with 95 % confidence, stated ${percent(risk)}: ${holds ? "holds" : "does not hold"}` },
  draw("rect", { x: left, y: 34, width: right - left, height: 12, rx: 6, class: "trough" }),
  draw("rect", { x: left, y: 34, width: x(risk) - left, height: 12, rx: 6, class: "under" }),
  draw("rect", { x: x(seen), y: 37, width: Math.max(1, x(limit) - x(seen)), height: 6, class: `seen${fails}` }),
  draw("path", { d: `M${x(limit)} 30V50`, class: `limit${fails}` }),
  draw("path", { d: `M${x(risk)} 26V54`, class: "risk" }),
  draw("text", { x: x(risk) + (limitIsRight ? -6 : 6), y: 24, "text-anchor": limitIsRight ? "end" : "start", class: "stated-label" }, `stated ${percent(risk, risk < 0.01 ? 1 : 0)}`),
  draw("text", { x: limitIsRight && !limitHasRoom ? right : x(limit) + (limitIsRight ? 4 : -4), y: limitIsRight && !limitHasRoom ? 66 : 24, "text-anchor": limitIsRight && limitHasRoom ? "start" : "end", class: "strong" }, `at most ${percent(limit)}`),
  draw("text", { x: Math.max(left + 40, x(seen)), y: 66, "text-anchor": "middle", class: "label" }, `seen ${percent(seen)}`),
  ticks.map((tick) => draw("text", { x: x(tick / 100), y: 82, "text-anchor": "middle", class: "tick" }, `${tick} %`))));
}
