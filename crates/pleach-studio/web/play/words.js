// Values, numbers and times in words that a player understands.

/**
 * @typedef {{ points: number | null, winner: "first" | "second" | null, plies: number | null }} Value
 * @typedef {import("../boards/kind.js").Kind} Kind
 */

/** How points are shown where the game does not say. */
const USUAL = { per: 1, digits: 0, unit: "points", scale: 100, win: undefined };

/** @param {Kind | null} kind */
const scoreOf = (kind) => kind?.score ?? USUAL;

/**
 * A value with its sign, for one side: `+64`, `−0.35`, `wins in 5`.
 * @param {Value} value
 * @param {0 | 1} side
 * @param {Kind | null} kind
 */
export function short(value, side, kind) {
  const sign = side === 0 ? 1 : -1;
  if (value.winner) {
    const wins = (value.winner === "first") === (side === 0);
    return `${wins ? "wins" : "loses"} in ${value.plies}`;
  }
  const { per, digits, win } = scoreOf(kind);
  const points = (value.points ?? 0) * sign;
  if (win && Math.abs(points) >= win) return points > 0 ? "wins" : "loses";
  return signed(points / per, digits);
}

/**
 * A number with its sign, which is a real minus.
 * @param {number} number
 * @param {number} digits
 */
export function signed(number, digits) {
  const text = Math.abs(number).toFixed(digits);
  if (Number(text) === 0) return text;
  return (number > 0 ? "+" : "−") + text;
}

/**
 * Who is ahead, in words: `you are ahead`.
 * @param {Value} value
 * @param {[string, string]} names
 * @param {Kind | null} kind
 * @param {boolean} solved whether the points are those of the game's end
 */
export function standing(value, names, kind, solved) {
  const is = (/** @type {string} */ name) => (name === "You" ? "you are" : `${name} is`);
  const wins = (/** @type {string} */ name) => (name === "You" ? "you win" : `${name} wins`);
  if (value.winner) return `${wins(names[value.winner === "first" ? 0 : 1])} in ${plies(value.plies ?? 0)}`;
  const points = value.points ?? 0;
  const { scale, win, unit } = scoreOf(kind);
  if (win && Math.abs(points) >= win) return wins(names[points > 0 ? 0 : 1]);
  if (solved) return points === 0 ? "a draw" : `${wins(names[points > 0 ? 0 : 1])} by ${Math.abs(points)} ${unit}`;
  if (Math.abs(points) < scale / 12) return "level";
  const who = is(names[points > 0 ? 0 : 1]);
  if (Math.abs(points) < scale / 2) return `${who} a little ahead`;
  return Math.abs(points) < scale * 1.5 ? `${who} ahead` : `${who} far ahead`;
}

/**
 * The share of the evaluation bar that belongs to the first player, 0 to 1.
 * @param {Value} value
 * @param {Kind | null} kind
 */
export function share(value, kind) {
  if (value.winner) return value.winner === "first" ? 1 : 0;
  const { scale, win } = scoreOf(kind);
  const points = value.points ?? 0;
  if (win && Math.abs(points) >= win) return points > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-points / (scale * 0.6)));
}

/** @param {number} count */
export const plies = (count) => (count === 1 ? "1 ply" : `${count} plies`);

/**
 * A large number with its unit: `4.82 M`.
 * @param {number} number
 */
export function large(number) {
  if (number >= 1e9) return `${(number / 1e9).toFixed(2)} G`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(2)} M`;
  return number >= 1e4 ? `${(number / 1e3).toFixed(1)} k` : String(Math.round(number));
}

/** @param {number} seconds */
export const duration = (seconds) => (seconds < 0.01 ? `${(seconds * 1e3).toFixed(1)} ms` : `${seconds.toFixed(2)} s`);

/**
 * What a clock shows: `6:41`, and tenths when little is left.
 * @param {number} milliseconds
 * @param {boolean} countedDown
 */
export function clockText(milliseconds, countedDown) {
  const left = Math.max(0, milliseconds);
  if (countedDown && left < 10_000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.floor(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @param {number} share */
export const percent = (share) => `${Number((share * 100).toPrecision(2))} %`;

/** @param {number} count @param {string} noun */
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
