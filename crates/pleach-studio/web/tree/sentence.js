// What happens in a row, in one plain sentence or two: the words of the library's pages, made where they are read, since
// a million of them would have to be sent.

import { beliefWords, conspiratorWords } from "./belief.js";
import { countBelow } from "./recording.js";
import { EXACT, HIGHEST, LOWER, LOWEST, UPPER, nextUp, scoreWords, valueWords } from "./score.js";

/** @typedef {import("./rows.js").Rows} Rows */

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
/** Steps that say what a visit of their node has come to. */
const VISIT = ["enter", "leaf", "return", "leave", "table-hit"];

/** @param {number} count */
const plies = (count) => `${count} ${count === 1 ? "ply" : "plies"}`;

/** What a window asks. @param {number} alpha @param {number} beta */
function question(alpha, beta) {
  const [low, high] = [scoreWords(alpha), scoreWords(beta)];
  if (alpha === LOWEST && beta === HIGHEST) return "any value matters";
  if (nextUp(alpha) === beta) return `the only question is whether it is worth ${high} or more`;
  if (beta === HIGHEST) return `only values above ${low} matter`;
  if (alpha === LOWEST) return `only values below ${high} matter`;
  return `only values between ${low} and ${high} matter`;
}

/** Tells the rows of a recording, in any order. */
export class Teller {
  /** @param {Rows} rows */
  constructor(rows) {
    this.rows = rows;
    this.recording = rows.recording;
  }

  /** @param {number} row */
  tell(row) {
    const { recording, rows } = this;
    const { kind, header } = recording;
    const [begin, end] = [rows.begin[row], this.#lastOf(row)];
    const depth = rows.iteration(row);
    const opening = depth === null ? "" : `Depth ${depth} begins. `;
    const closing = row === rows.count - 1 ? this.#end() : "";
    let body = "";
    for (let step = end - 1; step >= begin && !body; step -= 1) body = this.#uncertain(step, end);
    if (body) return opening + body + this.#uncertainEnd(begin, end) + closing;
    const cut = this.#find(begin, end, "cut"), probed = this.#find(begin, end, "probed");
    const first = header.kinds[kind[begin]];
    if (cut >= 0) body = this.#cut(cut);
    else if (first === "forecast") body = this.#forecast(begin);
    else if (first === "skip") body = this.#skipped(begin);
    else if (first === "return") body = this.#returned(begin, this.#find(begin, end, "leave"));
    else if (first === "table-hit") {
      body = `${recording.subject(recording.node[begin])} is remembered: ${valueWords(recording.flags[begin] & 3, recording.g[begin])}. It is not searched again.`;
    } else if (this.#find(begin, end, "leaf") >= 0) {
      body = `${recording.subject(recording.node[begin])} is worth ${scoreWords(recording.g[this.#find(begin, end, "leaf")])}.`;
    } else body = this.#entered(begin, rows.announced(row));
    return opening + body + (probed >= 0 ? this.#failedTest(probed) : "") + closing;
  }

  /** The end of a row's own steps; the last row is drawn with all that follows. @param {number} row */
  #lastOf(row) {
    const { rows, recording } = this;
    if (row < rows.count - 1) return rows.end[row];
    let end = rows.end[row];
    while (end > rows.begin[row] + 1 && recording.node[end - 1] !== recording.node[rows.begin[row]]) end -= 1;
    return end;
  }

  /** @param {number} begin @param {number} end @param {string} name @returns {number} a step or -1 */
  #find(begin, end, name) {
    const { kind, kinds } = this.recording;
    for (let step = begin; step < end; step += 1) if (kind[step] === kinds[name]) return step;
    return -1;
  }

  /** The last step of some kind at a node before another, or -1. @param {number} node @param {number} before @param {string[]} names */
  #last(node, before, names) {
    const { stepsAt, kind, kinds, flags } = this.recording;
    const wanted = names.map((name) => kinds[name]);
    const first = stepsAt.first[node];
    for (let place = countBelow(stepsAt, node, before) - 1; place >= 0; place -= 1) {
      const step = stepsAt.list[first + place];
      if (wanted.includes(kind[step]) || (kind[step] === kinds.probed && flags[step] & 8 && names === VISIT)) return step;
    }
    return -1;
  }

  #end() {
    const { recording } = this;
    const last = recording.isUncertain ? this.#lastBelief(0, recording.steps) : null;
    const bound = { exact: EXACT, lower: LOWER, upper: UPPER }[/** @type {string} */ (recording.header.bound)] ?? EXACT;
    return ` The search is over: ${last ? beliefWords(last) : valueWords(bound, recording.header.value)} for Max.`;
  }

  /** @param {number} step @param {number | null} announced */
  #entered(step, announced) {
    const { recording } = this;
    const { kind, kinds, header, x, flags } = recording;
    const who = recording.subject(recording.node[step]);
    const asks = question(recording.alpha[step], recording.beta[step]);
    if (announced === null) return `${who} is entered; ${asks}.`;
    if (kind[announced] === kinds.test) return `${who} is tested; ${asks}.`;
    if (kind[announced] === kinds.probe) {
      return (flags[announced] & 3) === 2
        ? `${who} is looked at ${plies(x[announced])} deep, to see which move is best.`
        : `${who} is tested by a search of ${plies(x[announced])}; ${asks}.`;
    }
    const reason = header.retries[x[announced]];
    if (reason === "next pass") return `The next pass; ${asks}.`;
    if (reason === "equally good?") return `${who} is searched again, to see whether it is equally good; ${asks}.`;
    return `${who} is searched again, since ${reason}; ${asks}.`;
  }

  /** @param {number} step @param {number} left the step that leaves the node in the same row, or -1 */
  #returned(step, left) {
    const { recording } = this;
    const { x, y, g, flags, node } = recording;
    const child = x[step];
    const from = this.#last(child, step, ["leaf", "leave", "table-hit"]);
    const visit = this.#last(child, step, VISIT);
    const isBound = from >= 0 && recording.kind[from] !== recording.kinds.leaf;
    const known = visit >= 0 && g[visit] === y[step];
    const value = known ? valueWords(isBound ? flags[from] & 3 : EXACT, y[step]) : scoreWords(y[step]);
    const [name, parent] = [recording.label(child), recording.described(node[step])];
    const soFar = flags[step] & 1
      ? `${name} returns ${value} to ${parent}, its best so far.`
      : `${name} returns ${value} to ${parent}, which keeps ${scoreWords(g[step])}.`;
    if (left < 0) return soFar;
    const bound = flags[left] & 3;
    return `${soFar} ${recording.label(node[step])} is worth ${bound === EXACT ? "exactly " : ""}${valueWords(bound, g[left])}.`;
  }

  /** @param {number} step */
  #cut(step) {
    const { recording } = this;
    const { node, g, x, y, alpha, beta } = recording;
    const at = node[step];
    const [who, so] = [recording.subject(at), this.#consequence(step)];
    if (recording.reasons[y[step]].key === "direct") {
      return `${who} holds ${scoreWords(g[step])}, the best score that the game allows, so ${so}.`;
    }
    const isMin = recording.isMin(at);
    const bound = isMin ? alpha[step] : beta[step];
    const [holds, wanted, limit] = [valueWords(isMin ? UPPER : LOWER, g[step]), isMin ? "above" : "below", scoreWords(bound)];
    const by = x[step];
    let cause = `The search asks only for values ${wanted} ${limit}`;
    if (by >= 0) {
      const visit = this.#last(by, step, VISIT);
      // The opponent has that much for certain, from a child that came back before.
      cause = recording.isMin(by) !== isMin && visit >= 0 && g[visit] === bound
        ? `${isMin ? "Max" : "Min"} already has ${limit} at ${recording.label(by)}, ${this.#pliesUp(at, by)} up`
        : `Below ${recording.label(by)} only values ${wanted} ${limit} are asked for`;
    }
    return `${who} holds ${holds}. ${cause}, so ${so}.`;
  }

  /** @param {number} node @param {number} ancestor */
  #pliesUp(node, ancestor) {
    const count = this.recording.ply[node] - this.recording.ply[ancestor];
    return `${NUMBERS[count] ?? count} ${count === 1 ? "ply" : "plies"}`;
  }

  /** What a cut means for the children that have not come back. @param {number} step */
  #consequence(step) {
    const { recording } = this;
    const { stepsAt, kind, kinds, x, flags } = recording;
    const node = recording.node[step];
    const first = stepsAt.first[node];
    const back = new Set();
    for (let place = countBelow(stepsAt, node, step) - 1; place >= 0; place -= 1) {
      const at = stepsAt.list[first + place];
      if (kind[at] === kinds.enter || (kind[at] === kinds.probed && flags[at] & 8)) break;
      if (kind[at] === kinds.return) back.add(x[at]);
    }
    const left = [...recording.childrenOf(node)].filter((child) => !back.has(child)).map((child) => recording.label(child));
    if (left.length === 0) return "the node is done, with no move left to cut";
    if (left.length > 3) return `the other ${left.length} moves cannot matter`;
    const last = left.pop();
    return `${left.length ? `${left.join(", ")} and ` : ""}${last} cannot matter`;
  }

  /** @param {number} step */
  #forecast(step) {
    const { recording } = this;
    const at = recording.node[step];
    const method = recording.header.causes[recording.flags[step] >> 4];
    return `${this.#found(at, step, recording.x[step])}${method} does not search ${recording.label(at)}, and returns ${scoreWords(recording.g[step])}.`;
  }

  /** @param {number} step */
  #skipped(step) {
    const { recording } = this;
    const { x, z, g, flags, node } = recording;
    const method = recording.header.causes[flags[step] >> 4];
    const rest = flags[step] & 4 ? ", nor what comes after it" : "";
    return `${this.#found(x[step], step, z[step])}${method} does not search ${recording.label(x[step])}${rest}; ${recording.described(node[step])} keeps ${scoreWords(g[step])}.`;
  }

  /** What an omission rests on. @param {number} node @param {number} step @param {number} shallow */
  #found(node, step, shallow) {
    const asked = this.recording.flags[step] & 3;
    if (asked > 1) return "";
    const enough = valueWords(asked === 0 ? LOWER : UPPER, this.recording.y[step]);
    return `At a glance ${this.recording.described(node)} is worth ${scoreWords(shallow)}, where ${enough} is enough: `;
  }

  /** @param {number} step */
  #failedTest(step) {
    const { flags, y } = this.recording;
    const asked = flags[step] & 3;
    if (flags[step] & 4 || asked > 1) return "";
    return ` The test fails: ${valueWords(asked === 0 ? LOWER : UPPER, y[step])} was asked for.`;
  }

  /** @param {number} node @param {number} before */
  #lastBelief(node, before) {
    const { stepsAt } = this.recording;
    const first = stepsAt.first[node];
    for (let place = countBelow(stepsAt, node, before) - 1; place >= 0; place -= 1) {
      const belief = this.recording.belief(stepsAt.list[first + place]);
      if (belief) return belief;
    }
    return null;
  }

  /** A step of a search over uncertain values; nothing for others. @param {number} step @param {number} end */
  #uncertain(step, end) {
    const { recording } = this;
    const { kind, header, node, x } = recording;
    const at = node[step];
    const name = header.kinds[kind[step]];
    const belief = recording.belief(step);
    const who = recording.subject(at);
    const words = () => { const held = this.#lastBelief(at, end); return held ? beliefWords(held) : ""; };
    switch (name) {
      case "leaf": return belief ? `${who} is worth ${words()}.` : "";
      case "known": return `${who} is known to be worth ${words()}, which is all that is asked for.`;
      case "return": {
        if (!belief) return "";
        const returned = this.#lastBelief(x[step], step);
        return `${recording.label(x[step])} returns ${returned ? beliefWords(returned) : ""} to ${recording.described(at)}, which holds ${words()} now.`;
      }
      case "dominated": return this.#dominated(step, words());
      case "expand": return `${who} is expanded, ${header.strategies[x[step]]}.`;
      case "judge": return `${who} is worth ${words()}${belief ? conspiratorWords(belief) : ""}.`;
      case "back-up": return `${who} is worth ${words()} now, by its children${belief ? conspiratorWords(belief) : ""}.`;
      case "end": return `The search ends: ${header.verdicts[x[step]]}.`;
      default: return "";
    }
  }

  /** @param {number} step @param {string} held */
  #dominated(step, held) {
    const { recording } = this;
    const { node, x, alpha, beta } = recording;
    const [at, by] = [node[step], x[step]];
    const who = recording.subject(at);
    if (by < 0) return `Nothing below ${recording.described(at)} can count any more: it stays closed.`;
    // A successor that a best-first search leaves out.
    if (by === recording.parent[at] && recording.childCount(at) === 0) {
      return `${who} is worth ${held}, and ${recording.label(by)} has as much without it: it is left out.`;
    }
    const [bound, sure] = recording.isMin(at) ? [alpha[step], "Max is sure of"] : [beta[step], "Min is sure of"];
    return `${who} holds ${held}. ${sure} ${scoreWords(bound)} at ${recording.label(by)}, so ${this.#consequence(step)}.`;
  }

  /** That a node is done, where a row says so after something else. @param {number} begin @param {number} end */
  #uncertainEnd(begin, end) {
    const { recording } = this;
    const { kind, kinds, node } = recording;
    const last = end - 1;
    if (last <= begin || kind[last] !== kinds.leave || kind[last - 1] !== kinds.return) return "";
    const belief = recording.belief(last);
    return belief ? ` ${recording.label(node[last])} is worth ${beliefWords(belief)}.` : "";
  }
}
