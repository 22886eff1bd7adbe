// A Go record with variations, and the verdict on every entry of the line that is on the board. The rules
// are the C functions in web/wasm/go.c; the tree is sgf-tree.ts.
import { Core, Handle, NO_POINT, type TextError } from "../../npm/core.js";
import { addMove, EVENT_MOVE, EVENT_SETUP, EVENT_TURN, newRoot, readTree, SgfNode, writeTree } from "./sgf-tree";

export const GO_OK = 0;
export const GO_OCCUPIED = 1;
export const GO_SUICIDE = 2;
export const GO_SUPERKO = 3;

const SETUP = 2; // a kind of entry; 0 and 1 are moves and passes
const ENTRY_WORDS = 10;

export interface Entry {
  setup: boolean;
  /** A node with neither move nor setup. */
  note: boolean;
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
  /** The node of every entry of the line. */
  private owners: SgfNode[] = [];
  private written: string | undefined;
  /** Why a part of the text that was read is left out. */
  gap: TextError | undefined;

  private constructor(
    private readonly core: Core,
    readonly root: SgfNode,
    readonly rows: number,
    readonly columns: number,
    readonly games: number,
    private readonly owned: Handle,
  ) {
    this.follow();
  }

  private static of(core: Core, root: SgfNode, rows: number, columns: number, games: number): GoGame {
    const handle = core.call.go_new(rows, columns, 0, 0);
    return new GoGame(core, root, rows, columns, games, new Handle(core, handle));
  }

  static empty(core: Core, side: number): GoGame {
    return GoGame.of(core, newRoot(side, side), side, side, 1);
  }

  /** Reads a move list or SGF; `which` picks one of several games, from 0. */
  static parse(core: Core, text: string, which: number): GoGame | TextError {
    if (/^\s*\(/.test(text)) {
      const tree = readTree(core, text, which);
      if (!("root" in tree)) return tree;
      const game = GoGame.of(core, tree.root, tree.rows, tree.columns, tree.games);
      game.gap = tree.gap;
      return game;
    }
    const got = core.parse(text, (address, length, error) => core.call.go_parse(address, length, which, error));
    if (typeof got !== "number") return got;
    const { call } = core;
    const [rows, columns] = [call.go_rows(got), call.go_columns(got)];
    const root = newRoot(rows, columns);
    let last = root;
    for (let i = 0; i < call.go_count(got); i++) {
      const [, point, colour] = core.copyWords(ENTRY_WORDS, (to) => call.go_entry(got, i, to));
      last = addMove(last, colour!, point!, columns);
    }
    call.free(got);
    return GoGame.of(core, root, rows, columns, Number.parseInt(text, 10)); // the list begins with it
  }

  free(): void {
    this.owned.free();
  }

  private get handle(): number {
    return this.owned.number;
  }

  get points(): number {
    return this.rows * this.columns;
  }
  get count(): number {
    return this.owners.length;
  }
  get place(): number {
    return this.core.call.go_place(this.handle);
  }
  get toMove(): number {
    return this.core.call.go_to_move(this.handle);
  }

  seek(place: number): void {
    if (!this.core.call.go_seek(this.handle, place)) throw new Error("out of memory");
  }

  /** How many stones a colour has captured. */
  captures(colour: number): number {
    return this.core.call.go_captures(this.handle, colour);
  }

  entry(index: number): Entry {
    const words = this.core.copyWords(ENTRY_WORDS, (to) => this.core.call.go_entry(this.handle, index, to));
    const [kind, point, colour, , stones, verdict, repeated, step] = words;
    const note = kind === SETUP && !stones && !colour;
    return { setup: kind === SETUP && !note, note, colour: colour!, point: point === NO_POINT ? -1 : point!, verdict: verdict!, repeated: repeated!, step: step! };
  }

  stones(): Uint8Array {
    return this.core.copyBytes(this.points, (to) => this.core.call.go_stones(this.handle, to));
  }

  /** The position after an earlier step. */
  earlier(step: number): Uint8Array {
    return this.core.copyBytes(this.points, (to) => this.core.call.go_earlier(this.handle, step, to));
  }

  groups(): Uint32Array {
    return this.core.copyWords(this.points, (to) => this.core.call.go_groups(this.handle, to));
  }

  liberties(point: number): number {
    return this.core.call.go_liberties(this.handle, point);
  }

  /** The stones that the last step took. */
  captured(): number[] {
    let count = 0;
    const points = this.core.copyWords(this.points, (to) => {
      count = this.core.call.go_captured(this.handle, to, this.points);
    });
    return Array.from(points.slice(0, count));
  }

  // ---- the tree ----

  /** The node after which the game stands. */
  get node(): SgfNode {
    return this.place ? this.owners[this.place - 1]! : this.root;
  }

  nodeOf(index: number): SgfNode {
    return this.owners[index]!;
  }

  /** Goes to a node: the line leads through it, and on as it was last chosen. */
  goTo(node: SgfNode): void {
    for (let at = node; at.parent; at = at.parent) at.parent.chosen = at.parent.children.indexOf(at);
    this.follow();
    const last = this.owners.lastIndexOf(node);
    this.seek(last + 1);
  }

  /** Plays by hand for whoever is to move, -1 to pass. A move that is not in the record yet becomes a variation. */
  play(point: number): { verdict: number; repeated: number } {
    this.seek(this.owners.lastIndexOf(this.node) + 1); // all of the node's setup
    const answer = point < 0 ? { verdict: GO_OK, repeated: 0 } : this.judge(point);
    if (answer.verdict !== GO_OK) return answer;
    const { node, toMove } = this;
    const known = node.children.find(({ events }) => events.some((e) => e.kind === EVENT_MOVE && e.colour === toMove && e.point === point));
    const next = known ?? addMove(node, toMove, point, this.columns);
    if (!known) this.written = undefined;
    this.goTo(next);
    return answer;
  }

  /** Takes a node and all that follows it out of the record. */
  remove(node: SgfNode): void {
    const { parent } = node;
    if (!parent) return;
    parent.children.splice(parent.children.indexOf(node), 1);
    parent.chosen = 0;
    this.written = undefined;
    this.goTo(parent);
  }

  /** Makes the line on the board the first one at every branch. */
  promote(): void {
    for (let at = this.node; at.parent; at = at.parent) {
      const { children } = at.parent;
      children.splice(children.indexOf(at), 1);
      children.unshift(at);
      at.parent.chosen = 0;
    }
    this.written = undefined;
    this.goTo(this.node);
  }

  /** Sets a text of a node, such as its comment. */
  describe(node: SgfNode, name: string, text: string): void {
    node.setText(name, text);
    this.written = undefined;
  }

  /** Which child was chosen at every branch on the way, e.g. "0.1"; "" for the main line. */
  get branches(): string {
    const choices: number[] = [];
    for (let at: SgfNode | undefined = this.root; at; at = at.children[at.chosen]) if (at.children.length > 1) choices.push(at.chosen);
    return choices.some((n) => n > 0) ? choices.join(".") : "";
  }

  takeBranches(text: string): void {
    const choices = text.split(".").map(Number);
    for (let at: SgfNode | undefined = this.root; at; at = at.children[at.chosen])
      if (at.children.length > 1) at.chosen = Math.max(0, Math.min(at.children.length - 1, choices.shift() || 0));
    this.follow();
  }

  private judge(point: number): { verdict: number; repeated: number } {
    return this.core.borrow(4, (address) => {
      const verdict = this.core.call.go_judge(this.handle, this.toMove, point, address);
      return { verdict, repeated: this.core.words(address, 1)[0]! };
    });
  }

  /** Makes the entries those of the chosen line; what it shares with the line before stays. */
  private follow(): void {
    const { call } = this.core;
    const line: SgfNode[] = [];
    for (let at: SgfNode | undefined = this.root; at; at = at.children[at.chosen]) line.push(at);
    const old = this.owners;
    let same = 0; // entries
    let index = 0; // nodes
    for (; index < line.length; index++) {
      const node = line[index]!;
      const many = entriesOf(node).length;
      if (many && old[same] !== node) break;
      same += many;
    }
    const place = Math.min(this.place, same);
    call.go_cut(this.handle, same);
    this.owners = old.slice(0, same);
    for (const node of line.slice(index))
      for (const entry of entriesOf(node)) {
        this.add(entry);
        this.owners.push(node);
      }
    this.seek(this.count); // for the verdicts
    this.seek(place);
  }

  private add({ move, colour, stones }: Planned): void {
    const { call } = this.core;
    const added = move
      ? call.go_add(this.handle, move.colour, move.point < 0 ? NO_POINT : move.point)
      : this.core.borrow(stones.length * 8, (address) => {
          const words = this.core.words(address, stones.length * 2);
          stones.forEach((stone, i) => words.set([stone.point, stone.colour], 2 * i));
          return call.go_add_setup(this.handle, address, stones.length, colour);
        });
    if (!added) throw new Error("out of memory");
  }

  // ---- texts ----

  sgf(): string {
    return (this.written ??= writeTree(this.root));
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

  /** The moves of the line in the problem's format; passes and setups have no place there. */
  list(): string {
    const moves: string[] = [];
    for (let i = 0; i < this.count; i++) {
      const { point, colour } = this.entry(i);
      if (point < 0) continue;
      moves.push(`${".BW"[colour]} ${Math.floor(point / this.columns) + 1} ${(point % this.columns) + 1}`);
    }
    return `1\n${moves.length}\n${moves.join("\n")}\n`;
  }
}

/** A move, or a setup: its stones, and who is to move then, 0 for whoever it is. */
interface Planned {
  move?: { colour: number; point: number };
  colour: number;
  stones: { point: number; colour: number }[];
}

/** What a node does on the board, in order. */
function entriesOf(node: SgfNode): Planned[] {
  const stones = node.events.filter((e) => e.kind === EVENT_SETUP);
  const turn = node.events.find((e) => e.kind === EVENT_TURN)?.colour ?? (!node.parent && Number(node.values("HA")[0]) > 1 && stones.length ? 2 : 0);
  const planned: Planned[] = [];
  if (stones.length || (turn && (node.parent || turn === 2))) planned.push({ colour: turn, stones });
  for (const { kind, colour, point } of node.events) if (kind === EVENT_MOVE) planned.push({ move: { colour, point }, colour, stones: [] });
  if (!planned.length && node.parent) planned.push({ colour: 0, stones: [] }); // so that every node has one
  return planned;
}

// ---- records to begin with, in the problem's format ----

/** The sample of the problem: every kind of refusal in twelve moves. */
export const GO_SAMPLE = `1
12
B 1 3
W 1 2
B 2 4
W 2 1
B 1 1
W 2 3
B 3 3
W 3 2
B 1 1
W 2 3
B 2 2
W 2 3
`;

/** A ko in the corner, taken back and forth: the retake brings an old position back. */
export const GO_SUPERKO_SAMPLE = `1
12
B 10 10
W 10 11
B 9 11
W 9 12
B 11 11
W 11 12
B 4 4
W 10 13
B 10 12
W 10 11
B 10 12
W 16 16
`;
