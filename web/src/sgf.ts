// SGF of a game of NoGo, written by the C functions in web/wasm/nogo.c.
import type { Core } from "./core";
import type { NoGoGame } from "./nogo-game";

/** Calls a writer twice: once for the length, once for the text. */
export function written(core: Core, write: (to: number, capacity: number) => number): string {
  const length = write(0, 0) >>> 0;
  return new TextDecoder().decode(core.copyBytes(length, (to) => write(to, length)));
}

export const writeSgf = (core: Core, game: NoGoGame): string =>
  written(core, (to, capacity) => core.call["nogo_write_sgf"]!(game.handle, to, capacity));
