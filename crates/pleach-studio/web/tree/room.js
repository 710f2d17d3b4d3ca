// The tree room: one setting, one or two recorded searches, one row that all parts show.

import { clearErrors, showError } from "../shell/alert.js";
import { announce } from "../shell/announce.js";
import { wasAborted } from "../shell/ask.js";
import { addKeys } from "../shell/keys.js";
import { byId, make } from "../shell/make.js";
import { showStatus } from "../shell/status.js";
import { fits, fromHash, fromQuery, titleOf, toHash, toQuery } from "./address.js";
import { BoardCard } from "./board-card.js";
import { exampleOf, settingOf } from "./examples.js";
import { Exercise } from "./exercise.js";
import { save, svgFile } from "./export.js";
import { showCounters, showRow } from "./inspector.js";
import { Lane } from "./lane.js";
import { showLegend } from "./legend.js";
import { record, titleOfWay } from "./record.js";
import { countText } from "./score.js";
import { SearchView } from "./search.js";
import { sourceForm } from "./source-form.js";
import { exampleCards, showOpenDialog } from "./start.js";
import { TraceTable } from "./trace-table.js";
import { showVersus } from "./versus.js";

/** @typedef {import("./address.js").Setting} Setting */

/** The recording of a page that is a file by itself. */
const kept = document.getElementById("kept");
/** @type {Setting | null} */
let setting = null;
/** @type {Lane[]} */
let lanes = [];
/** @type {"a" | "b" | "both"} */
let view = "a";
/** The lane that keys and transport move. @type {Lane | null} */
let active = null;
let isExercise = false;
/** @type {AbortController | null} */
let recording = null;

const table = new TraceTable(byId("trace"), (row) => byHand(() => goTo(row)));
const board = new BoardCard(byId("board"));
const exercise = new Exercise(byId("exercise-panel"), { goTo, announce });
/** How far an exercise has come in each lane. @type {WeakMap<Lane, number>} */
const shownTo = new WeakMap();

/** Shows one of the three faces of the room. @param {"start" | "loading" | "room"} face */
function show(face) {
  for (const name of ["start", "loading", "room"]) byId(name).hidden = name !== face;
  // One heading, which stands where something is to be seen.
  const title = byId("title");
  title.textContent = face === "room" ? setting?.title ?? "" : "Look into the tree";
  byId(face === "room" ? "about" : "start-intro").prepend(title);
}

/**
 * Records what a setting asks for and shows it.
 * @param {Setting} wanted
 * @param {{ row?: number | null, view?: string | null, push?: boolean }} [place]
 */
async function open(wanted, place = {}) {
  recording?.abort();
  const controller = new AbortController();
  recording = controller;
  const before = lanes.length > 0;
  if (!before) show("loading");
  showStatus("recording a search");
  try {
    const ways = [wanted.a, ...(wanted.b ? [wanted.b] : [])];
    settle(wanted, await Promise.all(ways.map((way) => record(wanted, way, controller.signal))), place);
  } catch (error) {
    // What was typed stays in its form.
    if (!before) await showStart();
    if (wasAborted(error) || controller.signal.aborted) return;
    throw error;
  } finally {
    if (recording === controller) {
      recording = null;
      showStatus();
    }
  }
}

/**
 * Shows recorded searches.
 * @param {Setting} wanted @param {SearchView[]} searches
 * @param {{ row?: number | null, view?: string | null, push?: boolean }} place
 */
function settle(wanted, searches, place) {
  clearErrors();
  setting = wanted;
  lanes = searches.map((search, number) => new Lane(number === 0 ? "a" : "b", search));
  const example = wanted.example ? exampleOf(wanted.example) : null;
  if (place.push) history.pushState(null, "", toQuery(fits(wanted) ? wanted : { ...wanted, position: "" }));
  furnish();
  setExercise(false);
  const asked = place.view ?? example?.view ?? "a";
  setView(/** @type {any} */ (lanes.length > 1 ? asked : "a"));
  goTo((place.row ?? example?.row ?? 1) - 1);
}

/** Shows the recording that a kept page has in it, without a server. @param {string} text */
function openKept(text) {
  for (const name of ["open", "link"]) byId(name).remove();
  const { columns, boards } = JSON.parse(text);
  const file = Uint8Array.from(atob(columns), (character) => character.charCodeAt(0)).buffer;
  const search = new SearchView(file, "");
  const { game, position, algorithm } = search.recording.header;
  const [name, prune = ""] = algorithm.split(" with ");
  search.title = titleOfWay({ algorithm: name, prune });
  settle({ title: titleOf(game), game, position, depth: null, a: { algorithm: name, prune }, b: null, boards }, [search], fromHash(location.hash));
}

/** Puts the lanes into the page. */
function furnish() {
  show("room");
  const { game, depth } = /** @type {Setting} */ (setting);
  const options = [setting?.a, setting?.b].flatMap((way) => (way ? [way.algorithm, way.prune] : [])).flatMap((text) => text.split(":").slice(1)).map((text) => text.replaceAll(",", " "));
  byId("params").textContent = [game, depth ? `depth ${depth}` : "to the end", ...new Set(options)].join(", ");
  byId("params").title = lanes.map((lane) => `${lane.name}: ${lane.search.recording.header.algorithm}`).join("\n");
  byId("canvases").replaceChildren(...lanes.map((lane) => lane.section));
  byId("lanes").replaceChildren(...lanes.map((lane) => lane.strip));
  byId("view").hidden = lanes.length < 2;
  lanes.forEach(listenTo);
  document.title = `${setting?.title}, tree room, Pleach studio`;
}

/** @param {"a" | "b" | "both"} next */
function setView(next) {
  view = next;
  byId("room").dataset.view = view;
  for (const button of byId("view").children) button.setAttribute("aria-pressed", String(button.getAttribute("data-view") === view));
  for (const lane of lanes) {
    const shown = view === "both" || view === lane.letter;
    lane.section.hidden = !shown;
    lane.compact = view === "both";
    lane.strip.hidden = !shown;
  }
  const wanted = view === "both" ? active : lanes.find((lane) => lane.letter === view);
  activate(wanted && lanes.includes(wanted) ? wanted : lanes[0]);
}

/** @param {Lane} lane */
function activate(lane) {
  if (active !== lane) {
    active = lane;
    table.open(lane.search);
  }
  for (const other of lanes) other.section.classList.toggle("active", other === lane && view === "both");
}

/** Shows a row of the active lane, counted from 0, and the other lane at the same node. @param {number} row */
function goTo(row) {
  if (!active) return;
  active.row = Math.max(0, Math.min(row, active.search.rows.count - 1));
  shownTo.set(active, Math.max(shownTo.get(active) ?? 0, active.row));
  for (const lane of lanes) if (lane !== active) lane.row = lane.search.rowLike(active.search, active.row);
  paint();
}

/** What follows the eye is painted with every frame; what is read, a few times a second. */
const READING = 180;
let frame = 0, reading = 0, readAt = -READING;

function paint() {
  if (!frame) frame = requestAnimationFrame(paintNow);
}

function paintNow() {
  frame = 0;
  if (!active || !setting) return;
  const { search, row } = active;
  clearTimeout(reading);
  const wait = readAt + READING - performance.now();
  // Scrolling comes first, while nothing waits to be laid out.
  if (wait <= 0) table.bring(row);
  for (const lane of lanes) if (!lane.section.hidden) lane.paint();
  showWhere();
  if (wait <= 0) paintPanels(); else reading = setTimeout(paint, wait);
}

function paintPanels() {
  if (!active) return;
  readAt = performance.now();
  const { search, row } = active;
  const hidden = active.drawing && active.drawing.drawnAs(search.nodeAt(row)) !== search.nodeAt(row);
  showRow(byId("row-panel"), search, row, hidden ? "This node lies below what is drawn." : "");
  showCounters(byId("counters"), lanes.map((lane) => ({ letter: lane.name, search: lane.search, row: lane.row, active: lane === active })));
  table.show();
  showVersus(byId("versus"), lanes, active, isExercise);
  announce(search.teller.tell(row));
  rememberPlace();
  if (isExercise) exercise.ask(search, row);
}

function showWhere() {
  if (!active) return;
  const { search, row } = active;
  byId("where").replaceChildren(...(view === "both"
    ? [make("b", {}, search.recording.label(search.nodeAt(row))), " in both"]
    : [make("b", {}, countText(row + 1)), ` of ${countText(search.rows.count)}`]));
}

let remembering = 0;
/** Keeps row and view in the address once the scrubbing rests. */
function rememberPlace() {
  clearTimeout(remembering);
  remembering = setTimeout(() => { if (active) history.replaceState(null, "", toHash({ row: active.row + 1, view })); }, 150);
}

let playing = 0;
function togglePlay() {
  if (playing) return stop();
  if (!active) return;
  if (active.row >= active.search.rows.count - 1) goTo(0);
  byId("play").classList.add("playing");
  byId("play").setAttribute("aria-label", "Pause");
  playing = setInterval(() => {
    if (active && active.row < active.search.rows.count - 1) goTo(active.row + 1); else stop();
  }, 1000 / Number(byId("speed").value));
}

function stop() {
  clearInterval(playing);
  playing = 0;
  byId("play").classList.remove("playing");
  byId("play").setAttribute("aria-label", "Play");
}

/** A step by hand ends the playing. @param {() => void} move */
function byHand(move) {
  stop();
  move();
}

/** Goes on by so many rows; in an exercise as far as it has come, and then to what is asked. @param {number} rows */
function goOn(rows) {
  if (!active) return;
  const last = isExercise ? shownTo.get(active) ?? active.row : Infinity;
  if (active.row >= last) exercise.focus();
  else byHand(() => goTo(Math.min((active?.row ?? 0) + rows, last)));
}

/** @param {1 | -1} direction */
function toCut(direction) {
  const row = active?.search.nextCut(active.row, direction);
  if (row !== null && row !== undefined) goTo(row);
}

/** @type {Record<string, () => void>} */
const TRANSPORT = {
  first: () => goTo(0),
  back: () => goTo((active?.row ?? 0) - 1),
  last: () => goTo(Infinity),
  "previous-cut": () => toCut(-1),
  "next-cut": () => toCut(1),
};

/** @param {boolean} on */
function setExercise(on) {
  isExercise = on;
  byId("exercise").setAttribute("aria-pressed", String(on));
  byId("exercise-panel").hidden = !on;
  byId("room").classList.toggle("exercising", on);
  table.veil(on);
  for (const lane of lanes) {
    lane.skyline.veil(on);
    shownTo.set(lane, lane.row);
  }
  showLegend(byId("legend"), lanes.map((lane) => lane.search), on);
}

function toggleExercise() {
  stop();
  setExercise(!isExercise);
  // An exercise begins where there is something to find out.
  if (isExercise && active && active.row >= active.search.rows.count - 1) goTo(0); else paint();
}

/** Moves about the drawing: to the parent, a child, a sibling. @param {"parent" | "child" | "before" | "after"} where */
function walk(where) {
  if (!active?.drawing) return;
  const { drawing, focused, search } = active;
  const { parent } = search.recording;
  const drawnChildren = (/** @type {number} */ node) => [...search.recording.childrenOf(node)].filter((child) => drawing.nodes.has(child));
  if (where === "parent") return active.focus(parent[focused] >= 0 ? parent[focused] : focused);
  if (where === "child") return active.focus(drawnChildren(focused)[0] ?? focused);
  const siblings = parent[focused] >= 0 ? drawnChildren(parent[focused]) : [focused];
  active.focus(siblings[siblings.indexOf(focused) + (where === "after" ? 1 : -1)] ?? focused);
}

/** Calls back with the node that an event happens at. @param {(node: number, group: Element) => void} act */
const atNode = (act) => (/** @type {Event} */ event) => {
  const group = event.target instanceof Element ? event.target.closest(".node") : null;
  if (group) act(Number(group.getAttribute("data-node")), group);
};

/** @param {Lane} lane */
function listenTo(lane) {
  const { scroller, slider, skylineSvg, search } = lane;
  const scrub = (/** @type {PointerEvent} */ event) => {
    if (event.type === "pointerdown") skylineSvg.setPointerCapture(event.pointerId);
    else if (!event.buttons) return;
    activate(lane);
    const row = lane.skyline.rowAt(event.clientX - skylineSvg.getBoundingClientRect().left);
    byHand(() => goTo(isExercise ? Math.min(row, lane.row) : row));
  };
  skylineSvg.addEventListener("pointerdown", scrub);
  skylineSvg.addEventListener("pointermove", scrub);
  slider.addEventListener("input", () => { activate(lane); byHand(() => goTo(Number(slider.value) - 1)); });
  const pick = (/** @type {number} */ node) => {
    activate(lane);
    const row = search.nextRowAt(node, lane.row);
    if (row !== null && !(isExercise && row > lane.row)) byHand(() => goTo(row));
  };
  scroller.addEventListener("click", (/** @type {Event} */ event) => {
    const more = event.target instanceof Element ? event.target.closest("[data-open]") : null;
    if (more) return openBelow(lane, Number(more.getAttribute("data-open")));
    atNode(pick)(event);
  });
  scroller.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter") atNode(pick)(event);
  });
  for (const name of ["pointerover", "focusin"]) scroller.addEventListener(name, atNode((node, group) => { if (setting) board.show(setting, search, node, group); }));
  for (const name of ["pointerout", "focusout"]) scroller.addEventListener(name, () => board.hide());
  lane.fit.addEventListener("click", () => lane.toggleFit());
  lane.reveal.addEventListener("click", () => {
    lane.drawing?.outline.reveal(search.nodeAt(lane.row));
    rebuild(lane);
  });
}

/** @param {Lane} lane @param {number} node */
function openBelow(lane, node) {
  lane.drawing?.outline.open(node);
  rebuild(lane);
}

/** @param {Lane} lane */
function rebuild(lane) {
  lane.drawing?.build();
  lane.offerFit();
  paint();
}

async function copyLink() {
  const button = byId("link");
  if (!setting || !fits(setting)) {
    showError("This tree is too large for a link. Keep it as a file, and open it again from there.");
    return;
  }
  const address = location.origin + location.pathname + toQuery(setting) + toHash({ row: (active?.row ?? 0) + 1, view });
  try {
    await navigator.clipboard.writeText(address);
    announce("The link is copied.");
    button.classList.add("on");
    setTimeout(() => button.classList.remove("on"), 1200);
  } catch {
    showError(`Copy the address of this page: ${address}`);
  }
}

function exportDrawing() {
  if (!active?.drawing || !setting) return;
  const { search, row } = active;
  active.paintWhole();
  const text = svgFile(active.svg, { title: `${setting.title}, ${search.title}, row ${row + 1}`, description: search.teller.tell(row) });
  save(text, `pleach-${setting.example ?? setting.game.split(":")[0]}-${active.letter}-row-${row + 1}.svg`);
}

/** The examples and a form. @param {Setting | null} [kept] what was typed and could not be recorded */
async function showStart(kept = null) {
  show("start");
  if (kept === null && byId("own-form").hasChildNodes()) return;
  byId("examples").replaceChildren(...exampleCards((example) => openExample(example, true)));
  try {
    byId("own-form").replaceChildren(await sourceForm(kept, (wanted) => open(wanted, { push: true })));
  } catch (error) {
    showError(error, { label: "Try again", action: () => showStart(kept) });
  }
}

/** @param {import("./examples.js").Example} example @param {boolean} push @param {{ row?: number | null, view?: string | null }} [place] */
async function openExample(example, push, place = {}) {
  try {
    await open(await settingOf(example), { ...place, push });
  } catch (error) {
    showError(error);
  }
}

/** Opens what the address names. */
async function openAddress() {
  const named = fromQuery(location.search);
  const place = fromHash(location.hash);
  if (named === null) return showStart();
  if (!("game" in named)) {
    const example = exampleOf(named.example ?? "");
    if (example) return openExample(example, false, place);
    await showStart();
    return showError(`There is no example '${named.example}'.`);
  }
  try {
    await open(named, place);
  } catch (error) {
    await showStart(named);
    showError(error);
  }
}

function keysOfTheRoom() {
  const key = (/** @type {string[]} */ keys, /** @type {string} */ does, /** @type {(event: KeyboardEvent) => void} */ action) => ({ keys, does, action: (/** @type {KeyboardEvent} */ event) => { if (!byId("room").hidden) action(event); } });
  addKeys("Tree room", [
    key(["ArrowLeft"], "one row back, with Shift ten", (event) => byHand(() => goTo((active?.row ?? 0) - (event.shiftKey ? 10 : 1)))),
    key(["ArrowRight"], "one row on, with Shift ten", (event) => goOn(event.shiftKey ? 10 : 1)),
    key(["Home"], "first row", () => byHand(TRANSPORT.first)),
    key(["End"], "last row", () => { if (!isExercise) byHand(TRANSPORT.last); }),
    key(["["], "previous cut", () => byHand(TRANSPORT["previous-cut"])),
    key(["]"], "next cut", () => { if (!isExercise) byHand(TRANSPORT["next-cut"]); }),
    key([" "], "play or pause", () => { if (!isExercise) togglePlay(); }),
    key(["i"], "to the parent in the drawing", () => walk("parent")),
    key(["k"], "to a child", () => walk("child")),
    key(["j"], "to the sibling before", () => walk("before")),
    key(["l"], "to the sibling after", () => walk("after")),
    key(["v"], "view A, B or both", () => { if (lanes.length > 1) { setView(/** @type {any} */ ({ a: "b", b: "both", both: "a" }[view])); goTo(active?.row ?? 0); } }),
    key(["x"], "exercise", toggleExercise),
    key(["Escape"], "hide the board", () => board.hide()),
  ]);
}

function listen() {
  for (const button of document.querySelectorAll("[data-go]")) {
    const name = button.getAttribute("data-go") ?? "";
    button.addEventListener("click", () => {
      if (name === "on") goOn(1);
      else if (!isExercise || ["first", "back", "previous-cut"].includes(name)) byHand(TRANSPORT[name]);
    });
  }
  for (const button of byId("view").children) {
    button.addEventListener("click", () => { setView(button.getAttribute("data-view")); goTo(active?.row ?? 0); });
  }
  byId("play").addEventListener("click", () => { if (!isExercise) togglePlay(); });
  byId("speed").addEventListener("change", () => { if (playing) { stop(); togglePlay(); } });
  byId("exercise").addEventListener("click", toggleExercise);
  byId("open").addEventListener("click", () => showOpenDialog(setting, {
    pick: (example) => openExample(example, true), submit: (wanted) => open(wanted, { push: true }), failed: showError,
  }));
  byId("link").addEventListener("click", copyLink);
  byId("export").addEventListener("click", exportDrawing);
  byId("cancel").addEventListener("click", () => recording?.abort());
  addEventListener("popstate", () => { if (!kept && location.search !== (setting ? toQuery(setting) : "")) { lanes = []; openAddress(); } });
  addEventListener("hashchange", () => {
    const place = fromHash(location.hash);
    if (place.view && place.view !== view && lanes.length > 1) setView(/** @type {any} */ (place.view));
    if (place.row && active && place.row - 1 !== active.row) goTo(place.row - 1);
  });
}

keysOfTheRoom();
listen();
if (kept) openKept(kept.textContent ?? ""); else openAddress();
