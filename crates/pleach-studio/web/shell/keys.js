// The keyboard: which keys do what, and the map that shows it.

import { openDialog } from "./dialog.js";
import { byId, make } from "./make.js";
import { recall, remember } from "./remember.js";

/**
 * @typedef {object} Key
 * @property {string[]} keys as `KeyboardEvent.key` names them; letters in lower case
 * @property {string} does what happens, in words
 * @property {(event: KeyboardEvent) => void} [action] none if a part of the page listens for itself
 */

/** @type {{ title: string, keys: Key[] }[]} */
const groups = [];

/**
 * Adds keys to the map.
 * @param {string} title the room or the part of it
 * @param {Key[]} keys
 */
export function addKeys(title, keys) {
  groups.push({ title, keys });
}

/** Whether single letters do something; some people speak to their computer. */
const lettersSleep = () => recall("letters-off", false);

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLElement && target.matches("input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]");
}

/** @param {KeyboardEvent} event */
export function nameOf(event) {
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

let goPending = false;

/** @param {KeyboardEvent} event */
function listenTo(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTyping(event.target) || document.querySelector("dialog[open]")) return;
  const name = nameOf(event);
  if (name.length === 1 && lettersSleep()) return;
  if (goPending) {
    goPending = false;
    /** @type {HTMLAnchorElement | null} */
    const room = document.querySelector(`.tabs a[data-letter="${CSS.escape(name)}"]`);
    if (room) {
      event.preventDefault();
      room.click();
    }
    return;
  }
  if (name === "g") {
    goPending = true;
    setTimeout(() => { goPending = false; }, 1500);
    return;
  }
  for (const { keys } of groups) {
    const key = keys.find((key) => key.action && key.keys.includes(name));
    if (key) {
      event.preventDefault();
      key.action?.(event);
      return;
    }
  }
}

/** How keys are written in the map. */
const WRITTEN = /** @type {Record<string, string>} */ ({
  ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "Space", Escape: "Esc",
});

/** @param {string} key */
const written = (key) => WRITTEN[key] ?? (key.length === 1 ? key.toUpperCase() : key);

/** Opens the keyboard map. */
export function showKeys() {
  const table = (/** @type {{ title: string, keys: Key[] }} */ { title, keys }) => [
    make("h3", {}, title),
    make("dl", { class: "keymap" }, keys.map((key) => make("div", {},
      make("dt", {}, key.keys.map((name) => make("kbd", {}, written(name)))), make("dd", {}, key.does)))),
  ];
  const letters = make("input", { type: "checkbox", id: "letters-off", checked: !lettersSleep(),
    on: { change: () => remember("letters-off", !letters.checked) } });
  openDialog("Keyboard map", ...groups.map(table), make("label", { class: "check" }, letters, "Single letters act"));
}

/** Begins to listen; the keys of all rooms come first in the map. */
export function startKeys() {
  const rooms = [...document.querySelectorAll(".tabs a")];
  groups.unshift({
    title: "Everywhere",
    keys: [
      { keys: ["?"], does: "this map", action: showKeys },
      ...rooms.map((room) => ({
        keys: ["g", /** @type {HTMLElement} */ (room).dataset.letter ?? ""], does: `go to ${room.textContent}`,
      })),
    ],
  });
  document.addEventListener("keydown", listenTo);
  byId("keys-button").addEventListener("click", showKeys);
}
