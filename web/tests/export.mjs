import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { PNG } from "pngjs";
import { pageTest } from "./harness.mjs";

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
