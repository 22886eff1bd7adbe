// What a room gets from the page, and what the page wants of a room.
import type { Core } from "./core";
import type { Command } from "./transport";

export interface App {
  readonly core: Core;
  /** The WebAssembly module, for workers. */
  readonly module: ArrayBuffer;
  /** Keeps the state of the room in the address, so that it can be shared. */
  setHash(room: string, state: URLSearchParams): void;
}

export interface Room {
  readonly element: HTMLElement;
  command(command: Command): void;
  /** A key that the room wants for itself; true when it took it. */
  key(event: KeyboardEvent): boolean;
  /** The room is in the document, or the window has another size. */
  resize(): void;
  close(): void;
}
