// What of a recording is drawn: which nodes, which stubs, and where the drawing stops until somebody opens more.

import { countText, counted } from "./score.js";

/** @typedef {import("./recording.js").Recording} Recording */

/** Nodes and stubs that are drawn without being asked for. */
const AT_FIRST = 160;
/** Nodes and stubs that are added where somebody opens a node. */
const AT_ONCE = 90;
/** All that is ever drawn; what was opened first is closed again before. */
const MOST = 1400;
/** More pruned children than this become one stub. */
const MOST_STUBS = 6;
const MOST_PLIES = 80;

/**
 * Something at the end of an edge, or the root.
 * @typedef {object} Item
 * @property {number} node       the node, or -1 for a stub
 * @property {number[]} pruned   the children in a stub
 * @property {number} hidden     visited nodes below that are not drawn
 * @property {number} parent     the item above, or -1
 * @property {number[]} children items
 * @property {number} ply
 */

export class Outline {
  /** @param {Recording} recording */
  constructor(recording) {
    this.recording = recording;
    this.below = this.#visitedBelow();
    /** Nodes whose children somebody wants to see, the latest last. @type {number[]} */
    this.opened = [];
    this.lowest = this.#lowestAtFirst();
    this.items = this.#items();
  }

  /** How many visited nodes there are below each. */
  #visitedBelow() {
    const { parent, reached, nodes } = this.recording;
    const below = new Uint32Array(nodes);
    for (let node = nodes - 1; node > 0; node -= 1) below[parent[node]] += below[node] + reached[node];
    return below;
  }

  /** The lowest ply that is drawn whole. */
  #lowestAtFirst() {
    const perPly = new Uint32Array(MOST_PLIES + 2);
    const { recording } = this;
    for (let node = 0; node < recording.nodes; node += 1) {
      const parent = recording.parent[node];
      if (recording.ply[node] <= MOST_PLIES && (parent < 0 || recording.reached[parent])) perPly[recording.ply[node]] += 1;
    }
    let items = 0;
    for (let ply = 0; ply <= MOST_PLIES; ply += 1) {
      items += perPly[ply];
      if (items > AT_FIRST || perPly[ply] === 0) return Math.max(1, ply - 1);
    }
    return MOST_PLIES;
  }

  /** @param {number} node */
  #isOpen(node) {
    return this.recording.ply[node] < this.lowest || this.opened.includes(node);
  }

  /** @returns {Item[]} the root first, ply by ply */
  #items() {
    /** @type {Item[]} */
    const items = [{ node: 0, pruned: [], hidden: 0, parent: -1, children: [], ply: 0 }];
    for (let number = 0; number < items.length; number += 1) {
      const item = items[number];
      if (item.node < 0) continue;
      if (!this.#isOpen(item.node)) {
        item.hidden = this.below[item.node];
        continue;
      }
      for (const [node, pruned] of this.#childrenOf(item.node)) {
        item.children.push(items.length);
        items.push({ node, pruned, hidden: 0, parent: number, children: [], ply: item.ply + 1 });
      }
    }
    return items;
  }

  /** The children of a node as items: `[node, []]`, or `[-1, children]` for a stub. @param {number} node @returns {[number, number[]][]} */
  #childrenOf(node) {
    const { recording } = this;
    const children = [...recording.childrenOf(node)];
    const pruned = children.filter((child) => !recording.reached[child]);
    const together = pruned.length > MOST_STUBS;
    /** @type {[number, number[]][]} */
    const items = children.filter((child) => recording.reached[child] || !together)
      .map((child) => (recording.reached[child] ? [child, []] : [-1, [child]]));
    if (together) items.push([-1, pruned]);
    return items;
  }

  /** The item that stands for each node that is drawn. */
  get drawn() {
    /** @type {Map<number, number>} */
    const drawn = new Map();
    this.items.forEach((item, number) => { if (item.node >= 0) drawn.set(item.node, number); });
    return drawn;
  }

  /** Opens a node and as much below it as is drawn at once. @param {number} node */
  open(node) {
    const { recording } = this;
    let room = AT_ONCE;
    for (let waiting = [node]; waiting.length && room > 0;) {
      const at = /** @type {number} */ (waiting.shift());
      room -= Math.min(recording.childCount(at), MOST_STUBS + 4);
      if (!this.#isOpen(at)) this.opened.push(at);
      waiting = waiting.concat([...recording.childrenOf(at)].filter((child) => recording.reached[child] && this.below[child] > 0));
    }
    this.#rebuild();
  }

  /** Opens what is needed to see a node. @param {number} node */
  reveal(node) {
    const path = [];
    for (let at = this.recording.parent[node]; at >= 0; at = this.recording.parent[at]) if (!this.#isOpen(at)) path.push(at);
    this.opened.push(...path.reverse());
    this.#rebuild();
  }

  /** Opens what was open in another drawing of the same recording. @param {number[]} opened */
  restore(opened) {
    this.opened = [...opened];
    this.#rebuild();
  }

  /** Closes a node again. @param {number} node */
  close(node) {
    this.opened = this.opened.filter((other) => other !== node);
    this.#rebuild();
  }

  #rebuild() {
    this.items = this.#items();
    while (this.items.length > MOST && this.opened.length > 1) {
      this.opened.shift();
      this.items = this.#items();
    }
  }

  /** Whether something was left out. */
  get isPartial() { return this.items.some((item) => item.hidden > 0); }
}

/**
 * What is written below a slanted cut.
 * @param {Recording} recording @param {Item} stub @returns {string[]}
 */
export function stubLines(recording, { pruned }) {
  const sizes = pruned.map((child) => recording.size[child]);
  const complete = sizes.every((size) => size >= 0);
  const nodes = sizes.reduce((sum, size) => sum + Math.max(1, size), 0);
  if (pruned.length === 1) return [complete ? countText(nodes) : "many", "pruned"];
  return [counted(pruned.length, "move", "moves"), `${complete ? "" : "≥"}${counted(nodes, "node", "nodes")}`, "pruned"];
}

/** The same on one line. @param {Recording} recording @param {Item} stub */
export function stubLine(recording, stub) {
  const lines = stubLines(recording, stub);
  return lines.length === 3 ? `${lines[0]}, ${lines[1]} ${lines[2]}` : lines.join(" ");
}

/** @param {number} hidden */
export const hiddenText = (hidden) => `⋯ ${countText(hidden)} below`;

const LONGEST_NAME = 12, LONGEST_PATH = 9;

/** What a node of the drawing is called. @param {Recording} recording @param {number} node */
export function drawnName(recording, node) {
  const named = recording.tellingMove(node) ?? recording.name(node);
  if (named === null && node !== 0) {
    // The end of a path tells siblings apart.
    const path = recording.path(node).join(".");
    return path.length > LONGEST_PATH ? `…${path.slice(path.length + 1 - LONGEST_PATH).replace(/^\./, "")}` : path;
  }
  const characters = [...(named ?? "root")];
  return characters.length > LONGEST_NAME ? `${characters.slice(0, LONGEST_NAME - 1).join("")}…` : characters.join("");
}
