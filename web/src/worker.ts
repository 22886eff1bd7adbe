// The worker's side of engine.ts: rebuilds the position and thinks in short slices.
import { Core } from "./core";
import type { Answer, Question, Thought } from "./engine";
import { NoGoGame } from "./nogo-game";

type Request = { kind: "module"; bytes: ArrayBuffer } | { kind: "think"; question: Question };

const SOLVER_NODES = 50; // for every millisecond of thought: some tenth of the time
const SLICE = 60; // milliseconds between two looks at the thinking

let core: Core | undefined;

const answer = (message: Answer): void => postMessage(message);

function rebuild(question: Question): NoGoGame {
  const game = NoGoGame.parse(core!, question.position.text);
  if (!(game instanceof NoGoGame)) throw new Error(`${game.found}, expected ${game.expected}`);
  game.setFirst(question.position.first as 1 | 2);
  for (const move of question.position.moves) game.play(move);
  return game;
}

function look(think: number, playouts: number, milliseconds: number): Thought {
  const call = core!.call;
  const count = call["think_candidates"]!(think) >>> 0;
  const numbers = Array.from(
    core!.copyWords(count * 3, (to) => call["think_read"]!(think, to, to + count * 4, to + count * 8)),
  );
  return {
    points: numbers.slice(0, count),
    visits: numbers.slice(count, 2 * count),
    rates: numbers.slice(2 * count),
    playouts,
    rate: Math.round((playouts * 1000) / Math.max(1, milliseconds)),
    best: call["think_best"]!(think) | 0,
    proved: call["think_proof"]!(think),
  };
}

/** A proof, if one is near: 1 with a winning move, -1, or 0. */
function solve(game: NoGoGame, nodes: number): { outcome: number; move: number } {
  return core!.borrow(4, (address) => {
    const outcome = core!.call["think_solve"]!(game.handle, nodes, address);
    return { outcome, move: core!.words(address, 1)[0]! };
  });
}

function think(question: Question): void {
  const call = core!.call;
  const game = rebuild(question);
  // a thinker by the clock may look for a proof first; one by playouts plays the same everywhere
  const proof = question.milliseconds < Infinity ? solve(game, question.milliseconds * SOLVER_NODES) : { outcome: 0, move: 0 };
  const thinker = call["think_new"]!(game.handle, question.seed) >>> 0;
  const begin = performance.now();
  let shown = begin;
  let playouts = 0;
  let batch = 16;
  for (;;) {
    const before = performance.now();
    const sofar = playouts;
    playouts = call["think_run"]!(thinker, Math.min(batch, question.playouts - playouts)) >>> 0;
    const now = performance.now();
    if (now - before < SLICE / 4) batch *= 2;
    // a proved game needs no more thought, and then the count stands still
    const done = playouts >= question.playouts || now - begin >= question.milliseconds || playouts === sofar || proof.outcome > 0;
    if (done || now - shown >= SLICE) {
      shown = now;
      const thought = look(thinker, playouts, now - begin);
      if (proof.outcome) thought.proved = proof.outcome;
      if (proof.outcome > 0) thought.best = proof.move;
      answer({ kind: "thought", thought, done });
    }
    if (done) break;
  }
  call["think_free"]!(thinker);
  game.free();
}

onmessage = async (event: MessageEvent<Request>) => {
  if (event.data.kind === "module") {
    core = await Core.load(event.data.bytes);
    answer({ kind: "ready" });
  } else think(event.data.question);
};
