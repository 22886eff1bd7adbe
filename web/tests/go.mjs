import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { build, clickPoint, pageTest, put } from "./harness.mjs";

const SAMPLE = "1\n12\nB 1 3\nW 1 2\nB 2 4\nW 2 1\nB 1 1\nW 2 3\nB 3 3\nW 3 2\nB 1 1\nW 2 3\nB 2 2\nW 2 3\n";

const loadText = async (page, text) => {
  await put(page, "text", text);
  await page.locator("[data-do=load]").click();
};
const format = async (page, id) => {
  await page.locator(".exchange select").selectOption(id);
  await page.locator("[data-do=copy]").click();
  return page.locator("[data-do=text]").inputValue();
};

pageTest("Go: the sample's refused moves, each with its rule", "#go", {}, async ({ page, status, place }) => {
  const misses = page.locator("[data-miss]");
  assert.deepEqual(await misses.allInnerTexts(), ["5: miss 2", "9: miss 2", "10: miss 1", "12: miss 3"]);
  await misses.nth(0).click();
  assert.equal(await place(), "Move 5 of 12");
  assert.equal(await status(), "5: Black miss 2 at row 1, column 1: suicide: no liberty, and nothing is captured");
  await misses.nth(2).click();
  assert.equal(await status(), "10: White miss 1 at row 2, column 3: the point is occupied");
  await misses.nth(3).click();
  assert.equal(await status(), "12: White miss 3 at row 2, column 3: superko: the whole board has looked like this before");
});

pageTest("Go: superko shows the earlier position beside", "#go?at=11", {}, async ({ page, press, run }) => {
  assert.equal(await page.locator(".comparison canvas").count(), 0);
  await press("step");
  await run(600);
  assert.equal(await page.locator(".comparison canvas").count(), 1);
  assert.match(await page.locator(".comparison").innerText(), /position after step 7/);
  await press("back");
  assert.equal(await page.locator(".comparison canvas").count(), 0);
});

pageTest("Go: captures are announced, animated and heard", "#go", {}, async ({ page, press, run, status, sounds }) => {
  await loadText(page, SAMPLE);
  await page.locator("[data-do=scrub]").fill("10");
  await sounds();
  await press("step");
  await run(100);
  assert.equal(await status(), "11: Black row 2, column 2 · takes 1");
  assert.equal(await page.locator(".go .head .info").innerText(), "Captures: Black 1, White 0");
  assert.deepEqual((await sounds()).map((s) => s.frequency), [440, 660]);
  await run(600);
});

pageTest("Go: the answer is that of 'qi go replay'", "#go", {}, async ({ page }) => {
  const native = execFileSync(join(build, "qi"), ["go", "replay"], { input: SAMPLE, encoding: "utf8" });
  assert.equal(await format(page, "answer"), native);
  assert.equal(await format(page, "list"), SAMPLE);
});

pageTest("Go: auto plays through and stops", "#go", {}, async ({ page, press, run, place }) => {
  await press("auto");
  await run(20_000);
  assert.equal(await place(), "Move 12 of 12");
  assert.equal(await page.locator("[data-do=auto]").getAttribute("aria-pressed"), "false");
  await press("reset");
  assert.equal(await place(), "Move 0 of 12");
});

pageTest("Go: SGF with a setup and a pass, and several games", "#go", {}, async ({ page, press, place, status }) => {
  await loadText(page, "(;GM[1]SZ[9]AB[cc][gg]PL[W];W[ee];B[];W[tt])(;GM[1]SZ[5];B[aa])");
  assert.equal(await place(), "Move 0 of 4");
  await press("end");
  assert.match(await status(), /^4: White passes$/);
  await page.locator(".options select").nth(1).selectOption("1");
  assert.equal(await place(), "Move 0 of 1");
});

pageTest("Go: malformed texts are refused with their place", "#go", { language: "zh" }, async ({ page, status }) => {
  await loadText(page, "1\n2\nB 1 1\nQ 2 2\n");
  assert.match(await status(), /^第 4 行第 1 列：读到 /);
  await loadText(page, "(;GM[1]SZ[9];B[zz])");
  assert.match(await status(), /^第 1 行第 \d+ 列：读到 /);
});

pageTest("Go: a file dropped on the board is read", "#go", {}, async ({ page, place }) => {
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["(;GM[1]SZ[9];B[aa];W[bb];B[cc])"], "game.sgf"));
    document.querySelector(".stage canvas").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await page.waitForFunction(() => document.querySelector(".place").textContent === "Move 0 of 3");
  assert.equal(await place(), "Move 0 of 3");
});

pageTest("Go: playing by hand, with refusals", "#go", {}, async ({ page, run, status, place }) => {
  await page.locator("[data-do=sample]").selectOption("empty");
  await clickPoint(page, 3, 3, 19);
  await run(500);
  assert.equal(await place(), "Move 1 of 1");
  await clickPoint(page, 3, 3, 19);
  await run(500);
  assert.equal(await status(), "miss 1 at row 3, column 3: the point is occupied");
  assert.equal(await place(), "Move 1 of 1");
});

pageTest("Go: the address keeps the record and the place", "#go", {}, async ({ page, press, hash, open, place }) => {
  await loadText(page, "(;GM[1]SZ[9];B[aa];W[bb];B[cc])");
  await press("end");
  const address = await hash();
  await open(address);
  assert.equal(await place(), "Move 3 of 3");
  assert.equal(await hash(), address);
});

const TREE = "(;FF[4]GM[1]SZ[9]PB[Ada]PW[Bo \\]x]RE[W+R]XX[keep me][twice]C[root];B[cc]TR[cc]SQ[aa:ba]CR[ca]MA[da]LB[ea:A][fa:12]TB[ab]TW[bb](;W[gg]C[main];B[gc])(;W[cg]YY[1]C[side];B[gg]))";
const tree = (page) => page.evaluate(() => document.querySelector(".tree").getAttribute("aria-label"));

pageTest("Go: a click on an empty point makes a variation, and nothing of the record is lost", "#go", {}, async ({ page, press, run, place, status }) => {
  await loadText(page, SAMPLE);
  await page.locator("[data-do=scrub]").fill("4");
  await clickPoint(page, 10, 10, 19);
  await run(500);
  assert.equal(await place(), "Move 5 of 5");
  assert.match(await status(), /row 10, column 10 · variation 2$/);
  assert.match(await tree(page), /14 nodes in 2 lines/);
  await press("variation-before");
  assert.equal(await place(), "Move 5 of 12");
  await press("variation-after");
  assert.equal(await place(), "Move 5 of 5");
  // the same move again is no new variation
  await press("back");
  await clickPoint(page, 10, 10, 19);
  assert.match(await tree(page), /14 nodes in 2 lines/);
  await press("promote");
  await press("remove");
  assert.match(await tree(page), /13 nodes in 1 line/);
  await press("undo");
  assert.match(await tree(page), /14 nodes in 2 lines/);
  assert.equal(await place(), "Move 5 of 5");
  // another record does not destroy this one: it can be brought back, and it is kept
  await run(1500);
  await page.locator("[data-do=sample]").selectOption("superko");
  assert.match(await tree(page), /13 nodes in 1 line/);
  await press("undo");
  assert.match(await tree(page), /14 nodes in 2 lines/);
  await page.locator(".keptgames summary").click();
  await page.waitForSelector("[data-do=kept]");
});

pageTest("Go: markup, names, comments and unknown properties are shown and kept on export", "#go", {}, async ({ page, press, run, status, open, hash }) => {
  await loadText(page, TREE);
  assert.equal(await page.locator("[data-go=names]").innerText(), "Black Ada · White Bo ]x · W+R");
  assert.equal(await page.locator("[data-do=comment]").inputValue(), "root");
  assert.equal(await format(page, "sgf"), TREE);
  const picture = () => page.evaluate(() => document.querySelector(".stage canvas").toDataURL());
  await press("step");
  await run(500);
  const marked = await picture();
  await press("step");
  assert.equal(await page.locator("[data-do=comment]").inputValue(), "main");
  await press("variation-after");
  assert.equal(await page.locator("[data-do=comment]").inputValue(), "side");
  await page.locator("[data-do=comment]").fill("a ] and a \\ back");
  await page.locator("[data-do=pass]").click();
  await page.locator("[data-name=PB]").fill("Ada L");
  const written = await format(page, "sgf");
  for (const part of ["XX[keep me][twice]", "YY[1]", "TR[cc]SQ[aa:ba]CR[ca]MA[da]LB[ea:A][fa:12]TB[ab]TW[bb]", "C[a \\] and a \\\\ back]", "B[]", "PB[Ada L]", "C[main]"])
    assert.ok(written.includes(part), `${part} in ${written}`);
  // what was written is read back to the same
  const address = await hash();
  await open(address);
  assert.match(await status(), /^3: Black passes/);
  assert.equal(await format(page, "sgf"), written);
  // without the markup the picture is another one
  await loadText(page, TREE.replace(/TR.*TW.bb./, ""));
  await press("step");
  await run(500);
  assert.notEqual(await picture(), marked);
});

pageTest("Go: a list of 2,000 moves survives a reload and another language", "#go", {}, async ({ page, reload, press, run, place, hash }) => {
  const moves = Array.from({ length: 2000 }, (_, i) => `${"BW"[i % 2]} ${1 + ((i * 7) % 19)} ${1 + ((i * 11 + (i % 361 >> 4)) % 19)}`);
  await loadText(page, `1\n2000\n${moves.join("\n")}\n`);
  await page.locator("[data-do=scrub]").fill("1234");
  assert.equal(await place(), "Move 1234 of 2000");
  assert.match(await page.locator(".notice").innerText(), /Too long for a link/);
  assert.match(await hash(), /^#go\?kept=1$/);
  await reload();
  assert.equal(await place(), "Move 1234 of 2000");
  await press("language");
  assert.equal(await place(), "第 1234 / 2000 手");
  await press("home");
  await page.locator("[data-do=speed]").fill("14");
  await press("auto");
  await run(1000);
  assert.equal(await place(), "第 2000 / 2000 手");
});

pageTest("Go: the buttons stay where they are at a superko", "#go?at=11", {}, async ({ page, press, run }) => {
  const top = async () => (await page.locator("[data-do=step]").boundingBox()).y;
  const before = await top();
  await press("step");
  await run(600);
  assert.equal(await page.locator(".comparison canvas").count(), 1);
  assert.equal(await top(), before);
});

pageTest("Go: A1 coordinates and move numbers", "#go?at=3", {}, async ({ page, status, run }) => {
  const picture = () => page.evaluate(() => document.querySelector(".stage canvas").toDataURL());
  await run(50);
  const plain = await picture();
  await page.getByLabel("A1 coordinates").click();
  assert.equal(await status(), "3: Black D18");
  await run(50);
  const letters = await picture();
  assert.notEqual(letters, plain);
  await page.getByLabel("Move numbers").click();
  await run(50);
  assert.notEqual(await picture(), letters);
});

pageTest("Go: an error is seen wherever one looks", "#go", { narrow: true }, async ({ page }) => {
  await page.locator("[data-do=text]").fill("(;GM[1]SZ[9];B[aa](;W[zz]))");
  await page.locator("[data-do=load]").click();
  const box = await page.locator(".notice.error").boundingBox();
  assert.ok(box.y >= 0 && box.y + box.height <= 844, "in the window");
  assert.match(await page.locator(".notice.error").innerText(), /line 1, column 23: found W\[zz\]/);
  await page.locator("[data-do=text]").fill("(;GM[1]SZ[9];B[aa])(;GM[1];B[bb");
  await page.locator("[data-do=load]").click();
  assert.match(await page.locator(".notice.error").innerText(), /left out. line 1, column \d+: found end of input/);
});

/** A list of moves all over the board, some of them on stones. */
const longList = (count) =>
  `1\n${count}\n${Array.from({ length: count }, (_, i) => `${"BW"[i % 2]} ${1 + ((i * 7) % 19)} ${1 + ((i * 11 + (i % 361 >> 4)) % 19)}`).join("\n")}\n`;

for (const count of [100, 2000])
  pageTest(`Go: a short record after one of ${count} moves`, "#go", {}, async ({ page, press, run, place }) => {
    for (let i = 0; i < 3; i++) {
      await loadText(page, longList(count));
      assert.equal(await place(), `Move 0 of ${count}`);
      await press("end");
      await loadText(page, "1\n2\nB 1 3\nW 1 2\n");
      assert.equal(await place(), "Move 0 of 2");
      await press("step");
      await run(500);
      assert.equal(await place(), "Move 1 of 2");
    }
    assert.match(await tree(page), /^The tree: 3 nodes in 1 line/);
  });

pageTest("Go: an animation is left for another room", "#go?at=10", {}, async ({ page, press, run, visit, place }) => {
  for (const where of ["#maze", ""]) {
    await visit("#go?at=10");
    await press("step"); // a capture
    await run(100);
    await page.locator(".pictures summary").click();
    await visit(where);
    await run(3000);
  }
  await visit("#go?at=10");
  assert.equal(await place(), "Move 10 of 12");
});
