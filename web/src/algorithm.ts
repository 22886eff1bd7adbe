// The textbook's way through a whole game, step by step: union-find with pseudo-liberties, a trial that is taken
// back, and a pointer for each colour that never turns round. The engine in C knows nothing of it; the
// tests compare the game with the engine's.

/** Lines of the pseudocode, as `algorithmCode` in texts.ts has them, from 0. */
export const LINE = { next: 1, occupied: 3, decrement: 4, look: 5, restore: 6, advance: 7, over: 8, place: 9, take: 10, union: 11, turn: 12 } as const;

export interface State {
  stones: Uint8Array;
  parent: Int16Array;
  size: Int16Array;
  /** Of roots: the pseudo-liberties, every pair of a stone and an empty neighbour. */
  qi: Int16Array;
  pointers: [number, number];
  toMove: number;
  moves: number;
  last: number;
  /** Per colour, points that were refused: true would capture. */
  refused: [Map<number, boolean>, Map<number, boolean>];
}

export type What = "begin" | "look" | "occupied" | "lower" | "fine" | "capture" | "suicide" | "restore" | "put" | "take" | "join" | "turn" | "on" | "over";

export interface Event {
  line: number;
  what: What;
  /** The point in question, a neighbour of it and the neighbour's root; -1 when there is none. */
  point: number;
  next: number;
  root: number;
  /** A number that the words need. */
  count: number;
  state: State;
}

export const MAX_SIDE = 9;

export function find(parent: Int16Array, point: number): number {
  let root = point;
  while (parent[root] !== root) root = parent[root]!;
  return root;
}

/** All steps of the game from a position, Black to move. */
export function trace(rows: number, columns: number, start: Uint8Array): Event[] {
  const points = rows * columns;
  const events: Event[] = [];
  let state: State = {
    stones: new Uint8Array(points),
    parent: Int16Array.from({ length: points }, (_, i) => i),
    size: new Int16Array(points),
    qi: new Int16Array(points),
    pointers: [0, 0],
    toMove: 1,
    moves: 0,
    last: -1,
    refused: [new Map(), new Map()],
  };
  const around = (point: number): number[] => {
    const column = point % columns;
    return [point >= columns ? point - columns : -1, column ? point - 1 : -1, column < columns - 1 ? point + 1 : -1, point + columns < points ? point + columns : -1].filter((next) => next >= 0);
  };
  const record = (line: number, what: What, point = -1, next = -1, root = -1, count = 0): void => {
    events.push({ line, what, point, next, root, count, state });
    // what was recorded stays as it is; the next step gets its own
    state = {
      ...state,
      stones: state.stones.slice(), parent: state.parent.slice(), size: state.size.slice(), qi: state.qi.slice(), pointers: [...state.pointers],
      refused: [new Map(state.refused[0]), new Map(state.refused[1])],
    };
  };
  const put = (point: number, colour: number, aloud: boolean): void => {
    state.stones[point] = colour;
    state.size[point] = 1;
    state.qi[point] = around(point).filter((next) => !state.stones[next]).length;
    if (aloud) record(LINE.place, "put", point, -1, point, state.qi[point]!);
    for (const next of around(point))
      if (state.stones[next]) {
        const root = find(state.parent, next);
        state.qi[root]!--;
        if (aloud) record(LINE.take, "take", point, next, root, state.qi[root]!);
      }
    for (const next of around(point)) {
      const root = find(state.parent, next);
      if (state.stones[next] !== colour || root === find(state.parent, point)) continue;
      const mine = find(state.parent, point);
      // the smaller tree goes below the larger
      const [above, below] = state.size[root]! >= state.size[mine]! ? [root, mine] : [mine, root];
      state.parent[below] = above;
      state.size[above]! += state.size[below]!;
      state.qi[above]! += state.qi[below]!;
      if (aloud) record(LINE.union, "join", point, next, above, state.qi[above]!);
    }
  };
  start.forEach((colour, point) => (colour === 1 || colour === 2) && put(point, colour, false));
  record(0, "begin");
  for (;;) {
    const colour = state.toMove;
    const side = (colour - 1) as 0 | 1;
    let played = false;
    while (state.pointers[side] < points && !played) {
      const point = state.pointers[side];
      record(LINE.next, "look", point);
      if (state.stones[point]) record(LINE.occupied, "occupied", point);
      else {
        const others = around(point).filter((next) => state.stones[next]);
        for (const next of others) {
          const root = find(state.parent, next);
          state.qi[root]!--;
          record(LINE.decrement, "lower", point, next, root, state.qi[root]!);
        }
        const dead = others.find((next) => state.stones[next] !== colour && !state.qi[find(state.parent, next)]);
        const breathes = others.length < around(point).length || others.some((next) => state.stones[next] === colour && state.qi[find(state.parent, next)]! > 0);
        const what = dead !== undefined ? "capture" : breathes ? "fine" : "suicide";
        if (what !== "fine") state.refused[side].set(point, what === "capture");
        record(LINE.look, what, point, dead ?? -1, dead !== undefined ? find(state.parent, dead) : -1);
        for (const next of others) state.qi[find(state.parent, next)]!++;
        if (others.length) record(LINE.restore, "restore", point);
        if (what === "fine") {
          played = true;
          put(point, colour, true);
          state.moves++;
          state.last = point;
          state.toMove = 3 - colour;
          record(LINE.turn, "turn", point);
        }
      }
      state.pointers[side]++;
      if (!played) record(LINE.advance, "on", point);
    }
    if (!played) {
      record(LINE.over, "over");
      return events;
    }
  }
}
