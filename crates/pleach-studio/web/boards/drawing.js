// A board on the page: one drawing with its layers, ground, cells, marks, pieces, path and cursor.

import { draw } from "../shell/make.js";

/**
 * What is to be seen.
 * @typedef {object} Shown
 * @property {Record<string, string>} pieces
 * @property {string[]} [last] the cells of the last move
 * @property {string[]} [ringed] the line that won
 * @property {string | null} [check] the king in check
 * @property {string[]} [dotted] where something can be placed
 * @property {string | null} [lifted] the piece in the hand
 * @property {string[]} [landings] where it can go
 * @property {Record<string, string>} [scores] what moves are worth, by their cell
 * @property {string | null} [best] the best of them
 * @property {string[]} [turned] what would be turned over
 * @property {string[]} [path] the way of a move
 * @property {string | null} [cursor]
 */

const LAYERS = ["ground", "cells", "marks", "pieces", "path", "cursor", "hits"];

export class Drawing {
  /**
   * @param {import("./kind.js").Kind} kind
   * @param {{ label: string, plain?: boolean }} options a plain one has no labels and cannot be used
   */
  constructor(kind, { label, plain = false }) {
    this.kind = kind;
    this.flipped = false;
    const { width, height } = kind.size;
    this.element = draw("svg", { class: `board ${kind.shape}`, viewBox: `${-width / 2} ${-height / 2} ${width} ${height}`, role: "img", "aria-label": label });
    /** @type {Record<string, any>} */
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, draw("g", { class: `layer-${name}` })]));
    this.element.append(...LAYERS.map((name) => this.layers[name]));
    this.turning = draw("g", {}, kind.ground());
    this.layers.ground.append(this.turning);
    this.plain = plain;
    this.places = Object.fromEntries(kind.cells.map((cell) => [cell.name, cell]));
    this.place();
  }

  /** Where a cell is now. @param {string} name */
  at(name) {
    const { x, y } = this.places[name] ?? { x: 0, y: 0 };
    return this.flipped ? { x: -x, y: -y } : { x, y };
  }

  /** @param {boolean} flipped */
  flip(flipped) {
    this.flipped = flipped && this.kind.flips;
    this.place();
  }

  /** Puts down what does not change while a game goes on. */
  place() {
    this.turning.setAttribute("transform", this.flipped ? "rotate(180)" : "rotate(0)");
    if (this.plain) return;
    const sign = this.flipped ? -1 : 1;
    this.layers.cells.replaceChildren(...this.kind.labels.map(({ text, x, y }) => {
      // Letters and numbers stay at their edges when the board is turned.
      const [left, top] = this.kind.shape === "square" && this.flipped ? edgeOf(this.kind, x, y) : [x * sign, y * sign];
      return draw("text", { x: left, y: top, dy: ".35em", "text-anchor": "middle", class: "coord mono" }, text);
    }));
    const { reach, shape, cells } = this.kind;
    this.layers.hits.replaceChildren(...cells.map((cell) => {
      const { x, y } = this.at(cell.name);
      return shape === "square"
        ? draw("rect", { x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach, class: "hit", "data-cell": cell.name })
        : draw("circle", { cx: x, cy: y, r: reach, class: "hit", "data-cell": cell.name });
    }));
  }

  /** @param {Shown} shown */
  show(shown) {
    this.layers.marks.replaceChildren(...this.marks(shown));
    this.layers.pieces.replaceChildren(...Object.entries(shown.pieces).map(([name, piece]) => this.piece(name, piece, name === shown.lifted)));
    this.layers.path.replaceChildren(...this.above(shown));
    this.layers.cursor.replaceChildren(...(shown.cursor ? [this.frame(shown.cursor, "cursor", 3)] : []));
  }

  /** @param {string} name @param {string} piece @param {boolean} lifted */
  piece(name, piece, lifted) {
    const { x, y } = this.at(name);
    return draw("g", { transform: `translate(${x} ${y})`, class: lifted ? "piece lifted" : "piece", "data-piece": name },
      draw("g", { class: "body" }, this.kind.draw(piece)));
  }

  /** What lies under the pieces. @param {Shown} shown */
  marks({ last = [], check = null, dotted = [], landings = [], scores = {}, best = null, pieces }) {
    const { reach } = this.kind;
    const tinted = last.filter((name) => this.places[name]).map((name) => this.frame(name, "last", 2));
    const dots = dotted.filter((name) => !scores[name]).map((name) => draw("circle", { ...centre(this.at(name)), r: Math.min(9, reach * 0.16), class: "legal" }));
    const rings = landings.map((name) => draw("circle", { ...centre(this.at(name)), r: pieces[name] ? reach * 0.92 : reach * 0.42, class: pieces[name] ? "landing taken" : "landing" }));
    const values = Object.entries(scores).map(([name, text]) => this.value(name, text, name === best));
    const ring = check ? [draw("circle", { ...centre(this.at(check)), r: reach * 0.94, class: "check" })] : [];
    return [...tinted, ...dots, ...rings, ...values, ...ring];
  }

  /** @param {string} name @param {string} text @param {boolean} best */
  value(name, text, best) {
    const { x, y } = this.at(name);
    const size = Math.max(13, this.kind.reach * 0.5);
    return draw("g", { transform: `translate(${x} ${y})` },
      best && draw("circle", { r: this.kind.reach * 0.74, class: "best" }),
      draw("text", { dy: ".35em", "text-anchor": "middle", "font-size": size, class: best ? "sqv best-text" : "sqv" }, text));
  }

  /** What lies over the pieces. @param {Shown} shown */
  above({ ringed = [], turned = [], path = [] }) {
    const { reach } = this.kind;
    const rings = ringed.map((name) => draw("circle", { ...centre(this.at(name)), r: reach * 0.86, class: "won" }));
    const turns = turned.map((name) => draw("circle", { ...centre(this.at(name)), r: reach * 0.42, class: "turned" }));
    return [...rings, ...turns, ...(path.length > 1 ? this.way(path) : [])];
  }

  /** The way of a move: arcs over what is jumped, and its landings with their numbers. @param {string[]} path */
  way(path) {
    const points = path.map((name) => this.at(name));
    const d = arcs(points);
    const hops = points.slice(1, -1).map(({ x, y }, index) => draw("g", { transform: `translate(${x} ${y})` },
      draw("circle", { r: 9.4, class: "hop" }), draw("text", { dy: ".36em", "text-anchor": "middle", class: "hopn" }, String(index + 1))));
    return [draw("path", { d, class: "way-casing" }), draw("path", { d, class: "way" }), ...hops,
      draw("circle", { ...centre(points[points.length - 1]), r: this.kind.reach * 0.5, class: "way-end" })];
  }

  /** A frame around a cell. @param {string} name @param {string} kind @param {number} width */
  frame(name, kind, width) {
    const { x, y } = this.at(name);
    const { reach, shape } = this.kind;
    const inner = reach - width / 2;
    return shape === "square"
      ? draw("rect", { x: x - inner, y: y - inner, width: 2 * inner, height: 2 * inner, rx: 5, class: kind, "stroke-width": width })
      : draw("circle", { cx: x, cy: y, r: reach * 0.95, class: kind, "stroke-width": width });
  }

  /**
   * Lets the piece that has just been put down travel there.
   * @param {string[]} path the cells on its way, the last one where it is now
   */
  travel(path) {
    const body = this.layers.pieces.querySelector(`[data-piece="${path[path.length - 1]}"] .body`);
    const quiet = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!body || path.length < 2 || quiet) return;
    const end = this.at(path[path.length - 1]);
    const frames = path.map((name) => {
      const { x, y } = this.at(name);
      return { transform: `translate(${x - end.x}px, ${y - end.y}px)` };
    });
    body.parentNode.parentNode.append(body.parentNode);
    body.animate(frames, { duration: Math.min(600, 120 * (path.length - 1)), easing: "ease-in-out" });
  }

  /**
   * The cell nearest to a point of the page, if there is one near.
   * @param {number} clientX
   * @param {number} clientY
   */
  cellAt(clientX, clientY) {
    const { x, y } = this.toBoard(clientX, clientY);
    let [nearest, distance] = [/** @type {string | null} */ (null), this.kind.reach * 1.3];
    for (const cell of this.kind.cells) {
      const place = this.at(cell.name);
      const away = Math.hypot(place.x - x, place.y - y);
      if (away < distance) [nearest, distance] = [cell.name, away];
    }
    return nearest;
  }

  /** @param {number} clientX @param {number} clientY */
  toBoard(clientX, clientY) {
    const matrix = this.element.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return { x, y };
  }

  /**
   * The next cell in a direction, for the arrow keys.
   * @param {string} from
   * @param {number} right
   * @param {number} down
   * @param {(name: string) => boolean} [wanted]
   */
  next(from, right, down, wanted = () => true) {
    const here = this.at(from);
    let [best, cost] = [from, Infinity];
    for (const cell of this.kind.cells) {
      const { x, y } = this.at(cell.name);
      const [along, aside] = [(x - here.x) * right + (y - here.y) * down, Math.abs((x - here.x) * down + (y - here.y) * right)];
      if (along < 1 || !wanted(cell.name)) continue;
      const price = along + aside * 2.2;
      if (aside <= along * 1.8 && price < cost) [best, cost] = [cell.name, price];
    }
    return best;
  }
}

/** @param {{ x: number, y: number }} point */
const centre = ({ x, y }) => ({ cx: x, cy: y });

/**
 * A label of a turned board: what stood at an edge stays at it, in the other order.
 * @param {import("./kind.js").Kind} kind
 * @param {number} x
 * @param {number} y
 */
function edgeOf(kind, x, y) {
  const half = Math.max(...kind.cells.map((cell) => Math.abs(cell.x)));
  return Math.abs(x) > half ? [x, -y] : [-x, y];
}

/** @param {{ x: number, y: number }[]} points */
function arcs(points) {
  return points.map(({ x, y }, index) => {
    if (index === 0) return `M${x} ${y}`;
    const before = points[index - 1];
    const [dx, dy] = [x - before.x, y - before.y];
    const bow = 0.17;
    return `Q${(before.x + x) / 2 + dy * bow} ${(before.y + y) / 2 - dx * bow} ${x} ${y}`;
  }).join("");
}
