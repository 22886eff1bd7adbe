// The package in a browser: as it is by <script type=module>, and bundled by esbuild, webpack and Vite, which npm installs in a
// temporary folder. QI_PACKAGE=file:FOLDER/node.js node --test npm/test/bundlers.test.mjs
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const web = new URL("../../web/", import.meta.url);
const { chromium } = await import(new URL("node_modules/playwright-core/index.mjs", web));
const packaged = dirname(fileURLToPath(process.env.QI_PACKAGE));
const chrome = process.env.CHROMIUM ?? ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"].map((name) => `/usr/bin/${name}`).find(existsSync);
const BUNDLERS = ["webpack@5.101.3", "vite@5.4.19"]; // esbuild is the page's
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

/** What a user writes: every part of the package once. */
const APP = `
import { load, loadEngine, startRemote } from "qi-games";

async function all() {
  const qi = await load(), engine = await loadEngine();
  const game = qi.nogo(3).play(2, 2);
  const remote = await startRemote({ engine: "playouts", seed: 1 });
  let reports = 0;
  const there = await remote.choose(game, { playouts: 500, report: () => void reports++ });
  const controller = new AbortController();
  const aborted = remote.choose(game, { playouts: 1e15, signal: controller.signal }).catch((error) => error.name);
  controller.abort();
  const input = qi.generate("maze", { seed: 3 });
  const found = { line: game.toLine(), solved: engine.solve(game).outcome, playouts: there.playouts, reports: reports > 0, aborted: await aborted,
    again: (await remote.playouts(game, 10)).games, judged: qi.judge("maze", input, qi.answer("maze", input)).ok };
  await remote.stop();
  return found;
}
all().then((found) => (globalThis.found = found), (error) => (globalThis.found = String(error.stack)));
`;
const EXPECTED = { line: "3/.x./3:o", solved: "lost", playouts: 500, reports: true, aborted: "AbortError", again: 10, judged: true };

let folder, browser;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "qi-bundlers-"));
  const installed = join(folder, "node_modules", "qi-games");
  mkdirSync(installed, { recursive: true });
  cpSync(packaged, installed, { recursive: true });
  writeFileSync(join(folder, "app.js"), APP);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "user", private: true, type: "module" }));
  if (chrome) browser = await chromium.launch({ executablePath: chrome, args: ["--headless", "--no-sandbox", "--disable-gpu"] });
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Serves a folder and runs its index.html until the app has found what it asks for. */
async function run(site) {
  const server = createServer((request, response) => {
    const path = join(site, decodeURI(new URL(request.url, "http://x").pathname).replace(/\/$/, "/index.html"));
    if (!existsSync(path)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" }).end(readFileSync(path));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const page = await browser.newPage();
  try {
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => globalThis.found, undefined, { timeout: 120_000 });
    assert.deepEqual(await page.evaluate(() => globalThis.found), EXPECTED);
  } finally {
    await page.close();
    server.close();
  }
}

const html = (script) => `<!doctype html><title>qi</title>${script}`;
const tool = (name, ...words) => execFileSync(join(folder, "node_modules", ".bin", name), words, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });

/** A site whose index.html runs main.js; `make` fills its folder. */
async function site(name, make) {
  const out = join(folder, name);
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, "index.html"), html('<script type="module" src="./main.js"></script>'));
  await make(out);
  await run(out);
}

const needsBrowser = chrome ? false : "no Chromium is installed";

/** Installs the bundlers once; why they cannot be, if they cannot. */
let missing;
function withoutBundlers() {
  if (missing === undefined) {
    try {
      execFileSync("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--silent", "--fetch-retries=0", "--fetch-timeout=60000", ...BUNDLERS],
        { cwd: folder, stdio: "ignore", timeout: 240_000 });
      missing = "";
      cpSync(packaged, join(folder, "node_modules", "qi-games"), { recursive: true }); // npm removes what it did not install
    } catch {
      missing = "npm reaches no registry";
    }
  }
  return missing;
}

test("<script type=module>", { skip: needsBrowser }, async () => {
  await site("plain", (out) => {
    cpSync(packaged, join(out, "qi-games"), { recursive: true });
    writeFileSync(join(out, "index.html"), html('<script type="importmap">{"imports":{"qi-games":"./qi-games/index.js"}}</script><script type="module" src="./main.js"></script>'));
    writeFileSync(join(out, "main.js"), APP);
  });
});

test("a worker that cannot be loaded rejects", { skip: needsBrowser }, async () => {
  const out = join(folder, "broken");
  mkdirSync(out);
  cpSync(packaged, join(out, "qi-games"), { recursive: true });
  rmSync(join(out, "qi-games", "serve.js"));
  writeFileSync(join(out, "index.html"), html('<script type="module" src="./main.js"></script>'));
  writeFileSync(join(out, "main.js"), 'import { startRemote } from "./qi-games/index.js";\nstartRemote().then(() => (globalThis.found = {}), (error) => (globalThis.found = { failed: error.message }));\n');
  await assert.rejects(run(out), (error) => "failed" in error.actual && /\S/.test(error.actual.failed));
});

test("esbuild", { skip: needsBrowser }, async () => {
  const { build } = await import(pathToFileURL(fileURLToPath(new URL("node_modules/esbuild/lib/main.js", web))));
  await site("esbuild", async (out) => {
    await build({ absWorkingDir: folder, entryPoints: { main: "app.js", worker: "qi-games/worker" }, bundle: true, minify: true, format: "esm", outdir: out, logLevel: "warning" });
    for (const name of ["qi-rules.wasm", "qi-engine.wasm"]) cpSync(join(packaged, name), join(out, name));
  });
});

test("webpack", { skip: needsBrowser }, async (t) => {
  if (withoutBundlers()) return t.skip(missing);
  await site("webpack", (out) => {
    writeFileSync(join(folder, "bundle.mjs"), `import webpack from "webpack";
webpack({ mode: "production", context: ${JSON.stringify(folder)}, entry: "./app.js", output: { path: ${JSON.stringify(out)}, filename: "main.js" }, performance: false },
  (error, stats) => { if (error || stats.hasErrors() || stats.hasWarnings()) { console.error(error ?? stats.toString()); process.exit(1); } });\n`);
    execFileSync(process.execPath, ["bundle.mjs"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  });
});

test("Vite", { skip: needsBrowser }, async (t) => {
  if (withoutBundlers()) return t.skip(missing);
  writeFileSync(join(folder, "index.html"), html('<script type="module" src="./app.js"></script>'));
  const out = join(folder, "vite-site");
  tool("vite", "build", "--outDir", out, "--logLevel", "error");
  await run(out);
});
