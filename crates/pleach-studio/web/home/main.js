// The home page: the palmette, the games, and what was done lately.

import { titleOf } from "../boards/boards.js";
import { recentGames } from "../play/match.js";
import { showError } from "../shell/alert.js";
import { ask } from "../shell/ask.js";
import { byId, make } from "../shell/make.js";
import { palmette } from "./palmette.js";
import { showGames } from "./thumbnails.js";

const MOST_SHOWN = 5;

/** @param {number} when */
function ago(when) {
  const minutes = Math.round((Date.now() - when) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.round(minutes / 60);
  return hours < 24 ? `${hours} h ago` : new Date(when).toLocaleDateString();
}

function showRecent() {
  const games = recentGames().filter((game) => game.ply > 0);
  if (games.length === 0) {
    byId("recent").replaceChildren(make("p", { class: "pad sub" }, "Games you play are kept in this browser and appear here, ready to go on."));
    return;
  }
  byId("recent").replaceChildren(make("ul", { class: "list" }, games.slice(0, MOST_SHOWN).map((game) => make("li", {},
    make("a", { href: `/play?id=${game.id}` }, make("b", {}, `${titleOf(game.game)}, ply ${game.ply}`), make("small", {}, ago(game.when)), make("small", {}, game.note))))));
  const button = byId("continue");
  button.href = `/play?id=${games[0].id}`;
  button.lastElementChild.textContent = `Continue: ${titleOf(games[0].game)}`;
}

async function begin() {
  showRecent();
  const games = await ask("games");
  byId("games").replaceChildren(...showGames(games));
  const hasTrees = games.some((/** @type {any} */ game) => game.name === "tree");
  if (hasTrees) byId("palmette").replaceChildren(palmette(await ask("palmette")));
}

begin().catch((error) => showError(error, { label: "Try again", action: () => location.reload() }));
