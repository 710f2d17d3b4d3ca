// The choice of a piece when a pawn reaches the last row.

import { PIECE_NAMES } from "../boards/chess.js";
import { openDialog } from "../shell/dialog.js";
import { draw, make } from "../shell/make.js";

/**
 * Asks which of several moves between the same cells is meant.
 * @param {import("./board.js").Legal[]} moves
 * @param {0 | 1} side
 * @param {import("../boards/kind.js").Kind | null} kind
 * @returns {Promise<string | null>}
 */
export function choosePromotion(moves, side, kind) {
  const order = "qrbn";
  const letter = (/** @type {import("./board.js").Legal} */ { move }) => move.slice(-1).toLowerCase();
  const sorted = moves.toSorted((a, b) => order.indexOf(letter(a)) - order.indexOf(letter(b)));
  return new Promise((resolve) => {
    /** @type {string | null} */
    let chosen = null;
    const buttons = sorted.map((legal) => {
      const piece = side === 0 ? letter(legal).toUpperCase() : letter(legal);
      const picture = kind && PIECE_NAMES[letter(legal)] && draw("svg", { viewBox: "-38 -38 76 76", "aria-hidden": "true" }, kind.draw(piece));
      return make("button", { class: "btn", type: "button", "data-move": legal.move, "aria-label": PIECE_NAMES[letter(legal)] ?? legal.move,
        on: { click: () => { chosen = legal.move; dialog.close(); } } }, picture || legal.move);
    });
    const dialog = openDialog("The pawn becomes", make("div", { class: "promote" }, buttons));
    dialog.addEventListener("close", () => resolve(chosen));
    buttons[0].focus();
  });
}
