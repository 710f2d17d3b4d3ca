// Dialogs: a title, a way out, and what belongs between them.

import { make } from "./make.js";

let number = 0;

/**
 * Opens a dialog. It closes by Escape, by its button, or by `close()`, and is gone then.
 * @param {string} title
 * @param {...any} content
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, ...content) {
  number += 1;
  const id = `dialog-${number}`;
  const dialog = make("dialog", { class: "dialog", "aria-labelledby": id },
    make("header", {}, make("h2", { id }, title),
      make("button", { class: "btn", type: "button", on: { click: () => dialog.close() } }, "Close")),
    ...content);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * What was wrong with something in a dialog, said where it is.
 * @returns {any}
 */
export function complaint() {
  return make("p", { class: "complaint", role: "alert" });
}
