// The dialog that changes who plays a side.

import { ask } from "../shell/ask.js";
import { openDialog } from "../shell/dialog.js";
import { make } from "../shell/make.js";
import { remember } from "../shell/remember.js";
import { choices, strengthForm } from "./strength-form.js";

/**
 * @param {import("./room.js").Room} room
 * @param {0 | 1} side
 */
export async function editSeat(room, side) {
  const algorithms = await room.attempt(() => ask("algorithms"));
  if (!algorithms) return;
  const seat = room.match.seats[side];
  const strength = strengthForm(seat, room.profiles, algorithms);
  const who = choices("Who plays", [["human", "A person"], ["engine", "The engine"]], seat.kind, (value) => { strength.element.hidden = value !== "engine"; });
  strength.element.hidden = seat.kind !== "engine";
  const form = make("form", { class: "form" }, who.element, strength.element,
    make("div", { class: "row" }, make("button", { class: "btn primary" }, "Take this seat")));
  const dialog = openDialog(`${room.sides[side]}: who plays?`, form);
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    room.match.seats[side] = { ...seat, ...strength.read(), kind: /** @type {any} */ (who.value()) };
    remember("last-seats", room.match.seats);
    dialog.close();
    room.searcher.stop();
    room.paused = false;
    room.attempt(() => room.refresh());
  });
}
