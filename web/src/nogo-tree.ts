// A game of NoGo with its variations: a tree of moves whose present line is a record of the core.
// Everything an SGF says about a node is kept as it was written.
import type { Core, TextError } from "../../npm/core.js";
import { BLACK, LEGAL, NoGoGame, WHITE, type Colour, type Verdict } from "./nogo-game";
import { EVENT_MOVE, EVENT_SETUP, EVENT_TURN, newRoot, readTree, SgfNode, writeTree, addMove } from "./sgf-tree";

const LARGEST = 21; // points on a side up to which variations are kept
const KNOWN_AT_ROOT = new Set(["FF", "GM", "CA", "AP", "SZ", "RU", "PB", "PW", "RE", "GC", "AB", "AW", "AE", "PL"]);

export interface TreeNode {
  readonly parent: TreeNode | undefined;
  readonly children: TreeNode[];
  /** The child with which the present line goes on. */
  next: TreeNode | undefined;
  readonly colour: Colour;
  /** -1 at the root. */
  readonly point: number;
  /** What a record says about it besides the move. */
  readonly said: SgfNode;
}

const makeNode = (parent: TreeNode | undefined, colour: Colour, point: number): TreeNode =>
  ({ parent, children: [], next: undefined, colour, point, said: new SgfNode(undefined, [], []) });

const plainName = (name: string): string => name.replace(/[a-z]/g, "");

export interface Loaded {
  tree: NoGoTree;
  /** Why the record was cut, if it was. */
  error: TextError | undefined;
}

export class NoGoTree {
  readonly root: TreeNode;
  /** Counts the changes of the tree and of its present line. */
  changes = 0;
  private at: TreeNode;
  private renamed = false; // names were given here; the core's record does not know them
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
    if (this.at.next !== child) this.changes++;
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
    for (const one of path) {
      if (one.parent!.next !== one) this.changes++;
      one.parent!.next = one;
    }
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
    this.changes++;
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
    return node.said.text("C");
  }

  setComment(text: string, node = this.at): void {
    node.said.setText("C", text);
  }

  /** The players' names, if the record has them. */
  names(): [string, string] {
    return [this.root.said.text("PB"), this.root.said.text("PW")];
  }

  setName(colour: number, name: string): void {
    this.root.said.setText(colour === BLACK ? "PB" : "PW", name);
    this.renamed = true;
  }

  /** Whether there is more than one line of moves: variations, comments, marks, names given here. */
  get isRich(): boolean {
    if (this.renamed) return true;
    const rich = (node: TreeNode): boolean => node.said.properties.length > 0 || node.children.length > 1;
    if (this.root.children.length > 1 || this.root.said.properties.some(({ name }) => !KNOWN_AT_ROOT.has(plainName(name)))) return true;
    return this.line().slice(1).some(rich);
  }

  /** The whole tree as SGF. With `present`, the present line is the main one. */
  sgf(present = false): string {
    const { columns } = this.game;
    const root = this.rootNode();
    const todo: [TreeNode, SgfNode][] = [[this.root, root]];
    for (let item = todo.pop(); item; item = todo.pop()) {
      const [node, written] = item;
      const { next } = node;
      const children = present && next ? [next, ...node.children.filter((child) => child !== next)] : node.children;
      for (const child of children) {
        const one = addMove(written, child.colour, child.point, columns);
        one.properties.push(...child.said.properties);
        todo.push([child, one]);
      }
    }
    return writeTree(root).replace(/(.{70,}?)(?=[;(])/g, "$1\n") + "\n";
  }

  private rootNode(): SgfNode {
    const { said } = this.root;
    const { rows, columns } = this.game;
    if (said.values("SZ").length) return new SgfNode(undefined, [], [...said.properties]);
    const root = newRoot(rows, columns);
    root.properties.push({ name: "RU", values: ["NoGo"] });
    const start = Array.from(this.game.start());
    const letters = "abcdefghijklmnopqrstuvwxyz";
    for (const [name, colour] of [["AB", BLACK], ["AW", WHITE]] as const) {
      const values = start.flatMap((state, point) => (state === colour ? [letters[point % columns]! + letters[Math.floor(point / columns)]!] : []));
      if (values.length) root.properties.push({ name, values });
    }
    if (this.root.next?.colour === WHITE) root.properties.push({ name: "PL", values: ["W"] });
    root.properties.push(...said.properties);
    return root;
  }

  /** Reads SGF with its variations; the place is at the end of the main line. */
  static parse(core: Core, text: string): Loaded | TextError {
    const read = NoGoGame.parseSgf(core, text);
    if (!("game" in read)) return read;
    const { game } = read;
    const tree = new NoGoTree(game);
    const whole = tree.grows ? readTree(core, text, 0) : undefined;
    if (whole && "root" in whole) {
      const place = game.place;
      const main = tree.line()[game.count]!;
      tree.grow(whole.root);
      tree.choose(main);
      tree.seek(place);
    }
    return { tree, error: read.error };
  }

  /** Adds the nodes of a record; what NoGo refuses is left out, with all that follows. A setup on the way starts
   * another game, which has no variations here. */
  private grow(root: SgfNode): void {
    const todo: [SgfNode, TreeNode][] = [[root, this.root]];
    for (let item = todo.pop(); item; item = todo.pop()) {
      const [read, parent] = item;
      const move = read.events.find(({ kind }) => kind === EVENT_MOVE);
      if (read !== root && read.events.some(({ kind }) => kind === EVENT_SETUP || kind === EVENT_TURN)) continue;
      const node = move ? this.child(parent, move.colour, move.point) : parent;
      if (!node) continue;
      node.said.properties.push(...read.properties.filter(({ name }) => !["B", "W"].includes(plainName(name))));
      for (const child of [...read.children].reverse()) todo.push([child, node]);
    }
  }

  /** The node of a move after another, made if it is legal there. */
  private child(parent: TreeNode, colour: number, point: number): TreeNode | undefined {
    const found = parent.children.find((node) => node.point === point);
    if (found) return found;
    this.choose(parent);
    return this.game.toMove === colour && point >= 0 && this.play(point).verdict === LEGAL ? this.at : undefined;
  }
}
