// A Go record with the verdict on every entry: a thin hand over the C functions in web/wasm/go.c.
import { Core, NO_POINT, type TextError } from "./core";
import { written } from "./sgf";

export const GO_OK = 0;
export const GO_OCCUPIED = 1;
export const GO_SUICIDE = 2;
export const GO_SUPERKO = 3;

export interface Entry {
  setup: boolean;
  colour: number;
  /** -1 for a pass. */
  point: number;
  verdict: number;
  /** For superko: the step whose position would come back. */
  repeated: number;
  /** How many steps were made after it. */
  step: number;
}

export class GoGame {
  readonly rows: number;
  readonly columns: number;
  readonly games: number;

  private constructor(
    private readonly core: Core,
    private readonly handle: number,
  ) {
    this.rows = core.call["go_rows"]!(handle);
    this.columns = core.call["go_columns"]!(handle);
    this.games = core.call["go_games"]!(handle);
  }

  static empty(core: Core, side: number): GoGame {
    return new GoGame(core, core.call["go_new"]!(side, side) >>> 0);
  }

  /** Reads a move list or SGF; `which` picks one of several games, from 0. */
  static parse(core: Core, text: string, which: number): GoGame | TextError {
    const got = core.parse(text, (address, length, error) => core.call["go_parse"]!(address, length, which, error));
    return typeof got === "number" ? new GoGame(core, got) : got;
  }

  free(): void {
    this.core.call["go_free"]!(this.handle);
  }

  get points(): number {
    return this.rows * this.columns;
  }
  get count(): number {
    return this.core.call["go_count"]!(this.handle);
  }
  get place(): number {
    return this.core.call["go_place"]!(this.handle);
  }
  get toMove(): number {
    return this.core.call["go_to_move"]!(this.handle);
  }

  seek(place: number): void {
    this.core.call["go_seek"]!(this.handle, place);
  }

  /** How many stones a colour has captured. */
  captures(colour: number): number {
    return this.core.call["go_captures"]!(this.handle, colour);
  }

  entry(index: number): Entry {
    const [kind, colour, point, , verdict, repeated, step] = this.core.copyWords(7, (to) => this.core.call["go_entry"]!(this.handle, index, to));
    return { setup: kind === 1, colour: colour!, point: kind === 1 || point === NO_POINT ? -1 : point!, verdict: verdict!, repeated: repeated!, step: step! };
  }

  stones(): Uint8Array {
    return this.core.copyBytes(this.points, (to) => this.core.call["go_stones"]!(this.handle, to));
  }

  /** The position after an earlier step. */
  earlier(step: number): Uint8Array {
    return this.core.copyBytes(this.points, (to) => this.core.call["go_earlier"]!(this.handle, step, to));
  }

  groups(): Uint32Array {
    return this.core.copyWords(this.points, (to) => this.core.call["go_groups"]!(this.handle, to));
  }

  liberties(point: number): number {
    return this.core.call["go_liberties"]!(this.handle, point);
  }

  /** The stones that the last step took. */
  captured(): number[] {
    let count = 0;
    const points = this.core.copyWords(this.points, (to) => {
      count = this.core.call["go_captured"]!(this.handle, to, this.points);
    });
    return Array.from(points.slice(0, count));
  }

  /** Plays by hand for whoever is to move. */
  play(point: number): { verdict: number; repeated: number } {
    return this.core.borrow(4, (address) => {
      const verdict = this.core.call["go_play"]!(this.handle, point, address);
      return { verdict, repeated: this.core.words(address, 1)[0]! };
    });
  }

  sgf(): string {
    return written(this.core, (to, capacity) => this.core.call["go_write_sgf"]!(this.handle, to, capacity));
  }

  /** The problem's answer: a miss a line, then the board. */
  answer(): string {
    const lines: string[] = [];
    const place = this.place;
    for (let i = 0; i < this.count; i++) {
      const { verdict } = this.entry(i);
      if (verdict !== GO_OK) lines.push(`miss ${verdict}`);
    }
    this.seek(this.count);
    const stones = this.stones();
    this.seek(place);
    for (let row = 0; row < this.rows; row++)
      lines.push(Array.from(stones.slice(row * this.columns, (row + 1) * this.columns), (colour) => ".BW"[colour]).join(""));
    return lines.join("\n") + "\n";
  }

  /** The moves in the problem's format; passes and setups have no place there. */
  list(): string {
    const moves: string[] = [];
    for (let i = 0; i < this.count; i++) {
      const { setup, point, colour } = this.entry(i);
      if (setup || point < 0) continue;
      moves.push(`${".BW"[colour]} ${Math.floor(point / this.columns) + 1} ${(point % this.columns) + 1}`);
    }
    return `1\n${moves.length}\n${moves.join("\n")}\n`;
  }
}
