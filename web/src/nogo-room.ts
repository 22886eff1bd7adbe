// The NoGo room: the board, whose turn it is, the player, what can be asked, the options and the texts.
import type { App, Room } from "./app";
import { BoardView, fitStage, moveCursor } from "./board-view";
import { button, h, panel } from "./dom";
import { Exchange, type Dropped } from "./exchange";
import { Engine, type Thought } from "./engine";
import { errorText, t } from "./language";
import { Ghost } from "./ghost";
import { gameId, keepGame, KeptList, newGame } from "./kept";
import { NoGoAnalysis } from "./nogo-analysis";
import { BLACK, NoGoGame, WHITE } from "./nogo-game";
import { NoGoMoves } from "./nogo-moves";
import { libertyDots } from "./board-notes";
import { LARGEST_STONES, NoGoPlay, type Mode, type NoGoSetup, type NoGoWatcher } from "./nogo-play";
import { NoGoPuzzles, NoGoSetupPanel, type SetupRoom } from "./nogo-setup";
import { puzzleGame, restoreTree, setupOf, stateOf } from "./nogo-state";
import { NoGoTree } from "./nogo-tree";
import { notice } from "./notice";
import { boardSvg, type Pictured } from "./pictures";
import { PixelBoard } from "./pixel-board";
import { stone } from "./sprites";
import { Transport, type Command } from "./transport";

const ROOM = "nogo";
const REVIEWED = 13; // points on a side up to which a finished game is reviewed without being asked

export class NoGoRoom implements Room, NoGoWatcher, SetupRoom {
  readonly element: HTMLElement;
  private readonly transport: Transport;
  private readonly engine: Engine;
  private readonly turn = h("p", { class: "turn" });
  private readonly turnStones = [stone(true, 0), stone(false, 0)] as const;
  private readonly status = h("p", { class: "status", role: "status" });
  private readonly info = h("p", { class: "info" });
  private readonly stage = h("div", { class: "stage" });
  private readonly result = h("div", { class: "result panel", hidden: true });
  private readonly screenEdge = h("div", { class: "screen-edge", "aria-hidden": "true" });
  private readonly setup: NoGoSetup;
  private readonly setupPanel: NoGoSetupPanel;
  private readonly analysis: NoGoAnalysis;
  private readonly moves: NoGoMoves;
  private readonly puzzles: NoGoPuzzles;
  private readonly kept: KeptList;
  private readonly takeBack: HTMLButtonElement;
  private play!: NoGoPlay;
  private cursor = -1;
  private begun = false;
  private keptState = "";

  constructor(
    private readonly app: App,
    state: URLSearchParams,
  ) {
    this.engine = new Engine();
    const levels = app.core.call.nogo_levels();
    this.setup = setupOf(state, levels);
    this.transport = new Transport({
      step: () => this.play.step(),
      back: () => this.play.back(),
      seek: (place) => this.play.seek(place),
      toEnd: () => this.play.toEnd(),
      setAuto: (on) => this.play.setAuto(on),
      reset: () => this.play.reset(),
    });
    this.analysis = new NoGoAnalysis(() => this.moves.mark(this.analysis.mistakes().map((mistake) => mistake.node)));
    this.moves = new NoGoMoves(() => {
      this.play.refresh();
    });
    this.puzzles = new NoGoPuzzles((index) => this.openPuzzle(index), () => (this.setup.mode === "puzzle" ? this.setup.puzzle : -1));
    this.kept = new KeptList(ROOM, (game) => app.open(ROOM, game.state, game.id));
    this.setupPanel = new NoGoSetupPanel(this.setup, levels, this);
    const exchange = new Exchange(
      [
        { id: "board", name: t("textBoard"), file: "board.txt", write: () => this.play.game.text(this.play.game.stones()) },
        { id: "moves", name: t("textMoves"), file: "moves.txt", write: () => this.movesText() },
        { id: "sgf", name: t("sgf"), file: "nogo.sgf", write: () => this.sgf() },
      ],
      (text) => this.load(text),
      (text) => this.say(text),
    );
    this.takeBack = button(t("takeBack"), () => this.play.takeBack(), { "data-do": "takeback" });
    this.element = h(
      "main",
      { class: "room nogo" },
      panel(t("nogo"), "head", this.turn, this.status, this.info),
      this.stage,
      h(
        "div",
        { class: "side" },
        this.setupPanel.element,
        panel(t("playing"), "player", this.transport.element, h("div", { class: "row wrap" }, this.takeBack)),
        this.analysis.element,
        this.moves.element,
        this.puzzles.element,
        this.setupPanel.options,
        this.kept.element,
        exchange.element,
      ),
      this.screenEdge,
    );
    const { tree, place } = restoreTree(app.core, state, this.setup);
    this.start(tree, place);
  }

  // ---- the room ----

  command(command: Command): void {
    this.result.hidden = true;
    this.transport.command(command);
  }

  key(event: KeyboardEvent): boolean {
    const ask = { h: () => void this.analysis.hint(), u: () => this.play.takeBack(), w: () => this.analysis.look(!this.analysis.isLooking) }[event.key.toLowerCase()];
    if (ask) {
      ask();
      return true;
    }
    if (event.target !== this.play.view.element) return false;
    if (event.key === "Enter" && this.cursor >= 0) this.play.touch(this.cursor);
    const next = moveCursor(event.key, this.cursor, this.play.game.rows, this.play.game.columns);
    if (next === undefined) return event.key === "Enter";
    this.setCursor(next);
    return true;
  }

  resize(): void {
    fitStage(this.stage, this.play.view.element);
  }

  pictures(): Pictured {
    const { game } = this.play;
    const at = <T>(place: number, look: (stones: Uint8Array, last: number) => T): T => {
      const now = game.place;
      game.seek(place);
      const result = look(game.stones(), place ? game.moveAt(place - 1) : -1);
      game.seek(now);
      return result;
    };
    return {
      name: "nogo",
      place: game.place,
      count: game.count,
      frame: (place) => at(place, (stones, last) =>
        Math.max(game.rows, game.columns) > LARGEST_STONES ? PixelBoard.picture(game.rows, game.columns, stones)
        : BoardView.picture(game.rows, game.columns, stones, this.setup.liberties ? libertyDots(game, stones) : [], last)),
      svg: () => at(game.place, (stones, last) => boardSvg(game.rows, game.columns, stones, last)),
    };
  }

  close(): void {
    this.analysis.close();
    this.play.close();
  }

  drop({ files: [file] }: Dropped): void {
    if (file) this.load(file.text);
  }

  // ---- events of the game ----

  changed(): void {
    if (!this.play) return;
    const { game } = this.play;
    const winner = this.play.winner();
    const colour = winner ?? game.toMove;
    this.turn.replaceChildren(
      this.turnStones[colour === BLACK ? 0 : 1],
      winner ? t("gameOver", { winner: t(winner === BLACK ? "black" : "white") }) : t(colour === BLACK ? "blackToMove" : "whiteToMove"),
    );
    this.turn.classList.toggle("over", winner !== undefined);
    this.transport.update(game.place, game.count);
    this.takeBack.disabled = game.place === 0;
    if (game.count > 0 !== this.begun) this.setupPanel.fold((this.begun = game.count > 0));
    this.setupPanel.update(game.rows, game.columns);
    this.moves.update();
    this.analysis.update();
    this.save();
  }

  say(text: string): void {
    this.status.textContent = text;
  }

  fact(text: string): void {
    this.info.textContent = text;
  }

  thought(thought: Thought | undefined): void {
    if (!thought) return void (this.info.textContent = "");
    if (this.setup.mode === "puzzle") return;
    const parts = [t(thought.evaluated ? "evaluationRate" : "rate", { games: thought.playouts, rate: thought.rate })];
    if (thought.best >= 0) parts.push(t("winRate", { rate: Math.round(thought.winRate / 10) }));
    if (thought.proved) {
      const winner = (thought.proved > 0) === (this.play.game.toMove === BLACK) ? "black" : "white";
      parts.push(t("proved", { winner: t(winner) }));
    }
    this.info.textContent = parts.join(" · ");
    this.analysis.note(this.play.tree.node, thought);
  }

  autoChanged(on: boolean): void {
    this.transport.setAuto(on);
  }

  speed(): number {
    return this.transport.speed;
  }

  edge(on: boolean): void {
    this.screenEdge.classList.toggle("lit", on);
  }

  refuted(point: number): void {
    notice(t("puzzleLost", { point: this.play.name(point) }), { undo: () => this.play.takeBack() });
  }

  renew(): void {
    if (this.setup.mode === "watch" && !this.play.tree.isRich) this.start(this.again());
    else this.fresh();
  }

  finished(): void {
    const { play, setup } = this;
    const winner = play.winner();
    if (!winner || play.view instanceof PixelBoard) return;
    const { mode } = setup;
    const mine = mode === "he" ? BLACK : mode === "eh" ? WHITE : undefined;
    const won = mine ? t(winner === mine ? "youWon" : "youLost") : t("gameOver", { winner: t(winner === BLACK ? "black" : "white") });
    const buttons: HTMLElement[] = [];
    let text = t("resultMoves", { count: play.game.count });
    if (setup.mode === "puzzle") {
      const next = winner === BLACK ? this.puzzles.solve(setup.puzzle) : undefined;
      text = t(winner === BLACK ? "puzzleSolved" : "puzzleFailed");
      if (next !== undefined) buttons.push(button(t("puzzleNext"), () => this.openPuzzle(next), { "data-do": "next-puzzle", class: "primary" }));
      buttons.push(button(t("puzzleAgain"), () => this.openPuzzle(setup.puzzle), { "data-do": "rematch" }));
    } else if (setup.mode === "watch") {
      buttons.push(button(t("newSeed"), () => this.reseed(), { "data-do": "rematch", class: "primary" }));
    } else {
      buttons.push(button(t("rematch"), () => this.fresh(), { "data-do": "rematch", class: "primary" }));
      if (setup.mode === "he" || setup.mode === "eh")
        buttons.push(button(t("swapColours"), () => {
          setup.mode = setup.mode === "he" ? "eh" : "he";
          this.fresh();
        }, { "data-do": "swap" }));
      if (setup.mode !== "ee" && Math.max(play.game.rows, play.game.columns) <= REVIEWED) void this.analysis.review();
    }
    buttons.push(button(t("close"), () => (this.result.hidden = true), { "data-do": "close-result" }));
    this.result.replaceChildren(h("h2", {}, won), h("p", {}, text), h("div", { class: "row wrap" }, ...buttons));
    this.result.hidden = false;
  }

  // ---- the set-up ----

  adjust(change: Partial<NoGoSetup>): void {
    Object.assign(this.setup, change);
    if (change.pointers && this.setup.policy !== 0) {
      // they walk in reading order, as the policy 'first' plays
      this.setup.policy = 0;
      this.fresh();
    } else this.play.refresh();
    if (change.pointers) this.say(t("pointerWalk"));
  }

  setMode(mode: Mode): void {
    const { setup } = this;
    const before = setup.mode;
    if (mode === "puzzle") return this.openPuzzle(this.puzzles.next(-1) ?? 0);
    const apart = (one: Mode): boolean => one === "watch" || one === "puzzle";
    if (before === "puzzle") {
      this.erasing();
      setup.mode = mode;
      newGame(ROOM);
      return this.start(this.empty(9));
    }
    if (apart(before) || apart(mode)) {
      this.erasing();
      setup.mode = mode;
      newGame(ROOM);
      return this.start(this.again());
    }
    setup.mode = mode; // the game goes on with other players
    this.play.refresh();
    this.greet();
    this.play.respond();
  }

  fresh(side?: number): void {
    this.erasing();
    newGame(ROOM);
    if (this.setup.mode === "puzzle") this.start(puzzleGame(this.app.core, this.setup.puzzle));
    else this.start(side === undefined ? this.again() : this.empty(side));
  }

  reseed(): void {
    this.setup.seed = Math.floor(Math.random() * 1e6);
    this.fresh();
  }

  private openPuzzle(index: number): void {
    this.erasing();
    this.setup.mode = "puzzle";
    this.setup.puzzle = index;
    this.start(puzzleGame(this.app.core, index));
    this.puzzles.update();
  }

  /** Says that a game leaves the board, if it is worth saying, and offers it back. */
  private erasing(): void {
    const { play, setup } = this;
    const worth = setup.mode === "watch" ? play.tree.isRich : play.game.count > 0;
    if (worth) this.app.erasing(ROOM, t("newGameBegun"));
  }

  private empty(side: number): NoGoTree {
    return new NoGoTree(NoGoGame.empty(this.app.core, side, side));
  }

  /** The position where the present game began, without its moves. */
  private again(): NoGoTree {
    const { game } = this.play;
    game.seek(0);
    return new NoGoTree(NoGoGame.setUp(this.app.core, game.rows, game.columns, game.start(), game.toMove));
  }

  // ---- games ----

  private start(tree: NoGoTree, place = 0): void {
    this.play?.close();
    this.result.hidden = true;
    const { game } = tree;
    this.play = new NoGoPlay(tree, this.setup, this.engine, this);
    const { view } = this.play;
    const { element } = view;
    element.tabIndex = 0;
    element.setAttribute("role", "application");
    element.setAttribute("aria-label", t("board", { rows: game.rows, columns: game.columns }));
    this.cursor = -1;
    const ghost = new Ghost(view, () => this.play.turn());
    element.addEventListener("click", (event) => {
      const point = ghost.picked(event);
      if (ghost.waiting) this.say(t("tapAgain"));
      if (point < 0) return;
      this.setCursor(-1);
      this.play.touch(point);
    });
    element.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse") this.play.hover(view.pointAt(event));
    });
    element.addEventListener("pointerleave", () => this.play.hover(-1));
    element.addEventListener("focus", () => {
      if (element.matches(":focus-visible") && this.cursor < 0)
        this.setCursor(Math.floor(game.rows / 2) * game.columns + Math.floor(game.columns / 2));
    });
    element.addEventListener("blur", () => this.setCursor(-1));
    this.stage.replaceChildren(h("div", { class: "boardbox" }, element, this.result));
    this.analysis.open(this.play);
    this.moves.open(this.play);
    if (this.setup.mode === "puzzle") this.puzzles.element.open = true;
    this.greet();
    tree.seek(place);
    this.play.refresh();
    if (this.element.isConnected) {
      this.resize();
      if (this.stage.getBoundingClientRect().top < 0) scrollTo(0, 0); // what was opened is seen
    }
    this.play.respond();
  }

  /** What to do first. */
  private greet(): void {
    const { mode } = this.setup;
    if (this.play.view instanceof PixelBoard) this.say(t("bigBoard"));
    else if (mode === "watch") this.say(t("nogoHint"));
    else if (mode === "ee") this.say(t("eeHint"));
    else if (mode === "puzzle") this.say(t("puzzleRule"));
    else if (mode === "hh") this.say(t("yourMove"));
    else this.say(t(mode === "he" ? "youBlack" : "youWhite"));
  }

  private setCursor(point: number): void {
    this.cursor = point;
    this.play.view.overlay.cursor = point;
    this.play.hover(point);
    if (point >= 0) this.say(this.play.describe(point));
    this.play.view.changed();
  }

  private load(text: string): void {
    const { core } = this.app;
    const read = /^\s*\(/.test(text) ? NoGoTree.parse(core, text) : NoGoGame.parse(core, text);
    if (!(read instanceof NoGoGame) && !("tree" in read)) {
      const error = errorText(read);
      this.say(error);
      return notice(error, { error: true });
    }
    const tree = read instanceof NoGoGame ? new NoGoTree(read) : read.tree;
    const cut = read instanceof NoGoGame ? undefined : read.error;
    this.erasing();
    newGame(ROOM);
    if (tree.game.count || this.setup.mode === "puzzle") this.setup.mode = "hh"; // a record stays as it is
    this.start(tree, tree.game.place);
    if (cut) {
      const error = t("sgfCut", { count: tree.game.count, error: errorText(cut) });
      this.say(error);
      notice(error, { error: true });
    }
  }

  private sgf(): string {
    const { tree } = this.play;
    return tree.isRich ? tree.sgf() : tree.game.sgf;
  }

  private movesText(): string {
    const { game } = this.play;
    const lines = Array.from(game.moves(), (m) => `${Math.floor(m / game.columns) + 1} ${(m % game.columns) + 1}`);
    return lines.join("\n") + "\n-1 -1\n";
  }

  // ---- what is kept ----

  private save(): void {
    const { tree, game } = this.play;
    const state = stateOf(tree, this.setup);
    this.app.setHash(ROOM, state);
    if (this.setup.mode === "puzzle" || game.count === 0 || (this.setup.mode === "watch" && !tree.isRich)) return;
    const whole = new URLSearchParams(state);
    whole.delete("at");
    if (whole.toString() === this.keptState) return;
    this.keptState = whole.toString();
    keepGame(ROOM, gameId(ROOM), `${game.rows}×${game.columns} · ${this.resultCode()}`, state);
    this.kept.refresh();
  }

  /** "B+", "W+" or "": who won at the end of the line. */
  private resultCode(): string {
    const { game } = this.play;
    const { place } = game;
    game.seek(game.count);
    const code = game.canMove ? "" : game.toMove === WHITE ? "B+" : "W+";
    game.seek(place);
    return code;
  }
}
