// Scores as people read them. They are one integer in three bands, as the library keeps them.

const INFINITE = 2147483647;
const WIN = 2000000000;
const LIMIT = WIN - 1000000 - 1;

/** What a value says of the true one. */
export const EXACT = 0, LOWER = 1, UPPER = 2;

/** The plies to a win or loss, or null. @param {number} score */
function distance(score) {
  const size = Math.abs(score);
  return size > LIMIT && size <= WIN ? WIN - size : null;
}

/** With the signs of print: `−∞`, `∞−1`, `−7`, `win in 3`. @param {number} score */
export function scoreText(score) {
  const plies = distance(score);
  if (plies !== null) return `${score > 0 ? "win" : "loss"} in ${plies}`;
  if (score === INFINITE) return "∞";
  if (score === -INFINITE) return "−∞";
  if (score > WIN) return `∞−${INFINITE - score}`;
  if (score < -WIN) return `−∞+${score + INFINITE}`;
  return String(score).replace("-", "−");
}

/** A window as the edges carry it. @param {number} alpha @param {number} beta */
export const windowText = (alpha, beta) => `${scoreText(alpha)} : ${scoreText(beta)}`;

/** A value with its sign: `=12`, `≥80`, `≤ −10`. @param {number} bound @param {number} value */
export function valueText(bound, value) {
  // Two signs in a row are hard to tell apart, and a word needs room before it.
  const apart = value < 0 || distance(value) !== null ? " " : "";
  return `${"=≥≤"[bound]}${apart}${scoreText(value)}`;
}

/** Inside a sentence: `12`, `a win in 3`. @param {number} score */
export const scoreWords = (score) => (distance(score) === null ? "" : "a ") + scoreText(score);

/** Inside a sentence: `12`, `80 or more`, `a win in 3 or better`. @param {number} bound @param {number} value */
export function valueWords(bound, value) {
  const words = scoreWords(value);
  if (bound === EXACT) return words;
  const [more, less] = distance(value) === null ? ["or more", "or less"] : ["or better", "or worse"];
  return `${words} ${bound === LOWER ? more : less}`;
}

/** The score just above another. @param {number} score */
export const nextUp = (score) => Math.min(score + 1, INFINITE);

/** @param {number} score */
export const isFinite = (score) => Math.abs(score) < WIN;

export const HIGHEST = INFINITE, LOWEST = -INFINITE;

/** A score that somebody typed, or null. @param {string} text */
export function readScore(text) {
  const plain = text.trim().toLowerCase().replaceAll("−", "-").replaceAll("–", "-").replaceAll("∞", "inf").replace("+", "");
  if (plain === "inf" || plain === "infinity") return INFINITE;
  if (plain === "-inf" || plain === "-infinity") return -INFINITE;
  return /^-?\d+$/.test(plain) ? Number(plain) : null;
}

/** A count with its thousands apart. @param {number} count */
export const countText = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

/** `1 node`, `1,200 nodes`. @param {number} count @param {string} one @param {string} many */
export const counted = (count, one, many) => `${countText(count)} ${count === 1 ? one : many}`;
