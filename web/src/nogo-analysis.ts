// Asking about a game of NoGo: win rates on the board, a graph over the whole game, hints, exact answers, mistakes.
import { pause } from "./animate";
import { button, h, panel } from "./dom";
import { Engine, type Thought } from "./engine";
import { t } from "./language";
import { BLACK } from "./nogo-game";
import type { NoGoPlay } from "./nogo-play";
import type { TreeNode } from "./nogo-tree";
import { PixelBoard } from "./pixel-board";

const LEVEL = 9; // the network, which judges a position at once
const GLANCE = 60; // playouts for a point of the graph
const LOOK = 1200; // playouts for the position on the board
const SOLVABLE = 30; // points that may be open for an exact answer to be worth asking for
const NODES = 40_000_000; // positions it may take
const LARGEST = 25; // points on a side that the engine can think about
const BLUNDER = 0.3; // of the win rate
const MAX_MISTAKES = 8; // listed

/** What is known about a position. */
interface Judgement {
  /** Black's chance to win, 0 to 1. */
  black: number;
  /** Who wins for certain: 1 Black, -1 White, 0 nobody knows. */
  proved: number;
  best: number;
}

export interface Mistake {
  node: TreeNode;
  place: number;
  /** How bad it was: 2 when a won game was lost, else the share of the win rate. */
  cost: number;
  text: string;
}

const WIDTH = 300;
const HEIGHT = 72;

export class NoGoAnalysis {
  readonly element: HTMLElement;
  private readonly graph = h("canvas", { width: WIDTH, height: HEIGHT, class: "graph", role: "img", "data-do": "graph" });
  private readonly status = h("p", { class: "info", "data-analysis": "status", "aria-live": "polite" });
  private readonly list = h("ol", { class: "mistakes" });
  private readonly lookButton: HTMLButtonElement;
  private readonly solveButton: HTMLButtonElement;
  private readonly reviewButton: HTMLButtonElement;
  private readonly buttons: HTMLElement;
  private readonly engine: Engine;
  private readonly known = new WeakMap<TreeNode, Judgement>();
  private doing = new AbortController();
  private looking = false;
  private play: NoGoPlay | undefined;
  private shownNode: TreeNode | undefined;

  constructor(private readonly changed: () => void) {
    this.engine = new Engine();
    this.lookButton = button(t("analyse"), () => this.look(!this.looking), { "data-do": "analyse", "aria-pressed": "false" });
    this.solveButton = button(t("solve"), () => void this.solve(), { "data-do": "solve" });
    this.reviewButton = button(t("review"), () => void this.review(), { "data-do": "review" });
    this.graph.addEventListener("click", (event) => {
      const box = this.graph.getBoundingClientRect();
      const count = this.play?.game.count ?? 0;
      this.play?.seek(Math.round(((event.clientX - box.left) / box.width) * count));
    });
    this.buttons = h("div", { class: "row wrap" }, button(t("hint"), () => void this.hint(), { "data-do": "hint" }), this.lookButton, this.solveButton, this.reviewButton);
    this.element = panel(t("analysis"), "analysis", this.buttons, this.graph, this.status, this.list);
  }

  /** Another game is on the board. */
  open(play: NoGoPlay): void {
    this.stop();
    this.play = play;
    this.shownNode = undefined;
    this.list.replaceChildren();
    const { game, view } = play;
    this.element.hidden = view instanceof PixelBoard || Math.max(game.rows, game.columns) > LARGEST;
  }

  close(): void {
    this.stop();
    this.engine.close();
  }

  /** What the engine thought while it played goes into the graph too. */
  note(node: TreeNode, thought: Thought): void {
    if (thought.points.length) this.keep(node, thought);
  }

  /** The position on the board has changed. */
  update(): void {
    const { play } = this;
    if (!play || this.element.hidden) return;
    this.drawGraph();
    const open = play.game.open;
    this.solveButton.hidden = open > SOLVABLE || open === 0;
    this.solveButton.textContent = t("solveOpen", { open });
    this.reviewButton.hidden = play.game.count === 0;
    const { node } = play.tree;
    if (node === this.shownNode) return;
    this.shownNode = node;
    this.status.textContent = "";
    if (this.looking) void this.think(LOOK, 120).then((thought) => thought && this.showThought(thought));
  }

  get isLooking(): boolean {
    return this.looking;
  }

  /** The win rates of every move are shown wherever one goes, or no longer. */
  look(on: boolean): void {
    this.looking = on;
    this.lookButton.setAttribute("aria-pressed", String(on));
    this.stop();
    if (on) {
      this.shownNode = undefined;
      this.update();
    } else {
      this.play?.clearAnalysis();
      this.status.textContent = "";
    }
  }

  /** A move that the engine would play. */
  async hint(): Promise<void> {
    const { play } = this;
    if (!play || !play.game.canMove) return;
    const thought = await this.think(GLANCE * 4);
    if (!thought) return;
    play.clearAnalysis();
    play.showLine([thought.best]);
    this.status.textContent = t("hintText", { point: play.name(thought.best), rate: this.rateOf(thought) });
  }

  /** Who wins with best play, and how. */
  async solve(): Promise<void> {
    const { play } = this;
    if (!play || !play.game.canMove) return;
    const signal = this.begin();
    this.status.textContent = t("solving");
    const thought = await this.engine.think({ position: play.position(), level: LEVEL, seed: 1, nodes: NODES }, signal, (now) => {
      this.status.textContent = t("solvingNodes", { nodes: now.playouts });
    });
    if (!thought || signal.aborted) return;
    const line = thought.lines?.[0] ?? [];
    if (thought.proved === 0) {
      this.status.textContent = t("solvedNot", { nodes: thought.playouts });
      return;
    }
    const winner = t((thought.proved > 0) === (play.game.toMove === BLACK) ? "black" : "white");
    play.clearAnalysis();
    play.showLine(line);
    this.status.textContent = t("solved", { winner, nodes: thought.playouts, line: line.map((point) => play.name(point)).join(", ") });
    this.keep(play.tree.node, thought);
    this.drawGraph();
  }

  /** Judges every position of the line, and marks the mistakes. */
  async review(): Promise<void> {
    const { play } = this;
    if (!play) return;
    const signal = this.begin();
    const line = play.tree.line();
    const positions = play.positions();
    for (let place = 0; place < line.length; place++) {
      const node = line[place]!;
      if (this.known.has(node)) continue;
      this.status.textContent = t("reviewing", { at: place, count: line.length - 1 });
      const thought = await this.engine.think({ position: positions[place]!, level: LEVEL, seed: 1, playouts: GLANCE }, signal, () => undefined);
      if (!thought || signal.aborted) return;
      this.keep(node, thought, positions[place]!.toMove);
      this.drawGraph();
    }
    const mistakes = this.mistakes();
    this.status.textContent = t("reviewed", { count: mistakes.length });
    this.list.replaceChildren(...mistakes.map((mistake) => h("li", {}, button(mistake.text, () => play.seek(mistake.place - 1), { "data-do": "mistake" }))));
    this.drawGraph();
    this.changed();
  }

  /** The worst moves of the present line, as far as it is known: those that gave the game away first of all. */
  mistakes(): Mistake[] {
    const { play } = this;
    if (!play) return [];
    const line = play.tree.line();
    const found: Mistake[] = [];
    for (let place = 1; place < line.length; place++) {
      const before = this.known.get(line[place - 1]!);
      const after = this.known.get(line[place]!);
      if (!before || !after) continue;
      const side = line[place]!.colour === BLACK ? 1 : -1;
      const colour = t(side > 0 ? "black" : "white");
      const point = before.best >= 0 ? play.name(before.best) : "";
      const lost = side > 0 ? before.black - after.black : after.black - before.black;
      if (before.proved === side && after.proved === -side)
        found.push({ node: line[place]!, place, cost: 2, text: t("mistakeLost", { n: place, colour, point }) });
      else if (lost >= BLUNDER && before.best !== line[place]!.point)
        found.push({ node: line[place]!, place, cost: lost, text: t("mistakeCost", { n: place, colour, lost: Math.round(lost * 100), point }) });
    }
    const worst = [...found].sort((one, other) => other.cost - one.cost).slice(0, MAX_MISTAKES);
    return found.filter((mistake) => worst.includes(mistake));
  }

  // ---- thinking ----

  private begin(): AbortSignal {
    this.stop();
    return this.doing.signal;
  }

  private stop(): void {
    this.doing.abort();
    this.doing = new AbortController();
  }

  /** Thinks about the position on the board; while looking, the board shows it. */
  private async think(playouts: number, wait = 0): Promise<Thought | undefined> {
    const { play } = this;
    const signal = this.begin();
    if (!play || !play.game.canMove || (wait && !(await pause(wait, signal)))) return undefined;
    const { node } = play.tree;
    const thought = await this.engine.think({ position: play.position(), level: LEVEL, seed: 1, playouts }, signal, (now) => {
      if (!this.looking || play.tree.node !== node) return;
      play.showAnalysis(now);
      this.showThought(now);
      this.keep(node, now);
      this.drawGraph();
    });
    if (!thought || signal.aborted || play.tree.node !== node) return undefined;
    this.keep(node, thought);
    this.drawGraph();
    return thought;
  }

  private showThought(thought: Thought): void {
    const { play } = this;
    if (!play) return;
    const line = (thought.lines?.[thought.points.indexOf(thought.best)] ?? []).map((point) => play.name(point)).join(", ");
    this.status.textContent = t("lookText", { point: play.name(thought.best), rate: this.rateOf(thought), line });
  }

  private rateOf(thought: Thought): number {
    return Math.round(thought.winRate / 10);
  }

  private keep(node: TreeNode, thought: Thought, toMove: number = this.play!.game.toMove): void {
    const sign = toMove === BLACK ? 1 : -1;
    const rate = thought.proved ? Number(thought.proved > 0) : thought.winRate / 1000;
    const proved = thought.points.length === 0 ? -1 : thought.proved; // without a move it is lost
    this.known.set(node, { black: sign > 0 ? rate : 1 - rate, proved: proved * sign, best: thought.best });
  }

  // ---- the graph ----

  private drawGraph(): void {
    const { play } = this;
    const pen = this.graph.getContext("2d")!;
    if (!play) return;
    const line = play.tree.line();
    this.graph.hidden = !line.some((node) => this.known.has(node));
    if (this.graph.hidden) return;
    const count = Math.max(1, line.length - 1);
    const x = (place: number): number => Math.round((place / count) * (WIDTH - 5)) + 2;
    const y = (black: number): number => Math.round((1 - black) * (HEIGHT - 5)) + 2;
    pen.fillStyle = "#000";
    pen.fillRect(0, 0, WIDTH, HEIGHT);
    pen.fillStyle = "#3c4468";
    pen.fillRect(0, HEIGHT / 2, WIDTH, 1);
    pen.fillStyle = "#f83830";
    for (const { place } of this.mistakes()) pen.fillRect(x(place) - 1, 0, 3, HEIGHT);
    let before: [number, number] | undefined;
    line.forEach((node, place) => {
      const judgement = this.known.get(node);
      if (!judgement) return;
      const here: [number, number] = [x(place), y(judgement.black)];
      pen.strokeStyle = "#f8d820";
      pen.lineWidth = 2;
      if (before) {
        pen.beginPath();
        pen.moveTo(...before);
        pen.lineTo(...here);
        pen.stroke();
      }
      pen.fillStyle = judgement.proved ? "#3cf0f0" : "#f8d820";
      pen.fillRect(here[0] - 2, here[1] - 2, 4, 4);
      before = here;
    });
    pen.fillStyle = "#fcfcfc";
    pen.fillRect(x(play.game.place), 0, 1, HEIGHT);
    const now = this.known.get(play.tree.node);
    const label = now ? t("graphAt", { place: play.game.place, rate: Math.round(now.black * 100) }) : t("graph");
    this.graph.setAttribute("aria-label", label);
    this.graph.title = label;
  }
}
