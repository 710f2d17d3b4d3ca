// Saving against error: every policy that was tried, and the one that was proved. A point can be picked, by pointer or by
// arrow keys, to see its settings and to play with it.

import { draw, make } from "../shell/make.js";
import { axes, scale, widthOf } from "./axes.js";
import { FAMILIES, familyOf } from "./families.js";
import { percent, times } from "./words.js";

/**
 * @typedef {object} Point
 * @property {any} structure
 * @property {number} t
 * @property {number} positions
 * @property {number} errors
 * @property {number} saving
 * @property {number} in_tests
 *
 * @typedef {object} Tested
 * @property {Point} point
 * @property {boolean} holds
 * @property {number} limit
 * @property {[number, number]} interval
 */

const ERRORS = [0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1];
const SAVINGS = [0.5, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64];
const HEIGHT = 366;

const errorOf = (/** @type {Point} */ { errors, positions }) => errors / Math.max(1, positions);

/**
 * Draws the plot.
 * @param {HTMLElement} place
 * @param {{ tried: Point[], labels: string[], tested?: Tested[], risk: number, criterion: string }} data
 * @param {number | null} picked the place of the point that is picked, among those tried
 * @param {(point: number) => void} pick
 */
export function drawFront(place, data, picked, pick) {
  const { tried, labels, tested = [], risk, criterion } = data;
  const frame = { left: 52, right: widthOf(place, 640) - 16, top: 20, bottom: HEIGHT - 48 };
  const proved = tested.filter(({ holds }) => holds).at(-1) ?? tested.at(-1);
  const shown = [...tried, ...(proved ? [proved.point] : [])];
  const most = Math.max(1.5, ...shown.map(({ saving }) => saving));
  const least = Math.min(1, ...shown.map(({ saving }) => saving));
  const worst = Math.min(1, Math.max(2 * risk, ...shown.map(errorOf)));
  const x = scale([0, ERRORS.find((error) => error >= worst) ?? 1], [frame.left, frame.right], Math.sqrt);
  const y = scale([SAVINGS.findLast((saving) => saving <= least) ?? 0.5, SAVINGS.find((saving) => saving >= most) ?? most],
    [frame.bottom, frame.top], Math.log);
  const inside = (/** @type {number} */ at, /** @type {number} */ low, /** @type {number} */ high) => at >= low - 1 && at <= high + 1;
  const across = [...ERRORS].map((error) => ({ at: x(error), text: `${100 * error} %` })).filter(({ at }) => inside(at, frame.left, frame.right));
  const up = SAVINGS.map((saving) => ({ at: y(saving), text: `${saving}×` })).filter(({ at }) => inside(at, frame.top, frame.bottom));
  const marks = tried.map((point, index) => mark(point, index, labels[index], { x, y }, picked === index, pick));
  const first = marks[picked ?? 0];
  first?.setAttribute("tabindex", "0");
  const svg = draw("svg", { viewBox: `0 0 ${frame.right + 16} ${HEIGHT}`, class: "plot", role: "group", "aria-label": `Saving against error, ${tried.length} policies` },
    draw("rect", { x: frame.left, y: frame.top, width: Math.max(0, x(risk) - frame.left), height: frame.bottom - frame.top, class: "allowed" }),
    axes(frame, across, up),
    draw("text", { x: frame.left + 8, y: frame.top + 14, class: "label" }, "times less work"),
    draw("text", { x: frame.right, y: HEIGHT - 8, "text-anchor": "end", class: "label" }, `positions answered differently, by ${criterion}`),
    draw("path", { d: `M${x(risk)} ${frame.top}V${frame.bottom}`, class: "stated" }),
    draw("text", { x: x(risk) + 8, y: frame.bottom - 10, class: "stated-label" }, `stated risk ${percent(risk, risk < 0.01 ? 1 : 0)}`),
    fronts(tried, x, y), marks, proved && provedMark(proved, x, y));
  svg.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => step(event, marks));
  place.replaceChildren(svg, legend(tried, proved));
}

/**
 * The best points of every family, joined by a line.
 * @param {Point[]} tried
 * @param {(error: number) => number} x
 * @param {(saving: number) => number} y
 */
function fronts(tried, x, y) {
  return FAMILIES.map((_, family) => {
    const own = tried.filter(({ structure }) => familyOf(structure) === family).sort((a, b) => errorOf(a) - errorOf(b) || b.saving - a.saving);
    let best = 0;
    const front = own.filter(({ saving }) => saving > best && (best = saving));
    return front.length > 1 && draw("polyline", { class: `front family-${family}`, points: front.map((point) => `${x(errorOf(point))},${y(point.saving)}`).join(" ") });
  });
}

/**
 * @param {Point} point
 * @param {number} index
 * @param {string} label
 * @param {{ x: (error: number) => number, y: (saving: number) => number }} scales
 * @param {boolean} isPicked
 * @param {(point: number) => void} pick
 */
function mark(point, index, label, { x, y }, isPicked, pick) {
  const family = familyOf(point.structure);
  return draw("path", {
    d: FAMILIES[family].shape,
    transform: `translate(${x(errorOf(point)).toFixed(1)} ${y(point.saving).toFixed(1)})`,
    class: `mark family-${family}${isPicked ? " picked" : ""}`, role: "button", tabindex: "-1", "data-point": index,
    "aria-pressed": String(isPicked),
    "aria-label": `${label}, t ${point.t.toFixed(2)}: ${times(point.saving)} less work, ${percent(errorOf(point))} differ`,
    on: {
      click: () => pick(index),
      keydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          pick(index);
        }
      },
    },
  }, draw("title", {}, `${label}, t = ${point.t.toFixed(2)}: ${times(point.saving)}, ${percent(errorOf(point))}`));
}

/**
 * @param {Tested} tested
 * @param {(error: number) => number} x
 * @param {(saving: number) => number} y
 */
function provedMark({ point: proved, interval: [low, high] }, x, y) {
  const at = y(proved.saving);
  return [
    draw("path", { class: "interval", d: `M${x(low)} ${at}H${x(high)}M${x(low)} ${at - 6}v12M${x(high)} ${at - 6}v12` }),
    draw("circle", { class: "ring", cx: x(errorOf(proved)), cy: at, r: 9 }),
  ];
}

/**
 * The arrows walk along the points, from few errors to many.
 * @param {KeyboardEvent} event
 * @param {SVGElement[]} marks
 */
function step(event, marks) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const along = [...marks].sort((a, b) => a.getBoundingClientRect().x - b.getBoundingClientRect().x);
  const next = along[along.indexOf(/** @type {SVGElement} */ (document.activeElement)) + by];
  if (!next) return;
  marks.forEach((each) => each.setAttribute("tabindex", each === next ? "0" : "-1"));
  next.focus();
}

/**
 * What the signs mean. What was proved is said here and not beside its point, where it would cover others.
 * @param {Point[]} tried
 * @param {Tested | undefined} proved
 */
function legend(tried, proved) {
  const there = FAMILIES.map((_, family) => family).filter((family) => tried.some(({ structure }) => familyOf(structure) === family));
  const label = proved && `${proved.holds ? "Proved" : "Tested, does not hold"}: ${times(proved.point.saving)} less work, ${percent(errorOf(proved.point))}`;
  return make("div", { class: "legend" }, label && make("span", {}, draw("svg", { viewBox: "-12 -8 24 16", class: "plot", "aria-hidden": "true" },
    draw("path", { class: "interval", d: "M-11 0H11M-11 -5v10M11 -5v10" }), draw("circle", { class: "ring", r: 6 })), make("b", {}, label)), there.map((family) => make("span", { class: `family-${family}` },
    draw("svg", { viewBox: "-8 -8 16 16", "aria-hidden": "true" }, draw("path", { d: FAMILIES[family].shape })), make("i", {}, FAMILIES[family].name))));
}
