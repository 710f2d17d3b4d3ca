// The palmette: a tree as a gardener trains it, drawn from a search that was really made.

import { draw } from "../shell/make.js";

const [WIDTH, HEIGHT, GROUND, TIER] = [760, 318, 316, 52];
/** How thick the wood is, by the depth of the node that it leads to. */
const WOOD = [10, 8, 6, 4.5, 3.2];

/**
 * @typedef {{ parent: number | null, line: boolean, growth: "branch" | "leaf" | "cut", value?: number, reason?: string, size?: number | null }} Twig
 * @typedef {Twig & { x: number, y: number, depth: number, children: number[] }} Placed
 */

/**
 * @param {Twig[]} twigs every parent before its children
 * @returns {Placed[]}
 */
function place(twigs) {
  /** @type {Placed[]} */
  const placed = twigs.map((twig) => ({ ...twig, x: 0, y: 0, depth: 0, children: [] }));
  placed.forEach((twig, index) => {
    if (twig.parent === null) return;
    twig.depth = placed[twig.parent].depth + 1;
    placed[twig.parent].children.push(index);
  });
  const tips = order(placed, 0).filter((index) => placed[index].growth !== "branch");
  tips.forEach((index, number) => { placed[index].x = 30 + ((WIDTH - 60) * number) / Math.max(1, tips.length - 1); });
  for (const twig of placed.toReversed()) {
    if (twig.children.length) {
      const xs = twig.children.map((child) => placed[child].x);
      twig.x = (Math.min(...xs) + Math.max(...xs)) / 2;
    }
    twig.y = GROUND - 40 - twig.depth * TIER;
  }
  return placed;
}

/** The nodes from left to right. @param {Placed[]} placed @param {number} index @returns {number[]} */
function order(placed, index) {
  return [index, ...placed[index].children.flatMap((child) => order(placed, child))];
}

/**
 * @param {{ algorithm: string, value: number, nodes: Twig[] }} search
 * @returns {SVGElement}
 */
export function palmette(search) {
  const placed = place(search.nodes);
  const tips = placed.filter((twig) => twig.growth !== "branch");
  const cuts = tips.filter((twig) => twig.growth === "cut").length;
  const label = `A tree of value ${search.value} searched by ${search.algorithm}: ${tips.length - cuts} leaves looked at, ${cuts} branches pruned`;
  const ties = [1, 2, 3].map((depth) => draw("path", { d: `M8 ${GROUND - 40 - depth * TIER}H${WIDTH - 8}`, class: "tie" }));
  const root = placed[0];
  const wood = placed.slice(1).toSorted((a, b) => Number(a.line) - Number(b.line)).map((twig) => branch(placed[twig.parent ?? 0], twig));
  return draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
    draw("path", { d: `M0 ${GROUND}H${WIDTH}`, class: "ground" }), ...ties, ...wood,
    draw("path", { d: `M${root.x} ${GROUND}V${root.y}`, class: "wood trained", "stroke-width": WOOD[0] }),
    ...tips.map((twig) => (twig.growth === "leaf" ? leaf(twig) : stub(twig))));
}

/** Along the tie, then up: an espalier's elbow. @param {Placed} from @param {Placed} to */
function branch(from, to) {
  const way = Math.sign(to.x - from.x);
  const bend = Math.min(16, Math.abs(to.x - from.x));
  const top = to.growth === "leaf" ? to.y + 8 : to.growth === "cut" ? to.y + 18 : to.y;
  const kind = to.line ? "wood trained" : to.growth === "cut" ? "wood dead" : "wood";
  return draw("path", { d: `M${from.x} ${from.y}H${to.x - way * bend}q${way * bend} 0 ${way * bend} ${-bend}V${top}`, class: kind, "stroke-width": WOOD[to.depth] ?? 2.6 });
}

/** @param {Placed} twig */
function leaf({ x, y, line, value }) {
  const kind = line ? "chosen" : "";
  return draw("g", {}, draw("path", { d: `M${x} ${y + 10}c-11-9-11-20 0-31c11 11 11 22 0 31Z`, class: `leaf ${kind}` }),
    draw("path", { d: `M${x} ${y + 10}V${y - 6}`, class: `vein ${kind}` }),
    draw("text", { x, y: y - 28, "text-anchor": "middle", class: kind }, String(value)));
}

/** @param {Placed} twig */
function stub({ x, y, reason, size }) {
  return draw("g", {}, draw("path", { d: `M${x - 7} ${y + 20}l14-7`, class: "cut", stroke: `var(--cut-${reason})` }),
    typeof size === "number" && draw("text", { x, y: y + 6, "text-anchor": "middle" }, String(size)));
}
