// Mazes to begin with, random ones, and mazes as short texts for the address.
import { CELL_FLOOR, CELL_MOVE, CELL_START, CELL_WALL, mazeText } from "./maze-game";

/** The sample of the problem, and two of our own. */
export const BUILT_IN: Record<string, string> = {
  sample: `7
#####################
###O11###...###M13###
###......O22......###
###...######M22######
###BBB###M31###M11###
###...O32...M33O31###
#####################
`,
  ring: `9
###########################
###M11O12O13......M22...###
###...#########...###...###
###...###O32...O22###O33###
###...###...###...###...###
###O21###M31###BBB###...###
###...###############...###
###M33...O31...M13......###
###########################
`,
  meadow: `11
#################################
###M11...O12...###............###
###......###...............######
###......###...######...O23...###
###...............###.........###
######...###...BBB......###...###
###.........O22######......M33###
###......###...............######
###M31............###...O32...###
###......###............O33...###
#################################
`,
};

/** A maze of corridors with some walls taken out, and moves strewn in. */
export function randomMaze(side: number, random: () => number): string {
  const below = (n: number): number => Math.floor(random() * n);
  const cells = new Uint8Array(side * side).fill(CELL_WALL);
  const last = side - 2 - ((side - 3) % 2);
  const stack: [number, number][] = [[1, 1]];
  cells[side + 1] = CELL_FLOOR;
  while (stack.length) {
    const [row, column] = stack[stack.length - 1]!;
    const open = ([[-2, 0], [0, 2], [2, 0], [0, -2]] as const).filter(([dy, dx]) => {
      const [y, x] = [row + dy, column + dx];
      return y >= 1 && x >= 1 && y <= last && x <= last && cells[y * side + x] === CELL_WALL;
    });
    if (!open.length) {
      stack.pop();
      continue;
    }
    const [dy, dx] = open[below(open.length)]!;
    cells[(row + dy / 2) * side + column + dx / 2] = CELL_FLOOR;
    cells[(row + dy) * side + column + dx] = CELL_FLOOR;
    stack.push([row + dy, column + dx]);
  }
  for (let row = 1; row < side - 1; row++)
    for (let column = 1; column < side - 1; column++)
      if (random() < 0.15) cells[row * side + column] = CELL_FLOOR;
  const floor = Array.from(cells.keys()).filter((i) => cells[i] === CELL_FLOOR);
  const moves = Math.min(0.25, 16 / floor.length); // some sixteen: enough to win in dozens of ways
  for (const cell of floor) if (random() < moves) cells[cell] = CELL_MOVE + below(18);
  cells[floor[below(floor.length)]!] = CELL_START;
  return mazeText(cells, side);
}

const SYMBOLS = "x.SabcdefghiABCDEFGHI"; // wall, floor, start, M11..M33, O11..O33

/** Runs of cells, e.g. "8xS3.": the side is separate. */
export function packMaze(cells: Uint8Array): string {
  let text = "";
  for (let i = 0; i < cells.length; ) {
    let run = 1;
    while (i + run < cells.length && cells[i + run] === cells[i]) run++;
    text += (run > 1 ? run : "") + SYMBOLS[cells[i]!]!;
    i += run;
  }
  return text;
}

export function unpackMaze(text: string, side: number): string | undefined {
  const cells: number[] = [];
  for (const [, run, symbol] of text.matchAll(/(\d*)([A-Za-z.])/g)) {
    const cell = SYMBOLS.indexOf(symbol!);
    if (cell < 0) return undefined;
    for (let n = Math.min(Number(run || 1), side * side); n > 0; n--) cells.push(cell);
  }
  return cells.length === side * side ? mazeText(cells, side) : undefined;
}
