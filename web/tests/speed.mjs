// How fast the page is, in a browser on this machine. No test: it depends on the machine's load.
//
//   node web/tests/speed.mjs     (the page of build/web, or of $QI_BUILD; $CHROMIUM names the browser)
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const page = pathToFileURL(join(resolve(process.env.QI_BUILD ?? join(root, "build")), "web", "qi.html")).href;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(existsSync),
  args: ["--headless", "--no-sandbox", "--disable-gpu"],
});

/** Counts frames and notes the longest task from now on. */
function watch() {
  const seen = { frames: 0, longest: 0, over: 0, begun: performance.now() };
  const frame = () => {
    seen.frames++;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      seen.longest = Math.max(seen.longest, duration);
      seen.over++;
    }
  }).observe({ type: "longtask" });
  globalThis.seen = seen;
}

const timings = () => {
  const seconds = (performance.now() - seen.begun) / 1000;
  return `${(seen.frames / seconds).toFixed(1)} frames/s, ${seen.over} tasks over 50 ms, the longest ${seen.longest.toFixed(0)} ms`;
};

async function opened(hash) {
  const tab = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await tab.goto(page + hash);
  await tab.waitForSelector("main");
  return tab;
}

for (const hash of ["", "#nogo", "#go", "#maze", "#judge", "#algorithm"]) {
  const tab = await opened(hash);
  await tab.waitForTimeout(500);
  const paints = await tab.evaluate(() => performance.getEntriesByType("paint").map(({ name, startTime }) => `${name} ${startTime.toFixed(0)} ms`));
  console.log(`${hash || "title"}: ${paints.join(", ")}`);
  await tab.close();
}

for (const [name, hash, speed] of [
  ["NoGo 9x9, 1x", "#nogo?n=9&mode=watch", 3],
  ["NoGo 19x19, 1x", "#nogo?n=19&mode=watch", 3],
  ["NoGo 19x19, 8x", "#nogo?n=19&mode=watch", 10],
  ["maze, the search, 8x", "#maze?mode=search", 10],
]) {
  const tab = await opened(hash);
  await tab.waitForTimeout(500);
  await tab.locator("[data-do=speed]").evaluate((slider, index) => {
    slider.value = String(index);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    slider.dispatchEvent(new Event("change", { bubbles: true }));
  }, speed);
  await tab.evaluate(watch);
  await tab.locator("[data-do=auto]").click();
  await tab.waitForTimeout(4000);
  console.log(`${name}: ${await tab.evaluate(timings)}`);
  await tab.close();
}

const tab = await opened("#nogo?n=600&policy=0&mode=watch");
await tab.evaluate(watch);
const begun = performance.now();
await tab.locator("[data-do=auto]").click();
await tab.waitForFunction(() => {
  const { value, max } = document.querySelector("[data-do=scrub]");
  return Number(max) > 300_000 && value === max;
}, undefined, { timeout: 120_000 });
console.log(`NoGo 600x600 played out in ${((performance.now() - begun) / 1000).toFixed(1)} s: ${await tab.evaluate(timings)}`);
await browser.close();
