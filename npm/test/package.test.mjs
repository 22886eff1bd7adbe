// The package as a program uses it: QI_PACKAGE=file:FOLDER/node.js node --test
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

const location = process.env.QI_PACKAGE;
const { load, loadEngine, startRemote, BadText, IllegalMove } = await import(location);
const qi = await load(), engine = await loadEngine();
const read = (name) => readFileSync(new URL(name, location));

test("NoGo follows the rules", () => {
  const game = qi.nogo(3);
  game.play(2, 2);
  assert.equal(game.toMove, "white");
  assert.equal(game.at(2, 2), "black");
  assert.equal(game.legal().length, 8);
  assert.throws(() => game.play(2, 2), (error) => error instanceof IllegalMove && error.verdict === "occupied");
  for (const place of [[4, 1], [0, 1], [1, 1.5], [65539, 1], ["1", 1], [undefined, 1]])
    assert.throws(() => game.play(...place), (error) => error.verdict === "off board");
  assert.throws(() => game.at(0, 1), RangeError);
  assert.throws(() => game.play(1, 1, "red"), { name: "RangeError", message: 'no colour "red": choose one of black, white' });
  assert.equal(String(game), "...\n.X.\n...\n");
  assert.deepEqual(game.moves, [{ colour: "black", row: 2, column: 2 }]);
  assert.equal(game.undo().legal().length, 9);
  const corner = qi.parseNogo("3\nOX.\n...\n...\n");
  assert.equal(corner.judge(2, 1, "black"), "capture");
  assert.throws(() => qi.parseNogo("2\nXQ\n..\n"), (error) => error instanceof BadText && error.line === 2 && error.column === 2 && error.found === "'Q'");
  for (const side of [0, -1, 2.5, 2 ** 32 + 9, NaN, "9", null, 20001]) assert.throws(() => qi.nogo(side), RangeError);
  const hollow = qi.parseNogo("x.o/3/._.:o");
  assert.deepEqual([hollow.toMove, hollow.at(3, 2), hollow.moves, hollow.toLine()], ["white", "wall", [], "x.o/3/._.:o"]);
  assert.equal(hollow.play(2, 2).toLine(), "x.o/.o./._.:x");
  assert.equal(game.play(2, 2).toLine(), "3/.x./3:o");
  assert.throws(() => qi.parseNogo("x.o/4:o"), (error) => error instanceof BadText && error.line === 1 && error.column > 4);
  game.free();
  assert.throws(() => game.toMove, /this NoGo game has been freed/);
});

test("games are played out, counted, and kept as SGF", () => {
  const game = qi.nogo(5).playOut({ random: true, seed: 7 });
  assert.ok(game.over && game.moves.length > 5);
  const again = qi.readNogoSgf(game.toSgf());
  assert.deepEqual(again.moves, game.moves);
  assert.equal(String(again), String(game));
  const stats = engine.playouts(qi.nogo(5), 5000, { seed: 2 });
  assert.equal(stats.games, 5000);
  assert.ok(stats.blackWins > 1500 && stats.blackWins < 3500);
  assert.deepEqual(stats, engine.playouts(qi.nogo(5), 5000, { seed: 2 }));
  assert.throws(() => qi.readNogoSgf("(;SZ[3];B[aa];W[aa])"), BadText);
});

test("a player searches, the same with the same seed", () => {
  const choose = () => engine.player({ engine: "playouts", seed: 1 }).choose(qi.nogo(5), { playouts: 300 });
  const choice = choose();
  assert.equal(choice.candidates.length, 25);
  assert.equal(choice.playouts, 300);
  assert.ok(choice.winRate > 0 && choice.winRate < 1);
  assert.deepEqual(choice.move, { row: choice.candidates[0].row, column: choice.candidates[0].column });
  assert.deepEqual(choose(), choice);
  const won = qi.parseNogo("3\nXOO\nXO.\nX..\n"); // by one move, which the solver finds without a visit
  assert.deepEqual(
    engine.player().choose(won, { playouts: 100 }).candidates.map(({ visits, winRate, outcome }) => [visits, winRate, outcome]),
    [[0, 1, "won"], [0, null, "unknown"], [0, null, "unknown"]],
  );
  let reports = 0;
  engine.player({ engine: "playouts" }).choose(qi.nogo(5), { playouts: 5000, report: () => ++reports < 2 });
  assert.equal(reports, 2);
  assert.throws(() => engine.player({ level: 99 }), RangeError);
  assert.ok(engine.levels >= 10);
  for (const wrong of [{ playouts: -1 }, { playouts: 1.5 }, { seconds: Infinity }, { seconds: "2" }])
    assert.throws(() => engine.player({ engine: "playouts" }).choose(qi.nogo(3), wrong), RangeError);
  const controller = new AbortController();
  const stopped = { playouts: 5000, signal: controller.signal, report: () => controller.abort(new Error("enough")) };
  assert.throws(() => engine.player({ engine: "playouts" }).choose(qi.nogo(5), stopped), /enough/);
});

test("a player in a worker answers the same", async () => {
  const remote = await startRemote({ engine: "playouts", seed: 1 });
  const there = await remote.choose(qi.nogo(5), { playouts: 300 });
  const here = engine.player({ engine: "playouts", seed: 1 }).choose(qi.nogo(5), { playouts: 300 });
  assert.deepEqual(there, here);
  assert.deepEqual(await remote.solve(qi.nogo(3)), engine.solve(qi.nogo(3)));
  assert.deepEqual(await remote.playouts(qi.nogo(5), 500, { seed: 3 }), engine.playouts(qi.nogo(5), 500, { seed: 3 }));
  await assert.rejects(remote.solve(qi.nogo(9)), { name: "RangeError", message: "too many points can still be played" });
  await assert.rejects(remote.choose(qi.nogo(5), { playouts: -1 }), RangeError);
  await remote.stop();
  await assert.rejects(startRemote({ level: 99 }), RangeError);
  await assert.rejects(startRemote({}, new Uint8Array([1, 2, 3])), WebAssembly.CompileError);
});

test("a worker's player reports, and ends when its report says so", async () => {
  const remote = await startRemote({ engine: "playouts", seed: 1 });
  const seen = [];
  const choice = await remote.choose(qi.nogo(5), { playouts: 1e15, report: (soFar) => seen.push(soFar.playouts) < 3 });
  assert.deepEqual([seen.length, choice.playouts], [3, seen[2]]);
  assert.ok(seen[0] < seen[1] && seen[1] < seen[2]);
  const broken = remote.choose(qi.nogo(5), { playouts: 1e15, report: () => { throw new Error("my own"); } });
  await assert.rejects(broken, /my own/);
  assert.equal((await remote.choose(qi.nogo(5), { playouts: 10 })).playouts, 10);
  await remote.stop();
});

test("an aborted signal ends each kind of work in a worker at once; others go on", async () => {
  const remote = await startRemote({ engine: "playouts" });
  const long = [(signal) => remote.choose(qi.nogo(5), { playouts: 1e15, signal }), (signal) => remote.solve(qi.parseNogo("6/6/6/6/6/6:x"), { signal }),
    (signal) => remote.playouts(qi.nogo(9), 1e15, { signal })];
  for (const ask of long) {
    const controller = new AbortController(), queued = new AbortController();
    const running = ask(controller.signal), never = ask(queued.signal), after = remote.choose(qi.nogo(4), { playouts: 20 });
    queued.abort();
    await assert.rejects(never, { name: "AbortError" });
    setTimeout(() => controller.abort(new Error("no longer wanted")), 20);
    await assert.rejects(running, /no longer wanted/);
    assert.equal((await after).playouts, 20);
  }
  await assert.rejects(remote.solve(qi.nogo(3), { signal: AbortSignal.abort() }), { name: "AbortError" });
  await remote.stop();
});

test("the solver proves", () => {
  const game = qi.nogo(3);
  const { outcome, move } = engine.solve(game);
  assert.equal(outcome, "won");
  assert.equal(engine.solve(game.play(move.row, move.column)).outcome, "lost");
  assert.equal(engine.solve(qi.nogo(5), { nodes: 1 }).outcome, "unknown");
  assert.throws(() => engine.solve(qi.nogo(9)), RangeError);
});

test("Go knows superko", () => {
  const game = qi.go(3, 4);
  for (const [colour, row, column] of [["black", 1, 2], ["white", 1, 3], ["black", 2, 1], ["white", 2, 4], ["black", 3, 2],
    ["white", 3, 3], ["black", 2, 3], ["white", 2, 2]]) game.play(row, column, colour);
  assert.equal(game.captures("white"), 1);
  assert.equal(game.judge(2, 3), "superko");
  assert.equal(String(game), ".XO.\nXO.O\n.XO.\n");
  assert.ok(game.undo());
  assert.equal(game.pass("black").toMove, "white");
  assert.equal(qi.go(2, 2, { repetition: "free" }).legal().length, 4);
});

test("a freed handle is refused, and may be freed again", () => {
  const player = engine.player({ engine: "playouts" }), game = qi.nogo(3), go = qi.go(3);
  for (const handle of [player, game, go]) {
    handle.free();
    handle.free();
  }
  const live = qi.nogo(3);
  assert.throws(() => player.choose(live, { playouts: 10 }), /this player has been freed/);
  assert.throws(() => engine.player({ engine: "playouts" }).choose(game), /this NoGo game has been freed/);
  for (const call of [() => engine.solve(game), () => game.legal(), () => game.points(), () => game.moves, () => game.undo(), () => game.playOut(),
    () => engine.playouts(game, 1), () => game.toSgf(), () => game.toLine(), () => String(game)]) assert.throws(call, /this NoGo game has been freed/);
  for (const call of [() => go.legal(), () => go.play(1, 1), () => go.pass(), () => go.undo(), () => go.captures("black"), () => go.at(1, 1)])
    assert.throws(call, /this Go game has been freed/);
});

test("a player that is freed while it reports stops with an error", () => {
  const player = engine.player({ engine: "playouts" });
  assert.throws(() => player.choose(qi.nogo(5), { playouts: 5000, report: () => player.free() }), /this player has been freed/);
});

test("a player cannot choose within its own report", () => {
  const player = engine.player({ engine: "playouts" });
  const within = { playouts: 5000, report: () => player.choose(qi.nogo(4), { playouts: 1 }) };
  assert.throws(() => player.choose(qi.nogo(5), within), /already choosing/);
  assert.equal(player.choose(qi.nogo(5), { playouts: 10 }).playouts, 10);
});

test("what is no game of NoGo is refused; games of another load() are not", async () => {
  const player = engine.player({ engine: "playouts" }), other = await load();
  const wrong = [[qi.go(9), /found GoGame, expected a NogoGame/], [player, /found Player, expected a NogoGame/],
    [{ handle: 8, rows: 3, columns: 3 }, /found Object, expected a NogoGame/], [undefined, /found undefined, expected a NogoGame/],
    [null, /found null, expected a NogoGame/], [qi.nogo(3).toLine(), /found String, expected a NogoGame/]];
  for (const [game, message] of wrong) {
    const expected = { name: "TypeError", message };
    assert.throws(() => engine.solve(game), expected);
    assert.throws(() => engine.playouts(game, 1), expected);
    assert.throws(() => player.choose(game, { playouts: 10 }), expected);
  }
  assert.equal(engine.solve(other.nogo(3)).outcome, "won");
});

test("a remote player that has been stopped rejects every question", async () => {
  const remote = await startRemote({ engine: "playouts" });
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
    assert.equal(qi.judge(problem, input, output, { rows: 7 }).ok, true);
    const wrong = qi.judge(problem, input, `${output}more\n`, { rows: 7 });
    assert.ok(!wrong.ok && (wrong.line === null || wrong.line > 0) && wrong.message);
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
  for (const conditions of [about.exports["."], { rules: about.exports["./qi-rules.wasm"], engine: about.exports["./qi-engine.wasm"] }])
    for (const file of Object.values(conditions)) assert.ok(read(file).length > 0, file);
  assert.ok(read("qi-rules.wasm").length < 180_000 && read("qi-engine.wasm").length < 480_000);
});

test("tsc --strict takes what the types allow, and nothing else", () => {
  const folder = mkdtempSync(join(tmpdir(), "qi-types-")), packaged = (name) => [fileURLToPath(new URL(name, location))];
  const compilerOptions = { target: "ES2022", module: "ESNext", moduleResolution: "Bundler", lib: ["ES2022", "DOM"], strict: true, noEmit: true, types: [],
    exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, paths: { "qi-games": packaged("index.d.ts"), "qi-games/node": packaged("node.d.ts") } };
  try {
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [fileURLToPath(new URL("uses.ts", import.meta.url))] }));
    execFileSync(fileURLToPath(new URL("../../web/node_modules/.bin/tsc", import.meta.url)), ["-p", folder], { stdio: ["ignore", "inherit", "inherit"] });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the example plays a game", () => {
  const example = fileURLToPath(new URL("../examples/selfplay.mjs", import.meta.url));
  assert.match(String(execFileSync(process.execPath, [example, "30"], { env: { ...process.env, QI_PACKAGE: location } })), /wins after \d+ moves/);
});
