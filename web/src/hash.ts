// Positions and moves as short texts for the address.
import type { Core } from "../../npm/core.js";
import { NoGoGame } from "./nogo-game";

/** Names where a game begins: the size of an empty board, or the position in one line. */
export function writeStart(state: URLSearchParams, game: NoGoGame): void {
  const { startLine, rows, columns } = game;
  if (/[_ox].*:|o$/.test(startLine)) state.set("position", startLine);
  else state.set("n", rows === columns ? `${rows}` : `${rows}x${columns}`);
}

/** The game that begins where an address says; undefined when it says nothing that can be. */
export function readStart(core: Core, state: URLSearchParams, largest: number): NoGoGame | undefined {
  const line = state.get("position") ?? lineOf(state);
  const [row = ""] = line.split("/", 1);
  const columns = Array.from(row.matchAll(/(\d+)|[xo_.]/g), ([, empty]) => Number(empty ?? 1)).reduce((sum, n) => sum + n, 0);
  if (!line.includes(":") || columns > largest || line.split("/").length > largest) return undefined;
  const game = NoGoGame.parse(core, line);
  return game instanceof NoGoGame ? game : undefined;
}

/** The line of a size, and of what addresses had before lines: runs of the same point, such as "12.X2O", and w=1. */
function lineOf(state: URLSearchParams): string {
  const [, down = "", across = down] = /^(\d{1,5})(?:x(\d{1,5}))?$/.exec(state.get("n") ?? "") ?? [];
  const [rows, columns] = [Number(down), Number(across)];
  let points = "";
  for (const [, run, point] of (state.get("b") ?? "").matchAll(/(\d*)([.XO-])/g)) {
    points += point!.replace("-", "_").toLowerCase().repeat(Math.min(Number(run || 1), rows * columns));
    if (points.length > rows * columns) break;
  }
  const full = points.length === rows * columns;
  const row = (index: number): string => (full ? points.slice(index * columns, (index + 1) * columns) : `${columns}`);
  return Array.from({ length: rows }, (_, index) => row(index)).join("/") + (state.get("w") === "1" ? ":o" : ":x");
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Two letters a move: the row, then the column; boards up to 26 lines. */
export function packMoves(moves: ArrayLike<number>, columns: number): string {
  return Array.from(moves, (m) => LETTERS[Math.floor(m / columns)]! + LETTERS[m % columns]!).join("");
}

export function unpackMoves(text: string, columns: number): number[] {
  return Array.from(text.matchAll(/([a-z])([a-z])/g), ([, row, column]) => LETTERS.indexOf(row!) * columns + LETTERS.indexOf(column!));
}
