import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { transformSync } from "esbuild";
import { build, pageTest, root } from "./harness.mjs";

const code = transformSync(readFileSync(join(root, "web", "src", "algorithm.ts"), "utf8"), { loader: "ts", format: "esm" }).code;
const { trace, find } = await import(`data:text/javascript,${encodeURIComponent(code)}`);

test("the algorithm plays the games of 'qi nogo simulate --policy first', and its sums are right", () => {
  const boards = ["3\nXOO\nXO.\nX..\n", "3\nXXX\nOOX\nOO.\n", "1\n.\n"];
  for (let seed = 1; seed <= 12; seed++) boards.push(execFileSync(join(build, "qi"), ["nogo", "generate", "--size", String(3 + (seed % 7)), "--seed", String(seed)], { encoding: "utf8" }));
  for (const text of boards) {
    const [first, ...lines] = text.trim().split("\n");
    const [rows, columns = rows] = first.split(" ").map(Number);
    const events = trace(rows, columns, Uint8Array.from(lines.join(""), (c) => ".XO".indexOf(c)));
    const moves = events.filter(({ what }) => what === "turn").map(({ point }) => `${Math.floor(point / columns) + 1} ${(point % columns) + 1}`);
    const native = execFileSync(join(build, "qi"), ["nogo", "simulate", "--policy", "first"], { input: text, encoding: "utf8" });
    assert.equal([...moves, "-1 -1", ""].join("\n"), native, text);
    // between moves every root has the pairs of stone and empty neighbour of its group, and its size
    for (const { what, state } of events) {
      if (what !== "turn" && what !== "look") continue;
      const sums = new Map();
      state.stones.forEach((colour, point) => {
        if (!colour) return;
        const home = find(state.parent, point);
        const sum = sums.get(home) ?? { size: 0, qi: 0 };
        sum.size++;
        for (const [dy, dx] of [[-1, 0], [0, -1], [0, 1], [1, 0]]) {
          const [y, x] = [Math.floor(point / columns) + dy, (point % columns) + dx];
          if (y >= 0 && x >= 0 && y < rows && x < columns && !state.stones[y * columns + x]) sum.qi++;
        }
        sums.set(home, sum);
      });
      for (const [home, sum] of sums) assert.deepEqual({ size: state.size[home], qi: state.qi[home] }, sum);
    }
  }
});

pageTest("Algorithm: the line that runs is lit, and the words, the forest and the player keep step", "#algorithm?n=3&b=XOOXO.X..", {}, async ({ page, press, run, status, place }) => {
  const lit = () => page.locator(".code [aria-current]").innerText();
  const forest = () => page.locator(".forest").getAttribute("aria-label");
  assert.match(await lit(), /^read the board/);
  assert.match(await forest(), /^1 1: 3 stones, 1; 1 2: 3 stones, 3$/);
  await page.evaluate(() => {
    for (let i = 0; i < 200 && !/^Try 2 3/.test(document.querySelector("[role=status]").textContent); i++) document.querySelector("[data-do=step]").click();
  });
  assert.match(await lit(), /qi\[find y\] -= 1/);
  const trial = await forest();
  await press("back");
  assert.notEqual(await forest(), trial, "taken back");
  await page.locator("[data-do=speed]").fill("12");
  await press("auto");
  await run(10_000);
  assert.equal(await status(), "No point is left: -1 -1");
  assert.match(await place(), /^Step (\d+) of \1$/);
  assert.match(await lit(), /-1 -1/);
});
