// Playing and watching NoGo on a board: moves with their animations, the engine, the pointers.
import { animate, flash, pause } from "./animate";
import { BoardView } from "./board-view";
import { reducedMotion } from "./dom";
import type { Engine, Position, Thought } from "./engine";
import { t, type Key } from "./language";
import { libertyDots } from "./liberties";
import { BLACK, CAPTURE, LEGAL, NoGoGame, OCCUPIED, OFF_BOARD, SUICIDE, WHITE, type Colour } from "./nogo-game";
import { PixelBoard } from "./pixel-board";
import { play as playSound } from "./sound";
import type { Player } from "./transport";

export type Mode = "watch" | "hh" | "he" | "eh" | "ee";
export const MODES: readonly Mode[] = ["watch", "hh", "he", "eh", "ee"];

/** Boards up to this side are drawn with stones, larger ones with a pixel a point. */
export const LARGEST_STONES = 21;

const PERIOD = 2000; // milliseconds a move at speed 1

export interface NoGoSetup {
  mode: Mode;
  policy: number;
  seed: number;
  level: number;
  liberties: boolean;
  pointers: boolean;
  heat: boolean;
}

/** What the room shows around the board. */
export interface NoGoWatcher {
  changed(): void;
  say(text: string): void;
  thought(thought: Thought | undefined): void;
  autoChanged(on: boolean): void;
  speed(): number;
}

const WHY: Record<number, Key> = {
  [OFF_BOARD]: "whyOff",
  [OCCUPIED]: "whyOccupied",
  [CAPTURE]: "whyCapture",
  [SUICIDE]: "whySuicide",
};

export class NoGoPlay implements Player {
  readonly view: BoardView | PixelBoard;
  private doing = new AbortController();
  private auto = false;
  private over = false;

  constructor(
    readonly game: NoGoGame,
    readonly setup: NoGoSetup,
    private readonly engine: Engine,
    private readonly watcher: NoGoWatcher,
  ) {
    this.view =
      Math.max(game.rows, game.columns) <= LARGEST_STONES
        ? new BoardView(game.rows, game.columns)
        : new PixelBoard(game.rows, game.columns);
    if (setup.mode === "watch" && game.count === game.place) this.extend();
  }

  close(): void {
    this.stop();
    this.engine.close();
    this.game.free();
  }

  // ---- the player's buttons ----

  step(): void {
    this.halt();
    void this.advance();
  }

  back(): void {
    this.seek(this.game.place - 1);
  }

  seek(place: number): void {
    this.halt();
    this.game.seek(Math.max(0, place));
    this.refresh();
    this.tell();
  }

  toEnd(): void {
    this.halt();
    if (this.setup.mode === "watch" && this.game.place === this.game.count && this.game.canMove) this.extend();
    this.game.seek(this.game.count);
    this.refresh();
    this.tell();
    if (!this.game.canMove) void this.finish(this.begin());
  }

  reset(): void {
    this.halt();
    this.game.seek(0);
    if (this.setup.mode === "watch") this.extend();
    else this.game.cut();
    this.refresh();
    this.tell();
    this.respond();
  }

  setAuto(on: boolean): void {
    if (!on) return this.halt();
    this.halt();
    this.auto = true;
    this.watcher.autoChanged(true);
    void this.run();
  }

  // ---- moves by hand ----

  /** A click or Enter on a point. */
  touch(point: number): void {
    if (this.enginesTurn() && this.game.place === this.game.count) return;
    this.halt();
    const colour = this.game.toMove;
    const before = this.joined(point, colour);
    const { verdict, group } = this.game.judge(colour, point);
    if (verdict !== LEGAL) {
      void this.refuse(point, verdict, group);
      return;
    }
    this.game.play(point);
    if (this.setup.mode === "watch") this.extend();
    void this.land(point, before, this.begin()).then(() => this.respond());
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

  /** Shows the number of liberties of the group under the mouse or the cursor. */
  hover(point: number): void {
    const liberties = point >= 0 ? this.game.liberties(point) : 0;
    this.view.overlay.label = liberties ? { point, text: String(liberties) } : undefined;
    this.view.changed();
  }

  /** Whether the engine is to move by itself. */
  enginesTurn(): boolean {
    const { mode } = this.setup;
    if (this.view instanceof PixelBoard) return false;
    const turn = this.game.toMove;
    return mode === "ee" || (mode === "he" && turn === WHITE) || (mode === "eh" && turn === BLACK);
  }

  /** After a person's move, the engine's. */
  respond(): void {
    if (this.setup.mode !== "ee" && this.enginesTurn() && this.game.canMove) void this.advance();
  }

  // ---- going on ----

  private begin(): AbortSignal {
    return this.doing.signal;
  }

  private stop(): void {
    this.doing.abort();
    this.doing = new AbortController();
  }

  /** Ends whatever moves by itself. */
  private halt(): void {
    this.stop();
    const { overlay } = this.view;
    overlay.candidate = -1;
    overlay.fading.clear();
    overlay.shaken.clear();
    overlay.refused.clear();
    overlay.heat.clear();
    overlay.label = undefined;
    overlay.edge = false;
    this.watcher.thought(undefined);
    if (this.auto) {
      this.auto = false;
      this.watcher.autoChanged(false);
    }
  }

  private async run(): Promise<void> {
    const signal = this.begin();
    while (!signal.aborted) {
      if (this.view instanceof PixelBoard ? !(await this.pour(signal)) : !(await this.advance())) break;
    }
    if (!signal.aborted) {
      this.auto = false;
      this.watcher.autoChanged(false);
    }
  }

  /** On a large board: as many moves a frame as finish it in some ten seconds. */
  private async pour(signal: AbortSignal): Promise<boolean> {
    const { game } = this;
    if (game.place === game.count && game.canMove) this.extend();
    if (game.place === game.count) {
      await this.finish(signal);
      return false;
    }
    const many = Math.ceil((game.points / 600) * this.watcher.speed());
    game.seek(Math.min(game.count, game.place + many));
    this.refresh();
    return pause(16, signal);
  }

  /** The rest of the game by the chosen policy, into the record. */
  private extend(): void {
    this.game.playOut(this.setup.policy, this.setup.seed);
  }

  /** One move by the policy; in a game between players the rest is theirs. */
  private extendByOne(): void {
    const place = this.game.place;
    this.extend();
    this.game.play(this.game.moveAt(place));
    this.game.seek(place);
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
      else this.extendByOne();
    }
    const place = game.place;
    const point = game.moveAt(place);
    const colour = game.toMove;
    const before = this.joined(point, colour);
    if (this.setup.pointers && this.setup.policy === 0) await this.walk(colour, point, signal);
    if (!signal.aborted) await this.present(point, colour, signal);
    if (signal.aborted) return false;
    game.seek(place + 1);
    await this.land(point, before, signal);
    if (signal.aborted) return false;
    if (!game.canMove) {
      await this.finish(signal);
      return false;
    }
    const wait = PERIOD / this.watcher.speed() - Math.max(1020, PERIOD / 2 / this.watcher.speed());
    return !this.auto || pause(Math.max(0, wait), signal);
  }

  private async think(signal: AbortSignal): Promise<boolean> {
    const { game } = this;
    this.watcher.say(t("thinking"));
    const thought = await this.engine.think(
      { position: this.position(), level: this.setup.level, seed: this.setup.seed },
      signal,
      (now) => this.showThought(now),
    );
    this.view.overlay.heat.clear();
    if (!thought || signal.aborted) return false;
    const place = game.place;
    game.play(thought.best);
    game.seek(place); // the record has it; landing plays it with its animation
    return true;
  }

  private position(): Position {
    const { rows, columns, toMove, place } = this.game;
    return { rows, columns, stones: this.game.stones(), toMove, place };
  }

  private showThought(thought: Thought): void {
    this.watcher.thought(thought);
    const { heat } = this.view.overlay;
    heat.clear();
    if (this.setup.heat) {
      const most = Math.max(...thought.visits, 1);
      thought.points.forEach((point, i) => {
        if (thought.visits[i]! > 0) heat.set(point, { rate: thought.rates[i]!, share: thought.visits[i]! / most });
      });
    }
    this.view.changed();
  }

  // ---- what one sees ----

  /** The own groups a stone at `point` would join: their liberties before. */
  private joined(point: number, colour: Colour): number[] {
    const { game } = this;
    const stones = game.stones();
    const groups = game.groups();
    const roots = new Set<number>();
    for (const next of neighbours(point, game.rows, game.columns))
      if (stones[next] === colour) roots.add(groups[next]!);
    return [...roots].map((root) => game.liberties(root));
  }

  private async present(point: number, colour: Colour, signal: AbortSignal): Promise<void> {
    if (this.view instanceof PixelBoard) return;
    const { overlay } = this.view;
    overlay.candidate = point;
    overlay.candidateBlack = colour === BLACK;
    await flash(PERIOD / 2 / this.watcher.speed(), signal, (on) => {
      overlay.candidateLit = on;
      this.view.changed();
    });
    overlay.candidate = -1;
  }

  private async land(point: number, before: number[], signal: AbortSignal): Promise<void> {
    playSound("ding");
    this.refresh();
    this.tell(before.length);
    if (before.length && this.view instanceof BoardView) await this.merge(point, before, signal);
    if (!this.game.canMove && this.game.place === this.game.count && !this.over) await this.finish(signal);
  }

  /** Groups that became one fade through a common tone while their liberties add up. */
  private async merge(point: number, before: number[], signal: AbortSignal): Promise<void> {
    const { overlay } = this.view;
    const groups = this.game.groups();
    const now = this.game.liberties(point);
    playSound("merge");
    groups.forEach((root, stone) => {
      if (root === groups[point]) overlay.fading.add(stone);
    });
    await animate(600, signal, (part) => {
      overlay.tone = reducedMotion() ? 0 : Math.round(3 * (1 - Math.abs(1 - 2 * part)));
      overlay.label = { point, text: part < 0.6 && before.length > 1 ? before.join("+") : `=${now}` };
      if (part === 1) {
        overlay.fading.clear();
        overlay.label = undefined;
      }
      this.view.changed();
    });
  }

  /** The pointer of one colour walks over the points it may never play, up to the next move. */
  private async walk(colour: Colour, to: number, signal: AbortSignal): Promise<void> {
    const { overlay } = this.view;
    const side = colour - 1;
    const { game } = this;
    const last = game.place >= 2 ? game.moveAt(game.place - 2) : 0;
    const from = last > to ? 0 : last;
    overlay.refused.clear();
    const mark = (point: number): void => {
      const { verdict } = game.judge(colour, point);
      if (verdict === CAPTURE || verdict === SUICIDE) overlay.refused.set(point, verdict === CAPTURE);
    };
    for (let point = 0; point < from; point++) mark(point);
    const each = reducedMotion() ? 0 : Math.min(90, 600 / Math.max(1, to - from)) / this.watcher.speed();
    for (let point = from; point <= to; point++) {
      overlay.pointers[side] = point;
      mark(point);
      this.view.changed();
      if (each && !(await pause(each, signal))) return;
    }
  }

  private async refuse(point: number, verdict: number, group: number): Promise<void> {
    const row = Math.floor(point / this.game.columns) + 1;
    const column = (point % this.game.columns) + 1;
    this.watcher.say(t("refused", { row, column, why: t(WHY[verdict] ?? "whyOff") }));
    playSound("buzz");
    const { overlay } = this.view;
    const signal = this.begin();
    const groups = this.game.groups();
    const stones = this.game.stones();
    const roots = new Set<number>();
    if (verdict === CAPTURE) roots.add(groups[group]!);
    else if (verdict === OCCUPIED) roots.add(groups[point]!);
    else
      for (const next of neighbours(point, this.game.rows, this.game.columns))
        if (stones[next] === this.game.toMove) roots.add(groups[next]!);
    groups.forEach((root, stone) => {
      if (roots.has(root) && stones[stone] !== 0) overlay.shaken.add(stone);
    });
    if (verdict !== OCCUPIED) overlay.refused.set(point, verdict === CAPTURE);
    if (reducedMotion()) this.view.changed();
    else
      await animate(450, signal, (part) => {
        overlay.shake = part === 1 ? 0 : Math.floor(part * 8) % 2 ? 1 : -1;
        this.view.changed();
      });
    overlay.shaken.clear();
    await pause(1500, signal);
    overlay.refused.delete(point);
    this.view.changed();
  }

  private async finish(signal: AbortSignal): Promise<void> {
    if (this.over) return;
    this.over = true;
    playSound("buzz");
    const { overlay } = this.view;
    await flash(1100, signal, (on) => {
      overlay.edge = on;
      this.view.changed();
    });
    overlay.edge = !signal.aborted && reducedMotion();
    this.view.changed();
  }

  /** Who won, when the colour to move cannot. */
  winner(): Colour | undefined {
    if (this.game.canMove) return undefined;
    return this.game.toMove === BLACK ? WHITE : BLACK;
  }

  /** The last move and the turn, in words. */
  private tell(joins = 0): void {
    const { game } = this;
    const winner = this.winner();
    let text = "";
    if (game.place > 0) {
      const point = game.moveAt(game.place - 1);
      text = t("moved", {
        n: game.place,
        colour: t(game.toMove === BLACK ? "white" : "black"),
        row: Math.floor(point / game.columns) + 1,
        column: (point % game.columns) + 1,
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
    else view.setPosition(stones, this.setup.liberties ? libertyDots(game, stones) : []);
    this.watcher.changed();
  }
}

export function neighbours(point: number, rows: number, columns: number): number[] {
  const column = point % columns;
  const result = [];
  if (point >= columns) result.push(point - columns);
  if (column > 0) result.push(point - 1);
  if (column < columns - 1) result.push(point + 1);
  if (point < (rows - 1) * columns) result.push(point + columns);
  return result;
}
