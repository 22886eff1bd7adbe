// A game of NoGo with its variations: a tree of moves whose present line is a record of the core.
// Everything an SGF says about a node is kept as it was written.
import type { Core, TextError } from "./core";
import { BLACK, LEGAL, NoGoGame, WHITE, type Colour, type Verdict } from "./nogo-game";
import { nodesOf, propertiesOf, textOf, valueOf, type Property } from "./sgf";

const LARGEST = 21; // points on a side up to which variations are kept
const KNOWN_AT_ROOT = new Set(["FF", "GM", "CA", "AP", "SZ", "RU", "PB", "PW", "RE", "GC", "AB", "AW", "AE", "PL"]);
const SETUP = ["AB", "AW", "AE", "PL"];

export interface TreeNode {
  readonly parent: TreeNode | undefined;
  readonly children: TreeNode[];
  /** The child with which the present line goes on. */
  next: TreeNode | undefined;
  readonly colour: Colour;
  /** -1 at the root. */
  readonly point: number;
  /** Other than the move itself. */
  properties: Property[];
}

const makeNode = (parent: TreeNode | undefined, colour: Colour, point: number, properties: Property[] = []): TreeNode =>
  ({ parent, children: [], next: undefined, colour, point, properties });

export interface Loaded {
  tree: NoGoTree;
  /** Why the record was cut, if it was. */
  error: TextError | undefined;
}

export class NoGoTree {
  readonly root: TreeNode;
  private at: TreeNode;
  private readonly grows: boolean;

  constructor(readonly game: NoGoGame) {
    this.root = makeNode(undefined, WHITE, -1);
    this.at = this.root;
    this.grows = Math.max(game.rows, game.columns) <= LARGEST;
    this.sync();
  }

  free(): void {
    this.game.free();
  }

  /** The node at the present place. */
  get node(): TreeNode {
    return this.at;
  }

  /** The nodes of the present line, the root first. */
  line(): TreeNode[] {
    const line: TreeNode[] = [];
    for (let node: TreeNode | undefined = this.root; node; node = node.next) line.push(node);
    return line;
  }

  get hasVariations(): boolean {
    for (let node: TreeNode | undefined = this.root; node; node = node.next) if (node.children.length > 1) return true;
    return false;
  }

  // ---- moves ----

  /** Plays at the present place; another move that was there stays as a variation. */
  play(point: number): Verdict {
    const colour = this.game.toMove;
    const verdict = this.game.play(point);
    if (verdict.verdict !== LEGAL || !this.grows) return verdict;
    let child = this.at.children.find((node) => node.point === point);
    if (!child) {
      child = makeNode(this.at, colour, point);
      this.at.children.push(child);
    }
    this.at.next = child;
    this.at = child;
    this.refill();
    return verdict;
  }

  seek(place: number): void {
    this.game.seek(place);
    this.find();
  }

  /** Goes to any node; its line becomes the present one. */
  choose(node: TreeNode): void {
    const path: TreeNode[] = [];
    for (let one = node; one.parent; one = one.parent) path.unshift(one);
    for (const one of path) one.parent!.next = one;
    this.game.seek(0);
    for (const one of path) this.game.play(one.point);
    this.at = node;
    this.refill();
  }

  /** The rest of the game by a policy, as another line from here. */
  playOut(policy: number, seed: number): void {
    this.game.playOut(policy, seed);
    this.sync();
  }

  /** One move by a policy. */
  playOne(policy: number, seed: number): void {
    const place = this.game.place;
    this.game.playOut(policy, seed);
    this.play(this.game.moveAt(place));
    this.seek(place);
  }

  /** Takes a move out, with all that follows. */
  remove(node: TreeNode): void {
    const { parent } = node;
    if (!parent) return;
    parent.children.splice(parent.children.indexOf(node), 1);
    if (parent.next === node) parent.next = parent.children[0];
    this.choose(parent);
  }

  /** Writes what follows the present node into the record; the place stays. */
  private refill(): void {
    const { place } = this.game;
    this.game.cut();
    for (let node = this.at.next; node; node = node.next) this.game.play(node.point);
    this.game.seek(place);
  }

  /** The nodes of the record's moves, made where they are lacking. */
  private sync(): void {
    if (!this.grows) return;
    const moves = this.game.moves();
    let node = this.root;
    let colour = this.firstColour();
    for (const point of moves) {
      let child = node.children.find((one) => one.point === point);
      if (!child) {
        child = makeNode(node, colour, point);
        node.children.push(child);
      }
      node.next = child;
      node = child;
      colour = colour === BLACK ? WHITE : BLACK;
    }
    node.next = undefined;
    this.find();
  }

  private firstColour(): Colour {
    const { place, toMove } = this.game;
    return place % 2 === 0 ? toMove : toMove === BLACK ? WHITE : BLACK;
  }

  private find(): void {
    if (!this.grows) return;
    let node = this.root;
    for (let left = this.game.place; left > 0 && node.next; left--) node = node.next;
    this.at = node;
  }

  // ---- texts ----

  comment(node = this.at): string {
    return textOf(node.properties, "C");
  }

  setComment(text: string, node = this.at): void {
    node.properties = node.properties.filter(([name]) => name !== "C");
    if (text) node.properties.push(["C", valueOf(text)]);
  }

  /** The players' names, if the record has them. */
  names(): [string, string] {
    return [textOf(this.root.properties, "PB"), textOf(this.root.properties, "PW")];
  }

  /** Whether there is more than one line of moves: variations, comments, marks. */
  get isRich(): boolean {
    const rich = (node: TreeNode): boolean => node.properties.length > 0 || node.children.length > 1;
    if (this.root.children.length > 1 || this.root.properties.some(([name]) => !KNOWN_AT_ROOT.has(name))) return true;
    return this.line().slice(1).some(rich);
  }

  /** The whole tree as SGF. With `present`, the present line is the main one. */
  sgf(present = false): string {
    const { columns } = this.game;
    const letter = (n: number): string => "abcdefghijklmnopqrstuvwxyz"[n]!;
    const properties = (list: readonly Property[]): string => list.map(([name, values]) => name + values).join("");
    const parts = ["(;", this.rootText(properties)];
    // every item is a text to write or a node to open; nothing recurses, for lines are long
    const todo: (TreeNode | string)[] = [")"];
    const open = (node: TreeNode): void => {
      const { next } = node;
      const children = present && next ? [next, ...node.children.filter((child) => child !== next)] : node.children;
      if (children.length === 1) todo.push(children[0]!);
      else for (const child of [...children].reverse()) todo.push(")", child, "(");
    };
    open(this.root);
    for (let item = todo.pop(); item !== undefined; item = todo.pop()) {
      if (typeof item === "string") {
        parts.push(item);
        continue;
      }
      const { point } = item;
      parts.push(`;${item.colour === BLACK ? "B" : "W"}[${letter(point % columns)}${letter(Math.floor(point / columns))}]`, properties(item.properties));
      open(item);
    }
    return parts.join("").replace(/(.{70,}?)(?=[;(])/g, "$1\n") + "\n";
  }

  private rootText(properties: (list: readonly Property[]) => string): string {
    if (this.root.properties.some(([name]) => name === "SZ")) return properties(this.root.properties);
    const { rows, columns } = this.game;
    const start = this.game.start();
    const letters = "abcdefghijklmnopqrstuvwxyz";
    const stones = (colour: number): string =>
      Array.from(start, (state, point) => (state === colour ? `[${letters[point % columns]}${letters[Math.floor(point / columns)]}]` : "")).join("");
    const setup = ([["AB", stones(BLACK)], ["AW", stones(WHITE)]] as Property[]).filter(([, values]) => values);
    const first: Property[] = [["FF", "[4]"], ["GM", "[1]"], ["CA", "[UTF-8]"], ["SZ", `[${rows === columns ? rows : `${columns}:${rows}`}]`], ["RU", "[NoGo]"]];
    if (this.root.next?.colour === WHITE) setup.push(["PL", "[W]"]);
    return properties([...first, ...setup, ...this.root.properties]);
  }

  /** Reads SGF with its variations; the place is at the end of the main line. */
  static parse(core: Core, text: string): Loaded | TextError {
    const read = NoGoGame.parseSgf(core, text);
    if (!("game" in read)) return read;
    const { game } = read;
    const tree = new NoGoTree(game);
    const nodes = tree.grows ? nodesOf(core, text) : [];
    const properties = nodes.map((node) => propertiesOf(node.text));
    // a setup on the way starts another game, which has no variations here
    if (nodes.length && !properties.slice(1).some((list) => list.some(([name]) => SETUP.includes(name)))) {
      const place = game.place;
      const main = tree.line()[game.count]!;
      tree.root.properties = properties[0]!.filter(([name]) => name !== "B" && name !== "W");
      tree.grow(nodes.map((node) => node.parent), properties);
      tree.choose(main);
      tree.seek(place);
    }
    return { tree, error: read.error };
  }

  /** Adds the nodes of a record; what NoGo refuses is left out, with all that follows. */
  private grow(parents: readonly number[], properties: readonly Property[][]): void {
    const { columns } = this.game;
    const made: (TreeNode | undefined)[] = [this.root];
    for (let i = 0; i < parents.length; i++) {
      const parent = i === 0 ? this.root : made[parents[i]!];
      const move = properties[i]!.find(([name]) => name === "B" || name === "W");
      made[i] = parent;
      if (!parent) continue;
      const others = properties[i]!.filter((property) => property !== move);
      if (!move) {
        if (i > 0) parent.properties.push(...others);
        continue;
      }
      const found = /^\[\s*([a-z])([a-z])\s*\]$/.exec(move[1]);
      const point = found ? (found[2]!.charCodeAt(0) - 97) * columns + found[1]!.charCodeAt(0) - 97 : -1;
      let child = parent.children.find((node) => node.point === point);
      if (!child) {
        this.choose(parent);
        const turn = this.game.toMove === (move[0] === "B" ? BLACK : WHITE);
        child = turn && point >= 0 && this.play(point).verdict === LEGAL ? this.at : undefined;
      }
      if (child && i > 0) child.properties.push(...others);
      made[i] = child;
    }
  }
}
