// The list of moves, in pairs. A click goes back to that place of the game, or forward again.

import { make, renew } from "../shell/make.js";

/**
 * @typedef {{ move: string, record?: string, path?: string[], side: "first" | "second", position: string }} Step
 */

/**
 * @param {HTMLElement} place
 * @param {Step[]} steps those taken back included
 * @param {number} now how many of them have been played
 * @param {(ply: number) => void} go
 */
export function showMoves(place, steps, now, go) {
  if (steps.length === 0) {
    renew(place, make("p", { class: "empty" }, "Moves appear here. Click a cell, drag a piece, or type a move below."));
    return;
  }
  /** @type {(Step & { ply: number })[][]} */
  const rows = [];
  steps.forEach((step, index) => {
    const row = rows[rows.length - 1];
    const fits = row && row.length < 2 && step.side === "second" && row[0].side === "first";
    if (fits) row.push({ ...step, ply: index + 1 });
    else rows.push([{ ...step, ply: index + 1 }]);
  });
  const cell = (/** @type {(Step & { ply: number }) | undefined} */ step) => make("td", {}, step && make("button", {
    type: "button", class: step.ply === now ? "now" : step.ply > now ? "undone" : "", "aria-current": step.ply === now ? "step" : null,
    on: { click: () => go(step.ply) },
  }, step.record ?? step.move));
  const row = (/** @type {(Step & { ply: number })[]} */ pair, /** @type {number} */ index) => {
    const [first, second] = pair[0].side === "second" ? [undefined, pair[0]] : pair;
    return make("tr", {}, make("td", {}, String(index + 1)), cell(first), cell(second));
  };
  renew(place, make("table", { class: "moves" }, make("tbody", {}, rows.map(row))));
  reveal(place, place.querySelector(".now"));
}

/** Scrolls the list so that a move is seen, and nothing but the list. @param {HTMLElement} place @param {Element | null} move */
function reveal(place, move) {
  if (!move) return;
  const [inner, outer] = [move.getBoundingClientRect(), place.getBoundingClientRect()];
  if (inner.bottom > outer.bottom) place.scrollTop += inner.bottom - outer.bottom;
  if (inner.top < outer.top) place.scrollTop -= outer.top - inner.top;
}
