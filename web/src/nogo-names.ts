// How points are named: 'row column' from the top left corner, or A1 from the bottom left.
import { columnName, rowName } from "./board-marks";

export type Coordinates = "11" | "A1";

/** "6 4" or "D4". */
export function pointName(point: number, rows: number, columns: number, style: Coordinates): string {
  const letters = style === "A1";
  const row = rowName(Math.floor(point / columns), rows, letters);
  const column = columnName(point % columns, letters);
  return letters ? column + row : `${row} ${column}`;
}
