// What jobs are called, and their numbers for people.

import { titleOf as titleOfGame } from "../boards/boards.js";

/**
 * @typedef {object} Settings
 * @property {"calibration" | "race" | "reproduction"} kind
 * @property {string} [game]
 * @property {number} [depth]
 * @property {string} [risk]
 * @property {number} [positions]
 * @property {string} [algorithms]
 * @property {string} [prunes]
 * @property {string} [beside]
 * @property {number | null} [fit]
 * @property {number | null} [choose]
 * @property {number | null} [prove]
 * @property {number} [games]
 * @property {string} [item]
 * @property {boolean} [quick]
 * @property {number} [seed]
 *
 * @typedef {object} Job
 * @property {number} id
 * @property {Settings} settings
 * @property {"queued" | "running" | "paused" | "done" | "failed"} state
 * @property {string} [reason]
 * @property {{ step: number, done: number, all: number, sentence: string }} progress
 * @property {string | null} summary
 * @property {string} begun
 * @property {string[]} files
 */

/**
 * `chinese-checkers:eval=distance` is Chinese Checkers, eval=distance.
 * @param {string} game
 */
export function gameName(game) {
  const [, options] = game.split(/:(.*)/s);
  return options ? `${titleOfGame(game)}, ${options}` : titleOfGame(game);
}

/** @param {Settings} settings */
export function titleOf(settings) {
  const { kind, game = "", risk = "", item = "" } = settings;
  if (kind === "calibration") return `${gameName(game)}, risk ${risk.replace("%", " %").replace(",criterion=", " by ")}`;
  if (kind === "race") return `Race: ${count(searches(settings), "search", "searches")}, ${gameName(game)}`;
  return itemName(item);
}

/** The authors of the papers. */
export const PAPERS = /** @type {Record<string, string>} */ ({
  hsu: "Hsu", "zhang-cui": "Zhang and Cui", "li-marsland": "Li and Marsland", "lim-lee": "Lim and Lee", tong: "Tong",
});

/**
 * `lim-lee/figure-6` is Lim and Lee, figure 6.
 * @param {string} item
 */
export function itemName(item) {
  const [paper, name = ""] = item.split("/");
  return `${PAPERS[paper] ?? paper}, ${name.replaceAll("-", " ")}`;
}

/** @param {Settings} settings */
function searches({ algorithms = "", prunes = "none" }) {
  const parted = /[;:]/.test(algorithms) ? ";" : ",";
  return algorithms.split(parted).length * prunes.split(";").length;
}

/** @param {Settings} settings */
export function detailOf(settings) {
  const { kind, depth, positions, quick } = settings;
  if (kind === "calibration") return `calibrate, depth ${depth}`;
  if (kind === "race") return `depth ${depth}, ${count(positions ?? 0, "position", "positions")}`;
  return quick ? "reproduce, quick" : "reproduce, in full";
}

/** @param {Settings} settings */
export function commandOf(settings) {
  const { kind, game, depth, risk, positions, algorithms, prunes, beside, item, quick, seed = 1 } = settings;
  const parts = ["pleach"];
  const add = (/** @type {(string | number | false | null | undefined)[]} */ ...words) => {
    if (words.every((word) => word !== false && word !== null && word !== undefined)) parts.push(words.join(" "));
  };
  if (kind === "calibration") {
    add(`calibrate ${game}`);
    add("--depth", depth);
    add("--risk", quoted(risk ?? ""));
    add("--fit", settings.fit);
    add("--choose", settings.choose);
    add("--prove", settings.prove);
    add("--games", settings.games || null);
    add("--beside", beside !== "none" && quoted(beside ?? ""));
  } else if (kind === "race") {
    add(`race ${game}`);
    add("--depth", depth);
    add("--positions", positions);
    add("--algorithms", quoted(algorithms ?? ""));
    add("--prunes", prunes !== "none" && quoted(prunes ?? ""));
  } else {
    add(`reproduce ${item}`);
    if (quick) add("--quick");
  }
  add("--seed", seed !== 1 && seed);
  if (kind === "calibration") add("-o profile.toml");
  return parts.join(" \\\n  ").replace("pleach \\\n  ", "pleach ");
}

/** @param {string} text */
const quoted = (text) => (/^[\w.,=%-]*$/.test(text) ? text : `'${text}'`);

/**
 * @param {number} number
 * @param {string} one
 * @param {string} many
 */
export const count = (number, one, many) => `${grouped(number)} ${number === 1 ? one : many}`;

/** @param {number} number */
export const grouped = (number) => Math.round(number).toString().replace(/\B(?=(\d{3})+$)/g, " ");

/**
 * @param {number} share
 * @param {number} [digits]
 */
export const percent = (share, digits = 2) => `${(100 * share).toFixed(digits)} %`;

/** @param {number} ratio */
export const times = (ratio) => `${ratio.toFixed(2)}×`;

/** @param {number} seconds */
export function duration(seconds) {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${Math.round(seconds % 60)} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/**
 * When a job was begun: the time today, the day otherwise.
 * @param {string} begun in UTC
 */
export function when(begun) {
  const date = new Date(`${begun.replace(" ", "T")}${begun.endsWith("Z") ? "" : "Z"}`);
  if (Number.isNaN(date.getTime())) return begun;
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday ? date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }) : date.toLocaleDateString();
}
