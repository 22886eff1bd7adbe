// What the NoGo room keeps, explains and can be asked.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { build, clickPoint, flashes, pageTest, root, someTime, until } from "./harness.mjs";

const solve = (text, ...options) => execFileSync(join(build, "qi"), ["nogo", "solve", ...options], { input: text, encoding: "utf8", stdio: ["pipe", "pipe", "ignore"] });

async function moves(page, run, points, side = 5) {
  for (const [row, column] of points) {
    await clickPoint(page, row, column, side);
    if (run) await run(1200);
  }
}

const scrub = (page, value) => page.waitForFunction((n) => document.querySelector("[data-do=scrub]").value === String(n), value);

/** The pixels of the board that have one of the colours. */
const pixels = (page, ...colours) =>
  page.evaluate((wanted) => {
    const canvas = document.querySelector(".stage canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) count += wanted.includes((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
    return count;
  }, colours);

async function load(page, text) {
  if (!(await page.locator(".exchange[open]").count())) await page.locator(".exchange summary").click();
  await page.locator("[data-do=text]").fill(text);
  await page.locator("[data-do=load]").click();
}

async function exported(page, format) {
  await page.locator(".exchange select").selectOption(format);
  await page.locator("[data-do=copy]").click();
  return page.locator("[data-do=text]").inputValue();
}

pageTest("NoGo: the first thing offered is a game against the engine", "#nogo", { realTime: true, reduced: true }, async ({ page, status }) => {
  assert.equal(await page.locator("[data-do=mode]").inputValue(), "engine");
  assert.equal(await page.locator("[data-do=colour]").inputValue(), "he");
  assert.match(await page.locator("[data-do=level] option").allInnerTexts().then((all) => all.join()), /^1 Beginner,.*,10 Master$/);
  assert.equal(await page.locator("[data-do=policy]").isVisible(), false, "a policy means nothing here");
  assert.match(await status(), /You are Black and begin/);
  await clickPoint(page, 5, 5, 9);
  await scrub(page, 2);
  await page.locator(".setup summary").click();
  await page.locator("[data-do=mode]").selectOption("watch");
  assert.equal(await page.locator("[data-do=level]").isVisible(), false);
  assert.equal(await page.locator("[data-do=policy]").isVisible(), true);
  await page.locator("[data-do=undo]").click();
  assert.equal(await page.locator("[data-do=scrub]").inputValue(), "2", "the game is back");
});

pageTest("NoGo: the engine answers after a step back and to the end, and nobody places its stone", "#nogo?n=5&mode=he&level=1", { realTime: true, reduced: true, hold: true }, async ({ page, press, place, status }) => {
  await clickPoint(page, 3, 3, 5);
  await press("back");
  assert.equal(await place(), "Move 0 of 1");
  await page.evaluate(() => letGo());
  await press("end");
  await scrub(page, 2);
  await press("back");
  assert.equal(await place(), "Move 1 of 2");
  await clickPoint(page, 1, 1, 5);
  assert.match(await status(), /it is the engine's turn/);
  assert.equal(await place(), "Move 1 of 2");
  await press("end");
  await press("takeback");
  assert.equal(await place(), "Move 0 of 2");
});

pageTest("NoGo: a new game, another board or a loaded text can be undone; games are kept and named", "#nogo?n=5&mode=hh", {}, async ({ page, press, run, place, open }) => {
  await moves(page, run, [[1, 1], [2, 3], [4, 4]]);
  await page.keyboard.press("r");
  assert.equal(await place(), "Move 0 of 0");
  await press("undo");
  assert.equal(await place(), "Move 3 of 3");
  await page.locator(".setup summary").click();
  await page.locator("[data-do=size]").selectOption("7");
  assert.equal(await place(), "Move 0 of 0");
  await page.keyboard.press("Control+z");
  assert.equal(await place(), "Move 3 of 3");
  await load(page, "3\nXOO\nXO.\nX..");
  assert.equal(await place(), "Move 0 of 0");
  await press("undo");
  assert.equal(await place(), "Move 3 of 3");
  await run(500);
  await open("#nogo?n=9&mode=hh");
  await page.locator(".keptgames summary").click();
  const name = await page.locator("[data-do=kept]").first().innerText();
  assert.match(name, /^\d\d\/\d\d\/\d{4}, \d\d:\d\d · 5×5 · unfinished$/);
  await press("kept");
  assert.equal(await place(), "Move 3 of 3");
  await load(page, "(;GM[1]SZ[3];B[aa];W[cc];B[bb];W[ca])");
  await page.locator(".keptgames summary").click();
  await page.locator("[data-do=kept]").first().waitFor();
  assert.equal(await page.locator("[data-do=kept]").count(), 2);
  await press("forget");
  assert.equal(await page.locator("[data-do=kept]").count(), 1);
  await press("undo");
  assert.equal(await page.locator("[data-do=kept]").count(), 2);
});

pageTest("NoGo: load errors and cut records are shown within sight, in Chinese", "#nogo?n=5&mode=hh", { language: "zh" }, async ({ page, place, status }) => {
  for (const [width, height] of [[1440, 900], [390, 844]]) {
    await page.setViewportSize({ width, height });
    await load(page, "3\nXOO\nXQ.\nX..");
    const notice = page.locator(".notice");
    assert.match(await notice.innerText(), /第 3 行第 2 列：读到 'Q'，应为 'X'、'O'、'\.' 或 '#'（第 2 行，共 3 行；第 2 列，共 3 列）/);
    const box = await notice.boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= height && box.x >= 0 && box.x + box.width <= width, `the notice is in sight at ${width}x${height}`);
    await load(page, "(;GM[1]SZ[5];B[aa];W[aa];B[cc])");
    assert.match(await notice.innerText(), /棋谱只读到第 1 手.*这里已经有子/);
    assert.doesNotMatch((await notice.innerText()).replace(/[A-H]\d/g, ""), /[a-z]{2}/);
    assert.match(await status(), /棋谱只读到第 1 手/);
    assert.equal(await place(), "第 1 / 1 手");
  }
});

pageTest("NoGo: a record dropped on the board is read", "#nogo?n=5&mode=hh", {}, async ({ page }) => {
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["(;GM[1]SZ[5];B[aa];W[ee];B[cc])"], "game.sgf"));
    document.querySelector(".stage canvas").dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
  });
  await scrub(page, 3);
});

pageTest("NoGo: pointers under any policy, auto at the end, engine against engine", "#nogo?n=5&policy=1&seed=3&at=99", {}, async ({ page, press, run, place, status }) => {
  assert.match(await place(), /^Move (\d+) of \1$/);
  await press("auto");
  await run(100);
  assert.match(await place(), /^Move 0 of /, "played once more from the start");
  await page.locator(".options summary").click();
  await page.getByLabel("The walking pointers").click();
  assert.equal(await page.locator("[data-do=policy]").inputValue(), "0");
  assert.match(await status(), /^The pointers:/);
  await page.locator("[data-do=mode]").selectOption("ee");
  assert.match(await status(), /Press Auto/);
});

pageTest("NoGo: variations, comments and marks are shown, kept and written again", "#nogo?n=5&mode=hh", {}, async ({ page, press, run, place, hash, open }) => {
  const record = "(;GM[1]FF[4]SZ[5]PB[Ann]PW[Bo]EV[Cup];B[aa]C[a good \\] start]LB[cc:A]TR[dd];W[ee](;B[cc]N[main];W[ae])(;B[bb]C[other]))";
  await load(page, record);
  assert.equal(await place(), "Move 4 of 4");
  assert.match(await page.locator(".movelist").innerText(), /Black: Ann · White: Bo/);
  assert.equal(await page.locator(".variation .move").count(), 1);
  await page.locator(".move").first().click();
  assert.equal(await page.locator("[data-do=comment]").inputValue(), "a good ] start");
  assert.equal((await exported(page, "sgf")).replaceAll("\n", ""), record);
  await page.locator(".variation .move").click();
  assert.equal(await place(), "Move 3 of 3");
  assert.equal(await page.locator("[data-do=comment]").inputValue(), "other");
  await press("home");
  await clickPoint(page, 3, 3, 5);
  await run(1200);
  await page.locator("[data-do=comment]").fill("mine");
  await page.locator("[data-do=comment]").blur();
  const address = await hash();
  await open(address);
  assert.equal(await place(), "Move 1 of 1");
  assert.equal(await page.locator("[data-do=comment]").inputValue(), "mine");
  await page.locator(".exchange summary").click();
  const again = (await exported(page, "sgf")).replaceAll("\n", "");
  await page.locator("[data-name=PB]").fill("Ann ]");
  await page.locator("[data-name=PB]").blur();
  assert.match(await page.locator(".movelist").innerText(), /Black: Ann \] · White: Bo/);
  assert.ok((await exported(page, "sgf")).includes("PB[Ann \\]]"));
  for (const part of ["EV[Cup]", "LB[cc:A]TR[dd]", "N[main]", "C[other]", "(;B[cc]C[mine])"]) assert.ok(again.includes(part), `${part} in ${again}`);
});

pageTest("NoGo: points are named 1-1 or A1, moves have numbers, merging adds up, refusals are drawn large", "#nogo?n=5&mode=hh", {}, async ({ page, press, run, status }) => {
  await page.locator(".options summary").click();
  await page.locator("[data-do=coordinates]").selectOption("A1");
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByLabel("Move numbers").check();
  await page.evaluate(() => scrollTo(0, 0));
  await moves(page, run, [[5, 1], [1, 5], [5, 3], [1, 3]]);
  assert.equal(await status(), "Move 4: White at C5");
  await moves(page, undefined, [[5, 2]]);
  await run(300);
  assert.equal(await page.locator(".head .info").innerText(), "Liberties add up: 2 + 3 → 4");
  await run(2000);
  await load(page, "3\nXXX\nOOX\nOO.");
  await clickPoint(page, 3, 3, 3);
  await run(600);
  assert.match(await status(), /^C1 is refused: it would capture/);
  assert.ok((await pixels(page, 0xf83830)) > 100, "a large cross, and the group that would die in a frame");
  await run(4000);
  assert.ok((await pixels(page, 0xf83830)) < 60);
});

pageTest("NoGo: a person's move flashes gold three times; the end flashes the screen's edge three times", "#nogo?n=3&mode=hh&b=X2OXO.X2.", {}, async ({ page, watch, turn, press, place }) => {
  await clickPoint(page, 2, 3, 3);
  await page.mouse.move(2, 2);
  const seen = await watch(1500, () => {
    const canvas = document.querySelector(".stage canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let gold = 0;
    for (let i = 0; i < data.length; i += 4) gold += data[i] === 0xfc && data[i + 1] === 0xe4 && data[i + 2] === 0x48;
    return { gold: gold > 20, edge: document.querySelector(".screen-edge.lit") !== null };
  });
  assert.equal(flashes(seen.map(({ gold }) => gold)), 3);
  assert.equal(flashes(seen.map(({ edge }) => edge)), 3);
  assert.match(await turn(), /^Game over, Black wins/);
  assert.match(await page.locator(".result").innerText(), /Black wins/);
  await press("rematch");
  assert.equal(await place(), "Move 0 of 0");
  assert.equal(await page.locator(".result").isVisible(), false);
});

pageTest("NoGo: with reduced motion the same is lit without flashes", "#nogo?n=3&mode=hh&b=X2OXO.X2.", { reduced: true }, async ({ page, watch }) => {
  await clickPoint(page, 2, 3, 3);
  const lit = await watch(600, () => document.querySelectorAll(".screen-edge.lit").length);
  assert.ok(lit.length > 30 && lit.slice(1).every((count) => count === 1), lit.join(" "));
});

pageTest("NoGo: win rates, expected lines, a hint and a graph to click on", "#nogo?n=5&mode=hh&m=aacceebb&at=2", { realTime: true, reduced: true }, async ({ page, press, place }) => {
  const analysis = page.locator("[data-analysis=status]");
  await press("hint");
  await page.waitForFunction(() => /^Try \d \d \(win rate \d+ %\)$/.test(document.querySelector("[data-analysis=status]").textContent));
  await press("analyse");
  await page.waitForFunction(() => /^Best: \d \d, win rate \d+ %. Expected: \d \d, \d \d/.test(document.querySelector("[data-analysis=status]").textContent));
  await until(async () => (await pixels(page, 0x4868d8, 0x58a0e8, 0x70c8a0, 0xc8d860, 0xf0b040, 0xf07040)) > 150, "win rates on the board");
  const [row, column] = (await analysis.innerText()).match(/\d/g).map(Number);
  const picture = () => page.evaluate(() => document.querySelector(".stage canvas").toDataURL());
  const before = await picture();
  const board = await page.locator(".stage canvas").boundingBox();
  await page.mouse.move(board.x + ((12 + (column - 0.5) * 16) / 104) * board.width, board.y + ((12 + (row - 0.5) * 16) / 104) * board.height);
  await until(async () => (await picture()) !== before, "the expected line under the pointer");
  await press("analyse");
  const graph = page.locator("[data-do=graph]");
  assert.match(await graph.getAttribute("aria-label"), /After move 2: Black's win rate is \d+ %/);
  const box = await graph.boundingBox();
  await page.mouse.click(box.x + box.width - 2, box.y + 5);
  assert.equal(await place(), "Move 4 of 4");
});

pageTest("NoGo: a move has a win rate when it was visited or is proved", "#nogo?n=3&mode=hh&b=X2OXO.X2.", { realTime: true, reduced: true }, async ({ page, press }) => {
  const hottest = () => pixels(page, 0xf07040);
  assert.equal(await hottest(), 0);
  await press("analyse");
  await page.waitForFunction(() => /^Best: 2 3, win rate 100 %/.test(document.querySelector("[data-analysis=status]").textContent));
  await until(async () => (await hottest()) > 20, "the win rate of the move that wins"); // without a visit
  assert.ok((await hottest()) <= 100, "no more than one move's");
  assert.equal(await pixels(page, 0x4868d8, 0x58a0e8, 0x70c8a0, 0xc8d860, 0xf0b040), 0);
});

pageTest("NoGo: few open points are solved with a line, and a review finds the move that lost", "#nogo?n=4&mode=hh&b=2X.O3.OXO.XXO.O&m=ac&at=0", { realTime: true, reduced: true }, async ({ page, press, place }) => {
  assert.match(solve("4\nXX.O\n...O\nXO.X\nXO.O\n", "--moves"), /move 1 3 loses[^]*move 2 2 wins/);
  const analysisMatches = (pattern) => page.waitForFunction((text) => new RegExp(text).test(document.querySelector("[data-analysis=status]").textContent), pattern);
  await press("solve");
  await analysisMatches("^Proved: Black wins \\(\\d+ positions\\): 2 2, \\d \\d");
  await press("review");
  await analysisMatches("^Reviewed: 1 mistake$");
  assert.equal(await page.locator(".mistakes").innerText(), "Move 1 (Black) lost the game: 2 2 wins");
  assert.equal(await page.locator(".move.mistake").count(), 1);
  await press("end");
  await press("mistake");
  assert.equal(await place(), "Move 0 of 1");
});

pageTest("NoGo: an engine that cannot start is reported, and does not stall the game", "#nogo?n=5&mode=he&level=1", { realTime: true, reduced: true, script: () => {
  globalThis.Worker = class {
    postMessage() {
      setTimeout(() => this.onerror?.(new ErrorEvent("error", { message: "no worker" })));
    }
    terminate() {}
  };
} }, async ({ page, status, place }) => {
  await clickPoint(page, 3, 3, 5);
  await page.waitForFunction(() => /The engine found no move/.test(document.querySelector("[role=status]").textContent));
  await page.keyboard.press("u");
  assert.equal(await place(), "Move 0 of 1");
  assert.match(await status(), /^$|Black/);
});

// ---- puzzles ----

const PUZZLES = [...readFileSync(join(root, "web", "src", "puzzles.ts"), "utf8").matchAll(/grade: "(\w+)", side: (\d+), board: "([XO./]+)", move: (\d+)/g)]
  .map(([, grade, side, board, move]) => ({ grade, side: Number(side), rows: board.split("/"), move: Number(move) }));

test("every puzzle is proved by the solver: Black has one move that wins", () => {
  assert.ok(PUZZLES.length >= 20);
  const grades = ["easy", "medium", "hard"];
  PUZZLES.forEach(({ grade, side, rows, move }, at) => {
    assert.equal(rows.length, side);
    const verdicts = [...solve(`${side}\n${rows.join("\n")}\n`, "--moves", "--memory", "64M").matchAll(/^move (\d+) (\d+) (\w+)$/gm)];
    const wins = verdicts.filter(([, , , verdict]) => verdict === "wins");
    assert.deepEqual(wins.map(([, row, column]) => (row - 1) * side + Number(column) - 1), [move], `puzzle ${at + 1}`);
    assert.equal(verdicts.filter(([, , , verdict]) => verdict === "loses").length, verdicts.length - 1);
    assert.ok(verdicts.length >= 3, "there is something to choose");
    assert.ok(at === 0 || grades.indexOf(grade) >= grades.indexOf(PUZZLES[at - 1].grade), "from easy to hard");
  });
});

pageTest("NoGo: a puzzle refutes a wrong move, is solved by the right ones, and is remembered", "#nogo?mode=hh", { realTime: true, reduced: true }, async ({ page, press, turn, reload }) => {
  const { side, rows, move } = PUZZLES[0];
  const text = `${side}\n${rows.join("\n")}\n`;
  const wrong = solve(text, "--moves").match(/^move (\d) (\d) loses$/m);
  await page.locator(".puzzlebook summary").click();
  await press("puzzle");
  await clickPoint(page, Number(wrong[1]), Number(wrong[2]), side);
  await page.locator(".notice").filter({ hasText: /That does not win: White wins with \d \d/ }).waitFor();
  await scrub(page, 2);
  await press("undo");
  assert.equal(await page.locator("[data-do=scrub]").inputValue(), "0");
  // the right moves, each asked of the solver when its time comes
  let now = move;
  for (let played = 0; ; played += 2) {
    await clickPoint(page, Math.floor(now / side) + 1, (now % side) + 1, side);
    await page.waitForFunction((n) => Number(document.querySelector("[data-do=scrub]").value) >= n || /Game over/.test(document.querySelector(".turn").textContent), played + 2);
    if (/Game over/.test(await turn())) break;
    if (!(await page.locator(".exchange[open]").count())) await page.locator(".exchange summary").click();
    const board = await exported(page, "board");
    const [, row, column] = solve(board, "--to-move", "X").match(/^variation (\d) (\d)/m);
    now = (row - 1) * side + Number(column) - 1;
  }
  assert.match(await turn(), /Black wins/);
  await page.locator(".result").filter({ hasText: "Solved!" }).waitFor();
  assert.equal(await page.locator("[data-puzzles=count]").innerText(), `1 of ${PUZZLES.length} solved`);
  await press("next-puzzle");
  await reload();
  assert.equal(await page.locator("[data-puzzles=count]").textContent(), `1 of ${PUZZLES.length} solved`);
  assert.match(await page.locator(".puzzles [aria-current]").innerText(), /^2$/);
  assert.equal(await page.locator(".puzzles .done").count(), 1);
});

// ---- the music ----

pageTest("the music begins with the first gesture, and muting it is remembered", "#nogo?n=5&mode=hh", { realTime: true, music: true }, async ({ page, press, sounds, open }) => {
  assert.deepEqual(await sounds(), []);
  await clickPoint(page, 3, 3, 5);
  await page.waitForFunction(() => sounds.some((sound) => sound.type === "triangle"));
  await press("music");
  await open("#nogo?n=5&mode=hh");
  await clickPoint(page, 3, 3, 5);
  await someTime(page);
  assert.deepEqual((await sounds()).filter((sound) => sound.type !== "sine"), []);
});
