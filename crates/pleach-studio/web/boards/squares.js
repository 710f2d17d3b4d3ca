// Boards of squares: where the cells are, and the letters and numbers beside them.

import { draw } from "../shell/make.js";

/**
 * The cells of a board, named by a letter for the column and a number for the row.
 * @param {number} columns
 * @param {number} rows
 * @param {number} size of a square
 * @param {boolean} upward whether row 1 is at the bottom
 * @returns {import("./kind.js").Cell[]}
 */
export function squareCells(columns, rows, size, upward) {
  const cells = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [x, y] = [(column - (columns - 1) / 2) * size, (row - (rows - 1) / 2) * size];
      cells.push({ name: String.fromCharCode(97 + column) + (row + 1), x, y: upward ? -y : y });
    }
  }
  return cells;
}

/**
 * Letters above or below, numbers at the left.
 * @param {import("./kind.js").Cell[]} cells
 * @param {number} distance from the middle of a square to its label
 * @param {boolean} below
 */
export function squareLabels(cells, distance, below) {
  const xs = cells.map((cell) => cell.x);
  const ys = cells.map((cell) => cell.y);
  const edge = below ? Math.max(...ys) + distance : Math.min(...ys) - distance;
  const columns = cells.filter((cell) => cell.name.slice(1) === "1");
  const rows = cells.filter((cell) => cell.name.startsWith("a"));
  return [
    ...columns.map((cell) => ({ text: cell.name[0], x: cell.x, y: edge })),
    ...rows.map((cell) => ({ text: cell.name.slice(1), x: Math.min(...xs) - distance, y: cell.y })),
  ];
}

/**
 * A disc of the first or the second player, told apart by lightness and by its mark.
 * @param {number} radius
 * @param {0 | 1} side
 */
export function marble(radius, side) {
  const inner = side === 0
    ? draw("circle", { r: radius * 0.26, class: "seat-1-mark" })
    : draw("circle", { r: radius * 0.42, class: "seat-2-mark", "stroke-width": radius * 0.16 });
  return draw("g", {}, draw("circle", { r: radius, class: side === 0 ? "seat-1" : "seat-2", "stroke-width": radius * 0.1 }), inner);
}
