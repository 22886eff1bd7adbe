import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { NARROW, SCALE, WIDE, build, clickPoint, pageTest, root, someTime } from "./harness.mjs";
import { join } from "node:path";
import { test } from "node:test";
import { execFileSync } from "node:child_process";
import { build as bundle } from "esbuild";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Asks axe about what is on the screen. */
async function examine(page, what) {
  // the page forbids evaluated scripts, so axe comes in through the debugger
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(`${axe}\nvoid 0`);
  const found = await page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  });
  assert.deepEqual(found, [], what);
}

const LOOKS = [WIDE, NARROW].flatMap((size) => ["zh", "en"].flatMap((language) => ["dark", "light"].map((theme) => [language, theme, size])));

test("the whole page is one file under 900 kB that asks for nothing", () => {
  const html = readFileSync(join(build, "web", "qi.html"));
  assert.ok(html.length < 900_000, `${html.length} bytes`);
  const text = html.toString("utf8");
  assert.match(text, /default-src 'none'/);
  assert.match(text, /Press Start 2P Project Authors/);
  assert.match(text, /Fusion Pixel/);
});

for (const [hash, name] of [["", "the title"], ["#nogo?policy=0&at=20", "NoGo"], ["#go?at=12", "Go"], ["#maze", "the maze"], ["#maze?mode=edit", "the maze editor"], ["#maze?mode=search&by=state&at=9", "the maze's search"], ["#judge?input=3%0AXOO%0AXO.%0AX..&output=3+3%0A3+2", "the judge"], ["#algorithm?at=60", "the algorithm"]])
  pageTest(`axe finds nothing wrong with ${name}`, hash, { language: "zh", realTime: true }, async ({ page, press }) => {
    // both languages, themes and widths; every combination of them at the scale of 1000
    const looks = SCALE < 1000 ? [["zh", "dark", WIDE], ["en", "light", NARROW]] : LOOKS;
    for (const [language, theme, size] of looks) {
      if ((await page.evaluate(() => document.documentElement.lang)).slice(0, 2) !== language) await press("language");
      if ((await page.evaluate(() => document.documentElement.dataset.theme)) !== theme) await press("theme");
      await page.setViewportSize(size);
      await page.mouse.move(2, 2);
      await examine(page, `${language} ${theme} ${size.width}`);
    }
  });

pageTest("the theme is the system's until it is chosen, and the choice stays", "#nogo", { theme: "light", realTime: true }, async ({ page, open }) => {
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  assert.equal(await theme(), "light");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
  await page.keyboard.press("t");
  assert.equal(await theme(), "light");
  await open("#maze");
  assert.equal(await theme(), "light");
});

pageTest("axe finds nothing wrong with the help in either theme, and the licences of the fonts are in it", "#nogo", { realTime: true }, async ({ page, press }) => {
  for (const theme of ["dark", "light"]) {
    await press("help");
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), theme);
    await examine(page, theme);
    await press("close");
    await press("theme");
  }
  await press("help");
  await page.locator("dialog summary").click();
  await page.waitForFunction(() => /SIL OPEN FONT LICENSE[^]*SIL OPEN FONT LICENSE/.test(document.querySelector("dialog pre").innerText));
});

pageTest("the title leads to every room, by mouse and keyboard", "", {}, async ({ page, run }) => {
  for (const room of ["nogo", "go", "maze", "judge", "algorithm"]) {
    await page.locator(`.menu [data-room=${room}]`).click();
    await page.waitForSelector(`main.${room}`);
    await page.locator(".brand").click();
    await page.waitForSelector("main.title");
  }
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForSelector("main.go");
  await run(100);
});

pageTest("PRESS START can be tapped", "", { narrow: true, touch: true }, async ({ page }) => {
  await page.locator(".start").tap();
  await page.waitForSelector("main.nogo");
});

pageTest("speeds from a quarter to sixty-four, and as fast as can be", "#nogo?n=9&policy=0", {}, async ({ page }) => {
  const speed = () => page.locator(".transport output").innerText();
  for (let i = 0; i < 20; i++) await page.keyboard.press("-");
  assert.equal(await speed(), "0.25×");
  const all = new Set();
  for (let i = 0; i < 20; i++) {
    await page.keyboard.press("+");
    all.add(await speed());
  }
  for (const one of ["0.5×", "1×", "2×", "64×"]) assert.ok(all.has(one), one);
  assert.equal(await speed(), "full");
});

pageTest("the language changes everywhere and is remembered", "#nogo?n=9&policy=0&at=5", { language: "zh" }, async ({ page, press, run, open, turn, place }) => {
  assert.equal(await page.evaluate(() => document.documentElement.lang), "zh-CN");
  assert.equal(await turn(), "白方回合");
  await run(600);
  await press("language");
  assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
  assert.equal(await turn(), "White to move");
  assert.equal(await place(), "Move 5 of 77");
  await open("");
  assert.equal(await page.locator(".start").innerText(), "PRESS START");
  await open("#maze");
  assert.match(await page.locator("[data-wall=count]").innerText(), /reached/);
});

pageTest("every character of the texts has its glyph in the reduced font", "#nogo", { realTime: true }, async ({ page }) => {
  const characters = [...new Set(readFileSync(join(root, "web", "src", "texts.ts"), "utf8"))].filter((c) => c > "~");
  assert.ok(characters.length > 200);
  const missing = await page.evaluate(async (all) => {
    await document.fonts.load('12px "Qi Text"');
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 16;
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    const drawn = (font, character) => {
      pen.font = font;
      pen.clearRect(0, 0, 16, 16);
      pen.fillText(character, 1, 13);
      return pen.getImageData(0, 0, 16, 16).data.join();
    };
    // a character that the font lacks comes from another font, or is the box that no font has
    const box = drawn('12px "Qi Text", serif', "\ue000");
    return all.filter((c) => [box, drawn("12px serif", c)].includes(drawn('12px "Qi Text", serif', c)));
  }, characters);
  assert.deepEqual(missing, []);
});

pageTest("keys: space, arrows, Home, End, speed, reset, mute, help", "#nogo?n=9&policy=0&at=10", {}, async ({ page, run, place, sounds }) => {
  const speed = () => page.locator(".transport output").innerText();
  await page.keyboard.press("ArrowRight");
  await run(1200);
  assert.equal(await place(), "Move 11 of 77");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await place(), "Move 10 of 77");
  await page.keyboard.press("Home");
  assert.equal(await place(), "Move 0 of 77");
  await page.keyboard.press("End");
  assert.equal(await place(), "Move 77 of 77");
  await page.keyboard.press("r");
  assert.equal(await place(), "Move 0 of 77");
  await page.keyboard.press("+");
  assert.equal(await speed(), "1.25×");
  await page.keyboard.press("-");
  await page.keyboard.press("-");
  assert.equal(await speed(), "0.75×");
  await page.keyboard.press(" ");
  assert.equal(await page.locator("[data-do=auto]").getAttribute("aria-pressed"), "true");
  await page.keyboard.press(" ");
  assert.equal(await page.locator("[data-do=auto]").getAttribute("aria-pressed"), "false");
  await page.keyboard.press("m");
  assert.equal(await page.locator("[data-do=mute]").getAttribute("aria-pressed"), "true");
  await sounds();
  await page.keyboard.press("ArrowRight");
  await run(2000);
  assert.deepEqual(await sounds(), [], "muted");
  await page.keyboard.press("m");
  await page.keyboard.press("?");
  assert.equal(await page.locator("dialog[open]").count(), 1);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("dialog[open]").count(), 0);
});

pageTest("keys are left alone inside text fields", "#nogo?n=9&policy=0&at=10", {}, async ({ page, place }) => {
  await page.locator(".exchange summary").click();
  await page.locator("[data-do=text]").focus();
  await page.keyboard.type("r m?+-");
  await page.keyboard.press("Home");
  assert.equal(await place(), "Move 10 of 77");
  assert.equal(await page.locator("[data-do=text]").inputValue(), "r m?+-");
  assert.equal(await page.locator("dialog").count(), 0);
});

pageTest("each sound has its own switch", "#nogo?n=9&policy=0", {}, async ({ page, press, run, sounds }) => {
  await press("help");
  await page.getByLabel("stone").click();
  await press("close");
  await press("step");
  await run(1500);
  assert.deepEqual(await sounds(), []);
});

pageTest("the music is a tune of two voices and can be stopped", "#nogo", { realTime: true }, async ({ page, press, sounds }) => {
  await press("music");
  await page.waitForFunction(() => sounds.length > 3);
  const kinds = new Set((await sounds()).map((s) => s.type));
  assert.deepEqual([...kinds].sort(), ["square", "triangle"]);
  await press("music");
  await sounds();
  await someTime(page);
  assert.deepEqual(await sounds(), []);
});

pageTest("silent until the first gesture", "#nogo?n=9&policy=0", {}, async ({ page, run }) => {
  // a script's click is no gesture: no audio is made
  await page.evaluate(() => document.querySelector("[data-do=step]").click());
  await run(1500);
  assert.deepEqual(await page.evaluate(() => sounds), []);
});

pageTest("the board can be played with the keyboard alone", "#nogo?n=5&mode=hh", {}, async ({ page, run, status, place }) => {
  await page.keyboard.press("Tab");
  for (let i = 0; i < 20 && !(await page.evaluate(() => document.activeElement.matches(".stage canvas"))); i++) await page.keyboard.press("Tab");
  assert.equal(await status(), "row 3, column 3, empty");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await status(), "row 2, column 2, empty");
  await page.keyboard.press("Enter");
  await run(800);
  assert.equal(await place(), "Move 1 of 1");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await status(), "row 2, column 2, Black, 1 stone, 4 liberties");
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.equal(outline, "solid", "the focus can be seen");
});

pageTest("hovering over a group counts its liberties", "#nogo?n=5&mode=hh", {}, async ({ page, run }) => {
  const picture = () => page.evaluate(() => document.querySelector(".stage canvas").toDataURL());
  await clickPoint(page, 3, 3, 5);
  await page.mouse.move(5, 5);
  await run(800);
  const plain = await picture();
  const box = await page.locator(".stage canvas").boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await run(50);
  assert.notEqual(await picture(), plain);
});

pageTest("touch plays on a phone", "#nogo?n=9&mode=hh", { narrow: true, touch: true }, async ({ page, run, place }) => {
  await page.locator(".stage canvas").tap();
  await run(500);
  assert.equal(await place(), "Move 1 of 1");
  await page.locator("[data-do=back]").tap();
  assert.equal(await place(), "Move 0 of 1");
});

pageTest("reduced motion: no flash, no shake", "#nogo?n=5&mode=hh", { reduced: true }, async ({ page, run, status, watch }) => {
  await clickPoint(page, 3, 3, 5);
  await page.mouse.move(5, 5);
  await run(1000);
  await clickPoint(page, 3, 3, 5);
  await page.mouse.move(5, 5);
  await run(20);
  assert.match(await status(), /is refused/);
  const pictures = await watch(400, () => document.querySelector(".stage canvas").toDataURL());
  assert.ok(pictures.length > 20);
  assert.equal(new Set(pictures).size, 1);
});

pageTest("the address brings a NoGo position back", "#nogo?n=5&mode=hh", {}, async ({ page, run, hash, open, place, turn }) => {
  for (const [row, column] of [[1, 1], [2, 3], [4, 4]]) {
    await clickPoint(page, row, column, 5);
    await run(800);
  }
  const address = await hash();
  assert.match(address, /m=aabcdd/);
  const stones = () => page.evaluate(() => document.querySelector(".stage canvas").toDataURL());
  await page.mouse.move(5, 5);
  await run(50);
  const before = await stones();
  await open(address);
  await run(50);
  assert.equal(await place(), "Move 3 of 3");
  assert.equal(await turn(), "White to move");
  assert.equal(await stones(), before);
  assert.equal(await hash(), address);
});

pageTest("an address has its position in one line, and older addresses lead to the same", "#nogo?position=x.o/3/._.:o&mode=hh&m=bb", {}, async ({ page, hash, open, place, turn }) => {
  const stones = () => page.evaluate(() => document.querySelector(".stage canvas").toDataURL());
  assert.equal(await turn(), "White to move");
  const address = await hash();
  assert.match(address, /^#nogo\?position=x\.o\/3\/\._\.:o&mode=hh&.*&m=bb&at=0$/);
  const seen = await stones();
  for (const older of ["#nogo?n=3&mode=hh&b=X.O3..-.&w=1&m=bb", "#nogo?n=3x3&mode=hh&b=X.O4.-.&w=1&m=bb", address]) {
    await open(older);
    assert.equal(await turn(), "White to move");
    assert.equal(await place(), "Move 0 of 1");
    assert.equal(await hash(), address);
    assert.equal(await stones(), seen);
  }
  for (const broken of ["x.o/4:x", "9999999:x", "x.o", `${"1/".repeat(3000)}1:x`, ":x"]) {
    await open(`#nogo?mode=hh&position=${broken}`);
    assert.match(await hash(), /^#nogo\?n=9&/, broken);
  }
});

pageTest("a broken address shows a sound room", "#nogo?n=0&m=zzzz&b=!!&at=x&mode=fly&policy=0&level=11&seed=-1", {}, async ({ place }) => {
  assert.equal(await place(), "Move 0 of 77");
});

pageTest("a 19x19 board is drawn in few strokes", "#nogo?n=19&at=200", { script: () => {
  globalThis.strokes = 0;
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(CanvasRenderingContext2D.prototype)))
    if (typeof value === "function")
      CanvasRenderingContext2D.prototype[name] = function (...all) {
        strokes++;
        return value.apply(this, all);
      };
} }, async ({ page, run }) => {
  // their number, for a time would be that of the machine and what else it does; web/tests/speed.mjs measures times
  await page.evaluate(() => (strokes = 0));
  for (const place of [201, 150, 199]) {
    await page.locator("[data-do=scrub]").fill(String(place));
    await run(100);
  }
  const strokes = await page.evaluate(() => globalThis.strokes / 3);
  assert.ok(strokes > 0 && strokes < 3000, `${strokes} strokes from one position to the next`);
});

pageTest("every control of every room is reached with Tab, and its focus is seen", "", { script: () => {
  // what listens to a click
  globalThis.clicked = new Set();
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, ...more) {
    if (type === "click" && this instanceof Element) clicked.add(this);
    return add.call(this, type, ...more);
  };
} }, async ({ page, visit }) => {
  for (const hash of ["", "#nogo?n=5&mode=hh&m=aabbcc&at=3", "#go?at=12", "#maze", "#maze?mode=edit", "#maze?mode=search&by=state", "#judge", "#algorithm"]) {
    await visit(hash);
    const count = await page.evaluate(() => {
      for (const details of document.querySelectorAll("details")) details.open = true;
      document.activeElement.blur();
      globalThis.left = new Set([...document.querySelectorAll("a[href], button, select, input, textarea, summary, [tabindex='0']")].filter((e) => !e.disabled && e.checkVisibility()));
      globalThis.unseen = [];
      globalThis.reached = ({ target }) => {
        left.delete(target);
        if (getComputedStyle(target).outlineStyle !== "solid") unseen.push(target.outerHTML.slice(0, 120));
      };
      addEventListener("focusin", reached);
      return left.size;
    });
    assert.ok(count >= 10, hash);
    // keys in one room and, at the scale of 1000, in every one; else what a Tab does, for each control
    await page.keyboard.press("Tab");
    if (SCALE >= 1000 || hash === "#algorithm") for (let i = 0; i < count + 1; i++) await page.keyboard.press("Tab");
    else await page.evaluate(() => [...left].filter((e) => e.tabIndex === 0).forEach((e) => e.focus({ preventScroll: true })));
    const seen = await page.evaluate(() => {
      removeEventListener("focusin", reached);
      return { left: [...left].map((e) => e.outerHTML.slice(0, 120)), unseen };
    });
    assert.deepEqual(seen, { left: [], unseen: [] }, `${hash}: not reached, or the focus is not seen`);
    // nothing listens to a click that a key could not make
    const deaf = await page.evaluate(() => [...document.querySelectorAll("main *, header *")]
      .filter((e) => (e.onclick || clicked.has(e)) && e.checkVisibility() && e.tabIndex < 0 && !e.disabled && !e.closest("label, [tabindex='0']") && !e.querySelector("a, button, canvas[tabindex]"))
      .map((e) => e.outerHTML.slice(0, 120)));
    assert.deepEqual(deaf, [], `${hash}: only a mouse can click`);
  }
});

pageTest("the forest is seen whole below the board, without scrolling", "#algorithm?n=6&at=300", {}, async ({ page }) => {
  const { y, height } = await page.locator(".forest").boundingBox();
  assert.ok(y + height <= WIDE.height, `down to ${y + height}`);
  const board = await page.locator(".stage canvas").first().boundingBox();
  assert.ok(board.height > 400 && board.y + board.height <= y, `a board of ${board.height}`);
});

// Every error that the C library can report about a text is in Chinese too.

const SOURCES = ["nogo/rules/judge.c", "go/judge.c", "lab/problem_maze.c", "nogo/rules/text.c", "nogo/play/sgf.c", "sgf/read.c", "sgf/walk.c", "go/text.c", "go/sgf.c", "go/game.c", "sgf/play.c", "maze/text.c"];

// formats that are put together, or that are no sentence
const LEFT_OUT = /^(%s(\[%s%s\])?|'%.*|[a-z.]*)$/;

test("errors of the C library are wholly Chinese", async () => {
  globalThis.navigator ??= { language: "zh-CN" };
  const contents = execFileSync("python3", [join(root, "tools", "catalogue.py"), "json", join(root, "po", "zh.po")], { encoding: "utf8" });
  const catalogue = {
    name: "catalogue",
    setup(b) {
      b.onResolve({ filter: /^inline:/ }, ({ path }) => ({ path, namespace: "inline" }));
      b.onLoad({ filter: /.*/, namespace: "inline" }, () => ({ contents, loader: "text" }));
    },
  };
  const { outputFiles } = await bundle({ entryPoints: [join(root, "web", "src", "language.ts")], bundle: true, write: false, format: "esm", plugins: [catalogue] });
  const { inChinese } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  const formats = SOURCES.flatMap((path) =>
    [...readFileSync(join(root, "src", path), "utf8").replace(/\/\*[^]*?\*\//g, "").replace(/"\s*\n\s*"/g, "").matchAll(/"((?:[^"\\\n]|\\.)*)"/g)]
      .map((match) => match[1]))
    .filter((format) => / [a-z]/.test(format) && !/\\/.test(format) && !LEFT_OUT.test(format));
  assert.ok(formats.length > 40, `${formats.length} formats found in the sources`);
  for (const format of formats) {
    const said = inChinese({ format, given: [..."123456789"] });
    assert.ok(said, `'${format}' has no Chinese`);
    const words = said.replace(/'[^']*'|[A-Z]{2}\[[^\]]*\]|0x[0-9a-f]+|\[\]/g, "").match(/[A-Za-z]{2,}/g) ?? [];
    assert.deepEqual(words.filter((word) => !/^([A-Z]\d+|UTF|SGF|UGF|BOM)$/.test(word)), [], `${format}: ${said}`);
  }
  assert.equal(inChinese({ format: "%s at %s", given: ["Black", "A1"] }), "黑方下在 A1");
  assert.equal(inChinese({ format: "row %u of %llu", given: ["2", "7"] }), "第 2 行，共 7 行");
});
