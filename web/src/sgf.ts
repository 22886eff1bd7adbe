// SGF in and out of the NoGo room, read and written by the C functions in web/wasm.
import { Core, type TextError } from "./core";
import type { NoGoGame } from "./nogo-game";

/** Calls a writer twice: once for the length, once for the text. */
export function written(core: Core, write: (to: number, capacity: number) => number): string {
  const length = write(0, 0) >>> 0;
  return new TextDecoder().decode(core.copyBytes(length, (to) => write(to, length)));
}

export const writeSgf = (core: Core, game: NoGoGame): string =>
  written(core, (to, capacity) => core.call["nogo_write_sgf"]!(game.handle, to, capacity));

/** A property's name, and its values as they are written, with their brackets. */
export type Property = [name: string, values: string];

export interface SgfNode {
  /** The index of the node before; -1 at the root. */
  parent: number;
  text: string;
}

/** The nodes of the first game of a text, in its order; none when it is malformed. */
export function nodesOf(core: Core, text: string): SgfNode[] {
  const bytes = new TextEncoder().encode(text);
  const tree = core.parse(text, (address, length, error) => core.call["sgf_tree"]!(address, length, error));
  if (typeof tree !== "number") return [];
  const count = core.words(tree, 1)[0]!;
  const words = core.words(tree + 4, 3 * count).slice();
  core.call["release"]!(tree);
  const decoder = new TextDecoder();
  return Array.from({ length: count }, (_, i) => ({
    parent: words[3 * i]! | 0,
    text: decoder.decode(bytes.subarray(words[3 * i + 1], words[3 * i + 2])),
  }));
}

/** The properties of a node; lower-case letters of old names are left out. */
export function propertiesOf(node: string): Property[] {
  return Array.from(node.matchAll(/([A-Za-z]+)((?:\s*\[(?:\\[^]|[^\]\\])*\])+)/g), ([, name, values]) =>
    [name!.replace(/[a-z]/g, ""), values!] as Property);
}

/** The values of a property, escapes resolved. */
export function valuesOf(properties: readonly Property[], name: string): string[] {
  const found = properties.find(([one]) => one === name);
  return found ? Array.from(found[1].matchAll(/\[((?:\\[^]|[^\]\\])*)\]/g), ([, value]) => value!.replace(/\\\r?\n/g, "").replace(/\\([^])/g, "$1")) : [];
}

export const textOf = (properties: readonly Property[], name: string): string => valuesOf(properties, name)[0] ?? "";

/** A text as a value. */
export const valueOf = (text: string): string => `[${text.replace(/[\]\\]/g, "\\$&")}]`;

export type { TextError };
