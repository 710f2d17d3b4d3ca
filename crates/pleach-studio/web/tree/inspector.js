// The panels beside the drawing: what happens in the row, the window on a ruler, what has been done so far.

import { make } from "../shell/make.js";
import { drawRuler } from "./ruler.js";
import { countText } from "./score.js";
import { badgeIcon } from "./signs.js";

/** @typedef {import("./search.js").SearchView} SearchView */

/** The sentence with the names of nodes in bold. @param {SearchView} search @param {number} row */
function sentence(search, row) {
  const text = search.teller.tell(row);
  const name = search.recording.label(search.nodeAt(row));
  const place = text.indexOf(` ${name}`);
  if (place < 0) return [text];
  return [text.slice(0, place + 1), make("b", {}, name), text.slice(place + 1 + name.length)];
}

/**
 * The row's sentence, chip and ruler.
 * @param {HTMLElement} panel @param {SearchView} search @param {number} row @param {string} note
 */
export function showRow(panel, search, row, note) {
  const { recording, rows } = search;
  const reason = rows.reason(row);
  const failed = rows.remark(row).includes("test fails");
  const chip = reason ? make("span", { class: "chip" }, badgeIcon(reason.key), reason.key === "table" ? "remembered" : `${reason.word} cut`)
    : failed ? make("span", { class: "chip" }, "no cut") : null;
  const step = rows.begin[row];
  const belief = recording.belief(step) ?? search.states.of(search.nodeAt(row), search.steps(row)).belief;
  const g = rows.g(row);
  const body = [make("p", { class: "says", id: "sentence" }, sentence(search, row), note && make("span", { class: "sub" }, ` ${note}`))];
  if (!recording.isBestFirst || belief) {
    const [alpha, beta] = recording.isBestFirst ? [belief?.low ?? 0, belief?.high ?? 0] : windowOf(search, row);
    body.push(drawRuler({ alpha, beta, g: belief ? null : g, belief: recording.isBestFirst ? null : belief }));
  }
  panel.replaceChildren(make("header", {}, make("h2", {}, `Row ${countText(row + 1)}`), chip), make("div", { class: "pad" }, body));
}

/**
 * The window of a row; where a cut has turned it around, the one before, which shows why.
 * @param {SearchView} search @param {number} row
 */
function windowOf({ recording, rows }, row) {
  const step = rows.begin[row];
  const [alpha, beta] = [recording.alpha[step], recording.beta[step]];
  if (alpha < beta) return [alpha, beta];
  const node = rows.nodeOf[row];
  const { first, list } = recording.stepsAt;
  for (let place = first[node + 1] - 1; place >= first[node]; place -= 1) {
    const before = list[place];
    if (before < step && recording.alpha[before] < recording.beta[before]) return [recording.alpha[before], recording.beta[before]];
  }
  return [alpha, beta];
}

/**
 * What each search has done when it came here.
 * @param {HTMLElement} panel @param {{ letter: string, search: SearchView, row: number, active: boolean }[]} lanes
 */
export function showCounters(panel, lanes) {
  const counted = lanes.map(({ search, row }) => search.counts.after(search.steps(row)));
  const line = (/** @type {string} */ name, /** @type {(Node | string)[][]} */ cells) => make("tr", {}, make("th", { scope: "row" }, name), cells.map((cell, place) => make("td", { class: `r${lanes[place].active ? " on" : ""}` }, cell)));
  const count = (/** @type {number} */ number) => [number ? countText(number) : "–"];
  const lines = [line("nodes", counted.map(({ nodes }) => count(nodes))), line("leaves", counted.map(({ leaves }) => count(leaves)))];
  if (lanes.some(({ search }) => search.counts.total.expanded)) lines.push(line("expanded", counted.map(({ expanded }) => count(expanded))));
  if (lanes.some(({ search }) => search.counts.total.tests)) {
    lines.push(line("tests, test leaves", counted.map(({ tests, testLeaves }) => (tests ? [`${countText(tests)}, ${countText(testLeaves)}`] : ["–"]))));
  }
  if (lanes.some(({ search }) => search.counts.total.again)) lines.push(line("searched again", counted.map(({ again }) => count(again))));
  lines.push(line("cuts", counted.map(({ cuts }, place) => {
    const { reasons } = lanes[place].search.recording;
    const shown = cuts.flatMap((number, reason) => (number ? [make("span", { class: "cut-count", title: reasons[reason].word }, badgeIcon(reasons[reason].key), make("span", { class: "vh" }, `${reasons[reason].word} `), countText(number))] : []));
    return shown.length ? shown : ["–"];
  })));
  panel.replaceChildren(make("div", { class: "pad" }, make("table", { class: "so-far" },
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, lanes.length > 1 ? "at this node" : "so far"), lanes.map(({ letter, search }) => make("th", { class: "r", scope: "col" }, `${letter} ${search.title}`)))),
    make("tbody", {}, lines))));
}
