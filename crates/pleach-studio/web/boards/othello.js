// Othello: discs, and those that a move turns.

import { draw } from "../shell/make.js";
import { squareCells, squareLabels } from "./squares.js";

const SIZE = 76;
const cells = squareCells(8, 8, SIZE, false);

/**
 * The discs that a move turns over.
 * @param {string} move
 * @param {Record<string, string>} pieces
 * @param {0 | 1} side
 */
function turned(move, pieces, side) {
  const [own, other] = side === 0 ? ["X", "O"] : ["O", "X"];
  const [column, row] = [move.charCodeAt(0), Number(move.slice(1))];
  const found = [];
  for (const right of [-1, 0, 1]) {
    for (const down of [-1, 0, 1]) {
      const run = [];
      for (let step = 1; step < 8; step += 1) {
        const name = String.fromCharCode(column + right * step) + (row + down * step);
        if (pieces[name] === other) run.push(name);
        else {
          if (pieces[name] === own) found.push(...run);
          break;
        }
      }
    }
  }
  return found;
}

/** @type {import("./kind.js").Kind} */
export const othello = {
  title: "Othello",
  about: "eight by eight, solved near the end",
  sides: ["Black", "White"],
  size: { width: 668, height: 668 },
  reach: SIZE / 2,
  shape: "square",
  flips: true,
  cells,
  labels: squareLabels(cells, SIZE * 0.7, false),
  score: { per: 1, digits: 0, unit: "discs", scale: 12 },
  ground() {
    const half = SIZE * 4;
    const lines = Array.from({ length: 9 }, (_, index) => {
      const at = -half + index * SIZE;
      return `M${at} ${-half}V${half}M${-half} ${at}H${half}`;
    });
    const dots = [-2, 2].flatMap((x) => [-2, 2].map((y) => draw("circle", { cx: x * SIZE, cy: y * SIZE, r: 3.8, class: "board-dot" })));
    return [
      draw("rect", { x: -half - 6, y: -half - 6, width: 2 * half + 12, height: 2 * half + 12, rx: 8, class: "board-deep" }),
      draw("rect", { x: -half, y: -half, width: 2 * half, height: 2 * half, class: "board-plain" }),
      draw("path", { d: lines.join(""), class: "board-line", "stroke-width": 1.2 }),
      ...dots,
    ];
  },
  read(position) {
    const entries = cells.map((cell, index) => [cell.name, position[index]]);
    return Object.fromEntries(entries.filter(([, piece]) => piece === "X" || piece === "O"));
  },
  write: (pieces, second) => `${cells.map((cell) => pieces[cell.name] ?? "-").join("")} ${second ? "O" : "X"}`,
  palette: [{ piece: "X", name: "Black" }, { piece: "O", name: "White" }],
  draw: (piece) => draw("circle", { r: SIZE * 0.4, class: piece === "X" ? "disc-black" : "disc-white", "stroke-width": 1.2 }),
  ends: (move) => ({ from: null, to: move === "pass" ? null : move }),
  side: (piece) => (piece === "X" ? 0 : 1),
  turned,
};
