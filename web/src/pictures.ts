// A game or a walk as a picture: PNG, SVG, or an animated GIF, made here and downloaded.
import { button, drawer, h } from "./dom";
import { Gif } from "./gif";
import { t } from "./language";
import { notice } from "./notice";
import { canvas, type Picture } from "./sprites";

/** What can be pictured. */
export interface Pictured {
  /** The files' name, without its end. */
  name: string;
  place: number;
  count: number;
  /** The picture at a place, in art pixels. */
  frame(place: number): Picture;
  svg(): string;
}

const LARGE = 900; // pixels that a PNG is to have, at least
const MOVING = 400; // the same for a GIF
const DELAY = 60; // hundredths of a second
const LAST_DELAY = 300;
const MAX_FRAMES = 500;
const TASK = 30; // milliseconds before others get their turn

export function pictureDrawer(of: () => Pictured): HTMLDetailsElement {
  const make = (run: () => Promise<void>) => (): void => void run().catch(() => notice(t("pictureFailed"), { error: true }));
  const film = button(t("pictureGif"), make(async () => {
    film.disabled = true;
    try {
      await saveGif(of(), (part) => (film.textContent = `${Math.round(part * 100)} %`));
    } finally {
      film.disabled = false;
      film.textContent = t("pictureGif");
    }
  }), { "data-do": "gif" });
  return drawer(t("pictures"), "pictures", false,
    h("div", { class: "row wrap" },
      button("PNG", make(() => savePng(of())), { "data-do": "png" }),
      button("SVG", make(async () => save(new Blob([of().svg()], { type: "image/svg+xml" }), `${of().name}.svg`)), { "data-do": "svg" }),
      film));
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** A picture enlarged by a whole number until its longer side is `least` pixels or more. */
function enlarge(picture: Picture, least: number): [Picture, CanvasRenderingContext2D] {
  const times = Math.max(1, Math.ceil(least / Math.max(picture.width, picture.height)));
  const [large, pen] = canvas(picture.width * times, picture.height * times);
  pen.imageSmoothingEnabled = false;
  pen.drawImage(picture, 0, 0, large.width, large.height);
  return [large, pen];
}

async function savePng(it: Pictured): Promise<void> {
  const [picture] = enlarge(it.frame(it.place), LARGE);
  const blob = await new Promise<Blob | null>((done) => picture.toBlob(done));
  if (!blob) throw new Error("no picture");
  save(blob, `${it.name}.png`);
}

async function saveGif(it: Pictured, progress: (part: number) => void): Promise<void> {
  let gif: Gif | undefined;
  const step = Math.max(1, Math.ceil((it.count + 1) / MAX_FRAMES));
  let begun = performance.now();
  for (let place = 0; place <= it.count; place += step) {
    const at = it.count - place < step ? it.count : place;
    const [picture, pen] = enlarge(it.frame(at), MOVING);
    gif ??= new Gif(picture.width, picture.height);
    gif.add({ pixels: pen.getImageData(0, 0, picture.width, picture.height).data, delay: at === it.count ? LAST_DELAY : DELAY });
    if (performance.now() - begun < TASK) continue;
    progress(place / Math.max(1, it.count));
    await new Promise((done) => setTimeout(done));
    begun = performance.now();
  }
  save(new Blob([gif!.end()], { type: "image/gif" }), `${it.name}.gif`);
}

// ---- vector pictures ----

const UNIT = 32;

/** A board of stones. */
export function boardSvg(rows: number, columns: number, stones: Uint8Array, last: number): string {
  const width = (columns + 1) * UNIT;
  const height = (rows + 1) * UNIT;
  const x = (column: number): number => (column + 1) * UNIT;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="#dca058"/>`,
    `<path stroke="#5c3414" stroke-width="1.5" fill="none" d="${[
      ...Array.from({ length: rows }, (_, row) => `M${UNIT} ${x(row)}H${x(columns - 1)}`),
      ...Array.from({ length: columns }, (_, column) => `M${x(column)} ${UNIT}V${x(rows - 1)}`),
    ].join("")}"/>`,
    `<g font-family="monospace" font-size="11" fill="#5c3414" text-anchor="middle">`,
    ...Array.from({ length: columns }, (_, column) => `<text x="${x(column)}" y="11">${column + 1}</text>`),
    ...Array.from({ length: rows }, (_, row) => `<text x="8" y="${x(row) + 4}">${row + 1}</text>`),
    "</g>",
  ];
  stones.forEach((colour, point) => {
    const cx = x(point % columns);
    const cy = x(Math.floor(point / columns));
    if (colour === 3) parts.push(`<rect x="${cx - UNIT / 2}" y="${cy - UNIT / 2}" width="${UNIT}" height="${UNIT}" fill="#3c200c"/>`);
    else if (colour) parts.push(`<circle cx="${cx}" cy="${cy}" r="${UNIT * 0.46}" fill="${colour === 1 ? "#111" : "#fff"}" stroke="#222"/>`);
    if (point === last) parts.push(`<circle cx="${cx}" cy="${cy}" r="5" fill="#00d8e8"/>`);
  });
  return `${parts.join("\n")}\n</svg>\n`;
}

/** A maze; `text` names a coin, or is "" for what is none. */
export function mazeSvg(side: number, kind: (cell: number) => { fill: string; text: string }, bessie: number): string {
  const size = side * UNIT;
  const parts = [`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}" font-family="monospace" text-anchor="middle">`];
  for (let cell = 0; cell < side * side; cell++) {
    const x = (cell % side) * UNIT;
    const y = Math.floor(cell / side) * UNIT;
    const { fill, text } = kind(cell);
    parts.push(`<rect x="${x}" y="${y}" width="${UNIT}" height="${UNIT}" fill="${fill}"/>`);
    if (text) parts.push(`<circle cx="${x + 16}" cy="${y + 16}" r="14" fill="#f8d820" stroke="#a05c08"/><text x="${x + 16}" y="${y + 20}" font-size="11" fill="${text[0] === "M" ? "#a01010" : "#1830a0"}">${text}</text>`);
    if (cell === bessie) parts.push(`<circle cx="${x + 16}" cy="${y + 16}" r="11" fill="#fcfcfc" stroke="#000" stroke-width="2"/><text x="${x + 16}" y="${y + 20}" font-size="12">B</text>`);
  }
  return `${parts.join("\n")}\n</svg>\n`;
}
