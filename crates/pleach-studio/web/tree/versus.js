// The two searches beside one another, with what the whole of each took.

import { make } from "../shell/make.js";
import { cutsOf, leavesText } from "./counts.js";
import { countText, counted, scoreText } from "./score.js";
import { beliefWords } from "./belief.js";

/** @typedef {import("./lane.js").Lane} Lane */

/** What a search found: a score, or a range. @param {Lane} lane */
function valueOf({ search }) {
  const { recording, states } = search;
  const { belief } = states.of(0, recording.steps);
  return belief ? beliefWords(belief) : scoreText(recording.header.value);
}

/** Leaves are what costs: those of tests count, too. @param {Lane} lane */
function evaluations({ search }) {
  const { leaves, testLeaves, nodes } = search.counts.total;
  return search.recording.isBestFirst ? nodes : leaves + testLeaves;
}

/** @param {Lane} lane */
function firstMove({ search }) {
  const child = search.recording.header.line[1];
  return child === undefined ? "" : search.recording.path(child).join(".");
}

/**
 * @param {HTMLElement} box @param {Lane[]} lanes @param {Lane} active
 * @param {boolean} veiled whether totals stay hidden, for exercises
 */
export function showVersus(box, lanes, active, veiled) {
  const part = (/** @type {Lane} */ lane) => {
    const { search, row } = lane;
    const { total } = search.counts;
    const work = search.recording.isBestFirst ? counted(total.nodes, "node", "nodes") : leavesText(total);
    return make("div", { class: lane === active ? "on" : null }, make("b", {}, `${lane.name} ${search.title}`), make("span", { class: "num" }, `row ${countText(row + 1)} of ${countText(search.rows.count)}`),
      make("small", {}, veiled ? "totals are hidden during the exercise" : `${work}, ${counted(cutsOf(search.recording, total), "cut", "cuts")}, value ${valueOf(lane)}`));
  };
  box.replaceChildren(...lanes.map(part), ...(lanes.length > 1 && !veiled ? [comparison(lanes)] : []));
}

/** @param {Lane[]} lanes */
function comparison([one, other]) {
  const [here, there] = [evaluations(one), evaluations(other)];
  const value = valueOf(one) === valueOf(other) ? "same value" : "another value";
  const move = firstMove(one) === firstMove(other) ? "same move" : "another move";
  const tests = one.search.counts.total.testLeaves || other.search.counts.total.testLeaves ? "; tests count as work" : "";
  return make("div", { class: "compared" }, make("b", { class: "num" }, `${countText(here)} evaluations to ${countText(there)}`), make("small", {}, `${value}, ${move}${tests}`));
}
