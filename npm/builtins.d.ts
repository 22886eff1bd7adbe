// What the package uses of Node, so that it is compiled without @types/node.
declare module "node:fs/promises" {
  export function readFile(path: URL): Promise<Uint8Array<ArrayBuffer>>;
}

declare module "node:worker_threads" {
  export class Worker {
    constructor(path: URL);
    on(event: "message", listener: (message: never) => void): void;
    on(event: "error", listener: (error: Error) => void): void;
    on(event: "exit", listener: () => void): void;
    postMessage(message: unknown): void;
    terminate(): Promise<number>;
  }
  export const parentPort: { on(event: "message", listener: (message: never) => void): void; postMessage(message: unknown): void } | null;
}
