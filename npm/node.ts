// The C library qi as WebAssembly, in Node: the same exports as index.ts.
import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import type { Engine, PlayerOptions } from "./engine.js";
import { engineFrom, remoteFrom, rulesFrom, type Source } from "./exports.js";
import type { Qi } from "./games.js";
import type { Remote, Spawn } from "./remote.js";

export * from "./exports.js";

const read = (name: string): Promise<Uint8Array<ArrayBuffer>> => readFile(new URL(name, import.meta.url));

const spawn: Spawn = (take, fail) => {
  const worker = new Worker(new URL("./worker-node.js", import.meta.url));
  worker.on("message", take);
  worker.on("error", fail);
  worker.on("exit", () => fail(new Error("the worker ended")));
  return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
};

export const load = async (source?: Source): Promise<Qi> => rulesFrom(source ?? (await read("qi-rules.wasm")));

export const loadEngine = async (source?: Source): Promise<Engine> => engineFrom(source ?? (await read("qi-engine.wasm")));

export const startRemote = async (options: PlayerOptions = {}, source?: Source): Promise<Remote> =>
  remoteFrom(spawn, source ?? (await read("qi-engine.wasm")), options);
