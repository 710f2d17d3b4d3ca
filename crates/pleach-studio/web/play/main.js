// The play room begins: what the server can play, the game of this page, buttons and keys.

import { showError } from "../shell/alert.js";
import { ask } from "../shell/ask.js";
import { addKeys } from "../shell/keys.js";
import { byId } from "../shell/make.js";
import { openGameDialog, saveGameDialog } from "./files.js";
import { matchOfPage, newMatch } from "./match.js";
import { newGameDialog, watchTwo } from "./new-game.js";
import { Room } from "./room.js";
import { setUpDialog } from "./setup.js";

/** @param {Room} room */
function wire(room) {
  /** @type {[string, string, string, () => void][]} */
  const tools = [
    ["undo", "u", "undo", () => room.undo()],
    ["redo", "r", "redo", () => room.redo()],
    ["hint", "h", "hint; once more stops it", () => room.hint()],
    ["flip", "f", "turn the board", () => room.flip()],
    ["set-up", "e", "set up a position", () => setUpDialog(room)],
    ["new-game", "n", "new game", () => newGameDialog(room)],
    ["stop", "s", "stop the engine, or let it go on", () => room.stop()],
  ];
  for (const [id, , , action] of tools) byId(id).addEventListener("click", action);
  byId("watch-two").addEventListener("click", () => watchTwo(room));
  byId("open-game").addEventListener("click", () => openGameDialog(room));
  byId("save-game").addEventListener("click", () => saveGameDialog(room));
  addKeys("Play", [
    { keys: ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"], does: "move over the board's legal cells", action: () => byId("board").focus() },
    { keys: ["Enter"], does: "pick up, put down, play" },
    ...tools.map(([id, key, does, action]) => ({ keys: [key], does, action: () => { if (!byId(id).disabled) action(); } })),
    { keys: ["Escape"], does: "back from a line to the game", action: () => room.endPreview() },
  ]);
}

/** @param {Room} room */
function typeMoves(room) {
  const input = byId("typed-move");
  byId("type-move").addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text || !room.view) return;
    const plain = (/** @type {string} */ word) => word.toLowerCase().replace(/[+#!?]+$/, "");
    const legal = room.seatToMove.kind === "human" && room.view.moves.find((/** @type {any} */ one) => [one.move, one.record ?? one.move].some((word) => plain(word) === plain(text)));
    if (legal) {
      input.value = "";
      await room.attempt(() => room.play(legal.move));
      return;
    }
    await room.attempt(async () => {
      if (room.seatToMove.kind !== "human") throw new Error("It is not your move.");
      const { game, start, moves } = room.match;
      // The game itself reads what is written otherwise than it is listed.
      const { steps } = await ask("play/line", { game, start, moves: [...moves, text], from: moves.length });
      input.value = "";
      await room.play(steps[0].move);
    });
  });
}

async function begin() {
  const room = new Room(await ask("games"));
  wire(room);
  typeMoves(room);
  const match = await matchOfPage();
  try {
    await room.open(match);
  } catch (error) {
    await room.open(newMatch("chinese-checkers"));
    showError(error);
  }
  addEventListener("pagehide", () => room.searcher.stop());
  addEventListener("pageshow", (event) => { if (event.persisted) room.attempt(() => room.refresh()); });
}

begin().catch((error) => showError(error, { label: "Try again", action: () => location.reload() }));
