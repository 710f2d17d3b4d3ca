// Tic-tac-toe: strokes on nine squares.

import { draw } from "../shell/make.js";
import { squareCells, squareLabels } from "./squares.js";

const SIZE = 160;
const cells = squareCells(3, 3, SIZE, false);
const ROWS = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/** @type {import("./kind.js").Kind} */
export const ticTacToe = {
  title: "Tic-tac-toe",
  about: "to learn with",
  sides: ["Crosses", "Noughts"],
  size: { width: 560, height: 560 },
  reach: SIZE / 2,
  shape: "square",
  flips: false,
  cells,
  labels: squareLabels(cells, SIZE * 0.62, false),
  score: { per: 1, digits: 0, unit: "points", scale: 8, win: 100 },
  ground() {
    const [far, near] = [SIZE * 1.46, SIZE / 2];
    const lines = [-near, near].map((at) => `M${at} ${-far}V${far}M${-far} ${at}H${far}`);
    return [draw("path", { d: lines.join(""), class: "board-line", "stroke-width": 7, "stroke-linecap": "round" })];
  },
  read(position) {
    const entries = cells.map((cell, index) => [cell.name, position[index]]);
    return Object.fromEntries(entries.filter(([, piece]) => piece === "X" || piece === "O"));
  },
  write: (pieces) => cells.map((cell) => pieces[cell.name] ?? ".").join(""),
  palette: [{ piece: "X", name: "Cross" }, { piece: "O", name: "Nought" }],
  draw(piece) {
    const arm = SIZE * 0.27;
    return piece === "X"
      ? draw("path", { d: `M${-arm} ${-arm}L${arm} ${arm}M${arm} ${-arm}L${-arm} ${arm}`, class: "cross", "stroke-width": 21, "stroke-linecap": "round" })
      : draw("circle", { r: arm * 1.1, class: "nought", "stroke-width": 21 });
  },
  ends: (move) => ({ from: null, to: move }),
  side: (piece) => (piece === "X" ? 0 : 1),
  line(pieces) {
    const names = cells.map((cell) => cell.name);
    const row = ROWS.find((row) => {
      const first = pieces[names[row[0]]];
      return first !== undefined && row.every((index) => pieces[names[index]] === first);
    });
    return row ? row.map((index) => names[index]) : [];
  },
};
