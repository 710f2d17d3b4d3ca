// A recorded search: nodes and steps in columns, and what is looked up in them again and again.

import { readColumns } from "./columns.js";

/** What a node's flags say. */
const MIN_TO_MOVE = 1, VISITED = 2;

/**
 * Numbers in groups: those of group `g` are `list[first[g]]` up to `list[first[g + 1]]`, in rising order.
 * @typedef {{ first: Uint32Array, list: Uint32Array }} Groups
 */

/** @param {number} groups @param {ArrayLike<number>} groupOf negative for none @returns {Groups} */
export function grouped(groups, groupOf) {
  const first = new Uint32Array(groups + 1);
  for (let index = 0; index < groupOf.length; index += 1) if (groupOf[index] >= 0) first[groupOf[index] + 1] += 1;
  for (let group = 0; group < groups; group += 1) first[group + 1] += first[group];
  const list = new Uint32Array(first[groups]);
  const next = first.slice(0, groups);
  for (let index = 0; index < groupOf.length; index += 1) if (groupOf[index] >= 0) list[next[groupOf[index]]++] = index;
  return { first, list };
}

/**
 * How many numbers of a group are below a limit.
 * @param {Groups} groups @param {number} group @param {number} limit
 */
export function countBelow(groups, group, limit) {
  let low = groups.first[group], high = groups.first[group + 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (groups.list[middle] < limit) low = middle + 1; else high = middle;
  }
  return low - groups.first[group];
}

export class Recording {
  /** @param {ArrayBuffer} file */
  constructor(file) {
    const { header, columns } = readColumns(file);
    this.header = header;
    this.parent = columns["node.parent"];
    this.nodeFlags = columns["node.flags"];
    this.size = columns["node.size"];
    this.nodeName = columns["node.name"];
    this.nodeMove = columns["node.move"];
    this.kind = columns["step.kind"];
    this.node = columns["step.node"];
    this.alpha = columns["step.alpha"];
    this.beta = columns["step.beta"];
    this.g = columns["step.g"];
    this.x = columns["step.x"];
    this.y = columns["step.y"];
    this.z = columns["step.z"];
    this.flags = columns["step.flags"];
    this.believed = columns["step.believed"];
    this.columns = columns;
    /** Numbers of the kinds of steps by their names. @type {Record<string, number>} */
    this.kinds = Object.fromEntries(header.kinds.map((/** @type {string} */ name, /** @type {number} */ number) => [name, number]));
    /** @type {{ key: string, word: string }[]} */
    this.reasons = header.reasons;
    this.children = grouped(this.parent.length, this.parent);
    this.stepsAt = grouped(this.parent.length, this.node);
    this.ply = this.#plies();
    this.reached = this.#reached();
  }

  get nodes() { return this.parent.length; }

  get steps() { return this.kind.length; }

  #plies() {
    const ply = new Uint16Array(this.nodes);
    for (let node = 1; node < this.nodes; node += 1) ply[node] = ply[this.parent[node]] + 1;
    return ply;
  }

  /** The nodes that were visited or remembered. */
  #reached() {
    const reached = new Uint8Array(this.nodes);
    for (let node = 0; node < this.nodes; node += 1) reached[node] = this.nodeFlags[node] & VISITED ? 1 : 0;
    const hit = this.kinds["table-hit"];
    for (let step = 0; step < this.steps; step += 1) if (this.kind[step] === hit) reached[this.node[step]] = 1;
    return reached;
  }

  /** @param {number} node */
  isMin(node) { return (this.nodeFlags[node] & MIN_TO_MOVE) !== 0; }

  /** @param {number} node */
  isVisited(node) { return (this.nodeFlags[node] & VISITED) !== 0; }

  /** @param {number} node */
  childCount(node) { return this.children.first[node + 1] - this.children.first[node]; }

  /** @param {number} node @returns {Uint32Array} */
  childrenOf(node) { return this.children.list.subarray(this.children.first[node], this.children.first[node + 1]); }

  /** @param {number} node */
  isLeaf(node) { return this.isVisited(node) && this.childCount(node) === 0; }

  /** The place of a node among its siblings, from 1. @param {number} node */
  number(node) { return node - this.children.list[this.children.first[this.parent[node]]] + 1; }

  /** The numbers of the branches from the root. @param {number} node @returns {number[]} */
  path(node) {
    const path = [];
    for (let at = node; this.parent[at] >= 0; at = this.parent[at]) path.push(this.number(at));
    return path.reverse();
  }

  /** The moves from the root. @param {number} node @returns {string[]} */
  moves(node) {
    const moves = [];
    for (let at = node; this.parent[at] >= 0; at = this.parent[at]) moves.push(this.move(at) ?? "");
    return moves.reverse();
  }

  /** The node at the end of a path, or null where this recording has none. @param {number[]} path */
  at(path) {
    let node = 0;
    for (const number of path) {
      if (number < 1 || number > this.childCount(node)) return null;
      node = this.childrenOf(node)[number - 1];
    }
    return node;
  }

  /** @param {number} node @returns {string | null} */
  name(node) { return this.header.strings[this.nodeName[node] - 1] ?? null; }

  /** @param {number} node @returns {string | null} */
  move(node) { return this.header.strings[this.nodeMove[node] - 1] ?? null; }

  /** The name if there is one, else the path. @param {number} node */
  label(node) { return this.name(node) ?? (node === 0 ? "root" : this.path(node).join(".")); }

  /** The move, where it tells more than the name or the number. @param {number} node */
  tellingMove(node) {
    const move = this.move(node);
    return move !== null && this.name(node) === null && move !== String(this.number(node)) ? move : null;
  }

  /** `Min node s`, `leaf e`, `Max node 1.2 (b3)`. @param {number} node */
  described(node) {
    const move = this.tellingMove(node);
    const kind = this.isLeaf(node) ? "leaf" : `${this.isMin(node) ? "Min" : "Max"} node`;
    return `${kind} ${this.label(node)}${move === null ? "" : ` (${move})`}`;
  }

  /** The same to begin a sentence with. @param {number} node */
  subject(node) { return this.described(node).replace(/^leaf /, "Leaf "); }

  /**
   * What is believed after a step, if it says so.
   * @param {number} step
   * @returns {import("./belief.js").Belief | null}
   */
  belief(step) {
    const number = (this.believed?.[step] ?? 0) - 1;
    if (number < 0) return null;
    const { columns } = this;
    const [first, end] = [columns["belief.first"][number], columns["belief.first"][number + 1]];
    const conspiracy = columns["belief.value"]
      ? { value: columns["belief.value"][number], up: columns["belief.up"][number], down: columns["belief.down"][number] }
      : null;
    return {
      low: columns["belief.low"][number],
      high: columns["belief.high"][number],
      scores: columns["mass.score"].subarray(first, end),
      shares: columns["mass.share"].subarray(first, end),
      conspiracy,
    };
  }

  /** Whether it is a search over uncertain values. */
  get isUncertain() { return this.believed !== undefined; }

  /** Whether it is a best-first search, which has no windows. */
  get isBestFirst() { return this.kind.length > 0 && this.kind[0] === this.kinds.judge; }
}
