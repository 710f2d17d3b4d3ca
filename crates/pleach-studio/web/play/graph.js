// The evaluation over the game, one point a ply. A click goes there.

import { draw, make, renew } from "../shell/make.js";
import { share, short } from "./words.js";

const [HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [96, 34, 10, 8, 20];

/**
 * @param {HTMLElement} place
 * @param {object} state
 * @param {(import("./words.js").Value | null)[]} state.values by ply, the first player's
 * @param {0 | 1} state.side whose view
 * @param {number} state.now the ply on the board
 * @param {import("../boards/kind.js").Kind | null} state.kind
 * @param {(ply: number) => void} state.go
 */
export function showGraph(place, { values, side, now, kind, go }) {
  if (values.filter(Boolean).length < 2) {
    renew(place, make("p", { class: "empty" }, "Who was ahead, move by move, once there are moves."));
    return;
  }
  const width = Math.max(200, place.clientWidth - 28);
  const last = values.length - 1;
  const x = (/** @type {number} */ ply) => LEFT + (width - LEFT - RIGHT) * (last ? ply / last : 0);
  const y = (/** @type {import("./words.js").Value} */ value) => {
    const part = side === 0 ? share(value, kind) : 1 - share(value, kind);
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - part);
  };
  const middle = TOP + (HEIGHT - TOP - BOTTOM) / 2;
  /** @type {[number, number][]} */
  const points = values.flatMap((value, ply) => (value ? [[x(ply), y(value)]] : []));
  const line = points.map((point) => point.map((part) => part.toFixed(1)).join(",")).join(" ");
  const area = `${points[0][0].toFixed(1)},${middle} ${line} ${points[points.length - 1][0].toFixed(1)},${middle}`;
  const here = values[now];
  const ticks = [...new Set([0, Math.round(last / 2), last])];
  const svg = draw("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": label(values, side, kind) },
    draw("polygon", { points: area, fill: "var(--accent-soft)" }),
    draw("path", { d: `M${LEFT} ${middle}H${width - RIGHT}`, stroke: "var(--line-strong)" }),
    draw("text", { x: LEFT - 6, y: TOP + 8, "text-anchor": "end" }, "wins"),
    draw("text", { x: LEFT - 6, y: middle + 4, "text-anchor": "end" }, "0"),
    draw("text", { x: LEFT - 6, y: HEIGHT - BOTTOM, "text-anchor": "end" }, "loses"),
    ticks.map((ply) => draw("text", { x: x(ply), y: HEIGHT - 5, "text-anchor": "middle" }, String(ply))),
    draw("polyline", { points: line, fill: "none", stroke: "var(--accent)", "stroke-width": 2, "stroke-linejoin": "round" }),
    here && draw("circle", { cx: x(now), cy: y(here), r: 4, fill: "var(--focus)", stroke: "var(--surface)", "stroke-width": 1.5 }));
  svg.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const at = (event.offsetX / svg.clientWidth) * width;
    go(Math.max(0, Math.min(last, Math.round(((at - LEFT) / (width - LEFT - RIGHT)) * last))));
  });
  renew(place, svg);
}

/** @param {(import("./words.js").Value | null)[]} values @param {0 | 1} side @param {import("../boards/kind.js").Kind | null} kind */
function label(values, side, kind) {
  const latest = values.findLast(Boolean);
  return `Evaluation over ${values.length - 1} plies; at the end ${latest ? short(latest, side, kind) : "unknown"}`;
}
