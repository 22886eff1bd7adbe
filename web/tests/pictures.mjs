// Every room, in both languages and widths or in two of the four, compared with the pictures in docs/page.
// QI_KEEP_PICTURES=yes writes them anew: look at them before you commit them.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PNG } from "pngjs";
import { pageTest, root } from "./harness.mjs";

const folder = join(root, "docs", "page");
const keep = process.env.QI_KEEP_PICTURES === "yes";

// a random game, written down so that the pictures do not depend on the random numbers
const GAME = "cfecfddefgffhbdhedhcgfhgebhhidbfcidbdaafbiibcgbcicbagdeifhccdddiifacadgeiggaihiaageggcghcachhibdbhggfaaahfehbebgiifcfecdeaeeaiefabdfdggbcbdcfifbiehe";

const ROOMS = [
  ["title", "", null],
  ["nogo", `#nogo?n=9&mode=hh&m=${GAME}&at=40`, null],
  ["go", "#go?at=12", null],
  ["maze", "#maze", async ({ press, run }) => {
    await press("end");
    await run(1000);
  }],
  ["judge", "#judge?input=3%0AXOO%0AXO.%0AX..&output=3+3%0A3+2%0A-1+-1", null],
  ["algorithm", "#algorithm?n=6&at=300", null],
  ["light", `#nogo?n=9&mode=hh&m=${GAME}&at=40`, null, true],
];

/** The share of pixels that differ clearly; fonts are smoothed a little differently elsewhere. */
function difference(one, two) {
  if (one.width !== two.width || one.height !== two.height) return 1;
  let count = 0;
  for (let i = 0; i < one.data.length; i += 4) {
    const by = Math.max(...[0, 1, 2].map((c) => Math.abs(one.data[i + c] - two.data[i + c])));
    count += by > 48;
  }
  return count / (one.width * one.height);
}

// the newer rooms once wide and once narrow, which is enough to see that they stand
const LOOKS = [["zh", false], ["zh", true], ["en", false], ["en", true]];
const FEW = [["zh", true], ["en", false]];

for (const [room, hash, prepare, light] of ROOMS)
  for (const [language, narrow] of room === "judge" || room === "algorithm" || light ? FEW : LOOKS) {
    const name = `${room}-${language}-${narrow ? "narrow" : "wide"}`;
    pageTest(`picture: ${name}`, hash, { language, narrow, reduced: true, theme: light ? "light" : "dark" }, async (tools) => {
      if (prepare) await prepare(tools);
      await tools.run(100);
      await tools.page.mouse.move(2, 700);
      await tools.page.evaluate(() => scrollTo(0, 0));
      const shot = await tools.page.screenshot();
      const file = join(folder, `${name}.png`);
      if (keep) {
        mkdirSync(folder, { recursive: true });
        writeFileSync(file, shot);
      }
      assert.ok(existsSync(file), `${file} is missing`);
      const share = difference(PNG.sync.read(shot), PNG.sync.read(readFileSync(file)));
      if (share >= 0.01) writeFileSync(join(root, "build", `${name}.png`), shot);
      assert.ok(share < 0.01, `${(share * 100).toFixed(2)} % of the picture differ; see build/${name}.png`);
    });
  }
