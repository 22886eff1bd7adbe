// What is drawn over a board to explain a game: liberties, ghost stones, lines, refusals, marks and names of points.
import { stone, textWidth, write, type Picture } from "./sprites";
import type { Mark } from "./sgf-tree";
import type { Dot } from "./board-view";

export interface Ghost {
  point: number;
  black: boolean;
  /** Its number in a line. */
  text?: string;
}

export interface Notes {
  /** Liberties of groups, each at the top right of its group. */
  counts: Map<number, number>;
  ghosts: Ghost[];
  /** A refused move, drawn large: the ghost of the stone, and the stones that would die. */
  refusal: { ghost: Ghost; doomed: Set<number> } | undefined;
  /** A cell that is framed in gold, and whether it is lit now. */
  gold: number;
}

export const noNotes = (): Notes => ({ counts: new Map(), ghosts: [], refusal: undefined, gold: -1 });

const TILE = 16;
let ghosts: [Picture, Picture] | undefined;

export class NotePainter {
  constructor(
    private readonly pen: CanvasRenderingContext2D,
    private readonly left: (point: number) => number,
    private readonly top: (point: number) => number,
  ) {
    ghosts ??= [stone(true, 0), stone(false, 0)];
  }

  draw(notes: Notes, stones: Uint8Array): void {
    for (const [point, count] of notes.counts) this.count(point, count, stones[point] === 1);
    for (const ghost of notes.ghosts) this.ghost(ghost, 0.6);
    if (notes.gold >= 0) this.frame(notes.gold, "#fce448", 2);
    if (notes.refusal) this.refusal(notes.refusal.ghost, notes.refusal.doomed);
  }

  /** Liberties in the corner of a stone, so that dots and numbers can both be seen. */
  private count(point: number, count: number, black: boolean): void {
    const text = String(count);
    const x = this.left(point) + TILE - textWidth(text);
    const y = this.top(point);
    this.pen.fillStyle = black ? "#fcfcfc" : "#000000";
    this.pen.fillRect(x - 2, y - 1, textWidth(text) + 3, 7);
    write(this.pen, text, x - 1, y, count === 1 ? (black ? "#c01010" : "#f87068") : black ? "#000000" : "#fcfcfc");
  }

  private ghost(ghost: Ghost, alpha: number): void {
    this.pen.globalAlpha = alpha;
    this.pen.drawImage(ghosts![ghost.black ? 0 : 1], this.left(ghost.point), this.top(ghost.point));
    this.pen.globalAlpha = 1;
    if (ghost.text) drawNumber(this.pen, ghost.text, this.left(ghost.point), this.top(ghost.point), ghost.black ? 1 : 2);
  }

  private refusal(ghost: Ghost, doomed: ReadonlySet<number>): void {
    for (const point of doomed) this.frame(point, "#f83830", 2);
    this.ghost(ghost, 0.75);
    const x = this.left(ghost.point);
    const y = this.top(ghost.point);
    for (const [colour, grow] of [["#000000", 1], ["#f83830", 0]] as const) {
      this.pen.fillStyle = colour;
      for (let i = 1; i < TILE - 1; i++) {
        this.pen.fillRect(x + i - grow, y + i - grow, 2 + grow, 2 + grow);
        this.pen.fillRect(x + TILE - 2 - i - grow, y + i - grow, 2 + grow, 2 + grow);
      }
    }
  }

  private frame(point: number, colour: string, width: number): void {
    this.pen.strokeStyle = colour;
    this.pen.lineWidth = width;
    this.pen.strokeRect(this.left(point) + width / 2, this.top(point) + width / 2, TILE - width, TILE - width);
  }
}

// ---- marks: the shapes and letters of SGF, and move numbers ----

/** What is under a mark decides its colour: 0 wood, 1 black, 2 white. */
const INK = ["#a01010", "#f8d820", "#a01010"] as const;

/** Draws a mark into a tile whose corner is at x, y. */
export function drawMark(pen: CanvasRenderingContext2D, mark: Mark, x: number, y: number, under: number): void {
  const colour = INK[under] ?? INK[0];
  pen.fillStyle = colour;
  const dot = (dx: number, dy: number, width = 1, height = 1): void => pen.fillRect(x + dx, y + dy, width, height);
  if (mark.kind === "LB") return letters(pen, mark.text, x, y, colour, under);
  if (mark.kind === "TB" || mark.kind === "TW") {
    pen.fillStyle = mark.kind === "TB" ? "#fcfcfc" : "#000000";
    dot(5, 5, 6, 6);
    pen.fillStyle = mark.kind === "TB" ? "#000000" : "#fcfcfc";
    dot(6, 6, 4, 4);
    return;
  }
  if (under === 0) {
    // the lines of the board would run through the shape
    pen.fillStyle = "#dca058";
    dot(3, 3, 10, 10);
    pen.fillStyle = colour;
  }
  if (mark.kind === "MA")
    for (let i = 0; i < 8; i++) {
      dot(4 + i, 4 + i, i < 7 ? 2 : 1);
      dot(11 - i, 4 + i, i < 7 ? 2 : 1);
    }
  else if (mark.kind === "TR") {
    for (let i = 0; i < 7; i++) {
      dot(7 - Math.floor(i / 2), 4 + i);
      dot(8 + Math.floor(i / 2), 4 + i);
    }
    dot(4, 11, 8);
  } else if (mark.kind === "SQ") {
    dot(4, 4, 8);
    dot(4, 11, 8);
    dot(4, 4, 1, 8);
    dot(11, 4, 1, 8);
  } else {
    dot(6, 4, 4);
    dot(6, 11, 4);
    dot(4, 6, 1, 4);
    dot(11, 6, 1, 4);
    for (const [dx, dy] of [[5, 5], [10, 5], [5, 10], [10, 10]] as const) dot(dx, dy);
  }
}

/** As many small letters as a tile takes. */
function letters(pen: CanvasRenderingContext2D, text: string, x: number, y: number, colour: string, under: number): void {
  const shown = text.toUpperCase().slice(0, 3);
  const width = textWidth(shown);
  const left = x + Math.floor((TILE - width) / 2);
  if (under === 0) {
    pen.fillStyle = "#dca058";
    pen.fillRect(left - 1, y + 4, width + 2, 8);
  }
  write(pen, shown, left, y + 6, colour);
}

/** The number of a move on its stone. */
export function drawNumber(pen: CanvasRenderingContext2D, text: string, x: number, y: number, under: number): void {
  write(pen, text, x + Math.floor((TILE - textWidth(text)) / 2), y + 6, under === 1 ? "#fcfcfc" : "#000000");
}

/** A line's name: numbers from the top left, or letters (no I) and numbers from the bottom. */
export const columnName = (column: number, letters: boolean): string => {
  if (!letters) return String(column + 1);
  const names = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
  return column < 25 ? names[column]! : names[Math.floor(column / 25) - 1]! + names[column % 25]!;
};
export const rowName = (row: number, rows: number, letters: boolean): string => String(letters ? rows - row : row + 1);

// ---- names of points: 'row column' from the top left corner, or A1 from the bottom left ----

export type Coordinates = "11" | "A1";

/** "6 4" or "D4". */
export function pointName(point: number, rows: number, columns: number, style: Coordinates): string {
  const letters = style === "A1";
  const row = rowName(Math.floor(point / columns), rows, letters);
  const column = columnName(point % columns, letters);
  return letters ? column + row : `${row} ${column}`;
}

// ---- liberties: a dot for every group and liberty, beside a stone of that group ----

/** Any game that knows its groups. */
export interface Groups {
  readonly rows: number;
  readonly columns: number;
  groups(): Uint32Array;
  liberties(point: number): number;
}

const SIDES = [
  [-1, 0],
  [0, -1],
  [0, 1],
  [1, 0],
] as const;

export function libertyDots(game: Groups, stones: Uint8Array): Dot[] {
  const { rows, columns } = game;
  const groups = game.groups();
  const liberties = new Map<number, number>();
  const dots: Dot[] = [];
  stones.forEach((colour, point) => {
    if (colour !== 0) return;
    const row = Math.floor(point / columns);
    const column = point % columns;
    const seen: number[] = [];
    for (const [dy, dx] of SIDES) {
      const y = row + dy;
      const x = column + dx;
      if (y < 0 || x < 0 || y >= rows || x >= columns) continue;
      const next = y * columns + x;
      if (stones[next] !== 1 && stones[next] !== 2) continue;
      const root = groups[next]!;
      if (seen.includes(root)) continue;
      seen.push(root);
      if (!liberties.has(root)) liberties.set(root, game.liberties(root));
      dots.push({ point, dx, dy, atari: liberties.get(root) === 1 });
    }
  });
  return dots;
}
