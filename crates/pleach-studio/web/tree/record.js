// Asks the server to record the searches of a setting.

import { Refused } from "../shell/ask.js";
import { SearchView } from "./search.js";

/** @typedef {import("./address.js").Setting} Setting */
/** @typedef {import("./address.js").Way} Way */

/** How people call a way to search. @param {Way} way */
export function titleOfWay({ algorithm, prune }) {
  const method = prune.split(":")[0];
  const names = /** @type {Record<string, string>} */ ({ probcut: "ProbCut", mpc: "Multi-ProbCut", endcut: "EndCut", gpc: "GPC", fgpc: "FGPC", negascout: "NegaScout", mtdf: "MTD(f)", "b-star": "B*", "pb-star": "PB*", "p-ab": "P_AB", "r-ab": "R_AB" });
  const [name] = algorithm.split(":");
  const plain = names[name] ?? name;
  if (!method || method === "none") return plain;
  return name === "alpha-beta" ? names[method] ?? method : `${plain}, ${names[method] ?? method}`;
}

/**
 * @param {Setting} setting @param {Way} way @param {AbortSignal} signal
 * @returns {Promise<SearchView>}
 */
export async function record(setting, way, signal) {
  const body = {
    game: setting.game, position: setting.position || null, moves: setting.moves ? setting.moves.trim().split(/\s+/) : [],
    algorithm: way.algorithm, prune: way.prune || null, depth: setting.depth, deepening: setting.deepening ?? false,
  };
  let response;
  try {
    response = await fetch("/api/v1/tree/recordings", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Refused("The studio does not answer. Is it still running?", 0);
  }
  if (!response.ok) {
    const answer = await response.json().catch(() => null);
    throw new Refused(answer?.error?.reason ?? `the server answered with status ${response.status}`, response.status);
  }
  return new SearchView(await response.arrayBuffer(), titleOfWay(way));
}
