// A game's tree with everything that its SGF says: moves, setups, texts, markup, and what nobody here knows.
import { Core, NO_POINT, type TextError } from "../../npm/core.js";

export const EVENT_MOVE = 1;
export const EVENT_SETUP = 2;
export const EVENT_TURN = 3;

export interface Happening {
  kind: number;
  colour: number;
  /** -1 for a pass. */
  point: number;
}

export interface Property {
  name: string;
  /** As written: escapes are still in it. */
  values: string[];
}

export class SgfNode {
  readonly children: SgfNode[] = [];
  /** The child that the line on the board goes on with. */
  chosen = 0;
  /** Where it is in the picture of the tree: columns and rows. */
  x = 0;
  y = 0;

  constructor(
    readonly parent: SgfNode | undefined,
    readonly events: Happening[],
    readonly properties: Property[],
  ) {
    parent?.children.push(this);
  }

  /** The values of a property; small letters in names do not count. */
  values(name: string): string[] {
    return this.properties.filter((one) => one.name.replace(/[a-z]/g, "") === name).flatMap((one) => one.values);
  }

  text(name: string): string {
    return decode(this.values(name)[0] ?? "");
  }

  setText(name: string, text: string): void {
    const at = this.properties.findIndex((one) => one.name.replace(/[a-z]/g, "") === name);
    if (at >= 0) this.properties.splice(at, 1);
    if (text) this.properties.push({ name, values: [text.replace(/[\\\]]/g, "\\$&")] });
  }
}

export interface SgfGame {
  rows: number;
  columns: number;
  /** How many games the text has. */
  games: number;
  root: SgfNode;
  /** Why a part of the text was left out. */
  gap: TextError | undefined;
}

/** What a value means: escapes are resolved, soft line breaks removed. */
function decode(raw: string): string {
  return raw.replace(/\\(\r\n|\n\r|[^])/g, (_, next: string) => (/[\r\n]/.test(next) ? "" : next)).replace(/\r\n?/g, "\n");
}

/** Reads game number `which`, from 0. */
export function readTree(core: Core, text: string, which: number): SgfGame | TextError {
  const bytes = new TextEncoder().encode(text);
  const handle = core.parse(text, (address, length, error) => core.call.sgf_parse(address, length, which, error));
  if (typeof handle !== "number") return handle;
  const [rows, columns, games, nodes, count] = core.copyWords(5, (to) => core.call.sgf_sizes(handle, to));
  const words = core.words(core.call.sgf_words(handle), count!).slice();
  const gap = core.remark((error) => core.call.sgf_gap(handle, error));
  core.call.free(handle);
  const decoder = new TextDecoder();
  let at = 0;
  const next = (): number => words[at++]!;
  const piece = (): string => {
    const start = next();
    return decoder.decode(bytes.subarray(start, start + next()));
  };
  const all: SgfNode[] = [];
  for (let n = 0; n < nodes!; n++) {
    const parent = next();
    const events = Array.from({ length: next() }, () => {
      const [kind, colour, point] = [next(), next(), next()];
      return { kind, colour, point: point === NO_POINT ? -1 : point };
    });
    const properties = Array.from({ length: next() }, () => {
      const start = next();
      const name = decoder.decode(bytes.subarray(start, start + next()));
      return { name, values: Array.from({ length: next() }, piece) };
    });
    all.push(new SgfNode(all[parent], events, properties));
  }
  return { rows: rows!, columns: columns!, games: games!, root: all[0]!, gap };
}

/** The root of a new game. */
export function newRoot(rows: number, columns: number): SgfNode {
  const size = rows === columns ? `${rows}` : `${columns}:${rows}`;
  const pairs = [["FF", "4"], ["GM", "1"], ["CA", "UTF-8"], ["AP", "qi"], ["SZ", size]] as const;
  return new SgfNode(undefined, [], pairs.map(([name, value]) => ({ name, values: [value] })));
}

const LINES = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** A new node with a move; -1 is a pass. */
export function addMove(parent: SgfNode, colour: number, point: number, columns: number): SgfNode {
  const value = point < 0 ? "" : LINES[point % columns]! + LINES[Math.floor(point / columns)]!;
  return new SgfNode(parent, [{ kind: EVENT_MOVE, colour, point }], [{ name: colour === 1 ? "B" : "W", values: [value] }]);
}

/** The whole tree as SGF. */
export function writeTree(root: SgfNode): string {
  const parts: string[] = [];
  const waiting: (SgfNode | string)[] = [")", root, "("];
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    if (typeof item === "string") {
      parts.push(item);
      continue;
    }
    parts.push(";", ...item.properties.map(({ name, values }) => name + values.map((value) => `[${value}]`).join("")));
    const { children } = item;
    if (children.length === 1) waiting.push(children[0]!);
    else for (let i = children.length - 1; i >= 0; i--) waiting.push(")", children[i]!, "(");
  }
  return parts.join("");
}

// ---- markup ----

export const SHAPES = ["TR", "SQ", "CR", "MA", "TB", "TW"] as const;

export interface Mark {
  kind: (typeof SHAPES)[number] | "LB";
  text: string;
}

/** The points of a value: one, or a rectangle; nothing when it names none. */
function pointsOf(value: string, rows: number, columns: number): number[] {
  const corners = value.trim().split(":").map((name) => [LINES.indexOf(name[1] ?? "?"), LINES.indexOf(name[0] ?? "?")] as const);
  const points: number[] = [];
  const [from, to] = [corners[0]!, corners[1] ?? corners[0]!];
  if ([from, to].some(([row, column]) => row < 0 || column < 0 || row >= rows || column >= columns)) return points;
  for (let row = Math.min(from[0], to[0]); row <= Math.max(from[0], to[0]); row++)
    for (let column = Math.min(from[1], to[1]); column <= Math.max(from[1], to[1]); column++) points.push(row * columns + column);
  return points;
}

/** The marks of a node, by point. */
export function marksOf(node: SgfNode, rows: number, columns: number): Map<number, Mark> {
  const marks = new Map<number, Mark>();
  for (const kind of SHAPES)
    for (const value of node.values(kind)) for (const point of pointsOf(value, rows, columns)) marks.set(point, { kind, text: "" });
  for (const value of node.values("LB")) {
    const [, where = "", text = ""] = /^([^:]*):([^]*)$/.exec(value) ?? [];
    for (const point of pointsOf(where, rows, columns)) marks.set(point, { kind: "LB", text: decode(text) });
  }
  return marks;
}
