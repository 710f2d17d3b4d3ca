// One search on the page: its canvas and its lane of the skyline.

import { draw, make } from "../shell/make.js";
import { leavesText } from "./counts.js";
import { Drawing } from "./drawing.js";
import { Skyline } from "./skyline.js";
import { countText } from "./score.js";

export class Lane {
  /** @param {"a" | "b"} letter @param {import("./search.js").SearchView} search */
  constructor(letter, search) {
    this.letter = letter;
    this.name = letter.toUpperCase();
    this.search = search;
    this.row = 0;
    /** Whether it stands beside another one. */
    this.compact = false;
    /** @type {Drawing | undefined} */
    this.drawing = undefined;
    /** The node that keys move about from. */
    this.focused = 0;
    this.svg = draw("svg", { class: "drawing", role: "group", "aria-label": `The tree of search ${this.name}, ${search.title}` });
    this.scroller = make("div", { class: "scroller" }, this.svg);
    this.reveal = make("button", { class: "btn reveal", type: "button", hidden: true }, "Show this node");
    this.fit = make("button", { class: "btn fit", type: "button", "aria-pressed": "false", hidden: true }, "Whole tree");
    this.counted = make("span", { class: "sub num" });
    // The buttons stand over the drawing, where they hide no node.
    this.section = make("section", { class: "lane", "aria-label": `Search ${this.name}` },
      make("header", {}, make("b", {}, `${this.name} ${search.title}`), this.counted, make("div", { class: "over" }, this.reveal, this.fit)),
      make("div", { class: "stage" }, this.scroller));
    this.skylineSvg = draw("svg", { class: "skyline", "aria-hidden": "true" });
    this.slider = make("input", { type: "range", class: "slider", min: 1, max: search.rows.count, value: 1, "aria-label": `Row of search ${this.name}` });
    this.strip = make("div", { class: "strip" }, make("span", { class: "strip-name", "aria-hidden": "true" }, this.name), make("div", { class: "strip-body" }, this.skylineSvg, this.slider));
    this.skyline = new Skyline(this.skylineSvg, search, letter);
    /** What of the drawing can be seen, kept so that nothing has to be measured while somebody scrubs. */
    this.seen = { left: 0, top: 0, width: 0, height: 0 };
    new ResizeObserver(() => this.skyline.draw()).observe(this.skylineSvg);
    new ResizeObserver(() => {
      [this.seen.width, this.seen.height] = [this.scroller.clientWidth, this.scroller.clientHeight];
      this.offerFit();
      this.#paintDrawing();
    }).observe(this.scroller);
    this.scroller.addEventListener("scroll", () => {
      [this.seen.left, this.seen.top] = [this.scroller.scrollLeft, this.scroller.scrollTop];
      this.#paintDrawing();
    }, { passive: true });
  }

  /** The part of the drawing that can be seen, with a margin; all of it where it is shown whole. */
  get #view() {
    const MARGIN = 120;
    const { left, top, width, height } = this.seen;
    return this.isFitted ? null : { left: left - MARGIN, top: top - MARGIN, right: left + width + MARGIN, bottom: top + height + MARGIN };
  }

  #paintDrawing() {
    this.drawing?.paint(this.search.steps(this.row), this.search.nodeAt(this.row), this.#view);
  }

  /** Paints all of the drawing, for a file. */
  paintWhole() {
    this.drawing?.paint(this.search.steps(this.row), this.search.nodeAt(this.row), null);
  }

  /** Draws the tree for the room there is, once for each view. */
  #drawIn() {
    if (this.drawing?.compact === this.compact) return;
    [this.seen.width, this.seen.height] = [this.scroller.clientWidth, this.scroller.clientHeight];
    if (this.seen.width === 0) return;
    const opened = this.drawing?.outline.opened;
    this.drawing = new Drawing(this.svg, this.search, this.seen.width - 8, this.compact);
    if (opened?.length) this.drawing.restore(opened);
    this.offerFit();
  }

  /** Shows its row. */
  paint() {
    this.#drawIn();
    const { search, row } = this;
    const node = search.nodeAt(row);
    // Scrolling comes first, while nothing waits to be laid out.
    if (this.drawing) this.keepInView(this.drawing.drawnAs(node));
    this.#paintDrawing();
    this.skyline.move(row);
    this.slider.value = String(row + 1);
    this.slider.setAttribute("aria-valuetext", `Row ${row + 1} of ${search.rows.count}, ${search.recording.label(node)}`);
    if (this.compact) {
      const counted = search.counts.after(search.steps(row));
      this.counted.textContent = `row ${countText(row + 1)}: ${countText(counted.nodes)} nodes, ${leavesText(counted)}`;
    }
    if (!this.drawing) return;
    const shown = this.drawing.drawnAs(node);
    this.reveal.hidden = shown === node;
    this.makeFocusable(shown);
  }

  /** One node takes part in the order of focus. @param {number} node */
  makeFocusable(node) {
    this.drawing?.nodes.get(this.focused)?.group.setAttribute("tabindex", "-1");
    this.focused = node;
    this.drawing?.nodes.get(node)?.group.setAttribute("tabindex", "0");
  }

  /** @param {number} node */
  focus(node) {
    const drawn = this.drawing?.nodes.get(node);
    if (!drawn) return;
    this.makeFocusable(node);
    this.keepInView(node);
    drawn.group.focus({ preventScroll: true });
  }

  /** Scrolls only where a node is out of sight. @param {number} node */
  keepInView(node) {
    const drawn = this.drawing?.nodes.get(node);
    if (!drawn || this.isFitted) return;
    const { seen, scroller } = this;
    const { outline } = drawn.place;
    const { width, height } = /** @type {Drawing} */ (this.drawing).layout;
    const centred = (/** @type {number} */ low, /** @type {number} */ high, /** @type {number} */ room, /** @type {number} */ all) => Math.round(Math.max(0, Math.min((low + high - room) / 2, all - room)));
    // Where it ends up is known without asking, which would have everything laid out.
    if (outline.left - 8 < seen.left || outline.right + 8 > seen.left + seen.width) {
      seen.left = centred(outline.left, outline.right, seen.width, width);
      scroller.scrollLeft = seen.left;
    }
    if (outline.top - 8 < seen.top || outline.bottom + 8 > seen.top + seen.height) {
      seen.top = centred(outline.top, outline.bottom, seen.height, height);
      scroller.scrollTop = seen.top;
    }
  }

  get isFitted() { return this.fit.getAttribute("aria-pressed") === "true"; }

  toggleFit() {
    const fitted = !this.isFitted;
    this.fit.setAttribute("aria-pressed", String(fitted));
    this.section.classList.toggle("whole", fitted);
    this.#paintDrawing();
    if (!fitted) this.keepInView(this.drawing?.drawnAs(this.search.nodeAt(this.row)) ?? 0);
  }

  /** A drawing that fits anyway needs no button for it. */
  offerFit() {
    if (!this.drawing) return;
    const { width, height } = this.drawing.layout;
    this.fit.hidden = !this.isFitted && width <= this.seen.width && height <= this.seen.height;
  }
}
