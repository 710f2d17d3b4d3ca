// The board of the node that somebody points at or has come to by the keyboard.

import { ask } from "../shell/ask.js";
import { make } from "../shell/make.js";

export class BoardCard {
  /** @param {HTMLElement} card */
  constructor(card) {
    this.card = card;
    /** Positions that were asked for before. @type {Map<string, { position: string, text: string | null } | null>} */
    this.known = new Map();
    this.wanted = "";
  }

  /**
   * Shows the board of a node beside it.
   * @param {import("./address.js").Setting} setting
   * @param {import("./search.js").SearchView} search
   * @param {number} node @param {Element} element
   */
  async show(setting, search, node, element) {
    if (["tree", "random-tree"].includes(setting.game.split(":")[0])) return;
    const moves = [...(setting.moves ? setting.moves.trim().split(/\s+/) : []), ...search.recording.moves(node)];
    const key = JSON.stringify([setting.game, setting.position, moves]);
    this.wanted = key;
    if (!this.known.has(key)) this.known.set(key, await boardAt(setting, moves, node));
    const shown = this.known.get(key);
    const picture = shown && (await pictureOf(setting.game, shown));
    if (this.wanted !== key || !picture || !element.isConnected) return;
    this.card.replaceChildren(make("b", {}, search.recording.subject(node)), picture);
    this.card.hidden = false;
    const box = element.getBoundingClientRect();
    const below = box.bottom + 8 + this.card.offsetHeight <= innerHeight;
    this.card.style.setProperty("left", `${Math.max(8, Math.min(box.left, innerWidth - this.card.offsetWidth - 8))}px`);
    this.card.style.setProperty("top", `${below ? box.bottom + 8 : Math.max(8, box.top - this.card.offsetHeight - 8)}px`);
  }

  hide() {
    this.wanted = "";
    this.card.hidden = true;
  }
}

/**
 * The board of a node: a kept page has it, else the server is asked. Without one the node still says what it is.
 * @param {import("./address.js").Setting} setting @param {string[]} moves @param {number} node
 * @returns {Promise<{ position: string, text: string | null } | null>}
 */
async function boardAt(setting, moves, node) {
  if (setting.boards) return { position: "", text: setting.boards[node] };
  try {
    return await ask("tree/boards", { game: setting.game, position: setting.position || null, moves });
  } catch {
    return null;
  }
}

/**
 * The board as the play room draws it; the text of games that it does not know.
 * @param {string} game @param {{ position: string, text: string | null }} shown
 */
async function pictureOf(game, { position, text }) {
  // Trees need no boards: they are loaded with the first one.
  const [{ boardOf }, { Drawing: BoardDrawing }] = await Promise.all([import("../boards/boards.js"), import("../boards/drawing.js")]);
  const kind = position && boardOf(game);
  if (!kind) return text && make("pre", {}, text);
  const board = new BoardDrawing(kind, { label: `Board: ${position}`, plain: true });
  board.show({ pieces: kind.read(position) });
  return board.element;
}
