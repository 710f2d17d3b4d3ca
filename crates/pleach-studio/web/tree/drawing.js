// The drawing of a recording: built once for what is drawn of it, then painted for any step. Positions never change by
// painting; only what differs is touched.

import { draw } from "../shell/make.js";
import { beliefScale, conspiracyText } from "./belief.js";
import { drawBelief } from "./belief-bar.js";
import { BADGE, BADGE_GAP, BAR_ABOVE, BRANCH, LEAF_HEIGHT, NODE_HEIGHT, PLATE_GAP, PLATE_HEIGHT, SLASH, layOut, textWidth } from "./layout.js";
import { Outline, drawnName, hiddenText, stubLine, stubLines } from "./outline.js";
import { reach } from "./reach.js";
import { counted } from "./score.js";
import { badge as badgeSign } from "./signs.js";
import { LATER, OPEN } from "./state.js";
import { widestOf } from "./widest.js";

/** @typedef {import("./recording.js").Recording} Recording */
/** @typedef {import("./state.js").NodeState} NodeState */

/** The radius of an elbow. */
const ELBOW = 10;

/**
 * @typedef {object} DrawnNode
 * @property {SVGGElement} group
 * @property {SVGElement | null} edge
 * @property {SVGElement} name
 * @property {SVGElement} value
 * @property {SVGElement} window
 * @property {SVGElement} badge
 * @property {SVGElement} belief
 * @property {import("./layout.js").Place} place
 * @property {import("./layout.js").Place} above the place of the parent
 * @property {string} shape
 * @property {{ classes: string, value: string, window: string, badge: string, belief: string }} shown what is shown, so that only what
 *   differs is touched
 * @property {string} words the same for those who cannot see it
 */

export class Drawing {
  /**
   * @param {SVGElement} svg
   * @param {import("./search.js").SearchView} search
   * @param {number} width the room there is
   * @param {boolean} compact whether it stands beside another one
   */
  constructor(svg, search, width, compact) {
    this.compact = compact;
    this.svg = svg;
    this.search = search;
    this.recording = search.recording;
    this.states = search.states;
    this.outline = new Outline(this.recording);
    this.scale = beliefScale(this.recording.columns);
    this.width = width;
    this.build();
  }

  /** Makes all elements anew, after something was opened or closed. */
  build() {
    const { recording, outline } = this;
    const widest = (/** @type {number} */ node) => widestOf(this.states, node);
    const room = Math.max(this.width, 640);
    this.terse = this.compact;
    this.layout = layOut(recording, outline.items, widest, room, this.compact);
    // Where words make a drawing too wide, it does with fewer of them.
    if (!this.compact && this.layout.width > room) {
      const terse = layOut(recording, outline.items, widest, room, true);
      this.terse = terse.width <= room || terse.width < 0.75 * this.layout.width;
      if (this.terse) this.layout = terse;
    }
    this.drawn = outline.drawn;
    /** @type {Map<number, DrawnNode>} */
    this.nodes = new Map();
    /** @type {Map<string, SVGElement>} lines of deep cuts that have been drawn, by their ends */
    this.reaches = new Map();
    const [edges, stubs, nodes] = ["edges", "stubs", "nodes"].map((name) => draw("g", { class: name }));
    this.reachLayer = draw("g", { class: "reaches" });
    /** @type {{ group: SVGElement, parent: number, place: import("./layout.js").Place, shown: string }[]} */
    this.stubs = [];
    /** The edges on top, so that they are moved only when others come. */
    this.raised = "";
    outline.items.forEach((item, number) => {
      const edge = item.parent < 0 ? null : this.#edge(number);
      if (item.node < 0) {
        const parent = outline.items[item.parent].node;
        const group = draw("g", { class: "stub later unknown" }, edge && draw("path", { class: "cut-edge", d: edge }), draw("g", { class: "verdict" }, this.#slash(number)), this.#guise(number));
        this.stubs.push({ group, parent, place: this.layout.places[number], shown: "later unknown" });
        stubs.append(group);
      } else {
        const line = edge && draw("path", { class: "edge later unknown", d: edge });
        if (line) edges.append(line);
        nodes.append(this.#node(number, line));
      }
    });
    this.ring = draw("rect", { class: "ring", rx: 7 });
    nodes.append(this.ring);
    this.svg.replaceChildren(this.#plies(), this.reachLayer, stubs, edges, nodes);
    const { width, height } = this.layout;
    for (const [name, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` })) this.svg.setAttribute(name, String(value));
  }

  /** Opens what was open before. @param {number[]} opened */
  restore(opened) {
    this.outline.restore(opened);
    this.build();
  }

  /** Whose turn it is on each ply. */
  #plies() {
    const { recording, outline, layout } = this;
    const group = draw("g", { class: "plies" });
    layout.plies.forEach((top, ply) => {
      const nodes = outline.items.filter((item) => item.ply === ply && item.node >= 0).map((item) => item.node);
      const movers = new Set(nodes.filter((node) => !recording.isLeaf(node)).map((node) => (recording.isMin(node) ? "Min" : "Max")));
      const name = movers.size === 1 ? [...movers][0] : movers.size === 0 && nodes.length ? "leaves" : "";
      group.append(draw("text", { x: 10, y: top + 16 }, name), draw("text", { x: 10, y: top + 29 }, `ply ${ply}`));
    });
    return group;
  }

  /** An edge from a parent down to an item: an elbow, or a stem with a branch. @param {number} number */
  #edge(number) {
    const item = this.outline.items[number];
    const place = this.layout.places[number], above = this.layout.places[item.parent];
    const bar = this.layout.plies[item.ply] - BAR_ABOVE;
    const [from, bottom] = [above.x, above.y + above.height];
    const to = place.stem ?? place.x;
    let path = `M${from} ${bottom}`;
    if (to !== from) {
      const radius = Math.min(ELBOW, Math.abs(to - from) / 2);
      const side = radius * Math.sign(to - from);
      path += `V${bar - radius}q0 ${radius} ${side} ${radius}H${to - side}q${side} 0 ${side} ${radius}`;
    }
    const isStub = item.node < 0;
    if (place.stem === null) return `${path}V${isStub ? place.y - 8 : place.y}`;
    const end = isStub ? place.x + SLASH / 3 : place.x - place.half;
    const radius = BRANCH / 2;
    return `${path}V${place.y + place.height / 2 - radius}q0 ${radius} ${radius} ${radius}H${end}`;
  }

  /** The slanted cut of a stub, with its size. @param {number} number */
  #slash(number) {
    const item = this.outline.items[number], { x, y, height, stem } = this.layout.places[number];
    if (stem !== null) {
      const [at, middle] = [x + SLASH / 3, y + height / 2];
      return [draw("path", { class: "slash", d: `M${at - 5} ${middle + 7}l10 -14` }),
        draw("text", { class: "beside", x: x + SLASH, y: middle + 4 }, stubLine(this.recording, item))];
    }
    return [draw("path", { class: "slash", d: `M${x - 9} ${y - 3}l18 -10` }),
      ...stubLines(this.recording, item).map((line, place) => draw("text", { class: place === 0 ? "count" : null, x, y: y + 11 + 12 * place }, line))];
  }

  /**
   * What a stub looks like before it is cut, where nothing may tell that it will be: a node to come, like its siblings.
   * @param {number} number
   */
  #guise(number) {
    const { recording } = this;
    const { pruned } = this.outline.items[number], { x, y, stem } = this.layout.places[number];
    const isLeaf = stem !== null || pruned.every((child) => recording.size[child] === 1);
    const shape = isLeaf ? "leaf" : recording.isMin(pruned[0]) ? "min" : "max";
    const text = pruned.length > 1 ? counted(pruned.length, "move", "moves") : this.terse && isLeaf ? "" : drawnName(recording, pruned[0]);
    const half = Math.max(26, textWidth(text, "sans") / 2 + 8);
    // A leaf stands at the middle of its ply, or of its row.
    const [across, down] = stem === null ? [x, y + (isLeaf ? (NODE_HEIGHT - LEAF_HEIGHT) / 2 : 0)] : [x + half, y - 2];
    return draw("g", { class: "guise", transform: `translate(${across} ${down})` },
      stem === null && draw("path", { class: "edge later", d: `M0 ${y - 8 - down}V0` }),
      draw("path", { class: "box", d: boxPath(shape, half) }), draw("text", { class: "name alone", y: { leaf: 16, max: 24, min: 19 }[shape] }, text));
  }

  /** @param {number} number @param {SVGElement | null} edge */
  #node(number, edge) {
    const { recording } = this;
    const { node, hidden } = this.outline.items[number];
    const place = this.layout.places[number];
    const shape = recording.isLeaf(node) ? "leaf" : recording.isMin(node) ? "min" : "max";
    const base = { leaf: 16, max: 24, min: 19 }[shape];
    const window = draw("g", { class: "window", transform: `translate(${place.stem === null ? 0 : place.stem + BRANCH + place.halfPlate - place.x} ${place.stem === null ? -PLATE_GAP - PLATE_HEIGHT / 2 : place.height / 2})` },
      draw("rect", { class: "plate", y: -PLATE_HEIGHT / 2, height: PLATE_HEIGHT }), draw("text", { y: 4 }));
    const bare = this.terse && shape === "leaf";
    const name = draw("text", { class: "name alone", x: 0, y: base }, bare ? "" : drawnName(recording, node));
    const value = draw("text", { class: bare ? "value middle" : "value", x: bare ? 0 : place.half - 8, y: base });
    const badge = draw("g", { class: "badge-at", transform: `translate(${place.half + BADGE_GAP} ${(place.height - BADGE) / 2})` });
    const belief = draw("g", { class: "belief", transform: `translate(0 ${place.height + 2})` });
    const more = hidden > 0 && draw("text", { class: "hidden", "data-open": node, x: place.outline.right - place.x, y: place.height / 2 + 4 }, hiddenText(hidden));
    const group = draw("g", { class: `node ${shape} later unknown`, transform: `translate(${place.x} ${place.y})`, "data-node": node, role: "button", tabindex: -1, "aria-label": recording.subject(node) },
      belief, window, draw("path", { class: "box", d: boxPath(shape, place.half) }), name, value, badge, more);
    const { parent } = this.outline.items[number];
    const above = parent < 0 ? place : this.layout.places[parent];
    this.nodes.set(node, { group, edge, name, value, window, badge, belief, place, above, shape, shown: { classes: "", value: "", window: "", badge: "", belief: "" }, words: "" });
    return group;
  }

  /**
   * Shows the drawing after so many steps, with the ring at a node. What nobody can see is painted when it comes into view.
   * @param {number} steps @param {number} current
   * @param {{ left: number, top: number, right: number, bottom: number } | null} view what can be seen; all of it if null
   */
  paint(steps, current, view) {
    const line = new Set(this.states.bestLine(steps));
    const shown = this.drawnAs(current);
    const inView = (/** @type {import("./layout.js").Place} */ { outline }) => !view || (outline.right >= view.left && outline.left <= view.right && outline.bottom >= view.top && outline.top <= view.bottom);
    /** @type {Map<number, NodeState>} */
    const states = new Map();
    const stateOf = (/** @type {number} */ node) => {
      let state = states.get(node);
      if (!state) states.set(node, state = this.states.of(node, steps));
      return state;
    };
    const raised = [];
    for (const [node, drawn] of this.nodes) {
      // An edge may pass through what can be seen though its node does not.
      if (!inView(drawn.place) && !inView(drawn.above)) continue;
      const state = stateOf(node);
      const open = state.phase === OPEN || node === shown;
      const isHidden = !open && state.phase === LATER && node > 0 && stateOf(this.recording.parent[node]).phase === LATER;
      this.#paintNode(node, drawn, state, open, line.has(node), isHidden);
      if (drawn.edge && (open || line.has(node))) raised.push({ node, edge: drawn.edge, best: line.has(node) });
    }
    this.#raise(raised);
    for (const stub of this.stubs) {
      if (!inView(stub.place)) continue;
      const { pruned, phase } = stateOf(stub.parent);
      const key = pruned || (phase === LATER ? "later unknown" : "later");
      if (key === stub.shown) continue;
      stub.shown = key;
      stub.group.setAttribute("class", `stub ${key}`);
    }
    this.#paintReaches(states, current);
    this.#placeRing(shown);
  }

  /** The open path and the best line lie on top of edges that share their trunk. @param {{ node: number, edge: SVGElement, best: boolean }[]} raised */
  #raise(raised) {
    raised.sort((one, other) => Number(one.best) - Number(other.best));
    const names = raised.map(({ node, best }) => `${node}${best}`).join();
    if (names === this.raised) return;
    this.raised = names;
    for (const { edge } of raised) edge.parentNode?.append(edge);
  }

  /**
   * @param {number} node @param {DrawnNode} drawn @param {NodeState} state @param {boolean} open @param {boolean} best
   * @param {boolean} isUnknown whether the search has not come to its parent either
   */
  #paintNode(node, drawn, state, open, best, isUnknown) {
    const phase = open ? "open" : ["later", "open", "done"][state.phase];
    const classes = `${phase}${best ? " lead" : ""}${state.tested && !open ? " tested" : ""}${isUnknown ? " unknown" : ""}`;
    const { badge, belief } = state;
    const conspiracy = belief ? conspiracyText(belief) : "";
    const parts = {
      classes, value: state.value, window: this.terse && drawn.shape === "leaf" ? "" : state.window,
      badge: badge ? `${badge.key} ${badge.word} ${badge.note}` : conspiracy, belief: belief ? `${belief.low} ${belief.high} ${belief.shares[0]} ${conspiracy}` : "",
    };
    const before = drawn.shown;
    drawn.shown = parts;
    if (parts.classes !== before.classes) {
      drawn.group.setAttribute("class", `node ${drawn.shape} ${classes}`);
      drawn.edge?.setAttribute("class", `edge ${classes}`);
    }
    if (parts.value !== before.value) {
      drawn.value.textContent = state.value;
      // A name without a value stands in the middle.
      if (!parts.value !== !before.value) {
        drawn.name.setAttribute("class", state.value ? "name" : "name alone");
        drawn.name.setAttribute("x", String(state.value ? 9 - drawn.place.half : 0));
      }
    }
    if (parts.window !== before.window) paintWindow(drawn.window, parts.window);
    if (parts.badge !== before.badge) {
      if (this.terse) paintCompactBadge(drawn, state); else paintBadge(drawn.badge, state);
    }
    if (parts.belief !== before.belief) drawn.belief.replaceChildren(...(belief ? drawBelief(belief, this.scale, drawn.place.half) : []));
    const words = inWords(this.recording, node, state);
    if (words !== drawn.words) {
      drawn.words = words;
      drawn.group.setAttribute("aria-label", words);
    }
  }

  /** @param {Map<number, NodeState>} states @param {number} current */
  #paintReaches(states, current) {
    const shown = new Set();
    for (const [node, state] of states) {
      const origin = state.badge?.origin ?? -1;
      const [from, to] = [this.drawn.get(origin), this.drawn.get(node)];
      if (origin < 0 || from === undefined || to === undefined) continue;
      const key = `${origin} ${node}`;
      shown.add(key);
      if (!this.reaches.has(key)) this.#addReach(key, from, to);
      this.reaches.get(key)?.setAttribute("class", `${state.badge?.key}${node === current ? " now" : ""}`);
    }
    for (const [key, line] of this.reaches) line.toggleAttribute("hidden", !shown.has(key));
  }

  /** @param {string} key @param {number} from @param {number} to */
  #addReach(key, from, to) {
    const { line, x, y } = reach(this.outline.items, this.layout, from, to);
    const group = draw("g", {}, draw("path", { class: "reach", d: line }), draw("circle", { class: "reach-from", cx: x, cy: y, r: 3.5 }));
    this.reaches.set(key, group);
    this.reachLayer.append(group);
  }

  /** The node itself, or the lowest ancestor that is drawn. @param {number} node */
  drawnAs(node) {
    let shown = node;
    while (!this.drawn.has(shown) && shown > 0) shown = this.recording.parent[shown];
    return shown;
  }

  /** @param {number} node */
  #placeRing(node) {
    const drawn = this.nodes.get(node);
    if (!drawn) return;
    const { x, y, half, height } = drawn.place;
    for (const [name, value] of Object.entries({ x: x - half - 4, y: y - 4, width: 2 * half + 8, height: height + 8 })) this.ring.setAttribute(name, String(value));
  }
}

/** @param {SVGElement} group @param {string} text */
function paintWindow(group, text) {
  const [plate, label] = group.children;
  const width = textWidth(text, "mono") + 6;
  plate.setAttribute("width", String(text ? width : 0));
  plate.setAttribute("x", String(-width / 2));
  label.textContent = text;
}

/** @param {SVGElement} group @param {NodeState} state */
function paintBadge(group, { badge, belief }) {
  const start = BADGE + BADGE_GAP;
  const parts = [];
  if (badge && badge.key === "failed") {
    const text = `${badge.note}  no cut`;
    const width = textWidth(text, "sans") + 12;
    parts.push(draw("rect", { class: "failed-pill", y: 0, width, height: BADGE, rx: BADGE / 2 }), draw("text", { class: "failed", x: 6, y: 13 }, text));
  } else if (badge && badge.key === "test" && badge.note) {
    const width = textWidth(badge.note, "value") + 14;
    parts.push(badgeSign(badge.key, 0, 0, BADGE), draw("rect", { class: "tag", x: start - 2, width, height: BADGE, rx: BADGE / 2 }),
      draw("text", { class: "tag-text", x: start - 2 + width / 2, y: 13 }, badge.note));
  } else if (badge) {
    parts.push(badgeSign(badge.key, 0, 0, BADGE), draw("text", { class: "word", x: start, y: badge.note ? 7 : 13 }, badge.word));
    if (badge.note) parts.push(draw("text", { class: "note", x: start, y: 20 }, badge.note));
  } else if (belief?.conspiracy) parts.push(...countPill(belief));
  group.replaceChildren(...parts);
}

/** Conspiracy numbers. @param {import("./belief.js").Belief} belief */
function countPill(belief) {
  const text = conspiracyText(belief);
  const width = textWidth(text, "sans") + 12;
  return [draw("rect", { class: "count-pill", width, height: BADGE, rx: 4 }), draw("text", { class: "count-text", x: width / 2, y: 13 }, text)];
}

/** The sign alone; the values of a test stand on the trunk. @param {DrawnNode} drawn @param {NodeState} state */
function paintCompactBadge(drawn, { badge, belief }) {
  const parts = badge && badge.key !== "failed" ? [badgeSign(badge.key, 0, 0, BADGE)] : [];
  if (!badge && belief?.conspiracy) parts.push(...countPill(belief));
  if (badge?.key === "test" && badge.note) {
    const width = textWidth(badge.note, "value") + 14;
    const middle = -drawn.place.half - BADGE_GAP, top = drawn.place.height - (drawn.place.height - BADGE) / 2 + 6;
    parts.push(draw("rect", { class: "tag", x: middle - width / 2, y: top, width, height: BADGE, rx: BADGE / 2 }),
      draw("text", { class: "tag-text", x: middle, y: top + 13 }, badge.note));
  }
  drawn.badge.replaceChildren(...parts);
}

/** @param {string} shape @param {number} half */
function boxPath(shape, half) {
  if (shape === "leaf") return `M${12 - half} 0H${half - 12}a12 12 0 0 1 0 24H${12 - half}a12 12 0 0 1 0 -24Z`;
  const [top, bottom] = [`L${half} 9`, `V${NODE_HEIGHT - 3}q0 3 -3 3H${3 - half}q-3 0 -3 -3V9`];
  if (shape === "max") return `M${-half} 9L0 0${top}${bottom}Z`;
  return `M${3 - half} 0H${half - 3}q3 0 3 3V${NODE_HEIGHT - 9}L0 ${NODE_HEIGHT}L${-half} ${NODE_HEIGHT - 9}V3q0 -3 3 -3Z`;
}

/** What a node shows, for those who cannot see it. @param {Recording} recording @param {number} node @param {NodeState} state */
export function inWords(recording, node, state) {
  const who = recording.subject(node);
  if (state.phase === LATER && !state.badge) return `${who}, not reached yet`;
  const words = [who];
  const value = state.value.replace(/≥ ?/, "at least ").replace(/≤ ?/, "at most ").replace(/= ?/, "exactly ").replace("…", " to ");
  if (value) words.push(value);
  if (state.phase === OPEN) words.push("open");
  if (state.window) words.push(`window ${state.window.replace(" : ", " to ")}`);
  if (state.badge) words.push(state.badge.key === "table" || state.badge.key === "failed" ? state.badge.word : `${state.badge.word} cut`);
  if (state.badge?.note) words.push(state.badge.note);
  return words.join(", ");
}

export { LEAF_HEIGHT };
