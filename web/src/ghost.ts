// The stone under the pointer, and the second tap: on large boards a finger hides several points.
import type { BoardView } from "./board-view";
import type { PixelBoard } from "./pixel-board";

const SURE = 12; // lines up to which one tap plays

export class Ghost {
  private finger = false;

  /** `turn` says whose stone it would be: 1 black, 2 white, 0 nobody's. */
  constructor(
    private readonly view: BoardView | PixelBoard,
    private readonly turn: () => number,
  ) {
    const { element } = view;
    element.addEventListener("pointerdown", (event) => (this.finger = event.pointerType !== "mouse"));
    element.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse") this.show(view.pointAt(event), false);
    });
    element.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.show(-1, false));
    element.addEventListener("blur", () => this.show(-1, false));
  }

  /** The point that a click plays, or -1: off the board, or a first tap that wants a second. */
  picked(event: MouseEvent): number {
    const point = this.view.pointAt(event);
    const waiting = this.view.overlay.ghost;
    const large = Math.max(this.view.rows, this.view.columns) > SURE;
    if (point >= 0 && this.finger && large && this.turn() && !(waiting?.waiting && waiting.point === point)) {
      this.show(point, true);
      return -1;
    }
    this.show(-1, false);
    return point;
  }

  /** Whether a tap waits for its second. */
  get waiting(): boolean {
    return this.view.overlay.ghost?.waiting === true;
  }

  private show(point: number, waiting: boolean): void {
    const { overlay } = this.view;
    const turn = point >= 0 ? this.turn() : 0;
    const old = overlay.ghost;
    overlay.ghost = point >= 0 && turn ? { point, black: turn === 1, waiting } : undefined;
    if (old?.point !== overlay.ghost?.point || old?.waiting !== overlay.ghost?.waiting) this.view.changed();
  }
}
