// Every error that the C library can tell about a text is told in Chinese too.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";
import { root } from "./harness.mjs";

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
  const { outputFiles } = await build({ entryPoints: [join(root, "web", "src", "errors.ts")], bundle: true, write: false, format: "esm", plugins: [catalogue] });
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
