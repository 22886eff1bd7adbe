// Rules, records and judges: what qi-rules.wasm does.
import { Core, Handle, NO_POINT, type TextError } from "./core.js";

const COLOURS = ["empty", "black", "white", "wall"] as const;
const NOGO_VERDICTS = ["legal", "off board", "occupied", "capture", "suicide", "centre"] as const;
const GO_VERDICTS = ["legal", "occupied", "suicide", "superko", "off board"] as const;
const REPETITIONS = ["positional", "situational", "ko", "free"] as const;
const PROBLEMS = ["nogo", "go", "maze"] as const;
const NOGO_MAX_SIDE = 20000;
const GO_MAX_SIDE = 52;

export type Colour = "black" | "white";
export type State = (typeof COLOURS)[number];
export type NogoVerdict = (typeof NOGO_VERDICTS)[number];
export type GoVerdict = (typeof GO_VERDICTS)[number];
export type Repetition = (typeof REPETITIONS)[number];
export type Problem = (typeof PROBLEMS)[number];

/** Rows and columns count from 1, the top left corner first, as everywhere in qi. */
export interface Place {
  row: number;
  column: number;
}

export interface Move extends Place {
  colour: Colour;
}

/** A text is malformed. Lines and columns count from 1. */
export class BadText extends Error {
  override readonly name = "BadText";
  readonly line: number;
  readonly column: number;
  readonly found: string;
  readonly expected: string;

  constructor({ line, column, found, expected }: Pick<TextError, "line" | "column" | "found" | "expected">) {
    super(`${line}:${column}: found ${found}, expected ${expected}`);
    this.line = line;
    this.column = column;
    this.found = found;
    this.expected = expected;
  }
}

export class IllegalMove extends Error {
  override readonly name = "IllegalMove";
  readonly verdict: NogoVerdict | GoVerdict;

  constructor(verdict: NogoVerdict | GoVerdict) {
    super(`illegal move: ${verdict}`);
    this.verdict = verdict;
  }
}

/** The number of a word in a list. */
export function indexOf(list: readonly string[], word: string, what: string): number {
  const index = list.indexOf(word);
  if (index < 0) throw new RangeError(`no ${what} "${word}": choose one of ${list.join(", ")}`);
  return index;
}

/** A number that must be whole and within bounds. */
export function whole(name: string, value: number, least: number, most: number): number {
  if (!Number.isInteger(value) || value < least || value > most)
    throw new RangeError(`${name} is ${String(value)}: it must be a whole number from ${least} to ${most}`);
  return value;
}

export const seedOf = (seed: number): number => whole("seed", seed, 0, Number.MAX_SAFE_INTEGER);
const colourIndex = (colour: Colour): number => 1 + indexOf(["black", "white"], colour, "colour");

/** What Core.parse() returns as a handle, or BadText. */
export function parsed(got: number | TextError): number {
  if (typeof got !== "number") throw new BadText(got);
  return got;
}

export const placeOf = (columns: number, point: number): Place => ({ row: Math.floor(point / columns) + 1, column: (point % columns) + 1 });

abstract class Board<Verdict extends string> {
  readonly rows: number;
  readonly columns: number;
  protected readonly core: Core;
  readonly #handle: Handle;

  constructor(core: Core, handle: number, rows: number, columns: number) {
    this.#handle = new Handle(core, handle);
    Object.defineProperty(this, "core", { value: core, enumerable: false });
    this.core = core;
    this.rows = rows;
    this.columns = columns;
  }

  protected get handle(): number {
    return this.#handle.number;
  }

  abstract get toMove(): Colour;
  /** The states of all points in reading order: 0 empty, 1 black, 2 white, 3 a hole. */
  abstract points(): Uint8Array;
  /** What the rules say of a move. */
  abstract judge(row: number, column: number, colour?: Colour): Verdict;

  /** The index of a point from 0, or NO_POINT. */
  protected point(row: number, column: number): number {
    const on = Number.isInteger(row) && Number.isInteger(column) && row >= 1 && column >= 1 && row <= this.rows && column <= this.columns;
    return on ? (row - 1) * this.columns + column - 1 : NO_POINT;
  }

  at(row: number, column: number): State {
    whole("row", row, 1, this.rows);
    whole("column", column, 1, this.columns);
    return COLOURS[this.points()[this.point(row, column)]];
  }

  legal(colour: Colour = this.toMove): Place[] {
    const found: Place[] = [];
    for (let row = 1; row <= this.rows; row++)
      for (let column = 1; column <= this.columns; column++)
        if (this.judge(row, column, colour) === "legal") found.push({ row, column });
    return found;
  }

  /** Rows of '.', 'X' (Black), 'O' (White) and '#' (a hole). */
  toString(): string {
    const points = this.points();
    let text = "";
    for (let row = 0; row < this.rows; row++) {
      for (let column = 0; column < this.columns; column++) text += ".XO#"[points[row * this.columns + column]];
      text += "\n";
    }
    return text;
  }

  /** Frees the memory now rather than when the object is garbage. Every other call throws afterwards. */
  free(): void {
    this.#handle.free();
  }
}

export class NogoGame extends Board<NogoVerdict> {
  constructor(core: Core, handle: number) {
    super(core, handle, core.call.nogo_rows(handle), core.call.nogo_columns(handle));
  }

  points(): Uint8Array {
    return this.core.copyBytes(this.rows * this.columns, (to) => this.core.call.nogo_stones(this.handle, to));
  }

  get toMove(): Colour {
    return COLOURS[this.core.call.nogo_to_move(this.handle)] as Colour;
  }

  /** The side to move has no legal move: it has lost. */
  get over(): boolean {
    return !this.core.call.nogo_can_move(this.handle);
  }

  judge(row: number, column: number, colour: Colour = this.toMove): NogoVerdict {
    return NOGO_VERDICTS[this.core.call.nogo_judge(this.handle, colourIndex(colour), this.point(row, column), 0)];
  }

  /** Throws IllegalMove. */
  play(row: number, column: number, colour: Colour = this.toMove): this {
    const verdict = NOGO_VERDICTS[this.core.call.nogo_play(this.handle, colourIndex(colour), this.point(row, column), 0)];
    if (verdict === undefined) throw new Error("out of memory");
    if (verdict !== "legal") throw new IllegalMove(verdict);
    return this;
  }

  get moves(): Move[] {
    const count = this.core.call.nogo_count(this.handle);
    const words = this.core.words(this.core.call.nogo_moves(this.handle) >>> 0, 2 * count);
    return Array.from({ length: count }, (_, i) => ({ colour: COLOURS[words[2 * i + 1]] as Colour, ...placeOf(this.columns, words[2 * i]) }));
  }

  undo(count = 1): this {
    const moves = this.core.call.nogo_count(this.handle);
    this.core.call.nogo_seek(this.handle, moves - Math.min(moves, whole("count", count, 0, Number.MAX_SAFE_INTEGER)));
    this.core.call.nogo_cut(this.handle);
    return this;
  }

  /** Plays the game to its end, by the first legal point or at random. */
  playOut({ random = false, seed = 1 }: { random?: boolean; seed?: number } = {}): this {
    if (!this.core.call.nogo_play_out(this.handle, random ? 1 : 0, seedOf(seed))) throw new Error("out of memory");
    this.core.call.nogo_seek(this.handle, this.core.call.nogo_count(this.handle));
    return this;
  }

  /** The position in one line, such as "x.o/3/._.:o". */
  toLine(): string {
    return this.core.written((to, capacity) => this.core.call.nogo_line(this.handle, 0, to, capacity));
  }

  toSgf(): string {
    return this.core.written((to, capacity) => this.core.call.nogo_write_sgf(this.handle, to, capacity));
  }
}

export class GoGame extends Board<GoVerdict> {
  constructor(core: Core, rows: number, columns: number, repetition: number, suicide: boolean) {
    super(core, core.call.go_new(rows, columns, repetition, suicide ? 1 : 0), rows, columns);
  }

  points(): Uint8Array {
    return this.core.copyBytes(this.rows * this.columns, (to) => this.core.call.go_stones(this.handle, to));
  }

  get toMove(): Colour {
    return COLOURS[this.core.call.go_to_move(this.handle)] as Colour;
  }

  /** How many stones a colour has captured. */
  captures(colour: Colour): number {
    return this.core.call.go_captures(this.handle, colourIndex(colour));
  }

  judge(row: number, column: number, colour: Colour = this.toMove): GoVerdict {
    return GO_VERDICTS[this.core.call.go_judge(this.handle, colourIndex(colour), this.point(row, column), 0)];
  }

  /** Throws IllegalMove. */
  play(row: number, column: number, colour: Colour = this.toMove): this {
    const verdict = this.judge(row, column, colour);
    if (verdict !== "legal") throw new IllegalMove(verdict);
    return this.#add(colour, this.point(row, column));
  }

  pass(colour: Colour = this.toMove): this {
    return this.#add(colour, NO_POINT);
  }

  /** Takes the last move back; false if no move has been played. */
  undo(): boolean {
    const count = this.core.call.go_count(this.handle);
    this.core.call.go_cut(this.handle, Math.max(0, count - 1));
    return count > 0;
  }

  #add(colour: Colour, point: number): this {
    const { call } = this.core;
    if (call.go_add(this.handle, colourIndex(colour), point) && call.go_seek(this.handle, NO_POINT)) return this;
    throw new Error("out of memory");
  }
}

export interface BoardSize {
  /** 0 or left out: the problem's usual size. */
  rows?: number;
  columns?: number;
}

/** The judge's answer; `message` says in a sentence what is wrong, and on which line of the output. */
export interface Judgement {
  ok: boolean;
  line: number | null;
  message: string;
}

/** What load() returns. */
export class Qi {
  readonly version: string;
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
    this.version = core.text(core.call.version() >>> 0);
  }

  nogo(rows = 9, columns = rows): NogoGame {
    whole("rows", rows, 1, NOGO_MAX_SIDE);
    whole("columns", columns, 1, NOGO_MAX_SIDE);
    return new NogoGame(this.#core, this.#core.call.nogo_new(rows, columns));
  }

  /** A size and rows of X, O and . (and # for a hole), or a position in one line. Throws BadText. */
  parseNogo(text: string): NogoGame {
    return new NogoGame(this.#core, parsed(this.#core.parse(text, (...at) => this.#core.call.nogo_parse(...at))));
  }

  /** The main line of the first game. Throws BadText. */
  readNogoSgf(text: string): NogoGame {
    return new NogoGame(this.#core, parsed(this.#core.parse(text, (...at) => this.#core.call.nogo_read_sgf(...at, 0))));
  }

  go(rows = 19, columns = rows, { repetition = "positional", suicide = false }: { repetition?: Repetition; suicide?: boolean } = {}): GoGame {
    whole("rows", rows, 1, GO_MAX_SIDE);
    whole("columns", columns, 1, GO_MAX_SIDE);
    return new GoGame(this.#core, rows, columns, indexOf(REPETITIONS, repetition, "rule of repetition"), suicide);
  }

  /** The kinds of inputs that generate() makes. */
  families(problem: Problem): string[] {
    const index = indexOf(PROBLEMS, problem, "problem");
    const names: string[] = [];
    for (let address; (address = this.#core.call.lab_family(index, names.length) >>> 0);) names.push(this.#core.text(address));
    return names;
  }

  generate(problem: Problem, { family = "", seed = 1, ...size }: BoardSize & { family?: string; seed?: number } = {}): string {
    const index = family ? indexOf(this.families(problem), family, "family") : NO_POINT;
    const handle = this.#core.call.lab_generate(...this.#board(problem, size, index), 0, seedOf(seed));
    if (!handle) throw new RangeError("no such input");
    return this.#take(handle);
  }

  /** The right output. Throws BadText. */
  answer(problem: Problem, input: string, size: BoardSize = {}): string {
    const board = this.#board(problem, size);
    return this.#take(parsed(this.#core.parse(input, (...text) => this.#core.call.lab_answer(...board, ...text))));
  }

  /** Judges an output. Throws BadText when the input is malformed. */
  judge(problem: Problem, input: string, output: string, size: BoardSize = {}): Judgement {
    const { call } = this.#core, board = this.#board(problem, size);
    const handle = parsed(this.#core.pass(output, (from, count) =>
      this.#core.parse(input, (at, length, error) => call.lab_judge(...board, at, length, from, count, error))));
    const [right, line] = this.#core.words(call.lab_facts(handle) >>> 0, 2);
    const message = this.#core.text(call.lab_sentence(handle) >>> 0);
    call.free(handle);
    return { ok: right === 1, line: line || null, message };
  }

  /** The numbers of a problem, of `more`, and of a board's size. */
  #board(problem: Problem, { rows = 0, columns = rows }: BoardSize, ...more: number[]): number[] {
    const most = problem === "go" ? GO_MAX_SIDE : NOGO_MAX_SIDE;
    const least = rows ? 1 : 0;
    return [indexOf(PROBLEMS, problem, "problem"), ...more, whole("rows", rows, 0, most), whole("columns", columns, least, most)];
  }

  #take(handle: number): string {
    const [at, length] = this.#core.words(this.#core.call.lab_text(handle) >>> 0, 2);
    const text = this.#core.utf8(at!, length!);
    this.#core.call.free(handle);
    return text;
  }
}
