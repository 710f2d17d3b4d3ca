// The page: one current row, shown by the drawing, the inspector, the table and the slider alike.

/** @type {Trace} */
const trace = JSON.parse(document.getElementById("trace")?.textContent ?? "{}");
/** The lines that are rows; a row's number is its place here plus one. */
const rowLines = trace.lines.flatMap((line, index) => (line.heading === undefined ? [index] : []));
const rows = rowLines.map((line) => trace.lines[line]);

/** @param {string} id @returns {any} */
const byId = (id) => document.getElementById(id);
const scroller = byId("scroller");
const painter = createPainter(scroller.querySelector("svg"), trace);
const table = createRows(byId("rows"), trace, lineNumbers(), goTo);
const skyline = createSkyline(byId("skyline"), trace, rows);
const slider = byId("slider");

let state = newState(trace);
/** The number of the current row, from 1. */
let current = 0;
/** The node that the keys move about from. */
let focused = 0;

function lineNumbers() {
  const numbers = new Array(trace.lines.length).fill(0);
  rowLines.forEach((line, index) => (numbers[line] = index + 1));
  return numbers;
}

/** Shows a row. @param {number} number */
function goTo(number) {
  const next = Math.min(Math.max(number, 1), rows.length);
  if (next === current || rows.length === 0) return;
  current = next;
  const row = rows[current - 1];
  state = stateAfter(trace, state, current === rows.length ? trace.steps.length : row.end);
  paint(painter, state, row.node);
  showRow(table, rowLines[current - 1]);
  moveSkyline(skyline, current - 1);
  showSlider(row);
  showSentence(row);
  showCounters();
  setFocusable(drawnAs(painter, row.node));
  keepInView(drawnAs(painter, row.node));
  announce(row.says);
  remember();
}

/** @param {Line} row */
function showSlider(row) {
  slider.value = String(current);
  const share = rows.length > 1 ? (current - 1) / (rows.length - 1) : 1;
  slider.style.setProperty("--progress", `calc(8px + ${share} * (100% - 16px))`);
  const place = `Row ${current} of ${rows.length}, ${trace.nodes[row.node].label}`;
  slider.setAttribute("aria-valuetext", row.remark ? `${place}, ${row.remark}` : place);
  byId("row-number").textContent = grouped(current);
  byId("row-count").textContent = `of ${grouped(rows.length)}`;
}

/** @param {Line} row */
function showSentence(row) {
  byId("row-title").textContent = `Row ${grouped(current)}`;
  const hidden = drawnAs(painter, row.node) !== row.node ? " This node lies below the plies that are drawn." : "";
  byId("sentence").textContent = row.says + hidden;
  const chip = byId("chip");
  const reason = rowReason(trace, row);
  chip.hidden = !reason;
  if (reason) chip.replaceChildren(badgeIcon(reason), reason.key === "table" ? "remembered" : `${reason.word} cut`);
}

function showCounters() {
  const { counts, cuts } = state;
  /** @type {[Node[], number][]} */
  const entries = [[[text("nodes")], counts.enter], [[text("leaves")], counts.leaf]];
  if (uses.test) entries.push([[text("tests")], counts.test]);
  if (uses.again) entries.push([[text("searched again")], counts.again]);
  trace.reasons.forEach((reason, index) => {
    if (uses.reasons[index]) entries.push([[badgeIcon(reason), text(reason.word)], index === TABLE ? counts.remember : cuts[index]]);
  });
  byId("counters").replaceChildren(...entries.flatMap(([name, count]) => [pair("dt", name), pair("dd", [text(grouped(count))])]));
}

/** What the whole recording has, so that the counters keep their places. */
const uses = (() => {
  const reasons = trace.reasons.map(() => false);
  const kinds = new Set(trace.steps.map((step) => step[0]));
  for (const step of trace.steps) if (step[0] === "cut" || step[0] === "omit") reasons[step[2]] = true;
  reasons[TABLE] = kinds.has("remember");
  return { test: kinds.has("test"), again: kinds.has("again"), reasons };
})();

/** @param {string} content */
const text = (content) => document.createTextNode(content);

/** @param {string} name @param {Node[]} content */
function pair(name, content) {
  const element = document.createElement(name);
  element.append(...content);
  return element;
}

/** @param {number} count */
const grouped = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

/** Scrolls the drawing only when the node is out of sight. @param {number} node */
function keepInView(node) {
  const group = painter.nodes.get(node)?.group;
  if (!group || byId("fit").getAttribute("aria-pressed") === "true") return;
  const box = group.getBoundingClientRect(), view = scroller.getBoundingClientRect();
  if (box.left < view.left + 8 || box.right > view.right - 8) {
    scroller.scrollLeft += (box.left + box.right) / 2 - (view.left + view.right) / 2;
  }
  if (box.top < view.top + 8 || box.bottom > view.bottom - 8) {
    scroller.scrollTop += (box.top + box.bottom) / 2 - (view.top + view.bottom) / 2;
  }
}

const announcement = { words: "", waiting: false };
/** Tells screen readers, at most every two seconds; what comes in between is skipped. @param {string} words */
function announce(words) {
  announcement.words = words;
  if (announcement.waiting) return;
  byId("live").textContent = words;
  announcement.waiting = true;
  setTimeout(() => {
    announcement.waiting = false;
    if (announcement.words !== words) announce(announcement.words);
  }, 2000);
}

let remembering = 0;
/** Keeps the row in the address, for reloads and links, once the scrubbing rests. */
function remember() {
  clearTimeout(remembering);
  remembering = setTimeout(() => {
    try {
      history.replaceState(null, "", `#row=${current}`);
    } catch {
      // Some browsers forbid it to files.
    }
  }, 300);
}

/** Goes to the nearest cut in a direction; a remembered value is none. @param {number} direction */
function nextCut(direction) {
  const isCut = (/** @type {number} */ row) => (skyline.reasons[row - 1]?.key ?? "table") !== "table";
  let row = current + direction;
  while (row >= 1 && row <= rows.length && !isCut(row)) row += direction;
  if (row >= 1 && row <= rows.length) goTo(row);
}

let playing = 0;
function togglePlay() {
  if (playing) return stop();
  if (current >= rows.length) goTo(1);
  byId("play").classList.add("playing");
  byId("play").setAttribute("aria-label", "Pause");
  playing = setInterval(() => (current < rows.length ? goTo(current + 1) : stop()), 1000 / Number(byId("speed").value));
}

function stop() {
  clearInterval(playing);
  playing = 0;
  byId("play").classList.remove("playing");
  byId("play").setAttribute("aria-label", "Play");
}

/** @type {Record<string, () => void>} */
const moves = {
  first: () => goTo(1),
  back: () => goTo(current - 1),
  forward: () => goTo(current + 1),
  last: () => goTo(rows.length),
  "previous-cut": () => nextCut(-1),
  "next-cut": () => nextCut(1),
};

/** A step by hand ends the playing. @param {() => void} move */
function byHand(move) {
  stop();
  move();
}

/** One node of the drawing takes part in the order of focus. @param {number} node */
function setFocusable(node) {
  painter.nodes.get(focused)?.group.setAttribute("tabindex", "-1");
  focused = node;
  painter.nodes.get(node)?.group.setAttribute("tabindex", "0");
}

/** @param {number} node */
function focusNode(node) {
  if (!painter.nodes.has(node)) return;
  setFocusable(node);
  keepInView(node);
  painter.nodes.get(node)?.group.focus({ preventScroll: true });
}

/** The drawn children of a node, from left to right. @param {number | null} parent */
const drawnChildren = (parent) => [...painter.nodes.keys()].filter((node) => trace.nodes[node].parent === parent);

/** @param {number} by */
function focusSibling(by) {
  const siblings = drawnChildren(trace.nodes[focused]?.parent ?? null);
  focusNode(siblings[siblings.indexOf(focused) + by] ?? focused);
}

/** The next row at a node, after the last from the first. @param {number} node */
function nextRowAt(node) {
  const at = rows.flatMap((row, index) => (row.node === node ? [index + 1] : []));
  const next = at.find((number) => number > current) ?? at[0];
  if (next) byHand(() => goTo(next));
}

/** @type {Record<string, (event: KeyboardEvent) => void>} */
const keys = {
  ArrowLeft: (event) => byHand(() => goTo(current - (event.shiftKey ? 10 : 1))),
  ArrowRight: (event) => byHand(() => goTo(current + (event.shiftKey ? 10 : 1))),
  Home: () => byHand(moves.first),
  End: () => byHand(moves.last),
  "[": () => byHand(moves["previous-cut"]),
  "]": () => byHand(moves["next-cut"]),
  " ": () => togglePlay(),
  i: () => focusNode(trace.nodes[focused]?.parent ?? focused),
  k: () => focusNode(drawnChildren(focused)[0] ?? focused),
  j: () => focusSibling(-1),
  l: () => focusSibling(1),
  "?": () => byId("keys").showModal(),
  Escape: () => hideBoard(),
};

/** @param {KeyboardEvent} event */
function onKey(event) {
  const target = event.target instanceof Element ? event.target : null;
  if (event.ctrlKey || event.metaKey || event.altKey || byId("keys").open) return;
  if (target?.matches("select") || (event.key === " " && target?.matches("button"))) return;
  const node = target?.closest(".node");
  if (event.key === "Enter" && node) return nextRowAt(Number(node.getAttribute("data-node")));
  const action = keys[event.key] ?? keys[event.key.toLowerCase()];
  if (!action) return;
  event.preventDefault();
  action(event);
}

/** The node whose board is shown. @type {Element | null} */
let boardOf = null;

/** Shows the board of a node beside it. @param {Element} group */
function showBoard(group) {
  const node = Number(group.getAttribute("data-node"));
  const { board } = trace.nodes[node];
  if (!board || state.phase[node] === LATER) return hideBoard();
  const card = byId("board");
  card.children[0].textContent = nodeName(trace, node);
  card.children[1].textContent = board;
  card.hidden = false;
  boardOf = group;
  group.setAttribute("aria-describedby", "board");
  const box = (group.querySelector(".box") ?? group).getBoundingClientRect();
  const below = box.bottom + 8 + card.offsetHeight <= innerHeight;
  card.style.left = `${Math.max(8, Math.min(box.left, innerWidth - card.offsetWidth - 8))}px`;
  card.style.top = `${below ? box.bottom + 8 : Math.max(8, box.top - card.offsetHeight - 8)}px`;
}

function hideBoard() {
  byId("board").hidden = true;
  boardOf = null;
}

/** Calls back with the node that an event happens at. @param {(group: Element) => void} act */
const atNode = (act) => (/** @type {Event} */ event) => {
  const group = event.target instanceof Element ? event.target.closest(".node") : null;
  if (group) act(group);
};

function toggleFit() {
  const fit = byId("fit").getAttribute("aria-pressed") !== "true";
  byId("fit").setAttribute("aria-pressed", String(fit));
  document.body.classList.toggle("whole", fit);
  if (!fit) keepInView(drawnAs(painter, rows[current - 1]?.node ?? 0));
}

/** A drawing that fits anyway needs no button for it. */
function offerFit() {
  const drawing = scroller.querySelector("svg");
  const [width, height] = ["width", "height"].map((side) => Number(drawing.getAttribute(side)));
  const fits = width <= scroller.clientWidth && height <= scroller.clientHeight;
  byId("fit").hidden = fits && byId("fit").getAttribute("aria-pressed") !== "true";
}

function toggleTheme() {
  const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem("pleach-theme", theme);
  } catch {
    // Then the choice lasts as long as the page.
  }
}

/** Scrubs with the pointer over the skyline. @param {PointerEvent} event */
function scrub(event) {
  if (event.type === "pointerdown") skyline.svg.setPointerCapture(event.pointerId);
  else if (!event.buttons) return;
  byHand(() => goTo(skylineRow(skyline, event.clientX - skyline.svg.getBoundingClientRect().left) + 1));
}

function listen() {
  document.addEventListener("keydown", onKey);
  slider.addEventListener("input", () => byHand(() => goTo(Number(slider.value))));
  skyline.svg.addEventListener("pointerdown", scrub);
  skyline.svg.addEventListener("pointermove", scrub);
  for (const button of document.querySelectorAll("[data-go]")) {
    button.addEventListener("click", () => byHand(moves[button.getAttribute("data-go") ?? ""]));
  }
  byId("play").addEventListener("click", togglePlay);
  byId("speed").addEventListener("change", () => playing && (stop(), togglePlay()));
  byId("fit").addEventListener("click", toggleFit);
  byId("theme").addEventListener("click", toggleTheme);
  byId("help").addEventListener("click", () => byId("keys").showModal());
  scroller.addEventListener("pointerover", atNode(showBoard));
  scroller.addEventListener("pointerout", atNode(hideBoard));
  scroller.addEventListener("focusin", atNode(showBoard));
  scroller.addEventListener("focusout", atNode(hideBoard));
  scroller.addEventListener("scroll", () => boardOf && showBoard(boardOf), { passive: true });
  scroller.addEventListener("click", atNode((group) => nextRowAt(Number(group.getAttribute("data-node")))));
  addEventListener("hashchange", () => goTo(rowInAddress()));
  new ResizeObserver(offerFit).observe(scroller);
  new ResizeObserver(() => drawSkyline(skyline, current - 1)).observe(skyline.svg);
}

/** The row that the address asks for, else the last. */
function rowInAddress() {
  return Number(/#row=(\d+)/.exec(location.hash)?.[1] ?? rows.length);
}

slider.max = String(rows.length);
listen();
goTo(rowInAddress());
