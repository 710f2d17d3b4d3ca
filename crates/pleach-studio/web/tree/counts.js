// How much a search has done after any number of steps.

/** @typedef {import("./recording.js").Recording} Recording */

/** Between two marks counts are made by hand. */
const BLOCK = 4096;
/** What is counted, and in this order in the marks; cuts by reason follow. */
const NODES = 0, LEAVES = 1, TEST_NODES = 2, TEST_LEAVES = 3, TESTS = 4, AGAIN = 5, EXPANDED = 6, REASONS = 7;

/**
 * @typedef {object} Counted
 * @property {number} nodes       visited by the search itself
 * @property {number} leaves
 * @property {number} testNodes   visited by shallow searches
 * @property {number} testLeaves
 * @property {number} tests
 * @property {number} again       searches repeated
 * @property {number} expanded    leaves that a best-first search expanded
 * @property {number[]} cuts      by reason
 */

export class Counts {
  /** @param {Recording} recording @param {Uint8Array} probing */
  constructor(recording, probing) {
    this.recording = recording;
    this.probing = probing;
    this.width = REASONS + recording.reasons.length;
    this.marks = new Uint32Array(this.width * (Math.floor(recording.steps / BLOCK) + 1));
    this.effect = this.#effects();
    const running = new Uint32Array(this.width);
    for (let step = 0; step < recording.steps; step += 1) {
      if (step % BLOCK === 0) this.marks.set(running, this.width * (step / BLOCK));
      this.#count(running, step);
    }
    this.total = this.#named(running);
  }

  /** What each kind of step counts as. */
  #effects() {
    const { recording } = this;
    const { kinds, reasons } = recording;
    const effect = new Int8Array(recording.header.kinds.length).fill(-1);
    effect[kinds.enter] = NODES;
    effect[kinds.judge] = NODES;
    effect[kinds.leaf] = LEAVES;
    effect[kinds.test] = TESTS;
    effect[kinds.probe] = TESTS;
    effect[kinds.again] = AGAIN;
    effect[kinds.expand] = EXPANDED;
    const reason = (/** @type {string} */ key) => REASONS + reasons.findIndex((other) => other.key === key);
    effect[kinds["table-hit"]] = reason("table");
    effect[kinds.forecast] = reason("test");
    effect[kinds.skip] = reason("skip");
    return effect;
  }

  /** @param {Uint32Array} running @param {number} step */
  #count(running, step) {
    const { kind, kinds, y, flags } = this.recording;
    const is = kind[step];
    let effect = this.effect[is];
    if (is === kinds.cut) effect = this.probing[step] ? -1 : REASONS + y[step];
    else if (is === kinds.dominated) effect = REASONS + this.recording.reasons.length - 2 + (flags[step] & 1);
    else if (effect <= LEAVES && effect >= 0 && this.probing[step]) effect += TEST_NODES;
    if (effect >= 0) running[effect] += 1;
  }

  /** @param {Uint32Array} running @returns {Counted} */
  #named(running) {
    return {
      nodes: running[NODES], leaves: running[LEAVES], testNodes: running[TEST_NODES], testLeaves: running[TEST_LEAVES],
      tests: running[TESTS], again: running[AGAIN], expanded: running[EXPANDED], cuts: [...running.slice(REASONS)],
    };
  }

  /** @param {number} steps @returns {Counted} */
  after(steps) {
    if (steps >= this.recording.steps) return this.total;
    const block = Math.floor(steps / BLOCK);
    const running = this.marks.slice(this.width * block, this.width * (block + 1));
    for (let step = block * BLOCK; step < steps; step += 1) this.#count(running, step);
    return this.#named(running);
  }
}

/** All cuts but remembered values. @param {Recording} recording @param {Counted} counted */
export function cutsOf(recording, counted) {
  return counted.cuts.reduce((sum, count, reason) => sum + (recording.reasons[reason].key === "table" ? 0 : count), 0);
}

/** `7 leaves + 8 test leaves`: tests are work. @param {Counted} counted */
export function leavesText(counted) {
  const leaves = `${counted.leaves.toLocaleString("en")} ${counted.leaves === 1 ? "leaf" : "leaves"}`;
  return counted.testLeaves ? `${leaves} + ${counted.testLeaves.toLocaleString("en")} test ${counted.testLeaves === 1 ? "leaf" : "leaves"}` : leaves;
}
