// A large board under a camera: whole, a few pixels a point; near, with stones. Wheel and pinch zoom, a drag
// moves it, Z, X and 0 do so from the keyboard.
import { oncePerFrame } from "./animate";
import { noOverlay } from "./board-view";
import { canvas, stone, WOOD, type Picture } from "./sprites";

const COLOURS = [0xff58a0dc, 0xff000000, 0xffffffff, 0xff0c203c]; // ABGR: wood, black, white, hole
const NEAR = 6; // pixels a point from which stones are drawn
const NEAREST = 48;
const STEP = 1.3;
const DRAG = 6; // pixels a pointer may move and still click

export class PixelBoard {
  readonly element: HTMLCanvasElement;
  readonly overlay = noOverlay();
  private readonly pen: CanvasRenderingContext2D;
  /** The whole board, a pixel a point. */
  private readonly whole: Picture;
  private readonly wholePen: CanvasRenderingContext2D;
  private readonly image: ImageData;
  private readonly pixels: Uint32Array;
  private position: Uint8Array;
  private zoom = 1;
  /** The point of the board, in points, at the middle of the canvas. */
  private middle: { x: number; y: number };
  private readonly fingers = new Map<number, { x: number; y: number }>();
  private moved = false;
  private shownCursor = -1;
  readonly changed = oncePerFrame(() => this.draw());

  constructor(
    readonly rows: number,
    readonly columns: number,
  ) {
    [this.element, this.pen] = canvas(columns, rows);
    const { element } = this;
    element.className = "pixels framed camera";
    element.dataset["across"] = String(columns);
    element.dataset["down"] = String(rows);
    [this.whole, this.wholePen] = canvas(columns, rows);
    this.image = this.wholePen.createImageData(columns, rows);
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.position = new Uint8Array(rows * columns);
    this.middle = { x: columns / 2, y: rows / 2 };
    new ResizeObserver(() => this.resized()).observe(element);
    element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    element.addEventListener("pointerdown", (event) => this.down(event));
    element.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel"] as const) element.addEventListener(end, (event) => this.fingers.delete(event.pointerId));
    // a drag that ends on the board is no click
    element.addEventListener("click", (event) => this.moved && event.stopImmediatePropagation(), { capture: true });
    element.addEventListener("keydown", (event) => this.key(event));
  }

  setPosition(position: Uint8Array): void {
    this.position = position;
    for (let point = 0; point < position.length; point++) this.pixels[point] = COLOURS[position[point]!]!;
    this.changed();
  }

  pointAt(event: MouseEvent): number {
    const at = this.under(event);
    const column = Math.floor(at.x);
    const row = Math.floor(at.y);
    if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return -1;
    return row * this.columns + column;
  }

  /** A picture of a position, a pixel a point. */
  static picture(rows: number, columns: number, position: Uint8Array): Picture {
    const view = new PixelBoard(rows, columns);
    view.setPosition(position);
    view.wholePen.putImageData(view.image, 0, 0);
    return view.whole;
  }

  // ---- the camera ----

  /** Canvas pixels a point. */
  private get scale(): number {
    return (this.element.width / this.columns) * this.zoom;
  }

  private resized(): void {
    const ratio = devicePixelRatio || 1;
    const width = Math.round(this.element.clientWidth * ratio);
    const height = Math.round(this.element.clientHeight * ratio);
    if (!width || !height || (width === this.element.width && height === this.element.height)) return;
    this.element.width = width;
    this.element.height = height;
    this.draw();
  }

  /** Where on the board, in points, an event is. */
  private under(event: MouseEvent): { x: number; y: number } {
    const box = this.element.getBoundingClientRect();
    const edge = this.element.clientLeft;
    const x = ((event.clientX - box.left - edge) / this.element.clientWidth - 0.5) * this.element.width;
    const y = ((event.clientY - box.top - edge) / this.element.clientHeight - 0.5) * this.element.height;
    return { x: this.middle.x + x / this.scale, y: this.middle.y + y / this.scale };
  }

  /** Zooms so that the place `at` stays where it is. */
  private zoomTo(zoom: number, at: { x: number; y: number }): boolean {
    const most = Math.max(1, (NEAREST * this.columns) / this.element.width);
    const next = Math.min(most, Math.max(1, zoom));
    const part = this.zoom / next;
    const was = this.zoom;
    this.zoom = next;
    this.moveTo(at.x + (this.middle.x - at.x) * part, at.y + (this.middle.y - at.y) * part);
    return was !== next;
  }

  private moveTo(x: number, y: number): void {
    const halfX = this.element.width / this.scale / 2;
    const halfY = this.element.height / this.scale / 2;
    const within = (value: number, half: number, whole: number): number => Math.min(Math.max(value, half), Math.max(half, whole - half));
    this.middle = { x: within(x, halfX, this.columns), y: within(y, halfY, this.rows) };
    this.changed();
  }

  private wheel(event: WheelEvent): void {
    // the page scrolls on when there is nothing to zoom
    if (this.zoomTo(this.zoom * STEP ** (-Math.sign(event.deltaY) * Math.min(3, Math.max(1, Math.abs(event.deltaY) / 100))), this.under(event))) event.preventDefault();
  }

  private down(event: PointerEvent): void {
    if (this.fingers.size === 0) this.moved = false;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.start = { x: event.clientX, y: event.clientY };
  }

  private start = { x: 0, y: 0 };

  private drag(event: PointerEvent): void {
    const old = this.fingers.get(event.pointerId);
    if (!old) return;
    if (Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y) > DRAG) this.moved = true;
    const others = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, finger]) => finger);
    const here = this.under(event);
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const before = this.element.width / this.element.clientWidth / this.scale;
    if (others.length) {
      const other = others[0]!;
      this.moved = true;
      const apart = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      const was = Math.hypot(old.x - other.x, old.y - other.y);
      if (was > 0) this.zoomTo((this.zoom * apart) / was, here);
    } else if (this.moved && this.zoom > 1) this.moveTo(this.middle.x - (event.clientX - old.x) * before, this.middle.y - (event.clientY - old.y) * before);
  }

  private key(event: KeyboardEvent): void {
    const { cursor } = this.overlay;
    const at = cursor >= 0 ? { x: (cursor % this.columns) + 0.5, y: Math.floor(cursor / this.columns) + 0.5 } : this.middle;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "z" || event.key === "Z") this.zoomTo(this.zoom * STEP, at);
    else if (event.key === "x" || event.key === "X") this.zoomTo(this.zoom / STEP, at);
    else if (event.key === "0") this.zoomTo(1, at);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The keyboard's cursor stays in the picture. */
  private follow(): void {
    const { cursor } = this.overlay;
    if (cursor === this.shownCursor) return;
    this.shownCursor = cursor;
    if (cursor < 0 || this.zoom === 1) return;
    const x = (cursor % this.columns) + 0.5;
    const y = Math.floor(cursor / this.columns) + 0.5;
    const halfX = this.element.width / this.scale / 2 - 1;
    const halfY = this.element.height / this.scale / 2 - 1;
    if (Math.abs(x - this.middle.x) > halfX || Math.abs(y - this.middle.y) > halfY) this.moveTo(x, y);
  }

  // ---- drawing ----

  private draw(): void {
    this.follow();
    const { pen, element, scale } = this;
    this.wholePen.putImageData(this.image, 0, 0);
    const left = element.width / 2 - this.middle.x * scale;
    const top = element.height / 2 - this.middle.y * scale;
    pen.imageSmoothingEnabled = false;
    pen.fillStyle = WOOD.base;
    pen.fillRect(0, 0, element.width, element.height);
    if (scale < NEAR) pen.drawImage(this.whole, left, top, this.columns * scale, this.rows * scale);
    else this.drawNear(left, top);
    const { overlay } = this;
    for (const point of overlay.marked) this.spot(point, "#3cf0f0", left, top);
    this.spot(overlay.last, "#00d8e8", left, top);
    if (overlay.ghost && this.position[overlay.ghost.point] === 0) this.spot(overlay.ghost.point, overlay.ghost.black ? "#303038" : "#f4f4f4", left, top);
    this.spot(overlay.cursor, "#f8d820", left, top);
    element.classList.toggle("alarm", overlay.edge);
  }

  /** Lines and stones of what can be seen. */
  private drawNear(left: number, top: number): void {
    const { pen, element, scale } = this;
    const first = { column: Math.max(0, Math.floor(-left / scale)), row: Math.max(0, Math.floor(-top / scale)) };
    const end = { column: Math.min(this.columns, Math.ceil((element.width - left) / scale)), row: Math.min(this.rows, Math.ceil((element.height - top) / scale)) };
    const line = Math.max(1, Math.round(scale / 16));
    const half = scale / 2;
    pen.fillStyle = WOOD.line;
    for (let row = first.row; row < end.row; row++)
      pen.fillRect(Math.max(0, left + half), Math.round(top + row * scale + half), Math.min(element.width, left + (this.columns - 1) * scale + half) - Math.max(0, left + half), line);
    for (let column = first.column; column < end.column; column++)
      pen.fillRect(Math.round(left + column * scale + half), Math.max(0, top + half), line, Math.min(element.height, top + (this.rows - 1) * scale + half) - Math.max(0, top + half));
    const pictures = nearStones();
    for (let row = first.row; row < end.row; row++)
      for (let column = first.column; column < end.column; column++) {
        const colour = this.position[row * this.columns + column]!;
        if (!colour) continue;
        const x = Math.round(left + column * scale);
        const y = Math.round(top + row * scale);
        const size = Math.round(left + (column + 1) * scale) - x;
        if (colour === 3) {
          pen.fillStyle = WOOD.edge;
          pen.fillRect(x, y, size, size);
        } else pen.drawImage(pictures[colour - 1]!, x, y, size, size);
      }
  }

  private spot(point: number, colour: string, left: number, top: number): void {
    if (point < 0) return;
    const { scale, pen } = this;
    const x = left + (point % this.columns) * scale;
    const y = top + Math.floor(point / this.columns) * scale;
    if (scale >= NEAR) {
      pen.strokeStyle = colour;
      pen.lineWidth = Math.max(2, scale / 8);
      pen.strokeRect(x + 1, y + 1, scale - 2, scale - 2);
      return;
    }
    const size = Math.max(3, scale);
    pen.fillStyle = colour;
    pen.fillRect(x + (scale - size) / 2, y + (scale - size) / 2, size, size);
  }
}

let near: [Picture, Picture] | undefined;
const nearStones = (): [Picture, Picture] => (near ??= [stone(true, 0), stone(false, 0)]);
