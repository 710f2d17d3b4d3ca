// The rows of a recording: what the table lists and what scrubbing goes through.
//
// A row begins with a step that enters a node, brings a child's value back, finds a remembered one, leaves something
// out, or grows a best-first tree; the steps that follow at the same node belong to it.

import { beliefPlain, conspiracyText } from "./belief.js";
import { grouped } from "./recording.js";
import { scoreText } from "./score.js";

/** @typedef {import("./recording.js").Recording} Recording */

const BEGINS = ["enter", "return", "table-hit", "forecast", "skip", "expand", "judge", "back-up", "end"];
const CONTINUES = ["leaf", "known", "cut", "leave", "probed"];

export class Rows {
  /** @param {Recording} recording */
  constructor(recording) {
    this.recording = recording;
    const { kinds, kind, node, steps } = recording;
    const role = new Uint8Array(recording.header.kinds.length);
    for (const name of BEGINS) role[kinds[name]] = 1;
    for (const name of CONTINUES) role[kinds[name]] = 2;
    const [begin, end, testing] = [new Uint32Array(steps), new Uint32Array(steps), new Uint8Array(steps)];
    const { probe, probed, dominated } = kinds;
    let rows = 0, probes = 0;
    for (let step = 0; step < steps; step += 1) {
      const is = kind[step];
      if (is === probe) probes += 1;
      else if (is === probed) probes -= 1;
      const begins = role[is] === 1 || (is === dominated && (rows === 0 || node[begin[rows - 1]] !== node[step]));
      if (begins) {
        begin[rows] = step;
        end[rows] = step + 1;
        testing[rows] = probes > 0 ? 1 : 0;
        rows += 1;
      } else if (rows > 0 && (role[is] === 2 || is === dominated)) end[rows - 1] = step + 1;
    }
    if (rows > 0) end[rows - 1] = steps;
    /** The first step of each row. */
    this.begin = begin.slice(0, rows);
    /** The number of steps made when a row is done. */
    this.end = end.slice(0, rows);
    /** Whether a row belongs to a shallow search. */
    this.testing = testing.slice(0, rows);
    this.nodeOf = new Uint32Array(rows);
    for (let row = 0; row < rows; row += 1) this.nodeOf[row] = node[begin[row]];
    this.at = grouped(recording.nodes, this.nodeOf);
    this.reasonOf = this.#reasons();
    /** The rows that cut something off, in order. */
    this.cuts = this.#cuts();
  }

  get count() { return this.begin.length; }

  /** The number of the reason of each row's cut, or -1. */
  #reasons() {
    const { kinds, kind, y, flags, reasons } = this.recording;
    const number = (/** @type {string} */ key) => reasons.findIndex((reason) => reason.key === key);
    const [test, skip, table] = ["test", "skip", "table"].map(number);
    const dominated = [number("dominated"), number("proven-dominated")];
    const found = new Int8Array(this.count).fill(-1);
    // What a kind of step says of its row: a reason, or that the step itself tells it.
    const says = new Int8Array(this.recording.header.kinds.length).fill(-1);
    const [CUT, DOMINATED] = [100, 101];
    for (const [name, reason] of /** @type {[string, number][]} */ ([["cut", CUT], ["dominated", DOMINATED], ["forecast", test], ["skip", skip], ["table-hit", table]])) says[kinds[name]] = reason;
    const { begin, end, count } = this;
    for (let row = 0; row < count; row += 1) {
      for (let step = begin[row]; step < end[row]; step += 1) {
        const reason = says[kind[step]];
        if (reason < 0) continue;
        found[row] = reason === CUT ? y[step] : reason === DOMINATED ? dominated[flags[step] & 1] : reason;
      }
    }
    return found;
  }

  /** Remembered values cut nothing off, nor does what happens inside a test. */
  #cuts() {
    const table = this.recording.reasons.findIndex((reason) => reason.key === "table");
    const { count, reasonOf, testing } = this;
    const cuts = new Uint32Array(count);
    let found = 0;
    for (let row = 0; row < count; row += 1) {
      if (reasonOf[row] >= 0 && reasonOf[row] !== table && testing[row] === 0) cuts[found++] = row;
    }
    return cuts.slice(0, found);
  }

  /** @param {number} row @returns {{ key: string, word: string } | null} */
  reason(row) { return this.recording.reasons[this.reasonOf[row]] ?? null; }

  /** The announcement of a row, which the steps before it make. @param {number} row @returns {number | null} a step */
  announced(row) {
    const { kinds, kind } = this.recording;
    const from = row > 0 ? this.end[row - 1] : 0;
    for (let step = this.begin[row] - 1; step >= from; step -= 1) {
      if ([kinds.test, kinds.again, kinds.probe].includes(kind[step])) return step;
    }
    return null;
  }

  /** The depth of an iteration that a row begins, or null. @param {number} row */
  iteration(row) {
    const { kinds, kind, x } = this.recording;
    for (let step = row > 0 ? this.end[row - 1] : 0; step < this.begin[row]; step += 1) {
      if (kind[step] === kinds.iteration) return x[step];
    }
    return null;
  }

  /** The last step of a row that says what is believed, or -1. @param {number} row */
  #believed(row) {
    for (let step = this.end[row] - 1; step >= this.begin[row]; step -= 1) {
      if (this.recording.believed?.[step] && this.recording.node[step] === this.nodeOf[row]) return step;
    }
    return -1;
  }

  /** The value after a row, as the column `g` of the thesis has it. @param {number} row */
  g(row) {
    const { recording } = this;
    const { kinds, kind } = recording;
    let value = recording.g[this.begin[row]];
    for (let step = this.begin[row]; step < this.end[row]; step += 1) {
      if ([kinds.leaf, kinds.cut, kinds.known].includes(kind[step])) value = recording.g[step];
    }
    return value;
  }

  /** What a row of the table says. @param {number} row */
  cells(row) {
    const { recording } = this;
    const step = this.begin[row];
    const belief = recording.belief(this.#believed(row));
    return {
      node: recording.label(this.nodeOf[row]),
      alpha: recording.isBestFirst ? "" : scoreText(recording.alpha[step]),
      beta: recording.isBestFirst ? "" : scoreText(recording.beta[step]),
      g: belief ? beliefPlain(belief) : scoreText(this.g(row)),
      remark: this.remark(row),
    };
  }

  /** @param {number} row */
  remark(row) {
    const { recording } = this;
    const { kinds, kind, flags, x, y, header } = recording;
    const first = this.begin[row];
    let remark = "";
    switch (header.kinds[kind[first]]) {
      case "enter": remark = this.#announcement(this.announced(row)); break;
      case "forecast": case "skip": remark = `${header.causes[flags[first] >> 4]} cut-off${evidence(recording, first)}`; break;
      case "table-hit": remark = `remembered: ${"=≥≤"[flags[first] & 3]} ${scoreText(recording.g[first])}`; break;
      case "expand": remark = `expanded ${header.strategies[x[first]]}`; break;
      case "judge": case "back-up": remark = conspiracyText(recording.belief(first) ?? { low: 0, high: 0, scores: new Int32Array(), shares: new Float32Array(), conspiracy: null }); break;
      case "end": remark = header.verdicts[x[first]]; break;
    }
    for (let step = first; step < this.end[row]; step += 1) {
      const by = x[step] >= 0 ? `, bound of ${recording.label(x[step])}` : "";
      if (kind[step] === kinds.cut) remark = `cut-off: ${recording.reasons[y[step]].word} cut${by}`;
      if (kind[step] === kinds.dominated) remark = `cut-off: dominated${by}`;
      if (kind[step] === kinds.known) remark = "known well enough: not searched";
      if (kind[step] === kinds.probed && !(flags[step] & 4) && (flags[step] & 3) !== 2) {
        remark += `${remark ? "; " : ""}test fails${evidence(recording, step)}`;
      }
    }
    return remark;
  }

  /** @param {number | null} step */
  #announcement(step) {
    const { kinds, kind, x, flags, header } = this.recording;
    if (step === null) return "";
    if (kind[step] === kinds.test) return "test";
    if (kind[step] === kinds.again) return `again: ${header.retries[x[step]]}`;
    return ["b-test", "a-test", "which move is best?"][flags[step] & 3];
  }
}

/**
 * What a test found beside its threshold: `: 50 ≥ 27`.
 * @param {Recording} recording @param {number} step
 */
export function evidence(recording, step) {
  const text = comparison(recording, step);
  return text ? `: ${text}` : "";
}

/** `50 ≥ 27`, or nothing where nothing was compared. @param {Recording} recording @param {number} step */
export function comparison(recording, step) {
  const { kinds, kind, flags, x, y, z } = recording;
  const question = flags[step] & 3;
  if (question > 1) return "";
  const shallow = kind[step] === kinds.skip ? z[step] : x[step];
  const threshold = y[step];
  const sign = question === 0 ? (shallow >= threshold ? "≥" : "<") : shallow <= threshold ? "≤" : ">";
  return `${scoreText(shallow)} ${sign} ${scoreText(threshold)}`;
}
