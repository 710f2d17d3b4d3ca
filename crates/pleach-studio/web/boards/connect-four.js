// Connect Four: a rack of holes, discs that fall, four that are ringed.

import { draw } from "../shell/make.js";
import { marble, squareCells } from "./squares.js";

const SIZE = 84;

/** The cells in one of the four directions. */
const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

/**
 * The board of some size. Cells are named by a letter and the row from the bottom, moves by the column's number.
 * @param {number} width
 * @param {number} height
 * @returns {import("./kind.js").Kind}
 */
export function connectFour(width = 7, height = 6) {
  const cells = squareCells(width, height, SIZE, true);
  const nameAt = (/** @type {number} */ column, /** @type {number} */ row) => String.fromCharCode(97 + column) + (row + 1);
  const landing = (/** @type {number} */ column, /** @type {Record<string, string>} */ pieces) => {
    for (let row = 0; row < height; row += 1) if (!pieces[nameAt(column, row)]) return nameAt(column, row);
    return null;
  };

  /** @param {string} position */
  function read(position) {
    /** @type {Record<string, string>} */
    const pieces = {};
    if (/^[\d, ]*$/.test(position)) {
      const columns = width > 9 ? position.split(",").filter(Boolean) : [...position];
      columns.forEach((column, index) => {
        const cell = landing(Number(column) - 1, pieces);
        if (cell) pieces[cell] = index % 2 ? "O" : "X";
      });
    } else {
      position.split("/").forEach((row, index) => [...row.trim()].forEach((piece, column) => {
        if (piece === "X" || piece === "O") pieces[nameAt(column, height - 1 - index)] = piece;
      }));
    }
    return pieces;
  }

  return {
    title: "Connect Four",
    about: `${width} by ${height}, stones that fall`,
    sides: ["Yew", "Amber"],
    size: { width: width * SIZE + 40, height: height * SIZE + 76 },
    reach: SIZE / 2,
    shape: "round",
    flips: false,
    cells,
    labels: cells.filter((cell) => cell.name.slice(1) === "1")
      .map((cell, index) => ({ text: String(index + 1), x: cell.x, y: cell.y + SIZE * 0.66 })),
    score: { per: 1, digits: 0, unit: "points", scale: 6 },
    ground() {
      const frame = draw("rect", { x: -width * SIZE / 2 - 8, y: -height * SIZE / 2 - 8, width: width * SIZE + 16, height: height * SIZE + 16, rx: 14, class: "board-deep" });
      return [frame, ...cells.map((cell) => draw("circle", { cx: cell.x, cy: cell.y, r: SIZE * 0.4, class: "hole-empty", "stroke-width": 1.4 }))];
    },
    read,
    write(pieces) {
      const rows = Array.from({ length: height }, (_, row) => Array.from({ length: width },
        (_, column) => pieces[nameAt(column, height - 1 - row)] ?? ".").join(""));
      return rows.join("/");
    },
    palette: [{ piece: "X", name: "Yew" }, { piece: "O", name: "Amber" }],
    draw: (piece) => marble(SIZE * 0.4, piece === "X" ? 0 : 1),
    ends: (move, pieces) => ({ from: null, to: landing(Number(move) - 1, pieces) }),
    meant: (cell, pieces) => landing(cell.charCodeAt(0) - 97, pieces),
    side: (piece) => (piece === "X" ? 0 : 1),
    line(pieces) {
      const won = new Set();
      for (let column = 0; column < width; column += 1) {
        for (let row = 0; row < height; row += 1) {
          for (const [right, up] of DIRECTIONS) {
            const four = [0, 1, 2, 3].map((step) => nameAt(column + right * step, row + up * step));
            const first = pieces[four[0]];
            if (first && four.every((name) => pieces[name] === first)) four.forEach((name) => won.add(name));
          }
        }
      }
      return [...won];
    },
  };
}
