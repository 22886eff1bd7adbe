// What an SGF says in words: the comment on a move, who played, where and with what end.
import { drawer, h } from "./dom";
import type { GoGame } from "./go-game";
import { t } from "./language";
import type { SgfNode } from "./sgf-tree";

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
