import assert from "node:assert/strict";
import { pageTest, until } from "./harness.mjs";

const boxOf = (page) => page.locator(".stage canvas").first().boundingBox();

/** Changes the window, and waits for the board to follow: the page hears of it when the browser has time. */
async function resize(page, run, size) {
  const before = (await boxOf(page)).height;
  await page.setViewportSize(size);
  let now = before;
  await until(async () => {
    await run(50);
    const last = now;
    now = (await boxOf(page)).height;
    return now !== before && now === last;
  }, "the board follows the window");
}

const picture = (page) => page.evaluate(() => document.querySelector(".stage canvas").toDataURL());

pageTest("boards fill the space at crisp steps", "#go", {}, async ({ page, open, run }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open("#go?sgf=(;SZ[19];B[aa])");
  assert.equal(Math.round((await boxOf(page)).width), 820, "2.5 times 328");
  await open("#nogo?n=13&mode=hh");
  assert.ok((await boxOf(page)).height > 690);
  await resize(page, run, { width: 2560, height: 1440 });
  assert.ok((await boxOf(page)).height > 1100);
  assert.ok((await page.locator(".status").evaluate((e) => e.getBoundingClientRect().height)) >= 36, "larger text");
});

pageTest("a phone held sideways shows the board whole, beside the panels", "#nogo?n=9&mode=hh", { touch: true }, async ({ page, run }) => {
  await resize(page, run, { width: 844, height: 390 });
  const board = await boxOf(page);
  const head = await page.locator(".head").boundingBox();
  assert.ok(board.y + board.height <= 390, `down to ${board.y + board.height}`);
  assert.ok(board.height >= 250, `${board.height}`);
  assert.ok(head.x >= board.x + board.width && head.y < 200);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing sticks out");
});

pageTest("the number of the maze's small board stays in its panel", "#maze?walk=seeee&at=5", {}, async ({ page, run, press }) => {
  for (const language of ["English", "Chinese"]) {
    if (language === "Chinese") await press("language");
    for (const size of [[844, 390], [1440, 900], [390, 844]]) {
      await page.setViewportSize({ width: size[0], height: size[1] });
      await run(50);
      const over = await page.locator("[data-maze=ternary]").evaluate((e) => e.scrollWidth - e.clientWidth);
      assert.equal(over, 0, `${language} ${size}: by ${over}`);
    }
  }
});

pageTest("large boards zoom by wheel and keys, move by drags, and a drag plays nothing", "#nogo?n=100&mode=hh", {}, async ({ page, run, place }) => {
  await run(50);
  const far = await picture(page);
  const box = await boxOf(page);
  const at = { x: box.x + box.width * 0.3, y: box.y + box.height * 0.3 };
  await page.mouse.move(at.x, at.y);
  for (let i = 0; i < 6; i++) await page.mouse.wheel(0, -100);
  let near = far;
  await until(async () => {
    await run(50);
    const last = near;
    near = await picture(page);
    return near !== far && near === last; // the last turn of the wheel has arrived
  }, "the wheel zooms");
  await page.mouse.down();
  await page.mouse.move(at.x + 80, at.y + 40, { steps: 4 });
  await page.mouse.up();
  await run(50);
  assert.notEqual(await picture(page), near, "it moved");
  assert.equal(await place(), "Move 0 of 0");
  await page.mouse.click(at.x, at.y);
  await run(1200);
  assert.equal(await place(), "Move 1 of 1");
  // the keyboard zooms out again
  await page.locator(".stage canvas").focus();
  await page.keyboard.press("0");
  await page.keyboard.press("z");
  await page.keyboard.press("x");
  await page.mouse.move(2, 2);
  await run(50);
});

pageTest("two fingers zoom", "#nogo?n=100&mode=hh", { touch: true }, async ({ page, run, place }) => {
  await run(50);
  const far = await picture(page);
  await page.evaluate(() => {
    const board = document.querySelector(".stage canvas");
    const { left, top, width } = board.getBoundingClientRect();
    const touch = (type, id, x, y) => board.dispatchEvent(new PointerEvent(type, { pointerId: id, pointerType: "touch", clientX: left + x, clientY: top + y, bubbles: true }));
    touch("pointerdown", 1, width / 2 - 20, 100);
    touch("pointerdown", 2, width / 2 + 20, 100);
    for (let i = 1; i <= 10; i++) {
      touch("pointermove", 1, width / 2 - 20 - i * 8, 100);
      touch("pointermove", 2, width / 2 + 20 + i * 8, 100);
    }
    touch("pointerup", 1, 0, 0);
    touch("pointerup", 2, 0, 0);
  });
  await run(50);
  assert.notEqual(await picture(page), far);
  assert.equal(await place(), "Move 0 of 0");
});

pageTest("a ghost stone is under the pointer; on a phone a large board wants a second tap", "#nogo?n=13&mode=hh", { touch: true }, async ({ page, run, place, status }) => {
  await run(50);
  const empty = await picture(page);
  const box = await boxOf(page);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await run(50);
  assert.notEqual(await picture(page), empty, "the ghost");
  await page.mouse.move(2, 2);
  await run(50);
  assert.equal(await picture(page), empty);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await run(1000);
  assert.equal(await place(), "Move 0 of 0");
  assert.equal(await status(), "Tap again to play there");
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await run(1000);
  assert.equal(await place(), "Move 1 of 1");
});
