// The signs of the drawing: a colour, a glyph and a word for every reason. Square is proved, round is a risk.

import { draw } from "../shell/make.js";

/** @typedef {{ key: string, word: string, meaning: string, round?: boolean, letter?: string, path?: string }} Sign */

/** @type {Sign[]} */
export const SIGNS = [
  { key: "alpha", word: "alpha", meaning: "alpha cut", letter: "α" },
  { key: "beta", word: "beta", meaning: "beta cut", letter: "β" },
  { key: "deep-alpha", word: "deep alpha", meaning: "deep alpha cut", path: "M4 4l4 3.4L12 4M4 8.6 8 12l4-3.4" },
  { key: "deep-beta", word: "deep beta", meaning: "deep beta cut", path: "M4 7.4 8 4l4 3.4M4 12l4-3.4 4 3.4" },
  { key: "direct", word: "direct", meaning: "direct cut", path: "M3.5 3.5h9M8 12.5V6M5 8.800 8 5.800l3 3" },
  { key: "table", word: "table", meaning: "remembered in the table", path: "M3.5 3.5h9v9h-9ZM8 3.5v9M3.5 8h9" },
  { key: "proven-dominated", word: "dominated", meaning: "dominated by proven ranges", path: "M4 6h5.500M6.500 10.500h5.500" },
  { key: "test", word: "test", meaning: "ProbCut test", round: true, path: "M3 10.500q2.200-6.500 5-6.500t5 6.500" },
  { key: "skip", word: "skip", meaning: "node-cut, skip", round: true, path: "M4 4.500 7.500 8 4 11.500M8.500 4.500 12 8l-3.500 3.500" },
  { key: "dominated", word: "dominated", meaning: "dominated, if the ranges hold", round: true, path: "M4 6h5.500M6.500 10.500h5.500" },
];

/** @param {string} key */
export const signOf = (key) => SIGNS.find((sign) => sign.key === key);

/** Whether a reason is a risk that was taken. @param {string} key */
export const isRisk = (key) => signOf(key)?.round === true;

/** The badge of a reason, `size` wide, at a place of the drawing. @param {string} key @param {number} x @param {number} y @param {number} size */
export function badge(key, x, y, size) {
  const sign = signOf(key);
  const scale = size / 16;
  return draw("g", { class: `sign-of ${key}`, transform: `translate(${x} ${y}) scale(${scale})` },
    draw("rect", { class: "tile", width: 16, height: 16, rx: sign?.round ? 8 : 4 }),
    sign?.letter ? draw("text", { class: "letter", x: 8, y: 12 }, sign.letter) : draw("path", { class: "sign", d: sign?.path ?? "" }));
}

/** The badge as a picture of its own. @param {string} key */
export function badgeIcon(key) {
  return draw("svg", { class: "badge", viewBox: "0 0 16 16", "aria-hidden": "true" }, badge(key, 0, 0, 16));
}
