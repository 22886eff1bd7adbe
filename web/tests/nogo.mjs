import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, clickPoint, flashes, pageTest } from "./harness.mjs";

const simulate = (policy, seed, board) =>
  execFileSync(join(build, "qi"), ["nogo", "simulate", "--policy", policy, "--seed", String(seed)], { input: board, encoding: "utf8", maxBuffer: 1e8 });
const emptyBoard = (n) => `${n}\n${(".".repeat(n) + "\n").repeat(n)}`;

/** The moves of the whole game in the page, as the problem writes them. */
async function movesText(page) {
  await page.evaluate(() => (document.querySelector(".exchange").open = true));
  await page.locator(".exchange select").selectOption("moves");
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("[data-do=save]").click()]);
  const stream = await download.createReadStream();
  let text = "";
  for await (const chunk of stream) text += chunk;
  return text;
}

pageTest("NoGo: the page plays the games of 'qi nogo simulate'", "", {}, async ({ page, visit }) => {
  for (const [policy, seed, n] of [[1, 1, 9], [1, 7, 13], [0, 1, 10], [1, 12345, 19], [0, 1, 19]]) {
    await visit(`#nogo?n=${n}&policy=${policy}&seed=${seed}`);
    assert.equal(await movesText(page), simulate(["first", "random"][policy], seed, emptyBoard(n)), `policy ${policy}, seed ${seed}, ${n}x${n}`);
  }
});

pageTest("NoGo: step flashes three times, then the stone lands with a ding", "#nogo?n=9&policy=0", {}, async ({ page, press, run, sounds, place, status, turn }) => {
  assert.equal(await turn(), "Black to move");
  await press("step");
  await sounds();
  await run(900);
  assert.equal(await place(), "Move 0 of 77");
  await run(300);
  assert.equal(await place(), "Move 1 of 77");
  assert.deepEqual(await sounds(), [{ frequency: 440, length: 100, type: "sine" }]);
  assert.match(await status(), /^Move 1: Black at row \d, column \d$/);
  assert.equal(await turn(), "White to move");
});

pageTest("NoGo: the candidate never flashes more than three times a second", "#nogo?n=3", {}, async ({ page, press, run, watch }) => {
  await page.locator("[data-do=speed]").fill("7");
  await run(50);
  await press("step");
  const pictures = await watch(1000, () => document.querySelector(".stage canvas").toDataURL());
  const changes = pictures.filter((picture, i) => i > 0 && picture !== pictures[i - 1]).length;
  assert.ok(changes >= 5 && changes <= 6, `${changes} changes in a second, expected three flashes`);
});

pageTest("NoGo: back, start, end and the scrubber", "#nogo?n=9&policy=0&at=10", {}, async ({ page, press, place, status }) => {
  assert.equal(await place(), "Move 10 of 77");
  await press("back");
  assert.equal(await place(), "Move 9 of 77");
  await press("home");
  assert.equal(await place(), "Move 0 of 77");
  await press("end");
  assert.equal(await place(), "Move 77 of 77");
  await page.locator("[data-do=scrub]").fill("33");
  assert.equal(await place(), "Move 33 of 77");
  assert.match(await status(), /^Move 33: Black/);
});

pageTest("NoGo: the end flashes the edge and buzzes, and says who won", "#nogo?n=9&policy=0&at=76", {}, async ({ press, run, watch, sounds, status, turn }) => {
  await press("step");
  await run(1100);
  await sounds();
  const red = await watch(1800, () => {
    const [r, g] = document.querySelector(".stage canvas").getContext("2d").getImageData(1, 1, 1, 1).data;
    return r > 200 && g < 100;
  });
  assert.equal(flashes(red), 3, "three red flashes");
  assert.match(await turn(), /^Game over, Black wins$/);
  assert.match(await status(), /Game over, Black wins/);
});

pageTest("NoGo: auto plays on at twice the speed and pauses", "#nogo?n=9&policy=0", {}, async ({ page, press, run, place }) => {
  await page.locator("[data-do=speed]").fill("7");
  await press("auto");
  await run(10_000);
  const at = Number((await place()).match(/\d+/)[0]);
  assert.ok(at >= 7 && at <= 10, `at speed 2 a move takes a second or a little more, so ${at} moves in ten seconds`);
  await press("auto");
  await run(5000);
  assert.match(await place(), new RegExp(`^Move ${at} `));
});

pageTest("NoGo: merging groups sound and add up", "#nogo?n=5&mode=hh", {}, async ({ page, sounds, run, status }) => {
  for (const [row, column] of [[1, 1], [5, 1], [1, 3], [5, 3]]) {
    await clickPoint(page, row, column, 5);
    await run(800);
  }
  await sounds();
  await clickPoint(page, 1, 2, 5);
  await run(800);
  assert.deepEqual((await sounds()).map((s) => s.frequency), [440, 330, 392]);
  assert.match(await status(), /^Move 5: Black at row 1, column 2, joining 2 groups$/);
});

pageTest("NoGo: a refused click says why, buzzes, and changes nothing", "#nogo?n=3&mode=hh&b=XXX2OXOO.", {}, async ({ page, run, status, sounds, turn }) => {
  assert.equal(await turn(), "Game over, White wins");
  await clickPoint(page, 3, 3, 3);
  await run(100);
  assert.equal(await status(), "Row 3, column 3 is refused: it would capture a group");
  assert.equal((await sounds()).at(-1).type, "sawtooth");
  await clickPoint(page, 1, 1, 3);
  await run(100);
  assert.equal(await status(), "Row 1, column 1 is refused: the point is occupied");
});

pageTest("NoGo: suicide is refused in words", "#nogo?n=5&mode=hh&b=.O3.O19.", { language: "zh" }, async ({ page, run, status }) => {
  await clickPoint(page, 1, 1, 5);
  await run(100);
  assert.equal(await status(), "1 行 1 列不能下：会使自己没有气");
});

pageTest("NoGo: the pointer walks and marks what is refused", "#nogo?n=9&policy=0&pointers=1&at=76", {}, async ({ page, press, run, place }) => {
  const red = () => page.evaluate(() => {
    const canvas = document.querySelector(".stage canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) count += data[i] === 0xa0 && data[i + 1] === 0x10 && data[i + 2] === 0x10;
    return count;
  });
  assert.equal(await red(), 0);
  await press("step");
  await run(1200);
  assert.ok((await red()) > 20, "refused points are marked");
  await run(1500);
  assert.equal(await place(), "Move 77 of 77");
});

pageTest("NoGo: sizes, policy, seed and what is shown", "#nogo?mode=watch", {}, async ({ page, press, place, hash }) => {
  await page.locator("[data-do=size]").selectOption("5");
  assert.match(await place(), /^Move 0 of \d+$/);
  const width = () => page.evaluate(() => document.querySelector(".stage canvas").width);
  assert.equal(await width(), 5 * 16 + 24);
  await page.locator("[data-do=size]").selectOption("19");
  assert.equal(await width(), 19 * 16 + 24);
  await press("seed");
  await page.locator("[data-do=policy]").selectOption("0");
  await page.locator(".options summary").click();
  for (const label of ["Liberties", "The walking pointers", "Move numbers"]) await page.getByLabel(label, { exact: true }).click();
  const state = new URLSearchParams((await hash()).split("?")[1]);
  assert.equal(state.get("n"), "19");
  assert.equal(state.get("policy"), "0");
  assert.notEqual(state.get("seed"), "1");
  assert.equal(state.get("liberties"), "0");
  assert.equal(state.get("pointers"), "1");
  assert.equal(state.get("numbers"), "1");
});

pageTest("NoGo: yellow dots count the liberties of every group", "#nogo?n=5&mode=hh", {}, async ({ page, run }) => {
  const yellow = () => page.evaluate(() => {
    const canvas = document.querySelector(".stage canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) count += data[i] === 0xf8 && data[i + 1] === 0xd8 && data[i + 2] === 0x20;
    return count / 4; // a dot is two by two
  });
  await clickPoint(page, 3, 3, 5);
  await page.mouse.move(5, 5);
  await run(800);
  assert.equal(await yellow(), 4);
  await clickPoint(page, 1, 1, 5);
  await page.mouse.move(5, 5);
  await run(800);
  assert.equal(await yellow(), 6);
  await clickPoint(page, 3, 4, 5);
  await page.mouse.move(5, 5);
  await run(2000);
  assert.equal(await yellow(), 8, "six liberties of two stones, two of the corner stone");
});

pageTest("NoGo: a human against the engine, to the end of the game", "#nogo?n=3&mode=he&level=1", { realTime: true, reduced: true }, async ({ page, status, turn, sounds }) => {
  for (let move = 0; move < 9; move++) {
    const played = await page.evaluate(() => Number(document.querySelector("[data-do=scrub]").value));
    if (/Game over/.test(await turn())) break;
    // the keyboard player tries every point until one is accepted
    const found = await tryPoints(page, played);
    assert.ok(found, "some point is legal");
    await page.waitForFunction((n) => Number(document.querySelector("[data-do=scrub]").value) >= n + 2 || /Game over/.test(document.querySelector(".turn").textContent), played);
  }
  assert.match(await turn(), /^Game over, (Black|White) wins$/);
  assert.ok((await sounds()).some((s) => s.frequency === 440));
});

async function tryPoints(page, played) {
  for (let point = 0; point < 9; point++) {
    await clickPoint(page, Math.floor(point / 3) + 1, (point % 3) + 1, 3);
    if ((await page.evaluate(() => Number(document.querySelector("[data-do=scrub]").value))) > played) return true;
  }
  return false;
}

pageTest("NoGo: engine against engine in a worker, to the end", "#nogo?n=3&mode=ee&level=1", { realTime: true, reduced: true }, async ({ page, press, turn }) => {
  await page.locator("[data-do=speed]").fill("7");
  await press("auto");
  await page.waitForFunction(() => /playouts/.test(document.querySelector(".info").textContent));
  await page.waitForFunction(() => /Game over/.test(document.querySelector(".turn").textContent), undefined);
  assert.match(await turn(), /^Game over/);
});

pageTest("NoGo: the engine in the worker plays the game of 'qi nogo gtp' at the same level", "", { realTime: true, reduced: true }, async ({ page, press, visit }) => {
  // both keep what they know from move to move
  const moves = ["b", "w", "b", "w"].map((colour) => `genmove ${colour}\n`).join("");
  // random games, the network's policy with a temperature and without, and a search with the network
  for (const level of ["2", "4", "8", "9"]) {
    await visit(`#nogo?n=5&mode=ee&level=${level}&seed=9`);
    const output = execFileSync(join(build, "qi"), ["nogo", "gtp", "--size", "5", "--level", level, "--seed", "9"], { input: moves, encoding: "utf8" });
    const vertices = [...output.matchAll(/^= ([A-E])(\d)$/gm)];
    assert.equal(vertices.length, 4);
    for (const [place, [, letter, number]] of vertices.entries()) {
      await press("step");
      await page.waitForFunction((n) => document.querySelector("[data-do=scrub]").value === String(n), place + 1);
      const status = await page.locator("[role=status]").innerText();
      assert.match(status, new RegExp(`at row ${6 - Number(number)}, column ${"ABCDE".indexOf(letter) + 1}\\b`), `level ${level}`);
    }
  }
});

pageTest("NoGo: the engine's thinking is drawn as a heat map with its evaluations a second", "#nogo?n=9&mode=eh&level=10", { realTime: true, reduced: true, hold: true }, async ({ page }) => {
  await page.waitForFunction(() => {
    if (!/\d+ playouts, \d+ evaluations a second · win rate \d+ %/.test(document.querySelector(".info").textContent)) return false;
    const canvas = document.querySelector(".stage canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const heat = new Set(["72,104,216", "88,160,232", "112,200,160", "200,216,96", "240,176,64", "240,112,64"]);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) count += heat.has(`${data[i]},${data[i + 1]},${data[i + 2]}`);
    return count > 300; // several moves
  });
});

pageTest("NoGo: a proved game is announced", "#nogo?n=3&mode=eh", { realTime: true, reduced: true, hold: true }, async ({ page }) => {
  // on the empty 3x3 board the first player wins
  await page.waitForFunction(() => /proved: Black wins/.test(document.querySelector(".info").textContent));
});

pageTest("NoGo: 600x600 is played out without freezing the page", "#nogo?n=600&policy=0", { realTime: true }, async ({ page, press, place }) => {
  const played = () => page.evaluate(() => Number(document.querySelector("[data-do=scrub]").value));
  await press("auto");
  await page.waitForFunction(() => {
    if (Number(document.querySelector("[data-do=scrub]").value) <= 2000) return false;
    document.querySelector("[data-do=auto]").click(); // the page listens while it plays
    return true;
  });
  const paused = await played();
  assert.ok(paused < 359800, "it was paused on the way");
  await press("end");
  assert.equal(await place(), "Move 359800 of 359800");
  await press("back");
  assert.equal(await place(), "Move 359799 of 359800");
});

pageTest("NoGo: every click on Step makes a move, however fast they come", "#nogo?n=9&mode=watch&policy=1&seed=3", {}, async ({ press, run, place }) => {
  const length = /of (\d+)$/.exec(await place())[1];
  for (const gap of [900, 150, 400, 0, 700, 250, 600, 300, 800, 150]) {
    await press("step");
    await run(gap);
  }
  await run(2500);
  assert.equal(await place(), `Move 10 of ${length}`);
  // what was asked for is dropped with any other command
  for (let i = 0; i < 5; i++) await press("step");
  await press("home");
  await run(5000);
  assert.equal(await place(), `Move 0 of ${length}`);
});

pageTest("NoGo: Step hurries the walking pointers to where they go", "#nogo?n=5&mode=watch&policy=0&pointers=1", {}, async ({ press, run, place }) => {
  const length = /of (\d+)$/.exec(await place())[1];
  for (let i = 0; i < 6; i++) {
    await press("step");
    await run(150);
  }
  await run(4000);
  assert.equal(await place(), `Move 6 of ${length}`);
});

pageTest("NoGo: Step waits for the engine instead of starting its thinking again", "#nogo?n=5&mode=ee&level=1", { realTime: true, reduced: true, hold: true }, async ({ page, press }) => {
  for (let i = 0; i < 4; i++) {
    await press("step");
    await page.waitForFunction(() => document.querySelector(".head .info").innerText !== "");
  }
  await page.evaluate(() => letGo());
  await page.waitForFunction(() => document.querySelector(".place").innerText === "Move 4 of 4");
});

pageTest("NoGo: texts in and out", "#nogo?mode=watch", {}, async ({ page, press, place, status, turn }) => {
  await page.locator(".exchange summary").click();
  const area = page.locator("[data-do=text]");
  await area.fill("3\nXOO\nXO.\nX..");
  await press("load");
  assert.equal(await turn(), "Black to move");
  assert.match(await place(), /^Move 0 of [12]$/);
  await area.fill("3\nXOO\nXQ.\nX..");
  await press("load");
  assert.match(await status(), /^line 3, column 2: found 'Q', expected /);
  await page.locator(".exchange select").selectOption("sgf");
  await press("copy");
  const sgf = await area.inputValue();
  assert.match(sgf, /^\(;FF\[4\]GM\[1\].*RU\[NoGo\]/s);
  // a game is written as 'qi nogo gtp' writes it
  await area.fill("(;SZ[3:1]PB[x]GC[hollow be]AB[ca]PL[W];W[aa])");
  await press("load");
  await press("copy");
  const commands = "rectangular_boardsize 3 1\nloadsgf page.sgf\nprintsgf\n";
  const folder = mkdtempSync(join(tmpdir(), "qi-page-"));
  writeFileSync(join(folder, "page.sgf"), "(;SZ[3:1]PB[x]GC[hollow be]AB[ca]PL[W];W[aa])");
  const printed = execFileSync(join(build, "qi"), ["nogo", "gtp", "--player", "random"], { input: commands, encoding: "utf8", cwd: folder });
  rmSync(folder, { recursive: true });
  const exported = await area.inputValue();
  assert.match(exported, /PB\[x\]RE\[W\+\].*PL\[W\]/s);
  assert.ok(printed.replaceAll("\n", "").includes(exported.replaceAll("\n", "")), `${printed} has ${exported}`);
  // a clipboard that says no late does not overwrite what has been written meanwhile
  await page.evaluate(() => {
    const late = new Promise((_, refuse) => (globalThis.refuse = refuse));
    navigator.clipboard.writeText = () => late;
  });
  await press("copy");
  await area.fill("(;GM[1]SZ[5];B[aa];W[ee];B[cc])");
  await page.evaluate(() => globalThis.refuse());
  await press("load");
  assert.equal(await place(), "Move 3 of 3");
  assert.equal(await turn(), "White to move");
});
