// Games and positions in and out: paste, open a file, copy, save.

import { ask } from "../shell/ask.js";
import { complaint, openDialog } from "../shell/dialog.js";
import { icon, make } from "../shell/make.js";
import { newMatch, resultOfRecord } from "./match.js";

/** @param {import("./room.js").Room} room */
export function openGameDialog(room) {
  const text = make("textarea", { class: "field", rows: 7, spellcheck: "false", autofocus: true });
  const file = make("input", { type: "file", accept: ".txt,.pgn,text/plain", "aria-label": "A file" });
  file.addEventListener("change", async () => { text.value = await file.files[0]?.text() ?? ""; });
  const wrong = complaint();
  const form = make("form", { class: "form" },
    make("label", { class: "labelled" }, "A position, or the moves of a game: FEN, PGN, or as the game writes them", text), file, wrong,
    make("div", { class: "row" }, make("button", { class: "btn primary" }, "Open")));
  const dialog = openDialog("Open a game or a position", form);
  form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const read = await ask("play/read", { game: room.match.game, text: text.value });
      const { seats, flipped, clock } = room.match;
      const record = read.first || read.second || read.result
        ? { names: /** @type {[string, string]} */ ([read.first ?? "", read.second ?? ""]), result: read.result ?? "", moves: [...read.moves] } : null;
      await room.open(newMatch(read.game, { start: read.start, moves: read.moves, seats, flipped, clock, record }), { waiting: true });
      dialog.close();
    } catch (error) {
      wrong.textContent = /** @type {Error} */ (error).message;
    }
  });
}

/** @param {import("./room.js").Room} room */
export async function saveGameDialog(room) {
  const { game, start, moves } = room.match;
  const [first, second] = room.namesOfSeats.map((name, side) => room.match.record?.names[side] || name);
  const result = resultOfRecord(room.match) || undefined;
  const written = await room.attempt(() => ask("play/record", { game, start, moves, first, second, result }));
  if (!written) return;
  const record = make("textarea", { class: "field", rows: 8, readonly: true }, written.text);
  const position = make("input", { class: "field mono", readonly: true, value: room.view.position || "(the empty board)" });
  openDialog("Save or copy",
    make("div", { class: "form" },
      make("label", { class: "labelled" }, "The game", record),
      make("div", { class: "row" }, copyButton("Copy the game", () => written.text), saveButton(written.text, `${game.split(":")[0]}.pgn`)),
      make("label", { class: "labelled" }, "The position", position),
      make("div", { class: "row" }, copyButton("Copy the position", () => room.view.position))));
}

/** @param {string} label @param {() => string} text */
function copyButton(label, text) {
  const button = make("button", { class: "btn", type: "button" }, icon("copy"), label);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text());
      button.lastChild.textContent = "Copied";
    } catch {
      button.lastChild.textContent = "The browser forbids it: copy the text above";
    }
  });
  return button;
}

/** @param {string} text @param {string} name */
function saveButton(text, name) {
  const button = make("button", { class: "btn", type: "button" }, icon("save"), "Save as a file");
  button.addEventListener("click", () => {
    const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    make("a", { href: address, download: name }).click();
    URL.revokeObjectURL(address);
  });
  return button;
}
