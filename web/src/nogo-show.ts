// What moves on a NoGo board: the candidate's flashes, merging groups, refusals, the walking pointers.
import { animate, flash, pause } from "./animate";
import { BoardView } from "./board-view";
import { pointName, type Coordinates } from "./board-notes";
import { reducedMotion } from "./dom";
import { t, type Key } from "./language";
import { BLACK, CAPTURE, OCCUPIED, OFF_BOARD, SUICIDE, type Colour, type NoGoGame } from "./nogo-game";
import type { NoGoWatcher } from "./nogo-play";
import type { PixelBoard } from "./pixel-board";
import { play as playSound } from "./sound";

const WHY: Record<number, Key> = {
  [OFF_BOARD]: "whyOff",
  [OCCUPIED]: "whyOccupied",
  [CAPTURE]: "whyCapture",
  [SUICIDE]: "whySuicide",
};
const REFUSAL = 2600; // milliseconds that a refusal stays

export class NoGoShow {
  /** A refusal is on the board. */
  refusing = false;

  constructor(
    private readonly view: BoardView | PixelBoard,
    private readonly game: NoGoGame,
    private readonly watcher: NoGoWatcher,
  ) {}

  /** Takes everything away that moves. */
  clear(): void {
    const { overlay } = this.view;
    overlay.candidate = -1;
    overlay.fading.clear();
    overlay.shaken.clear();
    overlay.refused.clear();
    overlay.label = undefined;
    overlay.edge = false;
    overlay.notes.refusal = undefined;
    overlay.notes.gold = -1;
    this.refusing = false;
    this.watcher.fact("");
  }

  /** The own groups a stone at `point` would join: their liberties before. */
  joined(point: number, colour: Colour): number[] {
    const { game } = this;
    const stones = game.stones();
    const groups = game.groups();
    const roots = new Set<number>();
    for (const next of neighbours(point, game.rows, game.columns))
      if (stones[next] === colour) roots.add(groups[next]!);
    return [...roots].map((root) => game.liberties(root));
  }

  /** The liberties of every group, at its top right stone. */
  count(stones: Uint8Array, counts: Map<number, number>): void {
    const { game } = this;
    const groups = game.groups();
    const corner = new Map<number, number>();
    stones.forEach((colour, point) => {
      if (colour !== 1 && colour !== 2) return;
      const best = corner.get(groups[point]!);
      // points come row by row: within the first row of a group the rightmost counts
      if (best === undefined || Math.floor(best / game.columns) === Math.floor(point / game.columns)) corner.set(groups[point]!, point);
    });
    for (const [root, point] of corner) counts.set(point, game.liberties(root));
  }

  /** The cell of a move to come flashes three times. */
  async present(point: number, colour: Colour, milliseconds: number, signal: AbortSignal): Promise<void> {
    if (!(this.view instanceof BoardView)) return;
    const { overlay } = this.view;
    overlay.candidate = point;
    overlay.candidateBlack = colour === BLACK;
    await flash(milliseconds, signal, (on) => {
      overlay.candidateLit = on;
      this.view.changed();
    });
    overlay.candidate = -1;
  }

  /** The cell of a person's move flashes gold three times; with reduced motion it is framed for a while. */
  async gild(point: number, signal: AbortSignal): Promise<void> {
    const { notes } = this.view.overlay;
    const light = (on: boolean): void => {
      notes.gold = on ? point : -1;
      this.view.changed();
    };
    await flash(1020, signal, light);
    if (notes.gold === point) light(false);
  }

  /** Groups that became one fade through a common tone while their liberties add up. */
  async merge(point: number, before: number[], signal: AbortSignal): Promise<void> {
    if (!(this.view instanceof BoardView)) return;
    const { overlay } = this.view;
    const groups = this.game.groups();
    const now = this.game.liberties(point);
    playSound("merge");
    groups.forEach((root, stone) => {
      if (root === groups[point]) overlay.fading.add(stone);
    });
    if (before.length > 1) this.watcher.fact(t("libertiesAdd", { sum: before.join(" + "), now }));
    await animate(1000, signal, (part) => {
      overlay.tone = reducedMotion() ? 0 : Math.round(3 * (1 - Math.abs(1 - 2 * part)));
      overlay.label = { point, text: part < 0.6 && before.length > 1 ? before.join("+") : `=${now}` };
      if (part === 1) {
        overlay.fading.clear();
        overlay.label = undefined;
      }
      this.view.changed();
    });
  }

  /** The pointer of one colour walks over the points it may never play, up to the next move; after `skip` it runs. */
  async walk(colour: Colour, to: number, signal: AbortSignal, skip: AbortSignal): Promise<void> {
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
      if (each && !skip.aborted) await pause(each, skip);
      if (signal.aborted) return;
    }
  }

  /** A move that is not allowed: why, in words, and on the board the stones that would die. */
  async refuse(point: number, verdict: number, group: number, coordinates: Coordinates, signal: AbortSignal): Promise<void> {
    const { game } = this;
    const { overlay } = this.view;
    const row = Math.floor(point / game.columns) + 1;
    const column = (point % game.columns) + 1;
    const why = t(WHY[verdict] ?? "whyOff");
    if (coordinates === "A1") this.watcher.say(t("refusedA1", { point: pointName(point, game.rows, game.columns, coordinates), why }));
    else this.watcher.say(t("refused", { row, column, why }));
    playSound("buzz");
    const groups = game.groups();
    const stones = game.stones();
    const roots = new Set<number>();
    if (verdict === CAPTURE) roots.add(groups[group]!);
    else if (verdict === OCCUPIED) roots.add(groups[point]!);
    else
      for (const next of neighbours(point, game.rows, game.columns))
        if (stones[next] === game.toMove) roots.add(groups[next]!);
    const doomed = new Set<number>();
    groups.forEach((root, stone) => {
      if (roots.has(root) && stones[stone] !== 0) doomed.add(stone);
    });
    this.refusing = true;
    overlay.shaken = new Set(doomed);
    overlay.label = undefined;
    overlay.notes.ghosts = [];
    if (verdict !== OCCUPIED) {
      overlay.refused.set(point, verdict === CAPTURE);
      overlay.notes.refusal = { ghost: { point, black: game.toMove === BLACK }, doomed };
    }
    this.view.changed();
    if (!reducedMotion())
      await animate(450, signal, (part) => {
        overlay.shake = part === 1 ? 0 : Math.floor(part * 8) % 2 ? 1 : -1;
        this.view.changed();
      });
    overlay.shaken.clear();
    if (!(await pause(REFUSAL, signal))) return;
    this.refusing = false;
    overlay.notes.refusal = undefined;
    overlay.refused.delete(point);
    this.view.changed();
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
