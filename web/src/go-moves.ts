// The picture of a record's tree, and the list of the moves of the line on the board.
import { button, h } from "./dom";
import type { GoGame } from "./go-game";
import { t } from "./language";
import { EVENT_MOVE, EVENT_SETUP, type SgfNode } from "./sgf-tree";

const CELL = 20; // CSS pixels of a node
const AROUND = 60; // moves shown before and after the present one

export class GoMoves {
  readonly element: HTMLElement;
  readonly tree = h("div", { class: "tree", tabindex: 0, role: "group", "data-do": "tree" });
  private readonly space = h("div", {});
  private readonly picture = h("canvas", { "aria-hidden": "true" });
  private readonly list = h("ol", { class: "moves", tabindex: 0, "aria-label": t("moveList") });
  private readonly which = h("span", { class: "hint", "data-tree": "which" });
  private readonly previous: HTMLButtonElement;
  private readonly next: HTMLButtonElement;
  private all: SgfNode[] = [];
  private columns = 0;
  private rows = 0;
  private game: GoGame | undefined;

  constructor(
    private readonly goTo: (node: SgfNode) => void,
    private readonly seek: (place: number) => void,
    private readonly name: (point: number) => string,
  ) {
    this.previous = button("▲", () => this.sibling(-1), { "aria-label": t("variationBefore"), title: t("variationBefore"), "data-do": "variation-before" });
    this.next = button("▼", () => this.sibling(1), { "aria-label": t("variationAfter"), title: t("variationAfter"), "data-do": "variation-after" });
    this.space.append(this.picture);
    this.tree.append(this.space);
    this.tree.addEventListener("scroll", () => this.draw());
    this.picture.addEventListener("click", (event) => this.click(event));
    this.element = h("div", { class: "record" }, this.tree, h("div", { class: "row" }, this.which, h("div", { class: "row" }, this.previous, this.next)), this.list);
  }

  /** The tree has changed, or is another one. */
  layOut(game: GoGame): void {
    this.game = game;
    this.all = [];
    this.columns = 0;
    this.rows = 0;
    const leftmost: number[] = []; // per row, the leftmost column that is taken
    const waiting: [start: SgfNode, column: number, least: number][] = [[game.root, 0, 0]];
    for (let item = waiting.pop(); item; item = waiting.pop()) {
      const [start, column, least] = item;
      const chain = [start];
      for (let at = start.children[0]; at; at = at.children[0]) chain.push(at);
      let row = least;
      while ((leftmost[row] ?? Infinity) <= column + chain.length) row++;
      leftmost[row] = column - 1;
      this.columns = Math.max(this.columns, column + chain.length);
      this.rows = Math.max(this.rows, row + 1);
      chain.forEach((node, i) => {
        node.x = column + i;
        node.y = row;
        this.all.push(node);
        // later branches are laid out first, nearer to their line
        node.children.slice(1).forEach((child) => waiting.push([child, column + i + 1, row + 1]));
      });
    }
    this.space.style.width = `${this.columns * CELL}px`;
    this.space.style.height = `${this.rows * CELL}px`;
    this.tree.setAttribute("aria-label", t("treeLabel", { nodes: this.all.length, lines: this.rows }));
  }

  /** The game stands elsewhere. */
  update(): void {
    const { node } = this.game!;
    const siblings = node.parent?.children ?? [node];
    const at = siblings.indexOf(node);
    this.which.textContent = siblings.length > 1 ? t("variationOf", { at: at + 1, count: siblings.length }) : t("noVariation");
    this.previous.disabled = at <= 0;
    this.next.disabled = at >= siblings.length - 1;
    const { clientWidth, clientHeight } = this.tree;
    const [x, y] = [node.x * CELL, node.y * CELL];
    if (x < this.tree.scrollLeft || x + 2 * CELL > this.tree.scrollLeft + clientWidth) this.tree.scrollLeft = x - clientWidth / 2;
    if (y < this.tree.scrollTop || y + CELL > this.tree.scrollTop + clientHeight) this.tree.scrollTop = y - clientHeight / 2;
    this.draw();
    this.writeList();
  }

  /** To the previous or next variation at this place. */
  sibling(by: number): void {
    const { node } = this.game!;
    const other = node.parent?.children[node.parent.children.indexOf(node) + by];
    if (other) this.goTo(other);
  }

  private click(event: MouseEvent): void {
    const box = this.picture.getBoundingClientRect();
    const x = Math.floor((event.clientX - box.left + this.tree.scrollLeft) / CELL);
    const y = Math.floor((event.clientY - box.top + this.tree.scrollTop) / CELL);
    const node = this.all.find((one) => one.x === x && one.y === y);
    if (node) this.goTo(node);
  }

  /** Only what can be seen is drawn. */
  private draw(): void {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.tree;
    if (!clientWidth || !this.game) return;
    const ratio = devicePixelRatio || 1;
    const [width, height] = [Math.min(clientWidth, this.columns * CELL), Math.min(clientHeight, this.rows * CELL)];
    this.picture.width = Math.round(width * ratio);
    this.picture.height = Math.round(height * ratio);
    this.picture.style.width = `${width}px`;
    this.picture.style.height = `${height}px`;
    const pen = this.picture.getContext("2d")!;
    pen.setTransform(ratio, 0, 0, ratio, -scrollLeft * ratio, -scrollTop * ratio);
    const near = (node: SgfNode): boolean =>
      node.x * CELL > scrollLeft - 2 * CELL && node.x * CELL < scrollLeft + clientWidth + CELL && node.y * CELL < scrollTop + clientHeight + CELL;
    pen.fillStyle = "#7888b8";
    for (const node of this.all) if (node.parent && near(node)) this.connect(pen, node, node.parent);
    const line = new Set<SgfNode>();
    for (let at: SgfNode | undefined = this.game.root; at; at = at.children[at.chosen]) line.add(at);
    for (const node of this.all) if (near(node) && node.y * CELL > scrollTop - CELL) this.drawNode(pen, node, line.has(node));
  }

  private connect(pen: CanvasRenderingContext2D, node: SgfNode, parent: SgfNode): void {
    const middle = (n: number): number => n * CELL + CELL / 2 - 1;
    if (node.y > parent.y) pen.fillRect(middle(parent.x), middle(parent.y), 2, (node.y - parent.y) * CELL);
    pen.fillRect(middle(parent.x), middle(node.y), (node.x - parent.x) * CELL, 2);
  }

  private drawNode(pen: CanvasRenderingContext2D, node: SgfNode, onLine: boolean): void {
    const x = node.x * CELL + 4;
    const y = node.y * CELL + 4;
    const size = CELL - 8;
    const move = node.events.find((e) => e.kind === EVENT_MOVE);
    if (node === this.game!.node) {
      pen.fillStyle = "#f8d820";
      pen.fillRect(x - 3, y - 3, size + 6, size + 6);
    }
    pen.fillStyle = onLine ? "#fcfcfc" : "#7888b8";
    pen.fillRect(x, y + 2, size, size - 4);
    pen.fillRect(x + 2, y, size - 4, size);
    pen.fillStyle = move ? (move.colour === 1 ? "#000000" : "#e8e8f0") : node.events.some((e) => e.kind === EVENT_SETUP) ? "#b98446" : "#182058";
    pen.fillRect(x + 2, y + 2, size - 4, size - 4);
    if (node.values("C").length) {
      pen.fillStyle = "#3cf0f0";
      pen.fillRect(x + size - 4, y - 1, 5, 5);
    }
  }

  private writeList(): void {
    const game = this.game!;
    const { place, count } = game;
    const first = Math.max(0, Math.min(place - AROUND, count - 2 * AROUND));
    const last = Math.min(count, first + 2 * AROUND);
    const items: HTMLElement[] = [];
    if (first > 0) items.push(h("li", {}, button("1 …", () => this.seek(1))));
    for (let i = first; i < last; i++) {
      const entry = game.entry(i);
      const words = entry.setup ? t("setup") : entry.note ? "·" : `${t(entry.colour === 1 ? "blackShort" : "whiteShort")} ${entry.point < 0 ? t("pass") : this.name(entry.point)}`;
      const item = button(`${i + 1} ${words}`, () => this.seek(i + 1), { class: entry.verdict ? "refused" : undefined, "aria-current": i + 1 === place ? "step" : undefined });
      items.push(h("li", {}, item));
    }
    if (last < count) items.push(h("li", {}, button(`… ${count}`, () => this.seek(count))));
    this.list.hidden = count === 0;
    this.list.replaceChildren(...items);
    const now = this.list.querySelector<HTMLElement>("[aria-current]");
    if (now) this.list.scrollTop = now.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
  }
}
