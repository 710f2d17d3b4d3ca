// The two seats: who plays, how strong, and what the clocks show.

import { draw, make, renew } from "../shell/make.js";
import { FITTED, fittedFor } from "./fitted.js";
import { strengthInWords } from "./match.js";
import { riskValue, riskWords } from "./risk.js";
import { clockText, percent } from "./words.js";

/**
 * What the seats are called: you and the engine, or the sides' own names.
 * @param {import("./match.js").Match} match
 * @param {[string, string]} sides
 * @returns {[string, string]}
 */
export function seatNames(match, sides) {
  const kinds = match.seats.map((seat) => seat.kind);
  if (kinds[0] === kinds[1]) return sides;
  return kinds[0] === "human" ? ["You", "Engine"] : ["Engine", "You"];
}

/**
 * Whose eyes the page sees with: the only human's, or the first player's.
 * @param {import("./match.js").Match} match
 * @returns {0 | 1}
 */
export const viewer = (match) => (match.seats[0].kind === "engine" && match.seats[1].kind === "human" ? 1 : 0);

/**
 * @param {HTMLElement} place
 * @param {object} state
 * @param {import("./match.js").Match} state.match
 * @param {import("../boards/kind.js").Kind | null} state.kind
 * @param {[string, string]} state.sides
 * @param {0 | 1 | null} state.turn
 * @param {Record<string, string>} state.pieces
 * @param {any[]} state.profiles those that come with the game
 * @param {(side: 0 | 1) => void} state.edit
 */
export function showSeats(place, { match, kind, sides, turn, pieces, profiles, edit }) {
  const names = seatNames(match, sides);
  const seat = (/** @type {0 | 1} */ side) => {
    const { kind: who, risk } = match.seats[side];
    const named = match.record?.names[side] ?? "";
    const words = [names[side] === sides[side] && !named ? "" : sides[side], named && names[side] !== sides[side] ? names[side].toLowerCase() : "", turn === side ? "to move" : "", discs(kind, pieces, side)].filter(Boolean).join(", ");
    return make("div", { class: turn === side ? "seat turn" : "seat", "data-side": side },
      emblem(kind, side), make("b", {}, named || names[side]),
      make("span", { class: "clock num", role: "timer", "aria-label": `Clock of ${names[side]}` }, ""),
      make("div", { class: "cfg" }, words && make("span", {}, `${words.charAt(0).toUpperCase()}${words.slice(1)}.`),
        who === "engine" && make("span", { class: "mono" }, strengthInWords(match.seats[side])),
        who === "engine" && riskChip(risk, profiles, match.game),
        make("button", { class: "btn quiet", type: "button", on: { click: () => edit(side) }, "aria-label": `Change who plays ${sides[side]}` }, "Change")));
  };
  renew(place, seat(0), seat(1));
}

/** @param {string} risk @param {any[]} profiles @param {string} game */
function riskChip(risk, profiles, game) {
  if (risk === FITTED) return make("span", { class: "chip risk" }, `profile of the lab: ${fittedFor(game)?.label ?? "gone"}`);
  const profile = risk && profiles.find((profile) => riskValue(profile) === risk);
  if (!profile) return make("span", { class: risk ? "chip risk" : "chip ok" }, risk ? `risk ${risk.split(";")[0]}` : "nothing risked");
  const proved = profile.proof ? `, proved at most ${percent(profile.proof.limit)}` : "";
  return make("span", { class: "chip risk" }, `${riskWords(profile)}${proved}`);
}

/** @param {import("../boards/kind.js").Kind | null} kind @param {Record<string, string>} pieces @param {0 | 1} side */
function discs(kind, pieces, side) {
  if (kind?.title !== "Othello") return "";
  return `${Object.values(pieces).filter((piece) => kind.side(piece) === side).length} discs`;
}

/** @param {import("../boards/kind.js").Kind | null} kind @param {0 | 1} side */
function emblem(kind, side) {
  const own = kind?.palette.find(({ piece }) => kind.side(piece) === side);
  const box = kind ? kind.reach * 1.1 : 12;
  const drawing = own && kind ? kind.draw(own.piece) : draw("circle", { r: 10, class: side === 0 ? "seat-1" : "seat-2" });
  return draw("svg", { class: "dot", viewBox: `${-box} ${-box} ${2 * box} ${2 * box}`, "aria-hidden": "true" }, drawing);
}

/**
 * Shows the clocks: what is left, or what has been used where there is no limit.
 * @param {HTMLElement} place
 * @param {import("./match.js").Match} match
 * @param {[number, number]} used with the move under way
 */
export function showClocks(place, match, used) {
  for (const side of /** @type {const} */ ([0, 1])) {
    const clock = place.querySelector(`[data-side="${side}"] .clock`);
    const text = match.clock ? clockText(match.clock.initial - used[side], true) : clockText(used[side], false);
    if (clock && clock.textContent !== text) clock.textContent = text;
  }
}
