// The state of the NoGo room as it stands in the address, and back.
import type { Core } from "../../npm/core.js";
import { packMoves, readStart, unpackMoves, writeStart } from "./hash";
import { LEGAL, NoGoGame } from "./nogo-game";
import { MODES, type Mode, type NoGoSetup } from "./nogo-play";
import { NoGoTree } from "./nogo-tree";
import { PUZZLES } from "./puzzles";

const LARGEST = 2000; // points on a side that the page accepts
const MAX_POINTS = 4000; // of boards whose stones and moves are kept
const LETTERED = 26; // lines that letters can name
const FIRST_LEVEL = 3; // for who has never played

/** The set-up that a state names. Without any, it is a game against the engine. */
export function setupOf(state: URLSearchParams, levels: number): NoGoSetup {
  const bare = [...state.keys()].length === 0;
  const number = (name: string, most: number, otherwise: number, least = 0): number => {
    const value = Number(state.get(name) ?? otherwise);
    return Number.isInteger(value) && value >= least && value <= most ? value : otherwise;
  };
  const mode = state.get("mode") as Mode;
  return {
    mode: MODES.includes(mode) ? mode : bare ? "he" : "watch",
    policy: number("policy", 1, 1),
    seed: number("seed", 0xffffffff, 1),
    level: number("level", levels, bare ? FIRST_LEVEL : levels - 1, 1),
    puzzle: number("puzzle", PUZZLES.length - 1, 0),
    liberties: state.get("liberties") !== "0",
    counts: state.get("counts") !== "0",
    pointers: state.get("pointers") === "1",
    heat: state.get("heat") !== "0",
    numbers: state.get("numbers") === "1",
    coordinates: state.get("c") === "A1" ? "A1" : "11",
  };
}

export function stateOf(tree: NoGoTree, setup: NoGoSetup): URLSearchParams {
  const { game } = tree;
  const state = new URLSearchParams();
  const small = game.points <= MAX_POINTS;
  if (small) writeStart(state, game);
  else state.set("n", `${game.rows}x${game.columns}`);
  state.set("mode", setup.mode);
  if (setup.mode === "puzzle") state.set("puzzle", String(setup.puzzle));
  state.set("policy", String(setup.policy));
  state.set("seed", String(setup.seed));
  state.set("level", String(setup.level));
  if (!setup.liberties) state.set("liberties", "0");
  if (!setup.counts) state.set("counts", "0");
  if (setup.pointers) state.set("pointers", "1");
  if (!setup.heat) state.set("heat", "0");
  if (setup.numbers) state.set("numbers", "1");
  if (setup.coordinates === "A1") state.set("c", "A1");
  if (tree.isRich || tree.names().some(Boolean)) state.set("sgf", tree.sgf(true));
  else if (small) {
    if (Math.max(game.rows, game.columns) <= LETTERED) state.set("m", packMoves(game.moves(), game.columns));
    else if (setup.mode !== "watch" && game.count) state.set("mm", Array.from(game.moves(), (move) => move.toString(36)).join("."));
  }
  state.set("at", String(game.place));
  return state;
}

export function restoreTree(core: Core, state: URLSearchParams, setup: NoGoSetup): { tree: NoGoTree; place: number } {
  const at = Number(state.get("at") ?? 0);
  const place = Number.isInteger(at) && at >= 0 && at <= 1e9 ? at : 0;
  const record = state.get("sgf");
  const read = record === null ? undefined : NoGoTree.parse(core, record);
  if (read && "tree" in read) return { tree: read.tree, place };
  return { tree: new NoGoTree(restoreGame(core, state, setup)), place };
}

function restoreGame(core: Core, state: URLSearchParams, setup: NoGoSetup): NoGoGame {
  const game = setup.mode === "puzzle" ? puzzleGame(core, setup.puzzle).game : (readStart(core, state, LARGEST) ?? NoGoGame.empty(core, 9, 9));
  const moves = state.has("mm") ? state.get("mm")!.split(".").map((text) => parseInt(text, 36)) : unpackMoves(state.get("m") ?? "", game.columns);
  for (const move of moves) if (!(move >= 0) || game.play(move).verdict !== LEGAL) break;
  game.seek(0);
  return game;
}

/** The position of a puzzle. */
export function puzzleGame(core: Core, index: number): NoGoTree {
  const { side, board } = PUZZLES[index]!;
  const read = NoGoGame.parse(core, `${side}\n${board.replaceAll("/", "\n")}\n`);
  if (!(read instanceof NoGoGame)) throw new Error("a puzzle is malformed");
  return new NoGoTree(read);
}
