// Playing and watching NoGo on a board: moves, the engine, the player's buttons. What moves on the board
// is in nogo-show.ts.
import { flash, pause } from "./animate";
import { BoardView } from "./board-view";
import { pointName, libertyDots, type Coordinates } from "./board-notes";
import { reducedMotion } from "./dom";
import type { Engine, Position, Thought } from "./engine";
import { t } from "./language";
import { BLACK, LEGAL, WHITE, type Colour, type NoGoGame } from "./nogo-game";
import { NoGoShow } from "./nogo-show";
import type { NoGoTree, TreeNode } from "./nogo-tree";
import { PixelBoard } from "./pixel-board";
import { marksOf } from "./sgf-tree";
import { play as playSound } from "./sound";
import type { Player } from "./transport";

/** Two players, a person against the engine, the engine alone, a simulation, a puzzle. */
export type Mode = "watch" | "hh" | "he" | "eh" | "ee" | "puzzle";
export const MODES: readonly Mode[] = ["he", "eh", "hh", "ee", "watch", "puzzle"];

/** Boards up to this side are drawn with stones, larger ones with a pixel a point. */
export const LARGEST_STONES = 21;

const PERIOD = 2000; // milliseconds a move at speed 1
const CALM = 2; // up to this speed moves are shown with all their animations
const FRAME = 16; // milliseconds
const PUZZLE_NODES = 5_000_000; // positions that the solver may look at for a reply

export interface NoGoSetup {
  mode: Mode;
  policy: number;
  seed: number;
  level: number;
  puzzle: number;
  liberties: boolean;
  counts: boolean;
  pointers: boolean;
  heat: boolean;
  numbers: boolean;
  coordinates: Coordinates;
}

/** What the room shows around the board. */
export interface NoGoWatcher {
  changed(): void;
  say(text: string): void;
  /** A line below what was said. */
  fact(text: string): void;
  thought(thought: Thought | undefined): void;
  autoChanged(on: boolean): void;
  speed(): number;
  /** The edge of the screen is lit, or not. */
  edge(on: boolean): void;
  /** The game was played to its end. */
  finished(): void;
  /** In a puzzle: the person's move does not win, for this is the answer. */
  refuted(point: number): void;
  /** A fresh game of the same kind is asked for. */
  renew(): void;
}

export class NoGoPlay implements Player {
  readonly view: BoardView | PixelBoard;
  readonly game: NoGoGame;
  private readonly show: NoGoShow;
  private doing = new AbortController();
  private auto = false;
  private over = false;
  private thinks = false;
  private closed = false;
  /** Moves still to be made by Step, the one that is on its way included. */
  private wanted = 0;
  /** Cuts the animation of a move short; the move is made all the same. */
  private skip = new AbortController();
  /** Lines that are expected after a point, shown while the pointer is there. */
  private lines = new Map<number, number[]>();

  constructor(
    readonly tree: NoGoTree,
    readonly setup: NoGoSetup,
    private readonly engine: Engine,
    private readonly watcher: NoGoWatcher,
  ) {
    const { game } = tree;
    this.game = game;
    this.view =
      Math.max(game.rows, game.columns) <= LARGEST_STONES
        ? new BoardView(game.rows, game.columns)
        : new PixelBoard(game.rows, game.columns);
    this.show = new NoGoShow(this.view, game, watcher);
    if (setup.mode === "watch" && game.count === game.place) this.extend();
  }

  close(): void {
    this.halt();
    this.closed = true;
    this.engine.close();
    this.tree.free();
  }

  // ---- the player's buttons ----

  /** Every call makes one move: while one is on its way the next waits for it, and it hurries. */
  step(): void {
    if (this.wanted) {
      this.wanted++;
      this.skip.abort();
      return;
    }
    this.halt();
    void this.advanceAll();
  }

  back(): void {
    this.seek(this.game.place - 1);
  }

  seek(place: number): void {
    this.halt();
    this.tree.seek(Math.max(0, place));
    this.refresh();
    this.showLast();
    this.respond();
  }

  /** Goes to a node of the tree. */
  choose(node: TreeNode): void {
    this.halt();
    this.tree.choose(node);
    this.refresh();
    this.showLast();
    this.respond();
  }

  /** Takes a person's last move back, with the reply to it; it stays as a variation. */
  takeBack(): void {
    this.halt();
    let place = this.game.place - 1;
    if (this.setup.mode !== "hh" && this.setup.mode !== "watch") {
      this.tree.seek(Math.max(0, place));
      if (this.enginesTurn()) place--;
    }
    this.tree.seek(Math.max(0, place));
    this.refresh();
    this.showLast();
    this.watcher.fact(t("tookBack"));
  }

  toEnd(): void {
    this.halt();
    if (this.setup.mode === "watch" && this.game.place === this.game.count && this.game.canMove) this.extend();
    this.tree.seek(this.game.count);
    this.refresh();
    this.showLast();
    if (!this.game.canMove) void this.finish(this.begin());
    this.respond();
  }

  reset(): void {
    this.halt();
    this.watcher.renew();
  }

  setAuto(on: boolean): void {
    if (!on) return this.halt();
    this.halt();
    // at the end there is nothing to go on with: it is played once more from the start
    if (this.game.place === this.game.count && !this.game.canMove) {
      this.tree.seek(0);
      this.refresh();
    }
    this.auto = true;
    this.watcher.autoChanged(true);
    void this.run();
  }

  // ---- moves by hand ----

  /** A click or Enter on a point. */
  touch(point: number): void {
    if (this.enginesTurn()) {
      this.watcher.say(t(this.thinks ? "thinking" : "itsTurn"));
      this.respond();
      return;
    }
    this.halt();
    const colour = this.game.toMove;
    const before = this.show.joined(point, colour);
    const { verdict, group } = this.game.judge(colour, point);
    if (verdict !== LEGAL) {
      void this.show.refuse(point, verdict, group, this.setup.coordinates, this.begin());
      return;
    }
    this.tree.play(point);
    if (this.setup.mode === "watch") this.extend();
    const signal = this.begin();
    void this.show.gild(point, signal);
    void this.land(point, before, signal, this.animations()).then(() => this.respond());
  }

  /** In words, what is on a point. */
  describe(point: number): string {
    const row = Math.floor(point / this.game.columns) + 1;
    const column = (point % this.game.columns) + 1;
    const stones = this.game.stones();
    const colour = stones[point];
    if (colour !== BLACK && colour !== WHITE) return t("pointEmpty", { row, column });
    const groups = this.game.groups();
    const size = groups.reduce((sum, root) => sum + Number(root === groups[point]), 0);
    const name = t(colour === BLACK ? "black" : "white");
    return t("pointStone", { row, column, colour: name, stones: size, liberties: this.game.liberties(point) });
  }

  /** Under the mouse or the cursor: a group's liberties, or an expected line. */
  hover(point: number): void {
    if (this.show.refusing) return;
    const { overlay } = this.view;
    const liberties = point >= 0 ? this.game.liberties(point) : 0;
    overlay.label = liberties ? { point, text: String(liberties) } : undefined;
    overlay.notes.ghosts = this.ghosts(this.lines.get(point) ?? []);
    this.view.changed();
  }

  /** Shows what was found out about the position: win rates on the board, and lines to come under the pointer. */
  showAnalysis(thought: Thought): void {
    this.showHeat(thought);
    this.lines = new Map((thought.lines ?? []).filter((line) => line.length > 0).map((line) => [line[0]!, line]));
    this.view.changed();
  }

  /** Shows a line as numbered ghosts, and marks its first move. */
  showLine(line: readonly number[]): void {
    const { overlay } = this.view;
    overlay.notes.ghosts = this.ghosts(line);
    overlay.marked = new Set(line.slice(0, 1));
    this.view.changed();
  }

  /** The stones of a line to come, numbered. */
  private ghosts(line: readonly number[]): { point: number; black: boolean; text: string }[] {
    return line.map((point, i) => ({ point, black: (this.game.toMove === BLACK) === (i % 2 === 0), text: String(i + 1) }));
  }

  clearAnalysis(): void {
    this.lines.clear();
    this.view.overlay.heat.clear();
    this.view.overlay.marked.clear();
    this.view.overlay.notes.ghosts = [];
    this.view.changed();
  }

  /** Whether the engine is to move by itself. */
  enginesTurn(): boolean {
    const { mode } = this.setup;
    if (this.view instanceof PixelBoard) return false;
    const turn = this.game.toMove;
    return mode === "ee" || ((mode === "he" || mode === "puzzle") && turn === WHITE) || (mode === "eh" && turn === BLACK);
  }

  /** Whose stone a click would put there; 0 when it would put none. */
  turn(): Colour | 0 {
    return this.game.canMove && !this.enginesTurn() ? this.game.toMove : 0;
  }

  /** At the end of the record the engine moves, if it is its turn. */
  respond(): void {
    const { game } = this;
    if (this.closed || this.thinks || this.wanted || this.setup.mode === "ee" || game.place < game.count) return;
    if (this.enginesTurn() && game.canMove) void this.advanceAll();
  }

  // ---- going on ----

  private begin(): AbortSignal {
    return this.doing.signal;
  }

  /** The signal that ends the animations of a move: at once when another one waits for it. */
  private animations(): AbortSignal {
    this.skip = new AbortController();
    if (this.wanted > 1) this.skip.abort();
    return this.skip.signal;
  }

  private stop(): void {
    this.doing.abort();
    this.doing = new AbortController();
    this.skip.abort();
    this.wanted = 0;
  }

  /** Ends whatever moves by itself. */
  private halt(): void {
    this.stop();
    this.thinks = false;
    this.show.clear();
    this.clearAnalysis();
    this.watcher.edge(false);
    this.watcher.thought(undefined);
    if (this.auto) {
      this.auto = false;
      this.watcher.autoChanged(false);
    }
  }

  /** Makes one move, and those that Step asks for meanwhile. */
  private async advanceAll(): Promise<void> {
    const signal = this.begin();
    for (this.wanted = 1; this.wanted > 0; this.wanted--) {
      const more = await this.advance();
      if (signal.aborted) return;
      if (!more) this.wanted = 1;
    }
  }

  private async run(): Promise<void> {
    const signal = this.begin();
    for (let on = true; on && !signal.aborted; ) {
      if (this.view instanceof PixelBoard) on = await this.pour(signal);
      else on = this.watcher.speed() > CALM && this.game.place < this.game.count ? await this.hurry(signal) : await this.advance();
    }
    if (!signal.aborted) {
      this.auto = false;
      this.watcher.autoChanged(false);
    }
  }

  /** Recorded moves without their animations: one in so many milliseconds, or several a frame. */
  private async hurry(signal: AbortSignal): Promise<boolean> {
    const { game } = this;
    const each = PERIOD / this.watcher.speed();
    this.tree.seek(Math.min(game.count, game.place + Math.max(1, Math.min(game.count, Math.round(FRAME / Math.max(each, 0.01))))));
    playSound("ding");
    this.refresh();
    this.showLast();
    if (!(await pause(Math.max(each, FRAME), signal))) return false;
    if (game.place < game.count || game.canMove) return true;
    await this.finish(signal);
    return false;
  }

  /** On a large board: as many moves a frame as finish it in some ten seconds. */
  private async pour(signal: AbortSignal): Promise<boolean> {
    const { game } = this;
    if (game.place === game.count && game.canMove) this.extend();
    if (game.place === game.count) {
      await this.finish(signal);
      return false;
    }
    const many = Math.ceil((game.points / 600) * Math.min(this.watcher.speed(), 64));
    game.seek(Math.min(game.count, game.place + many));
    this.refresh();
    return pause(16, signal);
  }

  /** The rest of the game by the chosen policy, into the record. */
  private extend(): void {
    this.tree.playOut(this.setup.policy, this.setup.seed);
  }

  /** Plays the next move, recorded, thought of or by policy; false when the game is over. */
  private async advance(): Promise<boolean> {
    const signal = this.begin();
    const { game } = this;
    if (game.place === game.count) {
      if (!game.canMove) {
        await this.finish(signal);
        return false;
      }
      if (this.enginesTurn()) {
        if (!(await this.think(signal))) return false;
      } else if (this.setup.mode === "watch") this.extend();
      else {
        this.watcher.say(t("yourMove"));
        return false;
      }
    }
    const place = game.place;
    const point = game.moveAt(place);
    const colour = game.toMove;
    const before = this.show.joined(point, colour);
    const skip = this.animations();
    if (this.setup.pointers && this.setup.policy === 0 && this.setup.mode === "watch") await this.show.walk(colour, point, signal, skip);
    if (!signal.aborted) await this.show.present(point, colour, PERIOD / 2 / this.watcher.speed(), skip);
    if (signal.aborted) return false;
    this.tree.seek(place + 1);
    await this.land(point, before, signal, skip);
    if (signal.aborted) return false;
    if (!game.canMove) {
      await this.finish(signal);
      return false;
    }
    const wait = PERIOD / this.watcher.speed() - Math.max(1020, PERIOD / 2 / this.watcher.speed());
    return !this.auto || pause(Math.max(0, wait), signal);
  }

  private async think(signal: AbortSignal): Promise<boolean> {
    const { game, setup } = this;
    this.thinks = true;
    this.watcher.say(t("thinking"));
    const failed = (): undefined => undefined; // no worker, or no memory
    const thought = await this.engine.think(
      { position: this.position(), level: setup.level, seed: setup.seed, ...(setup.mode === "puzzle" ? { nodes: PUZZLE_NODES } : {}) },
      signal,
      (now) => this.showThought(now),
    ).catch(failed);
    if (signal.aborted) return false;
    this.thinks = false;
    this.view.overlay.heat.clear();
    if (!thought || thought.best < 0) {
      this.watcher.say(t("engineFailed"));
      return false;
    }
    if (setup.mode === "puzzle" && thought.proved > 0) this.watcher.refuted(thought.best);
    const place = game.place;
    this.tree.play(thought.best);
    this.tree.seek(place); // the record has it; landing plays it with its animation
    return true;
  }

  /** Every position of the present line, from its start. */
  positions(): Position[] {
    const { game } = this;
    const { place } = game;
    const all = Array.from({ length: game.count + 1 }, (_, i) => {
      game.seek(i);
      return this.position();
    });
    game.seek(place);
    return all;
  }

  /** A point's name in the style that is chosen. */
  name(point: number): string {
    return pointName(point, this.game.rows, this.game.columns, this.setup.coordinates);
  }

  position(): Position {
    const { rows, columns, toMove, place } = this.game;
    return { rows, columns, stones: this.game.stones(), toMove, place };
  }

  private showThought(thought: Thought): void {
    this.watcher.thought(thought);
    if (this.setup.heat && this.setup.mode !== "puzzle") this.showHeat(thought);
    else this.view.overlay.heat.clear();
    this.view.changed();
  }

  private showHeat(thought: Thought): void {
    const { heat } = this.view.overlay;
    heat.clear();
    const most = Math.max(...thought.visits, 1);
    thought.points.forEach((point, i) => {
      if (thought.rates[i]! >= 0) heat.set(point, { rate: thought.rates[i]!, share: thought.visits[i]! / most });
    });
  }

  // ---- what one sees ----

  private async land(point: number, before: number[], signal: AbortSignal, skip: AbortSignal): Promise<void> {
    playSound("ding");
    this.refresh();
    this.showLast(before.length);
    if (before.length) await this.show.merge(point, before, skip);
    if (this.closed) return;
    if (!this.game.canMove && this.game.place === this.game.count && !this.over) await this.finish(signal);
  }

  private async finish(signal: AbortSignal): Promise<void> {
    if (this.over) return;
    this.over = true;
    playSound("buzz");
    const { overlay } = this.view;
    const light = (on: boolean): void => {
      overlay.edge = on;
      this.watcher.edge(on);
      this.view.changed();
    };
    this.watcher.finished();
    await flash(1100, signal, light);
    light(!signal.aborted && reducedMotion());
  }

  /** Who won, when the colour to move cannot. */
  winner(): Colour | undefined {
    if (this.game.canMove) return undefined;
    return this.game.toMove === BLACK ? WHITE : BLACK;
  }

  /** The last move and the turn, in words. */
  private showLast(joins = 0): void {
    const { game } = this;
    const winner = this.winner();
    let text = "";
    if (game.place > 0) {
      const point = game.moveAt(game.place - 1);
      text = t(this.setup.coordinates === "A1" ? "movedA1" : "moved", {
        n: game.place,
        colour: t(game.toMove === BLACK ? "white" : "black"),
        row: Math.floor(point / game.columns) + 1,
        column: (point % game.columns) + 1,
        point: this.name(point),
      });
      if (joins > 1) text += t("merged", { count: joins });
    }
    if (winner) text = [text, t("gameOver", { winner: t(winner === BLACK ? "black" : "white") })].filter(Boolean).join(" · ");
    this.watcher.say(text);
  }

  /** Draws the position anew. */
  refresh(): void {
    const { game, view } = this;
    const stones = game.stones();
    if (game.canMove) this.over = false;
    view.overlay.last = game.place > 0 ? game.moveAt(game.place - 1) : -1;
    if (!this.setup.pointers) view.overlay.pointers = [-1, -1];
    if (view instanceof PixelBoard) view.setPosition(stones);
    else {
      view.setLetters(this.setup.coordinates === "A1");
      this.mark(stones);
      view.setPosition(stones, this.setup.liberties ? libertyDots(game, stones) : []);
    }
    this.watcher.changed();
  }

  /** Numbers of moves, marks of the record, liberties of groups. */
  private mark(stones: Uint8Array): void {
    const { game, setup } = this;
    const { overlay } = this.view;
    overlay.numbers.clear();
    overlay.notes.counts.clear();
    if (setup.numbers) for (let i = 0; i < game.place; i++) overlay.numbers.set(game.moveAt(i), String(i + 1));
    if (setup.counts) this.show.count(stones, overlay.notes.counts);
    overlay.marks = marksOf(this.tree.node.said, game.rows, game.columns);
  }
}
