import assert from "node:assert/strict";
import { clickPoint, pageTest, build, root } from "./harness.mjs";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

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

for (const room of ["nogo", "go", "maze"])
  pageTest(`kept: ${room} is left by Back with the board in focus`, "", {}, async ({ page, visit, run }) => {
    await visit(`#${room}`);
    await page.locator(".stage canvas").focus();
    await page.keyboard.press("ArrowRight");
    await page.goBack();
    await page.waitForSelector("main.title");
    await run(3000); // the steps on the way are over
    await page.goForward();
    await page.waitForSelector(`main.${room}`);
  });

// how a page may break that nobody foresees
const FAULTS = {
  "an error": () => queueMicrotask(() => {
    throw new Error("unforeseen");
  }),
  "a rejection": () => void Promise.reject(new Error("unforeseen")),
  "a trap of the core": () => queueMicrotask(() => {
    throw new WebAssembly.RuntimeError("memory access out of bounds");
  }),
};

for (const [name, fault] of Object.entries(FAULTS))
  pageTest(`kept: ${name} shows a bar, and the game is there after the reload`, "#nogo?n=5&mode=hh", { mayComplain: true }, async ({ page, run, place, turn }) => {
    await threeMoves(page, run);
    await clickPoint(page, 5, 1, 5);
    await page.evaluate(fault); // before the address was written
    const bar = page.locator(".broken[role=alert]");
    assert.equal(await bar.locator("p").innerText(), "Something broke. Reload: your game is kept");
    await page.locator("[data-do=language]").click();
    assert.equal(await bar.locator("p").innerText(), "网页出错了。请重新载入，你的棋局还在");
    await page.locator("[data-do=language]").click();
    await page.evaluate(fault);
    assert.equal(await bar.count(), 1);
    await Promise.all([page.waitForEvent("load"), bar.locator("[data-do=reload]").click()]);
    await page.waitForSelector("main.nogo");
    await run(50);
    assert.equal(await bar.count(), 0);
    assert.equal(await place(), "Move 4 of 4");
    assert.equal(await turn(), "Black to move");
  });

pageTest("kept: nothing is kept after a trap of the core, whose memory may hold anything", "#nogo?n=5&mode=hh", { mayComplain: true }, async ({ page, run, reload, place }) => {
  await threeMoves(page, run);
  await page.evaluate(FAULTS["a trap of the core"]);
  await clickPoint(page, 5, 1, 5);
  await run(800);
  assert.equal(await place(), "Move 4 of 4");
  await reload();
  assert.equal(await place(), "Move 3 of 3");
});

pageTest("kept: an error in the engine's worker shows the bar, and the game goes on", "#nogo?n=5&mode=he&level=1", { realTime: true, reduced: true, mayComplain: true, script: () => {
  const Plain = Worker;
  globalThis.Worker = class extends Plain {
    postMessage(message) {
      // the first worker gets a module that has nothing in it
      if (message.kind !== "module" || globalThis.failed) return super.postMessage(message);
      globalThis.failed = true;
      super.postMessage({ kind: "module", bytes: Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0) });
    }
  };
} }, async ({ page, place }) => {
  await clickPoint(page, 3, 3, 5);
  await page.waitForSelector(".broken");
  await page.waitForFunction(() => /engine/.test(document.querySelector("[role=status]").innerText));
  await page.locator("[data-do=close-broken]").click();
  assert.equal(await page.locator(".broken").count(), 0);
  await page.locator("[data-do=step]").click();
  await page.waitForFunction(() => document.querySelector(".place").innerText === "Move 2 of 2");
  assert.equal(await place(), "Move 2 of 2");
});

pageTest("kept: a file that cannot be read is named", "#go", {}, async ({ page }) => {
  await page.evaluate(() => {
    File.prototype.text = () => Promise.reject(new DOMException("a folder", "NotReadableError"));
    for (const place of [".stage", ".exchange"]) {
      document.querySelector(".notice")?.remove();
      const data = new DataTransfer();
      data.items.add(new File([""], "games"));
      document.querySelector(place).dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
    }
  });
  await page.waitForSelector(".notice.error");
  assert.match(await page.locator(".notice.error").innerText(), /^Cannot be read: games/);
});

const TYPES = { html: "text/html", js: "text/javascript", svg: "image/svg+xml", webmanifest: "application/manifest+json" };

pageTest("hosted, it is kept, and opens when the server is gone", "", { realTime: true, mayComplain: true }, async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "qi-site-"));
  execFileSync("node", [join(root, "web", "host.mjs"), join(build, "web", "qi.html"), folder]);
  const asked = [];
  const server = createServer((request, response) => {
    const name = request.url === "/" ? "index.html" : request.url.slice(1);
    asked.push(name);
    try {
      response.setHeader("Content-Type", TYPES[name.split(".").pop()] ?? "text/plain");
      response.end(readFileSync(join(folder, name)));
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const address = `http://127.0.0.1:${server.address().port}/`;
  try {
    await page.goto(`${address}#nogo?n=5&mode=hh`);
    await page.waitForSelector("main.nogo");
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      while (!(await caches.match("icon.svg"))) await new Promise((done) => setTimeout(done, 50));
    });
    assert.ok(asked.includes("qi-keeper.js"));
    const manifest = await page.evaluate(() => document.querySelector("link[rel=manifest]").href);
    assert.equal(manifest, `${address}qi.webmanifest`);
  } finally {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    rmSync(folder, { recursive: true });
  }
  await page.goto("about:blank");
  await page.goto(`${address}#maze`);
  await page.waitForSelector("main.maze");
});
