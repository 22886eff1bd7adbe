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
const neighbour = pathToFileURL(join(root, "LICENSE")).href; // of the same origin as the page

// QI_TEST_SLOWDOWN=5 lets the page run so many times slower: no test may depend on how fast a machine is.
const SLOWDOWN = Number(process.env.QI_TEST_SLOWDOWN ?? 1);
/** In percent, as in all tests: 1000 is the long form. */
export const SCALE = Number(process.env.QI_TEST_SCALE ?? 100);
const PATIENCE = 120_000; // milliseconds until what is waited for will never come

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

/**
 * The tune would be among the sounds of every test. This must not touch the storage itself: a
 * script that does so before Chromium has noted which document is there, which takes a while on a
 * busy machine, gets a storage that is kept nowhere.
 */
function stopMusic() {
  const get = Storage.prototype.getItem;
  Storage.prototype.getItem = function (key) {
    return get.call(this, key) ?? (key === "qi.muted" ? "music" : null);
  };
}

/**
 * While `held` is set the engine's worker may think aloud but does not come to an end, as if it
 * thought for ever; `letGo()` lets it answer.
 */
function holdEngine() {
  globalThis.held = true;
  const waiting = new Set();
  globalThis.letGo = () => {
    globalThis.held = false;
    for (const answer of waiting) answer();
    waiting.clear();
  };
  const Plain = Worker;
  globalThis.Worker = class extends Plain {
    #answers = new Set();
    set onmessage(listener) {
      super.onmessage = (event) => {
        if (!globalThis.held || !event.data?.done) return listener(event);
        listener(new MessageEvent("message", { data: { ...event.data, done: false } }));
        const answer = () => listener(event);
        this.#answers.add(answer);
        waiting.add(answer);
      };
    }
    terminate() {
      for (const answer of this.#answers) waiting.delete(answer);
      super.terminate();
    }
  };
}

/** What the page has stored, after the event that it is being left. Nothing can be stored after that. */
function lastStored() {
  dispatchEvent(new Event("pagehide"));
  const stored = JSON.stringify(Object.entries(localStorage).sort());
  Storage.prototype.setItem = () => undefined;
  return stored;
}

/** Waits in another document until the browser has what a page stored: it arrives there a while later. */
async function arrival(tab, stored) {
  await tab.goto(neighbour);
  const seen = () => tab.evaluate(() => JSON.stringify(Object.entries(localStorage).sort()));
  await tab.waitForFunction((all) => JSON.stringify(Object.entries(localStorage).sort()) === all, stored)
    .catch(async () => assert.equal(await seen(), stored, "what the page stored never arrived in the browser"));
}

export const WIDE = { width: 1280, height: 800 };
export const NARROW = { width: 390, height: 844 };

/**
 * A test with the page open at an address. `use` gets { page, open, reload, run, ... }:
 * `run(ms)` lets the page's clock run, for animations and players take time only there.
 */
export function pageTest(name, hash, options, use) {
  test(name, { timeout: options.timeout ?? 2 * PATIENCE }, async () => {
    const context = await browser.newContext({
      viewport: options.narrow ? NARROW : WIDE,
      locale: options.language === "zh" ? "zh-CN" : "en-US",
      colorScheme: options.theme ?? "dark",
      reducedMotion: options.reduced ? "reduce" : "no-preference",
      hasTouch: Boolean(options.touch),
      acceptDownloads: true,
    });
    try {
      context.setDefaultTimeout(PATIENCE);
      await context.addInitScript(recordSounds);
      if (!options.music) await context.addInitScript(stopMusic);
      if (options.hold) await context.addInitScript(holdEngine);
      if (options.script) await context.addInitScript(options.script);
      const tab = await context.newPage();
      if (SLOWDOWN > 1) await (await context.newCDPSession(tab)).send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
      const errors = [];
      tab.on("console", (message) => message.type() === "error" && errors.push(message.text()));
      tab.on("pageerror", (error) => errors.push(error.message));
      // the clock stands before the page is there: what it does on its own takes none of it
      if (!options.realTime) {
        await tab.clock.install({ time: 0 });
        await tab.clock.pauseAt(60_000);
      }
      const opened = async () => {
        await tab.waitForSelector("main");
        if (!options.realTime) await tab.clock.runFor(50); // the first frames
      };
      const open = async (where) => {
        if (tab.url().startsWith(page)) await arrival(tab, await tab.evaluate(lastStored));
        await tab.goto(page + where);
        await opened();
      };
      const reload = async () => {
        const stored = await tab.evaluate(lastStored);
        const other = await context.newPage();
        await arrival(other, stored);
        await other.close();
        await tab.reload();
        await opened();
      };
      // another address in the same document, as a link in it leads to one: much cheaper than opening it
      const visit = async (where) => {
        await tab.evaluate((to) => (location.hash = to), where);
        if (!options.realTime) await tab.clock.runFor(50);
      };
      await open(hash);
      await use({
        page: tab,
        open,
        visit,
        reload,
        run: (milliseconds) => tab.clock.runFor(milliseconds),
        // what a function of the page returns after every frame while the clock runs
        watch: async (milliseconds, look) => {
          await tab.evaluate(`{
            const seen = (globalThis.seen = []);
            const frame = () => {
              seen.push((${look})());
              if (globalThis.seen === seen) requestAnimationFrame(frame);
            };
            requestAnimationFrame(frame);
          }`);
          await tab.clock.runFor(milliseconds);
          return tab.evaluate(() => {
            const { seen } = globalThis;
            globalThis.seen = undefined;
            return seen;
          });
        },
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

/** Lets the page's own timers of 100 ms come round a few times, for what must not happen. */
export const someTime = (page) => page.evaluate(() => new Promise((done) => {
  let rounds = 0;
  const timer = setInterval(() => {
    if (++rounds < 4) return;
    clearInterval(timer);
    done();
  }, 100);
}));

/** How often something was lit, of a list that says whether it was. */
export const flashes = (list) => list.filter((on, i) => on && !list[i - 1]).length;

/** Puts a text into a field at once. A text typed through the debugger takes time for every line. */
export const put = (page, what, text) => page.locator(`[data-do=${what}]`).evaluate((field, whole) => {
  field.value = whole;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}, text);

/** Waits until something is so. */
export async function until(holds, what) {
  const end = Date.now() + PATIENCE;
  while (!(await holds())) {
    assert.ok(Date.now() < end, `waited in vain: ${what}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** Clicks the middle of a point of a board of `rows` x `columns` (row and column from 1). */
export async function clickPoint(page, row, column, rows, columns = rows) {
  await page.evaluate(() => scrollTo(0, 0));
  const box = await page.locator(".stage canvas").boundingBox();
  const x = (12 + (column - 0.5) * 16) / (columns * 16 + 24);
  const y = (12 + (row - 0.5) * 16) / (rows * 16 + 24);
  await page.mouse.click(box.x + x * box.width, box.y + y * box.height);
}
