// The board of the play room under somebody's hands: click, drag and arrow keys become moves.

import { Drawing } from "../boards/drawing.js";
import { draw, make, renew } from "../shell/make.js";

/**
 * @typedef {{ move: string, record?: string, path?: string[] }} Legal
 * @typedef {{ from: string | null, to: string | null, legal: Legal }} Way
 */

/**
 * What the board is to show and to allow.
 * @typedef {object} BoardState
 * @property {Record<string, string>} pieces
 * @property {Legal[]} legal the moves that may be played now; none if nobody may
 * @property {0 | 1} side whose moves they are
 * @property {string[]} last
 * @property {boolean} over
 * @property {Record<string, string>} scores what moves are worth, by the move
 * @property {string | null} best
 * @property {string[]} path a way to show
 */

/** How far a piece must be moved before it is dragged and not clicked, in pixels. */
const DRAG = 5;
/** Half a cell must be as large as this to be written on. */
const ROOM_FOR_TEXT = 30;

/** @returns {BoardState} */
const emptyState = () => ({ pieces: {}, legal: [], side: 0, last: [], over: false, scores: {}, best: null, path: [] });

export class BoardPanel {
  /**
   * @param {HTMLElement} place
   * @param {object} hooks
   * @param {(moves: Legal[]) => void} hooks.choose one of these moves is wanted
   * @param {(sentence: string | null) => void} hooks.say what the board has to say; null for nothing
   */
  constructor(place, hooks) {
    this.place = place;
    this.hooks = hooks;
    /** @type {import("../boards/kind.js").Kind | null} */
    this.kind = null;
    /** @type {any} */
    this.drawing = null;
    /** What stands in for a drawing. */
    this.plain = make("div", { class: "own-game" });
    /** @type {BoardState} */
    this.state = emptyState();
    /** @type {Way[]} */
    this.ways = [];
    /** @type {string | null} */
    this.lifted = null;
    /** @type {string | null} */
    this.cursor = null;
    /** @type {string | null} */
    this.pointed = null;
    /** @type {{ cell: string | null, x: number, y: number, wasLifted: boolean, held: any } | null} */
    this.down = null;
    place.addEventListener("pointerdown", (event) => this.press(event));
    place.addEventListener("pointermove", (event) => this.move(event));
    place.addEventListener("pointerup", (event) => this.release(event));
    place.addEventListener("pointercancel", () => this.drop(null));
    place.addEventListener("pointerleave", () => this.point(null));
    place.addEventListener("keydown", (event) => this.key(event));
    place.addEventListener("blur", () => { this.cursor = null; this.render(); });
  }

  /**
   * Takes another board.
   * @param {import("../boards/kind.js").Kind | null} kind
   * @param {string} title
   */
  use(kind, title) {
    this.kind = kind;
    this.place.setAttribute("aria-label", `${title} board`);
    this.drawing = kind ? new Drawing(kind, { label: `${title} board` }) : null;
    [this.lifted, this.cursor, this.pointed, this.down] = [null, null, null, null];
    // What stood on another game's board cannot be drawn on this one.
    [this.state, this.ways] = [emptyState(), []];
    this.plain = make("div", { class: "own-game" });
    this.place.replaceChildren(this.drawing?.element ?? this.plain);
  }

  /** @param {boolean} flipped */
  flip(flipped) {
    this.drawing?.flip(flipped);
    this.render();
  }

  /** @param {BoardState} state */
  show(state) {
    this.state = state;
    const { kind } = this;
    this.ways = kind ? state.legal.map((legal) => ({ ...kind.ends(legal.move, state.pieces), legal })) : [];
    if (!this.ways.some((way) => way.from === this.lifted)) this.lifted = null;
    this.place.classList.toggle("draggable", this.ways.some((way) => way.from !== null));
    this.render();
  }

  /**
   * A board without a drawing of ours: the game's own picture or its text, and a button for every move.
   * @param {{ text: string, svg: string | null }} view
   * @param {Legal[]} legal
   */
  showPlain(view, legal) {
    const picture = view.svg
      ? make("img", { src: `data:image/svg+xml,${encodeURIComponent(view.svg)}`, alt: view.text })
      : make("pre", {}, view.text);
    const buttons = legal.map((one) => make("button", { class: "btn", type: "button", "data-move": one.move,
      on: { click: () => this.hooks.choose([one]) } }, one.record ?? one.move));
    renew(this.plain, picture, make("div", { class: "move-buttons", role: "group", "aria-label": "Moves" }, buttons));
  }

  render() {
    if (!this.drawing || !this.kind) return;
    const { pieces, last, over, legal, scores, best, path, side } = this.state;
    const focus = this.pointed ?? this.cursor;
    const aimed = focus ? this.aim(focus) : [];
    const targets = [...new Set(this.ways.filter((way) => way.from === this.lifted).flatMap((way) => way.to ?? []))];
    const placed = this.ways.some((way) => way.from === null);
    const valued = this.values(scores);
    this.place.classList.toggle("usable", legal.length > 0);
    this.drawing.show({
      pieces: this.withGhost(pieces, placed ? aimed : []), last, cursor: this.cursor, lifted: this.lifted,
      ringed: over && this.kind.line ? this.kind.line(pieces) : [],
      check: this.kind.inCheck ? this.kind.inCheck(pieces, side) : null,
      dotted: placed ? targets : [], landings: placed ? [] : this.lifted ? targets : [],
      scores: valued, best: best ? this.targetOf(best) : null,
      turned: aimed.length && this.kind.turned ? this.kind.turned(aimed[0].legal.move, pieces, side) : [],
      // A piece in the hand shows its own way, and nothing else.
      path: this.lifted ? aimed[0]?.legal.path ?? [] : path,
    });
  }

  /** A disc that would fall is shown where it would lie. @param {Record<string, string>} pieces @param {Way[]} aimed */
  withGhost(pieces, aimed) {
    const kind = this.kind;
    if (!kind?.meant || aimed.length === 0 || !aimed[0].to) return pieces;
    const own = kind.palette.find(({ piece }) => kind.side(piece) === this.state.side);
    return own ? { ...pieces, [aimed[0].to]: own.piece } : pieces;
  }

  /** What moves are worth, where there is room for it. @param {Record<string, string>} scores */
  values(scores) {
    if (!this.kind || this.kind.reach < ROOM_FOR_TEXT) return {};
    const entries = Object.entries(scores).flatMap(([move, text]) => {
      const way = this.ways.find((way) => way.legal.move === move);
      return way?.to && (way.from === null || way.from === this.lifted) ? [[way.to, text]] : [];
    });
    return Object.fromEntries(entries);
  }

  /** @param {string} move */
  targetOf(move) {
    return this.ways.find((way) => way.legal.move === move)?.to ?? null;
  }

  /** The moves that a cell would mean now. @param {string} cell */
  aim(cell) {
    const meant = this.kind?.meant ? this.kind.meant(cell, this.state.pieces) : cell;
    return this.ways.filter((way) => way.from === this.lifted && way.to === meant);
  }

  /** @param {string} cell */
  canLift(cell) {
    return this.ways.some((way) => way.from === cell);
  }

  /** @param {string | null} cell */
  point(cell) {
    if (cell === this.pointed) return;
    this.pointed = cell;
    this.render();
    if (this.state.legal.length) this.hooks.say(cell ? this.describe(cell) : null);
  }

  /**
   * What a cell is good for, in words.
   * @param {string} cell
   * @returns {string | null}
   */
  describe(cell) {
    const { pieces, side } = this.state;
    const [aimed] = this.aim(cell);
    if (aimed) {
      const name = aimed.legal.record ?? aimed.legal.move;
      const turned = this.kind?.turned?.(aimed.legal.move, pieces, side).length;
      if (turned) return `${name} turns ${turned} ${turned === 1 ? "disc" : "discs"}.`;
      const hops = (aimed.legal.path?.length ?? 0) - 1;
      return hops > 1 ? `${name}: ${hops} jumps.` : `${name} is legal.`;
    }
    if (this.canLift(cell)) {
      const count = new Set(this.ways.filter((way) => way.from === cell).map((way) => way.to)).size;
      return `${cell} can go to ${count} ${count === 1 ? "place" : "places"}.`;
    }
    return null;
  }

  /** Does what a click on a cell means. @param {string} cell */
  select(cell) {
    const aimed = this.aim(cell);
    if (aimed.length) {
      this.lifted = null;
      this.hooks.choose(aimed.map((way) => way.legal));
    } else if (this.canLift(cell) && cell !== this.lifted) {
      this.lifted = cell;
      this.hooks.say(this.describe(cell));
    } else {
      if (this.state.legal.length && cell !== this.lifted) this.hooks.say(`${cell} is not a legal choice.`);
      this.lifted = null;
    }
    this.render();
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (!this.drawing || event.button !== 0) return;
    const cell = this.drawing.cellAt(event.clientX, event.clientY);
    if (!cell) return;
    const wasLifted = this.lifted === cell;
    this.down = { cell, x: event.clientX, y: event.clientY, wasLifted, held: null };
    if (this.canLift(cell) && this.aim(cell).length === 0) {
      this.lifted = cell;
      this.place.setPointerCapture(event.pointerId);
      this.render();
    }
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.drawing || !this.kind) return;
    const { down } = this;
    if (event.pointerType === "mouse" || down) this.point(this.drawing.cellAt(event.clientX, event.clientY));
    if (!down || !down.cell || this.lifted !== down.cell) return;
    if (!down.held && Math.hypot(event.clientX - down.x, event.clientY - down.y) < DRAG) return;
    down.held ??= draw("g", { class: "held" }, this.kind.draw(this.state.pieces[down.cell]));
    const { x, y } = this.drawing.toBoard(event.clientX, event.clientY);
    down.held.setAttribute("transform", `translate(${x} ${y})`);
    this.drawing.layers.hits.append(down.held);
  }

  /** @param {PointerEvent} event */
  release(event) {
    const { down } = this;
    if (!down || !this.drawing) return;
    const cell = this.drawing.cellAt(event.clientX, event.clientY);
    if (down.held) this.drop(cell);
    else if (cell && cell === down.cell && (down.wasLifted || this.lifted !== cell)) this.select(cell);
    else if (cell) this.hooks.say(this.describe(cell));
    this.down = null;
  }

  /** Puts down the piece in the hand. @param {string | null} cell */
  drop(cell) {
    this.down?.held?.remove();
    this.down = null;
    if (cell && cell !== this.lifted && this.aim(cell).length) this.select(cell);
    else {
      this.lifted = null;
      this.render();
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.drawing || event.ctrlKey || event.metaKey || event.altKey || event.target !== this.place) return;
    const ways = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
    const way = ways[event.key];
    if (way) this.step(way[0], way[1]);
    else if ((event.key === "Enter" || event.key === " ") && this.cursor) this.select(this.cursor);
    else if (event.key === "Escape" && this.lifted) {
      this.lifted = null;
      this.render();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} right @param {number} down */
  step(right, down) {
    const open = this.lifted
      ? new Set([this.lifted, ...this.ways.filter((way) => way.from === this.lifted).map((way) => way.to)])
      : new Set(this.ways.map((way) => way.from ?? way.to));
    const wanted = open.size > 1 ? (/** @type {string} */ name) => open.has(name) : () => true;
    if (this.cursor === null) this.cursor = [...open][0] ?? this.kind?.cells[0].name ?? null;
    else this.cursor = this.drawing.next(this.cursor, right, down, wanted);
    this.render();
    if (this.cursor) this.hooks.say(this.describe(this.cursor) ?? `${this.cursor}, ${this.state.pieces[this.cursor] ? "occupied" : "empty"}.`);
  }

  /** @param {string[]} path */
  travel(path) {
    this.drawing?.travel(path);
  }
}
