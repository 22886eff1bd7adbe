// What an SGF says in words, and what is drawn besides the stones: refusals, earlier positions, move numbers.
import { drawer, h } from "./dom";
import { GO_OK, GO_SUICIDE, type GoGame, type Entry } from "./go-game";
import { t } from "./language";
import type { SgfNode } from "./sgf-tree";
import type { Notes } from "./board-notes";
import { BoardView, fit } from "./board-view";
import { neighbours } from "./nogo-show";

const NAMES = ["PB", "PW", "EV", "DT", "RE"] as const;

export class GoDetails {
  readonly element: HTMLDetailsElement;
  /** The names in one line. */
  readonly names = h("p", { class: "names", "data-go": "names" });
  private readonly comment: HTMLTextAreaElement;
  private readonly fields = new Map<string, HTMLInputElement>();
  private game: GoGame | undefined;

  constructor(private readonly changed: () => void) {
    this.comment = h("textarea", {
      rows: 3, "aria-label": t("commentHere"), placeholder: t("commentHere"), "data-do": "comment",
      oninput: () => this.set(this.game!.node, "C", this.comment.value),
    });
    this.element = drawer(t("comment"), "comments", false, this.comment, h("div", { class: "fields" }, ...NAMES.map((name) => this.field(name))));
  }

  /** Another record. */
  show(game: GoGame): void {
    this.game = game;
    for (const [name, field] of this.fields) field.value = game.root.text(name);
    this.writeNames();
  }

  /** The game stands elsewhere. */
  update(): void {
    const comment = this.game!.node.text("C");
    if (this.comment.value !== comment) this.comment.value = comment;
    if (comment) this.element.open = true;
  }

  private field(name: (typeof NAMES)[number]): HTMLLabelElement {
    const input = h("input", { type: "text", maxlength: 100, "data-name": name, oninput: () => this.set(this.game!.root, name, input.value) });
    this.fields.set(name, input);
    return h("label", { class: "field" }, h("span", {}, t(`sgf${name}`)), input);
  }

  private set(node: SgfNode, name: string, text: string): void {
    this.game!.describe(node, name, text);
    this.writeNames();
    this.changed();
  }

  private writeNames(): void {
    const { root } = this.game!;
    const player = (colour: "black" | "white", name: string, rank: string): string => {
      const who = [root.text(name), root.text(rank)].filter(Boolean).join(" ");
      return who && `${t(colour)} ${who}`;
    };
    const parts = [player("black", "PB", "BR"), player("white", "PW", "WR"), root.text("EV"), root.text("DT"), root.text("RE")];
    this.names.textContent = parts.filter(Boolean).join(" · ");
  }
}

const CROP = 7; // points on a side of the earlier position that is shown

/** A refused move drawn large, with the stones that would die. */
export function refusalOf(game: GoGame, { verdict, point, colour }: Entry, stones: Uint8Array): Notes["refusal"] {
  if (verdict === GO_OK || point < 0) return undefined;
  const doomed = new Set<number>();
  if (verdict === GO_SUICIDE) {
    const groups = game.groups();
    const roots = neighbours(point, game.rows, game.columns).filter((next) => stones[next] === colour).map((next) => groups[next]);
    stones.forEach((stone, at) => stone === colour && roots.includes(groups[at]) && doomed.add(at));
  }
  return { ghost: { point, black: colour === 1 }, doomed };
}

/** On every stone the number of the move that put it there; the last one counts. */
export function moveNumbers(game: GoGame, stones: Uint8Array): Map<number, string> {
  const numbers = new Map<number, string>();
  for (let i = 0, n = 0; i < game.place; i++) {
    const { point, verdict, setup, note } = game.entry(i);
    if (verdict !== GO_OK || setup || note) continue;
    n++;
    if (point >= 0 && stones[point]) numbers.set(point, String(n));
  }
  return numbers;
}

/** For superko: the earlier position that the move would bring back, with what differs from now. */
export function earlierPosition(game: GoGame, entry: Entry): HTMLElement[] {
  const earlier = new BoardView(game.rows, game.columns);
  const stones = game.earlier(entry.repeated);
  const now = game.stones();
  stones.forEach((colour, point) => {
    if (colour !== now[point]) earlier.overlay.marked.add(point);
  });
  earlier.setPosition(stones, []);
  const picture = earlier.crop(entry.point, CROP);
  picture.setAttribute("role", "img");
  const caption = t("earlier", { step: entry.repeated });
  picture.setAttribute("aria-label", caption);
  picture.className = "pixels earlier";
  fit(picture, 300, 300, 2);
  return [h("p", {}, caption), picture];
}
