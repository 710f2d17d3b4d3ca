// One recorded search with all that is looked up in it.

import { Counts } from "./counts.js";
import { Recording } from "./recording.js";
import { Rows } from "./rows.js";
import { Teller } from "./sentence.js";
import { States } from "./state.js";

export class SearchView {
  /** @param {ArrayBuffer} file @param {string} title how people call it */
  constructor(file, title) {
    this.title = title;
    this.recording = new Recording(file);
    this.rows = new Rows(this.recording);
    this.states = new States(this.recording);
    this.counts = new Counts(this.recording, this.states.probing);
    this.teller = new Teller(this.rows);
  }

  /** The steps that are made when a row, counted from 0, is done. @param {number} row */
  steps(row) { return row === this.rows.count - 1 ? this.recording.steps : this.rows.end[row]; }

  /** The node that a row is about. @param {number} row */
  nodeAt(row) { return this.rows.nodeOf[row]; }

  /**
   * The row of this search that matches one of another: at the same node, as often as it was there. A node that this search never
   * reached is met at the last row of the lowest ancestor that it did.
   * @param {SearchView} other @param {number} row
   */
  rowLike(other, row) {
    const theirs = other.nodeAt(row);
    const path = other.recording.path(theirs);
    const { first, list } = other.rows.at;
    let place = 0;
    while (list[first[theirs] + place] !== row) place += 1;
    const isLast = first[theirs] + place === first[theirs + 1] - 1;
    for (let depth = path.length; depth >= 0; depth -= 1) {
      const node = this.recording.at(path.slice(0, depth));
      if (node === null) continue;
      const own = this.rows.at;
      const count = own.first[node + 1] - own.first[node];
      if (count === 0) continue;
      const take = depth < path.length || isLast ? count - 1 : Math.min(place, count - 1);
      return own.list[own.first[node] + take];
    }
    return 0;
  }

  /** The nearest row with a cut in a direction, or null. @param {number} row @param {1 | -1} direction */
  nextCut(row, direction) {
    const { cuts } = this.rows;
    let low = 0, high = cuts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cuts[middle] < row + (direction > 0 ? 1 : 0)) low = middle + 1; else high = middle;
    }
    return cuts[direction > 0 ? low : low - 1] ?? null;
  }

  /** The next row at a node, after the last one the first. @param {number} node @param {number} row */
  nextRowAt(node, row) {
    const { first, list } = this.rows.at;
    for (let place = first[node]; place < first[node + 1]; place += 1) if (list[place] > row) return list[place];
    return first[node] < first[node + 1] ? list[first[node]] : null;
  }
}
