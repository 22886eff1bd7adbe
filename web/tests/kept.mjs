import assert from "node:assert/strict";
import { clickPoint, pageTest } from "./harness.mjs";

/** Three moves of two players on 5x5. */
async function threeMoves(page, run) {
  for (const [row, column] of [[1, 1], [2, 3], [4, 4]]) {
    await clickPoint(page, row, column, 5);
    await run(800);
  }
}

/** Goes to another room by its tab. */
async function enter(page, room) {
  await page.locator(`nav [data-room=${room}]`).click();
  await page.waitForSelector(`main.${room}`);
}

pageTest("kept: another room and back leaves the game as it was", "#nogo?n=5&mode=hh", {}, async ({ page, run, place, turn }) => {
  await threeMoves(page, run);
  await enter(page, "go");
  await enter(page, "nogo");
  assert.equal(await place(), "Move 3 of 3");
  assert.equal(await turn(), "White to move");
});

pageTest("kept: the bare address opens what was left", "#nogo?n=5&mode=hh", {}, async ({ page, run, place, open }) => {
  await threeMoves(page, run);
  await open("#nogo");
  assert.equal(await place(), "Move 3 of 3");
});

pageTest("kept: a link is copied with the move just made", "#nogo?n=5&mode=hh", {}, async ({ page, press }) => {
  await page.evaluate(() => {
    navigator.clipboard.writeText = (text) => ((globalThis.copied = text), Promise.resolve());
  });
  await page.locator(".exchange summary").click();
  await clickPoint(page, 2, 3, 5);
  await press("share");
  assert.match(await page.evaluate(() => globalThis.copied), /m=bc/);
});

pageTest("kept: with storage forbidden the page plays on and says so once", "#nogo?n=5&mode=hh", {}, async ({ page, run, place, open }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("no", "QuotaExceededError");
    };
  });
  await open("#nogo?n=5&mode=hh");
  await threeMoves(page, run);
  assert.match(await page.locator(".notice").innerText(), /refuses to store/);
  await page.locator("[data-do=close-notice]").click();
  await enter(page, "maze");
  await enter(page, "nogo");
  assert.equal(await place(), "Move 3 of 3");
  assert.equal(await page.locator(".notice").count(), 0);
});

pageTest("kept: without any storage the page plays on and says so once", "#nogo?n=5&mode=hh", { script: () => {
  for (const name of ["localStorage", "sessionStorage"])
    Object.defineProperty(globalThis, name, { get: () => {
      throw new DOMException("no", "SecurityError");
    } });
} }, async ({ page, run, place }) => {
  await threeMoves(page, run);
  assert.match(await page.locator(".notice").innerText(), /refuses to store/);
  await enter(page, "maze");
  await enter(page, "nogo");
  assert.equal(await place(), "Move 3 of 3");
});

pageTest("kept: a name alone survives", "#nogo?n=5&mode=hh", {}, async ({ page, run, open, hash }) => {
  await threeMoves(page, run);
  await page.locator("[data-name=PW]").fill("Bo");
  await page.locator("[data-name=PW]").blur();
  await open(await hash());
  assert.match(await page.locator(".movelist").innerText(), /White: Bo/);
});

pageTest("kept: a dropped file never takes the page's place", "#maze", {}, async ({ page }) => {
  const taken = await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["hello"], "a.txt"));
    const event = new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data });
    document.querySelector(".stage").dispatchEvent(event);
    return event.defaultPrevented;
  });
  assert.ok(taken);
});
