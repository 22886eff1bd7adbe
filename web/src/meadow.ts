// The strip at the foot of the title: grass, hay, coins, and Bessie walking through.
import { fit, TILE } from "./board-view";
import { reducedMotion } from "./dom";
import { mazeTiles } from "./maze-view";
import { canvas } from "./sprites";

const COLUMNS = 40;
const STEP = 2; // art pixels at a time
const PACE = 120; // milliseconds

export class Meadow {
  readonly element: HTMLElement;
  private readonly picture: HTMLCanvasElement;
  private readonly pen: CanvasRenderingContext2D;
  private readonly timer: ReturnType<typeof setInterval> | undefined;
  private x = (COLUMNS / 2 + 3) * TILE;
  private steps = 0;

  constructor() {
    [this.picture, this.pen] = canvas(COLUMNS * TILE, 3 * TILE);
    this.picture.className = "pixels";
    this.element = document.createElement("div");
    this.element.className = "meadow";
    this.element.setAttribute("aria-hidden", "true");
    this.element.append(this.picture);
    this.draw();
    if (!reducedMotion()) this.timer = setInterval(() => this.walk(), PACE);
  }

  resize(): void {
    fit(this.picture, COLUMNS * TILE * 2, 3 * TILE * 2, 2);
  }

  close(): void {
    clearInterval(this.timer);
  }

  private walk(): void {
    this.steps++;
    this.x -= STEP;
    if (this.x < -TILE) this.x = COLUMNS * TILE;
    this.draw();
  }

  private draw(): void {
    const tiles = mazeTiles();
    const { pen } = this;
    for (let column = 0; column < COLUMNS; column++) {
      const x = column * TILE;
      pen.drawImage(tiles.hay[(column * 5) % 3]!, x, 0);
      pen.drawImage(tiles.grass[(column * 7) % 4]!, x, TILE);
      pen.drawImage(tiles.hay[(column * 11 + 1) % 3]!, x, 2 * TILE);
      if (column % 8 === 3) pen.drawImage(tiles.coins[this.steps % 8 < 4 ? 0 : 1]!, x, TILE);
    }
    pen.drawImage(tiles.cows[1]![Math.floor(this.steps / 2) % 2]!, Math.round(this.x), TILE);
  }
}
