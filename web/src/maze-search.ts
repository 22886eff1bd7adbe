// The search as an animation: every tic-tac-toe board it visits, in order of fullness, with its flood.
import { march } from "./animate";
import { t } from "./language";
import type { MazeGame } from "./maze-game";
import type { MazeView } from "./maze-view";
import type { Player } from "./transport";

export interface SearchWatcher {
  changed(): void;
  say(text: string): void;
  autoChanged(on: boolean): void;
  speed(): number;
}

const PERIOD = 500; // milliseconds a board at speed 1

export class MazeSearch implements Player {
  place = 0;
  private readonly boards: number[];
  private doing = new AbortController();

  constructor(
    private readonly game: MazeGame,
    private readonly view: MazeView,
    private readonly watcher: SearchWatcher,
    /** Where Bessie stands when she first has a board. */
    private readonly cellOf: (board: number) => number | undefined,
  ) {
    this.boards = game.visits();
  }

  /** Places go from 0, the empty board, to the last one visited. */
  get count(): number {
    return this.boards.length - 1;
  }

  get board(): number {
    return this.boards[this.place]!;
  }

  step(): void {
    this.seek(this.place + 1);
  }
  back(): void {
    this.seek(this.place - 1);
  }
  toEnd(): void {
    this.seek(this.count);
  }
  reset(): void {
    this.seek(0);
  }

  seek(place: number): void {
    this.stop();
    this.go(place);
  }

  setAuto(on: boolean): void {
    this.stop();
    if (!on) return;
    this.watcher.autoChanged(true);
    void this.run(this.doing.signal);
  }

  stop(): void {
    this.doing.abort();
    this.doing = new AbortController();
    this.watcher.autoChanged(false);
  }

  show(): void {
    this.go(this.place);
  }

  private async run(signal: AbortSignal): Promise<void> {
    if (this.place === this.count) this.go(0);
    const step = (): boolean => {
      this.place = Math.min(this.count, this.place + 1);
      return this.place < this.count;
    };
    if (await march(() => PERIOD / this.watcher.speed(), signal, step, () => this.go(this.place))) this.watcher.autoChanged(false);
  }

  private go(place: number): void {
    this.place = Math.max(0, Math.min(place, this.count));
    const filled = this.game.letters(this.board).reduce((sum, letter) => sum + Number(letter > 0), 0);
    const cell = this.cellOf(this.board);
    if (cell !== undefined) {
      this.view.bessie.row = Math.floor(cell / this.game.side);
      this.view.bessie.column = cell % this.game.side;
    }
    const values = { n: this.place + 1, count: this.boards.length, filled };
    if (this.game.lines(this.board)) {
      this.view.flood = undefined;
      this.watcher.say(t("visitWins", values));
    } else {
      const { cells, flooded } = this.game.flood(this.board);
      this.view.flood = cells;
      this.watcher.say(t("visit", { ...values, flooded }));
    }
    this.view.changed();
    this.watcher.changed();
  }
}
