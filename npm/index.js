// The C library qi as WebAssembly, for browsers and Node. index.d.ts describes everything here.

import { Core, Handle, NO_POINT } from "./core.js";

const COLOURS = ["empty", "black", "white", "wall"];
const NOGO_VERDICTS = ["legal", "off board", "occupied", "capture", "suicide", "centre"];
const GO_VERDICTS = ["legal", "occupied", "suicide", "superko", "off board"];
const ENGINES = ["strong", "policy", "playouts"];
const REPETITIONS = ["positional", "situational", "ko", "free"];
const PROBLEMS = ["nogo", "go", "maze"];
const OUTCOMES = { "-1": "lost", 0: "unknown", 1: "won" };

export class BadText extends Error {
  constructor({ line, column, found, expected }) {
    super(`${line}:${column}: found ${found}, expected ${expected}`);
    Object.assign(this, { name: "BadText", line, column, found, expected });
  }
}

export class IllegalMove extends Error {
  constructor(verdict) {
    super(`illegal move: ${verdict}`);
    Object.assign(this, { name: "IllegalMove", verdict });
  }
}

const indexOf = (list, word, what) => {
  const index = list.indexOf(word);
  if (index < 0) throw new RangeError(`found ${what} '${word}', expected one of ${list.join(", ")}`);
  return index;
};

/** What Core.parse() returns as a handle, or BadText. */
const parsed = (got) => {
  if (typeof got !== "number") throw new BadText(got);
  return got;
};

const pointOf = (board, row, column) =>
  Number.isInteger(row) && Number.isInteger(column) && row >= 0 && column >= 0 && row < board.rows && column < board.columns
    ? row * board.columns + column
    : NO_POINT;
const placeOf = (board, point) => (point === NO_POINT ? null : { row: Math.floor(point / board.columns), column: point % board.columns });
const colourIndex = (colour) => indexOf(COLOURS, colour, "colour");

class Board extends Handle {
  constructor(core, release, handle, rows, columns) {
    if (!handle) throw new RangeError("no such board");
    super(core, release, handle, "board");
    Object.defineProperty(this, "core", { value: core });
    this.rows = rows;
    this.columns = columns;
  }

  at(row, column) {
    const point = pointOf(this, row, column);
    if (point === NO_POINT) throw new RangeError("the point is off the board");
    return COLOURS[this.points()[point]];
  }

  legal(colour = this.toMove) {
    const found = [];
    for (let row = 0; row < this.rows; row++)
      for (let column = 0; column < this.columns; column++)
        if (this.judge(row, column, colour) === "legal") found.push({ row, column });
    return found;
  }

  toString() {
    const points = this.points();
    let text = "";
    for (let row = 0; row < this.rows; row++) {
      for (let column = 0; column < this.columns; column++) text += ".XO#"[points[row * this.columns + column]];
      text += "\n";
    }
    return text;
  }
}

export class NogoGame extends Board {
  constructor(core, handle) {
    super(core, "nogo_free", handle, core.call.nogo_rows(handle), core.call.nogo_columns(handle));
  }

  points() {
    return this.core.copyBytes(this.rows * this.columns, (to) => this.core.call.nogo_stones(this.address, to));
  }

  get toMove() {
    return COLOURS[this.core.call.nogo_to_move(this.address)];
  }

  get over() {
    return !this.core.call.nogo_can_move(this.address);
  }

  judge(row, column, colour = this.toMove) {
    return NOGO_VERDICTS[this.core.call.nogo_judge(this.address, colourIndex(colour), pointOf(this, row, column), 0)];
  }

  play(row, column, colour = this.toMove) {
    const verdict = NOGO_VERDICTS[this.core.call.nogo_play(this.address, colourIndex(colour), pointOf(this, row, column), 0)];
    if (verdict === undefined) throw new Error("out of memory");
    if (verdict !== "legal") throw new IllegalMove(verdict);
    return this;
  }

  get moves() {
    const count = this.core.call.nogo_count(this.address);
    const words = this.core.words(this.core.call.nogo_moves(this.address), 2 * count);
    return Array.from({ length: count }, (_, i) => ({ colour: COLOURS[words[2 * i + 1]], ...placeOf(this, words[2 * i]) }));
  }

  undo(count = 1) {
    this.core.call.nogo_seek(this.address, Math.max(0, this.core.call.nogo_count(this.address) - count));
    this.core.call.nogo_cut(this.address);
    return this;
  }

  playOut({ random = false, seed = 1 } = {}) {
    if (!this.core.call.nogo_play_out(this.address, random ? 1 : 0, seed)) throw new Error("out of memory");
    this.core.call.nogo_seek(this.address, this.core.call.nogo_count(this.address));
    return this;
  }

  playouts(games, { seed = 1 } = {}) {
    const [good, [played, blackWins, moves]] = this.core.numbers(3, (to) => this.core.call.nogo_playouts(this.address, games, seed, to));
    if (!good) throw new Error("out of memory");
    return { games: played, blackWins, moves };
  }

  toLine() {
    return this.core.written((to, capacity) => this.core.call.nogo_line(this.address, 0, to, capacity));
  }

  toSgf() {
    return this.core.written((to, capacity) => this.core.call.nogo_write_sgf(this.address, to, capacity));
  }
}

export class GoGame extends Board {
  constructor(core, rows, columns, repetition, suicide) {
    super(core, "go_free", core.call.go_new(rows, columns, repetition, suicide) >>> 0, rows, columns);
  }

  points() {
    return this.core.copyBytes(this.rows * this.columns, (to) => this.core.call.go_stones(this.address, to));
  }

  get toMove() {
    return COLOURS[this.core.call.go_to_move(this.address)];
  }

  captures(colour) {
    return this.core.call.go_captures(this.address, colourIndex(colour));
  }

  judge(row, column, colour = this.toMove) {
    return GO_VERDICTS[this.core.call.go_judge(this.address, colourIndex(colour), pointOf(this, row, column), 0)];
  }

  play(row, column, colour = this.toMove) {
    const verdict = this.judge(row, column, colour);
    if (verdict !== "legal") throw new IllegalMove(verdict);
    return this.#add(colour, pointOf(this, row, column));
  }

  pass(colour = this.toMove) {
    return this.#add(colour, NO_POINT);
  }

  undo() {
    const count = this.core.call.go_count(this.address);
    this.core.call.go_cut(this.address, Math.max(0, count - 1));
    return count > 0;
  }

  #add(colour, point) {
    const { call } = this.core;
    if (call.go_add(this.address, colourIndex(colour), point) && call.go_seek(this.address, NO_POINT)) return this;
    throw new Error("out of memory");
  }
}

const expectNogo = (game) => {
  if (!(game instanceof NogoGame)) throw new TypeError(`found ${game?.constructor?.name ?? game}, expected a NogoGame`);
};
const addressIn = (game, core) => {
  expectNogo(game);
  if (game.core !== core) throw new TypeError("this game was made by another load()");
  return game.address;
};

export class Player extends Handle {
  #choosing = false;
  #core;
  constructor(core, { level = 0, engine = "strong", seed = 1, memory = 64 << 20 } = {}) {
    const handle = core.call.player_new(level, indexOf(ENGINES, engine, "engine"), seed, memory) >>> 0;
    if (!handle) throw new RangeError(`no such level: ${level}`);
    super(core, "player_free", handle, "player");
    this.#core = core;
  }

  choose(game, limits = {}) {
    if (this.#choosing) throw new Error("this player is already choosing");
    this.#choosing = true;
    try {
      return this.#choose(game, limits);
    } finally {
      this.#choosing = false;
    }
  }

  /** Thinks in pieces so that `report` can be called and the time kept. */
  #choose(game, { playouts = 0, seconds = 0, report }) {
    const { call } = this.#core, position = addressIn(game, this.#core);
    if (!call.player_set_position(this.address, position)) throw new RangeError("the board is too large to search");
    let most = playouts, limit = seconds;
    if (!most && !limit) {
      most = call.player_playouts(this.address);
      limit = call.player_seconds(this.address);
    }
    const end = limit ? performance.now() + 1000 * limit : Infinity;
    const piece = 200;
    for (;;) {
      const left = most ? most - call.player_thought(this.address) : piece;
      if (left <= 0) break;
      const settled = call.player_think(this.address, Math.min(left, piece), most || 100000);
      if (settled || performance.now() >= end) break;
      if (report && report(this.#read(game)) === false) break;
    }
    return this.#read(game);
  }

  #read(game) {
    const { call } = this.#core, room = game.rows * game.columns;
    const [move, [winRate, outcome]] = this.#core.numbers(2, (to) => call.player_decide(this.address, to) >>> 0);
    const [count, numbers] = this.#core.numbers(4 * room, (to) => call.player_candidates(this.address, to, room));
    const candidates = Array.from({ length: count }, (_, i) => ({
      ...placeOf(game, numbers[4 * i]),
      visits: numbers[4 * i + 1],
      winRate: numbers[4 * i + 2] < 0 ? null : numbers[4 * i + 2],
      outcome: OUTCOMES[numbers[4 * i + 3]],
    }));
    return { move: placeOf(game, move), winRate, outcome: OUTCOMES[outcome], playouts: call.player_thought(this.address), candidates };
  }
}

export class Qi {
  #core;
  constructor(core) {
    this.#core = core;
    this.version = core.text(core.call.version());
    this.levels = core.call.player_levels();
  }

  #nogo(parser, text) {
    return new NogoGame(this.#core, parsed(this.#core.parse(text, parser)));
  }

  nogo(rows = 9, columns = rows) {
    return new NogoGame(this.#core, this.#core.call.nogo_new(rows, columns) >>> 0);
  }

  parseNogo(text) {
    return this.#nogo(this.#core.call.nogo_parse, text);
  }

  readNogoSgf(text) {
    return this.#nogo((at, length, error) => this.#core.call.nogo_read_sgf(at, length, error, 0), text);
  }

  go(rows = 19, columns = rows, { repetition = "positional", suicide = false } = {}) {
    return new GoGame(this.#core, rows, columns, indexOf(REPETITIONS, repetition, "rule"), suicide ? 1 : 0);
  }

  player(options) {
    return new Player(this.#core, options);
  }

  solve(game, { nodes = 0, memory = 64 << 20 } = {}) {
    const position = addressIn(game, this.#core);
    const made = this.#core.call.solver_new(memory) >>> 0;
    if (!made) throw new Error("out of memory");
    const solver = new Handle(this.#core, "solver_free", made, "solver");
    const [good, [outcome, move, searched]] = this.#core.numbers(3, (to) => this.#core.call.solver_solve(made, position, nodes, to));
    solver.free();
    if (!good) throw new RangeError("too many points can still be played");
    return { outcome: OUTCOMES[outcome], move: placeOf(game, move), nodes: searched };
  }

  families(problem) {
    const names = [];
    for (let address; (address = this.#core.call.lab_family(indexOf(PROBLEMS, problem, "problem"), names.length) >>> 0);)
      names.push(this.#core.text(address));
    return names;
  }

  #take(handle) {
    const text = this.#core.utf8(...this.#core.words(handle, 2));
    this.#core.call.lab_free(handle);
    return text;
  }

  generate(problem, { family = "", rows = 0, columns = rows, seed = 1 } = {}) {
    const index = family ? indexOf(this.families(problem), family, "family") : NO_POINT;
    const handle = this.#core.call.lab_generate(indexOf(PROBLEMS, problem, "problem"), index, rows, columns, 0, seed) >>> 0;
    if (!handle) throw new RangeError("no such input");
    return this.#take(handle);
  }

  answer(problem, input, { rows = 0, columns = rows } = {}) {
    const index = indexOf(PROBLEMS, problem, "problem");
    return this.#take(parsed(this.#core.parse(input, (...text) => this.#core.call.lab_answer(index, rows, columns, ...text))));
  }

  judge(problem, input, output, { rows = 0, columns = rows } = {}) {
    const { call } = this.#core, index = indexOf(PROBLEMS, problem, "problem");
    const handle = parsed(this.#core.pass(output, (from, count) =>
      this.#core.parse(input, (at, length, error) => call.lab_judge(index, rows, columns, at, length, from, count, error))));
    const [right, line] = this.#core.words(call.lab_facts(handle), 2);
    const sentence = this.#core.text(call.lab_sentence(handle));
    call.lab_judge_free(handle);
    return { right: right === 1, line, sentence };
  }
}

const isNode = typeof process === "object" && Boolean(process.versions?.node);

async function moduleBytes() {
  const url = new URL("qi.wasm", import.meta.url);
  if (isNode && url.protocol === "file:") return (await import("node:fs/promises")).readFile(url);
  return (await fetch(url)).arrayBuffer();
}

/** Loads the module; `source` are its bytes, when they do not lie beside this file. */
export async function load(source) {
  return new Qi(await Core.load(source ?? (await moduleBytes())));
}

/** A player in a worker: the page, or the program, stays awake while it thinks. */
export class RemotePlayer {
  #worker;
  #waiting = new Map();
  #next = 1;
  #stopped = null;

  static async start(options = {}) {
    const remote = new RemotePlayer();
    const url = new URL("worker.js", import.meta.url);
    const take = ({ id, value, error }) => {
      const waiting = remote.#waiting.get(id);
      remote.#waiting.delete(id);
      if (error) waiting?.reject(new Error(error));
      else waiting?.resolve(value);
    };
    if (isNode) {
      const { Worker } = await import("node:worker_threads");
      remote.#worker = new Worker(url);
      remote.#worker.on("message", take);
    } else {
      remote.#worker = new Worker(url, { type: "module" });
      remote.#worker.onmessage = (event) => take(event.data);
    }
    try {
      await remote.#ask({ start: options });
    } catch (error) {
      await remote.stop();
      throw error;
    }
    return remote;
  }

  #ask(question) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      if (this.#stopped) throw this.#stopped;
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, ...question });
    });
  }

  async choose(game, { playouts, seconds } = {}) {
    expectNogo(game);
    return this.#ask({ sgf: game.toSgf(), limits: { playouts, seconds } });
  }

  async stop() {
    this.#stopped = new Error("this player has been stopped");
    for (const { reject } of this.#waiting.values()) reject(this.#stopped);
    this.#waiting.clear();
    await this.#worker.terminate();
  }
}
