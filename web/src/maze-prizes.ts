// What a walk earns: stars in the campaign, and medals on the wall of achievements.
import { LEVELS } from "./campaign";
import { button, h, panel } from "./dom";
import { language, t } from "./language";
import { recall, remember } from "./settings";
import type { MazeGame } from "./maze-game";
import { drawLock, drawMedal } from "./maze-view";
import { canvas } from "./sprites";

// ---- the campaign: mazes from easy to eight in one; a win opens the next level, a short walk earns stars ----

const SPARE = 4; // steps more than the shortest walk that still earn two stars

export interface Prize {
  stars: number;
  /** More stars than before. */
  better: boolean;
  /** The level that is open now and was not before, from 1. */
  opened: number | undefined;
  par: number;
}

export class Campaign {
  readonly element: HTMLElement;
  private readonly list = h("ol", { class: "levels" });
  private readonly total = h("p", { class: "hint", "data-campaign": "total" });
  private readonly stars: number[];
  /** The level on the board, or -1. */
  private level = -1;

  constructor(private readonly start: (text: string) => void) {
    const kept = (recall("campaign") ?? "").split(",").map(Number);
    this.stars = LEVELS.map((_, i) => Math.max(0, Math.min(3, kept[i] || 0)));
    this.element = panel(t("campaign"), "campaign", this.total, this.list);
    this.draw();
  }

  /** Says which maze is on the board; returns its name when it is a level. */
  show(text: string): string | undefined {
    this.level = LEVELS.findIndex((level) => level.text === text);
    this.draw();
    const level = LEVELS[this.level];
    return level && t("levelIs", { level: this.level + 1, name: level.name[language() === "zh" ? 0 : 1], par: level.par });
  }

  /** The maze on the board was won by hand in so many steps. */
  won(steps: number): Prize | undefined {
    const level = LEVELS[this.level];
    if (!level) return undefined;
    const stars = steps <= level.par ? 3 : steps <= level.par + SPARE ? 2 : 1;
    const before = this.stars[this.level]!;
    const next = this.level + 1;
    const opened = before === 0 && next < LEVELS.length ? next + 1 : undefined;
    if (stars > before) this.stars[this.level] = stars;
    remember("campaign", this.stars.join(","));
    this.draw();
    return { stars, better: stars > before, opened, par: level.par };
  }

  private isOpen(index: number): boolean {
    return index === 0 || this.stars[index - 1]! > 0 || this.stars[index]! > 0;
  }

  private draw(): void {
    this.total.textContent = t("starTotal", { stars: this.stars.reduce((a, b) => a + b, 0), count: 3 * LEVELS.length });
    this.list.replaceChildren(...LEVELS.map((level, i) => h("li", {}, this.item(level.text, level.name[language() === "zh" ? 0 : 1], i))));
  }

  private item(text: string, name: string, index: number): HTMLButtonElement {
    const open = this.isOpen(index);
    const stars = this.stars[index]!;
    const item = button("", () => this.start(text), {
      class: open ? "level" : "level locked",
      disabled: !open,
      "data-level": index + 1,
      "data-stars": stars,
      "aria-pressed": String(index === this.level),
      title: open ? name : t("levelLocked"),
      "aria-label": open ? `${index + 1} ${name}, ${t("starsOf", { stars })}` : `${index + 1} ${t("levelLocked")}`,
    });
    item.append(h("b", {}, open ? String(index + 1) : "×"), h("span", { "aria-hidden": "true" }, "★".repeat(stars) + "☆".repeat(3 - stars)));
    return item;
  }
}

// ---- the wall: every winning board of a maze, locked until somebody has reached it ----

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
