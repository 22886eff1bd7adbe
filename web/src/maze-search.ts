// The search as an animation: every tic-tac-toe board it visits, in order of fullness, with its flood.
import { t, type Key } from "./language";
import { BLOCKED, boardNumber, ternary, WON, WROTE, type MazeGame, type Direction } from "./maze-game";
import type { MazeView } from "./maze-view";
import { EventPlayer } from "./transport";
import { h, panel } from "./dom";

export interface SearchWatcher {
  changed(): void;
  say(text: string): void;
  autoChanged(on: boolean): void;
  speed(): number;
}

const PERIOD = 500; // milliseconds a board at speed 1

export class MazeSearch extends EventPlayer {
  private readonly boards: number[];

  constructor(
    private readonly game: MazeGame,
    private readonly view: MazeView,
    private readonly watcher: SearchWatcher,
    /** Where Bessie stands when she first has a board. */
    private readonly cellOf: (board: number) => number | undefined,
  ) {
    super();
    this.boards = game.visits();
  }

  /** Places go from 0, the empty board, to the last one visited. */
  get count(): number {
    return this.boards.length - 1;
  }

  get board(): number {
    return this.boards[this.place]!;
  }

  protected period(): number {
    return PERIOD / this.watcher.speed();
  }

  protected autoChanged(on: boolean): void {
    this.watcher.autoChanged(on);
  }

  show(): void {
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

// ---- the search of the textbook, state by state: a queue of (cell, board), with the line of the program that runs ----

const STATE_PERIOD = 400; // milliseconds an event at speed 1
const MAX_EVENTS = 60_000;
const SHOWN = 8; // states of the queue

const LINES: readonly Key[] = ["code1", "code2", "code3", "code4", "code5", "code6", "code7", "code8"];
const [BEGIN, LOOP, TAKE, NEXT, WRITE, WIN, SEEN, PUSH] = [0, 1, 2, 3, 4, 5, 6, 7];

/** What every event of the search knows. */
interface Trace {
  line: number[];
  /** How many states were taken from the queue, and how many were put in. */
  head: number[];
  tail: number[];
  wins: number[];
  cell: number[];
  board: number[];
}

export class MazeStates extends EventPlayer {
  readonly element: HTMLElement;
  private readonly trace: Trace = { line: [], head: [], tail: [], wins: [], cell: [], board: [] };
  private readonly cells: number[] = [];
  private readonly boards: number[] = [];
  /** Where a board is had first. */
  private readonly first = new Map<number, number>();
  private readonly whole: boolean;
  private readonly code: HTMLElement;
  private readonly number = h("p", { class: "ternary", title: t("ternaryHint"), "data-state": "ternary" });
  private readonly numbers = h("p", { class: "hint", "data-state": "counts" });
  private readonly queue = h("ol", { class: "queue", "data-state": "queue" });

  constructor(
    private readonly game: MazeGame,
    private readonly view: MazeView,
    private readonly watcher: SearchWatcher,
  ) {
    super();
    this.whole = this.search();
    this.code = h("ol", { class: "code" }, ...LINES.map((key) => h("li", {}, t(key))));
    this.element = panel(t("program"), "program", this.code, this.number, this.numbers, h("p", { class: "hint" }, t("queueTitle")), this.queue);
  }

  get count(): number {
    return this.trace.line.length - 1;
  }

  get board(): number {
    return this.trace.board[this.place]!;
  }

  /** The cell where Bessie first has a board. */
  cellOf(board: number): number | undefined {
    return this.first.get(board);
  }

  protected period(): number {
    return STATE_PERIOD / this.watcher.speed();
  }

  protected autoChanged(on: boolean): void {
    this.watcher.autoChanged(on);
  }

  /** Runs the whole search, noting every line; false when it was too long to note. */
  private search(): boolean {
    const { game, trace } = this;
    const seen = new Set<number>();
    const won = new Set<number>();
    let head = 0;
    const put = (cell: number, board: number): void => {
      seen.add(cell * 19683 + board);
      this.cells.push(cell);
      this.boards.push(board);
      if (!this.first.has(board)) this.first.set(board, cell);
    };
    const note = (line: number, cell: number, board: number): void => {
      trace.line.push(line);
      trace.head.push(head);
      trace.tail.push(this.cells.length);
      trace.wins.push(won.size);
      trace.cell.push(cell);
      trace.board.push(board);
    };
    game.begin();
    put(game.at, 0);
    note(BEGIN!, game.at, 0);
    while (head < this.cells.length) {
      if (trace.line.length > MAX_EVENTS) return false;
      const [cell, board] = [this.cells[head]!, this.boards[head]!];
      head++;
      note(TAKE!, cell, board);
      for (let direction = 0; direction < 4; direction++) {
        const after = game.tryStep(cell, board, direction as Direction);
        if (after.result === BLOCKED) continue;
        note(NEXT!, after.at, board);
        if (after.result === WROTE || after.result === WON) note(WRITE!, after.at, after.board);
        if (after.result === WON) {
          won.add(after.board);
          if (!this.first.has(after.board)) this.first.set(after.board, after.at);
          note(WIN!, after.at, after.board);
        } else if (seen.has(after.at * 19683 + after.board)) note(SEEN!, after.at, after.board);
        else {
          put(after.at, after.board);
          note(PUSH!, after.at, after.board);
        }
      }
    }
    note(LOOP!, this.cells[head - 1]!, this.boards[head - 1]!);
    return true;
  }

  show(): void {
    const { trace, place, view } = this;
    const line = trace.line[place]!;
    [...this.code.children].forEach((item, i) => {
      if (i === line) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
    const [head, tail] = [trace.head[place]!, trace.tail[place]!];
    const at = Math.max(0, head - 1); // the state in hand
    const board = trace.board[place]!;
    this.number.textContent = boardNumber(board);
    this.numbers.textContent = t("stateCounts", { taken: head, seen: tail, waiting: tail - head, wins: trace.wins[place]! });
    const { side } = this.game;
    const named = (i: number): string => `${Math.floor(this.cells[i]! / side) + 1} ${(this.cells[i]! % side) + 1} · ${ternary(this.boards[i]!)}`;
    const shown = Array.from({ length: Math.min(SHOWN, tail - head) }, (_, i) => h("li", {}, named(head + i)));
    if (tail - head > SHOWN) shown.push(h("li", {}, t("more", { count: tail - head - SHOWN })));
    this.queue.replaceChildren(...shown);
    const counts = new Uint16Array(side * side);
    for (let i = 0; i < tail; i++) counts[this.cells[i]!]!++;
    view.counts = counts;
    view.flood = undefined;
    view.cursor = trace.cell[place]!;
    view.bessie.row = Math.floor(this.cells[at]! / side);
    view.bessie.column = this.cells[at]! % side;
    view.changed();
    const end = place === this.count;
    this.watcher.say(end && !this.whole ? t("searchCut", { count: MAX_EVENTS }) : `${t(LINES[line]!).trim()}`);
    this.watcher.changed();
  }
}
