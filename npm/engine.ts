// NoGo's player, solver and random games: what qi-engine.wasm does.
import { Handle, type Core } from "./core.js";
import { indexOf, NogoGame, parsed, placeOf, seedOf, whole, type Place } from "./games.js";

const ENGINES = ["strong", "policy", "playouts"] as const;
const OUTCOMES = ["lost", "unknown", "won"] as const; // -1, 0 and 1
const MEMORY = 64 << 20;
const SLICE = 200; // playouts between two reports

export type EngineKind = (typeof ENGINES)[number];
/** What is proved, for the side to move. */
export type Outcome = (typeof OUTCOMES)[number];

export interface Candidate extends Place {
  visits: number;
  /** Of the side to move, 0 to 1; null without visits, unless the outcome is proved. */
  winRate: number | null;
  outcome: Outcome;
}

export interface Choice {
  /** null when there is no legal move. */
  move: Place | null;
  winRate: number;
  outcome: Outcome;
  playouts: number;
  /** The best move first. */
  candidates: Candidate[];
}

export interface Solution {
  outcome: Outcome;
  /** A move that wins. */
  move: Place | null;
  nodes: number;
}

export interface PlayoutCounts {
  games: number;
  blackWins: number;
  moves: number;
}

export interface PlayerOptions {
  /** 1 to Engine.levels; 0: `engine`, a second a move. */
  level?: number;
  engine?: EngineKind;
  seed?: number;
  /** Bytes for the search. */
  memory?: number;
}

/** Without either, the level's own limits. */
export interface Limits {
  playouts?: number;
  seconds?: number;
}

export interface SolveOptions {
  /** The most positions to search; 0 means no limit. */
  nodes?: number;
  memory?: number;
}

/** Called between two slices of thinking; false ends it. */
export type Report = (soFar: Choice) => boolean | void;

const outcomeOf = (number: number): Outcome => OUTCOMES[number + 1];
const placeOrNull = (columns: number, point: number): Place | null => (point === 0xffffffff ? null : placeOf(columns, point));
const memoryOf = (memory: number): number => whole("memory", memory, 0, 0xffffffff);

/** A game as one line: this is how the engine's module, which has a memory of its own, gets it. */
export function lineOf(game: NogoGame): string {
  if (game instanceof NogoGame) return game.toLine();
  throw new TypeError(`found ${(game as object | null)?.constructor?.name ?? String(game)}, expected a NogoGame`);
}

class Position extends Handle {
  readonly rows: number;
  readonly columns: number;

  constructor(core: Core, line: string) {
    super(core, parsed(core.parse(line, (...text) => core.call.nogo_parse(...text))));
    this.rows = core.call.nogo_rows(this.number);
    this.columns = core.call.nogo_columns(this.number);
  }
}

function withPosition<T>(core: Core, line: string, use: (position: Position) => T): T {
  const position = new Position(core, line);
  try {
    return use(position);
  } finally {
    position.free();
  }
}

export class Player {
  readonly #core: Core;
  readonly #handle: Handle;
  #choosing = false;

  constructor(core: Core, { level = 0, engine = "strong", seed = 1, memory = MEMORY }: PlayerOptions = {}) {
    whole("level", level, 0, core.call.nogo_levels());
    this.#core = core;
    this.#handle = new Handle(core, core.call.player_new(level, indexOf(ENGINES, engine, "engine"), seedOf(seed), memoryOf(memory)));
  }

  /** Chooses a move. `report` must not call choose() of the same player; an aborted signal throws its reason. */
  choose(game: NogoGame, { report, signal, ...limits }: Limits & { report?: Report | undefined; signal?: AbortSignal | undefined } = {}): Choice {
    signal?.throwIfAborted();
    const thinking = this.think(lineOf(game), limits);
    try {
      for (;;) {
        const { done, value } = thinking.next();
        if (done || report?.(value) === false) return value;
        signal?.throwIfAborted();
      }
    } finally {
      thinking.return(undefined as never);
    }
  }

  /**
   * Thinks about a position, a slice at a time; yields how it goes, and returns the choice.
   * @internal
   */
  *think(line: string, { playouts = 0, seconds = 0 }: Limits): Generator<Choice, Choice, void> {
    whole("playouts", playouts, 0, Number.MAX_SAFE_INTEGER);
    if (!Number.isFinite(seconds) || seconds < 0) throw new RangeError(`seconds is ${String(seconds)}: it must be a number from 0`);
    if (this.#choosing) throw new Error("this player is already choosing");
    this.#choosing = true;
    try {
      const { call } = this.#core, { number } = this.#handle;
      const size = withPosition(this.#core, line, (position) => {
        if (!call.player_set_position(number, position.number)) throw new RangeError("the board is too large to search");
        return { rows: position.rows, columns: position.columns };
      });
      const most = playouts || seconds ? playouts : call.player_playouts(number);
      const time = playouts || seconds ? seconds : call.player_seconds(number);
      const end = time ? performance.now() + 1000 * time : Infinity;
      for (;;) {
        const left = most ? most - call.player_thought(number) : SLICE;
        if (left <= 0 || call.player_think(number, Math.min(left, SLICE), most || 100000) || performance.now() >= end) return this.#read(size);
        yield this.#read(size);
      }
    } finally {
      this.#choosing = false;
    }
  }

  #read({ rows, columns }: { rows: number; columns: number }): Choice {
    const core = this.#core, { call } = core, { number } = this.#handle, points = rows * columns;
    const [move, [winRate, outcome]] = core.numbers(2, (to) => call.player_decide(number, to) >>> 0);
    const [count, numbers] = core.numbers(4 * points, (to) => call.player_candidates(number, to, points));
    const candidates = Array.from({ length: count }, (_, i) => {
      const [point, visits, rate, proved] = numbers.slice(4 * i, 4 * i + 4);
      return { ...placeOf(columns, point!), visits: visits!, winRate: rate! < 0 ? null : rate!, outcome: outcomeOf(proved!) };
    });
    return { move: placeOrNull(columns, move), winRate: winRate!, outcome: outcomeOf(outcome!), playouts: call.player_thought(number), candidates };
  }

  /** As free() of a board. */
  free(): void {
    this.#handle.free();
  }
}

/** What loadEngine() returns. Games come from any load(). */
export class Engine {
  /** The strongest level of a player. */
  readonly levels: number;
  readonly version: string;
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
    this.version = core.text(core.call.version() >>> 0);
    this.levels = core.call.nogo_levels();
  }

  player(options?: PlayerOptions): Player {
    return new Player(this.#core, options);
  }

  /** Who wins with best play, proved. Throws RangeError when too many points can still be played. */
  solve(game: NogoGame, options?: SolveOptions): Solution {
    return this.solveLine(lineOf(game), options);
  }

  /** @internal */
  solveLine(line: string, { nodes = 0, memory = MEMORY }: SolveOptions = {}): Solution {
    whole("nodes", nodes, 0, Number.MAX_SAFE_INTEGER);
    const core = this.#core;
    return withPosition(core, line, (position) => {
      const solver = new Handle(core, core.call.solver_new(memoryOf(memory)));
      try {
        const [good, [outcome, move, searched]] = core.numbers(3, (to) => core.call.solver_solve(solver.number, position.number, nodes, to));
        if (!good) throw new RangeError("too many points can still be played");
        return { outcome: outcomeOf(outcome!), move: placeOrNull(position.columns, move!), nodes: searched! };
      } finally {
        solver.free();
      }
    });
  }

  /** Random games from here; the position stays. */
  playouts(game: NogoGame, games: number, options?: { seed?: number }): PlayoutCounts {
    return this.playoutsLine(lineOf(game), games, options);
  }

  /** @internal */
  playoutsLine(line: string, games: number, { seed = 1 }: { seed?: number } = {}): PlayoutCounts {
    whole("games", games, 0, Number.MAX_SAFE_INTEGER);
    const core = this.#core;
    return withPosition(core, line, (position) => {
      const [good, [played, blackWins, moves]] = core.numbers(3, (to) => core.call.nogo_playouts(position.number, games, seedOf(seed), to));
      if (!good) throw new Error("out of memory");
      return { games: played!, blackWins: blackWins!, moves: moves! };
    });
  }
}
