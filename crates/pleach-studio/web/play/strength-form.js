// The form that says who sits at a side and how strong an engine is.

import { make } from "../shell/make.js";
import { FITTED, fittedFor } from "./fitted.js";
import { riskValue, riskWords } from "./risk.js";

let number = 0;

/**
 * Radio buttons in a row.
 * @param {string} title
 * @param {[string, string][]} options value and label
 * @param {string} chosen
 * @param {(value: string) => void} [changed]
 */
export function choices(title, options, chosen, changed) {
  number += 1;
  const name = `choice-${number}`;
  const element = make("fieldset", {}, make("legend", {}, title), make("div", { class: "choices" }, options.map(([value, label]) =>
    make("label", {}, make("input", { type: "radio", name, value, checked: value === chosen, on: { change: () => changed?.(value) } }), label))));
  return { element, value: () => /** @type {HTMLInputElement} */ (element.querySelector("input:checked")).value };
}

/**
 * A number with its label.
 * @param {string} label
 * @param {{ value: number, min: number, max: number, step?: number }} range
 */
function numberField(label, { value, min, max, step = 1 }) {
  const input = make("input", { class: "field num", type: "number", value, min, max, step });
  const element = make("label", { class: "labelled" }, label, input);
  const read = () => Math.min(max, Math.max(min, Number(input.value) || min));
  return { element, read };
}

/**
 * How strong the engine is.
 * @param {import("./match.js").Seat} seat
 * @param {any[]} profiles the risks that the game has a profile for
 * @param {any[]} algorithms
 * @param {string} game
 */
export function strengthForm(seat, profiles, algorithms, game) {
  const fields = {
    level: numberField("Level, 1 to 8", { value: seat.level, min: 1, max: 8 }),
    time: numberField("Seconds a move", { value: seat.time, min: 0.05, max: 60, step: 0.05 }),
    depth: numberField("Plies", { value: seat.depth, min: 1, max: 60 }),
  };
  const show = (/** @type {string} */ by) => {
    for (const [name, field] of Object.entries(fields)) field.element.hidden = name !== by;
  };
  const by = choices("Strength by", [["level", "Level"], ["time", "Time"], ["depth", "Depth"], ["clock", "Clock"]], seat.by, show);
  show(seat.by);
  const fitted = fittedFor(game);
  const risk = make("select", { class: "field" }, make("option", { value: "" }, "None: full width"),
    profiles.map((profile) => make("option", { value: riskValue(profile), selected: riskValue(profile) === seat.risk }, riskWords(profile))),
    fitted && make("option", { value: FITTED, selected: seat.risk === FITTED }, `From the lab: ${fitted.label}`));
  const algorithm = make("select", { class: "field" }, algorithms.map((one) => make("option", { value: one.name === "engine" ? "" : one.name,
    selected: (one.name === "engine" ? "" : one.name) === seat.algorithm, title: one.about }, one.name)));
  const element = make("div", { class: "form" }, by.element, Object.values(fields).map((field) => field.element),
    make("label", { class: "labelled" }, profiles.length || fitted ? "Risk" : "Risk: this game has no profile yet", risk),
    make("label", { class: "labelled" }, "Search", algorithm));
  const read = () => ({ by: /** @type {import("./match.js").Seat["by"]} */ (by.value()), level: fields.level.read(), time: fields.time.read(), depth: fields.depth.read(),
    risk: algorithm.value ? "" : risk.value, algorithm: algorithm.value });
  return { element, read };
}
