// One search at a time for this page. A new one ends the one before, here and on the server.

import { listen, wasAborted } from "../shell/ask.js";
import { showStatus } from "../shell/status.js";
import { large } from "./words.js";

export class Searcher {
  constructor() {
    /** @type {AbortController | null} */
    this.controller = null;
  }

  get isBusy() {
    return this.controller !== null;
  }

  /** Ends the search under way, if there is one. */
  stop() {
    this.controller?.abort();
    this.controller = null;
    showStatus();
  }

  /**
   * Searches, and tells of it.
   * @param {unknown} body
   * @param {(event: string, data: any) => void} news `started`, `depth`, `answer`
   * @returns {Promise<any>} the answer, or null if it was stopped
   */
  async search(body, news) {
    this.stop();
    const controller = new AbortController();
    this.controller = controller;
    let answer = null;
    try {
      showStatus("waiting for the engine");
      await listen("play/search", body, (event, data) => {
        if (event === "failed") throw new Error(data.reason);
        if (event === "answer") answer = data;
        if (event === "depth") showStatus(`searching, ${large(data.nodes / Math.max(data.seconds, 1e-4))} nodes/s`);
        news(event, data);
      }, { signal: controller.signal });
      if (!answer) throw new Error("the search ended without an answer");
      return answer;
    } catch (error) {
      if (wasAborted(error) || controller.signal.aborted) return null;
      throw error;
    } finally {
      if (this.controller === controller) {
        this.controller = null;
        showStatus();
      }
    }
  }
}
