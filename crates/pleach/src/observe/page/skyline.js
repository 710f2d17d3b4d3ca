// The skyline over the slider: one stem for a row, as tall as its node is high; cuts in their colours.

const SKYLINE_HEIGHT = 44;
/** The thumb's centre stays this far from the ends of the slider. */
const SKYLINE_INSET = 8;

/**
 * @typedef {object} Skyline
 * @property {SVGElement} svg
 * @property {Trace} trace
 * @property {Line[]} rows
 * @property {number[]} heights   of each row's node above the lowest
 * @property {(Reason | undefined)[]} reasons
 * @property {number} width
 * @property {SVGElement} [edge]  clips what lies behind the current row
 */

/** @param {SVGElement} svg @param {Trace} trace @param {Line[]} rows @returns {Skyline} */
function createSkyline(svg, trace, rows) {
  const plies = new Array(trace.nodes.length).fill(0);
  trace.nodes.forEach((node, number) => {
    if (node.parent !== null) plies[number] = plies[node.parent] + 1;
  });
  const lowest = rows.reduce((most, row) => Math.max(most, plies[row.node]), 0);
  const heights = rows.map((row) => lowest - plies[row.node]);
  return { svg, trace, rows, heights, reasons: rows.map((row) => rowReason(trace, row)), width: 0 };
}

/** Where a row, counted from 0, stands. @param {Skyline} skyline @param {number} row */
function skylineX(skyline, row) {
  const last = Math.max(1, skyline.rows.length - 1);
  return SKYLINE_INSET + (row / last) * (skyline.width - 2 * SKYLINE_INSET);
}

/** The row nearest to a place. @param {Skyline} skyline @param {number} x */
function skylineRow(skyline, x) {
  const share = (x - SKYLINE_INSET) / Math.max(1, skyline.width - 2 * SKYLINE_INSET);
  return Math.round(Math.min(1, Math.max(0, share)) * (skyline.rows.length - 1));
}

/** Draws the skyline at its width: all rows pale, and again in ink up to the current one. */
function drawSkyline(/** @type {Skyline} */ skyline, /** @type {number} */ current) {
  skyline.width = skyline.svg.clientWidth;
  if (skyline.width === 0) return;
  const clip = svgElement("clipPath", { id: "past" });
  skyline.edge = svgElement("rect", { height: SKYLINE_HEIGHT });
  clip.append(skyline.edge);
  const past = svgElement("g", { class: "past", "clip-path": "url(#past)" });
  const future = svgElement("g", { class: "future" });
  past.append(...skylineStems(skyline));
  future.append(...skylineStems(skyline));
  skyline.svg.replaceChildren(clip, future, past, ...skylineBadges(skyline));
  moveSkyline(skyline, current);
}

/** Moves the edge between past and future behind the current row. @param {Skyline} skyline @param {number} current */
function moveSkyline(skyline, current) {
  skyline.edge?.setAttribute("width", String(skylineX(skyline, current) + 1));
}

/** The stems, and those of cuts once more in their colours. @param {Skyline} skyline */
function skylineStems(skyline) {
  const highest = skyline.heights.reduce((most, height) => Math.max(most, height), 1);
  let stems = "";
  /** @type {Map<string, string>} */
  const cuts = new Map();
  let drawnAt = -Infinity, tallest = 0;
  skyline.rows.forEach((_, row) => {
    const x = Math.round(skylineX(skyline, row) * 2) / 2;
    const tall = 6 + (skyline.heights[row] / highest) * 16;
    const stem = `M${x} ${SKYLINE_HEIGHT - 2}v${-tall.toFixed(1)}`;
    const reason = skyline.reasons[row];
    if (reason) cuts.set(reason.key, `${cuts.get(reason.key) ?? ""}${stem}`);
    // Rows closer than two pixels share a stem: the tallest of them.
    if (x - drawnAt < 2 && tall <= tallest) return;
    stems += stem;
    drawnAt = x;
    tallest = tall;
  });
  const coloured = [...cuts].map(([key, d]) => svgElement("path", { class: `cut ${key}`, d }));
  return [svgElement("path", { class: "stem", d: stems }), ...coloured];
}

/** A badge over each cut, where they do not crowd. @param {Skyline} skyline */
function skylineBadges(skyline) {
  const badges = [];
  let free = -Infinity;
  for (const [row, reason] of skyline.reasons.entries()) {
    const x = skylineX(skyline, row);
    if (!reason || reason.key === "table" || x < free) continue;
    badges.push(svgElement("use", { href: `#cut-${reason.key}`, x: x - 7, y: 1, width: 14, height: 14 }));
    free = x + 16;
  }
  return badges;
}
