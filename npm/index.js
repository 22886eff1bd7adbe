// The C library qi as WebAssembly, for browsers and Node. index.d.ts describes everything here.

const NO_POINT = 0xffffffff;
const MESSAGE_BYTES = 4 + 400;
const ERROR_BYTES = 16 + 96 + 128 + 2 * MESSAGE_BYTES;
const COLOURS = ["empty", "black", "white", "wall"];
const NOGO_VERDICTS = ["legal", "off board", "occupied", "capture", "suicide", "centre", "no memory"];
const GO_VERDICTS = ["legal", "occupied", "suicide", "superko", "off board", "no memory"];
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

// Handles are freed with their objects; free() does it at once.
const registry = typeof FinalizationRegistry === "function" ? new FinalizationRegistry((release) => release()) : null;

/** The module's memory, and texts and numbers in and out of it. */
class Memory {
  constructor(instance) {
    this.call = instance.exports;
  }

  view() {
    return new DataView(this.call.memory.buffer);
  }

  borrow(size, use) {
    const address = this.call.allocate(size || 1) >>> 0;
    if (!address) throw new Error("out of memory");
    try {
      return use(address);
    } finally {
      this.call.release(address);
    }
  }

  pass(text, use) {
    const bytes = new TextEncoder().encode(text);
    return this.borrow(bytes.length, (address) => {
      new Uint8Array(this.call.memory.buffer, address, bytes.length).set(bytes);
      return use(address, bytes.length);
    });
  }

  text(address, length) {
    const bytes = new Uint8Array(this.call.memory.buffer, address, length ?? this.call.memory.buffer.byteLength - address);
    const end = length ?? bytes.indexOf(0);
    return new TextDecoder().decode(bytes.slice(0, end));
  }

  doubles(count, use) {
    return this.borrow(8 * count, (address) => {
      const result = use(address);
      return [result, Array.from(new Float64Array(this.call.memory.buffer, address, count))];
    });
  }

  /** `use` gets an address for a text error and returns a handle; 0 becomes BadText. */
  parse(use) {
    return this.borrow(ERROR_BYTES, (error) => {
      const handle = use(error) >>> 0;
      if (handle) return handle;
      throw this.badText(error);
    });
  }

  badText(error) {
    const view = this.view();
    const word = (at, most) => this.text(at, Math.max(0, new Uint8Array(this.call.memory.buffer, at, most).indexOf(0)));
    return new BadText({
      line: Number(view.getBigUint64(error, true)),
      column: Number(view.getBigUint64(error + 8, true)),
      found: word(error + 16, 96),
      expected: word(error + 112, 128),
    });
  }

  keep(object, handle, free) {
    const release = () => free(handle);
    registry?.register(object, release, object);
    return () => {
      registry?.unregister(object);
      release();
    };
  }
}

const pointOf = (board, row, column) =>
  Number.isInteger(row) && Number.isInteger(column) && row >= 0 && column >= 0 && row < board.rows && column < board.columns
    ? row * board.columns + column
    : NO_POINT;
const placeOf = (board, point) => (point === NO_POINT ? null : { row: Math.floor(point / board.columns), column: point % board.columns });
const colourIndex = (colour) => indexOf(COLOURS, colour, "colour");

/** What the module made. Freeing twice is harmless; any other use after free() is an error. */
class Handle {
  #release;
  #handle;
  #kind;
  constructor(memory, handle, kind, free) {
    this.memory = memory;
    this.#handle = handle;
    this.#kind = kind;
    this.#release = memory.keep(this, handle, free);
    Object.defineProperty(this, "memory", { enumerable: false });
  }

  get handle() {
    if (!this.#handle) throw new Error(`this ${this.#kind} has been freed`);
    return this.#handle;
  }

  free() {
    if (this.#handle) this.#release();
    this.#handle = 0;
  }
}

class Board extends Handle {
  constructor(memory, handle, free) {
    if (!handle) throw new RangeError("no such board");
    super(memory, handle, "board", free);
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

  points() {
    return this.memory.borrow(this.rows * this.columns, (address) => {
      this.writePoints(address);
      return new Uint8Array(this.memory.call.memory.buffer, address, this.rows * this.columns).slice();
    });
  }
}

export class NogoGame extends Board {
  constructor(memory, handle) {
    super(memory, handle, (freed) => memory.call.nogo_free(freed));
    this.rows = memory.call.nogo_rows(handle);
    this.columns = memory.call.nogo_columns(handle);
  }

  writePoints(address) {
    this.memory.call.nogo_points(this.handle, address);
  }

  get toMove() {
    return COLOURS[this.memory.call.nogo_to_move(this.handle)];
  }

  get over() {
    return this.legal().length === 0;
  }

  judge(row, column, colour = this.toMove) {
    return NOGO_VERDICTS[this.memory.call.nogo_judge(this.handle, colourIndex(colour), pointOf(this, row, column))];
  }

  play(row, column, colour = this.toMove) {
    const verdict = NOGO_VERDICTS[this.memory.call.nogo_play(this.handle, colourIndex(colour), pointOf(this, row, column))];
    if (verdict !== "legal") throw new IllegalMove(verdict);
    return this;
  }

  get moves() {
    const count = this.memory.call.nogo_count(this.handle);
    const words = new Uint32Array(this.memory.call.memory.buffer, this.memory.call.nogo_moves(this.handle), 2 * count);
    return Array.from({ length: count }, (_, i) => ({ colour: COLOURS[words[2 * i + 1]], ...placeOf(this, words[2 * i]) }));
  }

  undo(count = 1) {
    this.memory.call.nogo_cut(this.handle, Math.max(0, this.memory.call.nogo_count(this.handle) - count));
    return this;
  }

  playOut({ random = false, seed = 1 } = {}) {
    if (!this.memory.call.nogo_play_out(this.handle, random ? 1 : 0, seed)) throw new Error("out of memory");
    return this;
  }

  playouts(games, { seed = 1 } = {}) {
    const [good, [played, blackWins, moves]] = this.memory.doubles(3, (address) =>
      this.memory.call.nogo_playouts(this.handle, games, seed, address));
    if (!good) throw new Error("out of memory");
    return { games: played, blackWins, moves };
  }

  toSgf() {
    const length = this.memory.call.nogo_write_sgf(this.handle, 0, 0);
    return this.memory.borrow(length, (address) => {
      this.memory.call.nogo_write_sgf(this.handle, address, length);
      return this.memory.text(address, length);
    });
  }
}

export class GoGame extends Board {
  constructor(memory, rows, columns, repetition, suicide) {
    super(memory, memory.call.go_new(rows, columns, repetition, suicide) >>> 0, (freed) => memory.call.go_free(freed));
    this.rows = rows;
    this.columns = columns;
  }

  writePoints(address) {
    this.memory.call.go_points(this.handle, address);
  }

  get toMove() {
    return COLOURS[this.memory.call.go_to_move(this.handle)];
  }

  captures(colour) {
    return this.memory.call.go_captures(this.handle, colourIndex(colour));
  }

  judge(row, column, colour = this.toMove) {
    return GO_VERDICTS[this.memory.call.go_judge(this.handle, colourIndex(colour), pointOf(this, row, column))];
  }

  play(row, column, colour = this.toMove) {
    const verdict = GO_VERDICTS[this.memory.call.go_play(this.handle, colourIndex(colour), pointOf(this, row, column))];
    if (verdict !== "legal") throw new IllegalMove(verdict);
    return this;
  }

  pass(colour = this.toMove) {
    if (!this.memory.call.go_pass(this.handle, colourIndex(colour))) throw new Error("out of memory");
    return this;
  }

  undo() {
    return Boolean(this.memory.call.go_undo(this.handle));
  }
}

const expectNogo = (game) => {
  if (!(game instanceof NogoGame)) throw new TypeError(`found ${game?.constructor?.name ?? game}, expected a NogoGame`);
};
const nogoHandle = (game, memory) => {
  expectNogo(game);
  if (game.memory !== memory) throw new TypeError("this game was made by another load()");
  return game.handle;
};

export class Player extends Handle {
  #choosing = false;
  constructor(memory, { level = 0, engine = "strong", seed = 1, memory: bytes = 64 << 20 } = {}) {
    const handle = memory.call.player_new(level, indexOf(ENGINES, engine, "engine"), seed, bytes) >>> 0;
    if (!handle) throw new RangeError(`no such level: ${level}`);
    super(memory, handle, "player", (freed) => memory.call.player_free(freed));
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
    const call = this.memory.call, position = nogoHandle(game, this.memory);
    if (!call.player_face(this.handle, position)) throw new RangeError("the board is too large to search");
    let most = playouts, limit = seconds;
    if (!most && !limit) {
      most = call.player_playouts(this.handle);
      limit = call.player_seconds(this.handle);
    }
    const end = limit ? performance.now() + 1000 * limit : Infinity;
    const piece = 200;
    for (;;) {
      const left = most ? most - call.player_thought(this.handle) : piece;
      if (left <= 0) break;
      const settled = call.player_think(this.handle, Math.min(left, piece), most || 100000);
      if (settled || performance.now() >= end) break;
      if (report && report(this.#read(game)) === false) break;
    }
    return this.#read(game);
  }

  #read(game) {
    const call = this.memory.call;
    const [move, [winRate, outcome]] = this.memory.doubles(2, (address) => call.player_decide(this.handle, address) >>> 0);
    const room = game.rows * game.columns;
    const [count, numbers] = this.memory.doubles(4 * room, (address) => call.player_candidates(this.handle, address, room));
    const candidates = Array.from({ length: count }, (_, i) => ({
      ...placeOf(game, numbers[4 * i]),
      visits: numbers[4 * i + 1],
      winRate: numbers[4 * i + 2] < 0 ? null : numbers[4 * i + 2],
      outcome: OUTCOMES[numbers[4 * i + 3]],
    }));
    return { move: placeOf(game, move), winRate, outcome: OUTCOMES[outcome], playouts: call.player_thought(this.handle), candidates };
  }
}

export class Qi {
  constructor(instance) {
    this.memory = new Memory(instance);
    this.version = this.memory.text(this.memory.call.version());
    this.levels = this.memory.call.player_levels();
    Object.defineProperty(this, "memory", { enumerable: false });
  }

  nogo(rows = 9, columns = rows) {
    return new NogoGame(this.memory, this.memory.call.nogo_new(rows, columns) >>> 0);
  }

  parseNogo(text) {
    const { memory } = this;
    return new NogoGame(memory, memory.parse((error) => memory.pass(text, (at, length) => memory.call.nogo_parse(at, length, error))));
  }

  readNogoSgf(text) {
    const { memory } = this;
    return new NogoGame(memory, memory.parse((error) => memory.pass(text, (at, length) => memory.call.nogo_read_sgf(at, length, error))));
  }

  go(rows = 19, columns = rows, { repetition = "positional", suicide = false } = {}) {
    return new GoGame(this.memory, rows, columns, indexOf(REPETITIONS, repetition, "rule"), suicide ? 1 : 0);
  }

  player(options) {
    return new Player(this.memory, options);
  }

  solve(game, { nodes = 0, memory = 64 << 20 } = {}) {
    const handle = nogoHandle(game, this.memory);
    const [result, [outcome, move, searched]] = this.memory.doubles(3, (address) =>
      this.memory.call.solve(handle, memory, nodes, address));
    if (result === 5) throw new RangeError("too many points can still be played");
    if (result) throw new Error("out of memory");
    return { outcome: OUTCOMES[outcome], move: placeOf(game, move), nodes: searched };
  }

  families(problem) {
    const names = [];
    for (let address; (address = this.memory.call.lab_family(indexOf(PROBLEMS, problem, "problem"), names.length) >>> 0);)
      names.push(this.memory.text(address));
    return names;
  }

  #take(handle) {
    const view = this.memory.view();
    const text = this.memory.text(view.getUint32(handle, true), view.getUint32(handle + 4, true));
    this.memory.call.lab_free(handle);
    return text;
  }

  generate(problem, { family = "", rows = 0, columns = rows, seed = 1 } = {}) {
    const index = indexOf(PROBLEMS, problem, "problem");
    const handle = this.memory.pass(`${family}\0`, (name) =>
      this.memory.call.lab_generate(index, family ? name : 0, rows, columns, seed)) >>> 0;
    if (!handle) throw new RangeError("no such input");
    return this.#take(handle);
  }

  answer(problem, input, { rows = 0, columns = rows } = {}) {
    const { memory } = this;
    const index = indexOf(PROBLEMS, problem, "problem");
    return this.#take(memory.parse((error) =>
      memory.pass(input, (at, length) => memory.call.lab_answer(index, rows, columns, at, length, error))));
  }

  judge(problem, input, output, { rows = 0, columns = rows } = {}) {
    const { memory } = this;
    const index = indexOf(PROBLEMS, problem, "problem");
    return memory.borrow(ERROR_BYTES, (error) => memory.borrow(8 + 384, (line) => {
      const right = memory.pass(input, (at, length) => memory.pass(output, (from, count) =>
        memory.call.lab_judge(index, rows, columns, at, length, from, count, line, line + 8, error)));
      if (right === 2) throw memory.badText(error);
      return { right: right === 1, line: memory.view().getFloat64(line, true), sentence: memory.text(line + 8) };
    }));
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
  const { instance } = await WebAssembly.instantiate(source ?? (await moduleBytes()), {});
  return new Qi(instance);
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
