import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, pageTest, put } from "./harness.mjs";

const qi = join(build, "qi");

/** What `qi GAME check` says: whether it is right, and its sentence. */
function native(game, input, output, size) {
  const folder = mkdtempSync(join(tmpdir(), "qi-judge-"));
  writeFileSync(join(folder, "in"), input);
  writeFileSync(join(folder, "out"), output);
  const more = game === "go" ? ["--size", String(size)] : [];
  const { stdout, status } = spawnSync(qi, [game, "check", "--json", ...more, join(folder, "in"), join(folder, "out")], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  assert.ok(status < 2);
  return JSON.parse(stdout);
}

/** Outputs like those of wrong programs: cut, with a line doubled, changed or lost. */
function spoil(output) {
  const lines = output.trimEnd().split("\n");
  const at = Math.floor(lines.length / 2);
  const without = lines.toSpliced ? lines.toSpliced(at, 1) : [...lines.slice(0, at), ...lines.slice(at + 1)];
  return [output, "", "I AK IOI\n", lines.slice(0, at).join("\n"), without.join("\n"), [...lines.slice(0, at), lines[at], ...lines.slice(at)].join("\n"), `${output}1 1\n`,
    lines.map((line, i) => (i === at ? "1 1" : line)).join("\n")];
}

pageTest("Judge: what an input tests is said in Chinese", "", { language: "zh" }, async ({ page, visit }) => {
  let count = 0;
  for (const game of ["nogo", "go", "maze"]) {
    await visit(`#judge?problem=${game}`);
    const family = page.locator(".make [data-do=family]");
    for (const name of await family.locator("option").evaluateAll((all) => all.map((o) => o.value))) {
      await family.selectOption(name);
      const words = (await page.locator(".make .info").innerText()).replace(/MOO|OOM/g, "");
      assert.match(words, /^[^A-Za-z]+$/, `${game} ${name}`);
      count++;
    }
  }
  assert.ok(count > 20);
});

pageTest("Judge: as 'qi GAME generate' and 'qi GAME check'", "", {}, async ({ page, press, visit }) => {
  for (const [game, families, size] of [["nogo", ["snake", "endgame"], 9], ["go", ["ko"], 9], ["maze", ["play"], 7]]) {
    await visit(`#judge?problem=${game}&side=9`);
    const choose = (what, value) => page.locator(`.make [data-do=${what}]`).selectOption(value);
    await choose("size", String(size));
    const listed = await page.locator(".make [data-do=family] option").evaluateAll((all) => all.map((o) => o.value).filter(Boolean));
    for (const family of families.includes("play") ? [listed[0]] : families) {
      await choose("family", family);
      await put(page, "seed", "7");
      await press("generate");
      const input = await page.locator("[data-do=input]").inputValue();
      assert.equal(input, execFileSync(qi, [game, "generate", "--family", family, "--size", String(size), "--seed", "7"], { encoding: "utf8" }));
      await press("answer");
      const right = await page.locator("[data-do=output]").inputValue();
      assert.match(await page.locator(".verdict").innerText(), /Right/);
      for (const output of spoil(right)) {
        await put(page, "output", output);
        await press("judge");
        const verdict = native(game, input, output, size);
        if (!output) continue; // the page waits for an output
        assert.equal(/Right/.test(await page.locator(".verdict").innerText()), verdict.ok, `${game}: ${output}`);
        if (verdict.ok) continue;
        assert.equal(await page.locator(".judge .status").innerText(), verdict.message);
        if (game !== "maze") assert.match(await page.locator(".verdict").innerText(), new RegExp(`line ${verdict.line}$`));
        if (game === "nogo") assert.match(await page.locator(".head .info").innerText(), new RegExp(`^Score: ${verdict.score} · leading lines right: ${verdict.correct_lines}$`));
        assert.equal(await page.locator(".stage canvas").count() > 0, true, "a board");
      }
    }
  }
});

pageTest("Judge: both files dropped at once, kept through a reload, and opened in the room", "#judge", {}, async ({ page, run, open, press, place }) => {
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["3 3\n3 2\n-1 -1\n"], "my.out"));
    data.items.add(new File(["3\nXOO\nXO.\nX..\n"], "board.in"));
    document.querySelector(".judge").dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
  });
  await page.waitForFunction(() => /line 2/.test(document.querySelector(".verdict").innerText));
  assert.equal(await page.locator("[data-do=input]").inputValue(), "3\nXOO\nXO.\nX..\n");
  await run(500);
  await open("#judge");
  assert.match(await page.locator(".verdict").innerText(), /Wrong at line 2/);
  await press("open-room");
  await page.waitForSelector("main.nogo");
  assert.equal(await place(), "Move 1 of 1");
});

pageTest("Judge: in Chinese the reason is Chinese, and a malformed input is reported", "#judge", { language: "zh" }, async ({ page, run }) => {
  const fill = async (what, text) => {
    await put(page, what, text);
    await run(300);
  };
  await fill("input", "3\nXOO\nXO.\nX..\n");
  await fill("output", "3 3\n3 2\n-1 -1\n");
  assert.equal(await page.locator(".judge .status").innerText(), "第 2 行：白方下在 3 2，占了 3 1 那块棋的最后一口气");
  await fill("output", "3 3\n-1 -1\n");
  assert.equal(await page.locator(".judge .status").innerText(), "第 2 行：写了 -1 -1，但棋没有下完：白方可以下 2 3");
  await fill("input", "3\nXOO\nXQ.\nX..\n");
  assert.match(await page.locator(".judge .status").innerText(), /^第 3 行第 2 列/);
});

/** Drops files, each a name and a text, on the judge. */
const drop = (page, files) => page.evaluate((all) => {
  const data = new DataTransfer();
  for (const [name, text] of all) data.items.add(new File([text], name));
  document.querySelector(".judge").dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
}, files);

const BOARD = "3\nXOO\nXO.\nX..\n";
const RIGHT = "2 3\n-1 -1\n";
const WRONG = "3 3\n3 2\n-1 -1\n";
const verdict = (page) => page.locator(".verdict").innerText();
const list = (page) => page.locator("[data-do=pair]").evaluateAll((all) => all.map((one) => [...one.children].map((part) => part.innerText).join(": ")));
const alone = (page) => page.locator("[data-judge=alone]");
const area = (page, name) => page.locator(`[data-do=${name}]`).inputValue();

pageTest("Judge: all pairs that are dropped are judged, and 'Right' is all of them", "#judge", {}, async ({ page, run, press, reload, visit }) => {
  await drop(page, [["1.in", BOARD], ["1.out", RIGHT], ["2.in", BOARD], ["2.out", WRONG]]);
  await page.waitForSelector("[data-do=pair]");
  assert.deepEqual(await list(page), ["✓ 1.in 1.out: Right", "✗ 2.in 2.out: Wrong at line 2"]);
  assert.equal(await verdict(page), "✗ Wrong: 1 of 2 pairs");
  assert.equal(await alone(page).isVisible(), false);
  // the wrong one is shown, with its reason and its board
  assert.equal(await area(page, "output"), WRONG);
  assert.match(await page.locator(".judge .status").innerText(), /^2\.in 2\.out · line 2: White's move at 3 2 takes the last liberty/);
  await page.locator("[data-do=pair]").first().click();
  assert.equal(await area(page, "output"), RIGHT);
  assert.equal(await verdict(page), "✗ Wrong: 1 of 2 pairs");
  // another room, a reload and another language lose nothing
  await run(500);
  await reload();
  assert.equal((await list(page)).length, 2);
  assert.equal(await page.locator("[data-do=pair][aria-pressed=true]").innerText(), "✓ 1.in 1.out\nRight");
  await visit("#maze");
  await visit("#judge");
  await press("language");
  assert.deepEqual(await list(page), ["✓ 1.in 1.out: 正确", "✗ 2.in 2.out: 第 2 行错误"]);
  assert.equal(await verdict(page), "✗ 错误：2 组里错了 1 组");
  await press("language");
  // mended by hand, all are right
  await page.locator("[data-do=pair]").nth(1).click();
  await put(page, "output", RIGHT);
  await run(300);
  assert.equal(await verdict(page), "✓ Right: all 2 pairs");
  // one test in their place can be undone
  await press("generate");
  assert.equal(await page.locator("[data-do=pair]").count(), 0);
  await press("undo");
  assert.equal(await verdict(page), "✓ Right: all 2 pairs");
  await press("clear");
  assert.equal(await page.locator("[data-do=pair]").count(), 0);
  assert.equal(await verdict(page), "No input yet");
});

pageTest("Judge: pairs by all customs of naming; a file without a partner is named, and then nothing is 'Right'", "#judge", {}, async ({ page }) => {
  const maze = execFileSync(qi, ["maze", "generate", "--size", "5"], { encoding: "utf8" });
  await drop(page, [
    ["output10.txt", RIGHT], ["input10.txt", BOARD], ["input2.txt", BOARD], ["output2.txt", RIGHT], ["a.in", maze], ["a.ans", "-1\n"], ["a.out", execFileSync(qi, ["maze", "count"], { input: maze, encoding: "utf8" })],
    ["3.in", BOARD], ["4.out", RIGHT], ["readme", "hello\n"], ["b.in", "3\nXQ\n"], ["b.out", RIGHT], ["c.in", BOARD], ["c.out", ""],
  ]);
  await page.waitForSelector("[data-do=pair]");
  assert.deepEqual(await list(page), [
    "✓ a.in a.out: Right", "✗ b.in b.out: The input is malformed", "✗ c.in c.out: Wrong at line 1", "✓ input2.txt output2.txt: Right", "✓ input10.txt output10.txt: Right",
  ]);
  assert.equal(await verdict(page), "✗ Wrong: 2 of 5 pairs");
  assert.equal(await alone(page).innerText(), "Not judged (no partner): 3.in, 4.out, a.ans, readme");
  assert.match(await page.locator(".judge .status").innerText(), /^b\.in b\.out · line 2, column 2: /);
  await drop(page, [["1.in", BOARD], ["1.out", RIGHT], ["2.in", BOARD]]);
  await page.waitForFunction(() => document.querySelectorAll("[data-do=pair]").length === 1);
  assert.equal(await verdict(page), "1 pair without a fault, 1 file not judged");
  await drop(page, [["1.in", BOARD], ["2.in", BOARD]]);
  await page.waitForSelector(".notice.error");
  assert.match(await page.locator(".notice.error").innerText(), /no partner\): 1\.in, 2\.in/);
});
