// The kinds of pruning in plots: each has a colour, a shape and a word.

/** @type {{ name: string, isIt: (structure: any) => boolean, shape: string }[]} */
export const FAMILIES = [
  { name: "GPC", isIt: (structure) => structure.tests?.place === "move", shape: "M0 -5.4A5.4 5.4 0 1 1 0 5.4A5.4 5.4 0 1 1 0 -5.4Z" },
  { name: "ProbCut", isIt: (structure) => structure.tests?.place === "node", shape: "M0 -6.5L6.5 0L0 6.5L-6.5 0Z" },
  { name: "FGPC", isIt: (structure) => structure.tests?.place === "rest", shape: "M-4.7 -4.7H4.7V4.7H-4.7Z" },
  { name: "node-cutting", isIt: (structure) => structure === "node-cutting", shape: "M0 -6.2L6.2 4.7H-6.2Z" },
  { name: "integrated", isIt: (structure) => structure === "integrated", shape: "M0 6.2L6.2 -4.7H-6.2Z" },
  { name: "RankCut", isIt: (structure) => structure["rank-cut"] !== undefined, shape: "M-2 -6H2V-2H6V2H2V6H-2V2H-6V-2H-2Z" },
];

/** @param {any} structure as the server tells it */
export function familyOf(structure) {
  return Math.max(0, FAMILIES.findIndex(({ isIt }) => isIt(structure)));
}
