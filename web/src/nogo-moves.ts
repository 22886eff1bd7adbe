// The moves of a game with its variations, and the comment on the one that is shown.
import { oncePerFrame } from "./animate";
import { button, h, panel } from "./dom";
import { t } from "./language";
import { BLACK, WHITE } from "./nogo-game";
import type { NoGoPlay } from "./nogo-play";
import type { TreeNode } from "./nogo-tree";

const MAX_LISTED = 600; // moves in the list

export class NoGoMoves {
  readonly element: HTMLElement;
  private readonly list = h("div", { class: "movetree", role: "group", "aria-label": t("moves") });
  private readonly names = h("p", { class: "info" });
  private readonly comment: HTMLTextAreaElement;
  private readonly players = [this.player(BLACK), this.player(WHITE)];
  private play: NoGoPlay | undefined;
  private left = 0;
  private shown = ""; // which tree is in the list
  private readonly buttons = new Map<TreeNode, HTMLButtonElement>();
  private mistakes = new Set<TreeNode>();

  constructor(private readonly edited: () => void) {
    this.comment = h("textarea", { rows: 2, "aria-label": t("moveComment"), placeholder: t("moveComment"), "data-do": "comment", onchange: () => {
      this.play?.tree.setComment(this.comment.value);
      this.edited();
    } });
    this.element = panel(t("moves"), "movelist", this.names, this.list, this.comment, h("div", { class: "fields players" }, ...this.players));
  }

  private player(colour: number): HTMLLabelElement {
    const name = colour === BLACK ? "PB" : "PW";
    const input = h("input", { type: "text", maxlength: 100, "data-name": name, onchange: () => {
      this.play?.tree.setName(colour, input.value.trim());
      this.edited();
    } });
    return h("label", { class: "field" }, h("span", {}, t(`sgf${name}`)), input);
  }

  open(play: NoGoPlay): void {
    this.play = play;
    this.shown = "";
    this.mistakes.clear();
  }

  mark(mistakes: readonly TreeNode[]): void {
    this.mistakes = new Set(mistakes);
    this.shown = "";
    this.update();
  }

  update(): void {
    const { play } = this;
    if (!play) return;
    const { tree } = play;
    const hasTree = tree.root.children.length > 0;
    this.element.hidden = !hasTree && !tree.comment();
    const [black, white] = tree.names();
    this.names.hidden = !black && !white;
    this.names.textContent = t("names", { black: black || "?", white: white || "?" });
    if (document.activeElement !== this.comment) this.comment.value = tree.comment();
    this.players.forEach((label, i) => {
      const input = label.querySelector("input")!;
      if (document.activeElement !== input) input.value = [black, white][i]!;
    });
    if (this.element.hidden) return;
    const wanted = `${tree.changes} ${play.setup.coordinates}`;
    if (wanted !== this.shown) {
      this.shown = wanted;
      this.left = MAX_LISTED;
      this.buttons.clear();
      this.list.replaceChildren(...this.line(tree.root, 0));
    }
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.buttons.get(tree.node)?.setAttribute("aria-current", "step");
    this.follow();
  }

  /** The present move is in sight; only the list scrolls, never the page. */
  private readonly follow = oncePerFrame(() => {
    const now = this.play && this.buttons.get(this.play.tree.node);
    if (now?.isConnected) this.list.scrollTop = now.offsetTop - this.list.clientHeight / 2;
  });

  /** The moves after a node; a choice opens a block for every other move. */
  private line(from: TreeNode, place: number): HTMLElement[] {
    const out: HTMLElement[] = [];
    for (let node = from; node.children.length && this.left > 0; ) {
      const main = node.next ?? node.children[0]!;
      place++;
      out.push(this.move(main, place));
      for (const other of node.children)
        if (other !== main) out.push(h("div", { class: "variation" }, this.move(other, place), ...this.line(other, place)));
      node = main;
    }
    return out;
  }

  private move(node: TreeNode, place: number): HTMLButtonElement {
    const play = this.play!;
    this.left--;
    const mistake = this.mistakes.has(node);
    const black = node.colour === BLACK;
    const name = play.name(node.point);
    const move = button("", () => play.choose(node), {
      class: mistake ? "move mistake" : "move",
      title: play.tree.comment(node) || undefined,
    });
    move.append(String(place), h("span", { class: black ? "pebble black" : "pebble", role: "img", "aria-label": t(black ? "black" : "white") }), name + (mistake ? "?" : ""));
    this.buttons.set(node, move);
    return move;
  }
}
