// Walking the maze: by hand, along a recorded walk, or exploring every winning board in turn.
import { animate, flash, pause } from "./animate";
import { reducedMotion } from "./dom";
import { t } from "./language";
import { BLOCKED, cellText, MazeGame, OVER, wayTo, WON, WROTE, type Direction } from "./maze-game";
import type { MazeView } from "./maze-view";
import { play as playSound } from "./sound";
import type { Player } from "./transport";

/** What the room shows around the maze. */
export interface MazeWatcher {
  changed(): void;
  say(text: string): void;
  won(board: number): void;
  autoChanged(on: boolean): void;
  speed(): number;
  isReached(board: number): boolean;
}

const STEP_TIME = 200; // milliseconds a step of the explorer at speed 1
const REST = 1400; // after a victory
const HAND_TIME = 110; // milliseconds a step by hand
const COIN_TIME = 160; // on a coin, before she walks on
const FLASH_TIME = 1100; // for three flashes
const NO_FLASH = 3; // from this speed on a coin is lit without flashing

export class MazeWalk implements Player {
  /** The steps walked and, when a recorded walk is shown, those to come. */
  steps: Direction[] = [];
  place = 0;
  /** Whether all of the steps are the visitor's own. */
  byHand = false;
  private doing = new AbortController();
  private auto = false;
  private closed = false;
  private tried = new Set<number>();
  /** What lets the last coin flash, while she walks on. */
  private glow = new AbortController();

  constructor(
    private readonly game: MazeGame,
    private readonly view: MazeView,
    private readonly watcher: MazeWatcher,
  ) {
    game.begin();
    this.settle();
  }

  get count(): number {
    return this.steps.length;
  }

  get over(): boolean {
    return this.game.lines(this.game.board) !== 0;
  }

  step(): void {
    this.halt();
    if (this.place === this.steps.length) this.aim();
    void this.next(this.doing.signal);
  }

  back(): void {
    this.seek(this.place - 1);
  }

  seek(place: number): void {
    this.halt();
    this.glow.abort();
    this.replay(Math.max(0, Math.min(place, this.steps.length)));
    this.watcher.changed();
  }

  toEnd(): void {
    if (this.place === this.steps.length) this.aim();
    this.seek(this.steps.length);
    this.arrive();
  }

  reset(): void {
    this.halt();
    this.glow.abort();
    this.steps = [];
    this.tried.clear();
    this.replay(0);
    playSound("moo");
    this.watcher.say("");
    this.watcher.changed();
  }

  setAuto(on: boolean): void {
    this.halt();
    if (!on) return;
    this.auto = true;
    this.watcher.autoChanged(true);
    void this.explore(this.doing.signal);
  }

  stop(): void {
    this.halt();
    this.glow.abort();
  }

  /** Ends the walk for good: the maze is freed after this. */
  close(): void {
    this.stop();
    this.closed = true;
  }

  /** One step by hand; it replaces whatever was to come. */
  async walk(direction: Direction): Promise<void> {
    this.halt();
    await this.own(direction, this.doing.signal);
  }

  /** Walks to a cell by hand, around coins where that is possible; false when there is no way. */
  walkTo(cell: number): boolean {
    this.halt();
    const { cells, side, at, board } = this.game;
    const way = wayTo(cells, side, at, cell, this.game.filled(board));
    if (!way || this.over) return false;
    void this.along(way, this.doing.signal);
    return true;
  }

  private async along(way: readonly Direction[], signal: AbortSignal): Promise<void> {
    for (const direction of way) {
      const result = await this.own(direction, signal);
      if (signal.aborted || result === WON || result === BLOCKED || result === OVER) return;
      if (result === WROTE && !(await pause(COIN_TIME, signal))) return;
    }
  }

  private async own(direction: Direction, signal: AbortSignal): Promise<number> {
    if (this.place === 0) this.byHand = true;
    this.steps.length = this.place;
    this.steps.push(direction);
    const result = await this.next(signal);
    if ((result === BLOCKED || result === OVER) && !signal.aborted) {
      this.steps.pop();
      this.watcher.changed();
    }
    return result;
  }

  /** Shows the shortest walk to a board. */
  show(board: number): void {
    this.halt();
    this.byHand = false;
    this.steps = this.game.path(board);
    this.replay(0);
    this.auto = true;
    this.watcher.autoChanged(true);
    const { signal } = this.doing;
    void this.follow(signal).then(() => this.rest(signal));
  }

  /** Begins the walk to the next winning board that nobody has reached yet. */
  private aim(): boolean {
    const { winning } = this.game;
    let target = winning.find((board) => !this.watcher.isReached(board) && !this.tried.has(board));
    target ??= winning.find((board) => !this.tried.has(board));
    if (target === undefined) {
      this.tried.clear();
      target = winning[0];
    }
    if (target === undefined) return false;
    this.tried.add(target);
    this.byHand = false;
    this.steps = this.game.path(target);
    this.replay(0);
    this.watcher.changed();
    return true;
  }

  private async explore(signal: AbortSignal): Promise<void> {
    const turns = this.game.winning.length;
    if (!turns) this.watcher.say(t("noWins"));
    for (let turn = 0; turn < turns && !signal.aborted; turn++) {
      if (this.place === this.steps.length || turn > 0) this.aim();
      if (!(await this.follow(signal)) || !(await pause(REST / this.watcher.speed(), signal))) return;
      if (this.game.winning.every((board) => this.watcher.isReached(board))) break;
    }
    this.rest(signal);
  }

  private async follow(signal: AbortSignal): Promise<boolean> {
    while (this.place < this.steps.length) {
      await this.next(signal);
      if (signal.aborted) return false;
    }
    return true;
  }

  private rest(signal: AbortSignal): void {
    if (signal.aborted) return;
    this.auto = false;
    this.watcher.autoChanged(false);
  }

  private halt(): void {
    this.doing.abort();
    this.doing = new AbortController();
    this.settle();
    if (this.auto) {
      this.auto = false;
      this.watcher.autoChanged(false);
    }
  }

  private replay(place: number): void {
    this.game.begin();
    for (let i = 0; i < place; i++) this.game.step(this.steps[i]!);
    this.place = place;
    this.settle();
  }

  /** Puts the sprite where Bessie is. */
  private settle(): void {
    const { side } = this.game;
    const { bessie } = this.view;
    bessie.row = Math.floor(this.game.at / side);
    bessie.column = this.game.at % side;
    bessie.step = 0;
    this.view.changed();
  }

  private async next(signal: AbortSignal): Promise<number> {
    const direction = this.steps[this.place];
    if (direction === undefined) return OVER;
    const before = this.game.at;
    const result = this.game.step(direction);
    const { bessie } = this.view;
    if (direction === 1) bessie.left = false;
    if (direction === 3) bessie.left = true;
    if (result === BLOCKED) {
      playSound("wall");
      this.watcher.say(t("wall"));
      this.view.changed();
      return result;
    }
    if (result === OVER) {
      this.watcher.say(t("walkOver"));
      return result;
    }
    if (this.place++ === 0) playSound("moo"); // a walk begins
    playSound("step");
    this.watcher.changed();
    await this.glide(before, signal);
    if (this.closed) return result;
    if (result === WROTE || result === WON) await this.coin(signal);
    if (result === WON) this.arrive();
    return result;
  }

  private async glide(from: number, signal: AbortSignal): Promise<void> {
    const { side } = this.game;
    const to = this.game.at;
    const time = this.auto ? STEP_TIME / this.watcher.speed() : HAND_TIME;
    const { bessie } = this.view;
    if (reducedMotion()) {
      this.settle();
      await pause(time, signal);
      return;
    }
    await animate(time, signal, (part) => {
      if (signal.aborted) return;
      bessie.row = Math.floor(from / side) * (1 - part) + Math.floor(to / side) * part;
      bessie.column = (from % side) * (1 - part) + (to % side) * part;
      bessie.step = part < 1 && Math.floor(part * 4) % 2 ? 1 : 0;
      this.view.changed();
    });
  }

  private async coin(signal: AbortSignal): Promise<void> {
    playSound("coin");
    const { at, cells } = this.game;
    const text = cellText(cells[at]!);
    this.watcher.say(t("wrote", { letter: text[0]!, row: text[1]!, column: text[2]! }));
    void this.light(at);
    if (this.auto) await pause(COIN_TIME / this.watcher.speed(), signal);
  }

  /** The coin flashes golden three times, whatever else goes on; at high speeds it is only lit. */
  private async light(at: number): Promise<void> {
    this.glow.abort();
    this.glow = new AbortController();
    const { signal } = this.glow;
    const set = (on: boolean): void => {
      if (on && !signal.aborted) this.view.flashed = at;
      else if (this.view.flashed === at) this.view.flashed = -1;
      this.view.changed();
    };
    if (this.auto && this.watcher.speed() >= NO_FLASH) {
      set(true);
      await pause(FLASH_TIME / 3, signal);
    } else await flash(FLASH_TIME, signal, set);
    set(false);
  }

  /** At the end of a walk: a victory is announced. */
  private arrive(): void {
    if (!this.over) return;
    playSound("win");
    this.watcher.won(this.game.board);
  }
}
