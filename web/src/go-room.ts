// The Go room: a record played through, refused moves with their reasons, captures, earlier positions.
import { animate, pause } from "./animate";
import type { App, Room } from "./app";
import { BoardView, fit, fitStage, moveCursor } from "./board-view";
import { checkbox, choice, drawer, h, panel, reducedMotion } from "./dom";
import { errorText } from "./errors";
import { Exchange } from "./exchange";
import { GO_OCCUPIED, GO_OK, GO_SUICIDE, GO_SUPERKO, GoGame, type Entry } from "./go-game";
import { GO_SAMPLE, GO_SUPERKO_SAMPLE } from "./go-samples";
import { t, type Key } from "./language";
import { libertyDots } from "./liberties";
import { play as playSound } from "./sound";
import { stone } from "./sprites";
import { Transport, type Command, type Player } from "./transport";

const PERIOD = 700; // milliseconds a move at speed 1
const LONGEST_LINK = 8000;
const CROP = 7; // points on a side of the earlier position that is shown
const MOST_MISSES = 400; // in the list

const RULE: Record<number, Key> = { [GO_OCCUPIED]: "missOccupied", [GO_SUICIDE]: "missSuicide", [GO_SUPERKO]: "missSuperko" };

export class GoRoom implements Room, Player {
  readonly element: HTMLElement;
  private readonly transport: Transport;
  private readonly turn = h("p", { class: "turn" });
  private readonly status = h("p", { class: "status", role: "status" });
  private readonly info = h("p", { class: "info" });
  private readonly stage = h("div", { class: "stage" });
  private readonly misses = h("ol", { class: "misses" });
  private readonly missPanel: HTMLElement;
  private readonly comparison: HTMLElement;
  private readonly gameChoice = h("div", {});
  private readonly exchange: Exchange;
  private game!: GoGame;
  private view!: BoardView;
  private text = "";
  private which = 0;
  private liberties = false;
  private cursor = -1;
  private doing = new AbortController();

  constructor(
    private readonly app: App,
    state: URLSearchParams,
  ) {
    this.transport = new Transport(this);
    this.comparison = h("section", { class: "panel comparison", hidden: true });
    this.missPanel = panel(t("misses"), "miss-list", this.misses);
    this.exchange = new Exchange(
      [
        { id: "sgf", name: t("sgf"), file: "go.sgf", write: () => this.game.sgf() },
        { id: "list", name: t("textList"), file: "moves.txt", write: () => this.game.list() },
        { id: "answer", name: t("textAnswer"), file: "answer.txt", write: () => this.game.answer() },
      ],
      (text) => this.load(text, 0),
      (text) => this.say(text),
      true,
    );
    const sample = choice(t("goSamples"), [["", "…"], ["sample", t("goSample")], ["superko", t("goSuperko")], ["empty", t("goEmpty")]], "", (id) => {
      if (id === "empty") this.start(GoGame.empty(this.app.core, 19), "");
      else if (id) this.load(id === "sample" ? GO_SAMPLE : GO_SUPERKO_SAMPLE, 0);
    });
    sample.querySelector("select")!.dataset["do"] = "sample";
    this.element = h(
      "main",
      { class: "room go" },
      panel(t("go"), "head", this.turn, this.status, this.info),
      this.stage,
      h(
        "div",
        { class: "side" },
        this.comparison,
        panel(t("playing"), "player", this.transport.element),
        this.missPanel,
        drawer(t("options"), "options", true, sample, this.gameChoice, checkbox(t("showLiberties"), this.liberties, (on) => {
          this.liberties = on;
          this.refresh();
        })),
        this.exchange.element,
      ),
    );
    this.stage.addEventListener("dragover", (event) => event.preventDefault());
    this.stage.addEventListener("drop", (event) => {
      event.preventDefault();
      void event.dataTransfer?.files[0]?.text().then((text) => this.load(text, 0));
    });
    const shared = state.get("sgf");
    if (!shared || !this.load(shared, 0)) this.load(GO_SAMPLE, 0);
    this.seek(Number(state.get("at") ?? 0) || 0);
  }

  // ---- the room ----

  command(command: Command): void {
    this.transport.command(command);
  }

  key(event: KeyboardEvent): boolean {
    if (event.target !== this.view.element) return false;
    if (event.key === "Enter" && this.cursor >= 0) this.touch(this.cursor);
    const next = moveCursor(event.key, this.cursor, this.game.rows, this.game.columns);
    if (next === undefined) return event.key === "Enter";
    this.setCursor(next);
    return true;
  }

  resize(): void {
    fitStage(this.stage, this.view.element);
  }

  close(): void {
    this.doing.abort();
    this.game.free();
  }

  // ---- the player ----

  step(): void {
    this.halt();
    void this.advance(this.doing.signal);
  }
  back(): void {
    this.seek(this.game.place - 1);
  }
  toEnd(): void {
    this.seek(this.game.count);
  }
  reset(): void {
    this.seek(0);
  }

  seek(place: number): void {
    this.halt();
    this.game.seek(Math.max(0, Math.min(place, this.game.count)));
    this.refresh();
    this.tell();
  }

  setAuto(on: boolean): void {
    this.halt();
    if (!on) return;
    this.transport.setAuto(true);
    void this.run(this.doing.signal);
  }

  private async run(signal: AbortSignal): Promise<void> {
    while (await this.advance(signal)) if (!(await pause(PERIOD / this.transport.speed, signal))) return;
    if (!signal.aborted) this.transport.setAuto(false);
  }

  private halt(): void {
    this.doing.abort();
    this.doing = new AbortController();
    this.view.overlay.vanishing.clear();
    this.view.overlay.shaken.clear();
    this.transport.setAuto(false);
  }

  /** The next entry with its sound and animation; false at the end. */
  private async advance(signal: AbortSignal): Promise<boolean> {
    const { game } = this;
    if (game.place === game.count) return false;
    const before = game.stones();
    game.seek(game.place + 1);
    const entry = game.entry(game.place - 1);
    this.refresh();
    this.tell();
    if (entry.verdict !== GO_OK) {
      playSound("buzz");
      await this.shake(entry, signal);
    } else {
      if (entry.point >= 0) playSound("ding");
      await this.capture(before, signal);
    }
    return !signal.aborted;
  }

  private async capture(before: Uint8Array, signal: AbortSignal): Promise<void> {
    const taken = this.game.captured();
    if (!taken.length) return;
    playSound("capture");
    if (reducedMotion()) return;
    const { overlay } = this.view;
    for (const point of taken) overlay.vanishing.set(point, before[point] === 1);
    await animate(400, signal, (part) => {
      overlay.vanished = part;
      if (part === 1) overlay.vanishing.clear();
      this.view.changed();
    });
  }

  private async shake(entry: Entry, signal: AbortSignal): Promise<void> {
    if (reducedMotion() || entry.point < 0) return;
    const { overlay } = this.view;
    overlay.shaken.add(entry.point);
    await animate(400, signal, (part) => {
      overlay.shake = part === 1 ? 0 : Math.floor(part * 8) % 2 ? 1 : -1;
      this.view.changed();
    });
    overlay.shaken.clear();
  }

  // ---- records ----

  private load(text: string, which: number): boolean {
    const read = GoGame.parse(this.app.core, text, which);
    if (!(read instanceof GoGame)) {
      this.say(errorText(read));
      return false;
    }
    this.which = which;
    this.start(read, text);
    return true;
  }

  private start(game: GoGame, text: string): void {
    if (this.game) {
      this.halt();
      this.game.free();
    }
    this.game = game;
    this.text = text;
    this.view = new BoardView(game.rows, game.columns);
    const { element } = this.view;
    element.tabIndex = 0;
    element.setAttribute("role", "application");
    element.setAttribute("aria-label", t("board", { rows: game.rows, columns: game.columns }));
    element.addEventListener("click", (event) => {
      const point = this.view.pointAt(event);
      if (point >= 0) this.touch(point);
    });
    element.addEventListener("pointermove", (event) => event.pointerType === "mouse" && this.hover(this.view.pointAt(event)));
    element.addEventListener("pointerleave", () => this.hover(-1));
    element.addEventListener("blur", () => this.setCursor(-1));
    this.stage.replaceChildren(element);
    this.gameChoice.replaceChildren();
    if (game.games > 1)
      this.gameChoice.append(
        choice(t("whichGame"), Array.from({ length: game.games }, (_, i) => [String(i), `${i + 1} / ${game.games}`] as const), String(this.which), (value) =>
          this.load(this.text, Number(value)),
        ),
      );
    this.listMisses();
    if (this.element.isConnected) this.resize();
    this.refresh();
    this.tell();
  }

  private listMisses(): void {
    const { game } = this;
    this.misses.replaceChildren();
    for (let i = 0; i < game.count && this.misses.childElementCount < MOST_MISSES; i++) {
      const entry = game.entry(i);
      if (entry.verdict === GO_OK) continue;
      const item = h("button", { type: "button", "data-miss": entry.verdict, onclick: () => this.seek(i + 1) }, `${i + 1}: miss ${entry.verdict}`);
      this.misses.append(h("li", {}, item));
    }
    this.missPanel.hidden = this.misses.childElementCount === 0;
  }

  /** A move by hand. */
  private touch(point: number): void {
    this.halt();
    const before = this.game.stones();
    const { verdict } = this.game.play(point);
    if (verdict !== GO_OK) {
      playSound("buzz");
      this.say(t("goRefused", { miss: verdict, where: this.where(point), why: t(RULE[verdict] ?? "whyOff") }));
      void this.shake({ point, verdict, setup: false, colour: 0, repeated: 0, step: 0 }, this.doing.signal);
      return;
    }
    playSound("ding");
    this.listMisses();
    this.refresh();
    this.tell();
    void this.capture(before, this.doing.signal);
  }

  private hover(point: number): void {
    const liberties = point >= 0 ? this.game.liberties(point) : 0;
    this.view.overlay.label = liberties ? { point, text: String(liberties) } : undefined;
    this.view.changed();
  }

  private setCursor(point: number): void {
    this.cursor = point;
    this.view.overlay.cursor = point;
    this.hover(point);
    if (point < 0) return;
    const colour = this.game.stones()[point];
    this.say(`${this.where(point)}${colour ? ` · ${t(colour === 1 ? "black" : "white")} · ${t("libertyCount", { count: this.game.liberties(point) })}` : ""}`);
  }

  // ---- what one sees ----

  private where(point: number): string {
    return t("where", { row: Math.floor(point / this.game.columns) + 1, column: (point % this.game.columns) + 1 });
  }

  private say(text: string): void {
    this.status.textContent = text;
  }

  private refresh(): void {
    const { game, view } = this;
    const stones = game.stones();
    const entry = game.place ? game.entry(game.place - 1) : undefined;
    view.overlay.last = entry && entry.verdict === GO_OK ? entry.point : -1;
    view.overlay.refused.clear();
    if (entry && entry.verdict !== GO_OK && entry.point >= 0) view.overlay.refused.set(entry.point, entry.verdict !== GO_SUICIDE);
    view.setPosition(stones, this.liberties ? libertyDots(game, stones) : []);
    const black = game.toMove === 1;
    this.turn.replaceChildren(stone(black, 0), t(black ? "blackToMove" : "whiteToMove"));
    this.info.textContent = t("captures", { black: game.captures(1), white: game.captures(2) });
    this.transport.update(game.place, game.count);
    for (const item of this.misses.children) item.classList.toggle("now", item.textContent!.startsWith(`${game.place}:`));
    this.compare(entry);
    this.saveHash();
  }

  /** For superko: the position now and the earlier one that the move would bring back. */
  private compare(entry: Entry | undefined): void {
    this.comparison.replaceChildren();
    this.comparison.hidden = entry?.verdict !== GO_SUPERKO;
    if (!entry || entry.verdict !== GO_SUPERKO) return;
    const { game } = this;
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
    this.comparison.append(h("p", {}, caption), picture);
  }

  /** The last entry in words. */
  private tell(): void {
    const { game } = this;
    if (!game.place) return this.say(t("goHint"));
    const entry = game.entry(game.place - 1);
    const colour = t(entry.colour === 1 ? "black" : "white");
    const where = entry.point >= 0 ? this.where(entry.point) : t("pass");
    if (entry.verdict !== GO_OK)
      return this.say(`${game.place}: ${colour} ` + t("goRefused", { miss: entry.verdict, where, why: t(RULE[entry.verdict] ?? "whyOff") }));
    if (entry.setup) return this.say(`${game.place}: ${t("setup")}`);
    const taken = game.captured().length;
    this.say(`${game.place}: ${colour} ${where}${taken ? ` · ${t("takes", { count: taken })}` : ""}`);
  }

  private saveHash(): void {
    const state = new URLSearchParams();
    const sgf = this.game.sgf().replace(/\s+/g, "");
    if (sgf.length <= LONGEST_LINK) state.set("sgf", sgf);
    state.set("at", String(this.game.place));
    this.app.setHash("go", state);
  }
}
