// Puts the state of the room on the page.

import { titleOf } from "../boards/boards.js";
import { byId, make, renew } from "../shell/make.js";
import { showAnalysis } from "./analysis.js";
import { showGraph } from "./graph.js";
import { showMoves } from "./moves.js";
import { resultOfRecord } from "./match.js";
import { editSeat } from "./seat-dialog.js";
import { showSeats } from "./seats.js";
import { counted, share, short } from "./words.js";

/** @param {import("./room.js").Room} room */
export function showRoom(room) {
  const { match, kind, view, sides } = room;
  if (!view) return;
  const names = room.namesOfSeats;
  const position = room.preview ? room.preview.steps[room.preview.step].position : view.position;
  const pieces = kind?.read(position) ?? {};
  byId("title").textContent = titleOf(match.game);
  document.title = `${titleOf(match.game)} · Pleach`;
  byId("turn-chip").textContent = chip(room);
  showSeats(byId("seats"), { match, kind, sides, turn: room.isOver ? null : room.side, pieces, profiles: room.profiles, edit: (side) => editSeat(room, side) });
  byId("moves-count").textContent = [room.ply ? `ply ${room.ply}` : "", resultOfRecord(match)].filter(Boolean).join(", ");
  showMoves(byId("moves"), room.steps, room.ply, (ply) => room.goTo(ply));
  showBoard(room, pieces);
  showBar(room);
  showStatus(room);
  showTools(room);
  showAnalysis(room.analysis, { side: room.viewer, names, kind, preview: room.preview,
    look: (line, step) => room.attempt(() => room.look(line, step)), show: (move) => room.showWay(move) });
  byId("graph-view").textContent = names[room.viewer] === "You" ? "your view" : `view of ${names[room.viewer]}`;
  showGraph(byId("graph"), { values: match.values, side: room.viewer, now: room.ply, kind, go: (ply) => room.goTo(ply) });
  match.note = note(room);
}

/** @param {import("./room.js").Room} room */
function chip({ view, isOver, ply, side, namesOfSeats, preview }) {
  if (preview) return `looking ahead, ${preview.step + 1} of the line`;
  if (isOver) return view.ending?.winner === null ? "drawn" : "finished";
  const who = namesOfSeats[side];
  const number = Math.floor(ply / 2) + 1;
  return `move ${number}, ${who === "You" ? "you" : who} to play`;
}

/** @param {import("./room.js").Room} room @param {Record<string, string>} pieces */
function showBoard(room, pieces) {
  const { view, preview, kind } = room;
  const mayMove = !room.isOver && !preview && room.seatToMove.kind === "human";
  const legal = mayMove ? view.moves : [];
  if (!kind) {
    room.board.showPlain(preview ? preview.steps[preview.step] : view, legal);
    return;
  }
  const last = preview ? preview.steps[preview.step] : room.steps[room.ply - 1];
  const before = preview && preview.step > 0 ? preview.steps[preview.step - 1].position : room.ply > 1 ? room.steps[room.ply - 2]?.position : null;
  const ends = last ? kind.ends(last.move, before ? kind.read(before) : pieces) : { from: null, to: null };
  const marked = kind.meant && last ? [changed(kind, before, pieces)] : [ends.from, ends.to];
  const hints = room.analysis && room.analysis.ply === room.ply && room.analysis.lines.length > 1 && mayMove ? room.analysis.lines : [];
  room.board.show({
    pieces, legal, side: preview ? (last.side === "first" ? 1 : 0) : room.side, over: room.isOver,
    last: /** @type {string[]} */ (marked.filter(Boolean)),
    scores: Object.fromEntries(hints.filter((line) => line.moves.length).map((line) => [line.moves[0], short(line.value, room.side, kind)])),
    best: hints[0]?.moves[0] ?? null,
    path: preview ? last.path ?? [] : room.path,
  });
}

/** The cell where a disc has come to lie. @param {any} kind @param {string | null} before @param {Record<string, string>} pieces */
function changed(kind, before, pieces) {
  const old = before ? kind.read(before) : {};
  return Object.keys(pieces).find((cell) => !old[cell]) ?? null;
}

/** @param {import("./room.js").Room} room */
function showBar({ match, kind, ply, viewer, namesOfSeats }) {
  const value = match.values[ply];
  const part = value ? share(value, kind) : 0.5;
  const bar = byId("evalbar");
  bar.style.setProperty("--e", `${Math.round(part * 100)}%`);
  bar.classList.toggle("flipped", match.flipped);
  bar.dataset.colours = kind?.title === "Othello" ? "discs" : kind?.title === "Chess" ? "men" : "seats";
  bar.setAttribute("aria-valuenow", String(Math.round(part * 100)));
  bar.setAttribute("aria-valuetext", value ? `${short(value, viewer, kind)} for ${namesOfSeats[viewer]}` : "unknown");
}

/** @param {import("./room.js").Room} room */
function showStatus(room) {
  const { view, remark, preview, namesOfSeats, sides } = room;
  const status = byId("status");
  const muted = (/** @type {string} */ text) => make("span", { class: "muted" }, text);
  if (preview) {
    const shown = preview.steps.map((/** @type {any} */ step) => step.record ?? step.move).join(" ");
    renew(status, make("b", { class: "mono" }, shown), " ", muted("Esc goes back to the game."));
  } else if (room.isOver) renew(status, make("b", {}, ending(room)), " ", muted("N begins a new game, U takes back."));
  else if (remark) renew(status, remark);
  else if (room.isWaiting) renew(status, endOfRecord(room), `${namesOfSeats[room.side]} waits. `, muted("S lets it go on."));
  else if (room.seatToMove.kind === "engine") renew(status, `${namesOfSeats[room.side]} thinks. `, muted("S stops it at the best move so far."));
  else if (view.moves.length === 1 && view.moves[0].move === "pass") renew(status, passButton(room), " ", muted(`${sides[room.side]} has no other move.`));
  else {
    const you = namesOfSeats[room.side] === "You" ? "Your move." : `${sides[room.side]} to move.`;
    const passed = room.steps[room.ply - 1]?.move === "pass" ? `${sides[1 - room.side]} had to pass. ` : "";
    renew(status, endOfRecord(room), `${passed}${you} `, muted(`${counted(view.moves.length, "legal move")}.`));
  }
}

/** How the record ended that was opened, where its moves end. @param {import("./room.js").Room} room */
function endOfRecord({ match, sides }) {
  const result = resultOfRecord(match);
  const words = { "1-0": `${sides[0]} won`, "0-1": `${sides[1]} won`, "1/2-1/2": "a draw", "*": "not finished" }[result];
  return words ? `The record ends here: ${result}, ${words}. ` : "";
}

/** @param {import("./room.js").Room} room */
function passButton(room) {
  return make("button", { class: "btn primary", type: "button", id: "pass", on: { click: () => room.choose(room.view.moves) } }, "Pass");
}

/**
 * How the game has ended, in a sentence.
 * @param {import("./room.js").Room} room
 */
export function ending({ view, match, sides, kind, namesOfSeats }) {
  if (match.flagged !== null) return `${sides[match.flagged]} has used up the time: ${sides[1 - match.flagged]} wins.`;
  const { winner, margin, reason } = view.ending;
  const because = reason ? `: ${reason}` : "";
  if (!winner) return `The game is drawn${because}.`;
  const side = winner === "first" ? 0 : 1;
  const who = namesOfSeats[side] === "You" ? "You win" : `${sides[side]} wins`;
  const by = margin && kind?.score.unit === "discs" ? ` by ${margin}` : "";
  return `${who}${by}${because}.`;
}

/** @param {import("./room.js").Room} room */
function showTools(room) {
  byId("undo").disabled = room.ply === 0;
  byId("redo").disabled = room.ply >= room.steps.length;
  byId("hint").disabled = room.isOver || room.seatToMove.kind === "engine";
  byId("hint").setAttribute("aria-pressed", String(Boolean(room.analysis?.title.startsWith("Hint") && room.analysis.ply === room.ply && room.analysis.state === "searching")));
  byId("flip").disabled = !room.kind?.flips;
  byId("set-up").disabled = room.kind === null;
  const canGoOn = room.isWaiting && !room.isOver;
  byId("stop").disabled = !canGoOn && !room.searcher.isBusy;
  byId("stop-label").textContent = canGoOn ? "Go on" : "Stop";
}

/** One line for the list of recent games. @param {import("./room.js").Room} room */
function note(room) {
  if (room.isOver) return ending(room);
  const value = room.match.values[room.ply];
  const who = room.namesOfSeats[room.side] === "You" ? "your move" : `${room.sides[room.side]} to move`;
  return value ? `${who}, ${short(value, room.viewer, room.kind)}` : who;
}
