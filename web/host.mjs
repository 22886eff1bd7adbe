// Writes the page as a web site that browsers can install and open offline: node host.mjs PAGE FOLDER
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [from, folder] = process.argv.slice(2);
if (!folder) {
  console.error("host.mjs: expected PAGE FOLDER");
  process.exit(2);
}
const hosted = (name) => readFileSync(join(dirname(fileURLToPath(import.meta.url)), "hosted", name), "utf8");
const page = readFileSync(from, "utf8");
const name = `qi-${createHash("sha256").update(page).digest("hex").slice(0, 16)}`;
mkdirSync(folder, { recursive: true });
const write = (file, text) => writeFileSync(join(folder, file), text);
write("index.html", page.replace("<title>", '<link rel="manifest" href="qi.webmanifest">\n<title>'));
write("qi-keeper.js", hosted("qi-keeper.js").replaceAll("{{name}}", name));
for (const file of ["qi.webmanifest", "icon.svg"]) write(file, hosted(file));
