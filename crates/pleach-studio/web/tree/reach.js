// The way of a dashed line from a deep cut up to the node that set its bound, between all that stands on the plies.

import { BAR_ABOVE, REACH } from "./layout.js";

const CLEARANCE = 6, ABOVE_BAR = 7, BESIDE_TRUNK = 16, TURN = 7;

/**
 * @param {import("./outline.js").Item[]} items @param {import("./layout.js").Layout} layout
 * @param {number} from @param {number} to items
 * @returns {{ line: string, x: number, y: number }}
 */
export function reach(items, layout, from, to) {
  const [origin, target] = [layout.places[from], layout.places[to]];
  const [first, last] = [items[from].ply + 1, items[to].ply];
  const end = (target.stem ?? target.x - target.half) - 3;
  // Upward from the cut, each ply is passed as straight above the one below as possible.
  const columns = [end + 5 - REACH];
  for (let ply = last - 1; ply >= first; ply -= 1) columns.push(nearestGap(items, layout, ply, columns[columns.length - 1]));
  const side = Math.sign(columns[columns.length - 1] - origin.x);
  const [x, y] = [origin.x + BESIDE_TRUNK * side, origin.y + origin.height + 4];
  let line = `M${x} ${y}`, at = x, height = y;
  for (let ply = first; ply <= last; ply += 1) {
    const column = columns[last - ply], track = layout.plies[ply] - BAR_ABOVE - ABOVE_BAR;
    const distance = column - at;
    const radius = Math.min(TURN, Math.abs(distance) / 2, Math.max(0, track - height));
    if (distance !== 0) {
      const turn = radius * Math.sign(distance);
      line += `V${track - radius}q0 ${radius} ${turn} ${radius}H${column - turn}q${turn} 0 ${turn} ${radius}`;
    }
    [at, height] = [column, track + radius];
  }
  const middle = target.y + target.height / 2;
  return { line: `${line}V${middle - TURN}q0 ${TURN} ${TURN} ${TURN}H${end}`, x, y };
}

/** The place nearest to `x` where nothing stands on a ply. */
function nearestGap(/** @type {import("./outline.js").Item[]} */ items, /** @type {import("./layout.js").Layout} */ layout, /** @type {number} */ ply, /** @type {number} */ x) {
  const taken = items.flatMap((item, number) => {
    const { left, right } = layout.places[number].outline;
    return item.ply === ply ? [[left - CLEARANCE, right + CLEARANCE]] : [];
  });
  const isFree = (/** @type {number} */ at) => taken.every(([left, right]) => at <= left || right <= at);
  if (isFree(x)) return x;
  const ends = taken.flat().filter(isFree);
  return ends.reduce((nearest, end) => (Math.abs(end - x) < Math.abs(nearest - x) ? end : nearest), ends[0] ?? x);
}
