// The window of the current node on a ruler, with the value it holds.

import { draw } from "../shell/make.js";
import { isFinite, scoreText } from "./score.js";

const WIDTH = 340, HEIGHT = 62, LINE = 38, MARGIN = 12;

/**
 * @param {{ alpha: number, beta: number, g: number | null, belief: import("./belief.js").Belief | null }} shown
 * @returns {SVGElement}
 */
export function drawRuler({ alpha, beta, g, belief }) {
  const points = [alpha, beta, g ?? NaN, belief?.low ?? NaN, belief?.high ?? NaN].filter((score) => Number.isFinite(score) && isFinite(score));
  const svg = draw("svg", { class: "ruler", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": inWords(alpha, beta, g) });
  if (points.length === 0) {
    svg.append(draw("rect", { class: "ruler-window", x: MARGIN, y: LINE - 12, width: WIDTH - 2 * MARGIN, height: 12 }),
      draw("path", { class: "ruler-line", d: `M${MARGIN} ${LINE}H${WIDTH - MARGIN}` }),
      draw("text", { x: WIDTH / 2, y: LINE - 17, class: "ruler-note middle" }, "window −∞ : ∞, any value matters"));
    return svg;
  }
  const [low, high] = [Math.min(...points), Math.max(...points)];
  const step = tick(Math.max(high - low, 4));
  const from = Math.floor(low / step - 1) * step, to = Math.ceil(high / step + 1) * step;
  const x = (/** @type {number} */ score) => (!isFinite(score) ? (score > 0 ? WIDTH - MARGIN : MARGIN) : MARGIN + ((score - from) / (to - from)) * (WIDTH - 2 * MARGIN));
  const [left, right] = [x(alpha), x(beta)];
  if (left < right) svg.append(draw("rect", { class: "ruler-window", x: left, y: LINE - 12, width: right - left, height: 12 }));
  svg.append(draw("path", { class: "ruler-line", d: `M${MARGIN} ${LINE}H${WIDTH - MARGIN}` }));
  for (let score = from; score <= to; score += step) {
    svg.append(draw("path", { class: "ruler-tick", d: `M${x(score)} ${LINE}v4` }), draw("text", { class: "ruler-number", x: x(score), y: LINE + 17 }, scoreText(score)));
  }
  const isPoint = g !== null && isFinite(g);
  const ends = /** @type {[number, string][]} */ ([[alpha, "α"], [beta, "β"]]).filter(([score]) => isFinite(score));
  for (const [score, name] of ends) {
    const isRight = x(score) > WIDTH * 0.62 || (name === "β" && x(score) > 40);
    const label = isPoint && g === score ? `g = ${name} ${scoreText(score)}` : `${name} ${scoreText(score)}`;
    svg.append(draw("path", { class: "ruler-end", d: `M${x(score)} ${LINE + 2}v-22` }),
      draw("text", { class: `ruler-note strong ${isRight ? "end" : "start"}`, x: x(score) + (isRight ? -5 : 5), y: name === "α" ? LINE - 15 : LINE - 27 }, label));
  }
  if (belief && belief.low !== belief.high) {
    svg.append(draw("rect", { class: "ruler-belief", x: x(belief.low), y: LINE - 4, width: Math.max(3, x(belief.high) - x(belief.low)), height: 5, rx: 2 }));
  } else if (isPoint) {
    svg.append(draw("circle", { class: "ruler-value", cx: x(g), cy: LINE, r: 4.5 }));
    if (!ends.some(([score]) => score === g)) svg.append(draw("text", { class: "ruler-note strong g", x: x(g), y: LINE - 8 }, `g ${scoreText(g)}`));
  }
  return svg;
}

/** A round distance between numbers that leaves room for them. @param {number} span */
function tick(span) {
  const rough = span / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  return Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough);
}

/** @param {number} alpha @param {number} beta @param {number | null} g */
function inWords(alpha, beta, g) {
  return `Window from ${scoreText(alpha)} to ${scoreText(beta)}${g === null ? "" : `, value ${scoreText(g)}`}`;
}
