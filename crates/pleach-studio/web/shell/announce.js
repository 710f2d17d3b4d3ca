// The one polite live region of a room: at most one sentence every two seconds, the latest one.

import { byId } from "./make.js";

const PAUSE = 2000;
let last = -PAUSE;
/** @type {string | null} */
let waiting = null;

/**
 * Says something to whoever listens instead of looking. What comes too fast is replaced by what comes after it.
 * @param {string} sentence
 */
export function announce(sentence) {
  const isFree = waiting === null;
  waiting = sentence;
  if (isFree) setTimeout(speak, Math.max(0, last + PAUSE - performance.now()));
}

function speak() {
  byId("live").textContent = waiting;
  waiting = null;
  last = performance.now();
}
