// The table of the rows. Only what can be seen is in the document, so its length does not matter.

const ROW_HEIGHT = 26;
/** Rows kept ready above and below what is seen. */
const SPARE_ROWS = 8;

/**
 * @typedef {object} RowTable
 * @property {HTMLElement} box
 * @property {HTMLElement} space
 * @property {Trace} trace
 * @property {number[]} numbers   the row number of each line, 0 for headings
 * @property {number} current     the line of the current row
 */

/**
 * @param {HTMLElement} box @param {Trace} trace @param {number[]} numbers
 * @param {(number: number) => void} pick called with the number of the row that is chosen
 * @returns {RowTable}
 */
function createRows(box, trace, numbers, pick) {
  const { lines, nodes } = trace;
  box.style.setProperty("--columns", rowColumns(trace));
  box.setAttribute("role", "table");
  box.setAttribute("aria-labelledby", "rows-title");
  box.setAttribute("aria-rowcount", String(lines.length + 1));
  box.tabIndex = 0;
  const names = rowElement(["row", "node", "α", "β", "g", "remark"], "names", "columnheader");
  const space = document.createElement("div");
  space.className = "row-space";
  space.setAttribute("role", "rowgroup");
  space.style.height = `${lines.length * ROW_HEIGHT}px`;
  box.append(names, space);
  const table = { box, space, trace, numbers, current: 0 };
  box.addEventListener("scroll", () => fillRows(table), { passive: true });
  new ResizeObserver(() => fillRows(table)).observe(box);
  space.addEventListener("click", (event) => {
    const row = event.target instanceof Element ? event.target.closest("[data-line]") : null;
    const number = row ? numbers[Number(row.getAttribute("data-line"))] : 0;
    if (number > 0) pick(number);
  });
  return table;
}

/** The widths of the columns, for the widest of all rows. @param {Trace} trace */
function rowColumns(trace) {
  const widest = { number: String(trace.lines.length).length, node: 4, alpha: 1, beta: 1, g: 1 };
  for (const line of trace.lines) {
    if (line.heading !== undefined) continue;
    widest.node = Math.max(widest.node, Math.min(trace.nodes[line.node].label.length, 16));
    for (const key of /** @type {const} */ (["alpha", "beta", "g"])) widest[key] = Math.max(widest[key], line[key].length);
  }
  const figures = [widest.number + 1, widest.node, widest.alpha, widest.beta, widest.g];
  return [...figures.map((width) => `${width}ch`), "minmax(11em, 1fr)"].join(" ");
}

/** @param {(string | Node[])[]} cells @param {string} classes @param {string} role */
function rowElement(cells, classes, role) {
  const row = document.createElement("div");
  row.className = `row ${classes}`;
  row.setAttribute("role", "row");
  cells.forEach((content, column) => {
    const cell = document.createElement("span");
    cell.setAttribute("role", role);
    if (column === 5) cell.className = "remark";
    else if (column !== 1) cell.className = "figure";
    if (column === 5 && typeof content !== "string") cell.title = content.map((part) => part.textContent).join("");
    cell.append(...(typeof content === "string" ? [content] : content));
    row.append(cell);
  });
  return row;
}

/** @param {RowTable} table @param {number} index */
function lineElement(table, index) {
  const line = table.trace.lines[index];
  const number = table.numbers[index];
  if (line.heading !== undefined) return rowElement([line.heading], "heading", "cell");
  const phase = index === table.current ? "now" : index > table.current ? "later" : "";
  const label = table.trace.nodes[line.node].label;
  const row = rowElement([String(number), label, line.alpha, line.beta, line.g, remarkParts(table.trace, line)], phase, "cell");
  if (phase === "now") row.setAttribute("aria-current", "true");
  return row;
}

/** The remark, with the badge of a cut before it. @param {Trace} trace @param {Line} line @returns {Node[]} */
function remarkParts(trace, line) {
  const reason = rowReason(trace, line);
  const text = document.createTextNode(line.remark);
  return reason ? [badgeIcon(reason), text] : [text];
}

/** The reason of a row's cut, if it has one. @param {Trace} trace @param {Line} line */
function rowReason(trace, line) {
  for (let step = line.end - 1; step >= 0; step -= 1) {
    const [kind, node, reason] = trace.steps[step];
    if (node !== line.node) return undefined;
    if (kind === "cut" || kind === "omit") return trace.reasons[reason];
    if (kind === "remember") return trace.reasons[TABLE];
    if (kind !== "leave" && kind !== "probed") return undefined;
  }
  return undefined;
}

/** Puts the lines that can be seen into the document. @param {RowTable} table */
function fillRows(table) {
  const { box, space, trace } = table;
  const first = Math.max(0, Math.floor(box.scrollTop / ROW_HEIGHT) - SPARE_ROWS);
  const last = Math.min(trace.lines.length, Math.ceil((box.scrollTop + box.clientHeight) / ROW_HEIGHT) + SPARE_ROWS);
  const rows = [];
  for (let index = first; index < last; index += 1) {
    const row = lineElement(table, index);
    row.style.top = `${index * ROW_HEIGHT}px`;
    row.setAttribute("aria-rowindex", String(index + 2));
    row.setAttribute("data-line", String(index));
    rows.push(row);
  }
  space.replaceChildren(...rows);
}

/** Marks a line as the current one and brings it into view. @param {RowTable} table @param {number} line */
function showRow(table, line) {
  const { box } = table;
  table.current = line;
  // The names of the columns stay on top and cover one row.
  const room = box.clientHeight - ROW_HEIGHT;
  const top = line * ROW_HEIGHT;
  if (top < box.scrollTop + ROW_HEIGHT || top + 2 * ROW_HEIGHT > box.scrollTop + room) {
    box.scrollTop = Math.max(0, top - room / 2);
  }
  fillRows(table);
}
