// What a room gets from the page, and what the page wants of a room.
import type { Core } from "../../npm/core.js";
import type { Dropped } from "./exchange";
import type { Pictured } from "./pictures";
import type { Command } from "./transport";

export interface App {
  readonly core: Core;
  /** Keeps the state of the room, whole: in the address, or in the browser when that is too long. */
  setHash(room: string, state: URLSearchParams): void;
  /** To be called before something of the visitor's is erased or replaced: says `text`, and offers
   * to bring back the state as it was last kept. */
  erasing(room: string, text: string): void;
  /** Opens a room with a state, such as one of the kept games. */
  open(room: string, state: string, game?: number): void;
}

export interface Room {
  readonly element: HTMLElement;
  command(command: Command): void;
  /** A key that the room wants for itself; true when it took it. */
  key(event: KeyboardEvent): boolean;
  /** The room is in the document, or the window has another size. */
  resize(): void;
  close(): void;
  /** The game or walk, for pictures of it. */
  pictures?(): Pictured;
  /** Files dropped anywhere on the page, or a dropped text. */
  drop?(dropped: Dropped): void;
}
