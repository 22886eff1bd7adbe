// Pixel art: every sprite is a few strings, one character a pixel.

export const PALETTE: Record<string, string> = {
  k: "#000000", K: "#2a2a32", g: "#585868", G: "#9898a8", w: "#fcfcfc", W: "#d0d0d8",
  y: "#f8d820", Y: "#fcf0a0", o: "#e09010", O: "#a05c08", r: "#f83830", R: "#a01010",
  b: "#3c7cfc", B: "#1830a0", c: "#3cf0f0", n: "#7a4a20", N: "#4a2a10", t: "#c89860",
  p: "#f8a0a0", e: "#38b838", E: "#107018",
};

export const WOOD = { base: "#dca058", light: "#e8b470", dark: "#c88a44", line: "#5c3414", frame: "#7c4818", edge: "#3c200c" };

export type Picture = HTMLCanvasElement;

export function canvas(width: number, height: number): [Picture, CanvasRenderingContext2D] {
  const element = document.createElement("canvas");
  element.width = width;
  element.height = height;
  return [element, element.getContext("2d")!];
}

/** Draws the strings; unknown characters are transparent. */
export function sprite(rows: readonly string[], swap: Record<string, string> = {}): Picture {
  const [picture, pen] = canvas(rows[0]!.length, rows.length);
  rows.forEach((row, y) =>
    [...row].forEach((character, x) => {
      const colour = swap[character] ?? PALETTE[character];
      if (!colour) return;
      pen.fillStyle = colour;
      pen.fillRect(x, y, 1, 1);
    }),
  );
  return picture;
}

export function mirror(picture: Picture): Picture {
  const [copy, pen] = canvas(picture.width, picture.height);
  pen.scale(-1, 1);
  pen.drawImage(picture, -picture.width, 0);
  return copy;
}

/** A stone in a 16x16 tile; `tone` 0..3 goes from its own colour to the tone of merging groups. */
export function stone(black: boolean, tone: number): Picture {
  const base = black ? ["#000000", "#111111", "#222222", "#333333"][tone]! : ["#ffffff", "#eeeeee", "#dddddd", "#cccccc"][tone]!;
  const [picture, pen] = canvas(16, 16);
  const widths = [4, 8, 10, 12, 12, 14, 14, 14, 14, 12, 12, 10, 8, 4];
  const rim = black ? "#000000" : "#707078";
  widths.forEach((width, y) => {
    const x = 8 - width / 2;
    pen.fillStyle = rim;
    pen.fillRect(x, y + 1, width, 1);
    const above = widths[y - 1] ?? 0;
    const below = widths[y + 1] ?? 0;
    const inner = Math.min(width - 2, above, below);
    if (inner > 0) {
      pen.fillStyle = base;
      pen.fillRect(8 - inner / 2, y + 1, inner, 1);
    }
  });
  pen.fillStyle = black ? "#8890a8" : "#ffffff";
  if (black) {
    pen.fillRect(4, 4, 3, 1);
    pen.fillRect(3, 5, 1, 2);
    pen.fillStyle = "#40485c";
    pen.fillRect(4, 5, 2, 1);
  } else {
    pen.fillStyle = "#b8b8c4";
    pen.fillRect(9, 12, 3, 1);
    pen.fillRect(12, 9, 1, 3);
    pen.fillRect(11, 11, 1, 1);
  }
  return picture;
}


/** 3x5 letters: each row is three bits. */
const SMALL: Record<string, number[]> = {
  "0": [7, 5, 5, 5, 7], "1": [2, 6, 2, 2, 7], "2": [7, 1, 7, 4, 7], "3": [7, 1, 7, 1, 7], "4": [5, 5, 7, 1, 1],
  "5": [7, 4, 7, 1, 7], "6": [7, 4, 7, 5, 7], "7": [7, 1, 2, 2, 2], "8": [7, 5, 7, 5, 7], "9": [7, 5, 7, 1, 7],
  "+": [0, 2, 7, 2, 0], "=": [0, 7, 0, 7, 0], "?": [7, 1, 2, 0, 2], "!": [2, 2, 2, 0, 2],
  A: [2, 5, 7, 5, 5], B: [6, 5, 6, 5, 6], C: [3, 4, 4, 4, 3], D: [6, 5, 5, 5, 6], E: [7, 4, 6, 4, 7], F: [7, 4, 6, 4, 4],
  G: [3, 4, 5, 5, 3], H: [5, 5, 7, 5, 5], I: [7, 2, 2, 2, 7], J: [1, 1, 1, 5, 2], K: [5, 5, 6, 5, 5], L: [4, 4, 4, 4, 7],
  N: [6, 5, 5, 5, 5], O: [2, 5, 5, 5, 2], P: [6, 5, 6, 4, 4], Q: [2, 5, 5, 7, 3], R: [6, 5, 6, 5, 5], S: [3, 4, 2, 1, 6],
  T: [7, 2, 2, 2, 2], U: [5, 5, 5, 5, 7], V: [5, 5, 5, 5, 2], W: [5, 5, 5, 7, 5], X: [5, 5, 2, 5, 5], Y: [5, 5, 2, 2, 2],
  Z: [7, 1, 2, 4, 7],
};
const WIDE_M = [17, 27, 21, 17, 17];

/** Writes small pixel letters; returns the width. */
export function write(pen: CanvasRenderingContext2D, text: string, x: number, y: number, colour: string): number {
  pen.fillStyle = colour;
  let at = x;
  for (const character of text) {
    const wide = character === "M";
    const rows = wide ? WIDE_M : SMALL[character];
    const width = wide ? 5 : 3;
    rows?.forEach((bits, dy) => {
      for (let dx = 0; dx < width; dx++) if (bits & (1 << (width - 1 - dx))) pen.fillRect(at + dx, y + dy, 1, 1);
    });
    at += width + 1;
  }
  return at - x - 1;
}

export const textWidth = (text: string): number => [...text].reduce((sum, c) => sum + (c === "M" ? 6 : 4), -1);

/** Small letters on a dark plate, centred. */
export function plate(pen: CanvasRenderingContext2D, text: string, x: number, y: number, colour: string): void {
  const width = textWidth(text);
  const left = Math.round(x - width / 2);
  pen.fillStyle = "#000000";
  pen.fillRect(left - 2, y - 2, width + 4, 9);
  write(pen, text, left, y, colour);
}

export const HAND = [
  "....kk....",
  "...kwwk...",
  "...kwwk...",
  "...kwwkkk.",
  ".kkkwwwwwk",
  "kwwkwwwwwk",
  "kwwwwww.k",
  ".kwwwww.k",
  "..kwwwwwk.",
  "...kkkkk..",
];

const COW = [
  "................",
  "..G......G......",
  "..tkkkkkkt......",
  "...wkkwww.......",
  "..wkwwwkww......",
  "..wwwwwwww......",
  "..ppppppwwwwww..",
  "..pkppkpwwkkwww.",
  "..ppppppwkkkkwwk",
  "...ppppwwkkkwww.k",
  "....wwwwwwkwwkw.",
  "....wkkwwwwwwkw.",
  "....wkkwwwwpwww.",
  "....ww.ww.ww.ww.",
  "....ww.ww.ww.ww.",
  "....kk.kk.kk.kk.",
];
const COW_STEP = [...COW.slice(0, 13), "....ww..www..ww.", "....kk..wk...ww.", "........kk...kk."];

export const cowFrames = (): [Picture, Picture] => [sprite(COW.map((row) => row.slice(0, 16))), sprite(COW_STEP.map((row) => row.slice(0, 16)))];
