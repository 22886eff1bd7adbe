// What is drawn over a board to explain a game: liberties as numbers, ghost stones, lines, refusals.
import { drawNumber } from "./board-marks";
import { stone, textWidth, write, type Picture } from "./sprites";

export interface Ghost {
  point: number;
  black: boolean;
  /** Its number in a line. */
  text?: string;
}

export interface Notes {
  /** Liberties of groups, each at the top right of its group. */
  counts: Map<number, number>;
  ghosts: Ghost[];
  /** A refused move, drawn large: the ghost of the stone, and the stones that would die. */
  refusal: { ghost: Ghost; doomed: Set<number> } | undefined;
  /** A cell that is framed in gold, and whether it is lit now. */
  gold: number;
}

export const noNotes = (): Notes => ({ counts: new Map(), ghosts: [], refusal: undefined, gold: -1 });

const TILE = 16;
let ghosts: [Picture, Picture] | undefined;

export class NotePainter {
  constructor(
    private readonly pen: CanvasRenderingContext2D,
    private readonly left: (point: number) => number,
    private readonly top: (point: number) => number,
  ) {
    ghosts ??= [stone(true, 0), stone(false, 0)];
  }

  draw(notes: Notes, stones: Uint8Array): void {
    for (const [point, count] of notes.counts) this.count(point, count, stones[point] === 1);
    for (const ghost of notes.ghosts) this.ghost(ghost, 0.6);
    if (notes.gold >= 0) this.frame(notes.gold, "#fce448", 2);
    if (notes.refusal) this.refusal(notes.refusal.ghost, notes.refusal.doomed);
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
    if (ghost.text) drawNumber(this.pen, ghost.text, this.left(ghost.point), this.top(ghost.point), ghost.black ? 1 : 2);
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

  private frame(point: number, colour: string, width: number): void {
    this.pen.strokeStyle = colour;
    this.pen.lineWidth = width;
    this.pen.strokeRect(this.left(point) + width / 2, this.top(point) + width / 2, TILE - width, TILE - width);
  }
}
