// Random calls of everything that the modules export, with live, freed, foreign and wrong handles and indices: an answer or an
// error, never a crash or a hang. QI_PACKAGE=file:FOLDER/node.js QI_CALLS=100000 node --test npm/test/random.test.mjs
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const location = process.env.QI_PACKAGE;
const CALLS = Number(process.env.QI_CALLS ?? 5000);
const { Core } = await import(new URL("core.js", location));
const ROOM = 1 << 20; // bytes for what a call writes

// What each export takes: h a handle, i an index, s a side of a board, n a number that may be large, t a text and its length,
// to where it writes, c how many words fit there.
const EXPORTS = {
  go_add: "h i i", go_add_setup: "h to c1 i", go_captured: "h to c", go_captures: "h i", go_columns: "h", go_count: "h", go_cut: "h i",
  go_earlier: "h i to", go_entry: "h i to", go_groups: "h to", go_judge: "h i i to", go_liberties: "h i", go_new: "s s i i", go_parse: "t i to",
  go_place: "h", go_rows: "h", go_seek: "h i", go_stones: "h to", go_to_move: "h",
  lab_answer: "i s s t to", lab_facts: "h", lab_family: "i i", lab_generate: "i i s s i n", lab_judge: "i s s t t to", lab_message: "h",
  lab_purpose: "i i", lab_scene: "h to to", lab_sentence: "h", lab_text: "h",
  maze_at: "h", maze_begin: "h", maze_board: "h", maze_cells: "h to", maze_flood: "h i to", maze_letters: "i to", maze_lines: "i",
  maze_parse: "t to", maze_path: "h i to c", maze_side: "h", maze_step: "h i", maze_try: "h i i i to", maze_visits: "h to c", maze_winning: "h to c",
  nogo_can_move: "h", nogo_columns: "h", nogo_count: "h", nogo_cut: "h", nogo_groups: "h to", nogo_judge: "h i i to", nogo_levels: "",
  nogo_liberties: "h i", nogo_line: "h i to c", nogo_moves: "h", nogo_new: "s s", nogo_open: "h", nogo_parse: "t to", nogo_place: "h",
  nogo_play: "h i i to", nogo_play_out: "h i n", nogo_playouts: "h few n to", nogo_read_sgf: "t to to", nogo_rows: "h", nogo_seek: "h i",
  nogo_set_up: "s s to i", nogo_start: "h to", nogo_stones: "h to", nogo_stubborn: "h", nogo_to_move: "h", nogo_write_sgf: "h to c",
  player_candidates: "h to c1", player_decide: "h to", player_evaluations: "h", player_line: "h i to c", player_new: "i i n m", player_playouts: "h",
  player_seconds: "h", player_set_level: "h i", player_set_position: "h h", player_think: "h few n", player_thought: "h",
  sgf_gap: "h to", sgf_parse: "t i to", sgf_sizes: "h to", sgf_words: "h", solver_new: "m", solver_solve: "h h few to",
  version: "", free: "h",
};
const OWN = ["allocate", "release", "problem"]; // the memory's: no program sees its addresses
const MAKES = /^(go|nogo)_new$|_parse$|_set_up$|read_sgf$|^player_new$|^solver_new$|^lab_(answer|generate|judge)$/;
const KIND = { go: 2, nogo: 1, maze: 3, sgf: 4, player: 5, solver: 6 };
const WRONG = [0, -1, 1, 8, 65536, 2 ** 32, 2 ** 48, 2 ** 51 + 1, 2 ** 53, 1e300, 0.5, NaN, Infinity, -Infinity, undefined, null, "8", {}];
const TEXTS = ["3\nXOO\nXO.\nX..\n", "x.o/3/._.:o", "1\n3\nB 1 1\nW 1 2\nB 1 1\n", "(;SZ[5];B[aa](;W[bb])(;W[cc]))", "(;GM[1]SZ[3:2]AB[aa];W[ba])", "", "9", "\0\0", "(;",
  "7\n#####################\n###O11###...###M13###\n###......O22......###\n###...######M22######\n###BBB###M31###M11###\n###...O32...M33O31###\n#####################\n",
  "1 1\n2 2\n-1 -1\n", "4\n....\n....\n....\n....\n"];

function generator(seed) {
  let state = seed >>> 0;
  const below = (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  return { below, pick: (list) => list[below(list.length)] };
}

for (const [name, foreign] of [["qi-rules.wasm", "qi-engine.wasm"], ["qi-engine.wasm", "qi-rules.wasm"]])
  test(`random calls of ${name}`, async () => {
    const core = await Core.load(readFileSync(new URL(name, location)));
    const other = await Core.load(readFileSync(new URL(foreign, location)));
    const names = Object.keys(core.call).filter((one) => !OWN.includes(one));
    for (const one of names) assert.ok(one in EXPORTS, one);
    const { below, pick } = generator(7);
    const foreigners = Array.from({ length: 40 }, () => other.call.nogo_new(3, 3));
    const live = [];
    const freed = [];
    let answers = 0, refusals = 0;
    const handle = (prefix) => {
      const which = below(10);
      const fitting = live.filter((one) => Math.floor(one / 2 ** 48) === KIND[prefix]);
      if (which < 6 && fitting.length) return pick(fitting);
      return which < 7 && live.length ? pick(live) : which < 8 && freed.length ? pick(freed) : which < 9 ? pick(foreigners) : pick(WRONG);
    };
    const spaces = Array.from({ length: 3 }, () => core.call.allocate(ROOM));
    for (let call = 0; call < CALLS; call++) {
      const one = pick(names), passed = [];
      let space = 0;
      const values = EXPORTS[one].split(" ").filter(Boolean).flatMap((kind, place) => {
        switch (kind) {
          case "h": return handle(place && one !== "free" ? "nogo" : one === "free" ? "" : one.split("_")[0]);
          case "i": return below(4) ? below(12) : pick([...WRONG, 20000, 2 ** 32 - 1]);
          case "s": return below(6) ? below(10) : pick([0, -1, 53, 26, 2 ** 31]);
          case "n": return below(3) ? below(1e9) : pick(WRONG);
          case "few": return below(5) ? below(40) : pick([0.5, NaN, -1, "x"]);
          case "m": return below(5) ? 1 << 20 : pick([NaN, -1, 2 ** 40]);
          case "c": return below(ROOM >> 3);
          case "c1": return below(100);
          case "to": return spaces[space++];
        }
        const bytes = new TextEncoder().encode(pick(TEXTS)), at = core.call.allocate(bytes.length || 1);
        core.bytes(at, bytes.length).set(bytes);
        passed.push(at);
        return [at, bytes.length];
      });
      try {
        const result = core.call[one](...values);
        answers++;
        if (MAKES.test(one) && result) live.push(result);
        if (one === "free") freed.push(...live.splice(live.indexOf(values[0]) >>> 0, live.includes(values[0]) ? 1 : 0));
      } catch (error) {
        assert.ok(!(error instanceof WebAssembly.RuntimeError) && /freed|expected a|out of range/.test(error.message), `${one}(${values}): ${error.stack}`);
        refusals++;
      }
      for (const at of passed) core.call.release(at);
      if (live.length > 60) {
        const old = live.splice(below(live.length), 1)[0];
        core.call.free(old);
        core.call.free(old);
        freed.push(old);
      }
    }
    assert.ok(answers > CALLS / 5 && refusals > CALLS / 20, `${answers} answers, ${refusals} refusals`);
  });
