// The clocks of a game. Time runs for the side to move while the game is on and this page is seen.

const TICK = 100;

export class Clock {
  /**
   * @param {object} hooks
   * @param {(used: [number, number]) => void} hooks.show
   * @param {(side: 0 | 1) => void} hooks.flag somebody's time is over
   */
  constructor({ show, flag }) {
    this.show = show;
    this.flag = flag;
    /** @type {import("./match.js").Match | null} */
    this.match = null;
    /** @type {0 | 1 | null} */
    this.side = null;
    this.since = 0;
    setInterval(() => this.tick(), TICK);
  }

  /**
   * Lets the time of one side run, or nobody's.
   * @param {import("./match.js").Match} match
   * @param {0 | 1 | null} side
   */
  run(match, side) {
    this.settle();
    this.match = match;
    this.side = side;
    this.since = performance.now();
    this.show(this.used());
  }

  /** What has been used, the move under way included. @returns {[number, number]} */
  used() {
    if (!this.match) return [0, 0];
    const used = /** @type {[number, number]} */ ([...this.match.used]);
    if (this.side !== null) used[this.side] += performance.now() - this.since;
    return used;
  }

  /** What is left for the side to move. */
  remaining() {
    if (!this.match?.clock || this.side === null) return null;
    return { remaining: Math.max(0, this.match.clock.initial - this.used()[this.side]), increment: this.match.clock.increment };
  }

  /** Writes down what has been used so far. */
  settle() {
    if (!this.match || this.side === null) return;
    this.match.used = this.used();
    this.since = performance.now();
  }

  /** A move was made: it adds the increment. */
  press() {
    this.settle();
    if (this.match?.clock && this.side !== null) this.match.used[this.side] -= this.match.clock.increment;
  }

  tick() {
    if (!this.match || this.side === null) return;
    const used = this.used();
    this.show(used);
    if (this.match.clock && used[this.side] >= this.match.clock.initial) {
      const side = this.side;
      this.run(this.match, null);
      this.flag(side);
    }
  }
}
