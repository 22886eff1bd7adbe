import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PNG } from "pngjs";
import { NARROW, WIDE, build, pageTest, root } from "./harness.mjs";

const folder = join(root, "docs", "page");
const keep = process.env.QI_KEEP_PICTURES === "yes";

// ---- every room, in both languages and widths or in two of the four, compared with the pictures in docs/page ----
// QI_KEEP_PICTURES=yes writes them anew: look at them before you commit them.

// a random game, written down so that the pictures do not depend on the random numbers
const GAME = "cfecfddefgffhbdhedhcgfhgebhhidbfcidbdaafbiibcgbcicbagdeifhccdddiifacadgeiggaihiaageggcghcachhibdbhggfaaahfehbebgiifcfecdeaeeaiefabdfdggbcbdcfifbiehe";

// the newer rooms once wide and once narrow, which is enough to see that they stand
const ALL = [["zh", false], ["zh", true], ["en", false], ["en", true]];
const FEW = [["zh", true], ["en", false]];

const ROOMS = [
  ["title", "", ALL],
  ["nogo", `#nogo?n=9&mode=hh&m=${GAME}&at=40`, ALL],
  ["go", "#go?at=12", ALL],
  ["maze", "#maze?walk=seeee&at=5", ALL],
  ["judge", "#judge?input=3%0AXOO%0AXO.%0AX..&output=3+3%0A3+2%0A-1+-1", FEW],
  ["algorithm", "#algorithm?n=6&at=300", FEW],
  ["light", `#nogo?n=9&mode=hh&m=${GAME}&at=40`, FEW],
];

/** The share of pixels that differ clearly; fonts are smoothed a little differently elsewhere. */
function difference(one, two) {
  if (one.width !== two.width || one.height !== two.height) return 1;
  const [a, b] = [one.data, two.data];
  let count = 0;
  for (let i = 0; i < a.length; i += 4)
    if (Math.abs(a[i] - b[i]) > 48 || Math.abs(a[i + 1] - b[i + 1]) > 48 || Math.abs(a[i + 2] - b[i + 2]) > 48) count++;
  return count / (one.width * one.height);
}

for (const [room, hash, looks] of ROOMS)
  pageTest(`pictures of ${room}`, hash, { language: "zh", reduced: true, theme: room === "light" ? "light" : "dark" }, async ({ page, press, run }) => {
    for (const [language, narrow] of looks) {
      const name = `${room}-${language}-${narrow ? "narrow" : "wide"}`;
      await page.setViewportSize(narrow ? NARROW : WIDE);
      if (!(await page.evaluate(() => document.documentElement.lang)).startsWith(language)) await press("language");
      await page.evaluate(() => document.activeElement.blur());
      await page.mouse.move(2, 700);
      await page.evaluate(() => scrollTo(0, 0));
      await run(1000);
      const shot = await page.screenshot();
      const file = join(folder, `${name}.png`);
      if (keep) {
        mkdirSync(folder, { recursive: true });
        writeFileSync(file, shot);
      }
      assert.ok(existsSync(file), `${file} is missing`);
      const kept = readFileSync(file);
      const share = kept.equals(shot) ? 0 : difference(PNG.sync.read(shot), PNG.sync.read(kept));
      if (share >= 0.01) writeFileSync(join(build, `${name}.png`), shot);
      assert.ok(share < 0.01, `picture ${name}: ${(share * 100).toFixed(2)} % of it differ; see ${name}.png in the build's folder`);
    }
  });

async function download(page, what) {
  await page.evaluate(() => (document.querySelector("details.pictures").open = true));
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator(`[data-do=${what}]`).click()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

/** Reads a GIF back with an own decoder: its size and its frames painted one over another. */
function readGif(bytes) {
  const word = (at) => bytes[at] | (bytes[at + 1] << 8);
  const [width, height] = [word(6), word(8)];
  const palette = bytes.subarray(13, 13 + 768);
  const screen = new Uint8Array(width * height * 3);
  let frames = 0;
  let at = 13 + 768;
  for (;;) {
    const kind = bytes[at++];
    if (kind === 0x3b) return { width, height, frames, screen };
    if (kind === 0x21) {
      at++;
      while (bytes[at]) at += bytes[at] + 1;
      at++;
      continue;
    }
    assert.equal(kind, 0x2c);
    const [left, top, w, h] = [word(at), word(at + 2), word(at + 4), word(at + 6)];
    at += 9;
    const least = bytes[at++];
    const data = [];
    while (bytes[at]) {
      data.push(...bytes.subarray(at + 1, at + 1 + bytes[at]));
      at += bytes[at] + 1;
    }
    at++;
    const pixels = [];
    let size = least + 1;
    let table = [];
    const clear = () => {
      table = Array.from({ length: (1 << least) + 2 }, (_, i) => [i]);
      size = least + 1;
    };
    let bit = 0;
    let old;
    for (;;) {
      let code = 0;
      for (let i = 0; i < size; i++, bit++) code |= ((data[bit >> 3] >> (bit & 7)) & 1) << i;
      if (code === 1 << least) {
        clear();
        old = undefined;
        continue;
      }
      if (code === (1 << least) + 1) break;
      const entry = table[code] ?? [...old, old[0]];
      pixels.push(...entry);
      if (old && table.length < 4096) {
        table.push([...old, entry[0]]);
        if (table.length === 1 << size && size < 12) size++;
      }
      old = entry;
    }
    assert.equal(pixels.length, w * h, `frame ${frames}`);
    pixels.forEach((index, i) => screen.set(palette.subarray(index * 3, index * 3 + 3), ((top + Math.floor(i / w)) * width + left + (i % w)) * 3));
    frames++;
  }
}

pageTest("Pictures: PNG, SVG and a GIF of a whole NoGo game", "#nogo?n=5&mode=hh&m=aabbccddeeabbc&at=7", { realTime: true }, async ({ page }) => {
  const png = await download(page, "png");
  assert.equal(png.name, "nogo.png");
  const picture = PNG.sync.read(png.bytes);
  assert.equal(picture.width % (5 * 16 + 24), 0);
  assert.ok(picture.width >= 900);
  const svg = (await download(page, "svg")).bytes.toString();
  assert.equal(svg.match(/fill="#111"/g).length, 4);
  assert.equal(svg.match(/fill="#fff"/g).length, 3);
  const gif = readGif((await download(page, "gif")).bytes);
  assert.equal(gif.frames, 8);
  // the last frame of the film is the picture
  const scale = picture.width / gif.width;
  let wrong = 0;
  for (let y = 0; y < gif.height; y++)
    for (let x = 0; x < gif.width; x++) {
      const there = (Math.floor((y + 0.5) * scale) * picture.width + Math.floor((x + 0.5) * scale)) * 4;
      for (let c = 0; c < 3; c++) wrong += gif.screen[(y * gif.width + x) * 3 + c] !== picture.data[there + c];
    }
  assert.equal(wrong, 0);
});

pageTest("Pictures: GIFs of the Go room and of the maze", "", { realTime: true }, async ({ page, visit }) => {
  for (const [room, hash, frames] of [["go", "#go", 13], ["maze", "#maze?walk=nn", 3]]) {
    await visit(hash);
    const { name, bytes } = await download(page, "gif");
    assert.equal(name, `${room}.gif`);
    assert.equal(readGif(bytes).frames, frames);
    assert.match((await download(page, "svg")).bytes.toString(), /^<svg[^]*<\/svg>\n$/);
  }
});
