// Positions and moves as short texts for the address.

/** Runs of the same point: "12.X2O" is twelve empty points, a black stone, two white ones. */
export function packStones(stones: Uint8Array): string {
  let text = "";
  for (let i = 0; i < stones.length; ) {
    let run = 1;
    while (i + run < stones.length && stones[i + run] === stones[i]) run++;
    text += (run > 1 ? run : "") + ".XO-"[stones[i]!]!;
    i += run;
  }
  return text;
}

/** The rows of the problem's text, or undefined when the runs do not fill the board. */
export function unpackStones(text: string, rows: number, columns: number): string | undefined {
  let all = "";
  for (const [, run, point] of text.matchAll(/(\d*)([.XO-])/g)) {
    all += point!.replace("-", "#").repeat(Math.min(Number(run || 1), rows * columns));
    if (all.length > rows * columns) return undefined;
  }
  if (all.length !== rows * columns) return undefined;
  return (all.match(new RegExp(`.{${columns}}`, "g")) ?? []).join("\n");
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Two letters a move: the row, then the column; boards up to 26 lines. */
export function packMoves(moves: ArrayLike<number>, columns: number): string {
  return Array.from(moves, (m) => LETTERS[Math.floor(m / columns)]! + LETTERS[m % columns]!).join("");
}

export function unpackMoves(text: string, columns: number): number[] {
  return Array.from(text.matchAll(/([a-z])([a-z])/g), ([, row, column]) => LETTERS.indexOf(row!) * columns + LETTERS.indexOf(column!));
}

/** "9" or "3x5" as rows and columns. */
export function unpackSize(text: string | null, most: number): [number, number] | undefined {
  const found = /^(\d+)(?:x(\d+))?$/.exec(text ?? "");
  if (!found) return undefined;
  const rows = Number(found[1]);
  const columns = Number(found[2] ?? found[1]);
  return rows >= 1 && columns >= 1 && rows <= most && columns <= most ? [rows, columns] : undefined;
}
