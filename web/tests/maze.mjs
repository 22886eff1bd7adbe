import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { build, flashes, pageTest, root } from "./harness.mjs";

// Seed 004's sample: its eight winning boards
const EIGHT = ["O.M/.O./MOM", "O../.O./.OM", "O.M/.O./.OM", "O../.O./MOM", "O../.../OOM", "..M/.O./OOM", ".../.O./OOM", ".../.../OOM"];

const board = (page) => page.locator(".tictactoe").getAttribute("aria-label");
const wall = (page) => page.locator("[data-wall=count]").innerText();

pageTest("Maze: walking with keys, footsteps, coins and walls", "#maze", {}, async ({ page, run, sounds, status, place }) => {
  await page.keyboard.press("ArrowDown");
  await run(300);
  assert.deepEqual((await sounds()).map((s) => s.frequency), [170, 160], "a moo, for the walk begins, and a footstep");
  await page.keyboard.press("ArrowLeft");
  await run(300);
  assert.deepEqual(await sounds(), [{ frequency: 100, length: 200, type: "sine" }]);
  assert.equal(await status(), "A wall");
  assert.equal(await place(), "Step 1 of 1");
  await page.keyboard.press("ArrowRight");
  await run(500);
  assert.deepEqual((await sounds()).map((s) => s.frequency), [160, 300]);
  assert.equal(await status(), "Wrote O at row 3, column 2");
  assert.equal(await board(page), ".../.../.O.");
});

pageTest("Maze: a win shines, sounds, and unlocks an achievement that stays", "#maze", {}, async ({ page, run, sounds, status, open }) => {
  assert.equal(await wall(page), "0 of 8 reached");
  for (const key of ["Down", "Right", "Right", "Right"]) {
    await page.keyboard.press(`Arrow${key}`);
    await run(500);
  }
  await sounds();
  assert.equal(await page.locator(".victory.shown").count(), 0);
  await page.keyboard.press("ArrowRight");
  await run(800);
  assert.equal(await page.locator(".victory.shown").innerText(), "VICTORY!");
  assert.deepEqual((await sounds()).map((s) => s.frequency), [160, 300, 523, 587, 659, 698, 784]);
  assert.equal(await board(page), ".../.../OOM");
  assert.equal(await status(), "Victory! New achievement: 1 of 8");
  assert.equal(await wall(page), "1 of 8 reached");
  await page.keyboard.press("ArrowUp");
  await run(300);
  assert.equal(await status(), "Won already; the walk is over");
  await open("#maze");
  assert.equal(await wall(page), "1 of 8 reached");
  assert.equal(await page.locator(".medal.reached").getAttribute("aria-label"), ".../.../OOM");
});

pageTest("Maze: AI explore reaches all eight boards of the sample", "#maze", { reduced: true }, async ({ page, press, run }) => {
  await page.locator("[data-do=speed]").fill("12");
  await press("auto");
  for (let i = 0; i < 60 && (await wall(page)) !== "8 of 8 reached"; i++) await run(2000);
  assert.equal(await wall(page), "8 of 8 reached");
  await run(3000);
  assert.equal(await page.locator("[data-do=auto]").getAttribute("aria-pressed"), "false");
  const medals = await page.locator(".medal.reached").evaluateAll((all) => all.map((m) => m.getAttribute("aria-label")));
  assert.deepEqual(medals.sort(), [...EIGHT].sort());
});

pageTest("Maze: a medal shows its walk; a locked one does not", "#maze", {}, async ({ page, press, run, status }) => {
  await press("end");
  assert.equal(await wall(page), "1 of 8 reached");
  await page.locator(".medal:not(.reached)").first().click();
  assert.equal(await status(), "Reach it first, and it will unlock");
  await press("reset");
  await page.locator(".medal.reached").first().click();
  await run(10_000);
  assert.equal(await page.locator(".victory.shown").count(), 1);
});

pageTest("Maze: step, back, start and the scrubber", "#maze", {}, async ({ page, press, run, place, sounds }) => {
  await press("step");
  await run(600);
  assert.match(await place(), /^Step 1 of \d+$/);
  await press("back");
  assert.match(await place(), /^Step 0 of \d+$/);
  await press("end");
  const [, at, count] = /^Step (\d+) of (\d+)$/.exec(await place());
  assert.equal(at, count);
  await press("home");
  await page.locator("[data-do=scrub]").fill("2");
  assert.match(await place(), /^Step 2 of \d+$/);
  await sounds();
  await press("reset");
  assert.equal(await place(), "Step 0 of 0");
  assert.deepEqual((await sounds()).map((s) => s.frequency), [170]);
});

pageTest("Maze: the search shows every board in order of fullness, with its flood", "#maze?mode=search", {}, async ({ page, press, run, status, place }) => {
  const water = () => page.evaluate(() => {
    const canvas = document.querySelector(".stage canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) count += data[i] === 0x3c && data[i + 1] === 0xa8 && data[i + 2] === 0xfc;
    return count;
  });
  await run(50);
  assert.match(await status(), /^Board 1 of 37: 0 squares filled, (\d+) cells in reach$/);
  assert.ok((await water()) > 100, "the flood is drawn");
  const texts = await page.evaluate(() => Array.from({ length: 37 }, () => {
    const { textContent } = document.querySelector("[role=status]");
    document.querySelector("[data-do=step]").click();
    return textContent;
  }));
  const filled = texts.map((text) => Number(/(\d+) squares?/.exec(text)[1]));
  assert.deepEqual(filled, [...filled].sort((a, b) => a - b));
  assert.equal(await place(), "Board 37 of 37");
  await press("reset");
  await press("auto");
  await run(2600);
  assert.match(await place(), /^Board 6 of 37$/);
});

const pixels = (page) => page.evaluate(() => document.querySelector(".stage canvas").toDataURL());
const clickCell = async (page, row, column, side) => {
  const box = await page.locator(".stage canvas").boundingBox();
  await page.mouse.click(box.x + ((column - 0.5) / side) * box.width, box.y + ((row - 0.5) / side) * box.height);
};
/** The levels of the campaign, from their source. */
const levels = () =>
  [...readFileSync(join(root, "web", "src", "campaign.ts"), "utf8").matchAll(/wins: (\d+),\s*par: (\d+),\s*text: `([^`]*)`/g)].map(([, wins, par, text]) => ({ wins: Number(wins), par: Number(par), text }));

test("Maze: the engine finds in every level of the campaign what the page promises", () => {
  const all = levels();
  assert.ok(all.length >= 12, `${all.length} levels`);
  const qi = (verb, text, ...more) => execFileSync(join(build, "qi"), ["maze", verb, ...more], { input: text, encoding: "utf8", maxBuffer: 1e8 });
  let last = "";
  for (const { wins, par, text } of all) {
    assert.equal(Number(qi("count", text)), wins, text);
    const boards = qi("count", text, "--list").trim().split(/\s+/).join("").match(/.{9}/g);
    assert.equal(Number(qi("walk", text).split(" ")[1]), par, text); // to the nearest one
    last = boards;
  }
  // the last one: every row, column and diagonal can be won
  const lines = ["012", "345", "678", "036", "147", "258", "048", "246"];
  const won = lines.filter((line) => last.some((one) => ["MOO", "OOM"].includes([...line].map((square) => one[square]).join(""))));
  assert.deepEqual(won, lines);
});

pageTest("Maze: the campaign: a win by hand earns stars and opens the next level, and stays", "#maze", {}, async ({ page, reload, run, status }) => {
  const level = (n) => page.locator(`[data-level="${n}"]`);
  assert.equal(await level(2).isDisabled(), true);
  await level(1).click();
  const [{ text, par }] = levels();
  assert.match(await page.locator("[data-maze=level]").innerText(), new RegExp(`Level 1, First steps: ${par} steps at best`));
  // the computer's walk earns nothing
  await page.locator("[data-do=end]").click();
  await run(100);
  assert.equal(await level(1).getAttribute("data-stars"), "0");
  await page.locator("[data-do=reset]").click();
  const walk = execFileSync(join(build, "qi"), ["maze", "walk"], { input: text, encoding: "utf8" }).split(" ")[2];
  for (const letter of walk) {
    await page.keyboard.press({ N: "ArrowUp", E: "ArrowRight", S: "ArrowDown", W: "ArrowLeft" }[letter]);
    await run(400);
  }
  assert.match(await status(), new RegExp(`★★★ ${par} steps, ${par} at best · level 2 is open`));
  assert.equal(await level(1).getAttribute("data-stars"), "3");
  assert.equal(await level(2).isDisabled(), false);
  assert.equal(await level(3).isDisabled(), true);
  await reload();
  assert.equal(await level(1).getAttribute("data-stars"), "3");
  assert.match(await page.locator("[data-campaign=total]").innerText(), /^3 of \d+ stars/);
});

pageTest("Maze: a coin flashes gold three times and looks used afterwards", "#maze", {}, async ({ page, run, watch }) => {
  const look = () => {
    const canvas = document.querySelector(".stage canvas");
    const tile = canvas.width / 7;
    const { data } = canvas.getContext("2d").getImageData(2 * tile, 5 * tile, 1, 1); // a corner of the coin's cell
    return `${data[0]},${data[1]},${data[2]}`;
  };
  await page.keyboard.press("ArrowDown");
  await run(300);
  const fresh = await page.evaluate(look);
  await page.keyboard.press("ArrowRight");
  const seen = (await watch(1800, look)).map((colour) => colour !== fresh);
  assert.equal(flashes(seen), 3);
  assert.equal(seen.at(-1), false);
  const coin = () => page.evaluate(() => {
    const canvas = document.querySelector(".stage canvas");
    const tile = canvas.width / 7;
    return canvas.getContext("2d").getImageData(4.5 * tile, 5.85 * tile, 1, 1).data.join(); // the rim of M33
  });
  const before = await coin();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft"]) {
    await page.keyboard.press(key);
    await run(1500);
  }
  assert.notEqual(await coin(), before);
});

pageTest("Maze: clicking a far cell walks there, around coins", "#maze", {}, async ({ page, run, place }) => {
  await clickCell(page, 3, 5, 7); // from row 5, column 2: up, and along the second row past O22
  await run(3000);
  assert.match(await page.locator("[data-maze=around]").textContent(), /^Bessie at row 3, column 5\./);
  assert.equal(await place(), "Step 5 of 5");
});

pageTest("Maze: what is around Bessie is described, and the board's number to base 3", "#maze", { narrow: true }, async ({ page, run }) => {
  const around = () => page.locator("[data-maze=around]").textContent();
  assert.equal(await page.locator("[data-maze=around]").getAttribute("aria-live"), "polite");
  assert.equal(await around(), "Bessie at row 5, column 2. North: floor; east: wall; south: floor; west: wall");
  await page.keyboard.press("ArrowDown");
  await run(300);
  assert.equal(await around(), "Bessie at row 6, column 2. North: start; east: coin O for row 3, column 2; south: wall; west: wall");
  assert.equal(await page.locator("[data-maze=ternary]").innerText(), "base 3: 000000000 = 0");
  await page.keyboard.press("ArrowRight");
  await run(300);
  assert.equal(await page.locator("[data-maze=ternary]").innerText(), "base 3: 020000000 = 4374");
});

pageTest("Maze: reset can be undone", "#maze", {}, async ({ page, press, run, place }) => {
  await page.keyboard.press("ArrowDown");
  await run(500);
  await page.keyboard.press("r");
  assert.equal(await place(), "Step 0 of 0");
  await press("undo");
  assert.equal(await place(), "Step 1 of 1");
  // and so can another maze
  await page.locator("[data-do=maze]").selectOption("ring");
  assert.equal(await wall(page), "0 of 23 reached");
  await press("undo");
  assert.equal(await wall(page), "0 of 8 reached");
  assert.equal(await place(), "Step 1 of 1");
});

pageTest("Maze: a file dropped on the board is read, and an error is seen", "#maze", {}, async ({ page }) => {
  const drop = (text) => page.evaluate((whole) => {
    const data = new DataTransfer();
    data.items.add(new File([whole], "maze.txt"));
    document.querySelector(".stage canvas").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, text);
  await drop(levels()[1].text);
  await page.waitForFunction(() => document.querySelector(".stage canvas").width === 80);
  await drop("nothing");
  await page.waitForSelector(".notice.error");
});

pageTest("Maze: the search state by state, in step with its program", "#maze?mode=search&by=state", {}, async ({ page, press, run, place }) => {
  const state = (name) => page.locator(`[data-state=${name}]`).innerText();
  const line = () => page.locator(".code [aria-current]").innerText();
  assert.match(await line(), /^queue ←/);
  assert.match(await state("queue"), /^5 2 · 000000000/);
  const lines = [];
  for (let i = 0; i < 3; i++) {
    await press("step");
    lines.push(await line());
  }
  assert.match(lines[0], /take the first/);
  assert.match(lines[1], /for each neighbour/);
  assert.match(lines[2], /append/);
  assert.equal(await state("counts"), "taken 1, seen 2, waiting 1, winning boards 0");
  await page.locator("[data-do=speed]").fill("14");
  const before = await pixels(page);
  await press("auto");
  await run(200);
  assert.match(await state("counts"), /waiting 0, winning boards 8$/);
  assert.notEqual(await pixels(page), before);
  const [, at, count] = /^Step (\d+) of (\d+)$/.exec(await place());
  assert.equal(at, count);
});

pageTest("Maze: Bessie stands where the board of the search is had", "#maze?mode=search", { reduced: true }, async ({ page, press, run }) => {
  await run(50);
  const before = await pixels(page);
  await press("end");
  await run(50);
  assert.notEqual(await pixels(page), before);
});

pageTest("Maze: clicks walk towards the cell", "#maze", {}, async ({ page, run, place, status }) => {
  const box = await page.locator(".stage canvas").boundingBox();
  await page.mouse.click(box.x + (1.5 / 7) * box.width, box.y + (5.5 / 7) * box.height);
  await run(400);
  assert.equal(await place(), "Step 1 of 1");
  await page.mouse.click(box.x + (5.5 / 7) * box.width, box.y + (5.5 / 7) * box.height);
  await run(400);
  assert.equal(await status(), "Wrote O at row 3, column 2");
});

pageTest("Maze: swipes and the thumb buttons walk", "#maze", { narrow: true, touch: true }, async ({ page, run, place }) => {
  await page.locator(".stage canvas").evaluate((canvas) => {
    const at = (type, x, y) => canvas.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, pointerType: "touch", bubbles: true }));
    at("pointerdown", 200, 300);
    at("pointerup", 205, 360);
  });
  await run(400);
  assert.equal(await place(), "Step 1 of 1");
  await page.locator("[data-go=n]").tap();
  await run(400);
  assert.equal(await place(), "Step 2 of 2");
});

pageTest("Maze: built-in mazes, a random maze and texts", "#maze", {}, async ({ page, press, run, status }) => {
  await page.locator("[data-do=maze]").selectOption("ring");
  assert.equal(await wall(page), "0 of 23 reached");
  await page.locator("[data-do=maze]").selectOption("meadow");
  assert.equal(await wall(page), "0 of 28 reached");
  await page.locator("[data-do=side]").selectOption("25");
  await press("random");
  const side = await page.evaluate(() => document.querySelector(".stage canvas").width / 16);
  assert.equal(side, 25);
  await page.locator(".exchange summary").click();
  await press("copy");
  const text = await page.locator("[data-do=text]").inputValue();
  assert.match(text, /^25\n(#{75}\n)/);
  await page.locator("[data-do=text]").fill("3\n#########\n###...###\n#########\n");
  await press("load");
  await run(100);
  assert.match(await status(), /^line \d+, column \d+: found /);
});

pageTest("Maze: the editor paints, with mouse and keyboard, and counts anew", "#maze?mode=edit", {}, async ({ page, run, status, hash }) => {
  const box = await page.locator(".stage canvas").boundingBox();
  await page.locator("[data-brush=M33]").click();
  await page.mouse.click(box.x + (1.5 / 7) * box.width, box.y + (5.5 / 7) * box.height);
  assert.match(await status(), /^\d+ winning boards can be reached$/);
  assert.notEqual(await wall(page), "0 of 8 reached");
  await page.locator('[data-brush="###"]').click();
  await page.locator(".stage canvas").focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await run(100);
  assert.match(await hash(), /2x\.xE2\./, "row 3, column 3 is a wall now");
  await page.locator("[data-mode=walk]").click();
  assert.equal(await page.locator(".editor").isVisible(), false);
});

pageTest("Maze: the address keeps maze and walk", "#maze", {}, async ({ page, run, hash, open, place }) => {
  await page.locator("[data-do=maze]").selectOption("ring");
  await page.keyboard.press("ArrowUp");
  await run(400);
  const address = await hash();
  await open(address);
  assert.equal(await place(), "Step 1 of 1");
  assert.equal(await wall(page), "0 of 23 reached");
  assert.equal(await hash(), address);
});

pageTest("Maze: the address keeps the place of the search", "#maze?mode=search&by=state&see=30", {}, async ({ page, press, hash, open, place }) => {
  assert.match(await place(), /^Step 30 of \d+$/);
  await press("step");
  const address = await hash();
  assert.match(address, /&see=31$/);
  await open(address);
  assert.match(await place(), /^Step 31 of \d+$/);
  await page.locator("[data-mode=walk]").click();
  assert.doesNotMatch(await hash(), /see=/);
});

pageTest("Maze: the small board is grey, then red for M and blue for O, and shines gold when it is won", "#maze", {}, async ({ page, run }) => {
  const square = (row, column, dx = 2, dy = 2) => page.evaluate(([x, y]) => {
    const { data } = document.querySelector(".tictactoe").getContext("2d").getImageData(x, y, 1, 1);
    return `#${[...data.slice(0, 3)].map((c) => c.toString(16).padStart(2, "0")).join("")}`;
  }, [17 * (column - 1) + 1 + dx, 17 * (row - 1) + 1 + dy]);
  assert.equal(await square(3, 2), "#787888");
  for (const key of ["Down", "Right", "Right", "Right"]) {
    await page.keyboard.press(`Arrow${key}`);
    await run(400);
  }
  assert.equal(await square(3, 2), "#3060e0");
  assert.equal(await square(3, 3), "#e03028");
  await page.keyboard.press("ArrowRight");
  await run(400);
  const edges = new Set();
  for (let i = 0; i < 4; i++) {
    await run(500);
    edges.add(await square(3, 1, 1, 1));
  }
  assert.deepEqual([...edges].sort(), ["#f8d820", "#fcfcd8"]);
});

pageTest("Maze: with reduced motion a coin is lit once, and nothing moves by itself", "#maze", { reduced: true }, async ({ page, run, watch }) => {
  await run(1200);
  const still = await pixels(page);
  await run(1200);
  assert.equal(await pixels(page), still, "coins do not glitter");
  await page.keyboard.press("ArrowDown");
  await run(300);
  await page.keyboard.press("ArrowRight");
  const seen = await watch(1200, () => document.querySelector(".stage canvas").toDataURL());
  const changes = seen.filter((one, i) => i > 0 && one !== seen[i - 1]).length;
  assert.ok(changes <= 2, `${changes} changes: lit, and dark again`);
});
