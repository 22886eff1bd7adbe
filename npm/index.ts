// The C library qi as WebAssembly, in browsers. Bundlers find the files beside this one by the literal URLs.
import type { Engine, PlayerOptions } from "./engine.js";
import { engineFrom, remoteFrom, rulesFrom, type Source } from "./exports.js";
import type { Qi } from "./games.js";
import type { FromWorker, Remote, Spawn } from "./remote.js";

export * from "./exports.js";

async function read(url: URL): Promise<ArrayBuffer> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url.href}: ${answer.status}`);
  return answer.arrayBuffer();
}

const spawn: Spawn = (take, fail) => {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.onmessage = (event: MessageEvent<FromWorker>) => take(event.data);
  worker.onerror = (event) => fail(new Error(event.message || "the worker did not start"));
  worker.onmessageerror = () => fail(new Error("the worker's answer could not be read"));
  return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
};

/** Loads the rules, records and judges; `source` is qi-rules.wasm, when it does not lie beside this file. */
export async function load(source?: Source): Promise<Qi> {
  return rulesFrom(source ?? (await read(new URL("./qi-rules.wasm", import.meta.url))));
}

/** Loads the engine; `source` is qi-engine.wasm. */
export async function loadEngine(source?: Source): Promise<Engine> {
  return engineFrom(source ?? (await read(new URL("./qi-engine.wasm", import.meta.url))));
}

/** Starts a worker with an engine and a player; `source` is qi-engine.wasm. */
export async function startRemote(options: PlayerOptions = {}, source?: Source): Promise<Remote> {
  return remoteFrom(spawn, source ?? (await read(new URL("./qi-engine.wasm", import.meta.url))), options);
}
