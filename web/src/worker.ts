// The worker's side of engine.ts: one player for a game, which thinks in short slices.
import { Core } from "../../npm/core.js";
import type { Answer, Position, Question, Thought } from "./engine";
import { NoGoGame, type Colour } from "./nogo-game";

type Request = { kind: "module"; bytes: Uint8Array<ArrayBuffer> } | { kind: "think"; question: Question };

const SOLVED = 6; // playouts a millisecond, of which the solver gets its share before the others
const SLICE = 60; // milliseconds between two looks at the thinking
const LINES = 12; // candidates whose expected lines are reported
const LONGEST_LINE = 12;
const MEMORY = 64 << 20; // bytes for the player, and for the solver

let core: Core | undefined;
let player = { handle: 0, level: 0, seed: 0, place: 0 };

const answer = (message: Answer): void => postMessage(message);

/** The player of this game; what it knows is kept from move to move. */
function seat({ level, seed, position }: Question): number {
  const call = core!.call;
  if (player.handle && (player.seed !== seed || position.place <= player.place)) {
    call.free(player.handle);
    player.handle = 0;
  }
  const handle = player.handle || call.player_new(level, 0, seed, MEMORY);
  if (!handle || (player.handle && player.level !== level && !call.player_set_level(handle, level))) throw new Error("out of memory");
  player = { handle, level, seed, place: position.place };
  return handle;
}

function face(handle: number, position: Position): void {
  const game = NoGoGame.setUp(core!, position.rows, position.columns, position.stones, position.toMove as Colour);
  const good = core!.call.player_set_position(handle, game.handle);
  game.free();
  if (!good) throw new Error("out of memory");
}

const thousandths = (rate: number): number => (rate < 0 ? -1 : Math.floor(rate * 1000));

function look(handle: number, points: number, milliseconds: number, evaluated: number): Thought {
  const call = core!.call;
  const [best, [winRate, proved]] = core!.numbers(2, (to) => call.player_decide(handle, to));
  const [count, numbers] = core!.numbers(4 * points, (to) => call.player_candidates(handle, to, points));
  const column = (which: number): number[] => Array.from({ length: count }, (_, i) => numbers[4 * i + which]!);
  const playouts = call.player_thought(handle);
  const evaluations = call.player_evaluations(handle) - evaluated;
  return {
    points: column(0),
    visits: column(1),
    rates: column(2).map(thousandths),
    winRate: thousandths(winRate!),
    playouts,
    rate: Math.round(((evaluations || playouts) * 1000) / Math.max(1, milliseconds)),
    evaluated: evaluations > 0,
    best,
    proved: proved!,
  };
}

/** The lines that the player expects after its best moves. */
function expect(handle: number, thought: Thought): Thought {
  const call = core!.call;
  thought.lines = thought.points.slice(0, LINES).map((point) =>
    core!.borrow(LONGEST_LINE * 4, (to) => {
      const length = call.player_line(handle, point, to, LONGEST_LINE);
      return Array.from(core!.words(to, length));
    }));
  return thought;
}

let solver = 0;

/** Solves a game's position: the outcome for the colour to move, and a move that wins. */
function solveOnce(game: NoGoGame, nodes: number): { outcome: number; move: number; nodes: number } | undefined {
  solver ||= core!.call.solver_new(MEMORY);
  if (!solver) throw new Error("out of memory");
  const [good, [outcome, move, searched]] = core!.numbers(3, (to) => core!.call.solver_solve(solver, game.handle, nodes, to));
  return good ? { outcome: outcome!, move: move! | 0, nodes: searched! } : undefined;
}

/** Who wins, reported as a thought; the line is the winner's proved moves and the loser's most stubborn ones. */
function solve(position: Position, most: number): void {
  const game = NoGoGame.setUp(core!, position.rows, position.columns, position.stones, position.toMove as Colour);
  const solved = (proved: number, line: number[], nodes: number): Thought => ({
    points: line.slice(0, 1), visits: [nodes], rates: [proved > 0 ? 1000 : 0], winRate: proved > 0 ? 1000 : 0, playouts: nodes,
    rate: 0, evaluated: false, best: line[0] ?? -1, proved, lines: [line],
  });
  const answers = (thought: Thought, done: boolean): void => answer({ kind: "thought", thought, done });
  let found = solveOnce(game, 1000);
  let searched = found?.nodes ?? 0;
  for (let nodes = 10_000; found?.outcome === 0 && searched < most; nodes *= 2) {
    found = solveOnce(game, Math.min(nodes, most));
    searched += found?.nodes ?? 0;
    if (found?.outcome === 0) answers(solved(0, [], searched), false);
  }
  const line: number[] = [];
  if (found?.outcome)
    for (let turn = found.outcome; game.canMove; turn = -turn) {
      const move = turn > 0 ? solveOnce(game, most)?.move ?? -1 : core!.call.nogo_stubborn(game.handle) | 0;
      if (move < 0 || game.play(move).verdict !== 0) break;
      line.push(move);
    }
  game.free();
  answers(solved(found?.outcome ?? 0, line, searched), true);
}

function think(question: Question): void {
  const call = core!.call;
  if (question.nodes) return solve(question.position, question.nodes);
  const handle = seat(question);
  const evaluated = call.player_evaluations(handle);
  face(handle, question.position);
  const playouts = question.playouts ?? (call.player_playouts(handle) || Infinity);
  const milliseconds = question.playouts ? Infinity : 1000 * call.player_seconds(handle) || Infinity;
  // a player by playouts plays the same everywhere
  const expected = playouts < Infinity ? playouts : Math.round(milliseconds * SOLVED);
  const begin = performance.now();
  let shown = begin;
  let batch = 16;
  for (;;) {
    const before = performance.now();
    const sofar = call.player_thought(handle);
    const over = call.player_think(handle, Math.min(batch, playouts - sofar), expected);
    const now = performance.now();
    if (now - before < SLICE / 4) batch *= 2;
    const done = over !== 0 || call.player_thought(handle) >= playouts || now - begin >= milliseconds;
    if (done || now - shown >= SLICE) {
      shown = now;
      const thought = look(handle, question.position.stones.length, now - begin, evaluated);
      answer({ kind: "thought", thought: question.playouts ? expect(handle, thought) : thought, done });
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
  } catch (error) {
    // a plain Error is ours: no memory, no such position. Anything else while thinking is a fault that the page reports
    if (request?.kind !== "think" || (error instanceof Error && error.name === "Error")) return answer({ kind: "failed" });
    setTimeout(() => {
      throw error;
    });
  }
};
