// Every error that the C library can tell about a text is told in Chinese too.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";
import { root } from "./harness.mjs";

const SOURCES = ["nogo/rules/text.c", "nogo/play/sgf.c", "sgf/read.c", "sgf/walk.c", "go/text.c", "go/sgf.c", "maze/text.c"];

// whole sentences; every piece of the sources must be in one of them
const SENTENCES = [
  "end of input", "end of line", "a byte order mark", "byte 0x0a", "a group of 'X' without a liberty, with a stone at row 1, column 2",
  "a group without a liberty, with a stone at A1", "3 'X' and 4 'O'", "Black's pass", "White's pass", "Black at A1", "White at B2",
  "a setup that takes a stone off", "a setup that leaves a group without a liberty", "a second start 'BBB'", "a maze without a start",
  "a board size from 1 to 20000", "the end of the line or a space", "the end of the line", "the end of the line after 9 columns",
  "'X', 'O', '.' or '#' (row 1 of 3, column 2 of 3)", "'X', 'O' or '.' (row 1 of 3, column 2 of 3)", "every group to have a liberty",
  "every group of the setup to have a liberty", "as many 'X' as 'O', or to be told who is to move (--to-move)",
  "a legal move: NoGo knows no pass", "a legal move: the point is off the board", "a legal move: the point is occupied",
  "a legal move: it takes the last liberty of a group of the opponent", "a legal move: it leaves its own group without a liberty",
  "']' that closes the value opened at line 1, column 2", "'[' and a value of the property", "a game that starts with '(' and ';', or end of input",
  "a text in UTF-16", "a record in the Nihon Ki-in's UGF", "SGF in UTF-8",
  "'(' and ';' that start a game", "';' that starts a node", "a property, ';', '(' or ')'", "'(' or ')'", "GM[1], a game on the Go board",
  "a board size from 1 to 52, such as SZ[19] or, columns first, SZ[19:13]", "a point of the board, or [] for a pass",
  "a point of the board or a rectangle of points, such as 'aa:cc'", "PL[B] or PL[W]", "no second value here",
  "a game that can be told by moves alone", "a liberty for every group", "the number of games", "the number of moves of a game",
  "a move: 'B' or 'W', a row and a column", "a blank and a column", "a row from 1 to 3", "a column from 1 to 3", "'###' in the border",
  "exactly one start", "a cell 'BBB'", "'###', '...', 'BBB', 'Mij' or 'Oij'", "a side from 3 to 1000", "end of line after the side",
  "a row of 21 characters", "end of line after a row of 21 characters", "row 2 of 7", "a square 'M', 'O' or '.' (nine in all)",
];

test("errors of the C library are wholly Chinese", async () => {
  globalThis.navigator ??= { language: "zh-CN" };
  const contents = execFileSync("python3", [join(root, "tools", "catalogue.py"), "json", join(root, "po", "zh.po")], { encoding: "utf8" });
  const catalogue = {
    name: "catalogue",
    setup(b) {
      b.onResolve({ filter: /^inline:/ }, ({ path }) => ({ path, namespace: "inline" }));
      b.onLoad({ filter: /.*/, namespace: "inline" }, () => ({ contents, loader: "text" }));
    },
  };
  const { outputFiles } = await build({ entryPoints: [join(root, "web", "src", "errors.ts")], bundle: true, write: false, format: "esm", plugins: [catalogue] });
  const { inChinese } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  for (const sentence of SENTENCES) {
    const said = inChinese(sentence);
    const words = said.replace(/'[^']*'|[A-Z]{2}\[[^\]]*\]|0x[0-9a-f]+|\[\]/g, "").match(/[A-Za-z]{2,}/g) ?? [];
    assert.deepEqual(words.filter((word) => !/^([A-Z]\d+|UTF|SGF|UGF|BOM)$/.test(word)), [], `${sentence}: ${said}`);
  }
  const pieces = SOURCES.flatMap((path) =>
    [...readFileSync(join(root, "src", path), "utf8").replace(/\/\*[^]*?\*\//g, "").matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].map((match) => match[1]));
  const told = pieces.filter((piece) => / /.test(piece.trim()) && !/[\\%]/.test(piece));
  assert.ok(told.length > 30, `${told.length} sentences found in the sources`);
  for (const piece of told) assert.ok(SENTENCES.some((sentence) => sentence.includes(piece)), `'${piece}' has no Chinese`);
});
