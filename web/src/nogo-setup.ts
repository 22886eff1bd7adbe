// What kind of game is on: who plays, on which board, how strong; only what applies is shown.
import { button, checkbox, choice, drawer, h } from "./dom";
import { t, type Key } from "./language";
import type { Mode, NoGoSetup } from "./nogo-play";
import { PUZZLES, type Puzzle } from "./puzzles";
import { recall, remember } from "./settings";

/** What the panel asks of the room. */
export interface SetupRoom {
  /** A change that leaves the game as it is. */
  adjust(change: Partial<NoGoSetup>): void;
  /** A change of who plays. */
  setMode(mode: Mode): void;
  /** A fresh board, of another size perhaps. */
  fresh(side?: number): void;
  /** Another simulation. */
  reseed(): void;
}

type Kind = "engine" | "hh" | "ee" | "watch" | "puzzle";

const kindOf = (mode: Mode): Kind => (mode === "he" || mode === "eh" ? "engine" : mode);

const SIZES = Array.from({ length: 17 }, (_, i) => [String(i + 3), `${i + 3}×${i + 3}`] as const).concat([["600", "600×600"]]);

const named = (field: HTMLElement, name: string): HTMLElement => {
  field.querySelector("select")!.dataset["do"] = name;
  return field;
};

export class NoGoSetupPanel {
  readonly element: HTMLDetailsElement;
  readonly options: HTMLDetailsElement;
  private readonly mode: HTMLElement;
  private readonly colour: HTMLElement;
  private readonly size: HTMLElement;
  private readonly level: HTMLElement;
  private readonly policy: HTMLElement;
  private readonly seedRow: HTMLElement;
  private readonly seedText = h("span", {});
  private readonly pointers: HTMLElement;
  private readonly heat: HTMLElement;

  constructor(
    private readonly setup: NoGoSetup,
    levels: number,
    room: SetupRoom,
  ) {
    this.mode = named(choice(t("mode"), [["engine", t("modeEngine")], ["hh", t("modeHH")], ["ee", t("modeEE")], ["watch", t("modeWatch")], ["puzzle", t("puzzle")]],
      kindOf(setup.mode), (kind) => room.setMode(kind === "engine" ? "he" : (kind as Mode))), "mode");
    this.colour = named(choice(t("yourColour"), [["he", t("blackFirst")], ["eh", t("whiteSecond")]], setup.mode, (mode) => room.setMode(mode as Mode)), "colour");
    this.size = named(choice(t("size"), SIZES, "9", (value) => room.fresh(Number(value))), "size");
    const names = Array.from({ length: levels }, (_, i) => [String(i + 1), `${i + 1} ${t(`level${i + 1}` as Key)}`] as const);
    this.level = named(choice(t("level"), names, String(setup.level), (value) => room.adjust({ level: Number(value) })), "level");
    this.policy = named(choice(t("policy"), [["0", t("policyFirst")], ["1", t("policyRandom")]], String(setup.policy), (value) => {
      setup.policy = Number(value);
      room.fresh();
    }), "policy");
    this.seedRow = h("div", { class: "row" }, this.seedText, button(t("newSeed"), () => room.reseed(), { "data-do": "seed" }));
    this.element = drawer(t("newGame"), "setup", true, this.mode, this.colour, this.size, this.level, this.policy, this.seedRow,
      button(t("newGame"), () => room.fresh(), { "data-do": "new", class: "primary" }));
    this.pointers = checkbox(t("showPointer"), setup.pointers, (on) => room.adjust({ pointers: on }));
    this.heat = checkbox(t("showHeat"), setup.heat, (on) => room.adjust({ heat: on }));
    const coordinates = named(choice(t("coordinates"), [["11", "1-1"], ["A1", "A1"]], setup.coordinates, (value) => room.adjust({ coordinates: value as "11" | "A1" })), "coordinates");
    this.options = drawer(
      t("options"),
      "options",
      false,
      checkbox(t("showLiberties"), setup.liberties, (on) => room.adjust({ liberties: on })),
      checkbox(t("showCounts"), setup.counts, (on) => room.adjust({ counts: on })),
      checkbox(t("showNumbers"), setup.numbers, (on) => room.adjust({ numbers: on })),
      this.pointers,
      this.heat,
      coordinates,
    );
  }

  /** A game that has begun needs the room for itself. */
  fold(begun: boolean): void {
    this.element.open = !begun || this.setup.mode === "watch";
  }

  /** Shows the present set-up, and of the choices only those that mean something in it. */
  update(rows: number, columns: number): void {
    const { mode, seed, level, policy, pointers } = this.setup;
    const value = (field: HTMLElement, to: string): void => void (field.querySelector("select")!.value = to);
    const against = mode === "he" || mode === "eh";
    value(this.mode, kindOf(mode));
    value(this.size, rows === columns ? String(rows) : "");
    value(this.level, String(level));
    value(this.policy, String(policy));
    if (against) value(this.colour, mode);
    this.colour.hidden = !against;
    this.level.hidden = !against && mode !== "ee";
    this.heat.hidden = !against && mode !== "ee";
    this.policy.hidden = this.pointers.hidden = mode !== "watch";
    this.seedRow.hidden = mode !== "watch" || policy === 0;
    this.size.hidden = mode === "puzzle";
    this.seedText.textContent = t("seed", { seed });
    this.pointers.querySelector("input")!.checked = pointers;
  }
}

// ---- the list of puzzles, 'Black to play and win', with what has been solved ----

const KEY = "nogo.puzzles";

export class NoGoPuzzles {
  readonly element: HTMLDetailsElement;
  private readonly list = h("div", { class: "puzzles" });
  private readonly count = h("p", { class: "info", "data-puzzles": "count" });
  private readonly solved: Set<number>;

  constructor(
    private readonly open: (index: number) => void,
    private readonly current: () => number,
  ) {
    const text = (recall(KEY) ?? "").split(",").filter(Boolean);
    this.solved = new Set(text.map(Number).filter((index) => Number.isInteger(index) && index >= 0 && index < PUZZLES.length));
    this.element = drawer(t("puzzles"), "puzzlebook", false, h("p", {}, t("puzzleRule")), this.count, this.list);
    this.update();
  }

  /** A puzzle was solved; returns the next one that is not, if any. */
  solve(index: number): number | undefined {
    this.solved.add(index);
    remember(KEY, [...this.solved].join(","));
    this.update();
    return this.next(index);
  }

  next(index: number): number | undefined {
    for (let by = 1; by < PUZZLES.length; by++) {
      const at = (index + by) % PUZZLES.length;
      if (!this.solved.has(at)) return at;
    }
    return undefined;
  }

  update(): void {
    this.count.textContent = t("puzzleCount", { solved: this.solved.size, count: PUZZLES.length });
    const grades = ["easy", "medium", "hard"] as const;
    this.list.replaceChildren(...grades.flatMap((grade) => [
      h("h3", {}, t(grade)),
      h("div", { class: "row wrap" }, ...PUZZLES.flatMap((puzzle, index) => (puzzle.grade === grade ? [this.entry(puzzle, index)] : []))),
    ]));
  }

  private entry(puzzle: Puzzle, index: number): HTMLButtonElement {
    const solved = this.solved.has(index);
    const name = t("puzzleName", { n: index + 1, side: puzzle.side });
    return button(`${index + 1}${solved ? " ★" : ""}`, () => this.open(index), {
      "data-do": "puzzle", title: name, "aria-label": solved ? `${name} ★` : name,
      "aria-current": index === this.current() ? "true" : undefined, class: solved ? "done" : undefined,
    });
  }
}
