// Forms for new jobs. What the server refuses is said in the form, and nothing typed is lost.

import { ask } from "../shell/ask.js";
import { complaint, openDialog } from "../shell/dialog.js";
import { make } from "../shell/make.js";
import { gameName, PAPERS } from "./words.js";

/** @typedef {import("./words.js").Job} Job */

let number = 0;

/**
 * @param {string} text
 * @param {HTMLElement} control
 */
function labelled(text, control) {
  number += 1;
  control.id = `field-${number}`;
  return make("label", { class: "labelled", for: control.id }, text, control);
}

/** @param {string} name @param {string} value @param {Record<string, any>} [more] */
const field = (name, value, more = {}) => make("input", { class: "field", name, value, autocomplete: "off", spellcheck: "false", ...more });

/** @param {string} name @param {string[][]} options value and text */
const choice = (name, options) => make("select", { class: "field", name }, options.map(([value, text]) => make("option", { value }, text)));

/**
 * Opens a form, sends it, and hands on the job.
 * @param {string} title
 * @param {any[]} controls
 * @param {(form: FormData) => any} settings
 * @param {(job: Job) => void} begun
 */
function openForm(title, controls, settings, begun) {
  const wrong = complaint();
  const form = make("form", { class: "form", on: { submit: send } }, controls, wrong, make("button", { class: "btn primary" }, "Begin"));
  const dialog = openDialog(title, form);
  async function send(/** @type {SubmitEvent} */ event) {
    event.preventDefault();
    wrong.textContent = "";
    try {
      begun(await ask("lab/jobs", settings(new FormData(form))));
      dialog.close();
    } catch (error) {
      wrong.textContent = error instanceof Error ? error.message : String(error);
    }
  }
}

/** @param {any[]} games */
const gameChoice = (games) => labelled("Game", choice("game", games.filter(({ tree }) => !tree).map(({ name }) => [name, gameName(name)])));

/** @param {FormData} form @param {string} name */
const text = (form, name) => String(form.get(name) ?? "").trim();
/** @param {FormData} form @param {string} name */
const whole = (form, name) => {
  const typed = text(form, name);
  return typed === "" ? null : Number(typed);
};

/** @param {any[]} games @param {(job: Job) => void} begun */
export function newCalibration(games, begun) {
  const sizes = [["fit", "Positions to fit by"], ["choose", "to choose by"], ["prove", "to prove by"]];
  openForm("New calibration", [
    make("p", { class: "sub" }, "Fits forward pruning to a game, chooses the fastest policy that keeps the risk you state, and proves it on positions it has not seen."),
    gameChoice(games),
    make("div", { class: "two" }, labelled("Depth, plies", field("depth", "6", { inputmode: "numeric" })), labelled("Risk: share that may differ", field("risk", "5%"))),
    labelled("What counts as different", choice("criterion", [["value", "any other value"], ["move", "a move that is not as good"]])),
    make("details", {}, make("summary", {}, "More"), make("div", { class: "form pad" },
      sizes.map(([name, words]) => labelled(`${words}; empty: as many as the risk needs`, field(name, "", { inputmode: "numeric" }))),
      labelled("Games against the full search at equal time", field("games", "0", { inputmode: "numeric" })),
      labelled("Left out in any case, such as null-move", field("beside", "none")), labelled("Seed", field("seed", "1", { inputmode: "numeric" })))),
  ], (form) => ({
    kind: "calibration", game: text(form, "game"), depth: whole(form, "depth"),
    risk: text(form, "criterion") === "value" ? text(form, "risk") : `${text(form, "risk")},criterion=${text(form, "criterion")}`,
    fit: whole(form, "fit"), choose: whole(form, "choose"), prove: whole(form, "prove"), games: whole(form, "games") ?? 0,
    beside: text(form, "beside") || "none", seed: whole(form, "seed") ?? 1,
  }), begun);
}

/** @param {any[]} games @param {(job: Job) => void} begun */
export function newRace(games, begun) {
  openForm("New race", [
    make("p", { class: "sub" }, "The same positions through several searches: what each costs, and how often it agrees with the first."),
    gameChoice(games),
    make("div", { class: "two" }, labelled("Depth, plies", field("depth", "5", { inputmode: "numeric" })), labelled("Positions", field("positions", "50", { inputmode: "numeric" }))),
    labelled("Algorithms, separated by commas; the first is what the others are compared with", field("algorithms", "alpha-beta,negascout,mtdf,engine")),
    labelled("Pruning methods, separated by semicolons", field("prunes", "none")), labelled("Seed", field("seed", "1", { inputmode: "numeric" })),
  ], (form) => ({
    kind: "race", game: text(form, "game"), depth: whole(form, "depth"), positions: whole(form, "positions"),
    algorithms: text(form, "algorithms"), prunes: text(form, "prunes") || "none", seed: whole(form, "seed") ?? 1,
  }), begun);
}

/**
 * @param {{ item: string, paper: string, title: string, minutes: number }[]} items
 * @param {(job: Job) => void} begun
 */
export function newReproduction(items, begun) {
  const papers = [...new Set(items.map(({ paper }) => paper))];
  const group = (/** @type {string} */ wanted) => make("optgroup", { label: PAPERS[wanted] ?? wanted },
    items.filter(({ paper }) => paper === wanted).map(({ item, title }) => make("option", { value: item }, `${item.split("/")[1]}: ${title}`)));
  const minutes = make("p", { class: "sub" });
  const select = make("select", { class: "field", name: "item", on: { change: tell } }, papers.map(group));
  function tell() {
    const chosen = items.find(({ item }) => item === select.value);
    minutes.textContent = chosen ? `In full about ${chosen.minutes < 1 ? "a minute" : `${Math.round(chosen.minutes)} min`} on two cores.` : "";
  }
  tell();
  openForm("Reproduce a paper", [
    make("p", { class: "sub" }, "Makes a table or a figure of a paper again: the paper's numbers beside ours, and what holds."),
    labelled("Table or figure", select), minutes,
    make("label", { class: "check" }, make("input", { type: "checkbox", name: "quick", checked: true }), "Quick: few samples, in a minute"),
    labelled("Seed", field("seed", "1", { inputmode: "numeric" })),
  ], (form) => ({ kind: "reproduction", item: text(form, "item"), quick: form.get("quick") !== null, seed: whole(form, "seed") ?? 1 }), begun);
}
