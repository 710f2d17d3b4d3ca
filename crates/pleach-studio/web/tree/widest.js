// The room that the texts of a node may need at some step, so that nothing moves when they come.

import { beliefDrawn, conspiracyText } from "./belief.js";
import { textWidth } from "./layout.js";
import { scoreText, valueText, windowText } from "./score.js";

/** Nodes with more steps than this show nothing wider in the rest, or so little that it does not matter. */
const MOST_STEPS = 2000;

/**
 * @param {import("./state.js").States} states @param {number} node
 * @returns {{ value: number, window: number, badge: number, isDeep: boolean }}
 */
export function widestOf(states, node) {
  const { recording } = states;
  const { stepsAt, kind, kinds, alpha, beta, g, flags, header } = recording;
  const widest = { value: 0, window: 0, badge: 0, isDeep: false };
  const [first, end] = [stepsAt.first[node], Math.min(stepsAt.first[node + 1], stepsAt.first[node] + MOST_STEPS)];
  const grow = (/** @type {"value" | "window" | "badge"} */ what, /** @type {string} */ text, /** @type {"sans" | "mono" | "value"} */ face, more = 0) => {
    widest[what] = Math.max(widest[what], textWidth(text, face) + more);
  };
  for (let place = first; place < end; place += 1) {
    const step = stepsAt.list[place];
    const belief = recording.belief(step);
    const name = header.kinds[kind[step]];
    if (name === "enter" || (name === "probed" && flags[step] & 8)) grow("window", windowText(alpha[step], beta[step]), "mono");
    if (belief) {
      grow("value", beliefDrawn(belief), "value");
      if (belief.conspiracy) grow("badge", conspiracyText(belief), "sans");
    } else if (name === "leaf") grow("value", scoreText(g[step]), "value");
    else if (name === "return" || name === "leave" || name === "table-hit") grow("value", valueText(1, g[step]), "value");
    if (name === "table-hit") grow("badge", "table", "sans");
    if (name === "cut" || name === "probed" || name === "dominated") {
      const { badge } = states.of(node, step + 1);
      if (!badge) continue;
      if (kind[step] === kinds.probed) grow("badge", badge.key === "failed" ? `${badge.note}  no cut` : badge.note, badge.key === "failed" ? "sans" : "value", badge.key === "failed" ? -8 : 14);
      else {
        grow("badge", badge.word, "sans");
        grow("badge", badge.note, "sans");
      }
      widest.isDeep ||= badge.origin >= 0;
    }
  }
  return widest;
}
