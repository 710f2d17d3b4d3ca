// What the signs of the drawing mean: only those that the recordings use.

import { draw, make } from "../shell/make.js";
import { SIGNS, badgeIcon } from "./signs.js";

/** @param {string} sign a drawing of 24 by 16 @param {Record<string, any>} attributes */
const picture = (sign, attributes) => draw("svg", { width: 24, height: 16, viewBox: "0 0 24 16", "aria-hidden": "true", class: "drawing" }, draw(sign, attributes));

/**
 * @param {HTMLElement} list @param {import("./search.js").SearchView[]} searches
 * @param {boolean} veiled whether it must not tell which signs are used, for exercises: then it has them all
 */
export function showLegend(list, searches, veiled) {
  const used = new Set(searches.flatMap(({ counts, recording }) => counts.total.cuts.flatMap((count, reason) => (count ? [recording.reasons[reason].key] : []))));
  const entry = (/** @type {Node} */ sign, /** @type {string} */ meaning) => make("li", {}, sign, meaning);
  const signs = (/** @type {boolean} */ risk) => SIGNS.filter((sign) => (veiled || used.has(sign.key)) && (sign.round === true) === risk).map((sign) => entry(badgeIcon(sign.key), sign.meaning));
  const [proved, risked] = [signs(false), signs(true)];
  const uncertain = searches.some(({ recording }) => recording.isUncertain);
  list.replaceChildren(
    entry(picture("path", { class: "shape", d: "M3 15V6l9-5 9 5v9Z" }), "Max"),
    entry(picture("path", { class: "shape", d: "M3 1v9l9 5 9-5V1Z" }), "Min"),
    entry(picture("path", { class: "edge lead", d: "M1 8h22" }), "best line so far"),
    entry(picture("path", { class: "edge open", d: "M1 8h22" }), "open path"),
    ...(uncertain ? [entry(picture("rect", { class: "belief-range", x: 2, y: 6, width: 20, height: 4, rx: 2 }), "range of the value")] : []),
    ...(proved.length ? [make("li", { class: "muted" }, "Proved"), ...proved] : []),
    ...(risked.length ? [make("li", { class: "muted" }, "Risk accepted"), ...risked] : []));
}
