// Subsets the two pixel fonts to the characters the page uses, and renames them: their licence
// (SIL OFL, shipped inside the page) reserves the original names for the unmodified fonts.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import subset from "subset-font";

const require = createRequire(import.meta.url);
const { convert } = require("fontverter");

const sources = [
  { name: "Qi Title", package: "@fontsource/press-start-2p", file: "press-start-2p-latin-400-normal.woff2" },
  {
    name: "Qi Text",
    package: "@fontsource/fusion-pixel-12px-proportional-sc",
    file: "fusion-pixel-12px-proportional-sc-latin-400-normal.woff2",
  },
];

/** A 'name' table with just the family's new name and the licence. */
function nameTable(family) {
  const records = [
    [1, family],
    [2, "Regular"],
    [4, family],
    [6, family.replace(" ", "")],
    [13, "SIL Open Font License 1.1; a modified version under another name"],
  ].map(([id, text]) => [id, Buffer.from(text, "utf16le").swap16()]);
  const header = Buffer.alloc(6 + records.length * 12);
  header.writeUInt16BE(records.length, 2);
  header.writeUInt16BE(header.length, 4);
  let at = 0;
  records.forEach(([id, text], i) => {
    [3, 1, 0x409, id, text.length, at].forEach((value, j) => header.writeUInt16BE(value, 6 + i * 12 + j * 2));
    at += text.length;
  });
  return Buffer.concat([header, ...records.map(([, text]) => text)]);
}

function checksum(table) {
  let sum = 0;
  for (let i = 0; i < table.length; i += 4) sum = (sum + table.readUInt32BE(i)) >>> 0;
  return sum;
}

/** The same TrueType file with another 'name' table. */
function rename(font, family) {
  const tables = [];
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const entry = 12 + i * 16;
    const tag = font.toString("latin1", entry, entry + 4);
    const start = font.readUInt32BE(entry + 8);
    const body = tag === "name" ? nameTable(family) : font.subarray(start, start + font.readUInt32BE(entry + 12));
    tables.push([tag, body]);
  }
  const header = Buffer.alloc(12 + tables.length * 16);
  font.copy(header, 0, 0, 12);
  const parts = [header];
  let at = header.length;
  tables.forEach(([tag, body], i) => {
    const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
    const entry = 12 + i * 16;
    header.write(tag, entry, "latin1");
    header.writeUInt32BE(checksum(padded), entry + 4);
    header.writeUInt32BE(at, entry + 8);
    header.writeUInt32BE(body.length, entry + 12);
    parts.push(padded);
    at += padded.length;
  });
  return Buffer.concat(parts);
}

/** CSS for the fonts with just these characters, their licences, and a line on whose they are. */
export async function fonts(characters) {
  let css = "";
  let licences = "";
  let notice = "";
  for (const source of sources) {
    const folder = dirname(require.resolve(`${source.package}/package.json`));
    const original = await readFile(join(folder, "files", source.file));
    const small = await subset(original, characters, { targetFormat: "truetype" });
    const woff2 = await convert(rename(Buffer.from(small), source.name), "woff2");
    css +=
      `@font-face{font-family:"${source.name}";font-display:block;` +
      `src:url(data:font/woff2;base64,${Buffer.from(woff2).toString("base64")})format("woff2")}\n`;
    const licence = (await readFile(join(folder, "LICENSE"), "utf8")).trim();
    licences += licence + "\n\n";
    notice += `${source.name}: ${licence.split("\n\n")[0].replace(/\s+/g, " ")} Reduced and renamed; SIL OFL 1.1, see the help.\n`;
  }
  return { css, licences, notice };
}
