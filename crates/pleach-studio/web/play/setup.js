// Setting up a position: a board to put pieces on, and the text of the position beside it.

import { Drawing } from "../boards/drawing.js";
import { ask } from "../shell/ask.js";
import { complaint, openDialog } from "../shell/dialog.js";
import { draw, icon, make } from "../shell/make.js";
import { newMatch } from "./match.js";
import { choices } from "./strength-form.js";

/** @param {import("./room.js").Room} room */
export function setUpDialog(room) {
  const { kind } = room;
  if (!kind) return;
  let pieces = { ...kind.read(room.view.position) };
  let chosen = kind.palette[0].piece;
  const drawing = new Drawing(kind, { label: "Board to set up", plain: true });
  const text = make("input", { class: "field mono", spellcheck: "false", autocomplete: "off" });
  const side = choices("To move", [["first", kind.sides[0]], ["second", kind.sides[1]]], room.side === 0 ? "first" : "second", () => write());
  const show = () => drawing.show({ pieces });
  const write = () => { text.value = kind.write(pieces, side.value() === "second"); };
  show();
  text.value = room.view.position;
  const tool = (/** @type {string} */ piece, /** @type {string} */ name, /** @type {any} */ picture) => make("button", { class: "btn", type: "button",
    "aria-label": name, title: name, "aria-pressed": String(piece === chosen), "data-piece-tool": piece, on: { click: () => {
      chosen = piece;
      palette.querySelectorAll("button").forEach((/** @type {any} */ button) => button.setAttribute("aria-pressed", String(button.dataset.pieceTool === piece)));
    } } }, picture);
  const box = kind.reach * 1.15;
  const palette = make("div", { class: "palette", role: "group", "aria-label": "Pieces" },
    kind.palette.map(({ piece, name }) => tool(piece, name, draw("svg", { viewBox: `${-box} ${-box} ${2 * box} ${2 * box}`, "aria-hidden": "true" }, kind.draw(piece)))),
    tool("", "Nothing: clears a cell", icon("close")));
  drawing.element.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const cell = drawing.cellAt(event.clientX, event.clientY);
    if (!cell) return;
    if (!chosen || pieces[cell] === chosen) delete pieces[cell];
    else pieces[cell] = chosen;
    show();
    write();
  });
  const clear = make("button", { class: "btn", type: "button", on: { click: () => { pieces = {}; show(); write(); } } }, "Clear the board");
  const wrong = complaint();
  const form = make("form", { class: "form" }, make("div", { class: "setup-board" }, drawing.element), palette, side.element,
    make("label", { class: "labelled" }, "The position as text", text), wrong,
    make("div", { class: "row" }, make("button", { class: "btn primary" }, "Play from here"), clear));
  const dialog = openDialog("Set up a position", form);
  text.addEventListener("change", async () => {
    wrong.textContent = "";
    try {
      const view = await ask("play/position", { game: room.match.game, start: text.value });
      pieces = kind.read(view.position);
      show();
    } catch (error) {
      wrong.textContent = /** @type {Error} */ (error).message;
    }
  });
  form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const { game, seats, flipped, clock } = room.match;
      await room.open(newMatch(game, { start: text.value, seats, flipped, clock }));
      dialog.close();
    } catch (error) {
      wrong.textContent = /** @type {Error} */ (error).message;
    }
  });
}
