// The right side of the room: what the search says, its best moves, its line of play.

import { byId, icon, make, renew } from "../shell/make.js";
import { showCuts } from "./cuts.js";
import { riskWords } from "./risk.js";
import { duration, large, percent, share, short, standing } from "./words.js";

/**
 * A search as the page knows it.
 * @typedef {object} Analysis
 * @property {string} title
 * @property {"waiting" | "searching" | "done" | "stopped"} state
 * @property {number} ply where it was made
 * @property {number | null} depth
 * @property {any[]} lines best first, each with a value, moves and records
 * @property {number} nodes
 * @property {number} seconds
 * @property {any} counts
 * @property {any} profile
 * @property {boolean} solved
 * @property {boolean | null} applies whether what was proved of the profile is what was searched; unknown until it is over
 * @property {string[]} doubts why it is not
 * @property {{ from: number, length: number } | null} time when it began and how long it may take, in milliseconds
 */

/**
 * @param {Analysis | null} analysis
 * @param {object} state
 * @param {0 | 1} state.side whose view
 * @param {[string, string]} state.names
 * @param {import("../boards/kind.js").Kind | null} state.kind
 * @param {{ line: number, step: number } | null} state.preview
 * @param {(line: number, step: number) => void} state.look steps through a line on the board
 * @param {(move: string) => void} state.show shows the way of a move
 */
export function showAnalysis(analysis, state) {
  byId("search-title").textContent = titleText(analysis);
  const chip = byId("search-state");
  chip.textContent = stateText(analysis);
  chip.className = analysis && analysis.state !== "stopped" ? "chip ok" : "chip";
  renew(byId("search"), ...(analysis ? searchLine(analysis, state) : [make("p", { class: "empty" },
    "The engine's thoughts appear here while it searches. Ask for a hint to have your own position searched.")]));
  showBest(analysis, state);
  showCuts(byId("cuts"), byId("cuts-count"), analysis?.counts);
}

/** @param {Analysis | null} analysis */
function titleText(analysis) {
  if (!analysis) return "Search";
  return analysis.state === "done" ? analysis.title.replace(" thinks", "'s last search") : analysis.title;
}

/** @param {Analysis | null} analysis */
function stateText(analysis) {
  if (!analysis) return "idle";
  const depth = analysis.depth === null ? "" : `depth ${analysis.depth}`;
  switch (analysis.state) {
    case "waiting": return "waiting for its turn";
    case "searching": return depth ? `searching, ${depth} done` : "searching";
    case "stopped": return depth ? `stopped, ${depth}` : "stopped";
    default: return analysis.solved ? "solved" : depth || "done";
  }
}

/**
 * What is risked, and whether that was proved of this very search: known when it is over.
 * @param {any} profile @param {Analysis} analysis
 */
function claimWords(profile, { applies, doubts }) {
  const risks = `risks ${riskWords(profile)}`;
  if (!profile.proof || applies === null) return risks;
  if (!applies) return `${risks}; nothing is proved of this search: ${doubts[0]}`;
  return `${risks}, proved at most ${percent(profile.proof.limit)} on ${profile.proof.on.map((/** @type {any} */ on) => on.population).join(" and ")}`;
}

/** @param {Analysis} analysis @param {any} state */
function searchLine(analysis, { side, names, kind, preview, look }) {
  const [best] = analysis.lines;
  const { solved, depth, profile } = analysis;
  const certainty = solved ? "exact to the end" : depth === null ? "" : `${profile ? "" : "exact "}at depth ${depth}`;
  const words = best ? [certainty, standing(best.value, names, kind, solved)].filter(Boolean).join(", ") : "nothing found yet";
  const stats = [["Nodes", large(analysis.nodes)], ["Speed", analysis.seconds < 0.002 ? "–" : `${large(analysis.nodes / analysis.seconds)}/s`],
    ["Depth", depth === null ? "–" : String(depth)], ["Time", duration(analysis.seconds)]];
  return [
    make("div", { class: "score" }, make("b", { class: "num" }, best ? short(best.value, side, kind) : "…"), make("span", { class: "sub" }, words)),
    profile && make("p", {}, make("span", { class: "chip risk" }, claimWords(profile, analysis))),
    progress(analysis),
    make("dl", { class: "stats" }, stats.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value)))),
    best && line(best, preview, look),
  ].filter(Boolean);
}

/** @param {Analysis} analysis */
function progress({ state, time }) {
  const done = time ? Math.min(1, (performance.now() - time.from) / time.length) : state === "searching" ? 0.5 : 1;
  const now = state === "searching" && time ? Math.round(done * 100) : null;
  const bar = make("i", { css: { width: `${state === "searching" ? done * 100 : 100}%` } });
  return make("div", { class: "prog", role: "progressbar", "aria-label": "Time used", "aria-valuenow": now, "aria-valuemin": 0, "aria-valuemax": 100 }, bar);
}

/** The line of play, a button a move. @param {any} best @param {any} preview @param {any} look */
function line(best, preview, look) {
  if (!best.moves.length) return null;
  const at = preview && preview.line === 0 ? preview.step : -1;
  const step = (/** @type {number} */ by) => look(0, Math.max(0, Math.min(best.moves.length - 1, at + by)));
  return make("div", { class: "pv", role: "group", "aria-label": "Line of play" },
    make("button", { type: "button", class: "pv-arrow", "aria-label": "Back in the line", on: { click: () => step(-1) } }, icon("back")),
    make("button", { type: "button", class: "pv-arrow", "aria-label": "Forward in the line", on: { click: () => step(1) } }, icon("next")),
    best.records.map((/** @type {string} */ text, /** @type {number} */ index) => make("button", { type: "button", class: "pv-move",
      "aria-pressed": index === at ? "true" : "false", on: { click: () => look(0, index) } }, text)));
}

/** @param {Analysis | null} analysis @param {any} state */
function showBest(analysis, { side, kind, names, show }) {
  byId("best-view").textContent = analysis && analysis.lines.length > 1 ? `score for ${names[side] === "You" ? "you" : names[side]}` : "";
  if (!analysis || analysis.lines.length < 2) {
    renew(byId("best"), make("p", { class: "empty" }, "A hint compares the best moves here."));
    return;
  }
  const part = (/** @type {any} */ value) => (side === 0 ? share(value, kind) : 1 - share(value, kind));
  const rows = analysis.lines.filter((line) => line.moves.length).map((line) => make("tr", {},
    make("td", {}, make("button", { type: "button", class: "mono", on: { click: () => show(line.moves[0]) } }, line.records[0])),
    make("td", {}, make("div", { class: "bar2" }, make("i", { css: { width: `${Math.round(part(line.value) * 100)}%` } }))),
    make("td", { class: "r num" }, short(line.value, side, kind))));
  renew(byId("best"), make("table", { class: "cand" }, make("tbody", {}, rows)));
}
