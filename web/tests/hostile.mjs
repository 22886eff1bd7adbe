// Hostile links, texts and messages: nothing is thrown, nothing is injected, the page stays usable.
// A seeded generator makes them. QI_HOSTILE=10000 is the long form: so many links, texts and messages.
import assert from "node:assert/strict";
import { SCALE, clickPoint, pageTest } from "./harness.mjs";

const COUNT = Number(process.env.QI_HOSTILE ?? Math.max(20, Math.ceil(0.6 * SCALE)));
const SEED = Number(process.env.QI_HOSTILE_SEED ?? 1);
const BATCH = 50;
const LONG = 240_000 + COUNT * 500; // milliseconds

function generator(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (n) => next() % n;
  const pick = (list) => list[below(list.length)];
  return { below, pick };
}

const MARKUP = [
  "<img src=x onerror=pwned=1>", "<script>pwned=1</script>", "\"><svg onload=pwned=1>", "javascript:pwned=1", "<iframe srcdoc='<script>parent.pwned=1</script>'>",
  "<base href=//evil.example>", "<form action=//evil.example><input autofocus onfocus=pwned=1>", "</style><script>pwned=1</script>", "{{constructor}}", "${pwned=1}", "&lt;b&gt;",
  "<a href=javascript:pwned=1>x</a>", "<meta http-equiv=refresh content=0;url=//evil.example>", "<math><mtext><style><img src onerror=pwned=1>",
];
const ODD = ["", "0", "-1", "1e9", "NaN", "Infinity", "0x10", "2147483648", "4294967296", "1.5", "999999999999", "null", "undefined", "true", "__proto__", "constructor", "toString",
  "hasOwnProperty", "\u0000", "\u202e", "\ud800", "％", "𝒳", "..", "%", "%zz", "a".repeat(3000), "9x9", "0x0", "2000x2000", "1x1", "26x1", "600"];
const NAMES = ["nogo", "go", "maze", "judge", "title", "constructor", "toString", "__proto__", "hasOwnProperty", "valueOf", "", "NOGO", "nogo/", "../go", "go%3F", "?"];
const FIELDS = ["n", "m", "b", "at", "mode", "policy", "seed", "level", "liberties", "pointers", "heat", "sgf", "maze", "walk", "game", "input", "output", "side", "family", "__proto__", "v", "tree"];
const VALUES = ["9", "hh", "he", "watch", "search", "edit", "aabbccdd", "81.", "80.X", "40.XO39.", "nesw", "7", "(;SZ[9];B[aa];W[bb])", "(;SZ[5]AB[aa:ee])", "(;B[aa](;W[bb])(;W[cc]))", "25#"];
const TEXTS = [
  "(;GM[1]SZ[9]C[x]PB[Bessie];B[aa]C[<b>];W[bb](;B[cc])(;B[dd]))", "3\nXOO\nXO.\nX..\n", "1\n3\nB 1 1\nW 1 2\nB 1 1\n", "(;FF[4]SZ[3:1]AB[ca]PL[W];W[aa])",
  "7\n#####################\n###O11###...###M13###\n###......O22......###\n###...######M22######\n###BBB###M31###M11###\n###...O32...M33O31###\n#####################\n",
  "1 1\n2 2\n-1 -1\n", "miss 1\n.B.\n", "8\n", "{\"a\":1}",
];

/** A text with bytes lost, doubled, swapped and markup put in. */
function mutate({ below, pick }, text) {
  let changed = text;
  for (let n = below(5); n > 0; n--) {
    const at = below(changed.length + 1);
    const kind = below(6);
    if (kind === 0) changed = changed.slice(0, at) + changed.slice(at + 1 + below(8));
    else if (kind === 1) changed = changed.slice(0, at) + pick(MARKUP) + changed.slice(at);
    else if (kind === 2) changed = changed.slice(0, at) + pick(ODD) + changed.slice(at);
    else if (kind === 3) changed = changed.slice(0, at) + String.fromCharCode(below(below(2) ? 128 : 65536)) + changed.slice(at);
    else if (kind === 4 && changed.length < 5000) changed += changed.slice(at);
    else changed = changed.slice(at) + changed.slice(0, at);
  }
  return changed;
}

function link(random) {
  const { below, pick } = random;
  const name = below(3) ? pick(NAMES.slice(0, 4)) : pick([...NAMES, ...MARKUP, ...ODD]);
  const fields = Array.from({ length: below(6) }, () => {
    const value = below(2) ? pick([...ODD, ...MARKUP]) : mutate(random, pick([...VALUES, ...TEXTS]));
    // some as a browser would write them, some raw
    return `${below(8) ? pick(FIELDS) : pick(MARKUP)}=${below(4) ? encodeURIComponent(value.toWellFormed?.() ?? value.replace(/[\ud800-\udfff]/g, "")) : value}`;
  });
  return `#${name}${fields.length ? `?${fields.join("&")}` : ""}`;
}

/** What a page of ours never has: markup that came from a text. */
async function assertClean(page, what) {
  const found = await page.evaluate(() => ({
    pwned: globalThis.pwned,
    strangers: [...document.body.querySelectorAll("*")]
      .filter((e) => e.matches("iframe, object, embed, base, form, meta, math, link, script ~ script, img:not([src^='data:']):not([src^='blob:'])") || [...e.attributes].some((a) => /^on|javascript:/.test(a.name + a.value.slice(0, 11))))
      .map((e) => e.outerHTML.slice(0, 200)),
    mains: document.querySelectorAll("main").length,
    origin: location.pathname,
  }));
  assert.deepEqual({ ...found, origin: 0 }, { pwned: undefined, strangers: [], mains: 1, origin: 0 }, `after ${JSON.stringify(what)}`);
}

async function assertUsable({ page, open, run, place }) {
  await open("#nogo?n=5&mode=hh");
  await clickPoint(page, 3, 3, 5);
  await run(1000);
  assert.equal(await place(), "Move 1 of 1");
}

/** Runs them in batches; the first that breaks something is named. */
async function inBatches(make, count, run) {
  for (let at = 0; at < count; at += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - at) }, make);
    await run(batch);
  }
}

pageTest("#constructor and the like are the title", "#constructor", {}, async ({ page, visit }) => {
  for (const name of ["constructor", "toString", "__proto__", "hasOwnProperty"]) {
    await visit("#maze");
    await visit(`#${name}`);
    await page.waitForSelector("main.title");
    assert.equal(await page.locator(".menu a").count() > 2, true, name);
  }
});

pageTest("the page's policy refuses every way in", "", { mayComplain: true }, async ({ page }) => {
  const policy = await page.evaluate(() => document.querySelector("meta[http-equiv]").content);
  for (const rule of ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'"]) assert.ok(policy.includes(rule), rule);
  assert.doesNotMatch(policy, /'unsafe-inline'|'unsafe-eval'|\*/);
  const refused = await page.evaluate(() => {
    try {
      document.body.innerHTML += "<b>";
      return false;
    } catch {
      return true;
    }
  });
  assert.ok(refused, "markup as text is refused");
});

pageTest(`${COUNT} hostile links`, "", { mayComplain: true, timeout: LONG }, async (tools) => {
  const { page } = tools;
  const random = generator(SEED);
  await inBatches(() => link(random), COUNT, async (batch) => {
    const thrown = await page.evaluate(async (links) => {
      const errors = [];
      const note = (event) => errors.push(String(event.reason ?? event.message));
      addEventListener("error", note);
      addEventListener("unhandledrejection", note);
      const broken = [];
      for (const one of links) {
        history.replaceState(null, "", one);
        dispatchEvent(new HashChangeEvent("hashchange"));
        await Promise.resolve();
        if (errors.length || !document.querySelector("main") || globalThis.pwned) broken.push([one, ...errors.splice(0)]);
      }
      removeEventListener("error", note);
      removeEventListener("unhandledrejection", note);
      return broken;
    }, batch);
    assert.deepEqual(thrown, []);
    await tools.run(50);
    await assertClean(page, batch);
  });
  await assertUsable(tools);
});

pageTest("hostile texts in every room", "", { mayComplain: true, timeout: LONG }, async (tools) => {
  const { page } = tools;
  for (const [room, hash] of [["NoGo", "#nogo?n=5&mode=hh"], ["Go", "#go"], ["maze", "#maze"]]) {
    await tools.visit(hash);
    const random = generator(SEED + room.length);
    await inBatches(() => mutate(random, random.pick([...TEXTS, ...MARKUP, ...ODD])), Math.ceil(COUNT / 3), async (batch) => {
      const thrown = await page.evaluate((texts) => {
        const errors = [];
        const note = (event) => errors.push(event.message);
        addEventListener("error", note);
        const broken = [];
        for (const text of texts) {
          document.querySelector("[data-do=text]").value = text;
          document.querySelector("[data-do=load]").click();
          if (errors.length || globalThis.pwned) broken.push([text, ...errors.splice(0)]);
        }
        removeEventListener("error", note);
        return broken;
      }, batch);
      assert.deepEqual(thrown, []);
      await tools.run(50);
      await assertClean(page, batch);
    });
  }
  await assertUsable(tools);
});

pageTest("hostile messages from and to the engine's worker", "", { realTime: true, mayComplain: true, timeout: LONG, script: () => {
  globalThis.workers = [];
  const Plain = Worker;
  globalThis.Worker = class extends Plain {
    constructor(url) {
      super(url);
      workers.push(this);
    }
  };
} }, async ({ page, open }) => {
  await open("#nogo?n=5&mode=eh&level=1");
  await page.waitForFunction(() => document.querySelector(".place").innerText.startsWith("Move 1 "));
  const random = generator(SEED + 99);
  const hostile = () => random.pick([
    null, 0, "x", [], {}, { kind: "thought" }, { kind: "thought", thought: null, done: true }, { kind: "thought", thought: { points: "x", visits: [], rates: {} } },
    { kind: "think" }, { kind: "think", question: {} }, { kind: "think", question: { position: { rows: random.below(99999), columns: random.below(99999), stones: [], toMove: 9, place: -1 }, level: 1e9, seed: -1 } },
    { kind: "__proto__" }, { kind: "module", bytes: random.pick(MARKUP) }, { kind: random.pick(ODD), thought: random.pick(MARKUP) },
  ]);
  const batch = Array.from({ length: COUNT }, hostile);
  const errors = await page.evaluate(async (messages) => {
    const errors = [];
    const worker = workers.at(-1);
    worker.addEventListener("error", (event) => errors.push(event.message));
    addEventListener("error", (event) => errors.push(event.message));
    for (const message of messages) {
      worker.postMessage(message);
      worker.dispatchEvent(new MessageEvent("message", { data: message }));
    }
    await new Promise((done) => setTimeout(done, 200));
    return errors;
  }, batch);
  assert.deepEqual(errors, []);
  await assertClean(page, "messages");
  // and the engine still answers
  await open("#nogo?n=5&mode=eh&level=1");
  await page.waitForFunction(() => document.querySelector(".place").innerText.startsWith("Move 1 "));
});
