// What went wrong, said at the top of the page until somebody closes it or something works again.

import { byId, icon, make } from "./make.js";

/**
 * Shows what was wrong.
 * @param {unknown} error
 * @param {{ label: string, action: () => void }} [wayOn] one way to go on
 */
export function showError(error, wayOn) {
  const reason = error instanceof Error ? error.message : String(error);
  const close = make("button", { class: "btn quiet icon", type: "button", "aria-label": "Close this message", on: { click: clearErrors } },
    icon("close"));
  const retry = wayOn && make("button", { class: "btn", type: "button",
    on: { click: () => { clearErrors(); wayOn.action(); } } }, wayOn.label);
  byId("alerts").replaceChildren(make("div", { class: "alert" }, make("p", {}, reason), retry, close));
}

/** Takes the message away. */
export function clearErrors() {
  byId("alerts").replaceChildren();
}
