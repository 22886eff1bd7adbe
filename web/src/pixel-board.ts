// A large board: one art pixel a point. What it can show is the stones, the last move and the edge.
import { oncePerFrame } from "./animate";
import { noOverlay } from "./board-view";
import { canvas } from "./sprites";

const COLOURS = [0xff58a0dc, 0xff000000, 0xffffffff, 0xff0c203c]; // ABGR: wood, black, white, hole

export class PixelBoard {
  readonly element: HTMLCanvasElement;
  readonly overlay = noOverlay();
  private readonly pen: CanvasRenderingContext2D;
  private readonly image: ImageData;
  private readonly pixels: Uint32Array;
  readonly changed = oncePerFrame(() => this.draw());

  constructor(
    readonly rows: number,
    readonly columns: number,
  ) {
    const [element, pen] = canvas(columns, rows);
    element.className = "pixels framed";
    this.element = element;
    this.pen = pen;
    this.image = pen.createImageData(columns, rows);
    this.pixels = new Uint32Array(this.image.data.buffer);
  }

  setPosition(position: Uint8Array): void {
    for (let point = 0; point < position.length; point++) this.pixels[point] = COLOURS[position[point]!]!;
    this.changed();
  }

  private draw(): void {
    this.pen.putImageData(this.image, 0, 0);
    this.spot(this.overlay.last, "#00d8e8");
    this.spot(this.overlay.cursor, "#f8d820");
    this.element.classList.toggle("alarm", this.overlay.edge);
  }

  pointAt(event: MouseEvent): number {
    const box = this.element.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * this.columns);
    const row = Math.floor(((event.clientY - box.top) / box.height) * this.rows);
    if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return -1;
    return row * this.columns + column;
  }

  private spot(point: number, colour: string): void {
    if (point < 0) return;
    this.pen.fillStyle = colour;
    this.pen.fillRect(point % this.columns, Math.floor(point / this.columns), 1, 1);
  }
}
