// The one polite live region of a room: at most one sentence every two seconds. What comes too fast is replaced by what
// comes after it, except what somebody must not miss.

import { byId } from "./make.js";

const PAUSE = 2000;
let last = -PAUSE;
let isWaiting = false;
/** What must be said, in order. @type {string[]} */
let sure = [];
/** The latest of what need not be. @type {string | null} */
let passing = null;

/**
 * Says something to whoever listens instead of looking, unless something newer comes before it can be said.
 * @param {string} sentence
 */
export function announce(sentence) {
  passing = sentence;
  speakSoon();
}

/**
 * Says something that is never left out, such as a move that was played.
 * @param {string} sentence
 */
export function announceSurely(sentence) {
  sure.push(sentence);
  // What was about to be said is older than this.
  passing = null;
  speakSoon();
}

function speakSoon() {
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(speak, Math.max(0, last + PAUSE - performance.now()));
}

function speak() {
  byId("live").textContent = [...sure, ...(passing === null ? [] : [passing])].join(" ");
  [isWaiting, sure, passing, last] = [false, [], null, performance.now()];
}
