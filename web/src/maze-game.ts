// A maze, Bessie and the boards she can win: a thin hand over the C functions in web/wasm/maze.c.
import { Core, Handle, type TextError } from "../../npm/core.js";
import { t } from "./language";

export const CELL_WALL = 0;
export const CELL_FLOOR = 1;
export const CELL_START = 2;
/** From here on a move: 3 + 9 * (0 for M, 1 for O) + square. */
export const CELL_MOVE = 3;

export const WALKED = 0;
export const WROTE = 1;
export const WON = 2;
export const BLOCKED = 3;
export const OVER = 4;

export type Direction = 0 | 1 | 2 | 3; // north, east, south, west

/** The three letters of a cell in the problem's text. */
export function cellText(cell: number): string {
  if (cell < CELL_MOVE) return ["###", "...", "BBB"][cell]!;
  const square = (cell - CELL_MOVE) % 9;
  return `${cell - CELL_MOVE < 9 ? "M" : "O"}${Math.floor(square / 3) + 1}${(square % 3) + 1}`;
}

/** Whether the coin of a cell, if it has one, would write into a free square. */
export const writes = (cell: number, filled: number): boolean => cell >= CELL_MOVE && !((filled >> ((cell - CELL_MOVE) % 9)) & 1);

/**
 * A board as the number that the problem's guide gives it, written to base 3: digit 0, 1 for M, 2 for O, of square i
 * counts 3^i, from the top left. The core's number of a board has the top left first instead.
 */
export const ternary = (board: number): string => [...board.toString(3).padStart(9, "0")].reverse().join("");

/** A board in the words of the page: its number to base 3 and to base 10. */
export const boardNumber = (board: number): string => t("ternaryIs", { digits: ternary(board), number: parseInt(ternary(board), 3) });

/** The steps to a cell: over as few fresh coins as can be, and then as few cells; undefined when there is no way. */
export function wayTo(cells: Uint8Array, side: number, from: number, to: number, filled: number): Direction[] | undefined {
  const COIN = 10_000;
  const cost = new Map<number, number>([[from, 0]]);
  const came = new Map<number, Direction>();
  const open = new Set([from]);
  const by = [-side, 1, side, -1];
  while (open.size) {
    let at = -1;
    for (const cell of open) if (at < 0 || cost.get(cell)! < cost.get(at)!) at = cell;
    open.delete(at);
    if (at === to) break;
    by.forEach((step, direction) => {
      const next = at + step;
      if (cells[next] === CELL_WALL || cells[next] === undefined) return;
      const sum = cost.get(at)! + 1 + (writes(cells[next]!, filled) ? COIN : 0);
      if (sum >= (cost.get(next) ?? Infinity)) return;
      cost.set(next, sum);
      came.set(next, direction as Direction);
      open.add(next);
    });
  }
  if (!came.has(to)) return undefined;
  const way: Direction[] = [];
  for (let at = to; at !== from; at -= by[came.get(at)!]!) way.unshift(came.get(at)!);
  return way;
}

export function mazeText(cells: ArrayLike<number>, side: number): string {
  const lines = [String(side)];
  for (let row = 0; row < side; row++)
    lines.push(Array.from({ length: side }, (_, column) => cellText(cells[row * side + column]!)).join(""));
  return lines.join("\n") + "\n";
}

export class MazeGame {
  readonly side: number;
  readonly cells: Uint8Array;
  readonly winning: number[];

  private readonly owned: Handle;

  private constructor(
    private readonly core: Core,
    handle: number,
  ) {
    this.owned = new Handle(core, handle);
    this.side = core.call.maze_side(handle);
    this.cells = core.copyBytes(this.side * this.side, (to) => core.call.maze_cells(handle, to));
    this.winning = this.list("maze_winning");
  }

  static parse(core: Core, text: string): MazeGame | TextError {
    const got = core.parse(text, (address, length, error) => core.call.maze_parse(address, length, error));
    return typeof got === "number" ? new MazeGame(core, got) : got;
  }

  free(): void {
    this.owned.free();
  }

  private get handle(): number {
    return this.owned.number;
  }

  get text(): string {
    return mazeText(this.cells, this.side);
  }

  begin(): void {
    this.core.call.maze_begin(this.handle);
  }
  step(direction: Direction): number {
    return this.core.call.maze_step(this.handle, direction);
  }
  /** A step from any cell with any board that does not win. */
  tryStep(at: number, board: number, direction: Direction): { result: number; at: number; board: number } {
    return this.core.borrow(8, (address) => {
      const result = this.core.call.maze_try(this.handle, at, board, direction, address);
      const [cell, after] = this.core.words(address, 2);
      return { result, at: cell!, board: after! };
    });
  }

  get at(): number {
    return this.core.call.maze_at(this.handle);
  }
  get board(): number {
    return this.core.call.maze_board(this.handle);
  }

  /** Nine letters: 0, 1 for M, 2 for O. */
  letters(board: number): Uint8Array {
    return this.core.copyBytes(9, (to) => this.core.call.maze_letters(board, to));
  }

  /** The squares of the winning lines, as a mask; 0 when nobody has won. */
  lines(board: number): number {
    return this.core.call.maze_lines(board);
  }

  /** The filled squares, as a mask. */
  filled(board: number): number {
    return this.letters(board).reduce((mask, letter, square) => mask | (letter ? 1 << square : 0), 0);
  }

  /** How many steps the shortest walk to any winning board has; Infinity when there is none. */
  get shortest(): number {
    return this.winning.reduce((least, board) => Math.min(least, this.core.call.maze_path(this.handle, board, 0, 0) - 1), Infinity);
  }

  /** The steps of a shortest walk to a winning board. */
  path(board: number): Direction[] {
    const count = this.core.call.maze_path(this.handle, board, 0, 0);
    const cells = this.core.copyWords(count, (to) => this.core.call.maze_path(this.handle, board, to, count));
    return Array.from(cells.slice(1), (cell, i) => {
      const by = cell - cells[i]!;
      return by === -this.side ? 0 : by === 1 ? 1 : by === this.side ? 2 : 3;
    });
  }

  /** Every board that the search visits, in order of fullness. */
  visits(): number[] {
    return this.list("maze_visits");
  }

  flood(board: number): { cells: Uint8Array; flooded: number } {
    let flooded = 0;
    const cells = this.core.copyBytes(this.side * this.side, (to) => {
      flooded = this.core.call.maze_flood(this.handle, board, to);
    });
    return { cells, flooded };
  }

  private list(name: string): number[] {
    const count = this.core.call[name]!(this.handle, 0, 0);
    return Array.from(this.core.copyWords(count, (to) => this.core.call[name]!(this.handle, to, count)));
  }
}
