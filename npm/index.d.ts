/** The C library qi as WebAssembly: NoGo, Go with exact superko, and judges of three problems. */

export type Colour = "black" | "white";
export type State = Colour | "empty" | "wall";
export type Outcome = "won" | "lost" | "unknown";
export type Problem = "nogo" | "go" | "maze";
export type Engine = "strong" | "policy" | "playouts";
export type NogoVerdict = "legal" | "off board" | "occupied" | "capture" | "suicide" | "centre";
export type GoVerdict = "legal" | "occupied" | "suicide" | "superko" | "off board";

/** Row and column from 0, the top left corner first. */
export interface Place {
  row: number;
  column: number;
}

/** A text is malformed. Lines and columns count from 1. */
export class BadText extends Error {
  readonly line: number;
  readonly column: number;
  readonly found: string;
  readonly expected: string;
}

export class IllegalMove extends Error {
  readonly verdict: NogoVerdict | GoVerdict;
}

interface Board<Verdict> {
  readonly rows: number;
  readonly columns: number;
  readonly toMove: Colour;
  at(row: number, column: number): State;
  /** The states of all points in reading order: 0 empty, 1 black, 2 white, 3 a hole. */
  points(): Uint8Array;
  judge(row: number, column: number, colour?: Colour): Verdict;
  legal(colour?: Colour): Place[];
  /** Throws IllegalMove. */
  play(row: number, column: number, colour?: Colour): this;
  /** Rows of '.', 'X' (Black), 'O' (White) and '#' (a hole). */
  toString(): string;
  /** Frees the memory now rather than when the object is garbage. Every other call throws afterwards. */
  free(): void;
}

export class NogoGame implements Board<NogoVerdict> {
  private constructor();
  readonly rows: number;
  readonly columns: number;
  readonly toMove: Colour;
  /** The side to move has no legal move: it has lost. */
  readonly over: boolean;
  readonly moves: (Place & { colour: Colour })[];
  at(row: number, column: number): State;
  points(): Uint8Array;
  judge(row: number, column: number, colour?: Colour): NogoVerdict;
  legal(colour?: Colour): Place[];
  play(row: number, column: number, colour?: Colour): this;
  undo(count?: number): this;
  /** Plays the game to its end, by the first legal point or at random. */
  playOut(options?: { random?: boolean; seed?: number }): this;
  /** Random games from here; the position stays. */
  playouts(games: number, options?: { seed?: number }): { games: number; blackWins: number; moves: number };
  /** The position in one line, such as "x.o/3/._.:o". */
  toLine(): string;
  toSgf(): string;
  free(): void;
}

export class GoGame implements Board<GoVerdict> {
  private constructor();
  readonly rows: number;
  readonly columns: number;
  readonly toMove: Colour;
  at(row: number, column: number): State;
  points(): Uint8Array;
  judge(row: number, column: number, colour?: Colour): GoVerdict;
  legal(colour?: Colour): Place[];
  play(row: number, column: number, colour?: Colour): this;
  pass(colour?: Colour): this;
  /** Takes the last move back; false when there is none. */
  undo(): boolean;
  /** How many stones a colour has captured. */
  captures(colour: Colour): number;
  free(): void;
}

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
  /** What is proved for the side to move. */
  outcome: Outcome;
  playouts: number;
  /** The best move first. */
  candidates: Candidate[];
}

export interface PlayerOptions {
  /** 1 to Qi.levels; 0: `engine`, a second a move. */
  level?: number;
  engine?: Engine;
  seed?: number;
  /** Bytes for the search. */
  memory?: number;
}

/** Without either, the level's own limits. */
export interface Limits {
  playouts?: number;
  seconds?: number;
}

export class Player {
  private constructor();
  /** `report` is called now and then; false ends the thinking. It must not call choose() of the same player. */
  choose(game: NogoGame, limits?: Limits & { report?: (so_far: Choice) => boolean | void }): Choice;
  /** As free() of a board. */
  free(): void;
}

/** A player in a worker: the page, or the program, stays awake while it thinks. */
export class RemotePlayer {
  private constructor();
  static start(options?: PlayerOptions): Promise<RemotePlayer>;
  choose(game: NogoGame, limits?: Limits): Promise<Choice>;
  /** Ends the worker; questions without an answer are rejected, now and later. */
  stop(): Promise<void>;
}

export interface BoardSize {
  /** 0 or left out: the problem's usual size. */
  rows?: number;
  columns?: number;
}

export class Qi {
  private constructor();
  readonly version: string;
  /** The strongest level of a player. */
  readonly levels: number;
  nogo(rows?: number, columns?: number): NogoGame;
  /** A size and rows of X, O and . (and # for a hole), or a position in one line. Throws BadText. */
  parseNogo(text: string): NogoGame;
  /** The main line of the first game. Throws BadText. */
  readNogoSgf(text: string): NogoGame;
  go(rows?: number, columns?: number, rules?: { repetition?: "positional" | "situational" | "ko" | "free"; suicide?: boolean }): GoGame;
  player(options?: PlayerOptions): Player;
  /** Who wins with best play, proved. Throws RangeError when too many points can still be played. */
  solve(game: NogoGame, options?: { nodes?: number; memory?: number }): { outcome: Outcome; move: Place | null; nodes: number };
  families(problem: Problem): string[];
  generate(problem: Problem, options?: BoardSize & { family?: string; seed?: number }): string;
  /** The right output. Throws BadText. */
  answer(problem: Problem, input: string, size?: BoardSize): string;
  judge(problem: Problem, input: string, output: string, size?: BoardSize): { right: boolean; line: number; sentence: string };
}

/** Loads the module; `source` are the bytes of qi.wasm, when they do not lie beside this file. */
export function load(source?: BufferSource): Promise<Qi>;
