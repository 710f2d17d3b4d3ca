// The skyline over the slider: one stem for a row, as tall as its node is high; warm bands are tests; badges stand over cuts.

import { draw } from "../shell/make.js";
import { countText } from "./score.js";
import { badge } from "./signs.js";

const HEIGHT = 46, INSET = 8, TRACK = HEIGHT - 9, LABELS = 13;
/** Where there are more cuts than this, their colours say enough. */
const MOST_BADGES = 400;
/** Rows closer than this share a stem: the tallest of them. */
const CLOSEST = 2;

export class Skyline {
  /**
   * @param {SVGElement} svg
   * @param {import("./search.js").SearchView} search
   * @param {string} name of the clip, which must differ from other lanes'
   */
  constructor(svg, search, name) {
    this.svg = svg;
    this.search = search;
    this.name = name;
    this.width = 0;
    this.row = 0;
    this.veiled = false;
  }

  /** Where a row, counted from 0, stands. @param {number} row */
  x(row) {
    return INSET + (row / Math.max(1, this.search.rows.count - 1)) * (this.width - 2 * INSET);
  }

  /** The row nearest to a place. @param {number} x */
  rowAt(x) {
    const share = (x - INSET) / Math.max(1, this.width - 2 * INSET);
    return Math.round(Math.min(1, Math.max(0, share)) * (this.search.rows.count - 1));
  }

  /** Draws everything at the width there is. */
  draw() {
    this.width = this.svg.clientWidth;
    if (this.width === 0) return;
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${HEIGHT + LABELS}`);
    this.edge = draw("rect", { height: HEIGHT + LABELS });
    const stems = this.#stems();
    this.bands = this.#bands();
    const past = draw("g", { class: "past", "clip-path": `url(#past-${this.name})` }, stems.map((stem) => stem.cloneNode()), this.#badges());
    this.future = draw("g", { class: "future" }, stems, this.#badges());
    this.track = draw("path", { class: "track-past" });
    this.cursor = draw("g", { class: "playhead" }, draw("path", { d: `M0 ${TRACK}V16` }), draw("circle", { cy: TRACK + 3, r: 6 }));
    this.svg.replaceChildren(draw("clipPath", { id: `past-${this.name}` }, this.edge), this.bands, this.future, past,
      draw("path", { class: "track", d: `M${INSET} ${TRACK + 3}H${this.width - INSET}` }), this.track, this.#labels(), this.cursor);
    this.move(this.row);
  }

  /** @param {number} row */
  move(row) {
    this.row = row;
    if (!this.cursor) return;
    const x = this.x(row);
    // The badge over the current row is whole, where its neighbours leave it room.
    this.edge.setAttribute("width", String(x + Math.max(1, Math.min(8, 0.9 * (this.x(1) - this.x(0))))));
    this.track.setAttribute("d", `M${INSET} ${TRACK + 3}H${x}`);
    this.cursor.setAttribute("transform", `translate(${x} 0)`);
    this.future.toggleAttribute("hidden", this.veiled);
    if (this.veiled) this.bands.setAttribute("clip-path", `url(#past-${this.name})`); else this.bands.removeAttribute("clip-path");
  }

  /** Hides what comes after the current row, for exercises. @param {boolean} veiled */
  veil(veiled) {
    this.veiled = veiled;
    this.move(this.row);
  }

  #stems() {
    const { rows, recording } = this.search;
    let lowest = 1;
    for (const node of rows.nodeOf) lowest = Math.max(lowest, recording.ply[node]);
    let stems = "", drawnAt = -Infinity, tallest = 0;
    const stem = (/** @type {number} */ row) => 4 + ((lowest - recording.ply[rows.nodeOf[row]]) / lowest) * 16;
    for (let row = 0; row < rows.count; row += 1) {
      const x = this.x(row), tall = stem(row);
      if (x - drawnAt < CLOSEST && tall <= tallest) continue;
      stems += `M${x.toFixed(1)} ${TRACK}v${-tall.toFixed(1)}`;
      drawnAt = x;
      tallest = tall;
    }
    /** @type {Map<string, string>} */
    const cuts = new Map();
    let cutAt = -Infinity;
    for (const row of rows.cuts) {
      const x = this.x(row);
      if (x - cutAt < 1) continue;
      const { key } = recording.reasons[rows.reasonOf[row]];
      cuts.set(key, `${cuts.get(key) ?? ""}M${x.toFixed(1)} ${TRACK}v${-stem(row).toFixed(1)}`);
      cutAt = x;
    }
    return [draw("path", { class: "stem", d: stems }), ...[...cuts].map(([key, d]) => draw("path", { class: `cut-stem ${key}`, d }))];
  }

  /** One band for each stretch of test rows. */
  #bands() {
    const { rows } = this.search;
    const group = draw("g", { class: "bands" });
    const half = Math.max(0.5, (this.x(1) - this.x(0)) / 2);
    let begin = -1, last = -Infinity;
    for (let row = 0; row <= rows.count; row += 1) {
      const tests = row < rows.count && rows.testing[row] === 1;
      if (tests && begin < 0) begin = row;
      if (tests || begin < 0) continue;
      const x = this.x(begin) - half, right = this.x(row - 1) + half;
      if (x - last >= 1 || right - x >= 2) group.append(draw("rect", { x: x + 0.5, y: 17, width: Math.max(1, right - x - 1), height: TRACK - 17, rx: 2 }));
      last = right;
      begin = -1;
    }
    return group;
  }

  /** A badge over each cut, where they do not crowd. */
  #badges() {
    const { rows } = this.search;
    /** @type {SVGElement[]} */
    const badges = [];
    if (rows.cuts.length > MOST_BADGES) return badges;
    let free = -Infinity;
    for (const row of rows.cuts) {
      const x = this.x(row);
      if (x < free) continue;
      badges.push(badge(this.search.recording.reasons[rows.reasonOf[row]].key, x - 7, 1, 14));
      free = x + 16;
    }
    return badges;
  }

  #labels() {
    const { count } = this.search.rows;
    const group = draw("g", { class: "labels" });
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5].find((size) => (size / Math.max(1, count)) * this.width > 64) ?? 1e6;
    for (let row = step; row <= count; row += step) {
      const x = this.x(row - 1);
      if (x < this.width - 20) group.append(draw("text", { x, y: HEIGHT + LABELS - 3 }, countText(row)));
    }
    if (step > 4) group.prepend(draw("text", { x: this.x(0), y: HEIGHT + LABELS - 3 }, "1"));
    return group;
  }
}
