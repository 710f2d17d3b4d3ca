// The risks that a game has built-in profiles for: each is told from the others by its share, by what counts as wrong, by
// the depth it was fitted to, and by whose positions it was proved on where that is one population only.

/**
 * @typedef {object} Profile
 * @property {number} risk
 * @property {string} criterion
 * @property {boolean} [each_stage]
 * @property {number} depth
 * @property {{ limit: number, on?: { population: string }[] } | null} [proof]
 */

/** @param {number} share a tenth of a per mille is exact enough, and hides that 0.07 * 100 is not 7 */
const percents = (share) => Number((share * 100).toPrecision(12));

/** The only population that a profile was proved on, if there are not several. @param {Profile} profile */
const onlyPopulation = ({ proof }) => (proof?.on?.length === 1 ? proof.on[0].population : "");

/**
 * A profile as a seat keeps it: the risk as the server reads it, the depth, and the population.
 * @param {Profile} profile
 */
export function riskValue(profile) {
  const { risk, criterion, each_stage, depth } = profile;
  const asked = `${percents(risk)}%${criterion === "value" ? "" : `,criterion=${criterion}`}${each_stage ? ",each=stage" : ""}`;
  const population = onlyPopulation(profile);
  return `${asked};depth=${depth}${population && `;on=${population}`}`;
}

/**
 * What a seat keeps, as a search is asked for it.
 * @param {string} value
 * @returns {{ risk?: string, risk_depth?: number, risk_population?: string }}
 */
export function riskAsked(value) {
  const [asked, population] = value.split(";on=");
  const [risk, depth] = asked.split(";depth=");
  return { risk: risk || undefined, risk_depth: depth ? Number(depth) : undefined, risk_population: population || undefined };
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
export function riskWords(profile) {
  const { risk, criterion, each_stage, depth } = profile;
  const population = onlyPopulation(profile);
  return `${percents(risk)} % ${wrongs(criterion)}${each_stage ? " in every stage" : ""}, depth ${depth}${population && `, on ${population} only`}`;
}
