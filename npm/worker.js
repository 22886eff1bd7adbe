// A player in a thread of its own, for browsers and Node: RemotePlayer in index.js talks to it.
import { load } from "./index.js";

const isNode = typeof process === "object" && Boolean(process.versions?.node);
const port = isNode ? (await import("node:worker_threads")).parentPort : globalThis;
let qi, player;

async function answer({ start, sgf, limits }) {
  if (start) {
    qi = await load();
    player = qi.player(start);
    return true;
  }
  const game = qi.readNogoSgf(sgf);
  try {
    return player.choose(game, limits);
  } finally {
    game.free();
  }
}

const take = async ({ id, ...question }) => {
  try {
    port.postMessage({ id, value: await answer(question) });
  } catch (error) {
    port.postMessage({ id, error: error.message });
  }
};
if (isNode) port.on("message", take);
else port.onmessage = (event) => take(event.data);
