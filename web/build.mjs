// Builds the page: one html file with the styles, the fonts, the script, the worker and the
// WebAssembly module inside.   node build.mjs OUT.html [OUT.d]
// OUT.d, when given, gets the inputs as a make rule, for the build system.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { build } from "esbuild";
import { fonts } from "./fonts.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const [out, rule] = process.argv.slice(2);
if (!out) throw new Error("usage: node build.mjs OUT.html [OUT.d]");

/** Sources below a folder whose names end so. */
const files = (folder, pattern) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();

/** The two modules: rules, and engine. */
function compileCore() {
  const folder = mkdtempSync(join(tmpdir(), "qi-page-"));
  try {
    execFileSync(join(here, "wasm", "build.sh"), [folder], { stdio: ["ignore", "inherit", "inherit"] });
    return ["qi-rules.wasm", "qi-engine.wasm"].map((name) => readFileSync(join(folder, name)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Bundles one entry; `texts` are modules that hold a text each. */
async function bundle(entry, texts) {
  const result = await build({
    entryPoints: [join(here, "src", entry)],
    bundle: true,
    write: false,
    minify: true,
    format: "iife",
    target: "es2022", // who unpacks "deflate-raw" has it
    charset: "utf8",
    legalComments: "none",
    logLevel: "warning",
    plugins: [
      {
        name: "texts",
        setup(b) {
          b.onResolve({ filter: /^inline:/ }, (args) => ({ path: args.path, namespace: "inline" }));
          b.onLoad({ filter: /.*/, namespace: "inline" }, (args) => ({ contents: texts[args.path], loader: "text" }));
        },
      },
    ],
  });
  return result.outputFiles[0].text;
}

const sources = files("web/src", /\.(ts|css|html)$/);
/** What the readers of texts say, in Chinese: part of the command's catalogue. */
const catalogue = execFileSync("python3", [join(root, "tools/catalogue.py"), "json", join(root, "po/zh.po")], {
  encoding: "utf8",
});
const characters = new Set(sources.map((path) => readFileSync(path, "utf8")).join("") + catalogue);
for (let code = 32; code < 127; code++) characters.add(String.fromCharCode(code));
const { css, licences, notice } = await fonts([...characters].sort().join(""));

const pack = (bytes) => deflateRawSync(bytes, { level: 9 }).toString("base64");
const [rules, engine] = compileCore();
const script = await bundle("main.ts", {
  "inline:rules": pack(rules),
  "inline:engine": pack(engine),
  "inline:catalogue": catalogue,
  "inline:licences": pack(Buffer.from(licences)),
  "inline:worker": await bundle("worker.ts", {}),
});

const style = await build({
  stdin: { contents: css + readFileSync(join(here, "src", "style.css"), "utf8"), loader: "css" },
  write: false,
  minify: true,
  charset: "utf8",
});

// the page runs this script and uses this style, and no other
const hash = (text) => `sha256-${createHash("sha256").update(text).digest("base64")}`;
const parts = {
  style: style.outputFiles[0].text,
  script: script.replaceAll("</script", "<\\/script"),
  notice,
};
parts.scriptHash = hash(parts.script);
parts.styleHash = hash(parts.style);
const page = readFileSync(join(here, "src", "page.html"), "utf8").replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
writeFileSync(out, page);
if (rule) {
  const inputs = [
    ...sources,
    join(root, "npm/core.js"),
    ...files("web/wasm", /./),
    ...files("src", /\.([ch]|bin|qinet)$/),
    ...files("include", /\.h$/),
    ...["build.mjs", "fonts.mjs", "package-lock.json"].map((name) => join(here, name)),
    ...["po/zh.po", "tools/catalogue.py"].map((name) => join(root, name)),
  ];
  writeFileSync(rule, `${out}: ${inputs.join(" ")}\n`);
}
const kilobytes = (text) => `${Math.round(Buffer.byteLength(text) / 1000)} kB`;
console.log(`${out}: ${kilobytes(page)} (script ${kilobytes(script)} with ${kilobytes(rules)} and ${kilobytes(engine)} of WebAssembly packed, style and fonts ${kilobytes(parts.style)})`);
