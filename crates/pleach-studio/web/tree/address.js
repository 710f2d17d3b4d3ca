// The address of a view: what was searched, how, and which row is shown. Whoever opens it sees the same.

import { titleOf as titleOfGame } from "../boards/boards.js";

/**
 * A search on a source.
 * @typedef {{ algorithm: string, prune: string }} Way
 */

/**
 * What is compared: a position, and one or two ways to search it.
 * @typedef {object} Setting
 * @property {string} [example]  the name of an example that it is
 * @property {string} title
 * @property {string} game
 * @property {string} position
 * @property {string} [moves]
 * @property {number | null} depth
 * @property {boolean} [deepening]
 * @property {Way} a
 * @property {Way | null} b
 * @property {(string | null)[] | null} [boards]  the boards of a kept page, by node
 */

/** Longer addresses are cut off by too many programs. */
const LONGEST = 8000;

/** The search part of an address. @param {Setting} setting */
export function toQuery(setting) {
  const query = new URLSearchParams();
  if (setting.example) query.set("example", setting.example);
  else {
    query.set("game", setting.game);
    if (setting.position) query.set("position", setting.position);
    if (setting.moves) query.set("moves", setting.moves);
    if (setting.depth) query.set("depth", String(setting.depth));
    if (setting.deepening) query.set("deepening", "on");
    query.set("a", setting.a.algorithm);
    if (setting.a.prune) query.set("a-prune", setting.a.prune);
    if (setting.b) query.set("b", setting.b.algorithm);
    if (setting.b?.prune) query.set("b-prune", setting.b.prune);
  }
  return `?${query}`;
}

/** Whether a setting fits into an address. @param {Setting} setting */
export const fits = (setting) => toQuery(setting).length <= LONGEST;

/**
 * The setting of an address; null if it names none.
 * @param {string} search
 * @returns {Setting | { example: string } | null}
 */
export function fromQuery(search) {
  const query = new URLSearchParams(search);
  const example = query.get("example");
  if (example) return { example };
  const game = query.get("game");
  if (!game) return null;
  const way = (/** @type {string} */ name) => ({ algorithm: query.get(name) ?? "", prune: query.get(`${name}-prune`) ?? "" });
  const depth = Number.parseInt(query.get("depth") ?? "", 10);
  return {
    title: titleOf(game), game, position: query.get("position") ?? "", moves: query.get("moves") ?? "",
    depth: depth > 0 ? depth : null, deepening: query.get("deepening") === "on",
    a: query.get("a") ? way("a") : { algorithm: "alpha-beta", prune: "" }, b: query.get("b") ? way("b") : null,
  };
}

/** What a source is called. @param {string} game */
export function titleOf(game) {
  const name = game.split(":")[0];
  if (name === "tree") return "A typed tree";
  if (name === "random-tree") return "A random tree";
  return titleOfGame(game);
}

/**
 * Row and view, which change without loading anything.
 * @param {{ row: number, view: string }} place rows count from 1
 */
export const toHash = ({ row, view }) => `#row=${row}&view=${view}`;

/** @param {string} hash @returns {{ row: number | null, view: string | null }} */
export function fromHash(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const row = Number.parseInt(parts.get("row") ?? "", 10);
  const view = parts.get("view");
  return { row: row > 0 ? row : null, view: view && ["a", "b", "both"].includes(view) ? view : null };
}
