// A game as the page keeps it: where it began, the moves, who plays, the clock. It lives in the browser's store, so
// that a refresh loses nothing; the server knows nothing of it.

import { forget, recall, remember } from "../shell/remember.js";
import { FITTED, fittedFor } from "./fitted.js";
import { riskAsked } from "./risk.js";

/**
 * Who sits at a side, and how strong an engine is.
 * @typedef {object} Seat
 * @property {"human" | "engine"} kind
 * @property {"level" | "time" | "depth" | "clock"} by
 * @property {number} level
 * @property {number} time seconds per move
 * @property {number} depth
 * @property {string} risk such as `5%;depth=8`; none is empty; `lab` is the profile taken up there
 * @property {string} algorithm empty for the engine
 */

/**
 * @typedef {object} Match
 * @property {string} id
 * @property {string} game
 * @property {string | null} start
 * @property {string[]} moves
 * @property {string[]} undone the moves taken back, the next one to redo last
 * @property {[Seat, Seat]} seats
 * @property {{ initial: number, increment: number } | null} clock milliseconds
 * @property {[number, number]} used milliseconds spent by each side
 * @property {0 | 1 | null} flagged whose time is over
 * @property {(import("./words.js").Value | null)[]} values what searches said, by ply
 * @property {boolean} flipped
 * @property {number} when it was last touched
 * @property {string} note one line for the list of recent games
 * @property {Opened | null} [record] what was opened from a record of a game
 */

/**
 * What a record of a game says beside its moves.
 * @typedef {object} Opened
 * @property {[string, string]} names empty where it names nobody
 * @property {string} result as it was written; empty if it was not
 * @property {string[]} moves those that it holds
 */

const MOST_KEPT = 30;

/** @returns {Seat} */
export const human = () => ({ kind: "human", by: "level", level: 5, time: 1, depth: 6, risk: "", algorithm: "" });
/** @param {Partial<Seat>} [strength] @returns {Seat} */
export const engine = (strength = {}) => ({ ...human(), kind: "engine", ...strength });

/**
 * A new game, with the first player human unless it is said otherwise.
 * @param {string} game
 * @param {Partial<Match>} [settings]
 * @returns {Match}
 */
export function newMatch(game, settings = {}) {
  return {
    id: Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, "0")).join(""),
    game, start: null, moves: [], undone: [], seats: [human(), engine()], clock: null, used: [0, 0], flagged: null,
    values: [], flipped: false, when: Date.now(), note: "", ...settings,
  };
}

/** @param {string} id @returns {Match | null} */
export const savedMatch = (id) => (/^[0-9a-f]{12}$/.test(id) ? recall(`game.${id}`, null) : null);

/** @returns {{ id: string, game: string, ply: number, note: string, when: number }[]} */
export const recentGames = () => recall("games", []);

/**
 * Keeps a game, and forgets the oldest ones. A game without a move is not worth keeping beside others.
 * @param {Match} match
 */
export function save(match) {
  match.when = Date.now();
  remember(`game.${match.id}`, match);
  const others = recentGames().filter((kept) => kept.id !== match.id && kept.ply > 0);
  const games = [{ id: match.id, game: match.game, ply: match.moves.length, note: match.note, when: match.when }, ...others];
  games.slice(MOST_KEPT).forEach((old) => forget(`game.${old.id}`));
  remember("games", games.slice(0, MOST_KEPT));
}

/**
 * The game that this page shows: the one that its address names, or a new one. A game that another page has open is
 * copied, so that two pages never write the same one.
 * @returns {Promise<Match>}
 */
export async function matchOfPage() {
  const address = new URLSearchParams(location.search);
  const found = savedMatch(address.get("id") ?? "");
  const usual = recall("last-game", "chinese-checkers");
  const game = address.get("game") ?? usual;
  const seats = address.get("risk") === FITTED && fittedFor(game) ? withFitted(usualSeats()) : usualSeats();
  let match = found ?? newMatch(game, { seats });
  if (!(await isFree(match.id))) {
    match = { ...match, id: newMatch(match.game).id };
    await isFree(match.id);
  }
  return match;
}

/** Who played last; but whoever comes anew wants to play. @returns {[Seat, Seat]} */
function usualSeats() {
  /** @type {[Seat, Seat]} */
  const last = recall("last-seats", [human(), engine()]);
  return last.some((seat) => seat.kind === "human") ? last : [human(), last[1]];
}

/** The engine prunes as the lab has found; somebody who wants to play with that needs an engine. @param {[Seat, Seat]} seats @returns {[Seat, Seat]} */
function withFitted([first, second]) {
  const fitted = (/** @type {Seat} */ seat) => (seat.kind === "engine" ? { ...seat, risk: FITTED, algorithm: "" } : seat);
  return first.kind === "engine" ? [fitted(first), second] : [first, fitted({ ...second, kind: "engine" })];
}

/**
 * What the record of a game says of its end, as long as its moves are those on the board.
 * @param {Match} match
 */
export function resultOfRecord({ record, moves }) {
  const isThere = record && record.moves.length === moves.length && record.moves.every((move, place) => move === moves[place]);
  return isThere ? record.result : "";
}

/**
 * Takes a game for this page until it is closed, if no other page has it.
 * @param {string} id
 * @returns {Promise<boolean>}
 */
function isFree(id) {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks.request(`pleach.game.${id}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock ? new Promise(() => {}) : undefined;
    });
  });
}

/**
 * Shows in the address which game this is, so that a refresh finds it again.
 * @param {Match} match
 */
export function nameInAddress(match) {
  history.replaceState(null, "", `/play?id=${match.id}`);
  isFree(match.id);
}

/**
 * How an engine is told to search.
 * @param {Seat} seat
 * @param {{ remaining: number, increment: number } | null} clock
 * @param {string} game
 */
export function strengthOf(seat, clock, game) {
  const isFitted = seat.risk === FITTED;
  const common = { ...(isFitted ? {} : riskAsked(seat.risk)), profile: isFitted ? fittedFor(game)?.toml : undefined, algorithm: seat.algorithm || undefined };
  const onClock = clock ? { clock: Math.round(clock.remaining), increment: clock.increment } : {};
  switch (seat.by) {
    case "level": return { ...common, ...onClock, level: seat.level };
    case "depth": return { ...common, ...onClock, depth: seat.depth };
    case "clock": return { ...common, ...(clock ? onClock : { time: 1000 }) };
    default: return { ...common, ...onClock, time: Math.round(seat.time * 1000) };
  }
}

/** @param {Seat} seat */
export function strengthInWords(seat) {
  const how = { level: `level ${seat.level}`, time: `${seat.time} s a move`, depth: `depth ${seat.depth}`, clock: "by the clock" }[seat.by];
  return `${seat.algorithm || "engine"}, ${how}`;
}
