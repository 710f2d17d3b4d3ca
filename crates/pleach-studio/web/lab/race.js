// What a race finds: the table, with a bar for what it cost.

import { make } from "../shell/make.js";
import { plotsOf } from "./plots.js";
import { count, grouped, percent, times } from "./words.js";

/**
 * @param {HTMLElement} room
 * @param {import("./words.js").Job} job
 * @param {any} result
 */
export function showRace(room, job, result) {
  const finishes = result?.finishes ?? [];
  if (!finishes.length) {
    room.append(make("section", { class: "panel" }, make("p", { class: "pad sub" },
      "Every search goes through the same positions. The table comes when the last one has finished.")));
    return;
  }
  const positions = finishes[0].positions;
  const most = Math.max(...finishes.map((/** @type {any} */ { work }) => work.nodes + work.evaluations));
  const heads = ["search", "nodes", "leaves", "evaluations", "tests", "CPU, ms", "saving", "same value", "same move", "mean loss"];
  const share = (/** @type {[number, number, number]} */ [middle, low, high]) => make("td", { class: "r", title: `95 % interval: ${percent(low, 1)} to ${percent(high, 1)}` }, percent(middle, 1));
  const mean = (/** @type {number} */ number) => make("td", { class: "r" }, grouped(number / positions));
  const row = (/** @type {any} */ { name, work, saving, same_value: value, same_move: move, mean_loss: loss }) => make("tr", { class: "rule" },
    make("td", {}, make("b", {}, name), make("span", { class: "amount", css: { width: `${(100 * (work.nodes + work.evaluations)) / most}%` } })),
    mean(work.nodes), mean(work.leaves), mean(work.evaluations), mean(work.tests),
    make("td", { class: "r" }, ((1000 * work.seconds) / positions).toFixed(2)), make("td", { class: "r" }, times(saving)),
    share(value), share(move), make("td", { class: "r" }, loss.toFixed(3)));
  room.append(make("section", { class: "panel report" },
    make("header", {}, make("h2", {}, "The same positions through every search"), make("span", { class: "small muted num" }, `${count(positions, "position", "positions")}; means a position`)),
    make("div", { class: "pad scroll", tabindex: "0", role: "group", "aria-label": "Results of the race" },
      make("table", {}, make("thead", {}, make("tr", {}, heads.map((head, place) => make("th", { scope: "col", class: place ? "r" : "" }, head)))),
        make("tbody", {}, finishes.map(row)))),
    make("p", { class: "pad small sub" }, "Saving is how many times less work, nodes and static evaluations together, than the first search. The bars are that work. A move is the same if it is as good by the first search.")), ...plotsOf(job));
}
