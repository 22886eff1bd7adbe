// The search as an animation: every tic-tac-toe board it visits, in order of fullness, with its flood.
import { pause } from "./animate";
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
    while (this.place < this.count) {
      if (!(await pause(PERIOD / this.watcher.speed(), signal))) return;
      this.go(this.place + 1);
    }
    this.watcher.autoChanged(false);
  }

  private go(place: number): void {
    this.place = Math.max(0, Math.min(place, this.count));
    const filled = this.game.letters(this.board).reduce((sum, letter) => sum + Number(letter > 0), 0);
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
