// The dialog that begins a game: which, who plays, how strong, with what clock.

import { boardOf, titleOf } from "../boards/boards.js";
import { ask } from "../shell/ask.js";
import { complaint, openDialog } from "../shell/dialog.js";
import { make } from "../shell/make.js";
import { engine, human, newMatch } from "./match.js";
import { choices, strengthForm } from "./strength-form.js";

/** Clocks by name: minutes for the game and seconds per move. */
const CLOCKS = /** @type {[string, string][]} */ ([["", "None"], ["1+1", "1 + 1"], ["3+2", "3 + 2"], ["5+3", "5 + 3"], ["10+5", "10 + 5"]]);

/** @param {string} text */
function readClock(text) {
  if (!text) return null;
  const [minutes, seconds] = text.split("+").map(Number);
  return { initial: minutes * 60_000, increment: seconds * 1000 };
}

/** @param {import("./room.js").Room} room */
export async function newGameDialog(room) {
  const algorithms = await room.attempt(() => ask("algorithms"));
  if (!algorithms) return;
  const { match } = room;
  const playable = room.games.filter((game) => !game.tree);
  const game = make("select", { class: "field" }, playable.map((one) => make("option", { value: one.name, selected: one.name === match.game.split(":")[0] }, titleOf(one.name))));
  const options = make("input", { class: "field mono", value: match.game.split(":")[1] ?? "", placeholder: "none", autocomplete: "off", spellcheck: "false" });
  const help = make("p", { class: "small muted" });
  const strong = match.seats.find((seat) => seat.kind === "engine") ?? engine();
  let strength = strengthForm(strong, profilesOf(playable, game.value), algorithms, game.value);
  const slot = make("div", {}, strength.element);
  const kinds = match.seats.map((seat) => seat.kind).join();
  const who = choices("Who plays", [["human,engine", "You begin"], ["engine,human", "The engine begins"], ["human,human", "Two people"], ["engine,engine", "Two engines"]], kinds,
    (value) => { slot.hidden = value === "human,human"; });
  slot.hidden = kinds === "human,human";
  const clock = choices("Clock: minutes and seconds per move", CLOCKS, match.clock ? `${match.clock.initial / 60_000}+${match.clock.increment / 1000}` : "");
  const explain = () => { help.textContent = playable.find((one) => one.name === game.value)?.options || "This game has no options."; };
  explain();
  game.addEventListener("change", () => {
    const kept = { ...strong, ...strength.read() };
    strength = strengthForm(kept, profilesOf(playable, game.value), algorithms, game.value);
    slot.replaceChildren(strength.element);
    options.value = "";
    explain();
  });
  const wrong = complaint();
  const form = make("form", { class: "form" }, make("label", { class: "labelled" }, "Game", game), who.element, slot, clock.element,
    make("details", {}, make("summary", {}, "Options of the game"), make("label", { class: "labelled" }, "key=value, separated by commas", options), help), wrong,
    make("div", { class: "row" }, make("button", { class: "btn primary" }, "Begin")));
  const dialog = openDialog("New game", form);
  form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const seats = who.value().split(",").map((kind) => (kind === "engine" ? engine(strength.read()) : human()));
    const name = options.value.trim() ? `${game.value}:${options.value.trim()}` : game.value;
    try {
      await room.open(newMatch(name, { seats: /** @type {any} */ (seats), clock: readClock(clock.value()), flipped: who.value() === "engine,human" && Boolean(boardOf(name)?.flips) }));
      dialog.close();
    } catch (error) {
      wrong.textContent = /** @type {Error} */ (error).message;
    }
  });
}

/** @param {any[]} games @param {string} name */
const profilesOf = (games, name) => games.find((game) => game.name === name)?.profiles ?? [];

/** A new game of two engines, to watch. @param {import("./room.js").Room} room */
export function watchTwo(room) {
  const strong = room.match.seats.find((seat) => seat.kind === "engine") ?? engine();
  return room.attempt(() => room.open(newMatch(room.match.game, { seats: [{ ...strong, kind: "engine" }, { ...strong, kind: "engine" }] })));
}
