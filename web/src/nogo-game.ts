// A game of NoGo with its record: a thin hand over the C functions in web/wasm/nogo.c.
import { Core, Handle, NO_POINT, type TextError } from "../../npm/core.js";

export const EMPTY = 0;
export const BLACK = 1;
export const WHITE = 2;
export const WALL = 3;
export type Colour = typeof BLACK | typeof WHITE;

export const LEGAL = 0;
export const OFF_BOARD = 1;
export const OCCUPIED = 2;
export const CAPTURE = 3;
export const SUICIDE = 4;

export interface Verdict {
  verdict: number;
  /** A stone of the group that would be left without a liberty, or -1. */
  group: number;
}

export class NoGoGame {
  readonly rows: number;
  readonly columns: number;

  private readonly owned: Handle;

  private constructor(
    private readonly core: Core,
    handle: number,
  ) {
    this.owned = new Handle(core, handle);
    this.rows = core.call.nogo_rows(handle);
    this.columns = core.call.nogo_columns(handle);
  }

  static empty(core: Core, rows: number, columns: number): NoGoGame {
    const handle = core.call.nogo_new(rows, columns);
    return new NoGoGame(core, handle);
  }

  /** A game that begins with the states of all points. */
  static setUp(core: Core, rows: number, columns: number, stones: Uint8Array, toMove: Colour): NoGoGame {
    const handle = core.borrow(stones.length, (address) => {
      core.bytes(address, stones.length).set(stones);
      return core.call.nogo_set_up(rows, columns, address, toMove);
    });
    if (!handle) throw new Error("no such position");
    return new NoGoGame(core, handle);
  }

  /** Reads the main line of an SGF record. A move that NoGo refuses cuts it, and is reported. */
  static parseSgf(core: Core, text: string): { game: NoGoGame; error: TextError | undefined } | TextError {
    const [got, [cut]] = core.numbers(1, (to) =>
      core.parse(text, (address, length, error) => core.call.nogo_read_sgf(address, length, error, to)));
    if (typeof got === "number") return { game: new NoGoGame(core, got), error: undefined };
    return cut ? { game: new NoGoGame(core, cut), error: got } : got;
  }

  /** Reads the problem's text: the size, then rows of X, O and '.'. */
  static parse(core: Core, text: string): NoGoGame | TextError {
    const got = core.parse(text, (address, length, error) => core.call.nogo_parse(address, length, error));
    return typeof got === "number" ? new NoGoGame(core, got) : got;
  }

  free(): void {
    this.owned.free();
  }

  get handle(): number {
    return this.owned.number;
  }

  get points(): number {
    return this.rows * this.columns;
  }
  get count(): number {
    return this.core.call.nogo_count(this.handle) >>> 0;
  }
  get place(): number {
    return this.core.call.nogo_place(this.handle) >>> 0;
  }
  get toMove(): Colour {
    return this.core.call.nogo_to_move(this.handle) as Colour;
  }
  /** Points that somebody may still play. */
  get open(): number {
    return this.core.call.nogo_open(this.handle) >>> 0;
  }
  get canMove(): boolean {
    return this.core.call.nogo_can_move(this.handle) !== 0;
  }

  /** The points of the recorded moves, those after the present place too. */
  moves(): Uint32Array {
    const length = this.count;
    const words = this.moveWords();
    return Uint32Array.from({ length }, (_, index) => words[2 * index]!);
  }

  moveAt(index: number): number {
    return this.moveWords()[2 * index]!;
  }

  stones(): Uint8Array {
    return this.core.copyBytes(this.points, (to) => this.core.call.nogo_stones(this.handle, to));
  }

  start(): Uint8Array {
    return this.core.copyBytes(this.points, (to) => this.core.call.nogo_start(this.handle, to));
  }

  groups(): Uint32Array {
    return this.core.copyWords(this.points, (to) => this.core.call.nogo_groups(this.handle, to));
  }

  liberties(point: number): number {
    return this.core.call.nogo_liberties(this.handle, point) >>> 0;
  }

  judge(colour: Colour, point: number): Verdict {
    return this.verdict((group) => this.core.call.nogo_judge(this.handle, colour, point, group));
  }

  play(point: number): Verdict {
    return this.verdict((group) => this.core.call.nogo_play(this.handle, this.toMove, point, group));
  }

  seek(place: number): void {
    this.core.call.nogo_seek(this.handle, place);
  }

  /** Plays the rest of the game out into the record; the place stays. */
  playOut(policy: number, seed: number): void {
    if (!this.core.call.nogo_play_out(this.handle, policy, seed)) throw new Error("out of memory");
  }

  /** Forgets what follows the present place. */
  cut(): void {
    this.core.call.nogo_cut(this.handle);
  }

  get sgf(): string {
    return this.core.written((to, capacity) => this.core.call.nogo_write_sgf(this.handle, to, capacity));
  }

  /** Where the record begins, in one line. */
  get startLine(): string {
    return this.core.written((to, capacity) => this.core.call.nogo_line(this.handle, 1, to, capacity));
  }

  /** The problem's text of where the record begins, or of where the game stands now. */
  text(stones: Uint8Array): string {
    const size = this.rows === this.columns ? `${this.rows}` : `${this.rows} ${this.columns}`;
    const lines = [size];
    for (let row = 0; row < this.rows; row++) {
      let line = "";
      for (let column = 0; column < this.columns; column++) line += ".XO#"[stones[row * this.columns + column]!];
      lines.push(line);
    }
    return lines.join("\n") + "\n";
  }

  /** Two for each move: the point and the colour. */
  private moveWords(): Uint32Array {
    return this.core.words(this.core.call.nogo_moves(this.handle) >>> 0, 2 * this.count);
  }

  private verdict(ask: (group: number) => number): Verdict {
    return this.core.borrow(4, (address) => {
      this.core.words(address, 1)[0] = NO_POINT;
      const verdict = ask(address);
      const group = this.core.words(address, 1)[0]!;
      return { verdict, group: group === NO_POINT ? -1 : group };
    });
  }
}
