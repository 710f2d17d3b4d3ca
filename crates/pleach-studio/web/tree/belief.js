// What a search over uncertain values believes of a node.

import { isFinite, scoreText } from "./score.js";

/**
 * @typedef {object} Belief
 * @property {number} low
 * @property {number} high
 * @property {Int32Array} scores   those that have a probability; none where only the bounds are known
 * @property {Float32Array} shares their probabilities
 * @property {{ value: number, up: number, down: number } | null} conspiracy how many leaves must change; -1 is too many to count
 */

/** For a sentence: `5`, `0 to 5`, `3, with 0 to 5 in reach`. @param {Belief} belief */
export function beliefWords({ low, high, conspiracy }) {
  if (low === high) return scoreText(low);
  const range = `${scoreText(low)} to ${scoreText(high)}`;
  return conspiracy ? `${scoreText(conspiracy.value)}, with ${range} in reach` : range;
}

/** For a node of the drawing: `=5`, `0…5`, or the value of a conspiracy-number search. @param {Belief} belief */
export function beliefDrawn({ low, high, conspiracy }) {
  if (low === high) return `=${scoreText(low)}`;
  return conspiracy ? scoreText(conspiracy.value) : `${scoreText(low)}…${scoreText(high)}`;
}

/** For a row: `5`, `[0, 5]`. @param {Belief} belief */
export function beliefPlain({ low, high, conspiracy }) {
  if (low === high) return scoreText(low);
  const range = `[${scoreText(low)}, ${scoreText(high)}]`;
  return conspiracy ? `${scoreText(conspiracy.value)} ${range}` : range;
}

/** `↑2 ↓1`, with `–` for more than were counted. @param {Belief} belief */
export function conspiracyText({ conspiracy }) {
  if (!conspiracy) return "";
  const count = (/** @type {number} */ number) => (number < 0 ? "–" : String(number));
  return `↑${count(conspiracy.up)} ↓${count(conspiracy.down)}`;
}

/** `; one leaf can raise it, 2 leaves can lower it`. @param {Belief} belief */
export function conspiratorWords({ conspiracy }) {
  if (!conspiracy) return "";
  const leaves = (/** @type {number} */ count, /** @type {string} */ what) =>
    count < 0 ? `no few leaves can ${what} it` : count === 1 ? `one leaf can ${what} it` : `${count} leaves can ${what} it`;
  return `; ${leaves(conspiracy.up, "raise")}, ${leaves(conspiracy.down, "lower")}`;
}

/**
 * The finite scores that the beliefs of a recording lie between, so that all bars share a scale.
 * @param {Record<string, any>} columns
 * @returns {{ low: number, high: number }}
 */
export function beliefScale(columns) {
  let [low, high] = [Infinity, -Infinity];
  for (const name of ["belief.low", "belief.high"]) {
    for (const score of columns[name] ?? []) {
      if (!isFinite(score)) continue;
      low = Math.min(low, score);
      high = Math.max(high, score);
    }
  }
  return low < high ? { low, high } : { low: low === Infinity ? 0 : low - 1, high: high === -Infinity ? 1 : high + 1 };
}
