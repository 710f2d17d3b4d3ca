// Exercise mode: the later rows are hidden, and the learner says what the next one holds. What is checked is the recording
// itself; a hint names the rule, never the number.

import { make } from "../shell/make.js";
import { EXACT, readScore, scoreText, valueWords } from "./score.js";

/** @typedef {import("./search.js").SearchView} SearchView */

const CUTS = [["", "none"], ["alpha", "alpha"], ["beta", "beta"], ["deep-alpha", "deep alpha"], ["deep-beta", "deep beta"], ["direct", "direct"]];

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {(answer: string) => boolean} accepts
 * @property {string} rule        how it is found, without the number
 * @property {[string, string][]} [options] to choose from; else a number is typed
 */

/**
 * @typedef {object} Question
 * @property {string} text
 * @property {Field[]} fields
 */

/** @param {string} name @param {string} label @param {number} wanted @param {string} rule @returns {Field} */
const number = (name, label, wanted, rule) => ({ name, label, rule, accepts: (answer) => readScore(answer) === wanted });

/** @param {string} name @param {string} label @param {string} wanted @param {string} rule @param {[string, string][]} options @returns {Field} */
const choice = (name, label, wanted, rule, options) => ({ name, label, rule, options, accepts: (answer) => answer === wanted });

/**
 * What is asked about a row; null where there is nothing to find out.
 * @param {SearchView} search @param {number} row
 * @returns {Question | null}
 */
export function questionOf(search, row) {
  const question = questionOfStep(search, row);
  const test = question && endOfTest(search, row);
  return test ? { text: `${question.text} ${test.text}`, fields: [...question.fields, test.field] } : question;
}

/** @param {SearchView} search @param {number} row @returns {Question | null} */
function questionOfStep(search, row) {
  const { recording, rows } = search;
  const step = rows.begin[row];
  switch (recording.header.kinds[recording.kind[step]]) {
    case "enter": return recording.ply[recording.node[step]] === 0 ? null : windowQuestion(search, row);
    case "return": return recording.belief(step) ? rangeQuestion(search, row) : returnQuestion(search, row);
    case "back-up": return rangeQuestion(search, row);
    case "forecast": case "skip": return testQuestion(search, row);
    default: return null;
  }
}

/** @param {SearchView} search @param {number} row @returns {Question} */
function windowQuestion({ recording, rows }, row) {
  const step = rows.begin[row];
  const node = recording.node[step], parent = recording.parent[node];
  const announced = rows.announced(row);
  const kind = announced === null ? "" : recording.header.kinds[recording.kind[announced]];
  const asks = kind === "probe" ? " The window of a test lies beside its threshold." : kind === "test" ? " A test has a window without any score inside." : "";
  return {
    text: `${recording.subject(node)} is entered next. With which window?`,
    fields: [
      number("alpha", "α", recording.alpha[step], `A child takes over alpha, what Max is sure of, as it stands at ${recording.label(parent)}.${asks}`),
      number("beta", "β", recording.beta[step], `A child takes over beta, what Min is sure of, as it stands at ${recording.label(parent)}.${asks}`),
    ],
  };
}

/** @param {SearchView} search @param {number} row @returns {Question} */
function returnQuestion(search, row) {
  const { recording, rows } = search;
  const step = rows.begin[row];
  const { x, y } = recording;
  const node = recording.node[step];
  const isMin = recording.isMin(node);
  const before = search.states.of(node, step);
  const [who, better, raises, other] = isMin ? ["Min", "smaller", "lowers beta", "alpha"] : ["Max", "larger", "raises alpha", "beta"];
  const held = before.value ? before.value.replace(/[≥≤=] ?/, "") : isMin ? "∞" : "−∞";
  const cut = rows.reason(row)?.key ?? "";
  const wanted = CUTS.some(([key]) => key === cut) ? cut : "";
  return {
    text: `${recording.label(x[step])} returns ${valueWords(EXACT, y[step])} to ${recording.described(node)}. What does it hold now, and is it cut short?`,
    fields: [
      number("g", "g", rows.g(row), `${who} keeps the ${better} of ${held} and ${scoreText(y[step])}.`),
      number("alpha", "α", recording.alpha[step], isMin ? "Alpha belongs to Max: nothing at a Min node changes it." : `A value of a Max node raises alpha where it is larger.`),
      number("beta", "β", recording.beta[step], isMin ? `A value of a Min node lowers beta where it is smaller.` : "Beta belongs to Min: nothing at a Max node changes it."),
      choice("cut", "cut", wanted, `What is held ${raises}; the node is cut where that meets ${other}. The bound's owner tells the kind: one ply up is alpha or beta, three or more is deep.`, /** @type {[string, string][]} */ (CUTS)),
    ],
  };
}

/**
 * What is asked of a shallow search that ends with a row: whether it leaves out the node.
 * @param {SearchView} search @param {number} row
 * @returns {{ text: string, field: Field } | null}
 */
function endOfTest({ recording, rows }, row) {
  const { kinds, kind, flags, y } = recording;
  let step = rows.end[row] - 1;
  while (step >= rows.begin[row] && kind[step] !== kinds.probed) step -= 1;
  if (step < rows.begin[row]) return null;
  const asked = flags[step] & 3;
  if (asked > 1) return null;
  const meets = asked === 0 ? "reach" : "stay at or under";
  const holds = (flags[step] & 4) !== 0;
  return {
    text: `That ends a test, whose value should ${meets} ${scoreText(y[step])}: is ${recording.label(recording.node[step])} left out?`,
    field: choice("left-out", "left out", holds ? "yes" : "no",
      "A test that holds puts the value outside the window with the confidence asked for; then the deep search is left out. One that does not hold decides nothing.",
      [["no", "no"], ["yes", "yes"]]),
  };
}

/** @param {SearchView} search @param {number} row @returns {Question} */
function rangeQuestion(search, row) {
  const { recording, rows } = search;
  const step = rows.begin[row];
  const node = recording.node[step];
  const belief = recording.belief(step);
  const [who, which] = recording.isMin(node) ? ["Min", "smallest"] : ["Max", "largest"];
  return {
    text: `${recording.described(node)} takes over what its children say. Between which values does it lie now?`,
    fields: [
      number("low", "low", belief?.low ?? 0, `The lower bound at a ${who} node is the ${which} of its children's lower bounds, and never wider than it was.`),
      number("high", "high", belief?.high ?? 0, `The upper bound at a ${who} node is the ${which} of its children's upper bounds, and never wider than it was.`),
    ],
  };
}

/** @param {SearchView} search @param {number} row @returns {Question | null} */
function testQuestion(search, row) {
  const { recording, rows } = search;
  const step = rows.begin[row];
  // What was asked when the test ended is not asked again.
  if (row > 0 && questionOf(search, row - 1)?.fields.some((field) => field.name === "left-out")) return null;
  const isSkip = recording.kind[step] === recording.kinds.skip;
  const node = isSkip ? recording.x[step] : recording.node[step];
  const asked = recording.flags[step] & 3;
  if (asked > 1) return null;
  const shallow = isSkip ? recording.z[step] : recording.x[step];
  const side = asked === 0 ? "reach" : "stay at or under";
  return {
    text: `The shallow search finds ${scoreText(shallow)} for ${recording.described(node)}, which should ${side} ${scoreText(recording.y[step])}. Is it searched?`,
    fields: [choice("searched", "searched", "no", "A test that holds puts the value outside the window with the confidence asked for; then the deep search is left out.", [["yes", "yes"], ["no", "no"]])],
  };
}

/** The next row with a question, from a row on; null at the end. @param {SearchView} search @param {number} row */
export function nextQuestion(search, row) {
  for (let next = row; next < search.rows.count; next += 1) {
    const question = questionOf(search, next);
    if (question) return { row: next, question };
  }
  return null;
}

/** The panel that asks and checks. */
export class Exercise {
  /**
   * @param {HTMLElement} panel
   * @param {{ goTo: (row: number) => void, announce: (text: string) => void }} room
   */
  constructor(panel, room) {
    this.panel = panel;
    this.room = room;
    this.right = 0;
    this.asked = 0;
    this.tried = false;
  }

  /** Goes to the first field of the question. */
  focus() {
    /** @type {HTMLElement | null} */ (this.panel.querySelector(".quiz input, .quiz select"))?.focus();
  }

  /** Asks about what comes after a row. @param {SearchView} search @param {number} row */
  ask(search, row) {
    this.search = search;
    this.next = nextQuestion(search, row + 1);
    this.tried = false;
    if (!this.next) {
      this.#show("Exercise", make("p", {}, this.asked ? `That was the last row: ${this.right} of ${this.asked} right at the first try.` : "This is the last row. Go to an earlier one to be asked."));
      return;
    }
    const { row: at, question } = this.next;
    // What there is nothing to find out about passes by itself.
    if (at > row + 1) this.room.goTo(at - 1);
    else this.#form(at, question);
  }

  /** @param {number} row @param {Question} question */
  #form(row, question) {
    const field = (/** @type {Field} */ { name, label, options }) => make("label", {}, label, options
      ? make("select", { name, class: "field" }, options.map(([value, text]) => make("option", { value }, text)))
      : make("input", { name, autocomplete: "off", inputmode: "text", size: 4, "aria-describedby": "exercise-says" }));
    this.says = make("p", { class: "hint", id: "exercise-says", role: "status", hidden: true });
    const form = make("form", { class: "quiz", on: { submit: (/** @type {Event} */ event) => { event.preventDefault(); this.#check(form, row, question); } } },
      question.fields.map(field), make("button", { class: "btn primary", type: "submit" }, "Check"),
      make("button", { class: "btn quiet", type: "button", on: { click: () => this.#hint(form, question) } }, "Hint"),
      make("button", { class: "btn quiet", type: "button", on: { click: () => this.room.goTo(row) } }, "Show"));
    this.#show(`Exercise: predict row ${row + 1}`, make("p", {}, question.text), form, this.says);
  }

  /** @param {string} title @param {...Node} body */
  #show(title, ...body) {
    this.tally = make("span", { class: "num small sub" });
    this.#count();
    this.panel.replaceChildren(make("header", {}, make("h2", {}, title), this.tally), make("div", { class: "pad" }, body));
  }

  #count() {
    this.tally.textContent = this.asked ? `${this.right} of ${this.asked} right` : "";
  }

  /** @param {HTMLFormElement} form @param {Question} question @returns {Field[]} */
  #wrong(form, question) {
    const answers = new FormData(form);
    return question.fields.filter(({ name, accepts }) => !accepts(String(answers.get(name) ?? "")));
  }

  /** @param {HTMLFormElement} form @param {number} row @param {Question} question */
  #check(form, row, question) {
    const wrong = this.#wrong(form, question);
    if (!this.tried) {
      this.asked += 1;
      this.right += wrong.length === 0 ? 1 : 0;
    }
    this.tried = true;
    this.#count();
    if (wrong.length === 0) {
      this.room.announce("Right.");
      this.room.goTo(row);
      return;
    }
    const names = wrong.map((field) => field.label);
    const list = names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)} are` : `${names[0]} is`;
    this.#say(`Not yet: ${list} not right. ${wrong[0].rule}`);
    for (const field of form.elements) {
      const isWrong = wrong.some(({ name }) => name === field.getAttribute("name"));
      if (field.matches("input, select")) field.setAttribute("aria-invalid", String(isWrong));
    }
    /** @type {HTMLElement | null} */ (form.querySelector("[aria-invalid=true]"))?.focus();
  }

  /** @param {HTMLFormElement} form @param {Question} question */
  #hint(form, question) {
    const first = this.#wrong(form, question)[0] ?? question.fields[0];
    this.#say(`Hint for ${first.label}: ${first.rule}`);
  }

  /** @param {string} text */
  #say(text) {
    this.says.hidden = false;
    this.says.textContent = text;
    this.says.scrollIntoView({ block: "nearest" });
  }
}
