// The play room: what happens when somebody moves, takes back, asks for a hint, or the engine answers.

import { boardOf, titleOf } from "../boards/boards.js";
import { clearErrors, showError } from "../shell/alert.js";
import { announce, announceSurely } from "../shell/announce.js";
import { ask } from "../shell/ask.js";
import { byId } from "../shell/make.js";
import { remember } from "../shell/remember.js";
import { BoardPanel } from "./board.js";
import { Clock } from "./clock.js";
import { nameInAddress, newMatch, save, strengthOf } from "./match.js";
import { choosePromotion } from "./promote.js";
import { Searcher } from "./searcher.js";
import { showClocks, viewer } from "./seats.js";
import { ending, showRoom } from "./show.js";

/** How long a hint searches, in milliseconds, and how many moves it compares. */
const HINT = { time: 4000, lines: 6 };

export class Room {
  /** @param {any[]} games those that the server knows */
  constructor(games) {
    this.games = games;
    this.searcher = new Searcher();
    this.clock = new Clock({ show: (used) => showClocks(byId("seats"), this.match, used), flag: (side) => this.timeIsOver(side) });
    this.board = new BoardPanel(byId("board"), { choose: (moves) => this.choose(moves), say: (sentence) => this.say(sentence) });
    /** @type {import("./match.js").Match} */
    this.match = newMatch("tic-tac-toe");
    /** @type {import("../boards/kind.js").Kind | null} */
    this.kind = null;
    /** The position on the board, as the server tells of it. @type {any} */
    this.view = null;
    /** All moves with the positions after them, those taken back included. @type {import("./moves.js").Step[]} */
    this.steps = [];
    /** @type {import("./analysis.js").Analysis | null} */
    this.analysis = null;
    /** A line that is looked at on the board. @type {{ line: number, step: number, steps: any[] } | null} */
    this.preview = null;
    /** @type {string[]} */
    this.path = [];
    /** Whether engines wait until somebody lets them go on. */
    this.paused = false;
    /** @type {string | null} */
    this.remark = null;
    /** Tells answers to old questions from those that still count. */
    this.turnNumber = 0;
  }

  get ply() {
    return this.match.moves.length;
  }

  /** @returns {0 | 1} */
  get side() {
    return this.view?.to_move === "second" ? 1 : 0;
  }

  get isOver() {
    return Boolean(this.view?.ending) || this.match.flagged !== null;
  }

  get seatToMove() {
    return this.match.seats[this.side];
  }

  /** @returns {[string, string]} */
  get sides() {
    return this.kind?.sides ?? ["First", "Second"];
  }

  get profiles() {
    return this.games.find((game) => game.name === this.match.game.split(":")[0])?.profiles ?? [];
  }

  /**
   * Opens a game at its last position. Nothing of the game before is given up until all of this one is there.
   * @param {import("./match.js").Match} match
   * @param {{ waiting?: boolean }} [how] whether engines wait until somebody lets them go on
   */
  async open(match, { waiting = false } = {}) {
    const { game, start, moves } = match;
    const kind = boardOf(game);
    const all = [...moves, ...match.undone.toReversed()];
    const [{ steps }, view] = await Promise.all([
      all.length ? ask("play/line", { game, start, moves: all }) : { steps: [] },
      ask("play/position", { game, start, moves, svg: kind === null }),
    ]);
    this.searcher.stop();
    this.turnNumber += 1;
    [this.match, this.steps, this.kind, this.view] = [match, steps, kind, view];
    [this.analysis, this.preview, this.path, this.remark] = [null, null, [], null];
    this.paused = waiting || (moves.length > 0 && match.seats.every((seat) => seat.kind === "engine"));
    clearErrors();
    this.board.use(kind, titleOf(game));
    this.board.flip(match.flipped);
    nameInAddress(match);
    remember("last-game", game);
    remember("last-seats", match.seats);
    this.arrive(view);
  }

  /**
   * Asks for the position after the last move, shows it, and lets the engine think if it is its turn.
   * @returns {Promise<boolean>} whether it is still the position that counts
   */
  async refresh() {
    this.turnNumber += 1;
    const number = this.turnNumber;
    const { game, start, moves } = this.match;
    const view = await ask("play/position", { game, start, moves, svg: this.kind === null });
    if (number !== this.turnNumber) return false;
    this.arrive(view);
    return true;
  }

  /** Shows a position, and lets the engine think if it is its turn. @param {any} view */
  arrive(view) {
    this.view = view;
    if (this.ply > 0) this.steps[this.ply - 1].position = view.position;
    this.match.values[this.ply] = view.ending ? finalValue(view) : this.match.values[this.ply] ?? view.value;
    this.clock.run(this.match, this.isOver || this.isWaiting ? null : this.side);
    this.show();
    save(this.match);
    if (!this.isOver) this.think();
  }

  /** Whether an engine should move and may not. */
  get isWaiting() {
    return this.paused && this.seatToMove.kind === "engine";
  }

  show() {
    showRoom(this);
    showClocks(byId("seats"), this.match, this.clock.used());
  }

  /** @param {string | null} sentence what the board has to say of the cell under the hand */
  say(sentence) {
    this.remark = sentence;
    this.show();
    if (sentence && document.activeElement === byId("board")) announce(sentence);
  }

  /** @param {import("./board.js").Legal[]} moves those that somebody may have meant */
  async choose(moves) {
    const move = moves.length === 1 ? moves[0].move : await choosePromotion(moves, this.side, this.kind);
    if (move) await this.attempt(() => this.play(move));
  }

  /**
   * Plays a move that is legal.
   * @param {string} move
   */
  async play(move) {
    const legal = this.view.moves.find((/** @type {any} */ one) => one.move === move);
    if (!legal || this.isOver) return;
    clearErrors();
    this.searcher.stop();
    this.clock.press();
    const mover = this.side;
    this.steps = [...this.steps.slice(0, this.ply), { ...legal, side: mover === 0 ? "first" : "second", position: "" }];
    this.match.values.length = this.ply + 1;
    this.match.moves.push(move);
    this.match.undone = [];
    if (this.match.seats[mover].kind === "human") this.paused = false;
    [this.preview, this.path, this.remark] = [null, [], null];
    const before = this.kind?.read(this.view.position) ?? {};
    if (!(await this.refresh())) return;
    this.board.travel(this.wayOf(legal, before));
    this.tell(mover, legal);
  }

  /** The cells that a piece passes. @param {any} legal @param {Record<string, string>} before */
  wayOf(legal, before) {
    if (legal.path?.length) return legal.path;
    const { from, to } = this.kind?.ends(legal.move, before) ?? { from: null, to: null };
    return from && to ? [from, to] : [];
  }

  /** Says what was played, and how the game has ended if it has. @param {0 | 1} mover @param {any} legal */
  tell(mover, legal) {
    const played = legal.move === "pass" ? `${this.sides[mover]} must pass.` : `${this.sides[mover]} plays ${legal.record ?? legal.move}.`;
    if (this.isOver) announceSurely(`${played} ${ending(this)}`);
    // Two engines may be faster than anybody listens; what a person plays, and the answer to it, is always said.
    else if (this.match.seats.every((seat) => seat.kind === "engine")) announce(played);
    else announceSurely(played);
  }

  /** Lets the engine move, if it is its turn. */
  async think() {
    const seat = this.seatToMove;
    if (seat.kind !== "engine" || this.paused || this.isOver) return;
    const strength = { ...strengthOf(seat, this.clock.remaining(), this.match.game), to_play: true, seed: Math.floor(Math.random() * 2 ** 31) };
    const answer = await this.attempt(() => this.run(`${this.namesOfSeats[this.side]} thinks`, strength), true);
    if (answer?.best) await this.attempt(() => this.play(answer.best));
  }

  /** @returns {[string, string]} */
  get namesOfSeats() {
    const kinds = this.match.seats.map((seat) => seat.kind);
    if (kinds[0] === kinds[1]) return this.sides;
    return kinds[0] === "human" ? ["You", "Engine"] : ["Engine", "You"];
  }

  /** Compares the best moves for whoever is to move; once more stops it. */
  async hint() {
    if (this.analysis?.state === "searching" && this.analysis.title.startsWith("Hint")) {
      this.stop();
      return;
    }
    if (this.isOver || this.seatToMove.kind === "engine") return;
    const name = this.namesOfSeats[this.side];
    await this.attempt(() => this.run(`Hint for ${name === "You" ? "you" : name}`, HINT));
  }

  /**
   * Searches the position on the board and shows what comes of it.
   * @param {string} title
   * @param {any} strength
   */
  async run(title, strength) {
    const ply = this.ply;
    /** @type {import("./analysis.js").Analysis} */
    const analysis = { title, state: "waiting", ply, depth: null, lines: [], nodes: 0, seconds: 0, counts: null, profile: null, solved: false, applies: null, doubts: [],
      time: strength.time ? { from: performance.now(), length: strength.time } : null };
    [this.analysis, this.preview] = [analysis, null];
    const { game, start, moves } = this.match;
    this.show();
    const answer = await this.searcher.search({ game, start, moves, strength }, (event, data) => {
      analysis.state = "searching";
      if (event === "started") analysis.profile = data.profile;
      if (event === "depth") {
        Object.assign(analysis, { depth: data.depth, lines: data.lines, nodes: data.nodes, seconds: data.seconds });
        this.match.values[ply] = data.lines[0].value;
        if (strength.lines && !this.preview) this.showWay(data.lines[0].moves[0]);
      }
      if (event === "answer") this.finish(analysis, data, strength);
      if (this.analysis === analysis) this.show();
    });
    if (!answer) analysis.state = "stopped";
    if (this.analysis === analysis) this.show();
    save(this.match);
    return answer;
  }

  /** @param {import("./analysis.js").Analysis} analysis @param {any} data @param {any} strength */
  finish(analysis, data, strength) {
    Object.assign(analysis, { state: "done", depth: data.depth, nodes: data.counts.nodes, seconds: data.seconds, counts: data.counts });
    if (data.lines.length) analysis.lines = data.lines;
    // Of equally good moves another one may have been chosen than the one that the line begins with.
    if (data.best && data.best !== analysis.lines[0]?.moves[0]) {
      const record = this.view.moves.find((/** @type {any} */ one) => one.move === data.best)?.record ?? data.best;
      analysis.lines = [{ value: data.value, moves: [data.best], records: [record] }];
    }
    [analysis.applies, analysis.doubts] = [data.applies ?? null, data.doubts ?? []];
    analysis.solved = data.stopped === null && strength.depth === undefined && !analysis.profile;
    this.match.values[analysis.ply] = data.value;
    if (analysis.title.startsWith("Hint") && data.best) announceSurely(`The best move is ${analysis.lines[0]?.records[0] ?? data.best}.`);
  }

  /** Stops what is going on, or lets engines that were stopped go on. An engine that has found a move plays it. */
  async stop() {
    if (this.isWaiting && !this.isOver) {
      this.paused = false;
      this.clock.run(this.match, this.side);
      this.think();
    } else {
      const found = this.searcher.isBusy && this.seatToMove.kind === "engine" ? this.analysis?.lines[0]?.moves[0] : undefined;
      this.paused = this.seatToMove.kind === "engine";
      this.searcher.stop();
      if (found && !this.isOver) {
        await this.attempt(() => this.play(found));
        return;
      }
      this.clock.run(this.match, this.isOver || this.isWaiting ? null : this.side);
    }
    this.show();
  }

  /** Takes back to the last turn of a human, or one move where there is none. */
  undo() {
    return this.goTo(this.turnOfHuman(-1));
  }

  redo() {
    return this.goTo(this.turnOfHuman(1));
  }

  /** The nearest place in a direction where a human is to move. @param {number} way */
  turnOfHuman(way) {
    const alone = this.match.seats.some((seat) => seat.kind === "human");
    for (let ply = this.ply + way; ply >= 0 && ply <= this.steps.length; ply += way) {
      if (!alone || ply === this.steps.length || this.match.seats[this.steps[ply].side === "first" ? 0 : 1].kind === "human") return ply;
    }
    return Math.max(0, Math.min(this.steps.length, this.ply + way));
  }

  /**
   * Goes to a place of the game. Engines wait there until somebody moves or lets them go on.
   * @param {number} ply
   */
  async goTo(ply) {
    if (ply === this.ply || ply < 0 || ply > this.steps.length) {
      this.endPreview();
      return;
    }
    this.searcher.stop();
    const all = this.steps.map((step) => step.move);
    this.match.moves = all.slice(0, ply);
    this.match.undone = all.slice(ply).toReversed();
    this.match.flagged = null;
    [this.paused, this.preview, this.path, this.remark, this.analysis] = [true, null, [], null, null];
    await this.attempt(() => this.refresh());
    announce(`Move ${ply} of ${this.steps.length}.`);
  }

  /**
   * Shows a line of the search on the board, as far as one of its moves.
   * @param {number} line
   * @param {number} step
   */
  async look(line, step) {
    const found = this.analysis?.lines[line];
    if (!found || !this.analysis) return;
    const { game, start } = this.match;
    const moves = this.match.moves.slice(0, this.analysis.ply);
    const { steps } = await ask("play/line", { game, start, moves: [...moves, ...found.moves.slice(0, step + 1)], from: moves.length, boards: this.kind === null });
    this.preview = { line, step, steps };
    this.show();
    this.board.travel(this.wayOf(steps[step], {}));
  }

  /** Goes back from a line to the game. */
  endPreview() {
    if (!this.preview && !this.path.length) return;
    [this.preview, this.path] = [null, []];
    this.show();
  }

  /** Shows the way of a move on the board. @param {string} move */
  showWay(move) {
    const legal = this.view.moves.find((/** @type {any} */ one) => one.move === move);
    this.preview = null;
    this.path = legal && this.kind?.ends(move, {}).from ? this.wayOf(legal, this.kind?.read(this.view.position) ?? {}) : [];
    this.show();
  }

  flip() {
    this.match.flipped = !this.match.flipped;
    this.board.flip(this.match.flipped);
    save(this.match);
    this.show();
  }

  /** @param {0 | 1} side */
  timeIsOver(side) {
    this.searcher.stop();
    this.match.flagged = side;
    save(this.match);
    this.show();
    announceSurely(ending(this));
  }

  /**
   * Does something, and shows what went wrong if it cannot be done.
   * @template T
   * @param {() => Promise<T>} action
   * @param {boolean} [pauses] whether engines wait then
   * @returns {Promise<T | undefined>}
   */
  async attempt(action, pauses = false) {
    try {
      return await action();
    } catch (error) {
      if (pauses) {
        this.paused = true;
        if (this.analysis) this.analysis.state = "stopped";
      }
      this.show();
      showError(error, { label: "Try again", action: () => { this.paused = false; this.attempt(() => this.refresh()); } });
      return undefined;
    }
  }

  /** Whose view the page takes. */
  get viewer() {
    return viewer(this.match);
  }
}

/** What a finished game is worth. @param {any} view */
function finalValue(view) {
  const { winner } = view.ending;
  return winner ? { points: null, winner, plies: 0 } : { points: 0, winner: null, plies: null };
}
