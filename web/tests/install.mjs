import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, pageTest, root } from "./harness.mjs";

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
