// The table of the rows. Only what can be seen is in the document, so that its length does not matter.

import { make } from "../shell/make.js";
import { countText } from "./score.js";
import { badgeIcon } from "./signs.js";

const ROW_HEIGHT = 24, SPARE = 6;
/** Browsers place nothing further down than some millions of pixels: longer tables scroll by shares. */
const TALLEST = 4_000_000;

export class TraceTable {
  /** @param {HTMLElement} box @param {(row: number) => void} pick */
  constructor(box, pick) {
    this.box = box;
    /** @type {import("./search.js").SearchView | null} */
    this.search = null;
    this.row = 0;
    this.veiled = false;
    /** Where the table stands, kept so that nothing has to be measured while somebody scrubs. */
    this.seen = { top: 0, height: 0 };
    this.names = make("div", { class: "trace-row names", role: "row" },
      ["row", "node", "α", "β", "g", "remark"].map((name, place) => make("span", { role: "columnheader", class: place === 1 || place === 5 ? null : "figure" }, name)));
    this.space = make("div", { class: "trace-space", role: "rowgroup" });
    box.append(make("div", { role: "rowgroup" }, this.names), this.space);
    box.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    new ResizeObserver(() => {
      this.seen.height = box.clientHeight;
      // What was in sight before may not be so in another height.
      if (this.search) this.bring(this.row);
      this.#fill();
    }).observe(box);
    this.space.addEventListener("click", (/** @type {Event} */ event) => {
      const row = event.target instanceof Element ? event.target.closest("[data-row]") : null;
      if (row) pick(Number(row.getAttribute("data-row")));
    });
  }

  /** @param {import("./search.js").SearchView} search */
  open(search) {
    this.search = search;
    this.seen.height = this.box.clientHeight;
    const { count } = search.rows;
    this.height = Math.min(count * ROW_HEIGHT, TALLEST);
    this.space.style.height = `${this.height}px`;
    this.box.setAttribute("aria-rowcount", String(count + 1));
    const widths = [Math.max(3, String(count).length + 1), 4, 2, 2, 2];
    for (let row = 0; row < count; row += Math.ceil(count / 400)) {
      const { node, alpha, beta, g } = search.rows.cells(row);
      [node, alpha, beta, g].forEach((text, place) => { widths[place + 1] = Math.max(widths[place + 1], Math.min([...text].length, 14)); });
    }
    // A best-first search has no windows.
    if (search.recording.isBestFirst) widths[2] = widths[3] = 1;
    this.names.classList.toggle("no-windows", search.recording.isBestFirst);
    this.box.style.setProperty("--columns", `${widths.map((width) => `${width}ch`).join(" ")} minmax(8em, 1fr)`);
  }

  #scrolled() {
    const top = this.box.scrollTop;
    // What the table did itself is filled already.
    if (Math.abs(top - this.seen.top) < 1) return;
    this.seen.top = top;
    this.#fill();
  }

  /** Makes a row the current one and scrolls to it. @param {number} row */
  bring(row) {
    this.row = row;
    const { seen, box } = this;
    // The names of the columns stand before the first row and stay over the others.
    const top = this.#top(row), bottom = top + 2 * ROW_HEIGHT;
    if (top >= seen.top && bottom <= seen.top + seen.height) return;
    // It cannot be scrolled beyond its end, and what is kept here must be where it stands.
    const last = this.height + ROW_HEIGHT - seen.height;
    seen.top = Math.max(0, Math.min(Math.round((top + bottom - ROW_HEIGHT - seen.height) / 2), last));
    box.scrollTop = seen.top;
  }

  /** Shows the rows around the current one. */
  show() { this.#fill(); }

  /** Hides what comes after the current row. @param {boolean} veiled */
  veil(veiled) {
    this.veiled = veiled;
    this.#fill();
  }

  /** @param {number} row */
  #top(row) {
    const count = this.search?.rows.count ?? 1;
    return (row * this.height) / count;
  }

  #fill() {
    const { search, seen } = this;
    if (!search) return;
    const { count } = search.rows;
    const first = Math.max(0, Math.floor((seen.top / this.height) * count) - SPARE);
    const last = Math.min(count, first + Math.ceil(seen.height / ROW_HEIGHT) + 2 * SPARE);
    const crowded = this.height < count * ROW_HEIGHT;
    const anchor = this.#top(first);
    const rows = [];
    for (let row = first; row < last; row += 1) {
      const element = this.veiled && row > this.row ? hiddenRow(row, row === this.row + 1) : this.#rowElement(row);
      // Where rows are closer than they are tall, they are put below one another from the first one on.
      element.style.setProperty("top", `${crowded ? anchor + (row - first) * ROW_HEIGHT : row * ROW_HEIGHT}px`);
      element.setAttribute("aria-rowindex", String(row + 2));
      rows.push(element);
      if (this.veiled && row > this.row) break;
    }
    this.space.replaceChildren(...rows);
  }

  /** @param {number} row */
  #rowElement(row) {
    const search = /** @type {import("./search.js").SearchView} */ (this.search);
    const { node, alpha, beta, g, remark } = search.rows.cells(row);
    const reason = search.rows.reason(row);
    const phase = row === this.row ? "now" : row > this.row ? "later" : "";
    const cell = (/** @type {string} */ text, /** @type {string | null} */ name) => make("span", { role: "cell", class: name, title: text || null }, text);
    return make("div", { class: `trace-row ${phase}`, role: "row", "data-row": row, "aria-current": phase === "now" ? "true" : null },
      cell(countText(row + 1), "figure"), cell(node, null), cell(alpha, "figure"), cell(beta, "figure"), cell(g, "figure"),
      make("span", { role: "cell", class: "remark", title: remark || null }, reason && badgeIcon(reason.key), make("span", {}, remark)));
  }
}

/** @param {number} row @param {boolean} isNext */
function hiddenRow(row, isNext) {
  return make("div", { class: "trace-row later", role: "row" }, make("span", { role: "cell", class: "figure" }, countText(row + 1)),
    make("span", { role: "cell", class: "wide" }, isNext ? "hidden until you answer" : ""));
}
