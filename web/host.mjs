// Writes the page as a web site that browsers can install and open offline: node host.mjs PAGE FOLDER
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [from, folder] = process.argv.slice(2);
if (!folder) {
  console.error("host.mjs: expected PAGE FOLDER");
  process.exit(2);
}
const page = readFileSync(from, "utf8");
const name = `qi-${createHash("sha256").update(page).digest("hex").slice(0, 16)}`;

/** Keeps the page for the time without a network. It runs in the browser; `name` differs from page to page. */
function keeper(name) {
  addEventListener("install", (event) => event.waitUntil(caches.open(name)
    .then((kept) => kept.addAll(["./", "qi.webmanifest", "icon.svg"]))
    .then(() => skipWaiting())));
  addEventListener("activate", (event) => event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((one) => one.startsWith("qi-") && one !== name).map((one) => caches.delete(one))))
    .then(() => clients.claim())));
  addEventListener("fetch", (event) => event.respondWith(
    caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request))));
}

const manifest = {
  name: "qi 气",
  short_name: "qi",
  start_url: "./",
  scope: "./",
  display: "standalone",
  background_color: "#000000",
  theme_color: "#000000",
  icons: [{ src: "icon.svg", sizes: "any", type: "image/svg+xml" }],
};

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" width="512" height="512" shape-rendering="crispEdges">
<path fill="#d89048" d="M0 0h8v8H0z"/>
<path d="M2 1h4v1h1v4H6v1H2V6H1V2h1z"/>
<path fill="#fff" d="M2 2h2v1H3v1H2z"/>
</svg>
`;

mkdirSync(folder, { recursive: true });
const write = (file, text) => writeFileSync(join(folder, file), text);
write("index.html", page.replace("<title>", '<link rel="manifest" href="qi.webmanifest">\n<title>'));
write("qi-keeper.js", `(${keeper})(${JSON.stringify(name)});\n`);
write("qi.webmanifest", JSON.stringify(manifest));
write("icon.svg", icon);
