// Where the yellow dots go: one for every group and liberty, beside a stone of that group.
import type { Dot } from "./board-view";
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
