// The Go room: a record played through with its variations, refused moves with their reasons, captures,
// earlier positions, comments and markup.
import { animate, march, pause } from "./animate";
import type { App, Room } from "./app";
import { columnName, rowName, libertyDots } from "./board-notes";
import { BoardView, fitStage, moveCursor } from "./board-view";
import { button, checkbox, choice, drawer, h, panel, reducedMotion } from "./dom";
import { Exchange, type Dropped } from "./exchange";
import { errorText, t, type Key } from "./language";
import { Ghost } from "./ghost";
import { GoDetails, earlierPosition, moveNumbers, refusalOf } from "./go-details";
import { GO_OCCUPIED, GO_OK, GO_SUICIDE, GO_SUPERKO, GoGame, GO_SAMPLE, GO_SUPERKO_SAMPLE, type Entry } from "./go-game";
import { GoMoves } from "./go-moves";
import { gameId, keepGame, KeptList, newGame } from "./kept";
import { boardSvg, type Pictured } from "./pictures";
import { notice } from "./notice";
import { recall, remember } from "./settings";
import { marksOf, type SgfNode } from "./sgf-tree";
import { play as playSound } from "./sound";
import { stone } from "./sprites";
import { Transport, type Command, type Player } from "./transport";

const PERIOD = 700; // milliseconds a move at speed 1
const NO_SHOW = 4; // from this speed on moves are not animated
const REFUSAL_TIME = 1500; // milliseconds that a refusal by hand is drawn
const KEEP_PAUSE = 1000; // milliseconds before a changed record is kept
const MAX_MISSES = 400; // in the list

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
  private readonly moves: GoMoves;
  private readonly details: GoDetails;
  private readonly removeButton: HTMLButtonElement;
  private readonly promoteButton: HTMLButtonElement;
  private readonly kept: KeptList;
  private game!: GoGame;
  private view!: BoardView;
  /** The whole text when it has several games. */
  private text = "";
  private which = 0;
  private liberties = false;
  private letters = recall("coordinates") === "letters";
  private numbers = recall("numbers") === "yes";
  private cursor = -1;
  /** Whether the record is the visitor's: it is kept, and not replaced without a way back. */
  private own = false;
  private state = new URLSearchParams();
  private keeping: ReturnType<typeof setTimeout> | undefined;
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
      (text) => this.replace(text, 0),
      (text) => this.say(text),
      true,
    );
    this.moves = new GoMoves((node) => this.goTo(node), (place) => this.seek(place), (point) => this.pointName(point));
    this.removeButton = button(t("removeBranch"), () => this.remove(), { "data-do": "remove" });
    this.promoteButton = button(t("promote"), () => this.promote(), { "data-do": "promote" });
    this.details = new GoDetails(() => {
      this.own = true;
      this.saveHash();
    });
    this.kept = new KeptList("go", (game) => this.app.open("go", game.state, game.id));
    const sample = choice(t("goSamples"), [["", "…"], ["sample", t("goSample")], ["superko", t("goSuperko")], ["empty", t("goEmpty")]], "", (id) => {
      if (id === "empty") this.replaceBy(GoGame.empty(this.app.core, 19), "", 0);
      else if (id) this.replace(id === "sample" ? GO_SAMPLE : GO_SUPERKO_SAMPLE, 0);
    });
    sample.querySelector("select")!.dataset["do"] = "sample";
    this.element = h(
      "main",
      { class: "room go" },
      panel(t("go"), "head", this.turn, this.status, this.details.names, this.info),
      this.stage,
      h(
        "div",
        { class: "side" },
        panel(t("playing"), "player", this.transport.element),
        this.comparison,
        panel(t("record"), "record-panel", this.moves.element, h("div", { class: "row wrap" },
          button(t("passMove"), () => this.touch(-1), { "data-do": "pass" }), this.promoteButton, this.removeButton)),
        this.missPanel,
        this.details.element,
        drawer(t("options"), "options", true, sample, this.gameChoice,
          checkbox(t("showLiberties"), this.liberties, (on) => {
            this.liberties = on;
            this.refresh();
          }),
          checkbox(t("showNumbers"), this.numbers, (on) => {
            this.numbers = on;
            remember("numbers", on ? "yes" : "no");
            this.refresh();
          }),
          checkbox(t("letterCoordinates"), this.letters, (on) => {
            this.letters = on;
            remember("coordinates", on ? "letters" : "numbers");
            this.makeView();
            this.refresh();
            this.showEntry();
          })),
        this.kept.element,
        this.exchange.element,
      ),
    );
    this.restore(state);
  }

  private restore(state: URLSearchParams): void {
    const shared = state.get("sgf");
    this.load(GO_SAMPLE, 0);
    const sample = this.game.sgf();
    if (shared && shared !== sample) this.own = this.load(shared, 0);
    const whole = state.get("all");
    if (whole) {
      const read = GoGame.parse(this.app.core, whole, 0);
      if (read instanceof GoGame) {
        this.text = whole;
        this.which = Math.max(0, Number(state.get("game")) || 0);
        this.chooseGames(read.games);
        read.free();
      }
    }
    this.game.takeBranches(state.get("v") ?? "");
    this.moves.layOut(this.game);
    this.listMisses();
    this.seek(Number(state.get("at") ?? 0) || 0);
  }

  // ---- the room ----

  command(command: Command): void {
    this.transport.command(command);
  }

  key(event: KeyboardEvent): boolean {
    if (event.target === this.moves.tree && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      this.moves.sibling(event.key === "ArrowUp" ? -1 : 1);
      return true;
    }
    if (event.key === "p" || event.key === "P") {
      this.touch(-1);
      return true;
    }
    if (event.target !== this.view.element) return false;
    if (event.key === "Enter" && this.cursor >= 0) this.touch(this.cursor);
    const next = moveCursor(event.key, this.cursor, this.game.rows, this.game.columns);
    if (next === undefined) return event.key === "Enter";
    this.setCursor(next);
    return true;
  }

  resize(): void {
    fitStage(this.stage, this.view.element);
    this.moves.update();
  }

  drop({ files: [file] }: Dropped): void {
    if (file?.text) this.replace(file.text, 0);
  }

  pictures(): Pictured {
    const { game } = this;
    const at = <T>(place: number, look: (stones: Uint8Array, last: number) => T): T => {
      const now = game.place;
      game.seek(place);
      const entry = place ? game.entry(place - 1) : undefined;
      const result = look(game.stones(), entry?.verdict === GO_OK ? entry.point : -1);
      game.seek(now);
      return result;
    };
    return {
      name: "go",
      place: game.place,
      count: game.count,
      frame: (place) => at(place, (stones, last) => BoardView.picture(game.rows, game.columns, stones, this.liberties ? libertyDots(game, stones) : [], last)),
      svg: () => at(game.place, (stones, last) => boardSvg(game.rows, game.columns, stones, last)),
    };
  }

  close(): void {
    if (this.keeping) this.keep();
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
    this.showEntry();
  }

  setAuto(on: boolean): void {
    this.halt();
    if (!on) return;
    this.transport.setAuto(true);
    void this.run(this.doing.signal);
  }

  private async run(signal: AbortSignal): Promise<void> {
    if (this.game.place === this.game.count) {
      this.game.seek(0); // once more, from the start
      this.refresh();
      this.showEntry();
    }
    while (this.transport.speed < NO_SHOW && (await this.advance(signal))) if (!(await pause(PERIOD / this.transport.speed, signal))) return;
    await march(() => PERIOD / this.transport.speed, signal, () => {
      if (this.game.place === this.game.count) return false;
      this.game.seek(this.game.place + 1);
      return true;
    }, () => {
      this.refresh();
      this.showEntry();
    });
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
    this.showEntry();
    if (entry.verdict !== GO_OK) {
      playSound("buzz");
      await this.shake(entry, signal);
    } else {
      if (!entry.note) playSound("ding");
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

  /** Reads a record in place of the one on the board, which can be brought back. */
  private replace(text: string, which: number): void {
    const read = GoGame.parse(this.app.core, text, which);
    if (read instanceof GoGame) return this.replaceBy(read, text, which);
    this.say(errorText(read));
    notice(errorText(read), { error: true });
  }

  private replaceBy(game: GoGame, text: string, which: number): void {
    if (this.keeping) this.keep();
    if (this.own) this.app.erasing("go", t("recordReplaced"));
    newGame("go");
    this.which = which;
    this.start(game, text);
    if (game.gap) notice(t("partLeftOut", { why: errorText(game.gap) }), { error: true });
    this.own = text !== "" && text !== GO_SAMPLE && text !== GO_SUPERKO_SAMPLE;
    this.saveHash();
  }

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
    this.own = false;
    this.text = game.games > 1 ? text : "";
    this.details.show(game);
    this.moves.layOut(game);
    this.makeView();
    this.chooseGames(game.games);
    this.listMisses();
    this.refresh();
    this.showEntry();
  }

  private makeView(): void {
    const { game } = this;
    this.view = new BoardView(game.rows, game.columns, this.letters);
    const { element } = this.view;
    element.tabIndex = 0;
    element.setAttribute("role", "application");
    element.setAttribute("aria-label", t("board", { rows: game.rows, columns: game.columns }));
    const ghost = new Ghost(this.view, () => this.game.toMove);
    element.addEventListener("click", (event) => {
      const point = ghost.picked(event);
      if (ghost.waiting) this.say(t("tapAgain"));
      if (point >= 0) this.touch(point);
    });
    element.addEventListener("pointermove", (event) => event.pointerType === "mouse" && this.hover(this.view.pointAt(event)));
    element.addEventListener("pointerleave", () => this.hover(-1));
    element.addEventListener("blur", () => this.setCursor(-1));
    this.stage.replaceChildren(element);
    if (this.element.isConnected) this.resize();
  }

  private chooseGames(games: number): void {
    this.gameChoice.replaceChildren();
    if (games < 2) return;
    const options = Array.from({ length: games }, (_, i) => [String(i), `${i + 1} / ${games}`] as const);
    this.gameChoice.append(choice(t("whichGame"), options, String(this.which), (value) => this.replace(this.text, Number(value))));
  }

  // ---- variations ----

  private goTo(node: SgfNode): void {
    this.halt();
    this.game.goTo(node);
    this.listMisses();
    this.refresh();
    this.showEntry();
  }

  private remove(): void {
    if (!this.game.place) return;
    this.app.erasing("go", t("branchRemoved"));
    this.game.remove(this.game.node);
    this.changed();
  }

  private promote(): void {
    this.game.promote();
    this.changed();
  }

  private changed(): void {
    this.own = true;
    this.moves.layOut(this.game);
    this.listMisses();
    this.refresh();
    this.showEntry();
  }

  private listMisses(): void {
    const { game } = this;
    this.misses.replaceChildren();
    for (let i = 0; i < game.count && this.misses.childElementCount < MAX_MISSES; i++) {
      const entry = game.entry(i);
      if (entry.verdict === GO_OK) continue;
      const item = h("button", { type: "button", "data-miss": entry.verdict, onclick: () => this.seek(i + 1) }, `${i + 1}: miss ${entry.verdict}`);
      this.misses.append(h("li", {}, item));
    }
    this.missPanel.hidden = this.misses.childElementCount === 0;
  }

  /** A move by hand: a variation when the record goes on otherwise. -1 passes. */
  private touch(point: number): void {
    this.halt();
    const before = this.game.stones();
    const more = this.game.place < this.game.count;
    const known = this.game.node.children.length;
    const { verdict } = this.game.play(point);
    if (verdict !== GO_OK) {
      playSound("buzz");
      this.say(t("goRefused", { miss: verdict, where: this.where(point), why: t(RULE[verdict] ?? "whyOff") }));
      void this.showRefusal({ point, verdict, setup: false, note: false, colour: this.game.toMove, repeated: 0, step: 0 }, this.doing.signal);
      return;
    }
    playSound("ding");
    this.changed();
    const { parent } = this.game.node;
    if (more && parent && parent.children.length > known && known > 0) this.say(`${this.status.textContent} · ${t("newVariation", { count: parent.children.length })}`);
    void this.capture(before, this.doing.signal);
  }

  /** A refusal by hand goes away after a while. */
  private async showRefusal(entry: Entry, signal: AbortSignal): Promise<void> {
    const { notes } = this.view.overlay;
    notes.refusal = refusalOf(this.game, entry, this.game.stones());
    this.view.changed();
    await this.shake(entry, signal);
    await pause(REFUSAL_TIME, signal);
    if (!signal.aborted) this.refresh();
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

  private pointName(point: number): string {
    const { rows, columns } = this.game;
    const [row, column] = [Math.floor(point / columns), point % columns];
    return this.letters ? columnName(column, true) + rowName(row, rows, true) : `${row + 1} ${column + 1}`;
  }

  private where(point: number): string {
    if (this.letters) return this.pointName(point);
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
    view.overlay.notes.refusal = entry && refusalOf(this.game, entry, stones);
    view.overlay.marks = marksOf(game.node, game.rows, game.columns);
    view.overlay.numbers = this.numbers ? moveNumbers(game, stones) : new Map();
    if (view.overlay.numbers.has(view.overlay.last) || view.overlay.marks.has(view.overlay.last)) view.overlay.last = -1;
    view.setPosition(stones, this.liberties ? libertyDots(game, stones) : []);
    const black = game.toMove === 1;
    this.turn.replaceChildren(stone(black, 0), t(black ? "blackToMove" : "whiteToMove"));
    this.info.textContent = t("captures", { black: game.captures(1), white: game.captures(2) });
    this.transport.update(game.place, game.count);
    for (const item of this.misses.children) item.classList.toggle("now", item.textContent!.startsWith(`${game.place}:`));
    this.compare(entry);
    this.moves.update();
    this.details.update();
    this.removeButton.disabled = !game.place;
    this.promoteButton.disabled = !game.branches;
    this.saveHash();
  }

  private compare(entry: Entry | undefined): void {
    this.comparison.hidden = entry?.verdict !== GO_SUPERKO;
    this.comparison.replaceChildren(...(entry?.verdict === GO_SUPERKO ? earlierPosition(this.game, entry) : []));
  }

  /** The last entry in words. */
  private showEntry(): void {
    const { game } = this;
    if (!game.place) return this.say(t("goHint"));
    const entry = game.entry(game.place - 1);
    const colour = t(entry.colour === 1 ? "black" : "white");
    const where = entry.point >= 0 ? this.where(entry.point) : t("pass");
    if (entry.verdict !== GO_OK)
      return this.say(`${game.place}: ${colour} ` + t("goRefused", { miss: entry.verdict, where, why: t(RULE[entry.verdict] ?? "whyOff") }));
    if (entry.note) return this.say(`${game.place}: ${t("note")}`);
    if (entry.setup) return this.say(`${game.place}: ${t("setup")}`);
    const taken = game.captured().length;
    this.say(`${game.place}: ${colour} ${where}${taken ? ` · ${t("takes", { count: taken })}` : ""}`);
  }

  private saveHash(): void {
    const state = new URLSearchParams();
    state.set("sgf", this.game.sgf());
    if (this.text) {
      state.set("all", this.text);
      state.set("game", String(this.which));
    }
    if (this.game.branches) state.set("v", this.game.branches);
    state.set("at", String(this.game.place));
    this.app.setHash("go", state);
    if (this.own) this.keeping ??= setTimeout(() => this.keep(), KEEP_PAUSE);
    this.state = state;
  }

  /** Puts the record among the kept games. */
  private keep(): void {
    clearTimeout(this.keeping);
    this.keeping = undefined;
    keepGame("go", gameId("go"), this.details.names.textContent || t("moveCount", { count: this.game.count }), this.state);
    this.kept.refresh();
  }
}
