// Marks on a board: the shapes and letters of SGF, move numbers, and a stone that is not there yet.
import type { Mark } from "./sgf-tree";
import { textWidth, write } from "./sprites";

const TILE = 16;

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
