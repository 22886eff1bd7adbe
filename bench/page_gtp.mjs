// The page's engine as a GTP engine, for `qi arena`: the WebAssembly module of build/web/qi.html,
// thinking by the clock as the page's worker does, one thread.
//
//   qi arena 'page=node bench/page_gtp.mjs --time 0.5' 'command=@strong --time 0.1' --time 0.5001
//
// --time SECONDS a move, --level N (the strongest by default), --page FILE, --seed N.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { inflateRawSync } from "node:zlib";
import { Core } from "../npm/core.js";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values: options } = parseArgs({
  options: {
    time: { type: "string", default: "0.5" },
    level: { type: "string" },
    page: { type: "string", default: join(root, "build", "web", "qi.html") },
    seed: { type: "string", default: "1" },
  },
});

/** The engine's module, which build.mjs packed into the page. */
function engineOf(page) {
  const packed = [...readFileSync(page, "utf8").matchAll(/[A-Za-z0-9+/]{50000,}=*/g)];
  for (const [text] of packed) {
    const bytes = inflateRawSync(Buffer.from(text, "base64"));
    if (bytes.subarray(0, 4).toString("latin1") === "\0asm" && bytes.includes("player_new")) return bytes;
  }
  throw new Error(`${page} has no engine`);
}

const core = await Core.load(engineOf(options.page));
const { call } = core;
const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const PLAYOUTS = 16; // between two looks at the clock
const SOLVED = 6; // as in web/src/worker.ts
const MEMORY = 64 << 20;

/** Thrown by a command that cannot be done. */
class Refusal extends Error {}

let size = 9;
let game = 0;
let player = 0;

function clear() {
  call.free(game);
  call.free(player);
  game = call.nogo_new(size, size);
  player = call.player_new(Number(options.level ?? call.nogo_levels()), 0, Number(options.seed), MEMORY);
  if (!game || !player) throw new Error("out of memory");
}

function play(colour, vertex) {
  const column = LETTERS.indexOf(vertex[0].toUpperCase());
  const point = (size - Number(vertex.slice(1))) * size + column;
  if (call.nogo_play(game, /^w/i.test(colour) ? 2 : 1, point, 0) !== 0) throw new Refusal("illegal move");
}

function think() {
  const milliseconds = Number(options.time) * 1000;
  const begin = performance.now();
  if (!call.player_set_position(player, game)) throw new Error("out of memory");
  while (performance.now() - begin < milliseconds && !call.player_think(player, PLAYOUTS, Math.round(milliseconds * SOLVED)));
  const point = core.numbers(2, (to) => call.player_decide(player, to))[0] >>> 0;
  if (point >= size * size) return "resign";
  call.nogo_play(game, call.nogo_to_move(game), point, 0);
  return `${LETTERS[point % size]}${size - Math.floor(point / size)}`;
}

const commands = {
  protocol_version: () => "2",
  name: () => "qi page",
  version: () => "1",
  list_commands: () => Object.keys(commands).join("\n"),
  known_command: (name) => String(name in commands),
  boardsize: (n) => {
    size = Number(n);
    clear();
  },
  clear_board: clear,
  komi: () => "",
  time_settings: () => "",
  time_left: () => "",
  play,
  genmove: think,
  quit: () => "",
};

clear();
for await (const line of createInterface({ input: process.stdin })) {
  const words = line.replace(/#.*/, "").trim().split(/\s+/);
  const id = /^\d+$/.test(words[0]) ? words.shift() : "";
  const name = words.shift();
  if (!name) continue;
  let sign = "=";
  let answer;
  try {
    if (!Object.hasOwn(commands, name)) throw new Refusal("unknown command");
    answer = commands[name](...words) ?? "";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    sign = "?";
    answer = error.message;
  }
  process.stdout.write(`${sign}${id} ${answer}\n\n`);
  if (name === "quit") break;
}
