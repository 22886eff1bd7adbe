// How points are named: 'row column' from the top left corner, or A1 from the bottom left, without I.

export type Coordinates = "11" | "A1";

const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

export const columnName = (column: number, style: Coordinates): string => (style === "A1" ? (LETTERS[column] ?? "?") : String(column + 1));

export const rowName = (row: number, rows: number, style: Coordinates): string => String(style === "A1" ? rows - row : row + 1);

/** "6 4" or "D4". */
export function pointName(point: number, rows: number, columns: number, style: Coordinates): string {
  const row = rowName(Math.floor(point / columns), rows, style);
  const column = columnName(point % columns, style);
  return style === "A1" ? column + row : `${row} ${column}`;
}
