// The papers' own examples, each to open with one click.

/**
 * @typedef {object} Example
 * @property {string} key
 * @property {string} title
 * @property {string} from   the paper
 * @property {string} why    two sentences
 * @property {string} game
 * @property {string} [position]
 * @property {string} [file]     a position too long for a line
 * @property {number | null} depth
 * @property {import("./address.js").Way} a
 * @property {import("./address.js").Way | null} b
 * @property {"a" | "b" | "both"} view
 * @property {number} [row]      the row to begin at, from 1; the first if there is none
 */

const TESTS = "d=2,s=1,a=1,b=0,sigma=10,t=1.5";
/** @param {string} algorithm @param {string} [prune] */
const way = (algorithm, prune = "") => ({ algorithm, prune });

/** @type {Example[]} */
export const EXAMPLES = [
  {
    key: "appendix-a", title: "Appendix A: ProbCut", from: "Tong 2002, appendix A",
    why: "The thesis prints this tree of 31 nodes with every step of ProbCut beside alpha-beta. A shallow test puts j outside its window, so that three nodes are never visited, and the deep cut at s is found by both.",
    game: "tree", file: "appendix-a", depth: 4, a: way("alpha-beta"), b: way("alpha-beta", `probcut:${TESTS}`), view: "b", row: 44,
  },
  {
    key: "appendix-a-gpc", title: "Appendix A: GPC", from: "Tong 2002, appendix A",
    why: "Generalised ProbCut asks its shallow test before a move is searched, not inside the node. Compare where ProbCut and GPC stop looking at j and y, and what each pays in test leaves.",
    game: "tree", file: "appendix-a", depth: 4, a: way("alpha-beta", `probcut:${TESTS}`), b: way("alpha-beta", `gpc:${TESTS}`), view: "both",
  },
  {
    key: "deep-cut", title: "The deep cut-off", from: "Hsu; Knuth and Moore 1975",
    why: "The smallest tree without one-child nodes in which a bound from three plies up decides. Alpha-beta visits 8 nodes; with one bound instead of two, 9.",
    game: "tree", position: "MAX[5, MIN[9, MAX[2, MIN[3, 7]]]]", depth: null, a: way("alpha-beta"), b: way("alpha-beta-one-sided"), view: "both",
  },
  {
    key: "deep-cut-chain", title: "The deep cut-off, smallest", from: "Hsu, section on F2",
    why: "With one-child nodes the smallest tree with a deep cut-off has seven nodes. Alpha-beta visits 6 of them, the one-sided form all 7.",
    game: "tree", position: "MAX[5, MIN[MAX[MIN[3, 7]]]]", depth: null, a: way("alpha-beta"), b: way("alpha-beta-one-sided"), view: "both",
  },
  {
    key: "perfect-order", title: "Perfect order, 6 nodes", from: "Hsu",
    why: "Every best move comes first here, and alpha-beta still visits 6 nodes and 3 leaves. The next example shows that another order of the same tree needs less.",
    game: "tree", position: "MAX[5, MIN[MAX[1, 0], 4]]", depth: null, a: way("alpha-beta"), b: way("minimax"), view: "a",
  },
  {
    key: "imperfect-order", title: "The imperfect order, 4 nodes", from: "Hsu",
    why: "The same tree with the worse reply first: 4 nodes and 2 leaves. The cheap refutation comes before the good one, so that perfect order is not always best.",
    game: "tree", position: "MAX[5, MIN[4, MAX[1, 0]]]", depth: null, a: way("alpha-beta"), b: way("minimax"), view: "a",
  },
  {
    key: "critical-positions", title: "Critical positions", from: "Knuth and Moore 1975; Hsu, theorem 1",
    why: "On a perfectly ordered tree of three moves and four plies alpha-beta visits just the critical positions, 3² + 3² − 1 = 17 leaves of 81. All else is a stub.",
    game: "random-tree:b=3,d=4,leaves=ordered", depth: null, a: way("alpha-beta"), b: way("alpha-beta-one-sided"), view: "a",
  },
  {
    key: "direct-cut", title: "The direct cut-off", from: "Hsu; Zhang and Cui",
    why: "No value exceeds 1 in this game, so that a win ends its node at once, whatever the window. Look for the direct cuts, which need no bound from above.",
    game: "tree:limit=1", position: "MAX[MIN[0, 1], MIN[MAX[1, 0, -1], MAX[0, 1]], MIN[MAX[-1, 1], -1]]", depth: null, a: way("alpha-beta"), b: way("minimax"), view: "a",
  },
  {
    key: "null-windows", title: "NegaScout and MTD(f)", from: "Reinefeld 1983; Plaat and others 1996",
    why: "Both ask with windows that hold no score at all, and search again where the answer is not enough. MTD(f) comes back to the root again and again, and its table remembers what is known.",
    game: "tree", file: "appendix-a", depth: 4, a: way("negascout"), b: way("mtdf"), view: "both",
  },
  {
    key: "zhang-cui", title: "Tic-tac-toe, sorted", from: "Zhang and Cui",
    why: "The improved alpha-beta sorts children by their static value before it searches them. Point at a node to see its board.",
    game: "tic-tac-toe:symmetric=on", depth: 2, a: way("alpha-beta"), b: way("zhang-cui"), view: "both",
  },
  {
    key: "b-star", title: "The B* example", from: "Berliner 1979; Li and Marsland 1989",
    why: "Every node has a pessimistic and an optimistic value, and the search ends when move A is worth at least what all others are worth at most. It proves A best twice, disproves B once, and never asks what A is worth exactly.",
    game: "tree", file: "b-star", depth: 3, a: way("b-star:bounds=proven"), b: way("pb-star"), view: "a",
  },
  {
    key: "ranges", title: "R_AB and P_AB", from: "Li and Marsland 1989",
    why: "Leaves are ranges here, and alpha-beta prunes by their lower bounds alone: what is dominated need not be looked at. With distributions it visits the same leaves and returns a histogram.",
    game: "tree", file: "ranges", depth: 3, a: way("r-ab:bounds=proven"), b: way("p-ab"), view: "both",
  },
  {
    key: "conspiracy", title: "Conspiracy numbers", from: "McAllester 1988",
    why: "The arrows count how many leaves would have to change for a node to change. The search expands a leaf of the smallest conspiracy until none of three leaves can move the root.",
    game: "random-tree:b=2,d=5,values=20,seed=3", depth: null, a: way("conspiracy"), b: way("alpha-beta"), view: "a",
  },
  {
    key: "million", title: "A million steps", from: "this studio",
    why: "Alpha-beta on a large random tree, with more than a million steps to scrub through. Open more of the tree where it says how many nodes lie below.",
    game: "random-tree:b=7,d=8,values=1000,seed=12", depth: null, a: way("alpha-beta"), b: null, view: "a",
  },
];

/** @param {string} key */
export const exampleOf = (key) => EXAMPLES.find((example) => example.key === key) ?? null;

/**
 * The setting of an example, with its position read.
 * @param {Example} example
 * @returns {Promise<import("./address.js").Setting>}
 */
export async function settingOf(example) {
  const { key, title, game, depth, a, b } = example;
  let position = example.position ?? "";
  if (example.file) {
    const response = await fetch(`/tree/examples/${example.file}.json`);
    if (!response.ok) throw new Error(`The example ${title} could not be read.`);
    position = (await response.text()).trim();
  }
  return { example: key, title, game, position, depth, a, b };
}
