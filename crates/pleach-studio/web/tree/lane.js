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
    this.heading = make("header", {}, make("b", {}, `${this.name} ${search.title}`), make("span", { class: "sub num" }));
    this.reveal = make("button", { class: "btn reveal", type: "button", hidden: true }, "Show this node");
    this.fit = make("button", { class: "btn fit", type: "button", "aria-pressed": "false", hidden: true }, "Whole tree");
    this.section = make("section", { class: "lane", "aria-label": `Search ${this.name}` }, this.heading, make("div", { class: "stage" }, this.scroller, make("div", { class: "over" }, this.reveal, this.fit)));
    this.skylineSvg = draw("svg", { class: "skyline", "aria-hidden": "true" });
    this.slider = make("input", { type: "range", class: "slider", min: 1, max: search.rows.count, value: 1, "aria-label": `Row of search ${this.name}` });
    this.strip = make("div", { class: "strip" }, make("span", { class: "strip-name", "aria-hidden": "true" }, this.name), make("div", { class: "strip-body" }, this.skylineSvg, this.slider));
    this.skyline = new Skyline(this.skylineSvg, search, letter);
    new ResizeObserver(() => this.skyline.draw()).observe(this.skylineSvg);
    new ResizeObserver(() => this.offerFit()).observe(this.scroller);
  }

  /** Draws the tree for the room there is, once for each view. */
  #drawIn() {
    if (this.scroller.clientWidth === 0 || this.drawing?.compact === this.compact) return;
    const opened = this.drawing?.outline.opened;
    this.drawing = new Drawing(this.svg, this.search, this.scroller.clientWidth - 8, this.compact);
    if (opened?.length) this.drawing.restore(opened);
    this.offerFit();
  }

  /** Shows its row. */
  paint() {
    this.#drawIn();
    const { search, row } = this;
    const node = search.nodeAt(row);
    this.drawing?.paint(search.steps(row), node);
    this.skyline.move(row);
    this.slider.value = String(row + 1);
    this.slider.setAttribute("aria-valuetext", `Row ${row + 1} of ${search.rows.count}, ${search.recording.label(node)}`);
    const counted = search.counts.after(search.steps(row));
    this.heading.lastElementChild.textContent = `row ${countText(row + 1)}: ${countText(counted.nodes)} nodes, ${leavesText(counted)}`;
    if (!this.drawing) return;
    const shown = this.drawing.drawnAs(node);
    this.reveal.hidden = shown === node;
    this.makeFocusable(shown);
    this.keepInView(shown);
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
    const { scroller } = this;
    const { outline } = drawn.place;
    const left = this.svg.offsetLeft ?? 0;
    if (outline.left - 8 < scroller.scrollLeft || outline.right + 8 > scroller.scrollLeft + scroller.clientWidth) {
      scroller.scrollLeft = (outline.left + outline.right) / 2 - scroller.clientWidth / 2 + left;
    }
    if (outline.top - 8 < scroller.scrollTop || outline.bottom + 8 > scroller.scrollTop + scroller.clientHeight) {
      scroller.scrollTop = (outline.top + outline.bottom) / 2 - scroller.clientHeight / 2;
    }
  }

  get isFitted() { return this.fit.getAttribute("aria-pressed") === "true"; }

  toggleFit() {
    const fitted = !this.isFitted;
    this.fit.setAttribute("aria-pressed", String(fitted));
    this.section.classList.toggle("whole", fitted);
    if (!fitted) this.keepInView(this.drawing?.drawnAs(this.search.nodeAt(this.row)) ?? 0);
  }

  /** A drawing that fits anyway needs no button for it. */
  offerFit() {
    if (!this.drawing) return;
    const { width, height } = this.drawing.layout;
    this.fit.hidden = !this.isFitted && width <= this.scroller.clientWidth && height <= this.scroller.clientHeight;
  }
}
