// What the drawing shows of a node after any number of steps.
//
// A node's state follows from its own last steps alone, so that going to any step costs only as much as there are
// nodes to draw: forward and backward are the same, and nothing has to be replayed.

import { beliefDrawn } from "./belief.js";
import { countBelow } from "./recording.js";
import { comparison } from "./rows.js";
import { EXACT, LOWER, UPPER, scoreText, valueText, windowText } from "./score.js";

/** @typedef {import("./recording.js").Recording} Recording */
/** @typedef {import("./belief.js").Belief} Belief */

/** How far a node has come. */
export const LATER = 0, OPEN = 1, DONE = 2;

/**
 * Why a node is not searched on, or that a test spoke against nothing.
 * @typedef {object} Badge
 * @property {string} key     of the reason, or `failed`
 * @property {string} word
 * @property {string} note
 * @property {number} origin  the node that set the bound of a deep cut, or -1
 */

/**
 * @typedef {object} NodeState
 * @property {number} phase
 * @property {string} window
 * @property {string} value
 * @property {Badge | null} badge
 * @property {string} pruned       the key of the reason why children were left out, or nothing
 * @property {number} best         the best child so far, or -1
 * @property {boolean} tested      whether what is shown belongs to a shallow search
 * @property {Belief | null} belief
 */

/** @returns {NodeState} */
const untouched = () => ({ phase: LATER, window: "", value: "", badge: null, pruned: "", best: -1, tested: false, belief: null });

export class States {
  /** @param {Recording} recording */
  constructor(recording) {
    this.recording = recording;
    this.changes = this.#changes();
    this.probing = this.#probing();
  }

  /** For each step, whether it belongs to a shallow search. */
  #probing() {
    const { kind, kinds, steps } = this.recording;
    const probing = new Uint8Array(steps);
    let probes = 0;
    for (let step = 0; step < steps; step += 1) {
      if (kind[step] === kinds.probe) probes += 1;
      if (kind[step] === kinds.probed) probes -= 1;
      probing[step] = probes > 0 ? 1 : 0;
    }
    return probing;
  }

  /**
   * The state of a node after so many steps.
   * @param {number} node @param {number} steps @returns {NodeState}
   */
  of(node, steps) {
    const { stepsAt } = this.recording;
    const first = stepsAt.first[node];
    const past = countBelow(stepsAt, node, steps);
    const state = untouched();
    if (past === 0) return state;
    let begin = past - 1;
    while (begin > 0 && !this.#beginsAnew(stepsAt.list[first + begin])) begin -= 1;
    for (let place = begin; place < past; place += 1) this.#apply(state, stepsAt.list[first + place]);
    for (let place = begin - 1; place >= 0 && !state.pruned; place -= 1) state.pruned = this.#pruning(stepsAt.list[first + place]);
    return state;
  }

  /** Whether nothing but the reason of cut branches outlives a step. @param {number} step */
  #beginsAnew(step) {
    const { kind, kinds } = this.recording;
    return kind[step] === kinds.enter || kind[step] === kinds.judge || kind[step] === kinds["back-up"];
  }

  /** The key of the reason that a step leaves children out for. @param {number} step */
  #pruning(step) {
    const { kind, kinds, reasons, y, flags } = this.recording;
    switch (kind[step]) {
      case kinds.cut: return reasons[y[step]].key;
      case kinds.dominated: return flags[step] & 1 ? "proven-dominated" : "dominated";
      case kinds.forecast: return "test";
      case kinds.skip: return "skip";
      default: return "";
    }
  }

  /** @param {NodeState} state @param {number} step */
  #apply(state, step) {
    this.changes[this.recording.kind[step]]?.(state, step);
    const belief = this.recording.belief(step);
    if (belief) state.belief = belief;
    state.pruned = this.#pruning(step) || state.pruned;
  }

  /** What each kind of step changes, by its number. @returns {(((state: NodeState, step: number) => void) | undefined)[]} */
  #changes() {
    const { recording } = this;
    const { alpha, beta, g, x, flags, node } = recording;
    const shown = (/** @type {number} */ step) => {
      const belief = recording.belief(step);
      return belief && beliefDrawn(belief);
    };
    const known = (/** @type {number} */ step) => valueText((flags[step] >> 2) & 3, g[step]);
    /** @type {Record<string, (state: NodeState, step: number) => void>} */
    const byName = {
      enter: (state, step) => {
        Object.assign(state, untouched(), { pruned: state.pruned, phase: OPEN, window: windowText(alpha[step], beta[step]), tested: this.probing[step] === 1 });
      },
      leaf: (state, step) => Object.assign(state, { phase: DONE, value: shown(step) ?? scoreText(g[step]) }),
      judge: (state, step) => Object.assign(state, { phase: DONE, value: shown(step) ?? "" }),
      "back-up": (state, step) => Object.assign(state, { phase: DONE, value: shown(step) ?? "" }),
      known: (state, step) => Object.assign(state, { phase: DONE, value: shown(step) ?? "" }),
      expand: (state, step) => Object.assign(state, { phase: OPEN, value: shown(step) ?? state.value }),
      return: (state, step) => {
        // What a node has so far, it can only better.
        state.value = shown(step) ?? valueText(recording.isMin(node[step]) ? UPPER : LOWER, g[step]);
        if (flags[step] & 1) state.best = x[step];
      },
      cut: (state, step) => { state.badge = this.#cutBadge(step); },
      dominated: (state, step) => {
        const by = x[step] >= 0 ? `by ${recording.label(x[step])}` : "";
        state.badge = { key: this.#pruning(step), word: "dominated", note: by, origin: -1 };
      },
      leave: (state, step) => {
        Object.assign(state, { phase: DONE, value: shown(step) ?? known(step) });
        const failedLow = recording.isMin(node[step]) ? LOWER : UPPER;
        if ((flags[step] & 3) === failedLow && !recording.isUncertain) state.best = -1;
      },
      "table-hit": (state, step) => {
        Object.assign(state, { phase: DONE, value: known(step), badge: { key: "table", word: "table", note: "", origin: -1 } });
      },
      probed: (state, step) => this.#probed(state, step),
    };
    return recording.header.kinds.map((/** @type {string} */ name) => byName[name]);
  }

  /** @param {number} step @returns {Badge} */
  #cutBadge(step) {
    const { recording } = this;
    const { x, y, node, alpha, beta } = recording;
    const { key, word } = recording.reasons[y[step]];
    const deep = key.startsWith("deep") && x[step] >= 0;
    if (!deep) return { key, word, note: "", origin: -1 };
    const [end, bound] = recording.isMin(node[step]) ? ["α", alpha[step]] : ["β", beta[step]];
    return { key, word, note: `${end} = ${scoreText(bound)} from ${recording.label(x[step])}`, origin: x[step] };
  }

  /** A shallow search is done. @param {NodeState} state @param {number} step */
  #probed(state, step) {
    const { recording } = this;
    const { flags, alpha, beta } = recording;
    const [hit, goesOn, asksForMove] = [(flags[step] & 4) !== 0, (flags[step] & 8) !== 0, (flags[step] & 3) === 2];
    const note = comparison(recording, step);
    if (goesOn) {
      Object.assign(state, { phase: OPEN, window: windowText(alpha[step], beta[step]), value: "", best: -1, tested: false });
    }
    state.badge = asksForMove ? null : hit
      ? { key: "test", word: "test", note, origin: -1 }
      : { key: "failed", word: "no cut", note, origin: -1 };
  }

  /**
   * The best line so far; at the end that of the search.
   * @param {number} steps @returns {number[]}
   */
  bestLine(steps) {
    const { recording } = this;
    if (steps >= recording.steps) return recording.header.line;
    const line = [0];
    for (let node = 0; ;) {
      node = this.of(node, steps).best;
      if (node < 0 || line.length > 600) break;
      line.push(node);
    }
    return line.length > 1 ? line : [];
  }
}

export { EXACT };
