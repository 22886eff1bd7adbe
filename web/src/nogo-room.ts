// The NoGo room: the board, whose turn it is, the player, the options and the texts.
import type { App, Room } from "./app";
import { fitStage, moveCursor } from "./board-view";
import { button, checkbox, choice, drawer, h, panel } from "./dom";
import { Engine, type Thought } from "./engine";
import { errorText } from "./errors";
import { Exchange } from "./exchange";
import { packMoves, packStones, unpackMoves, unpackSize, unpackStones } from "./hash";
import { t } from "./language";
import { BLACK, NoGoGame } from "./nogo-game";
import { MODES, NoGoPlay, type Mode, type NoGoSetup, type NoGoWatcher } from "./nogo-play";
import { PixelBoard } from "./pixel-board";
import { readSgf, writeSgf } from "./sgf";
import { stone } from "./sprites";
import { Transport, type Command } from "./transport";

const LARGEST = 2000; // points on a side that the page accepts
const LONGEST_LINK = 4000;

export class NoGoRoom implements Room, NoGoWatcher {
  readonly element: HTMLElement;
  private readonly transport: Transport;
  private readonly engine: Engine;
  private readonly turn = h("p", { class: "turn" });
  private readonly status = h("p", { class: "status", role: "status" });
  private readonly info = h("p", { class: "info" });
  private readonly stage = h("div", { class: "stage" });
  private readonly setup: NoGoSetup;
  private readonly exchange: Exchange;
  private readonly modeField: HTMLElement;
  private readonly seedText = h("span", {});
  private readonly levels: number;
  private play!: NoGoPlay;
  private cursor = -1;

  constructor(
    private readonly app: App,
    state: URLSearchParams,
  ) {
    this.engine = new Engine(app.module);
    this.levels = app.core.call["player_levels"]!();
    const number = (name: string, most: number, otherwise: number, least = 0): number => {
      const value = Number(state.get(name) ?? otherwise);
      return Number.isInteger(value) && value >= least && value <= most ? value : otherwise;
    };
    const mode = state.get("mode") as Mode;
    this.setup = {
      mode: MODES.includes(mode) ? mode : "watch",
      policy: number("policy", 1, 1),
      seed: number("seed", 0xffffffff, 1),
      level: number("level", this.levels, this.usualLevel, 1),
      liberties: state.get("liberties") !== "0",
      pointers: state.get("pointers") === "1",
      heat: state.get("heat") !== "0",
    };
    this.transport = new Transport({
      step: () => this.play.step(),
      back: () => this.play.back(),
      seek: (place) => this.play.seek(place),
      toEnd: () => this.play.toEnd(),
      setAuto: (on) => this.play.setAuto(on),
      reset: () => this.play.reset(),
    });
    this.exchange = new Exchange(
      [
        { id: "board", name: t("textBoard"), file: "board.txt", write: () => this.play.game.text(this.play.game.stones()) },
        { id: "moves", name: t("textMoves"), file: "moves.txt", write: () => this.movesText() },
        { id: "sgf", name: t("sgf"), file: "nogo.sgf", write: () => writeSgf(this.app.core, this.play.game) },
      ],
      (text) => this.load(text),
      (text) => this.say(text),
    );
    this.modeField = choice(
      t("mode"),
      [["watch", t("modeWatch")], ["hh", t("modeHH")], ["he", t("modeHE")], ["eh", t("modeEH")], ["ee", t("modeEE")]],
      this.setup.mode,
      (value) => this.change({ mode: value as Mode }),
    );
    this.modeField.querySelector("select")!.dataset["do"] = "mode";
    this.element = h(
      "main",
      { class: "room nogo" },
      panel(t("nogo"), "head", this.turn, this.status, this.info),
      this.stage,
      h("div", { class: "side" }, panel(t("playing"), "player", this.transport.element), this.options(), this.exchange.element),
    );
    this.start(this.restore(state), number("at", 1e9, 0));
  }

  /** The strongest but one, which answers soon. */
  private get usualLevel(): number {
    return this.levels - 1;
  }

  // ---- the room ----

  command(command: Command): void {
    this.transport.command(command);
  }

  key(event: KeyboardEvent): boolean {
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

  close(): void {
    this.play.close();
  }

  // ---- what the game tells ----

  changed(): void {
    if (!this.play) return;
    const { game } = this.play;
    const winner = this.play.winner();
    const colour = winner ?? game.toMove;
    this.turn.replaceChildren(
      stone(colour === BLACK, 0),
      winner ? t("gameOver", { winner: t(winner === BLACK ? "black" : "white") }) : t(colour === BLACK ? "blackToMove" : "whiteToMove"),
    );
    this.turn.classList.toggle("over", winner !== undefined);
    this.transport.update(game.place, game.count);
    this.seedText.textContent = t("seed", { seed: this.setup.seed });
    this.saveHash();
  }

  say(text: string): void {
    this.status.textContent = text;
  }

  thought(thought: Thought | undefined): void {
    if (!thought) return void (this.info.textContent = "");
    const best = thought.points.indexOf(thought.best);
    const parts = [t(thought.learnt ? "evaluationRate" : "rate", { games: thought.playouts, rate: thought.rate })];
    if (best >= 0) parts.push(t("winRate", { rate: Math.round(thought.rates[best]! / 10) }));
    if (thought.proved) {
      const winner = (thought.proved > 0) === (this.play.game.toMove === BLACK) ? "black" : "white";
      parts.push(t("proved", { winner: t(winner) }));
    }
    this.info.textContent = parts.join(" · ");
  }

  autoChanged(on: boolean): void {
    this.transport.setAuto(on);
  }

  speed(): number {
    return this.transport.speed;
  }

  // ---- options ----

  private options(): HTMLElement {
    const sizes = Array.from({ length: 17 }, (_, i) => [String(i + 3), `${i + 3}×${i + 3}`] as const).concat([["600", "600×600"]]);
    const size = choice(t("size"), sizes, "9", (value) => this.start(NoGoGame.empty(this.app.core, Number(value), Number(value))));
    size.querySelector("select")!.dataset["do"] = "size";
    const policy = choice(t("policy"), [["0", t("policyFirst")], ["1", t("policyRandom")]], String(this.setup.policy), (value) =>
      this.change({ policy: Number(value) }, this.setup.mode === "watch"),
    );
    policy.querySelector("select")!.dataset["do"] = "policy";
    const levels = Array.from({ length: this.levels }, (_, i) => [String(i + 1), String(i + 1)] as const);
    const level = choice(t("level"), levels, String(this.setup.level), (value) => this.change({ level: Number(value) }, false));
    level.querySelector("select")!.dataset["do"] = "level";
    return drawer(
      t("options"),
      "options",
      true,
      size,
      this.modeField,
      policy,
      h("div", { class: "row" }, this.seedText, button(t("newSeed"), () => this.change({ seed: Math.floor(Math.random() * 1e6) }), { "data-do": "seed" })),
      level,
      checkbox(t("showLiberties"), this.setup.liberties, (on) => this.change({ liberties: on }, false)),
      checkbox(t("showPointer"), this.setup.pointers, (on) => {
        this.change({ pointers: on }, false);
        if (on) this.say(t("pointerWalk"));
      }),
      checkbox(t("showHeat"), this.setup.heat, (on) => this.change({ heat: on }, false)),
    );
  }

  /** Changes the set-up; the game begins anew when that changes the game. */
  private change(change: Partial<NoGoSetup>, anew = true): void {
    Object.assign(this.setup, change);
    if (anew) this.play.reset();
    else this.play.refresh();
  }

  // ---- games ----

  private start(game: NoGoGame, place = 0): void {
    this.play?.close();
    this.play = new NoGoPlay(game, this.setup, this.engine, this);
    const { view } = this.play;
    const { element } = view;
    element.tabIndex = 0;
    element.setAttribute("role", "application");
    element.setAttribute("aria-label", t("board", { rows: game.rows, columns: game.columns }));
    this.cursor = -1;
    element.addEventListener("click", (event) => {
      const point = view.pointAt(event);
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
    this.stage.replaceChildren(element);
    if (view instanceof PixelBoard) this.say(t("bigBoard"));
    else this.say(t("nogoHint"));
    const size = this.element.querySelector<HTMLSelectElement>("[data-do=size]");
    if (size) size.value = game.rows === game.columns ? String(game.rows) : "";
    game.seek(place);
    this.play.refresh();
    if (this.element.isConnected) this.resize();
    this.play.respond();
  }

  private setCursor(point: number): void {
    this.cursor = point;
    this.play.view.overlay.cursor = point;
    this.play.hover(point);
    if (point >= 0) this.say(this.play.describe(point));
    this.play.view.changed();
  }

  private load(text: string): void {
    const read = /^\s*\(/.test(text) ? readSgf(this.app.core, text) : NoGoGame.parse(this.app.core, text);
    if (!(read instanceof NoGoGame)) {
      this.say(errorText(read));
      return;
    }
    if (read.count) this.setMode("hh"); // a record stays as it is
    this.start(read, read.place);
  }

  private setMode(mode: Mode): void {
    this.setup.mode = mode;
    this.element.querySelector<HTMLSelectElement>("[data-do=mode]")!.value = mode;
  }

  private movesText(): string {
    const { game } = this.play;
    const lines = Array.from(game.moves(), (m) => `${Math.floor(m / game.columns) + 1} ${(m % game.columns) + 1}`);
    return lines.join("\n") + "\n-1 -1\n";
  }

  // ---- the address ----

  private saveHash(): void {
    const { game } = this.play;
    const state = new URLSearchParams();
    const { setup } = this;
    state.set("n", game.rows === game.columns ? `${game.rows}` : `${game.rows}x${game.columns}`);
    if (setup.mode !== "watch") state.set("mode", setup.mode);
    state.set("policy", String(setup.policy));
    state.set("seed", String(setup.seed));
    if (setup.level !== this.usualLevel) state.set("level", String(setup.level));
    if (!setup.liberties) state.set("liberties", "0");
    if (setup.pointers) state.set("pointers", "1");
    if (!setup.heat) state.set("heat", "0");
    if (game.points <= LONGEST_LINK) {
      const start = game.start();
      if (start.some((colour) => colour !== 0)) state.set("b", packStones(start));
      if (Math.max(game.rows, game.columns) <= 26) state.set("m", packMoves(game.moves(), game.columns));
    }
    state.set("at", String(game.place));
    this.app.setHash("nogo", state);
  }

  private restore(state: URLSearchParams): NoGoGame {
    const { core } = this.app;
    const [rows, columns] = unpackSize(state.get("n"), LARGEST) ?? [9, 9];
    const board = unpackStones(state.get("b") ?? "", rows, columns);
    const read = board ? NoGoGame.parse(core, `${rows} ${columns}\n${board}\n`) : undefined;
    const game = read instanceof NoGoGame ? read : NoGoGame.empty(core, rows, columns);
    for (const move of unpackMoves(state.get("m") ?? "", columns)) if (game.play(move).verdict !== 0) break;
    game.seek(0);
    return game;
  }
}

