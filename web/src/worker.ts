// The worker's side of engine.ts: one player for a game, which thinks in short slices.
import { Core } from "./core";
import type { Answer, Position, Question, Thought } from "./engine";
import { NoGoGame, type Colour } from "./nogo-game";

type Request = { kind: "module"; bytes: ArrayBuffer } | { kind: "think"; question: Question };

const SOLVED = 6; // playouts a millisecond, of which the solver gets its share before the others
const SLICE = 60; // milliseconds between two looks at the thinking

let core: Core | undefined;
let player = { handle: 0, level: 0, seed: 0, place: 0 };

const answer = (message: Answer): void => postMessage(message);

/** The player of this game; what it knows is kept from move to move. */
function seat({ level, seed, position }: Question): number {
  const call = core!.call;
  if (player.handle && (player.seed !== seed || position.place <= player.place)) {
    call["player_free"]!(player.handle);
    player.handle = 0;
  }
  const handle = player.handle || call["player_new"]!(level, seed) >>> 0;
  if (!handle || (player.handle && player.level !== level && !call["player_set_level"]!(handle, level))) throw new Error("out of memory");
  player = { handle, level, seed, place: position.place };
  return handle;
}

function face(handle: number, position: Position): void {
  const game = NoGoGame.setUp(core!, position.rows, position.columns, position.stones, position.toMove as Colour);
  const good = core!.call["player_face"]!(handle, game.handle);
  game.free();
  if (!good) throw new Error("out of memory");
}

function look(handle: number, milliseconds: number, evaluated: number): Thought {
  const call = core!.call;
  const count = call["player_candidates"]!(handle) >>> 0;
  const numbers = Array.from(
    core!.copyWords(count * 3, (to) => call["player_read"]!(handle, to, to + count * 4, to + count * 8)),
  );
  const playouts = call["player_thought"]!(handle) >>> 0;
  const evaluations = (call["player_evaluations"]!(handle) >>> 0) - evaluated;
  return {
    points: numbers.slice(0, count),
    visits: numbers.slice(count, 2 * count),
    rates: numbers.slice(2 * count),
    playouts,
    rate: Math.round(((evaluations || playouts) * 1000) / Math.max(1, milliseconds)),
    learnt: evaluations > 0,
    best: call["player_best"]!(handle) | 0,
    proved: call["player_proof"]!(handle),
  };
}

function think(question: Question): void {
  const call = core!.call;
  const handle = seat(question);
  const evaluated = call["player_evaluations"]!(handle) >>> 0;
  face(handle, question.position);
  const playouts = call["player_playouts"]!(handle) >>> 0 || Infinity;
  const milliseconds = call["player_milliseconds"]!(handle) >>> 0 || Infinity;
  // a player by playouts plays the same everywhere
  const expected = playouts < Infinity ? playouts : milliseconds * SOLVED;
  const begin = performance.now();
  let shown = begin;
  let batch = 16;
  for (;;) {
    const before = performance.now();
    const sofar = call["player_thought"]!(handle) >>> 0;
    const over = call["player_think"]!(handle, Math.min(batch, playouts - sofar), expected);
    const now = performance.now();
    if (now - before < SLICE / 4) batch *= 2;
    const done = over !== 0 || call["player_thought"]!(handle) >>> 0 >= playouts || now - begin >= milliseconds;
    if (done || now - shown >= SLICE) {
      shown = now;
      answer({ kind: "thought", thought: look(handle, now - begin, evaluated), done });
    }
    if (done) break;
  }
}

/** Whether a message asks about a position that there can be. */
function isQuestion(question: Question | undefined): question is Question {
  const position = question?.position;
  if (!position || !(position.stones instanceof Uint8Array)) return false;
  const { rows, columns, stones, toMove, place } = position;
  return [rows, columns, toMove, place, question.level, question.seed].every(Number.isInteger) && rows > 0 && columns > 0 &&
    rows * columns === stones.length && (toMove === 1 || toMove === 2) && stones.every((colour) => colour <= 3);
}

onmessage = async (event: MessageEvent<Request | undefined>) => {
  const request = event.data;
  try {
    if (request?.kind === "module") {
      core = await Core.load(request.bytes);
      answer({ kind: "ready" });
    } else if (core && request?.kind === "think" && isQuestion(request.question)) think(request.question);
    else answer({ kind: "failed" });
  } catch {
    answer({ kind: "failed" });
  }
};
