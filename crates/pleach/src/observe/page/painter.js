// Painting a state into the drawing. Positions never change; only what differs is touched.

const SVG = "http://www.w3.org/2000/svg";
/** The heights of boxes and the width of a letter on an edge, as the layout has them. */
const NODE_HEIGHT = 34, LEAF_HEIGHT = 24, LETTER_WIDTH = 6.7;

/**
 * The elements of a drawn node, and what they show.
 * @typedef {object} DrawnNode
 * @property {SVGGElement} group
 * @property {SVGElement | null} edge
 * @property {SVGElement} name
 * @property {SVGElement} value
 * @property {SVGElement | null} window
 * @property {SVGElement | null} badge
 * @property {number} half      half the width of the box
 * @property {number} height    of the box
 * @property {string} shape
 * @property {SVGElement[]} beliefs one for each step that says what is believed of the node
 * @property {string} shown     all that is shown, as one text
 */

/**
 * @typedef {object} Painter
 * @property {Map<number, DrawnNode>} nodes
 * @property {{group: Element, parent: number}[]} stubs
 * @property {{group: Element, node: number, origin: number}[]} reaches
 * @property {SVGElement} ring
 * @property {Trace} trace
 */

/** @param {string} name @param {Record<string, string | number>} attributes @param {string} [text] */
function svgElement(name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

/** A badge as an element of its own. @param {Reason} reason */
function badgeIcon(reason) {
  const svg = svgElement("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" });
  svg.append(svgElement("use", { href: `#cut-${reason.key}`, width: 16, height: 16 }));
  return svg;
}

/** @param {SVGElement} drawing @param {Trace} trace @returns {Painter} */
function createPainter(drawing, trace) {
  const number = (/** @type {Element} */ element, /** @type {string} */ key) => Number(element.getAttribute(`data-${key}`));
  const edges = new Map([...drawing.querySelectorAll(".edge")].map((edge) => [number(edge, "node"), edge]));
  const nodes = new Map();
  for (const group of drawing.querySelectorAll(".node")) {
    const node = number(group, "node");
    const shape = ["leaf", "max", "min"].find((name) => group.classList.contains(name)) ?? "leaf";
    nodes.set(node, {
      group,
      edge: edges.get(node) ?? null,
      name: group.querySelector(".name"),
      value: group.querySelector(".value"),
      window: group.querySelector(".window"),
      badge: group.querySelector(".badge"),
      beliefs: [...group.querySelectorAll(".belief")],
      half: number(group, "half"),
      height: shape === "leaf" ? LEAF_HEIGHT : NODE_HEIGHT,
      shape,
      shown: "",
    });
    group.setAttribute("role", "img");
    group.setAttribute("tabindex", "-1");
  }
  const stubs = [...drawing.querySelectorAll(".stub")].map((group) => ({ group, parent: number(group, "parent") }));
  const reaches = [...drawing.querySelectorAll("[data-origin]")]
    .map((group) => ({ group, node: number(group, "node"), origin: number(group, "origin") }));
  const ring = svgElement("rect", { class: "ring", rx: 7 });
  drawing.querySelector(".nodes")?.append(ring);
  return { nodes, stubs, reaches, ring, trace };
}

/** The node itself, or the lowest ancestor that is drawn. @param {Painter} painter @param {number} node */
function drawnAs(painter, node) {
  let shown = node;
  while (!painter.nodes.has(shown)) {
    const parent = painter.trace.nodes[shown]?.parent;
    if (parent === null || parent === undefined) return -1;
    shown = parent;
  }
  return shown;
}

/** @param {Painter} painter @param {State} state @param {number} current */
function paint(painter, state, current) {
  const line = new Set(bestLine(painter.trace, state));
  const shown = drawnAs(painter, current);
  const raised = [];
  for (const [node, drawn] of painter.nodes) {
    const marks = { best: line.has(node), open: state.phase[node] === OPEN || node === shown };
    paintNode(painter, state, node, drawn, marks);
    if (drawn.edge && (marks.best || marks.open)) raised.push({ node, edge: drawn.edge });
  }
  raiseEdges(raised, line);
  for (const stub of painter.stubs) {
    const reason = painter.trace.reasons[state.pruned[stub.parent]];
    stub.group.setAttribute("class", `stub ${reason ? reason.key : "later"}`);
  }
  for (const reach of painter.reaches) {
    reach.group.toggleAttribute("hidden", state.badge[reach.node]?.origin !== reach.origin);
    reach.group.classList.toggle("now", reach.node === current);
  }
  placeRing(painter, shown);
}

/** Edges of the open path and the best line lie on top of those that share their trunk. */
function raiseEdges(/** @type {{node: number, edge: SVGElement}[]} */ raised, /** @type {Set<number>} */ line) {
  raised.sort((one, other) => Number(line.has(one.node)) - Number(line.has(other.node)));
  for (const { edge } of raised) edge.parentNode?.append(edge);
}

/** Paints a node and its edge. */
function paintNode(
  /** @type {Painter} */ painter,
  /** @type {State} */ state,
  /** @type {number} */ node,
  /** @type {DrawnNode} */ drawn,
  /** @type {{best: boolean, open: boolean}} */ marks,
) {
  const phase = (marks.open ? "open" : ["later", "open", "done"][state.phase[node]]) + (marks.best ? " best" : "");
  const badge = state.badge[node];
  const shown = [phase, state.window[node], state.value[node], badge?.reason, badge?.note, state.believed[node]].join("|");
  if (shown === drawn.shown) return;
  drawn.shown = shown;
  drawn.group.setAttribute("class", `node ${drawn.shape} ${phase}`);
  drawn.edge?.setAttribute("class", `edge ${phase}`);
  drawn.value.textContent = state.value[node];
  drawn.name.classList.toggle("alone", !state.value[node]);
  drawn.name.setAttribute("x", String(state.value[node] ? 9 - drawn.half : 0));
  paintWindow(drawn, state.window[node]);
  paintBadge(painter, drawn, badge);
  for (const belief of drawn.beliefs) belief.toggleAttribute("hidden", Number(belief.dataset.step) !== state.believed[node]);
  drawn.group.setAttribute("aria-label", nodeInWords(painter.trace, state, node));
}

/** @param {DrawnNode} drawn @param {string} text */
function paintWindow(drawn, text) {
  if (!drawn.window) return;
  const [plate, label] = drawn.window.children;
  const width = Math.ceil([...text].length * LETTER_WIDTH) + 6;
  plate.setAttribute("width", String(text ? width : 0));
  plate.setAttribute("x", String(-width / 2));
  label.textContent = text;
}

/** @param {Painter} painter @param {DrawnNode} drawn @param {Badge | null} badge */
function paintBadge(painter, drawn, badge) {
  if (!drawn.badge) return;
  const parts = [];
  if (badge) {
    const { key, word } = painter.trace.reasons[badge.reason];
    parts.push(svgElement("use", { href: `#cut-${key}`, width: 18, height: 18 }));
    parts.push(svgElement("text", { class: "word", x: 23, y: badge.note ? 7 : 13 }, word));
    if (badge.note) parts.push(svgElement("text", { class: "note", x: 23, y: 20 }, badge.note));
  }
  drawn.badge.replaceChildren(...parts);
}

/** @param {Painter} painter @param {number} node */
function placeRing(painter, node) {
  const drawn = painter.nodes.get(node);
  painter.ring.toggleAttribute("hidden", !drawn);
  if (!drawn) return;
  painter.ring.setAttribute("transform", drawn.group.getAttribute("transform") ?? "");
  const rectangle = { x: -drawn.half - 4, y: -4, width: 2 * drawn.half + 8, height: drawn.height + 8 };
  for (const [key, value] of Object.entries(rectangle)) painter.ring.setAttribute(key, String(value));
}

/** @param {Trace} trace @param {number} node */
function nodeName(trace, node) {
  const { label, leaf, player, move } = trace.nodes[node];
  const kind = leaf ? "Leaf" : player === "max" ? "Max node" : "Min node";
  return `${kind} ${label}${move ? ` (${move})` : ""}`;
}

/** What a node shows, for those who cannot see it. @param {Trace} trace @param {State} state @param {number} node */
function nodeInWords(trace, state, node) {
  if (state.phase[node] === LATER) return `${nodeName(trace, node)}, not reached yet`;
  const words = [nodeName(trace, node)];
  const value = state.value[node].replace(/≥ ?/, "at least ").replace(/≤ ?/, "at most ").replace(/= ?/, "exactly ");
  if (value) words.push(value);
  if (state.phase[node] === OPEN) words.push("open");
  if (state.window[node]) words.push(`window ${state.window[node].replace(" : ", " to ")}`);
  const badge = state.badge[node];
  if (badge) words.push(trace.reasons[badge.reason].word + (badge.reason === TABLE ? "" : " cut"));
  if (badge?.note) words.push(badge.note);
  return words.join(", ");
}
