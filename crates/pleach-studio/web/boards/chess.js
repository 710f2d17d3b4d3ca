// Chess: two tones, outlined pieces, the king in check.

import { draw } from "../shell/make.js";
import { squareCells, squareLabels } from "./squares.js";

const SIZE = 76;
const cells = squareCells(8, 8, SIZE, true);

/** The outline of each piece and the lines inside it, in a box of 45 by 45. */
const SHAPES = /** @type {Record<string, [string, string]>} */ ({
  p: ["M12 38v-3.5q0-2 3-2.5c4-3 4.5-8 4-11.5a6.3 6.3 0 1 1 7 0c-.5 3.5 0 8.5 4 11.5q3 .5 3 2.5v3.5z", "M16 33.5h13"],
  n: ["M12 38c0-8 4-11 8-16.5l-5.5 4c-1.5 1-3.2.7-4-.7-.8-1.3-.5-2.6.5-3.8L15.5 13l1-5.5 4.5 3.5c9 .5 13 9 12.5 27z",
    "M18.5 15.5h.5M24 15c4 3 5.5 9 5.5 18M14 33.5h15.5"],
  b: ["M12 38v-3.5l6-2.5c-3.5-2.5-5-6-5-9.5 0-5 5-9 7.5-11.5a3 3 0 1 1 4 0c2.5 2.5 7.5 6.5 7.5 11.5 0 3.5-1.5 7-5 9.5l6 2.5V38z",
    "M22.5 16.5v9M18.5 20.5h8M18 32h9"],
  r: ["M11 38v-4.5h3l1.5-13h-4V9.5h5V13h3.8V9.5h4.4V13h3.8V9.5h5v11h-4l1.5 13h3V38z", "M15.5 20.5h14M14 33.5h17"],
  q: ["M12 38v-3.5l1.5-2.5L8.5 14.5l7 7.5 1.5-12 5.5 11 5.5-11L29.5 22l7-7.5-5 17.5 1.5 2.5V38z", "M13.5 32q9-2.5 18 0M13 35h19"],
  k: ["M12 38v-4l1.5-2c-4.5-3.5-6.5-8-5-11.5 1.7-4 8-4.5 12.5.5v-7h-3.5v-3H21V7.5h3V11h3.5v3H24v7c4.5-5 10.8-4.5 12.5-.5 1.5 3.5-.5 8-5 11.5l1.5 2v4z",
    "M13.5 32q9-2.5 18 0M13 35h19M22.5 21.5v7"],
});

export const PIECE_NAMES = /** @type {Record<string, string>} */ ({ q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn", k: "king" });

const STRAIGHT = [[1, 0], [-1, 0], [0, 1], [0, -1]];
const SLANTED = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
const LEAPS = [[1, 2], [2, 1], [-1, 2], [-2, 1], [1, -2], [2, -1], [-1, -2], [-2, -1]];

/** @param {string} name @param {number} right @param {number} up */
const beside = (name, right, up) => String.fromCharCode(name.charCodeAt(0) + right) + (Number(name.slice(1)) + up);
/** @param {string} piece */
const isWhite = (piece) => piece === piece.toUpperCase();

/**
 * Whether a square is attacked by one side.
 * @param {string} square
 * @param {Record<string, string>} pieces
 * @param {boolean} byWhite
 */
function isAttacked(square, pieces, byWhite) {
  const on = new Set(cells.map((cell) => cell.name));
  const is = (/** @type {string} */ name, /** @type {string} */ kinds) => {
    const piece = pieces[name];
    return piece !== undefined && isWhite(piece) === byWhite && kinds.includes(piece.toLowerCase());
  };
  const slides = (/** @type {number[][]} */ ways, /** @type {string} */ kinds) => ways.some(([right, up]) => {
    let name = beside(square, right, up);
    while (on.has(name) && !pieces[name]) name = beside(name, right, up);
    return is(name, kinds);
  });
  const back = byWhite ? -1 : 1;
  return slides(STRAIGHT, "rq") || slides(SLANTED, "bq")
    || LEAPS.some(([right, up]) => is(beside(square, right, up), "n"))
    || [...STRAIGHT, ...SLANTED].some(([right, up]) => is(beside(square, right, up), "k"))
    || [-1, 1].some((right) => is(beside(square, right, back), "p"));
}

/**
 * The castling rights that kings and rooks at home may still have.
 * @param {Record<string, string>} pieces
 */
function castling(pieces) {
  const rights = [["e1", "K", "h1", "R", "K"], ["e1", "K", "a1", "R", "Q"], ["e8", "k", "h8", "r", "k"], ["e8", "k", "a8", "r", "q"]];
  const has = rights.filter(([king, k, rook, r]) => pieces[king] === k && pieces[rook] === r);
  return has.map((right) => right[4]).join("") || "-";
}

/** @type {import("./kind.js").Kind} */
export const chess = {
  title: "Chess",
  about: "by the rules of FIDE, also through UCI",
  sides: ["White", "Black"],
  size: { width: 668, height: 668 },
  reach: SIZE / 2,
  shape: "square",
  flips: true,
  cells,
  labels: squareLabels(cells, SIZE * 0.68, true),
  score: { per: 100, digits: 2, unit: "pawns", scale: 300 },
  ground() {
    const half = SIZE * 4;
    const dark = cells.filter((cell) => (cell.name.charCodeAt(0) + Number(cell.name.slice(1))) % 2 === 0);
    const squares = dark.map((cell) => `M${cell.x - SIZE / 2} ${cell.y - SIZE / 2}h${SIZE}v${SIZE}h${-SIZE}z`);
    return [
      draw("rect", { x: -half, y: -half, width: 2 * half, height: 2 * half, class: "board-plain chess-light" }),
      draw("path", { d: squares.join(""), class: "board-deep chess-dark" }),
    ];
  },
  read(position) {
    /** @type {Record<string, string>} */
    const pieces = {};
    position.split(" ")[0].split("/").forEach((row, index) => {
      let column = 0;
      for (const letter of row) {
        if (/\d/.test(letter)) column += Number(letter);
        else {
          pieces[String.fromCharCode(97 + column) + (8 - index)] = letter;
          column += 1;
        }
      }
    });
    return pieces;
  },
  write(pieces, second) {
    const row = (/** @type {number} */ number) => Array.from("abcdefgh", (letter) => pieces[letter + number] ?? "1").join("")
      .replace(/1+/g, (run) => String(run.length));
    return `${[8, 7, 6, 5, 4, 3, 2, 1].map(row).join("/")} ${second ? "b" : "w"} ${castling(pieces)} - 0 1`;
  },
  palette: [..."KQRBNPkqrbnp"].map((piece) => ({ piece, name: `${isWhite(piece) ? "White" : "Black"} ${PIECE_NAMES[piece.toLowerCase()]}` })),
  draw(piece) {
    const [outline, lines] = SHAPES[piece.toLowerCase()];
    const scale = SIZE / 45;
    return draw("g", { transform: `scale(${scale}) translate(-22.5 -23)`, class: isWhite(piece) ? "man-white" : "man-black",
      "stroke-width": 1.4, "stroke-linejoin": "round", "stroke-linecap": "round" },
    draw("path", { d: outline, class: "outline" }), draw("path", { d: lines, class: "detail" }));
  },
  ends: (move) => ({ from: move.slice(0, 2), to: move.slice(2, 4) }),
  side: (piece) => (isWhite(piece) ? 0 : 1),
  inCheck(pieces, side) {
    const king = Object.keys(pieces).find((name) => pieces[name] === (side === 0 ? "K" : "k"));
    return king && isAttacked(king, pieces, side === 1) ? king : null;
  },
};
