// The line in the bar that tells what the engine does.

import { ask } from "./ask.js";
import { byId } from "./make.js";

let atRest = "engine ready";

/**
 * Shows what is going on; without a sentence, that nothing is.
 * @param {string} [sentence]
 */
export function showStatus(sentence) {
  byId("engine-status").textContent = sentence ?? atRest;
  document.documentElement.classList.toggle("searching", sentence !== undefined);
}

/** Asks what the engine has, for the times when it rests. */
export async function startStatus() {
  try {
    const { threads, table } = await ask("status");
    atRest = `engine idle, ${threads} ${threads === 1 ? "thread" : "threads"}, ${table} MiB table`;
    if (!document.documentElement.classList.contains("searching")) showStatus();
  } catch {
    byId("engine-status").textContent = "no connection";
  }
}
