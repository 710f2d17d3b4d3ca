// Chinese Checkers: the star of 121 holes, row a at the bottom.

import { draw } from "../shell/make.js";
import { marble } from "./squares.js";

const STEP = 40;
const HEIGHT = STEP * Math.sqrt(3) / 2;
const LENGTHS = [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1];
const LETTERS = "abcdefghijklmnopq";

const cells = LENGTHS.flatMap((length, row) => Array.from({ length }, (_, index) => ({
  name: LETTERS[row] + (index + 1), x: (index - (length - 1) / 2) * STEP, y: (8 - row) * HEIGHT,
})));

/** The six corners and the six notches of the star. */
const OUTLINE = "0,-305.9 88.1,-152.7 264.9,-153 176.3,0 264.9,153 88.1,152.7 0,305.9 -88.1,152.7 -264.9,153 -176.3,0 -264.9,-153 -88.1,-152.7";

function lattice() {
  const beside = (/** @type {typeof cells[0]} */ cell, /** @type {number} */ right, /** @type {number} */ down) => cells.find((other) =>
    Math.abs(other.x - cell.x - right) < 1 && Math.abs(other.y - cell.y - down) < 1);
  const edges = cells.flatMap((cell) => [[STEP, 0], [STEP / 2, HEIGHT], [-STEP / 2, HEIGHT]].map(([right, down]) => {
    const other = beside(cell, right, down);
    return other ? `M${cell.x} ${cell.y.toFixed(1)}L${other.x} ${other.y.toFixed(1)}` : "";
  }));
  return edges.join("");
}

/** @type {import("./kind.js").Kind} */
export const chineseCheckers = {
  title: "Chinese Checkers",
  about: "two players on 121 holes",
  sides: ["Yew", "Amber"],
  size: { width: 560, height: 620 },
  reach: STEP / 2,
  shape: "round",
  flips: true,
  cells,
  labels: LENGTHS.map((length, row) => ({ text: LETTERS[row], x: -(length - 1) / 2 * STEP - 26, y: (8 - row) * HEIGHT })),
  score: { per: 1, digits: 0, unit: "points", scale: 120 },
  ground() {
    return [
      draw("polygon", { points: OUTLINE, class: "board-edged", "stroke-width": 1.6, "stroke-linejoin": "round" }),
      draw("polygon", { points: "-88.1,-152.7 0,-305.9 88.1,-152.7", class: "board-deep" }),
      draw("polygon", { points: "88.1,152.7 0,305.9 -88.1,152.7", class: "board-deep" }),
      draw("path", { d: lattice(), class: "board-line", "stroke-width": 0.9 }),
      ...cells.map((cell) => draw("circle", { cx: cell.x, cy: cell.y.toFixed(1), r: 5.2, class: "hole", "stroke-width": 1.3 })),
    ];
  },
  read(position) {
    /** @type {Record<string, string>} */
    const pieces = {};
    position.split(" ")[0].split("/").forEach((text, row) => {
      let number = 1;
      for (const part of text.match(/\d+|[XO]/g) ?? []) {
        if (part === "X" || part === "O") {
          pieces[LETTERS[row] + number] = part;
          number += 1;
        } else number += Number(part);
      }
    });
    return pieces;
  },
  write(pieces, second) {
    const rows = LENGTHS.map((length, row) => Array.from({ length }, (_, index) => pieces[LETTERS[row] + (index + 1)] ?? ".").join("")
      .replace(/\.+/g, (run) => String(run.length)));
    return `${rows.join("/")} ${second ? "O" : "X"} - ${second ? 1 : 0}`;
  },
  palette: [{ piece: "X", name: "Yew" }, { piece: "O", name: "Amber" }],
  draw: (piece) => marble(15.6, piece === "X" ? 0 : 1),
  ends(move) {
    if (move === "pass") return { from: null, to: null };
    const [from, to] = move.split("-");
    return { from, to };
  },
  side: (piece) => (piece === "X" ? 0 : 1),
};
