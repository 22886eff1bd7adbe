// Opens the page in Debian's Chromium, from disk, with a fresh profile for every test.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const build = resolve(process.env.QI_BUILD ?? join(root, "build"));
const page = pathToFileURL(join(build, "web", "qi.html")).href;

const chrome = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"].map((name) => `/usr/bin/${name}`).find(existsSync);

let browser;
before(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? chrome,
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", "--font-render-hinting=none"],
  });
});
after(() => browser?.close());

/** Remembers every oscillator: frequency, length in milliseconds, kind. */
function recordSounds() {
  globalThis.sounds = [];
  const start = OscillatorNode.prototype.start;
  const stop = OscillatorNode.prototype.stop;
  const set = AudioParam.prototype.setValueAtTime;
  const first = new WeakMap();
  AudioParam.prototype.setValueAtTime = function (value, when) {
    if (!first.has(this)) first.set(this, value);
    return set.call(this, value, when);
  };
  OscillatorNode.prototype.start = function (when = 0) {
    this.begun = when;
    return start.call(this, when);
  };
  OscillatorNode.prototype.stop = function (when = 0) {
    const frequency = first.get(this.frequency) ?? this.frequency.value;
    sounds.push({ frequency: Math.round(frequency), length: Math.round((when - this.begun) * 1000), type: this.type });
    return stop.call(this, when);
  };
}

/** The tune would be among the sounds of every test. */
function stopMusic() {
  try {
    localStorage["qi.muted"] ??= "music";
  } catch {
    // an empty page has no storage
  }
}

export const WIDE = { width: 1280, height: 800 };
export const NARROW = { width: 390, height: 844 };

/**
 * A test with the page open at an address. `use` gets { page, open, settle, run, ... }:
 * `run(ms)` lets the page's clock run, for animations and players take time only there.
 */
export function pageTest(name, hash, options, use) {
  test(name, { timeout: options.timeout ?? 60_000 }, async () => {
    const context = await browser.newContext({
      viewport: options.narrow ? NARROW : WIDE,
      locale: options.language === "zh" ? "zh-CN" : "en-US",
      colorScheme: options.theme ?? "dark",
      reducedMotion: options.reduced ? "reduce" : "no-preference",
      hasTouch: Boolean(options.touch),
      acceptDownloads: true,
    });
    try {
      await context.addInitScript(recordSounds);
      if (!options.music) await context.addInitScript(stopMusic);
      if (options.script) await context.addInitScript(options.script);
      const tab = await context.newPage();
      const errors = [];
      tab.on("console", (message) => message.type() === "error" && errors.push(message.text()));
      tab.on("pageerror", (error) => errors.push(error.message));
      tab.setDefaultTimeout(20_000);
      if (!options.realTime) await tab.clock.install({ time: 0 });
      // What a page stores reaches the browser a moment later; nobody leaves a page as fast as a test.
      const settle = () => tab.waitForTimeout(500);
      const open = async (where) => {
        if (tab.url().startsWith(page)) await settle();
        await tab.goto("about:blank");
        await tab.goto(page + where);
        await tab.waitForSelector("main");
      };
      await open(hash);
      if (!options.realTime) await tab.clock.pauseAt(60_000);
      await use({
        page: tab,
        open,
        settle,
        run: (milliseconds) => tab.clock.runFor(milliseconds),
        status: () => tab.locator("[role=status]").innerText(),
        turn: () => tab.locator(".turn").innerText(),
        place: () => tab.locator(".place").innerText(),
        press: (what) => tab.locator(`[data-do=${what}]`).first().click(),
        sounds: () => tab.evaluate(() => sounds.splice(0)),
        hash: async () => {
          if (!options.realTime) await tab.clock.runFor(500);
          return tab.evaluate(() => location.hash);
        },
      });
      if (!options.mayComplain) assert.deepEqual(errors, [], "errors in the console");
    } finally {
      await context.close();
    }
  });
}

/** Clicks the middle of a point of a board of `rows` x `columns` (row and column from 1). */
export async function clickPoint(page, row, column, rows, columns = rows) {
  await page.evaluate(() => scrollTo(0, 0));
  const box = await page.locator(".stage canvas").boundingBox();
  const x = (12 + (column - 0.5) * 16) / (columns * 16 + 24);
  const y = (12 + (row - 0.5) * 16) / (rows * 16 + 24);
  await page.mouse.click(box.x + x * box.width, box.y + y * box.height);
}
