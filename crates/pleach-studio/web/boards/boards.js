// The boards by the names of their games.

import { chess } from "./chess.js";
import { chineseCheckers } from "./chinese-checkers.js";
import { connectFour } from "./connect-four.js";
import { othello } from "./othello.js";
import { ticTacToe } from "./tic-tac-toe.js";

/** The games in the order of the home page. */
export const ORDER = ["chinese-checkers", "othello", "connect-four", "chess", "tic-tac-toe"];

/**
 * The board of a game, if it has one here. Other games show their own picture or their text.
 * @param {string} game with its options
 * @returns {import("./kind.js").Kind | null}
 */
export function boardOf(game) {
  const [name, options = ""] = game.split(":");
  const option = (/** @type {string} */ key, /** @type {number} */ usual) => Number(new RegExp(`(?:^|,)${key}=(\\d+)`).exec(options)?.[1] ?? usual);
  switch (name) {
    case "chess": return chess;
    case "chinese-checkers": return chineseCheckers;
    case "connect-four": return connectFour(option("width", 7), option("height", 6));
    case "othello": return othello;
    case "tic-tac-toe": return ticTacToe;
    default: return null;
  }
}

/**
 * What a game is called.
 * @param {string} game
 */
export function titleOf(game) {
  const name = game.split(":")[0];
  return boardOf(game)?.title ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ");
}
