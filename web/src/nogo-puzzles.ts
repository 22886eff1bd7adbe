// The list of puzzles, 'Black to play and win', with what has been solved.
import { button, drawer, h } from "./dom";
import { t } from "./language";
import { PUZZLES, type Puzzle } from "./puzzles";
import { recall, remember } from "./settings";

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
