// The maze on a canvas: grass, hay, coins and Bessie, 16 art pixels to a cell; and small boards.
import { oncePerFrame } from "./animate";
import { TILE } from "./board-view";
import { CELL_MOVE, CELL_START, CELL_WALL, cellText, writes } from "./maze-game";
import { canvas, cowFrames, mirror, sprite, textWidth, write, type Picture } from "./sprites";

const GRASS = ["#9c6c38", "#b07c44", "#82582c"] as const; // brown grass: base, tuft, shade
const HAY = ["#4a2c12", "#6a4420", "#341c08"] as const; // dark-brown hay

const COIN = [
  "................",
  "....OOOOOOOO....",
  "..OOyyyyyyyyOO..",
  ".OyyYYYYyyyyyyO.",
  ".OyYYyyyyyyyyoO.",
  "OyYyyyyyyyyyyyoO",
  "OyyyyyyyyyyyyyoO",
  "OyyyyyyyyyyyyyoO",
  "OyyyyyyyyyyyyyoO",
  "OyyyyyyyyyyyyyoO",
  "OyyyyyyyyyyyyyoO",
  ".OyyyyyyyyyyyoO.",
  ".OyyyyyyyyyyooO.",
  "..OOooooooooOO..",
  "....OOOOOOOO....",
  "................",
];

interface Tiles {
  grass: Picture[];
  hay: Picture[];
  start: Picture;
  /** Fresh, fresh and bright, used. */
  coins: Picture[];
  cows: [Picture, Picture][];
}

let made: Tiles | undefined;

/** The pictures of the maze, drawn once. */
export const mazeTiles = (): Tiles => (made ??= makeTiles());

function makeTiles(): Tiles {
  const coin = sprite(COIN);
  const bright = sprite(COIN, { y: "#fce860", Y: "#fcfcd8", o: "#f8c030" });
  const used = sprite(COIN, { y: "#8c7448", Y: "#9c8454", o: "#7c643c", O: "#604a28" });
  const left = cowFrames();
  return {
    grass: [11, 12, 13, 14].map((seed) => texture(GRASS, seed, 2)),
    hay: [21, 22, 23].map((seed) => hay(seed)),
    start: startTile(),
    coins: [coin, bright, used],
    cows: [[mirror(left[0]), mirror(left[1])], left],
  };
}

function generator(seed: number): (below: number) => number {
  let state = seed * 7919;
  return (below) => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return (state >> 12) % below;
  };
}

function texture(colours: readonly [string, string, string], seed: number, height: number): Picture {
  const [picture, pen] = canvas(TILE, TILE);
  const random = generator(seed);
  pen.fillStyle = colours[0];
  pen.fillRect(0, 0, TILE, TILE);
  for (let n = 0; n < 9; n++) {
    const x = random(TILE - 1);
    const y = random(TILE - height);
    pen.fillStyle = colours[1];
    pen.fillRect(x, y, 1, height);
    pen.fillStyle = colours[2];
    pen.fillRect(x + 1, y + 1, 1, height - 1);
  }
  return picture;
}

/** A bale: strands of straw with a cord. */
function hay(seed: number): Picture {
  const [picture, pen] = canvas(TILE, TILE);
  const random = generator(seed);
  pen.fillStyle = HAY[2];
  pen.fillRect(0, 0, TILE, TILE);
  pen.fillStyle = HAY[0];
  pen.fillRect(1, 0, TILE - 2, TILE - 1);
  for (let n = 0; n < 14; n++) {
    pen.fillStyle = random(3) ? HAY[1] : HAY[2];
    pen.fillRect(1 + random(10), random(TILE - 2), 3 + random(3), 1);
  }
  pen.fillStyle = "#8a6030";
  pen.fillRect(2, 0, TILE - 4, 1);
  pen.fillStyle = HAY[2];
  pen.fillRect(4, 1, 1, TILE - 2);
  pen.fillRect(11, 1, 1, TILE - 2);
  return picture;
}

function startTile(): Picture {
  const [picture, pen] = canvas(TILE, TILE);
  pen.fillStyle = "#1830a0";
  pen.fillRect(0, 0, TILE, TILE);
  pen.fillStyle = "#3c6cf0";
  pen.fillRect(1, 1, 14, 14);
  pen.fillStyle = "#80b0fc";
  for (let i = 3; i < 13; i += 3) {
    pen.fillRect(i, 3, 1, 10);
    pen.fillRect(3, i, 10, 1);
  }
  return picture;
}

export class MazeView {
  readonly element: HTMLCanvasElement;
  private readonly pen: CanvasRenderingContext2D;
  private readonly ground: Picture;
  readonly changed = oncePerFrame(() => this.draw());
  /** Where Bessie is, in cells; fractions while she walks. */
  bessie = { row: 0, column: 0, left: true, step: 0 };
  bessieShown = true;
  bright = false;
  /** A coin that is lit now, all golden. */
  flashed = -1;
  /** The squares that are filled, as a mask: their coins are used. */
  filled = 0;
  /** How often a search has seen each cell. */
  counts: Uint16Array | undefined;
  /** A flood to show: 0 dry, 1 flooded, 2 shore. */
  flood: Uint8Array | undefined;
  cursor = -1;

  constructor(
    readonly cells: Uint8Array,
    readonly side: number,
  ) {
    [this.element, this.pen] = canvas(side * TILE, side * TILE);
    this.element.className = "pixels";
    this.ground = canvas(side * TILE, side * TILE)[0];
    this.drawGround();
  }

  /** After an edit. */
  drawGround(): void {
    const pen = this.ground.getContext("2d")!;
    this.cells.forEach((cell, point) => {
      const mix = (point * 2654435761) >>> 16;
      const picture = cell === CELL_WALL ? mazeTiles().hay[mix % 3]! : cell === CELL_START ? mazeTiles().start : mazeTiles().grass[mix % 4]!;
      pen.drawImage(picture, (point % this.side) * TILE, Math.floor(point / this.side) * TILE);
    });
    this.changed();
  }

  cellAt(event: MouseEvent): number {
    const box = this.element.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * this.side);
    const row = Math.floor(((event.clientY - box.top) / box.height) * this.side);
    return row >= 0 && column >= 0 && row < this.side && column < this.side ? row * this.side + column : -1;
  }

  /** A copy of what it shows, drawn now. */
  picture(): Picture {
    this.draw();
    const [copy, pen] = canvas(this.element.width, this.element.height);
    pen.drawImage(this.element, 0, 0);
    return copy;
  }

  private draw(): void {
    const { pen, side } = this;
    pen.drawImage(this.ground, 0, 0);
    this.flood?.forEach((state, point) => state === 1 && this.drawWater(point));
    this.cells.forEach((cell, point) => {
      if (cell < CELL_MOVE) return;
      const x = (point % side) * TILE;
      const y = Math.floor(point / side) * TILE;
      this.drawCoin(cell, point, x, y);
    });
    this.flood?.forEach((state, point) => state === 2 && this.drawShore(point));
    this.counts?.forEach((count, point) => count && this.drawCount(point, count));
    if (this.bessieShown) {
      const { row, column, left, step } = this.bessie;
      pen.drawImage(mazeTiles().cows[left ? 1 : 0]![step]!, Math.round(column * TILE), Math.round(row * TILE));
    }
    if (this.cursor >= 0) {
      pen.strokeStyle = "#3cf0f0";
      pen.lineWidth = 1;
      pen.strokeRect((this.cursor % side) * TILE + 0.5, Math.floor(this.cursor / side) * TILE + 0.5, TILE - 1, TILE - 1);
    }
  }

  /** The letter above, the row and the column of its square below. */
  private drawCoin(cell: number, point: number, x: number, y: number): void {
    const { pen } = this;
    const lit = point === this.flashed;
    const fresh = lit || writes(cell, this.filled);
    if (lit) {
      pen.fillStyle = "#f8d820";
      pen.fillRect(x, y, TILE, TILE);
    }
    pen.drawImage(mazeTiles().coins[fresh ? Number(this.bright || lit) : 2]!, x, y);
    const [letter, ...digits] = cellText(cell);
    pen.fillStyle = !fresh ? "#54401c" : letter === "M" ? "#c01010" : "#1830c0";
    coinLetter(pen, letter === "M" ? COIN_M : COIN_O, x + 4, y + 2);
    write(pen, digits.join(""), x + 4, y + 8, fresh ? "#3c2008" : "#54401c");
    if (lit) {
      pen.strokeStyle = "#ffffff";
      pen.lineWidth = 1;
      pen.strokeRect(x + 0.5, y + 0.5, TILE - 1, TILE - 1);
    }
  }

  private drawCount(point: number, count: number): void {
    const text = count > 999 ? "999" : String(count);
    const x = (point % this.side) * TILE + TILE - textWidth(text) - 1;
    const y = Math.floor(point / this.side) * TILE;
    this.pen.fillStyle = "#000000";
    this.pen.fillRect(x - 1, y, textWidth(text) + 2, 7);
    write(this.pen, text, x, y + 1, "#3cf0f0");
  }

  /** Every second pixel: water one can see through. */
  private drawWater(point: number): void {
    const x = (point % this.side) * TILE;
    const y = Math.floor(point / this.side) * TILE;
    this.pen.fillStyle = "#3ca8fc";
    for (let dy = 0; dy < TILE; dy++) for (let dx = dy % 2; dx < TILE; dx += 2) this.pen.fillRect(x + dx, y + dy, 1, 1);
  }

  private drawShore(point: number): void {
    this.pen.strokeStyle = "#fcfcfc";
    this.pen.lineWidth = 2;
    this.pen.strokeRect((point % this.side) * TILE + 1, Math.floor(point / this.side) * TILE + 1, TILE - 2, TILE - 2);
  }
}

// broad and bold, so that M, O and the digits cannot be taken for each other
const COIN_M = ["11...11", "111.111", "1111111", "11.1.11", "11...11"];
const COIN_O = [".11111.", "11...11", "11...11", "11...11", ".11111."];

function coinLetter(pen: CanvasRenderingContext2D, rows: readonly string[], x: number, y: number): void {
  rows.forEach((row, dy) => [...row].forEach((bit, dx) => bit === "1" && pen.fillRect(x + dx, y + dy, 1, 1)));
}

/** A tic-tac-toe board: M red, O blue; a winning line is golden. */
export function drawBoard(pen: CanvasRenderingContext2D, letters: ArrayLike<number>, lines: number, shine: boolean): void {
  const size = 17;
  pen.fillStyle = "#080818";
  pen.fillRect(0, 0, 3 * size + 1, 3 * size + 1);
  for (let square = 0; square < 9; square++) {
    const x = (square % 3) * size + 1;
    const y = Math.floor(square / 3) * size + 1;
    const letter = letters[square]!;
    const won = (lines >> square) & 1;
    pen.fillStyle = ["#787888", "#e03028", "#3060e0"][letter]!;
    pen.fillRect(x, y, size - 1, size - 1);
    if (letter) {
      pen.fillStyle = ["", "#f87060", "#78a8fc"][letter]!;
      pen.fillRect(x, y, size - 1, 1);
      pen.fillRect(x, y, 1, size - 1);
      big(pen, letter === 1 ? M_BITS : O_BITS, x + 3, y + 3, won ? "#f8d820" : "#fcfcfc");
    }
    if (won) {
      pen.strokeStyle = shine ? "#fcfcd8" : "#f8d820";
      pen.lineWidth = 2;
      pen.strokeRect(x + 1, y + 1, size - 3, size - 3);
    }
  }
}

export const BOARD_SIDE = 52;

/** A board of 10x10 pixels for the wall of achievements. */
export function drawMedal(pen: CanvasRenderingContext2D, letters: ArrayLike<number>, lines: number): void {
  pen.fillStyle = "#080818";
  pen.fillRect(0, 0, 13, 13);
  for (let square = 0; square < 9; square++) {
    const x = 1 + (square % 3) * 4;
    const y = 1 + Math.floor(square / 3) * 4;
    pen.fillStyle = ["#484858", "#e03028", "#3060e0"][letters[square]!]!;
    pen.fillRect(x, y, 3, 3);
    if ((lines >> square) & 1) {
      pen.fillStyle = "#f8d820";
      pen.fillRect(x + 1, y + 1, 1, 1);
    }
  }
}

export function drawLock(pen: CanvasRenderingContext2D): void {
  pen.fillStyle = "#181c38";
  pen.fillRect(0, 0, 13, 13);
  pen.fillStyle = "#6878a8";
  pen.fillRect(3, 6, 7, 5);
  pen.fillRect(4, 3, 1, 3);
  pen.fillRect(8, 3, 1, 3);
  pen.fillRect(5, 2, 3, 1);
  pen.fillStyle = "#181c38";
  pen.fillRect(6, 8, 1, 2);
}

const M_BITS = ["11000011", "11100111", "11111111", "11111111", "11011011", "11000011", "11000011", "11000011", "11000011", "11000011"];
const O_BITS = ["00111100", "01111110", "11100111", "11000011", "11000011", "11000011", "11000011", "11100111", "01111110", "00111100"];

function big(pen: CanvasRenderingContext2D, rows: readonly string[], x: number, y: number, colour: string): void {
  pen.fillStyle = colour;
  rows.forEach((row, dy) => [...row].forEach((bit, dx) => bit === "1" && pen.fillRect(x + 1 + dx, y + dy, 1, 1)));
}
