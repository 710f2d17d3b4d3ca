// Where a search begins: the examples as cards, and the dialog that opens another tree.

import { make } from "../shell/make.js";
import { EXAMPLES } from "./examples.js";
import { sourceForm } from "./source-form.js";

/** @typedef {import("./examples.js").Example} Example */
/** @typedef {import("./address.js").Setting} Setting */

/**
 * The examples as cards, each a link that works without this script, too.
 * @param {(example: Example) => void} pick
 */
export function exampleCards(pick) {
  return EXAMPLES.map((example) => make("li", {}, make("a", { class: "panel example", href: `?example=${example.key}`, "data-example": example.key,
    on: { click: (/** @type {Event} */ event) => { event.preventDefault(); pick(example); } } },
    make("b", {}, example.title), make("small", {}, example.from), make("p", {}, example.why))));
}

/**
 * The examples and the form in a dialog.
 * @param {Setting | null} setting what is open
 * @param {{ pick: (example: Example) => void, submit: (setting: Setting) => Promise<void>, failed: (error: unknown) => void }} room
 */
export async function showOpenDialog(setting, { pick, submit, failed }) {
  const close = make("button", { class: "btn", type: "button", autofocus: true, on: { click: () => dialog.close() } }, "Close");
  const button = (/** @type {Example} */ example) => make("button", { class: "btn", type: "button", title: example.why,
    on: { click: () => { dialog.close(); pick(example); } } }, example.title);
  const dialog = make("dialog", { class: "dialog wide", "aria-labelledby": "open-title" }, make("header", {}, make("h2", { id: "open-title" }, "Open a tree"), close),
    make("h3", {}, "Examples"), make("div", { class: "row" }, EXAMPLES.map(button)), make("h3", {}, "A search of your own"));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  try {
    dialog.append(await sourceForm(setting, async (wanted) => {
      await submit(wanted);
      dialog.close();
    }));
  } catch (error) {
    dialog.close();
    failed(error);
  }
}
