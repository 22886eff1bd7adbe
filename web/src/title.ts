// The title screen: the name, a demo game on a small board, and the three rooms.
import type { App, Room } from "./app";
import { BoardView, fit, TILE } from "./board-view";
import { h, reducedMotion } from "./dom";
import { unpackMoves } from "./hash";
import { t, type Key } from "./language";
import { libertyDots } from "./board-notes";
import { NoGoGame } from "./nogo-game";
import { mazeTiles } from "./maze-view";
import { canvas } from "./sprites";

const ENTRIES: readonly [room: string, name: Key, line: Key][] = [
  ["nogo", "nogo", "nogoLine"],
  ["go", "go", "goLine"],
  ["maze", "maze", "mazeLine"],
  ["judge", "judge", "judgeLine"],
  ["algorithm", "algorithm", "algorithmLine"],
];

// Two random games on 7x7, written down.
const GAMES = [
  "efgdecedbdgcddfacfaacdfdbcgagffbbaabdeafdcdbdgcbffggadaceecedabbcaccegbebggbbfaecgfedffceage",
  "ffcfebgdeafagbafcdgfbcbbdeaefdaaefggegeegaccagcbdffbedbfcebebgcaaddcgcgeecfecgbaacdadddbdg",
];

export class Title implements Room {
  readonly element: HTMLElement;
  private readonly game: NoGoGame;
  private readonly view: BoardView;
  private readonly timer: ReturnType<typeof setInterval> | undefined;
  private readonly meadow = new Meadow();
  private shown = 0;

  constructor(app: App) {
    this.game = NoGoGame.empty(app.core, 7, 7);
    this.view = new BoardView(7, 7);
    this.view.element.setAttribute("aria-hidden", "true");
    this.element = h(
      "main",
      { class: "title" },
      h("div", { class: "logo" }, h("h1", {}, h("span", { class: "latin" }, "QI"), h("span", { class: "han" }, "气")), h("p", {}, t("tagline"))),
      h("div", { class: "demo" }, this.view.element),
      h(
        "nav",
        { class: "panel menu", "aria-label": t("pressStart") },
        ...ENTRIES.map(([room, name, line]) =>
          h("a", { href: `#${room}`, "data-room": room }, h("b", {}, t(name)), h("span", {}, t(line))),
        ),
      ),
      h("a", { class: "start", href: `#${ENTRIES[0]![0]}` }, t("pressStart")),
      h("p", { class: "footer" }, t("footer")),
      this.meadow.element,
    );
    this.begin();
    this.game.seek(reducedMotion() ? 30 : 12);
    this.show();
    if (!reducedMotion()) this.timer = setInterval(() => this.next(), 900);
  }

  command(): void {}

  key(event: KeyboardEvent): boolean {
    const links = [...this.element.querySelectorAll<HTMLAnchorElement>(".menu a")];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    if (event.key === "ArrowDown") links[(at + 1) % links.length]!.focus();
    else if (event.key === "ArrowUp") links[(at + links.length - 1) % links.length]!.focus();
    else if (event.key === "Enter" && at < 0) location.hash = links[0]!.getAttribute("href")!;
    else return false;
    return true;
  }

  resize(): void {
    const wide = matchMedia("(min-width: 900px)").matches;
    fit(this.view.element, wide ? 440 : 280, wide ? 440 : 280);
    this.meadow.resize();
  }

  close(): void {
    clearInterval(this.timer);
    this.meadow.close();
    this.game.free();
  }

  private begin(): void {
    this.game.seek(0);
    for (const move of unpackMoves(GAMES[this.shown]!, this.game.columns)) this.game.play(move);
    this.game.seek(0);
  }

  private next(): void {
    if (this.game.place === this.game.count) {
      this.shown = (this.shown + 1) % GAMES.length;
      this.begin();
    } else this.game.seek(this.game.place + 1);
    this.show();
  }

  private show(): void {
    const stones = this.game.stones();
    this.view.overlay.last = this.game.place ? this.game.moveAt(this.game.place - 1) : -1;
    this.view.setPosition(stones, libertyDots(this.game, stones));
  }
}

// ---- the strip at the foot: grass, hay, coins, and Bessie walking through ----

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
