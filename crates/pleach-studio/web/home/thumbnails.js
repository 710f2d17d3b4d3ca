// The games as cards, each with a real position on its board.

import { boardOf, ORDER, titleOf } from "../boards/boards.js";
import { Drawing } from "../boards/drawing.js";
import { ask } from "../shell/ask.js";
import { make } from "../shell/make.js";

/** Positions worth looking at: from the thesis, from the FFO suite, from a solver's tests, from the immortal game. */
const POSITIONS = /** @type {Record<string, string>} */ ({
  "chinese-checkers": "1/1O/3/O2X/5X7/12/3O7/1X2O5/3O5/5X4/4O3X2/4O7/6OOO4/1X1X/XX1/2/X X - 28",
  othello: "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X",
  "connect-four": "2252576253462244111563365343671351441",
  chess: "r1bk3r/p2pBpNp/n4n2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 1 23",
  "tic-tac-toe": "X.X.OOO.X",
});

/** @param {any[]} games those that the server knows */
export function showGames(games) {
  const place = (/** @type {any} */ game) => (ORDER.includes(game.name) ? ORDER.indexOf(game.name) : ORDER.length);
  const playable = games.filter((game) => !game.tree).toSorted((a, b) => place(a) - place(b));
  return playable.map((game) => make("a", { class: "panel game", href: `/play?game=${encodeURIComponent(game.name)}` },
    make("div", { class: "thumb" }, thumbnail(game.name)),
    make("div", {}, make("b", {}, titleOf(game.name)), make("small", {}, about(game)))));
}

/** @param {any} game */
function about(game) {
  const [profile] = game.profiles;
  const risk = profile ? `, profile at ${profile.risk * 100} %` : "";
  return (boardOf(game.name)?.about ?? game.about) + risk;
}

/** @param {string} game */
function thumbnail(game) {
  const kind = boardOf(game);
  if (!kind) return ownThumbnail(game);
  const drawing = new Drawing(kind, { label: `${kind.title} board`, plain: true });
  drawing.show({ pieces: kind.read(POSITIONS[game] ?? "") });
  return drawing.element;
}

/** A game without a board of ours shows its own picture, or its text. @param {string} game */
function ownThumbnail(game) {
  const place = make("div", { class: "thumb-own" });
  ask("play/position", { game, svg: true }).then(({ svg, text }) => {
    place.append(svg ? make("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: "" }) : make("pre", {}, text));
  }, () => {});
  return place;
}
