// The state of the drawing after any number of steps. All that needs thought about windows and bounds
// was done when the page was made; here changes are applied, nothing else.

/**
 * @typedef {object} TraceNode
 * @property {string} label   as the rows call it
 * @property {"max" | "min"} player
 * @property {number | null} parent
 * @property {boolean} [leaf]
 * @property {string} [move]  where it tells more than the label
 * @property {string} [board]
 */

/**
 * A row of the table, or the heading of an iteration.
 * @typedef {object} Line
 * @property {string} [heading]
 * @property {number} node
 * @property {string} alpha
 * @property {string} beta
 * @property {string} g
 * @property {string} remark
 * @property {number} end     the number of steps made when the row is done
 * @property {string} says    the row in a sentence
 */

/**
 * A step: what happens, at which node, and what changes there.
 * enter: window; leaf, judge, remember: value; return: value, best child or null;
 * cut: number of the reason, node that set the bound or null, note or null; leave: value, has a line;
 * probed: number of the reason and note, or null where the search goes on, and the window it goes on with or null;
 * omit: number of the reason.
 * @typedef {[kind: string, node: number, ...rest: any[]]} Step
 */

/** @typedef {{key: string, word: string}} Reason */
/** @typedef {{reason: number, origin: number | null, note: string | null}} Badge */
/**
 * `believed` has the steps that say what is believed of their node.
 * @typedef {{nodes: TraceNode[], steps: Step[], lines: Line[], line: number[], reasons: Reason[], believed: Record<number, true>}} Trace
 */

/** How far a node has come. */
const LATER = 0, OPEN = 1, DONE = 2;
/** The number of the reason "table". */
const TABLE = 5;

/**
 * What the drawing shows.
 * @typedef {object} State
 * @property {number} steps                  the steps made
 * @property {Uint8Array} phase
 * @property {string[]} window
 * @property {string[]} value
 * @property {(Badge | null)[]} badge
 * @property {number[]} pruned               the reason of the last cut, or -1
 * @property {Int32Array} best               the best child so far, or -1
 * @property {Int32Array} believed           the last step that says what is believed of a node, or -1
 * @property {Record<string, number>} counts steps by their kind
 * @property {number[]} cuts                 cuts by their reason
 */

/** @param {Trace} trace @returns {State} */
function newState(trace) {
  const count = trace.nodes.length;
  return {
    steps: 0,
    phase: new Uint8Array(count),
    window: new Array(count).fill(""),
    value: new Array(count).fill(""),
    badge: new Array(count).fill(null),
    pruned: new Array(count).fill(-1),
    best: new Int32Array(count).fill(-1),
    believed: new Int32Array(count).fill(-1),
    counts: { enter: 0, leaf: 0, test: 0, again: 0, remember: 0 },
    cuts: new Array(trace.reasons.length).fill(0),
  };
}

/** What each kind of step changes. @type {Record<string, (state: State, step: Step) => void>} */
const CHANGES = {
  enter(state, [, node, window]) {
    state.phase[node] = OPEN;
    state.window[node] = window;
    state.value[node] = "";
    state.badge[node] = null;
    state.best[node] = -1;
    state.believed[node] = -1;
  },
  expand(state, [, node]) {
    state.phase[node] = OPEN;
  },
  leaf(state, [, node, value]) {
    state.phase[node] = DONE;
    state.value[node] = value;
  },
  judge(state, [, node, value]) {
    state.phase[node] = DONE;
    state.value[node] = value;
    state.counts.enter += 1;
  },
  return(state, [, node, value, best]) {
    state.value[node] = value;
    if (best !== null) state.best[node] = best;
  },
  cut(state, [, node, reason, origin, note]) {
    state.badge[node] = { reason, origin, note };
    state.pruned[node] = reason;
    state.cuts[reason] += 1;
  },
  leave(state, [, node, value, hasLine]) {
    state.phase[node] = DONE;
    state.value[node] = value;
    if (!hasLine) state.best[node] = -1;
  },
  remember(state, [, node, value]) {
    state.phase[node] = DONE;
    state.value[node] = value;
    state.badge[node] = { reason: TABLE, origin: null, note: null };
  },
  probed(state, [, node, reason, note, window]) {
    state.badge[node] = reason === null ? null : { reason, origin: null, note };
    if (window === null) return;
    state.phase[node] = OPEN;
    state.window[node] = window;
    state.value[node] = "";
    state.best[node] = -1;
  },
  omit(state, [, node, reason]) {
    state.pruned[node] = reason;
    state.cuts[reason] += 1;
  },
};

/**
 * The state after so many steps: onward from the given one if it is not beyond, else from the start.
 * @param {Trace} trace @param {State} state @param {number} steps @returns {State}
 */
function stateAfter(trace, state, steps) {
  const from = state.steps <= steps ? state : newState(trace);
  for (; from.steps < steps; from.steps += 1) {
    const step = trace.steps[from.steps];
    if (step[0] in from.counts) from.counts[step[0]] += 1;
    CHANGES[step[0]]?.(from, step);
    if (trace.believed[from.steps]) from.believed[step[1]] = from.steps;
  }
  return from;
}

/**
 * The best line as far as it is known; at the end that of the search.
 * @param {Trace} trace @param {State} state @returns {number[]}
 */
function bestLine(trace, state) {
  if (state.steps >= trace.steps.length) return trace.line;
  const line = [];
  for (let node = trace.nodes.length ? 0 : -1; node >= 0; node = state.best[node]) line.push(node);
  return line.length > 1 ? line : [];
}
