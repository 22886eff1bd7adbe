// SGF in and out of the NoGo room, read and written by the C functions in web/wasm/sgf.c.
import { Core, type TextError } from "./core";
import { NoGoGame } from "./nogo-game";

/** Reads the main line of a record; moves up to the first one that NoGo refuses. */
export function readSgf(core: Core, text: string): NoGoGame | TextError {
  const handle = core.parse(text, (address, length, error) => core.call["nogo_read_sgf"]!(address, length, error));
  return typeof handle === "number" ? NoGoGame.of(core, handle) : handle;
}

/** Calls a writer twice: once for the length, once for the text. */
export function written(core: Core, write: (to: number, capacity: number) => number): string {
  const length = write(0, 0) >>> 0;
  return new TextDecoder().decode(core.copyBytes(length, (to) => write(to, length)));
}

export const writeSgf = (core: Core, game: NoGoGame): string =>
  written(core, (to, capacity) => core.call["nogo_write_sgf"]!(game.handle, to, capacity));
