// The wall of achievements: every winning board of a maze, locked until somebody has reached it.
import { button, h, panel } from "./dom";
import { t } from "./language";
import type { MazeGame } from "./maze-game";
import { drawLock, drawMedal } from "./maze-view";
import { recall, remember } from "./settings";
import { canvas } from "./sprites";

const PER_PAGE = 24;

/** A short name for a maze, to remember it by. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}

export class Achievements {
  readonly element: HTMLElement;
  private readonly grid = h("ul", { class: "medals" });
  private readonly count = h("p", { class: "info", "data-wall": "count" });
  private readonly pager = h("div", { class: "row" });
  private reached = new Set<number>();
  private game: MazeGame | undefined;
  private key = "";
  private page = 0;

  constructor(
    private readonly walkTo: (board: number) => void,
    private readonly say: (text: string) => void,
  ) {
    this.element = panel(t("wallTitle"), "wall", this.count, this.grid, this.pager);
  }

  show(game: MazeGame): void {
    this.game = game;
    this.page = 0;
    this.key = `maze.${fingerprint(game.text)}`;
    const known = new Set(game.winning);
    this.reached = new Set((recall(this.key) ?? "").split(",").map(Number).filter((board) => known.has(board)));
    this.draw();
  }

  has(board: number): boolean {
    return this.reached.has(board);
  }

  /** A board was won; returns what to say. */
  reach(board: number): string {
    const fresh = !this.reached.has(board);
    this.reached.add(board);
    remember(this.key, [...this.reached].join(","));
    this.page = Math.floor(this.game!.winning.indexOf(board) / PER_PAGE);
    this.draw();
    return t(fresh ? "victoryNew" : "victoryAgain", { reached: this.reached.size, count: this.game!.winning.length });
  }

  private draw(): void {
    const game = this.game!;
    const { winning } = game;
    this.count.textContent = t("wallCount", { reached: this.reached.size, count: winning.length });
    const shown = winning.slice(this.page * PER_PAGE, (this.page + 1) * PER_PAGE);
    this.grid.replaceChildren(...shown.map((board) => h("li", {}, this.medal(game, board))));
    const pages = Math.ceil(winning.length / PER_PAGE);
    this.pager.hidden = pages < 2;
    this.pager.replaceChildren(
      button("◀", () => this.turn(-1), { "aria-label": t("back") }),
      h("span", {}, `${this.page + 1} / ${pages}`),
      button("▶", () => this.turn(1), { "aria-label": t("step") }),
    );
  }

  private turn(by: number): void {
    const pages = Math.ceil(this.game!.winning.length / PER_PAGE);
    this.page = (this.page + by + pages) % pages;
    this.draw();
  }

  private medal(game: MazeGame, board: number): HTMLButtonElement {
    const [picture, pen] = canvas(13, 13);
    picture.className = "pixels";
    const reached = this.reached.has(board);
    const letters = game.letters(board);
    if (reached) drawMedal(pen, letters, game.lines(board));
    else drawLock(pen);
    const text = Array.from(letters, (letter) => ".MO"[letter]).join("").replace(/(...)(?=.)/g, "$1/");
    const medal = button("", () => (reached ? this.walkTo(board) : this.say(t("lockedHint"))), {
      "aria-label": reached ? text : t("locked"),
      title: reached ? text : t("locked"),
      class: reached ? "medal reached" : "medal",
    });
    medal.append(picture);
    return medal;
  }
}
