// The maze room: walk, watch the search, or edit; the tic-tac-toe board and the achievements beside.
import type { App, Room } from "./app";
import { fit, fitStage } from "./board-view";
import { button, choice, drawer, h, panel, reducedMotion } from "./dom";
import { Exchange, type Dropped } from "./exchange";
import { errorText, t, type Key } from "./language";
import { MazeEditor } from "./maze-editor";
import { Campaign, Achievements } from "./maze-prizes";
import { mazeSvg, type Pictured } from "./pictures";
import { boardNumber, CELL_MOVE, CELL_START, CELL_WALL, cellText, MazeGame, writes, type Direction } from "./maze-game";
import { MazeSearch, MazeStates } from "./maze-search";
import { BOARD_SIDE, drawBoard, MazeView } from "./maze-view";
import { MazeWalk, type MazeWatcher } from "./maze-walk";
import { notice } from "./notice";
import { BUILT_IN, packMaze, randomMaze, unpackMaze } from "./mazes";
import { canvas } from "./sprites";
import { Transport, type Command, type Player } from "./transport";

type Mode = "walk" | "search" | "edit";
const MODES: readonly [Mode, Key][] = [["walk", "walkMode"], ["search", "searchMode"], ["edit", "editMode"]];

const MAX_SIDE = 50;
const ARROWS: Record<string, Direction> = { ArrowUp: 0, ArrowRight: 1, ArrowDown: 2, ArrowLeft: 3 };
const LETTERS = "nesw";
const SWIPE = 24; // CSS pixels

export class MazeRoom implements Room, MazeWatcher {
  readonly element: HTMLElement;
  private readonly transport: Transport;
  private readonly status = h("p", { class: "status", role: "status" });
  private readonly info = h("p", { class: "info" });
  private readonly levelName = h("p", { class: "hint", "data-maze": "level" });
  private readonly number = h("p", { class: "ternary", title: t("ternaryHint"), "data-maze": "ternary" });
  /** Heard, not seen: what is around Bessie. */
  private readonly around = h("p", { class: "unseen", "aria-live": "polite", "data-maze": "around" });
  private readonly campaign: Campaign;
  private readonly programPlace = h("div", { class: "program-place" });
  private readonly method: HTMLLabelElement;
  private readonly stage = h("div", { class: "stage" });
  private readonly victory = h("div", { class: "victory", "aria-hidden": "true" });
  private readonly boardCanvas: HTMLCanvasElement;
  private readonly tabs: HTMLElement;
  private readonly achievements: Achievements;
  private readonly editor: MazeEditor;
  private readonly timer: ReturnType<typeof setInterval> | undefined;
  private mode: Mode;
  private game!: MazeGame;
  private view!: MazeView;
  private walk!: MazeWalk;
  private search: MazeSearch | undefined;
  private states: MazeStates | undefined;
  /** Whether the search is shown state by state. */
  private byState: boolean;
  private shine = false;
  private side = 11;

  constructor(
    private readonly app: App,
    state: URLSearchParams,
  ) {
    const mode = state.get("mode") as Mode;
    this.mode = mode === "search" || mode === "edit" ? mode : "walk";
    const delegate = (call: (player: Player) => void): (() => void) => () => this.player && call(this.player);
    this.transport = new Transport({
      step: delegate((p) => p.step()),
      back: delegate((p) => p.back()),
      toEnd: delegate((p) => p.toEnd()),
      reset: () => this.reset(),
      seek: (place) => this.player?.seek(place),
      setAuto: (on) => this.player?.setAuto(on),
    });
    this.boardCanvas = canvas(BOARD_SIDE, BOARD_SIDE)[0];
    this.boardCanvas.className = "pixels tictactoe";
    this.boardCanvas.setAttribute("role", "img");
    this.achievements = new Achievements((board) => {
      this.setMode("walk");
      this.walk.show(board);
    }, (text) => this.say(text));
    this.editor = new MazeEditor(() => this.edited());
    this.campaign = new Campaign((text) => {
      this.mode = "walk";
      this.load(text);
    });
    this.byState = state.get("by") === "state";
    this.method = choice(t("method"), [["board", t("byBoard")], ["state", t("byState")]], this.byState ? "state" : "board", (value) => {
      this.byState = value === "state";
      this.setMode("search");
    });
    this.method.querySelector("select")!.dataset["do"] = "method";
    this.tabs = h("div", { class: "tabs", role: "group", "aria-label": t("mode") }, ...MODES.map(([id, key]) =>
      button(t(key), () => this.setMode(id), { "data-mode": id })));
    const exchange = new Exchange(
      [{ id: "maze", name: t("mazeTextFormat"), file: "maze.txt", write: () => this.game.text }],
      (text) => this.load(text),
      (text) => this.say(text),
    );
    this.element = h(
      "main",
      { class: "room maze" },
      panel(t("maze"), "head", this.tabs, h("div", { class: "beside" }, this.boardCanvas, h("div", {}, this.status, this.info, this.levelName, this.number)), this.around),
      this.stage,
      h(
        "div",
        { class: "side" },
        panel(t("playing"), "player", this.method, this.transport.element),
        this.programPlace,
        this.editor.element,
        this.campaign.element,
        this.achievements.element,
        this.options(),
        exchange.element,
      ),
    );
    this.start(this.restore(state));
    for (const letter of state.get("walk") ?? "") {
      const direction = LETTERS.indexOf(letter);
      if (direction >= 0) this.walk.steps.push(direction as Direction);
    }
    this.walk.seek(Number(state.get("at") ?? 0) || 0);
    this.setMode(this.mode);
    if (this.mode === "search") this.searching!.seek(Number(state.get("see") ?? 0) || 0);
    if (!reducedMotion())
      this.timer = setInterval(() => {
        this.shine = !this.shine;
        this.view.bright = this.shine;
        this.view.changed();
        this.drawBoard();
      }, 500);
  }

  // ---- the room ----

  command(command: Command): void {
    this.transport.command(command);
  }

  key(event: KeyboardEvent): boolean {
    const direction = ARROWS[event.key];
    if (direction === undefined || this.mode === "search") return false;
    if (this.mode === "edit") {
      if (event.target !== this.view.element) return false;
      this.editor.moveCursor(direction);
      return true;
    }
    void this.go(direction);
    return true;
  }

  resize(): void {
    fitStage(this.stage, this.view.element);
    fit(this.boardCanvas, 156, 156, 3);
  }

  drop({ files: [file] }: Dropped): void {
    if (file?.text) this.load(file.text);
  }

  pictures(): Pictured {
    const { steps, place } = this.walk;
    const { side } = this.game;
    // another Bessie walks the same way
    const other = MazeGame.parse(this.app.core, this.game.text) as MazeGame;
    const cells = [other.at];
    for (const step of steps) {
      other.step(step);
      cells.push(other.at);
    }
    other.free();
    const view = new MazeView(this.game.cells.slice(), side);
    const stand = (at: number): void => {
      const cell = cells[Math.min(at, cells.length - 1)]!;
      const was = cells[Math.max(0, Math.min(at, cells.length - 1) - 1)]!;
      view.bessie = { row: Math.floor(cell / side), column: cell % side, left: cell % side <= was % side, step: at % 2 };
    };
    return {
      name: "maze",
      place,
      count: steps.length,
      frame: (at) => {
        stand(at);
        return view.picture();
      },
      svg: () => mazeSvg(side, (cell) => {
        const kind = view.cells[cell]!;
        return { fill: kind === CELL_WALL ? "#4a2c12" : kind === CELL_START ? "#3c6cf0" : "#9c6c38", text: kind >= CELL_MOVE ? cellText(kind) : "" };
      }, cells[place] ?? cells[0]!),
    };
  }

  close(): void {
    clearInterval(this.timer);
    this.walk.close();
    this.search?.stop();
    this.states?.stop();
    this.game.free();
  }

  // ---- reports of the walk and the search ----

  changed(): void {
    const player = this.mode === "search" ? this.searching : this.walk;
    if (!player) return;
    if (this.mode === "search") this.transport.update(player.place, player.count, this.byState ? "stepOf" : "boardOf");
    else this.transport.update(player.place, player.count, "stepOf");
    this.victory.classList.toggle("shown", this.mode === "walk" && this.walk.over && this.walk.place === this.walk.count);
    this.drawBoard();
    this.describe();
    this.saveHash();
  }

  /** Describes for screen readers what is around Bessie. */
  private describe(): void {
    if (this.mode !== "walk") return void (this.around.textContent = "");
    const { at, side, cells, board } = this.game;
    const filled = this.game.filled(board);
    const name = (cell: number): string => {
      if (cell === CELL_WALL) return t("brushWall");
      if (cell < CELL_MOVE) return cell === CELL_START ? t("brushStart") : t("brushFloor");
      const [letter, row, column] = cellText(cell);
      return t(writes(cell, filled) ? "coinIs" : "coinUsed", { letter: letter!, row: row!, column: column! });
    };
    const [north, east, south, west] = [-side, 1, side, -1].map((by) => name(cells[at + by] ?? CELL_WALL));
    const text = t("aroundBessie", { row: Math.floor(at / side) + 1, column: (at % side) + 1, north: north!, east: east!, south: south!, west: west! });
    if (this.around.textContent !== text) this.around.textContent = text;
  }

  say(text: string): void {
    this.status.textContent = text;
  }

  won(board: number): void {
    const said = [this.achievements.reach(board)];
    const prize = this.walk.byHand ? this.campaign.won(this.walk.count) : undefined;
    if (prize) {
      said.push(t("prize", { stars: "★".repeat(prize.stars) + "☆".repeat(3 - prize.stars), steps: this.walk.count, par: prize.par }));
      if (prize.opened) said.push(t("levelOpened", { level: prize.opened }));
    }
    this.say(said.join(" · "));
    this.changed();
  }

  autoChanged(on: boolean): void {
    this.transport.setAuto(on);
  }

  speed(): number {
    return this.transport.speed;
  }

  isReached(board: number): boolean {
    return this.achievements.has(board);
  }

  private get player(): Player | undefined {
    return this.mode === "walk" ? this.walk : this.mode === "search" ? this.searching : undefined;
  }

  private get searching(): MazeSearch | MazeStates | undefined {
    return this.byState ? this.states : this.search;
  }

  private reset(): void {
    if (this.mode === "walk" && this.walk.count) this.app.erasing("maze", t("walkCleared"));
    this.player?.reset();
  }

  private drawBoard(): void {
    const board = this.mode === "search" && this.searching ? this.searching.board : this.game.board;
    const filled = this.mode === "edit" ? 0 : this.game.filled(board);
    if (filled !== this.view.filled) {
      this.view.filled = filled;
      this.view.changed();
    }
    this.number.textContent = boardNumber(board);
    const letters = this.game.letters(board);
    drawBoard(this.boardCanvas.getContext("2d")!, letters, this.game.lines(board), this.shine);
    const text = Array.from(letters, (letter) => ".MO"[letter]).join("").replace(/(...)(?=.)/g, "$1/");
    if (this.boardCanvas.getAttribute("aria-label") !== text) this.boardCanvas.setAttribute("aria-label", text);
  }

  // ---- modes ----

  private setMode(mode: Mode): void {
    this.walk.stop();
    this.search?.stop();
    this.states?.stop();
    this.mode = mode;
    this.element.dataset["mode"] = mode;
    for (const tab of this.tabs.children) tab.setAttribute("aria-pressed", String((tab as HTMLElement).dataset["mode"] === mode));
    this.transport.nameAuto(mode === "search" ? "auto" : "explore");
    this.view.flood = undefined;
    this.view.cursor = -1;
    this.view.bessieShown = mode !== "edit";
    this.say(t(mode === "walk" ? "walkHint" : mode === "search" ? "searchHint" : "editHint"));
    this.view.counts = undefined;
    this.method.hidden = mode !== "search";
    this.programPlace.replaceChildren();
    if (mode === "search") this.showSearch();
    this.view.changed();
    this.changed();
  }

  private showSearch(): void {
    this.states ??= new MazeStates(this.game, this.view, this);
    const states = this.states;
    this.search ??= new MazeSearch(this.game, this.view, this, (board) => states.cellOf(board));
    if (this.byState) this.programPlace.replaceChildren(states.element);
    this.searching!.show();
  }

  private async go(direction: Direction): Promise<void> {
    if (this.walk.byHand && this.walk.place < this.walk.count) this.app.erasing("maze", t("walkChanged"));
    await this.walk.walk(direction);
  }

  /** Four buttons for thumbs. */
  private pad(): HTMLElement {
    const keys = ["▲", "▶", "▼", "◀"];
    return h("div", { class: "pad", role: "group", "aria-label": t("walkMode") }, ...[0, 3, 1, 2].map((d) =>
      button(keys[d]!, () => void this.go(d as Direction), { "data-go": LETTERS[d]!, "aria-label": t((["north", "east", "south", "west"] as const)[d]!) })));
  }

  private options(): HTMLElement {
    const builtIn = choice(t("mazeChoice"), [["", "…"], ["sample", t("mazeSample")], ["ring", t("mazeRing")], ["meadow", t("mazeMeadow")]], "", (id) => {
      if (BUILT_IN[id]) this.load(BUILT_IN[id]);
    });
    builtIn.querySelector("select")!.dataset["do"] = "maze";
    const sides = [7, 9, 11, 13, 15, 19, 25].map((n) => [String(n), `${n}×${n}`] as const);
    const side = choice(t("size"), sides, String(this.side), (value) => (this.side = Number(value)));
    side.querySelector("select")!.dataset["do"] = "side";
    return drawer(t("mazes"), "options", true, builtIn, side, button(t("mazeRandom"), () => this.random(), { "data-do": "random" }));
  }

  // ---- mazes ----

  private random(): void {
    for (let tries = 0; ; tries++) {
      const game = MazeGame.parse(this.app.core, randomMaze(this.side, Math.random));
      if (!(game instanceof MazeGame)) throw new Error(`${game.found}, expected ${game.expected}`);
      if (game.winning.length || tries > 20) return this.use(game);
      game.free();
    }
  }

  private load(text: string): void {
    if (parseInt(text) > MAX_SIDE) return this.refuse(t("mazeTooLarge", { most: MAX_SIDE }));
    const read = MazeGame.parse(this.app.core, text);
    if (!(read instanceof MazeGame)) return this.refuse(errorText(read));
    this.use(read);
  }

  /** Says what is wrong where everybody sees it. */
  private refuse(text: string): void {
    this.say(text);
    notice(text, { error: true });
  }

  private use(game: MazeGame): void {
    if (this.walk.count || this.editor.touched) this.app.erasing("maze", t("mazeReplaced"));
    this.editor.touched = false;
    const mode = this.mode;
    this.mode = "walk";
    this.start(game);
    this.setMode(mode === "edit" ? "edit" : "walk");
    this.resize();
  }

  private edited(): void {
    const read = MazeGame.parse(this.app.core, this.editor.text());
    if (!(read instanceof MazeGame)) return this.say(errorText(read));
    this.start(read, this.view);
    this.setMode("edit");
    this.say(t("editDone", { count: read.winning.length }));
  }

  private start(game: MazeGame, view?: MazeView): void {
    this.walk?.close();
    this.search?.stop();
    this.states?.stop();
    this.search = undefined;
    this.states = undefined;
    const old = this.game;
    this.game = game;
    this.view = view ?? this.makeView(game);
    this.walk = new MazeWalk(game, this.view, this);
    this.achievements.show(game);
    this.info.textContent = t("winsHere", { count: game.winning.length });
    this.levelName.textContent = this.campaign.show(game.text) ?? "";
    if (!view) this.editor.edit(this.view);
    old?.free();
    this.changed();
  }

  private makeView(game: MazeGame): MazeView {
    const view = new MazeView(game.cells.slice(), game.side);
    const { element } = view;
    element.tabIndex = 0;
    element.setAttribute("role", "application");
    element.setAttribute("aria-label", t("mazeBoard", { side: game.side }));
    let from: { x: number; y: number } | undefined;
    element.addEventListener("pointerdown", (event) => {
      from = { x: event.clientX, y: event.clientY };
      if (this.mode === "edit") this.editor.paint(view.cellAt(event));
    });
    element.addEventListener("pointermove", (event) => {
      if (this.mode === "edit" && event.buttons === 1) this.editor.paint(view.cellAt(event));
    });
    element.addEventListener("pointerup", (event) => {
      if (from && this.mode === "walk") this.point(event, from, view);
      from = undefined;
    });
    element.addEventListener("keydown", (event) => {
      if (this.mode === "edit" && event.key === "Enter") this.editor.paint(view.cursor);
    });
    this.stage.replaceChildren(h("div", { class: "frame" }, element, this.victory), this.pad());
    this.victory.textContent = "VICTORY!";
    return view;
  }

  /** A swipe walks that way; a tap walks to the cell, and to a wall one step towards it. */
  private point(event: PointerEvent, from: { x: number; y: number }, view: MazeView): void {
    let dx = event.clientX - from.x;
    let dy = event.clientY - from.y;
    if (Math.max(Math.abs(dx), Math.abs(dy)) < SWIPE) {
      const cell = view.cellAt(event);
      const { at, side } = this.game;
      if (cell < 0 || cell === at) return;
      if (this.game.cells[cell] !== CELL_WALL && !this.walk.over) {
        if (!this.walk.walkTo(cell)) this.say(t("noWay"));
        return;
      }
      dx = (cell % side) - (at % side);
      dy = Math.floor(cell / side) - Math.floor(at / side);
    }
    void this.go(Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 1 : 3) : dy > 0 ? 2 : 0);
  }

  // ---- the address ----

  private saveHash(): void {
    const state = new URLSearchParams();
    state.set("n", String(this.game.side));
    state.set("maze", packMaze(this.game.cells));
    if (this.mode !== "walk") state.set("mode", this.mode);
    if (this.byState) state.set("by", "state");
    if (this.mode === "search" && this.searching?.place) state.set("see", String(this.searching.place));
    if (this.walk.steps.length) {
      state.set("walk", this.walk.steps.map((step) => LETTERS[step]).join(""));
      state.set("at", String(this.walk.place));
    }
    this.app.setHash("maze", state);
  }

  private restore(state: URLSearchParams): MazeGame {
    const side = Number(state.get("n"));
    const text = side >= 3 && side <= MAX_SIDE ? unpackMaze(state.get("maze") ?? "", side) : undefined;
    const read = text ? MazeGame.parse(this.app.core, text) : undefined;
    if (read instanceof MazeGame) return read;
    return MazeGame.parse(this.app.core, BUILT_IN["sample"]!) as MazeGame;
  }
}
