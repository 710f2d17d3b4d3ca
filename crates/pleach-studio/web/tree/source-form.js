// What to search and how: a typed tree, a random tree or a position of a game, and one or two ways to search it.

import { ask } from "../shell/ask.js";
import { make } from "../shell/make.js";
import { titleOf } from "./address.js";

/** @typedef {import("./address.js").Setting} Setting */

const KINDS = [["tree", "Typed tree"], ["random-tree", "Random tree"], ["game", "Game position"]];
const SAMPLE = "MAX[5, MIN[9, MAX[2, MIN[3, 7]]]]";

/** @type {Promise<any> | null} */
let choices = null;

/** Games, algorithms and ways to prune. @returns {Promise<any>} */
function loadChoices() {
  choices ??= ask("tree/choices").catch((error) => { choices = null; throw error; });
  return choices;
}

/**
 * A form for a setting. What was typed stays where the server refuses it.
 * @param {Setting | null} setting what to begin with
 * @param {(setting: Setting) => Promise<void>} submit throws what was wrong
 * @returns {Promise<HTMLFormElement>}
 */
export async function sourceForm(setting, submit) {
  const { games, algorithms, prunes } = await loadChoices();
  const game = setting?.game ?? "tree";
  const kind = ["tree", "random-tree"].includes(game.split(":")[0]) ? game.split(":")[0] : "game";
  const text = (/** @type {string} */ name, /** @type {string} */ value, /** @type {Record<string, any>} */ more = {}) => make("input", { class: "field mono", name, value, autocomplete: "off", spellcheck: "false", ...more });
  const labelled = (/** @type {string} */ label, /** @type {Node} */ field, /** @type {string} */ note = "") => make("label", { class: "labelled" }, label, field, note && make("span", { class: "small muted" }, note));
  const list = (/** @type {string} */ id, /** @type {any[]} */ entries) => make("datalist", { id }, entries.map((entry) => make("option", { value: entry.name }, entry.about)));
  const others = games.filter((/** @type {any} */ entry) => !["tree", "random-tree"].includes(entry.name));
  const parts = {
    tree: make("div", { class: "stack" },
      labelled("Tree", make("textarea", { class: "field", name: "tree", rows: 5, spellcheck: "false" }, kind === "tree" ? setting?.position || SAMPLE : SAMPLE),
        "MAX[5, m: MIN[3, x]], or JSON with names, statics and ranges"),
      labelled("Options", text("tree-options", kind === "tree" ? optionsOf(game) : "", { placeholder: "limit=9" }))),
    "random-tree": make("div", { class: "stack" },
      labelled("Options", text("random-options", kind === "random-tree" ? optionsOf(game) : "b=3,d=4,values=50,seed=1"), "b moves, d plies, values, seed, leaves=iid|newborn|win-loss|ordered")),
    game: make("div", { class: "stack" },
      labelled("Game", text("game", kind === "game" ? game : others[0]?.name ?? "", { list: "games" })), list("games", others),
      labelled("Position", text("position", kind === "game" ? setting?.position ?? "" : ""), "empty for the first one"),
      labelled("Moves", text("moves", kind === "game" ? setting?.moves ?? "" : ""), "played from there, with spaces between")),
  };
  const way = (/** @type {string} */ letter, /** @type {import("./address.js").Way | null} */ given, /** @type {boolean} */ optional) => make("fieldset", { class: "one-way" },
    make("legend", {}, `Search ${letter.toUpperCase()}`),
    labelled("Algorithm", text(letter, given?.algorithm ?? (optional ? "" : "alpha-beta"), { list: "algorithms", placeholder: optional ? "none: A alone" : "alpha-beta" })),
    labelled("Forward pruning", text(`${letter}-prune`, given?.prune ?? "", { list: "prunes", placeholder: "none" })));
  const kinds = make("div", { class: "seg", role: "radiogroup", "aria-label": "Source" }, KINDS.map(([value, label]) => make("label", {},
    make("input", { type: "radio", name: "kind", value, class: "vh", checked: value === kind }), label)));
  const problem = make("p", { class: "problem", role: "alert", hidden: true });
  const button = make("button", { class: "btn primary", type: "submit" }, "Record the search");
  const form = make("form", { class: "stack source-form" }, kinds, Object.values(parts),
    make("div", { class: "ways" }, way("a", setting?.a ?? null, false), way("b", setting?.b ?? null, true)), list("algorithms", algorithms), list("prunes", prunes),
    make("div", { class: "depths" },
      labelled("Depth", make("input", { class: "field", name: "depth", type: "number", min: 1, max: 10000, value: setting?.depth ?? "" }), "empty: to the end of the tree"),
      make("label", { class: "check" }, make("input", { type: "checkbox", name: "deepening", checked: setting?.deepening ?? false }), "deepen step by step")),
    problem, button);
  const showKind = () => {
    const shown = new FormData(form).get("kind");
    for (const [name, part] of Object.entries(parts)) part.hidden = name !== shown;
    for (const label of kinds.children) label.classList.toggle("on", label.querySelector("input")?.checked);
  };
  form.addEventListener("change", showKind);
  showKind();
  form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    // A button that is disabled would lose the focus.
    if (button.getAttribute("aria-disabled") === "true") return;
    const from = form.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : button;
    problem.hidden = true;
    button.setAttribute("aria-disabled", "true");
    button.textContent = "Searching…";
    try {
      await submit(settingFrom(new FormData(form)));
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
      problem.hidden = false;
      from.focus({ preventScroll: true });
      problem.scrollIntoView({ block: "center" });
    } finally {
      button.removeAttribute("aria-disabled");
      button.textContent = "Record the search";
    }
  });
  return form;
}

/** @param {string} game */
const optionsOf = (game) => game.split(":").slice(1).join(":");

/** @param {FormData} data @returns {Setting} */
function settingFrom(data) {
  const text = (/** @type {string} */ name) => String(data.get(name) ?? "").trim();
  const kind = text("kind");
  const named = (/** @type {string} */ name, /** @type {string} */ options) => (options ? `${name}:${options}` : name);
  const game = kind === "tree" ? named("tree", text("tree-options")) : kind === "random-tree" ? named("random-tree", text("random-options")) : text("game");
  const way = (/** @type {string} */ letter) => ({ algorithm: text(letter), prune: text(`${letter}-prune`) });
  const depth = Number.parseInt(text("depth"), 10);
  return {
    title: titleOf(game), game, position: kind === "tree" ? text("tree") : kind === "game" ? text("position") : "",
    moves: kind === "game" ? text("moves") : "", depth: depth > 0 ? depth : null, deepening: data.get("deepening") !== null,
    a: text("a") ? way("a") : { ...way("a"), algorithm: "alpha-beta" }, b: text("b") ? way("b") : null,
  };
}
