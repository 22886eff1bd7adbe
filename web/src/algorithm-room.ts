// Watch the algorithm: the board with the two pointers, the forest of union-find, and the lines of the program.
import { MAX_SIDE, find, trace, type Event, type State, type What } from "./algorithm";
import type { App, Room } from "./app";
import { BoardView, fitStage } from "./board-view";
import { choice, drawer, h, panel } from "./dom";
import { readStart, writeStart } from "./hash";
import { Laboratory } from "./judge";
import { t, type Key } from "./language";
import { BLACK, NoGoGame } from "./nogo-game";
import { canvas, stone, textWidth, write, type Picture } from "./sprites";
import { EventPlayer, Transport, type Command } from "./transport";

const PERIOD = 700; // milliseconds a step at speed 1
const GROVE = 0.24; // of the window's height, for the forest below the board

const WORDS: Record<What, Key> = {
  begin: "algBegin", look: "algLook", occupied: "algOccupied", lower: "algLower", fine: "algFine", capture: "algCapture", suicide: "algSuicide",
  restore: "algRestore", put: "algPut", take: "algTake", join: "algJoin", turn: "algTurn", on: "algOn", over: "algOver",
};

export class AlgorithmRoom extends EventPlayer implements Room {
  readonly element: HTMLElement;
  private readonly transport: Transport;
  private readonly status = h("p", { class: "status", role: "status" });
  private readonly turn = h("p", { class: "turn" });
  private readonly stage = h("div", { class: "stage" });
  private readonly code: HTMLElement;
  private readonly forest: Picture;
  private readonly forestPen: CanvasRenderingContext2D;
  private readonly grove: HTMLElement;
  private view!: BoardView;
  private events: Event[] = [];
  private rows = 5;
  private columns = 5;
  private start!: Uint8Array;

  constructor(
    private readonly app: App,
    state: URLSearchParams,
  ) {
    super();
    this.transport = new Transport(this);
    [this.forest, this.forestPen] = canvas(300, 40);
    this.forest.className = "pixels forest";
    this.forest.setAttribute("role", "img");
    this.grove = h("figure", { class: "grove" }, h("div", { tabindex: 0, role: "group", "aria-label": t("algForest") }, this.forest), h("figcaption", { class: "info" }, t("algForestHint")));
    this.code = h("ol", { class: "code", start: 0 }, ...t("algorithmCode").split("\n").map((line) => h("li", {}, line)));
    const size = choice(t("size"), Array.from({ length: MAX_SIDE - 2 }, (_, i) => [String(i + 3), `${i + 3}×${i + 3}`] as const), "5", (value) => {
      this.begin(Number(value), Number(value), new Uint8Array(Number(value) ** 2));
    });
    size.querySelector("select")!.dataset["do"] = "size";
    const from = choice(t("algStart"), [["empty", t("goEmpty")], ["sample", t("goSample")], ["random", t("algRandom")]], "empty", (value) => this.startFrom(value));
    from.querySelector("select")!.dataset["do"] = "from";
    this.element = h(
      "main",
      { class: "room algorithm" },
      panel(t("algorithm"), "head", this.turn, this.status),
      this.stage,
      h("div", { class: "side" },
        panel(t("algProgram"), "program", this.code),
        panel(t("playing"), "player", this.transport.element),
        drawer(t("options"), "options", true, size, from)),
    );
    const game = readStart(app.core, state, MAX_SIDE) ?? NoGoGame.empty(app.core, 5, 5);
    this.begin(game.rows, game.columns, game.start(), Number(state.get("at")) || 0);
    game.free();
  }

  // ---- the room ----

  command(command: Command): void {
    this.transport.command(command);
  }

  key(): boolean {
    return false;
  }

  resize(): void {
    fitStage(this.stage, this.view.element, innerHeight > 500 ? innerHeight * GROVE : 0);
    const event = this.events[this.place]!;
    this.drawForest(event.state, event);
  }

  close(): void {
    this.stop();
  }

  // ---- the player ----

  get count(): number {
    return this.events.length - 1;
  }

  protected period(): number {
    return PERIOD / this.transport.speed;
  }

  protected autoChanged(on: boolean): void {
    this.transport.setAuto(on);
  }

  // ---- positions ----

  private begin(rows: number, columns: number, start: Uint8Array, place = 0): void {
    this.rows = rows;
    this.columns = columns;
    this.start = start;
    this.events = trace(rows, columns, start);
    this.view = new BoardView(rows, columns);
    this.view.element.setAttribute("role", "img");
    this.view.element.setAttribute("aria-label", t("algorithm"));
    this.stage.replaceChildren(this.view.element, this.grove);
    const size = this.element.querySelector<HTMLSelectElement>("[data-do=size]");
    if (size) size.value = rows === columns ? String(rows) : "";
    if (this.element.isConnected) this.resize();
    this.seek(place);
  }

  private startFrom(which: string): void {
    const empty = new Uint8Array(this.rows * this.columns);
    if (which === "sample") return this.begin(3, 3, Uint8Array.from([1, 2, 2, 1, 2, 0, 1, 0, 0]));
    const text = which === "random" ? new Laboratory(this.app.core).generate("nogo", 0, this.rows, 0, 1 + Math.floor(Math.random() * 1e6)) : undefined;
    const game = text === undefined ? undefined : NoGoGame.parse(this.app.core, text);
    this.begin(this.rows, game instanceof NoGoGame ? this.rows : this.columns, game instanceof NoGoGame ? game.start() : empty);
    if (game instanceof NoGoGame) game.free();
  }

  // ---- what one sees ----

  show(): void {
    const event = this.events[this.place]!;
    const { state } = event;
    const { overlay } = this.view;
    overlay.last = state.last;
    overlay.pointers = [state.pointers[0] < state.stones.length ? state.pointers[0] : -1, state.pointers[1] < state.stones.length ? state.pointers[1] : -1];
    overlay.refused = new Map(state.refused[state.toMove - 1]!);
    overlay.cursor = event.point;
    overlay.marked = new Set(event.root >= 0 ? Array.from(state.stones.keys()).filter((p) => state.stones[p] && find(state.parent, p) === find(state.parent, event.root)) : []);
    const trying = event.point >= 0 && !state.stones[event.point];
    overlay.ghost = trying ? { point: event.point, black: state.toMove === 1, waiting: false } : undefined;
    overlay.numbers = new Map(Array.from(state.stones.keys()).filter((p) => state.stones[p] && state.parent[p] === p).map((p) => [p, String(state.qi[p])]));
    if (overlay.numbers.has(overlay.last)) overlay.last = -1;
    this.view.setPosition(state.stones, []);
    const black = state.toMove === 1;
    this.turn.replaceChildren(stone(black, 0), event.what === "over" ? t("gameOver", { winner: t(black ? "white" : "black") }) : t(black ? "blackToMove" : "whiteToMove"));
    this.status.textContent = t(WORDS[event.what], { where: this.where(event.point), next: this.where(event.next), count: event.count });
    [...this.code.children].forEach((line, i) => {
      if (i === event.line) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    });
    this.drawForest(state, event);
    this.transport.update(this.place, this.count, "stepOf");
    this.save();
  }

  private where(point: number): string {
    return point < 0 ? "" : `${Math.floor(point / this.columns) + 1} ${(point % this.columns) + 1}`;
  }

  /** Every tree with its root above; at the root the size and the pseudo-liberties. */
  private drawForest(state: State, event: Event): void {
    const children = new Map<number, number[]>();
    const roots: number[] = [];
    state.stones.forEach((colour, point) => {
      if (colour !== 1 && colour !== 2) return;
      const parent = state.parent[point]!;
      if (parent === point) roots.push(point);
      else children.set(parent, [...(children.get(parent) ?? []), point]);
    });
    const wide = (point: number): number => Math.max(point === find(state.parent, point) ? 30 : 16, (children.get(point) ?? []).reduce((sum, child) => sum + wide(child), 0));
    const deep = (point: number): number => 1 + Math.max(0, ...(children.get(point) ?? []).map(deep));
    // as wide as the board's side of the room, in pixels twice as large where that leaves enough
    const space = this.stage.clientWidth;
    const scale = space >= 600 ? 2 : 1;
    const width = Math.max(300, Math.floor(space / scale));
    const places: { root: number; x: number; y: number }[] = [];
    let x = 0;
    let y = 0;
    let high = 0;
    for (const root of roots) {
      if (x && x + wide(root) > width - 4) {
        x = 0;
        y += high;
        high = 0;
      }
      places.push({ root, x, y });
      x += wide(root) + 4;
      high = Math.max(high, deep(root) * 20 + 12);
    }
    this.forest.width = width;
    this.forest.style.width = `${width * scale}px`;
    this.forest.height = Math.max(40, y + high + 4);
    const pen = this.forestPen;
    pen.fillStyle = "#182058";
    pen.fillRect(0, 0, this.forest.width, this.forest.height);
    const pictures = [stone(true, 0), stone(false, 0)];
    const draw = (point: number, left: number, top: number): void => {
      const middle = left + wide(point) / 2;
      let at = left;
      for (const child of children.get(point) ?? []) {
        pen.strokeStyle = "#a8b4d0";
        pen.lineWidth = 1;
        pen.beginPath();
        pen.moveTo(Math.round(middle) + 0.5, top + 8);
        pen.lineTo(Math.round(at + wide(child) / 2) + 0.5, top + 28);
        pen.stroke();
        draw(child, at, top + 20);
        at += wide(child);
      }
      pen.drawImage(pictures[state.stones[point]! - 1]!, Math.round(middle) - 8, top);
      if (point === event.next || point === event.point) {
        pen.strokeStyle = "#3cf0f0";
        pen.strokeRect(Math.round(middle) - 8.5, top - 0.5, 17, 17);
      }
    };
    for (const { root, x: left, y: top } of places) {
      const text = `${state.size[root]}+${state.qi[root]}`;
      const hot = event.root >= 0 && root === find(state.parent, event.root);
      write(pen, text, Math.round(left + wide(root) / 2 - textWidth(text) / 2), top + 3, hot ? (state.qi[root] ? "#f8d820" : "#ff8078") : "#fcfcfc");
      draw(root, left, top + 12);
    }
    this.forest.setAttribute("aria-label", roots.map((root) => t("algTree", { where: this.where(root), size: state.size[root]!, qi: state.qi[root]! })).join("; ") || t("algNoTree"));
  }

  private save(): void {
    const state = new URLSearchParams();
    const game = NoGoGame.setUp(this.app.core, this.rows, this.columns, this.start, BLACK);
    writeStart(state, game);
    game.free();
    state.set("at", String(this.place));
    this.app.setHash("algorithm", state);
  }
}
