// The campaign: mazes from easy to eight in one. A win opens the next level; a short walk earns stars.
import { LEVELS } from "./campaign";
import { button, h, panel } from "./dom";
import { language, t } from "./language";
import { recall, remember } from "./settings";

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
