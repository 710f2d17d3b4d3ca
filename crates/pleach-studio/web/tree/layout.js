// Where everything in the drawing stands: a tidy tree. Siblings stand side by side in order, a parent over the middle of
// its children, and subtrees are pushed together until they nearly touch on some ply. A drawing that would be too wide hangs
// the childless children of a node below one another, like fruit on a cordon. Places depend on the recording and on what is
// drawn of it, so that nothing moves when somebody scrubs.

import { drawnName, hiddenText, stubLine, stubLines } from "./outline.js";

/** @typedef {import("./outline.js").Item} Item */
/** @typedef {import("./recording.js").Recording} Recording */

export const NODE_HEIGHT = 34, LEAF_HEIGHT = 24, BADGE = 18, BADGE_GAP = 5, PLATE_HEIGHT = 15, PLATE_GAP = 5;
/** Where the horizontal part of an edge runs, above the ply it leads to. */
export const BAR_ABOVE = 46;
/** How far from the stem the branch of a hung item has turned, and the room of its slanted cut. */
export const BRANCH = 14, SLASH = 22;
/** How far the line of a deep cut comes down to the left of its node. */
export const REACH = 18;
/** The room for the bar of an uncertain value under its node. */
export const BELIEF_HEIGHT = 16;
const PLY_GAP = 62, GAP = 14, ROW_GAP = 7, STUB_ROW = 20, HUNG_ABOVE = 22, LEFT_MARGIN = 64, MARGIN = 24, LEAST_HUNG = 2;

const ADVANCE = { sans: 6.4, mono: 6.7, value: 8 };

/** The width of a text in pixels. @param {string} text @param {keyof ADVANCE} face */
export function textWidth(text, face) {
  let cells = 0;
  for (const character of text) cells += /[\u1100-\u115f\u2e80-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f000}-\u{1ffff}]/u.test(character) ? 2 : 1;
  return Math.ceil(cells * ADVANCE[face]);
}

/**
 * @typedef {object} Place
 * @property {number} x           the centre of the box
 * @property {number} y           its top
 * @property {number} half        half its width
 * @property {number} height
 * @property {number} halfPlate   half the widest window on the edge
 * @property {number | null} stem of a family that hangs
 * @property {{ left: number, top: number, right: number, bottom: number }} outline all the room it takes
 */

/** @typedef {{ places: Place[], plies: number[], width: number, height: number }} Layout */

/** @typedef {{ half: number, height: number, halfPlate: number, before: number, beside: number, words: number, isStub: boolean }} Size */

/**
 * The widest of what nodes show at any step.
 * @typedef {(node: number) => { value: number, window: number, badge: number, isDeep: boolean }} Widest
 */

/**
 * @param {Recording} recording @param {Item[]} items @param {Widest} widest @param {number} wide wider drawings hang
 * @param {boolean} compact whether leaves show their values alone and badges have no words, for two drawings side by side
 * @returns {Layout}
 */
export function layOut(recording, items, widest, wide, compact) {
  const sizes = items.map((item) => (compact ? compactSize(recording, item, widest) : sizeOf(recording, item, widest)));
  const uncertain = recording.isUncertain;
  const gap = compact ? GAP / 2 : GAP;
  const spread = new Plan(items, sizes, Infinity, uncertain, gap).layout();
  if (spread.width <= wide) return spread;
  const hung = new Plan(items, sizes, LEAST_HUNG, uncertain, gap).layout();
  return hung.width < spread.width ? hung : spread;
}

/** @param {Recording} recording @param {Item} item @param {Widest} widest @returns {Size} */
function compactSize(recording, item, widest) {
  const size = sizeOf(recording, item, widest);
  if (size.isStub) return size;
  const { value, badge } = widest(item.node);
  // Conspiracy numbers are counts, and say nothing without their figures.
  const sign = recording.columns["belief.value"] ? badge + 12 : BADGE;
  const beside = (badge > 0 ? BADGE_GAP + sign : 0) + (item.hidden > 0 ? BADGE_GAP * 2 + textWidth(hiddenText(item.hidden), "sans") : 0);
  if (!recording.isLeaf(item.node)) return { ...size, half: Math.max(27, size.half - 3), beside };
  return { ...size, half: Math.ceil(Math.max(value + 16, 34) / 2), halfPlate: 0, beside };
}

/** @param {Recording} recording @param {Item} item @param {Widest} widest @returns {Size} */
function sizeOf(recording, item, widest) {
  if (item.node < 0) {
    const widths = stubLines(recording, item).map((line) => textWidth(line, "sans"));
    const half = Math.ceil(Math.max(...widths) / 2);
    return { half, height: NODE_HEIGHT, halfPlate: 0, before: 0, beside: 0, words: textWidth(stubLine(recording, item), "sans"), isStub: true };
  }
  const { value, window, badge, isDeep } = widest(item.node);
  const name = textWidth(drawnName(recording, item.node), "sans");
  const [least, height] = recording.isLeaf(item.node) ? [52, LEAF_HEIGHT] : [64, NODE_HEIGHT];
  let beside = badge > 0 ? BADGE_GAP + BADGE + BADGE_GAP + badge : 0;
  if (item.hidden > 0) beside += BADGE_GAP * 2 + textWidth(hiddenText(item.hidden), "sans");
  return {
    half: Math.ceil(Math.max(name + value + 26, least) / 2), height, halfPlate: window > 0 ? (window + 8) / 2 : 0,
    before: isDeep ? REACH : 0, beside, words: 0, isStub: false,
  };
}

class Plan {
  /** @param {Item[]} items @param {Size[]} sizes @param {number} leastHung @param {boolean} uncertain @param {number} gap */
  constructor(items, sizes, leastHung, uncertain, gap) {
    this.gap = gap;
    this.items = items;
    this.sizes = sizes;
    this.leastHung = leastHung;
    this.below = uncertain ? BELIEF_HEIGHT : 0;
    this.offsets = new Array(items.length).fill(0);
    /** @type {[number, number][][]} */
    const contours = new Array(items.length);
    for (let number = items.length - 1; number >= 0; number -= 1) {
      const size = sizes[number];
      /** @type {[number, number][]} */
      const own = [[-Math.max(size.half + size.before, size.halfPlate), Math.max(size.half + size.beside, size.halfPlate)]];
      if (this.#hangs(number)) {
        const { before, width } = this.#columns(number);
        own.push([-width / 2 - before, width / 2]);
        contours[number] = own;
      } else {
        contours[number] = own.concat(this.#pushTogether(number, contours));
      }
    }
  }

  /** @param {number} parent */
  #hangs(parent) {
    const { children } = this.items[parent];
    return children.length >= this.leastHung && children.every((child) => this.items[child].children.length === 0);
  }

  /** Sets the children side by side and returns their common contour. @param {number} parent @param {[number, number][][]} contours */
  #pushTogether(parent, contours) {
    const { children } = this.items[parent];
    /** @type {[number, number][]} */
    const common = [];
    for (const child of children) {
      const contour = contours[child];
      let shift = common.length ? -Infinity : 0;
      for (let ply = 0; ply < Math.min(common.length, contour.length); ply += 1) shift = Math.max(shift, common[ply][1] + this.gap - contour[ply][0]);
      contour.forEach(([left, right], ply) => {
        if (common[ply]) common[ply][1] = shift + right; else common.push([shift + left, shift + right]);
      });
      this.offsets[child] = shift;
      contours[child] = [];
    }
    if (children.length === 0) return common;
    const middle = (this.offsets[children[0]] + this.offsets[children[children.length - 1]]) / 2;
    for (const child of children) this.offsets[child] -= middle;
    return common.map(([left, right]) => /** @type {[number, number]} */ ([left - middle, right - middle]));
  }

  /** The columns of a hung family, measured from its stem. @param {number} parent */
  #columns(parent) {
    const sizes = this.items[parent].children.map((child) => this.sizes[child]);
    const nodes = sizes.filter((size) => !size.isStub);
    const most = (/** @type {(size: Size) => number} */ measure) => nodes.reduce((sum, size) => Math.max(sum, measure(size)), 0);
    const halfPlate = most((size) => size.halfPlate), half = most((size) => size.half);
    const boxes = BRANCH + (halfPlate > 0 ? 2 * halfPlate + BADGE_GAP : 0);
    const words = sizes.filter((size) => size.isStub).reduce((sum, size) => Math.max(sum, BRANCH + SLASH + size.words), 0);
    return {
      plate: BRANCH + halfPlate, boxes, half, before: most((size) => size.before),
      width: Math.max(boxes + 2 * half + most((size) => size.beside), words),
      height: sizes.reduce((sum, size) => sum + this.#rowHeight(size) + ROW_GAP, 0),
    };
  }

  /** @param {Size} size */
  #rowHeight(size) { return size.isStub ? STUB_ROW : size.height + this.below; }

  /** @returns {Layout} */
  layout() {
    const plies = this.#plyTops();
    /** @type {Place[]} */
    const places = [];
    this.items.forEach((item, number) => {
      // A family that hangs is placed with its first member.
      if (number < places.length) return;
      if (item.parent >= 0 && this.#hangs(item.parent)) {
        places.push(...this.#hungFamily(item.parent, places[item.parent].x, plies[item.ply] - HUNG_ABOVE));
      } else {
        const x = (item.parent < 0 ? 0 : places[item.parent].x) + this.offsets[number];
        places.push(spreadPlace(this.sizes[number], x, plies[item.ply]));
      }
    });
    const left = places.reduce((least, place) => Math.min(least, place.outline.left), Infinity);
    for (const place of places) shift(place, Math.round(LEFT_MARGIN - left));
    const right = places.reduce((most, place) => Math.max(most, place.outline.right), 0);
    const bottom = places.reduce((most, place) => Math.max(most, place.outline.bottom), 0);
    return { places, plies, width: Math.ceil(right + MARGIN), height: Math.ceil(bottom + MARGIN + this.below) };
  }

  /** The top of each ply; a ply is as high as the highest thing on it. */
  #plyTops() {
    const last = this.items[this.items.length - 1];
    const heights = new Array(last.ply + 1).fill(NODE_HEIGHT + this.below);
    this.items.forEach((item, number) => {
      if (item.children.length && this.#hangs(number)) {
        heights[item.ply + 1] = Math.max(heights[item.ply + 1], this.#columns(number).height - HUNG_ABOVE);
      }
    });
    let top = MARGIN;
    return heights.map((height) => { const here = top; top += height + PLY_GAP; return here; });
  }

  /** @param {number} parent @param {number} x @param {number} top @returns {Place[]} */
  #hungFamily(parent, x, top) {
    const { plate, boxes, half, width } = this.#columns(parent);
    const stem = x - width / 2;
    let y = top;
    return this.items[parent].children.map((child) => {
      const size = this.sizes[child];
      const height = size.isStub ? STUB_ROW : size.height;
      const reach = size.isStub ? BRANCH + SLASH + size.words : boxes + 2 * half + size.beside;
      /** @type {Place} */
      const place = {
        x: size.isStub ? stem + BRANCH : stem + boxes + half, y, half: size.isStub ? 0 : half, height, halfPlate: plate - BRANCH, stem,
        outline: { left: stem - size.before, top: y, right: stem + reach, bottom: y + height },
      };
      y += this.#rowHeight(size) + ROW_GAP;
      return place;
    });
  }
}

/** @param {Size} size @param {number} x @param {number} top @returns {Place} */
function spreadPlace(size, x, top) {
  // A leaf stands at the middle of its ply.
  const y = top + (NODE_HEIGHT - size.height) / 2;
  const above = size.isStub || size.halfPlate > 0 ? PLATE_HEIGHT + PLATE_GAP : 0;
  const [left, right] = [x - Math.max(size.half + size.before, size.halfPlate), x + Math.max(size.half + size.beside, size.halfPlate)];
  return { x, y, half: size.half, height: size.height, halfPlate: size.halfPlate, stem: null, outline: { left, top: y - above, right, bottom: y + size.height } };
}

/** @param {Place} place @param {number} by */
function shift(place, by) {
  place.x += by;
  if (place.stem !== null) place.stem += by;
  place.outline.left += by;
  place.outline.right += by;
}
