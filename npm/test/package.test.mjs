// The package as a program uses it: QI_PACKAGE=FOLDER/index.js node --test
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

const location = process.env.QI_PACKAGE;
const { load, BadText, IllegalMove, RemotePlayer } = await import(location);
const qi = await load();
const read = (name) => readFileSync(new URL(name, location));

test("NoGo follows the rules", () => {
  const game = qi.nogo(3);
  game.play(1, 1);
  assert.equal(game.toMove, "white");
  assert.equal(game.at(1, 1), "black");
  assert.equal(game.legal().length, 8);
  assert.throws(() => game.play(1, 1), (error) => error instanceof IllegalMove && error.verdict === "occupied");
  assert.throws(() => game.play(3, 0), (error) => error.verdict === "off board");
  assert.equal(String(game), "...\n.X.\n...\n");
  assert.deepEqual(game.moves, [{ colour: "black", row: 1, column: 1 }]);
  assert.equal(game.undo().legal().length, 9);
  const corner = qi.parseNogo("3\nOX.\n...\n...\n");
  assert.equal(corner.judge(1, 0, "black"), "capture");
  assert.throws(() => qi.parseNogo("2\nXQ\n..\n"), (error) => error instanceof BadText && error.line === 2 && error.column === 2 && error.found === "'Q'");
  assert.throws(() => qi.nogo(0), RangeError);
  const hollow = qi.parseNogo("x.o/3/._.:o");
  assert.deepEqual([hollow.toMove, hollow.at(2, 1), hollow.moves, hollow.toLine()], ["white", "wall", [], "x.o/3/._.:o"]);
  assert.equal(hollow.play(1, 1).toLine(), "x.o/.o./._.:x");
  assert.equal(game.play(1, 1).toLine(), "3/.x./3:o");
  assert.throws(() => qi.parseNogo("x.o/4:o"), (error) => error instanceof BadText && error.line === 1 && error.column > 4);
  game.free();
  assert.throws(() => game.toMove, /freed/);
});

test("games are played out, counted, and kept as SGF", () => {
  const game = qi.nogo(5).playOut({ random: true, seed: 7 });
  assert.ok(game.over && game.moves.length > 5);
  const again = qi.readNogoSgf(game.toSgf());
  assert.deepEqual(again.moves, game.moves);
  assert.equal(String(again), String(game));
  const stats = qi.nogo(5).playouts(5000, { seed: 2 });
  assert.equal(stats.games, 5000);
  assert.ok(stats.blackWins > 1500 && stats.blackWins < 3500);
  assert.deepEqual(stats, qi.nogo(5).playouts(5000, { seed: 2 }));
  assert.throws(() => qi.readNogoSgf("(;SZ[3];B[aa];W[aa])"), BadText);
});

test("a player searches, the same with the same seed", () => {
  const choose = () => qi.player({ engine: "playouts", seed: 1 }).choose(qi.nogo(5), { playouts: 300 });
  const choice = choose();
  assert.equal(choice.candidates.length, 25);
  assert.equal(choice.playouts, 300);
  assert.ok(choice.winRate > 0 && choice.winRate < 1);
  assert.deepEqual(choice.move, { row: choice.candidates[0].row, column: choice.candidates[0].column });
  assert.deepEqual(choose(), choice);
  const won = qi.parseNogo("3\nXOO\nXO.\nX..\n"); // by one move, which the solver finds without a visit
  assert.deepEqual(
    qi.player().choose(won, { playouts: 100 }).candidates.map(({ visits, winRate, outcome }) => [visits, winRate, outcome]),
    [[0, 1, "won"], [0, null, "unknown"], [0, null, "unknown"]],
  );
  let reports = 0;
  qi.player({ engine: "playouts" }).choose(qi.nogo(5), { playouts: 5000, report: () => ++reports < 2 });
  assert.equal(reports, 2);
  assert.throws(() => qi.player({ level: 99 }), RangeError);
  assert.ok(qi.levels >= 10);
});

test("a player in a worker answers the same", async () => {
  const remote = await RemotePlayer.start({ engine: "playouts", seed: 1 });
  const there = await remote.choose(qi.nogo(5), { playouts: 300 });
  const here = qi.player({ engine: "playouts", seed: 1 }).choose(qi.nogo(5), { playouts: 300 });
  assert.deepEqual(there, here);
  await remote.stop();
  await assert.rejects(RemotePlayer.start({ level: 99 }));
});

test("the solver proves", () => {
  const game = qi.nogo(3);
  const { outcome, move } = qi.solve(game);
  assert.equal(outcome, "won");
  assert.equal(qi.solve(game.play(move.row, move.column)).outcome, "lost");
  assert.equal(qi.solve(qi.nogo(5), { nodes: 1 }).outcome, "unknown");
  assert.throws(() => qi.solve(qi.nogo(9)), RangeError);
});

test("Go knows superko", () => {
  const game = qi.go(3, 4);
  for (const [colour, row, column] of [["black", 0, 1], ["white", 0, 2], ["black", 1, 0], ["white", 1, 3], ["black", 2, 1],
    ["white", 2, 2], ["black", 1, 2], ["white", 1, 1]]) game.play(row, column, colour);
  assert.equal(game.captures("white"), 1);
  assert.equal(game.judge(1, 2), "superko");
  assert.equal(String(game), ".XO.\nXO.O\n.XO.\n");
  assert.ok(game.undo());
  assert.equal(game.pass("black").toMove, "white");
  assert.equal(qi.go(2, 2, { repetition: "free" }).legal().length, 4);
});

test("a freed handle is refused, and may be freed again", () => {
  const player = qi.player({ engine: "playouts" }), game = qi.nogo(3), go = qi.go(3);
  for (const handle of [player, game, go]) {
    handle.free();
    handle.free();
  }
  const live = qi.nogo(3);
  assert.throws(() => player.choose(live, { playouts: 10 }), /this player has been freed/);
  assert.throws(() => qi.player({ engine: "playouts" }).choose(game), /this board has been freed/);
  for (const call of [() => qi.solve(game), () => game.legal(), () => game.points(), () => game.moves, () => game.undo(), () => game.playOut(),
    () => game.playouts(1), () => game.toSgf(), () => game.toLine(), () => String(game)]) assert.throws(call, /this board has been freed/);
  for (const call of [() => go.legal(), () => go.play(0, 0), () => go.pass(), () => go.undo(), () => go.captures("black"), () => go.at(0, 0)])
    assert.throws(call, /this board has been freed/);
});

test("a player that is freed while it reports stops with an error", () => {
  const player = qi.player({ engine: "playouts" });
  assert.throws(() => player.choose(qi.nogo(5), { playouts: 5000, report: () => player.free() }), /this player has been freed/);
});

test("a player cannot choose within its own report", () => {
  const player = qi.player({ engine: "playouts" });
  const within = { playouts: 5000, report: () => player.choose(qi.nogo(4), { playouts: 1 }) };
  assert.throws(() => player.choose(qi.nogo(5), within), /already choosing/);
  assert.equal(player.choose(qi.nogo(5), { playouts: 10 }).playouts, 10);
});

test("a handle of the wrong kind, or of another module, is refused", async () => {
  const player = qi.player({ engine: "playouts" }), other = await load();
  const wrong = [[qi.go(9), /found GoGame, expected a NogoGame/], [player, /found Player, expected a NogoGame/],
    [{ handle: 8, rows: 3, columns: 3 }, /found Object, expected a NogoGame/], [undefined, /found undefined, expected a NogoGame/],
    [null, /found null, expected a NogoGame/], [other.nogo(3), /made by another load\(\)/]];
  for (const [game, message] of wrong) {
    const expected = { name: "TypeError", message };
    assert.throws(() => qi.solve(game), expected);
    assert.throws(() => player.choose(game, { playouts: 10 }), expected);
  }
});

test("a remote player that has been stopped rejects every question", async () => {
  const remote = await RemotePlayer.start({ engine: "playouts" });
  await assert.rejects(async () => remote.choose(qi.go(9)), { name: "TypeError", message: /found GoGame, expected a NogoGame/ });
  const pending = assert.rejects(remote.choose(qi.nogo(5), { playouts: 1e15 }), /this player has been stopped/);
  await remote.stop();
  await remote.stop();
  await pending;
  await assert.rejects(remote.choose(qi.nogo(5), { playouts: 1 }), /this player has been stopped/);
});

test("the judge judges", () => {
  for (const problem of ["nogo", "go", "maze"]) {
    assert.ok(qi.families(problem).length >= 5);
    const input = qi.generate(problem, { seed: 5, rows: 7 });
    const output = qi.answer(problem, input, { rows: 7 });
    assert.equal(qi.judge(problem, input, output, { rows: 7 }).right, true);
    const wrong = qi.judge(problem, input, `${output}more\n`, { rows: 7 });
    assert.ok(!wrong.right && wrong.sentence);
  }
  assert.throws(() => qi.judge("nogo", "x", ""), BadText);
  assert.throws(() => qi.generate("chess"), RangeError);
  assert.throws(() => qi.generate("nogo", { family: "chess" }), RangeError);
});

test("many games fit, and their memory comes back", () => {
  for (let i = 0; i < 20000; i++) qi.nogo(19).free();
  const texts = Array.from({ length: 300 }, (_, seed) => qi.generate("nogo", { seed, rows: 30 }));
  assert.equal(new Set(texts).size > 250, true);
});

test("the package names what it brings", () => {
  const about = JSON.parse(read("package.json"));
  assert.equal(about.version, qi.version);
  assert.equal(about.dependencies, undefined);
  for (const file of about.files) assert.ok(read(file).length > 0, file);
  const declared = String(read("index.d.ts"));
  for (const name of ["NogoGame", "GoGame", "Player", "RemotePlayer", "Qi", "BadText", "IllegalMove", "load"])
    assert.match(declared, new RegExp(`export (class|function) ${name}\\b`));
});

test("the example plays a game", () => {
  const example = fileURLToPath(new URL("../examples/selfplay.mjs", import.meta.url));
  assert.match(String(execFileSync(process.execPath, [example, "30"], { env: { ...process.env, QI_PACKAGE: location } })), /wins after \d+ moves/);
});
