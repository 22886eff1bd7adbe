// What is drawn over a board besides stones: numbers, marks of a record, ghost stones, refusals, lines.
import { stone, textWidth, write, type Picture } from "./sprites";

export interface Ghost {
  point: number;
  black: boolean;
  /** Its number in a line. */
  text?: string;
}

export interface Marks {
  /** Texts on points: move numbers, or labels of a record. */
  texts: Map<number, string>;
  /** Marks of a record: triangle, square, circle, cross. */
  shapes: Map<number, "TR" | "SQ" | "CR" | "MA">;
  /** Liberties of groups, each at the top right of its group. */
  counts: Map<number, number>;
  ghosts: Ghost[];
  /** A refused move, drawn large: the ghost of the stone, and the stones that would die. */
  refusal: { ghost: Ghost; doomed: Set<number> } | undefined;
  /** A cell that is framed in gold, and whether it is lit now. */
  gold: number;
}

export const noMarks = (): Marks => ({ texts: new Map(), shapes: new Map(), counts: new Map(), ghosts: [], refusal: undefined, gold: -1 });

const TILE = 16;
let ghosts: [Picture, Picture] | undefined;

export class MarkPainter {
  constructor(
    private readonly pen: CanvasRenderingContext2D,
    private readonly left: (point: number) => number,
    private readonly top: (point: number) => number,
  ) {
    ghosts ??= [stone(true, 0), stone(false, 0)];
  }

  draw(marks: Marks, stones: Uint8Array): void {
    for (const [point, shape] of marks.shapes) this.shape(point, shape, stones[point] === 1);
    for (const [point, text] of marks.texts) this.text(point, text, stones[point]!);
    for (const [point, count] of marks.counts) this.count(point, count, stones[point] === 1);
    for (const ghost of marks.ghosts) this.ghost(ghost, 0.6);
    if (marks.gold >= 0) this.frame(marks.gold, "#fce448", 2);
    if (marks.refusal) this.refusal(marks.refusal.ghost, marks.refusal.doomed);
  }

  private text(point: number, text: string, colour: number): void {
    const width = textWidth(text);
    const x = this.left(point) + 8 - Math.floor(width / 2);
    if (colour === 0) {
      this.pen.fillStyle = "#dca058";
      this.pen.fillRect(x - 1, this.top(point) + 5, width + 2, 7);
    }
    write(this.pen, text, x, this.top(point) + 6, colour === 1 ? "#fcfcfc" : "#000000");
  }

  /** Liberties in the corner of a stone, so that dots and numbers can both be seen. */
  private count(point: number, count: number, black: boolean): void {
    const text = String(count);
    const x = this.left(point) + TILE - textWidth(text);
    const y = this.top(point);
    this.pen.fillStyle = black ? "#fcfcfc" : "#000000";
    this.pen.fillRect(x - 2, y - 1, textWidth(text) + 3, 7);
    write(this.pen, text, x - 1, y, count === 1 ? (black ? "#c01010" : "#f87068") : black ? "#000000" : "#fcfcfc");
  }

  private ghost(ghost: Ghost, alpha: number): void {
    this.pen.globalAlpha = alpha;
    this.pen.drawImage(ghosts![ghost.black ? 0 : 1], this.left(ghost.point), this.top(ghost.point));
    this.pen.globalAlpha = 1;
    if (ghost.text) this.text(ghost.point, ghost.text, ghost.black ? 1 : 2);
  }

  private refusal(ghost: Ghost, doomed: ReadonlySet<number>): void {
    for (const point of doomed) this.frame(point, "#f83830", 2);
    this.ghost(ghost, 0.75);
    const x = this.left(ghost.point);
    const y = this.top(ghost.point);
    for (const [colour, grow] of [["#000000", 1], ["#f83830", 0]] as const) {
      this.pen.fillStyle = colour;
      for (let i = 1; i < TILE - 1; i++) {
        this.pen.fillRect(x + i - grow, y + i - grow, 2 + grow, 2 + grow);
        this.pen.fillRect(x + TILE - 2 - i - grow, y + i - grow, 2 + grow, 2 + grow);
      }
    }
  }

  private shape(point: number, shape: "TR" | "SQ" | "CR" | "MA", onBlack: boolean): void {
    const x = this.left(point) + 8;
    const y = this.top(point) + 8;
    const { pen } = this;
    pen.strokeStyle = onBlack ? "#fcfcfc" : "#2038c0";
    pen.lineWidth = 1;
    pen.beginPath();
    if (shape === "SQ") pen.rect(x - 3.5, y - 3.5, 7, 7);
    else if (shape === "CR") pen.arc(x, y, 3.5, 0, 2 * Math.PI);
    else if (shape === "TR") {
      pen.moveTo(x, y - 4);
      pen.lineTo(x + 4, y + 3);
      pen.lineTo(x - 4, y + 3);
      pen.closePath();
    } else {
      pen.moveTo(x - 3, y - 3);
      pen.lineTo(x + 3, y + 3);
      pen.moveTo(x + 3, y - 3);
      pen.lineTo(x - 3, y + 3);
    }
    pen.stroke();
  }

  private frame(point: number, colour: string, width: number): void {
    this.pen.strokeStyle = colour;
    this.pen.lineWidth = width;
    this.pen.strokeRect(this.left(point) + width / 2, this.top(point) + width / 2, TILE - width, TILE - width);
  }
}
