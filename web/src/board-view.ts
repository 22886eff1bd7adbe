// A board of stones on a canvas in art pixels: 16 to a point, scaled up by steps that stay crisp.
import { oncePerFrame } from "./animate";
import { columnName, drawMark, drawNumber, rowName, NotePainter, noNotes, type Notes } from "./board-notes";
import type { Mark } from "./sgf-tree";
import { canvas, HAND, plate, sprite, stone, textWidth, WOOD, write, type Picture } from "./sprites";

export const TILE = 16;
const MARGIN = 12;

/** What is drawn over the stones. All points are row * columns + column. */
export interface Overlay {
  last: number;
  cursor: number;
  /** The candidate that flashes, and whether it is lit now. */
  candidate: number;
  candidateLit: boolean;
  candidateBlack: boolean;
  /** Refused points: true would capture, false would be suicide. */
  refused: Map<number, boolean>;
  /** Per colour, the point its pointer stands on. */
  pointers: [number, number];
  /** Win rates in thousandths by point, with the share of visits. */
  heat: Map<number, { rate: number; share: number }>;
  /** A group that shakes, by its points; the offset is in art pixels. */
  shaken: Set<number>;
  shake: number;
  /** Stones that fade through the common tone (0..3). */
  fading: Set<number>;
  tone: number;
  /** Stones just captured, which vanish: 0 all there, 1 gone. */
  vanishing: Map<number, boolean>;
  vanished: number;
  label: { point: number; text: string } | undefined;
  /** The stone that would be played: under the pointer, or tapped once and waiting for a second tap. */
  ghost: { point: number; black: boolean; waiting: boolean } | undefined;
  /** Points framed to draw the eye, e.g. where two positions agree. */
  marked: Set<number>;
  /** The markup of a record. */
  marks: Map<number, Mark>;
  /** Numbers on stones. */
  numbers: Map<number, string>;
  /** What explains a game: liberties, ghosts, refusals. */
  notes: Notes;
  edge: boolean;
}

export const noOverlay = (): Overlay => ({
  last: -1,
  cursor: -1,
  candidate: -1,
  candidateLit: false,
  candidateBlack: true,
  refused: new Map(),
  pointers: [-1, -1],
  heat: new Map(),
  shaken: new Set(),
  shake: 0,
  fading: new Set(),
  tone: 0,
  vanishing: new Map(),
  vanished: 0,
  label: undefined,
  ghost: undefined,
  marked: new Set(),
  marks: new Map(),
  numbers: new Map(),
  notes: noNotes(),
  edge: false,
});

/** One dot per group and liberty: which empty point, on which side of it, and whether it is the last. */
export interface Dot {
  point: number;
  dx: number;
  dy: number;
  atari: boolean;
}

let stones: Picture[][] | undefined;
let hands: [Picture, Picture] | undefined;

export class BoardView {
  readonly element: HTMLCanvasElement;
  readonly overlay = noOverlay();
  private readonly pen: CanvasRenderingContext2D;
  private wood: Picture;
  private readonly painter: NotePainter;
  private position: Uint8Array;
  private dots: Dot[] = [];
  /** Draws before the next frame. */
  readonly changed = oncePerFrame(() => this.draw());

  constructor(
    readonly rows: number,
    readonly columns: number,
    /** Columns as letters and rows from the bottom, as players of Go say them. */
    private letters = false,
  ) {
    const [element, pen] = canvas(columns * TILE + 2 * MARGIN, rows * TILE + 2 * MARGIN);
    this.element = element;
    this.pen = pen;
    element.className = "pixels";
    this.wood = this.drawWood();
    this.painter = new NotePainter(pen, (point) => this.left(point), (point) => this.top(point));
    this.position = new Uint8Array(rows * columns);
    stones ??= [true, false].map((black) => [0, 1, 2, 3].map((tone) => stone(black, tone)));
    hands ??= [sprite(HAND, { w: "#404858", k: "#fcfcfc" }), sprite(HAND)];
  }

  /** How the lines are named in the margin. */
  setLetters(letters: boolean): void {
    if (letters === this.letters) return;
    this.letters = letters;
    this.wood = this.drawWood();
    this.changed();
  }

  setPosition(position: Uint8Array, dots: Dot[]): void {
    this.position = position;
    this.dots = dots;
    this.changed();
  }

  /** The point under a mouse or finger, or -1. */
  pointAt(event: MouseEvent): number {
    const box = this.element.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * this.element.width - MARGIN;
    const y = ((event.clientY - box.top) / box.height) * this.element.height - MARGIN;
    const column = Math.floor(x / TILE);
    const row = Math.floor(y / TILE);
    if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return -1;
    return row * this.columns + column;
  }

  /** A picture of the part of the board around a point, at most `side` points square. */
  crop(around: number, side: number): Picture {
    this.draw();
    const rows = Math.min(side, this.rows);
    const columns = Math.min(side, this.columns);
    const first = (at: number, size: number, whole: number): number => Math.max(0, Math.min(at - Math.floor(size / 2), whole - size));
    const row = first(Math.floor(around / this.columns), rows, this.rows);
    const column = first(around % this.columns, columns, this.columns);
    // the frame and its numbers are shown where the part touches them
    const left = column === 0 ? 0 : MARGIN + column * TILE;
    const top = row === 0 ? 0 : MARGIN + row * TILE;
    const right = MARGIN + (column + columns) * TILE + (column + columns === this.columns ? MARGIN : 0);
    const bottom = MARGIN + (row + rows) * TILE + (row + rows === this.rows ? MARGIN : 0);
    const [picture, pen] = canvas(right - left, bottom - top);
    pen.drawImage(this.element, -left, -top);
    return picture;
  }

  /** A picture of a position, apart from what is shown. */
  static picture(rows: number, columns: number, position: Uint8Array, dots: Dot[], last: number): Picture {
    const view = new BoardView(rows, columns);
    view.position = position;
    view.dots = dots;
    view.overlay.last = last;
    return view.crop(0, Math.max(rows, columns));
  }

  private left(point: number): number {
    return MARGIN + (point % this.columns) * TILE;
  }

  private top(point: number): number {
    return MARGIN + Math.floor(point / this.columns) * TILE;
  }

  private drawWood(): Picture {
    const width = this.columns * TILE + 2 * MARGIN;
    const height = this.rows * TILE + 2 * MARGIN;
    const [picture, pen] = canvas(width, height);
    pen.fillStyle = WOOD.edge;
    pen.fillRect(0, 0, width, height);
    pen.fillStyle = WOOD.frame;
    pen.fillRect(1, 1, width - 2, height - 2);
    pen.fillStyle = WOOD.base;
    pen.fillRect(2, 2, width - 4, height - 4);
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1103515245 + 12345) & 0x7fffffff;
      return (seed >> 8) % below;
    };
    for (let y = 2; y < height - 2; y++)
      for (let n = 0; n < width / 48; n++) {
        pen.fillStyle = random(2) ? WOOD.light : WOOD.dark;
        const x = 2 + random(width - 4);
        pen.fillRect(x, y, Math.min(3 + random(14), width - 2 - x), 1);
      }
    pen.fillStyle = WOOD.light;
    pen.fillRect(2, 2, width - 4, 1);
    pen.fillStyle = WOOD.line;
    const half = TILE / 2;
    for (let row = 0; row < this.rows; row++)
      pen.fillRect(MARGIN + half, MARGIN + row * TILE + half, (this.columns - 1) * TILE + 1, 1);
    for (let column = 0; column < this.columns; column++)
      pen.fillRect(MARGIN + column * TILE + half, MARGIN + half, 1, (this.rows - 1) * TILE + 1);
    for (const [row, column] of starPoints(this.rows, this.columns))
      pen.fillRect(MARGIN + column * TILE + half - 1, MARGIN + row * TILE + half - 1, 3, 3);
    this.drawLabels(pen, width, height);
    return picture;
  }

  private drawLabels(pen: CanvasRenderingContext2D, width: number, height: number): void {
    for (let column = 0; column < this.columns; column++) {
      const text = columnName(column, this.letters);
      const x = MARGIN + column * TILE + 8 - Math.floor(textWidth(text) / 2);
      write(pen, text, x, 5, WOOD.line);
      write(pen, text, x, height - 9, WOOD.line);
    }
    for (let row = 0; row < this.rows; row++) {
      const text = rowName(row, this.rows, this.letters);
      const y = MARGIN + row * TILE + 6;
      write(pen, text, Math.max(3, 10 - textWidth(text)), y, WOOD.line);
      write(pen, text, width - 10, y, WOOD.line);
    }
  }

  private draw(): void {
    const { pen, overlay } = this;
    pen.drawImage(this.wood, 0, 0);
    this.drawHeat();
    this.position.forEach((colour, point) => this.drawPoint(colour, point));
    for (const [point, black] of overlay.vanishing) this.drawVanishing(point, black);
    for (const dot of this.dots) this.drawDot(dot);
    for (const [point, capture] of overlay.refused) this.drawRefused(point, capture);
    for (const point of overlay.marked) this.frame(point, "#3cf0f0", 0);
    this.painter.draw(overlay.notes, this.position);
    for (const [point, text] of overlay.numbers) drawNumber(pen, text, this.left(point), this.top(point), this.position[point]!);
    if (overlay.ghost) this.drawGhost(overlay.ghost);
    if (overlay.candidate >= 0) this.drawCandidate();
    if (overlay.last >= 0) this.drawLast(overlay.last);
    for (const [point, mark] of overlay.marks) drawMark(pen, mark, this.left(point), this.top(point), this.position[point]!);
    overlay.pointers.forEach((point, i) => {
      if (point >= 0) pen.drawImage(hands![i]!, this.left(point) + (i ? 8 : -2), this.top(point) + 7);
    });
    if (overlay.cursor >= 0) this.drawCursor(overlay.cursor);
    if (overlay.label) this.drawLabel(overlay.label);
    if (overlay.edge) {
      pen.strokeStyle = "#f83830";
      pen.lineWidth = 4;
      pen.strokeRect(2, 2, this.element.width - 4, this.element.height - 4);
    }
  }

  private drawPoint(colour: number, point: number): void {
    const { overlay } = this;
    if (colour === 3) {
      this.pen.fillStyle = WOOD.edge;
      this.pen.fillRect(this.left(point), this.top(point), TILE, TILE);
      return;
    }
    if (colour !== 1 && colour !== 2) return;
    const tone = overlay.fading.has(point) ? overlay.tone : 0;
    const dx = overlay.shaken.has(point) ? overlay.shake : 0;
    this.pen.drawImage(stones![colour - 1]![tone]!, this.left(point) + dx, this.top(point));
  }

  private drawVanishing(point: number, black: boolean): void {
    const size = Math.round(TILE * (1 - this.overlay.vanished));
    const inset = (TILE - size) / 2;
    if (size > 1) this.pen.drawImage(stones![black ? 0 : 1]![3]!, this.left(point) + inset, this.top(point) + inset, size, size);
  }

  private drawDot(dot: Dot): void {
    const x = this.left(dot.point) + 7 + dot.dx * 5;
    const y = this.top(dot.point) + 7 + dot.dy * 5;
    const { pen } = this;
    pen.fillStyle = "#000000";
    if (dot.atari) {
      // the last liberty is a red diamond, so that it differs by shape too
      pen.fillRect(x - 2, y, 6, 2);
      pen.fillRect(x, y - 2, 2, 6);
      pen.fillRect(x - 1, y - 1, 4, 4);
      pen.fillStyle = "#f83830";
      pen.fillRect(x - 1, y, 4, 2);
      pen.fillRect(x, y - 1, 2, 4);
      return;
    }
    pen.fillRect(x - 1, y - 1, 4, 4);
    pen.fillStyle = "#f8d820";
    pen.fillRect(x, y, 2, 2);
  }

  private drawRefused(point: number, capture: boolean): void {
    const x = this.left(point) + 5;
    const y = this.top(point) + 5;
    const { pen } = this;
    pen.fillStyle = "#a01010";
    if (capture)
      for (let i = 0; i < 7; i++) {
        pen.fillRect(x + i, y + i, 1, 1);
        pen.fillRect(x + 6 - i, y + i, 1, 1);
      }
    else {
      pen.fillRect(x + 1, y, 5, 1);
      pen.fillRect(x + 1, y + 6, 5, 1);
      pen.fillRect(x, y + 1, 1, 5);
      pen.fillRect(x + 6, y + 1, 1, 5);
    }
  }

  private drawGhost({ point, black, waiting }: { point: number; black: boolean; waiting: boolean }): void {
    if (this.position[point] !== 0) return;
    this.pen.globalAlpha = 0.55;
    this.pen.drawImage(stones![black ? 0 : 1]![0]!, this.left(point), this.top(point));
    this.pen.globalAlpha = 1;
    if (waiting) this.frame(point, "#3cf0f0", 0);
  }

  private drawCandidate(): void {
    const { candidate, candidateLit, candidateBlack } = this.overlay;
    const x = this.left(candidate);
    const y = this.top(candidate);
    // the cell is gold while it is lit, with the colour that plays there in its middle
    if (candidateLit) {
      this.pen.fillStyle = "#f8d820";
      this.pen.fillRect(x + 1, y + 1, TILE - 2, TILE - 2);
    }
    this.pen.fillStyle = candidateLit ? (candidateBlack ? "#303038" : "#f4f4f4") : "#b8a088";
    this.pen.fillRect(x + 4, y + 4, 8, 8);
    this.frame(candidate, "#3cf0f0", 1);
  }

  private drawLast(point: number): void {
    this.pen.fillStyle = "#00d8e8";
    const x = this.left(point) + 6;
    const y = this.top(point) + 6;
    this.pen.fillRect(x, y, 4, 4);
    this.pen.fillStyle = this.position[point] === 1 ? "#000000" : "#ffffff";
    this.pen.fillRect(x + 1, y + 1, 2, 2);
  }

  private drawCursor(point: number): void {
    const x = this.left(point);
    const y = this.top(point);
    for (const [colour, inset] of [["#000000", 0], ["#fcfcfc", 1]] as const) {
      this.pen.fillStyle = colour;
      const near = inset;
      const far = TILE - 1 - inset;
      for (const cornerX of [near, far])
        for (const cornerY of [near, far]) {
          this.pen.fillRect(x + (cornerX === near ? near : far - 3), y + cornerY, 4, 1);
          this.pen.fillRect(x + cornerX, y + (cornerY === near ? near : far - 3), 1, 4);
        }
    }
  }

  private frame(point: number, colour: string, inset: number): void {
    this.pen.strokeStyle = colour;
    this.pen.lineWidth = 1;
    const size = TILE - 1 - 2 * inset;
    this.pen.strokeRect(this.left(point) + inset + 0.5, this.top(point) + inset + 0.5, size, size);
  }

  private drawHeat(): void {
    for (const [point, { rate, share }] of this.overlay.heat) {
      const size = share > 0.5 ? 14 : share > 0.1 ? 12 : 10;
      const inset = (TILE - size) / 2;
      this.pen.fillStyle = heatColour(rate);
      this.pen.fillRect(this.left(point) + inset, this.top(point) + inset, size, size);
      const text = String(Math.min(99, Math.round(rate / 10)));
      write(this.pen, text, this.left(point) + 8 - Math.floor(textWidth(text) / 2), this.top(point) + 6, "#000000");
    }
  }

  private drawLabel(label: { point: number; text: string }): void {
    const width = textWidth(label.text) / 2 + 3;
    const x = Math.min(Math.max(this.left(label.point) + 8, width), this.element.width - width);
    plate(this.pen, label.text, x, Math.max(3, this.top(label.point) - 7), "#f8d820");
  }
}

/** From cold to warm in six steps. */
function heatColour(rate: number): string {
  const steps = ["#4868d8", "#58a0e8", "#70c8a0", "#c8d860", "#f0b040", "#f07040"];
  return steps[Math.min(5, Math.floor((rate / 1000) * 6))]!;
}

function starPoints(rows: number, columns: number): [number, number][] {
  if (rows !== columns || rows < 5 || rows % 2 === 0) return [];
  const middle = (rows - 1) / 2;
  if (rows < 9) return [[middle, middle]];
  const near = rows < 13 ? 2 : 3;
  const lines = rows >= 15 ? [near, middle, rows - 1 - near] : [near, rows - 1 - near];
  const points = lines.flatMap((row) => lines.map((column) => [row, column] as [number, number]));
  if (rows < 15) points.push([middle, middle]);
  return points;
}

/** Where a keyboard cursor goes with an arrow key, from the middle when there is none; else undefined. */
export function moveCursor(key: string, cursor: number, rows: number, columns: number): number | undefined {
  const by = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[key];
  if (!by) return undefined;
  const from = cursor < 0 ? Math.floor(rows / 2) * columns + Math.floor(columns / 2) : cursor;
  const row = Math.min(rows - 1, Math.max(0, Math.floor(from / columns) + by[0]!));
  const column = Math.min(columns - 1, Math.max(0, (from % columns) + by[1]!));
  return row * columns + column;
}

// ---- the size: as large as fits, at steps of half a device pixel an art pixel ----

/** Screens on which the board stands beside the panels; style.css has the same line. */
export const BESIDE = "(min-width: 900px), (min-width: 600px) and (max-height: 500px)";

/** Sizes a room's canvas: beside the panels it must fit the window, with so much room below, above them the width. */
export function fitStage(stage: HTMLElement, element: HTMLCanvasElement, below = 0): void {
  const beside = matchMedia(BESIDE).matches;
  const room = stage.parentElement ?? stage;
  const top = room.getBoundingClientRect().top + window.scrollY + parseFloat(getComputedStyle(room).paddingTop);
  fit(element, stage.clientWidth, beside ? Math.max(160, window.innerHeight - top - below - 6) : window.innerHeight * 0.8);
}

/** Every tile of 16 art pixels gets the same whole number of device pixels, so all look alike. */
const crisp = (scale: number): number => (scale >= 1.5 ? Math.floor(scale * 2) / 2 : scale >= 1 ? 1 : scale);

/** Sizes a canvas to the largest crisp step that fits. */
export function fit(element: HTMLCanvasElement, width: number, height: number, most = 12): void {
  const ratio = devicePixelRatio || 1;
  // a board with a camera draws in device pixels and says how large it would be in art pixels
  const across = Number(element.dataset["across"] ?? element.width);
  const down = Number(element.dataset["down"] ?? element.height);
  const scale = Math.min((width * ratio) / across, (height * ratio) / down, most * ratio);
  const step = element.dataset["across"] ? scale : crisp(scale);
  element.style.width = `${(across * step) / ratio}px`;
  element.style.height = `${(down * step) / ratio}px`;
}
