// Every room, in both languages and widths or in two of the four, compared with the pictures in docs/page.
// QI_KEEP_PICTURES=yes writes them anew: look at them before you commit them.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PNG } from "pngjs";
import { NARROW, WIDE, build, pageTest, root } from "./harness.mjs";

const folder = join(root, "docs", "page");
const keep = process.env.QI_KEEP_PICTURES === "yes";

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
