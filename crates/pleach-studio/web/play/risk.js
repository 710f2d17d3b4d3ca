// The risks that a game has ready profiles for: each is told from the others by its share, by what counts as wrong, and
// by the depth it was fitted to.

/** @typedef {{ risk: number, criterion: string, depth: number, proof?: { limit: number } | null }} Profile */

/** @param {number} share a tenth of a per mille is exact enough, and hides that 0.07 * 100 is not 7 */
const percents = (share) => Number((share * 100).toPrecision(12));

/**
 * A profile as a seat keeps it: the risk as the server reads it, and the depth.
 * @param {Profile} profile
 */
export function riskValue({ risk, criterion, depth }) {
  return `${percents(risk)}%${criterion === "value" ? "" : `,criterion=${criterion}`};depth=${depth}`;
}

/**
 * What a seat keeps, as a search is asked for it.
 * @param {string} value
 * @returns {{ risk?: string, risk_depth?: number }}
 */
export function riskAsked(value) {
  const [risk, depth] = value.split(";depth=");
  return { risk: risk || undefined, risk_depth: depth ? Number(depth) : undefined };
}

/** What counts as wrong, in words. @param {string} criterion */
function wrongs(criterion) {
  const [name, most] = criterion.split("=");
  switch (name) {
    case "value": return "other values";
    case "value-within": return `values off by more than ${most}`;
    case "move": return "moves not as good";
    case "loss-above": return `moves worse by more than ${most}`;
    default: return criterion;
  }
}

/** @param {Profile} profile */
export const riskWords = ({ risk, criterion, depth }) => `${percents(risk)} % ${wrongs(criterion)}, depth ${depth}`;
