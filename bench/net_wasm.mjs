// The learnt network in WebAssembly:  node net_wasm.mjs MODULE.wasm NETWORK.qinet ROUNDS
// Prints for every path of the module: its name, a digest of its numbers, evaluations of 9x9 a
// CPU second (the best of some rounds; 0 rounds: not measured).
import { readFileSync } from "node:fs";

const [module, network, rounds] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(module));
const qi = instance.exports;
const bytes = readFileSync(network);
const at = qi.allocate(bytes.length);
new Uint8Array(qi.memory.buffer, at, bytes.length).set(bytes);

const seconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

for (const [path, name] of [[1, "portable"], [2, "vector"]]) {
  if (!qi.net_open(at, bytes.length, path)) continue;
  const digest = BigInt.asUintN(64, qi.net_signature()).toString(16).padStart(16, "0");
  let best = 0;
  for (let round = 0; round < Number(rounds); round++) {
    const start = seconds();
    let count = 0;
    do {
      qi.net_run(64);
      count += 64;
    } while (seconds() - start < 0.25);
    best = Math.max(best, count / (seconds() - start));
  }
  console.log(name, digest, best.toFixed(0));
}
