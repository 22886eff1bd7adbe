// The judge: an input and a program's output, the verdict, and the board at the first wrong line.
import type { App, Room } from "./app";
import { BoardView, fitStage } from "./board-view";
import { button, choice, drawer, h, panel } from "./dom";
import type { Dropped } from "./exchange";
import { errorText, messageText, t } from "./language";
import { packMoves, writeStart } from "./hash";
import { Laboratory, PROBLEMS, problemOf, type Judgement, type Problem } from "./judge";
import { JudgePairs, pairUp, type Verdict } from "./judge-pairs";
import { libertyDots } from "./board-notes";
import { MazeGame } from "./maze-game";
import { drawMedal, MazeView } from "./maze-view";
import { NoGoGame } from "./nogo-game";
import { LARGEST_STONES } from "./nogo-play";
import { notice } from "./notice";
import { PixelBoard } from "./pixel-board";
import { canvas } from "./sprites";

const SHOWN = 60_000; // characters of a text that are shown; the rest is kept
const MAX_MEDALS = 300;
const SIDES: Record<Problem, readonly number[]> = { nogo: [3, 5, 7, 9, 13, 19, 50, 100, 300, 600], go: [5, 7, 9, 13, 19], maze: [5, 7, 9, 11, 15, 20, 25] };
const MOVES = 300;

/** A text of any length; a long one is shown in part. */
class TextBox {
  readonly area: HTMLTextAreaElement;
  private whole: string | undefined;

  constructor(label: string, name: string, changed: () => void) {
    this.area = h("textarea", { rows: 9, spellcheck: "false", "aria-label": label, placeholder: label, "data-do": name, oninput: () => {
      this.whole = undefined;
      changed();
    } });
  }

  get text(): string {
    return this.whole ?? this.area.value;
  }

  set text(text: string) {
    this.whole = text.length > SHOWN ? text : undefined;
    this.area.value = text.length > SHOWN ? `${text.slice(0, SHOWN)}\n…` : text;
  }

  /** Marks a line, from 1, and scrolls to it. */
  mark(line: number): void {
    const { value } = this.area;
    let from = 0;
    for (let n = 1; n < line; n++) {
      const next = value.indexOf("\n", from);
      if (next < 0) return;
      from = next + 1;
    }
    const end = value.indexOf("\n", from);
    this.area.setSelectionRange(from, end < 0 ? value.length : end);
    this.area.scrollTop = Math.max(0, (line - 4) * 18);
  }
}

export class JudgeRoom implements Room {
  readonly element: HTMLElement;
  private readonly laboratory: Laboratory;
  private readonly verdict = h("p", { class: "turn verdict" });
  private readonly status = h("p", { class: "status", role: "status" });
  private readonly info = h("p", { class: "info" });
  private readonly stage = h("div", { class: "stage" });
  private readonly tabs: HTMLElement;
  private readonly input: TextBox;
  private readonly output: TextBox;
  private readonly pairs = new JudgePairs((index) => this.pick(index), (problem, side, { input, output }) => this.verdictOn(problem, side, input, output));
  private readonly making = h("div", { class: "making" });
  private readonly openButton: HTMLButtonElement;
  private problem: Problem;
  private side: number;
  private size: Record<Problem, number> = { nogo: 9, go: 19, maze: 9 };
  private family = "";
  private seed: number;
  private shown: HTMLCanvasElement | undefined;
  private last: Judgement | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly app: App,
    state: URLSearchParams,
  ) {
    this.laboratory = new Laboratory(app.core);
    const problem = state.get("problem") as Problem;
    this.problem = PROBLEMS.includes(problem) ? problem : "nogo";
    const side = Number(state.get("side"));
    this.side = SIDES.go.includes(side) ? side : 19;
    const seed = Number(state.get("seed"));
    this.seed = Number.isInteger(seed) && seed > 0 && seed < 1e9 ? seed : 1;
    this.family = state.get("family") ?? "";
    this.input = new TextBox(t("judgeInput"), "input", () => this.soon());
    this.output = new TextBox(t("judgeOutput"), "output", () => this.soon());
    this.input.text = state.get("input") ?? "";
    this.output.text = state.get("output") ?? "";
    this.pairs.restore(state);
    this.showPair();
    this.tabs = h("div", { class: "tabs", role: "group", "aria-label": t("judgeProblem") }, ...PROBLEMS.map((id) =>
      button(t(id), () => this.setProblem(id), { "data-problem": id })));
    this.openButton = button(t("judgeOpen"), () => this.openRoom(), { "data-do": "open-room", hidden: true });
    this.element = h(
      "main",
      { class: "room judge" },
      panel(t("judge"), "head", this.tabs, this.verdict, this.pairs.element, this.status, this.info, this.openButton),
      this.stage,
      h(
        "div",
        { class: "side" },
        panel(t("judgeTexts"), "texts", h("p", { class: "info" }, t("judgeDrop")), this.input.area, this.output.area,
          h("div", { class: "row wrap" }, button(t("judgeNow"), () => this.judge(), { "data-do": "judge" }),
            button(t("judgeAnswer"), () => this.answer(), { "data-do": "answer" }),
            button(t("judgeClear"), () => this.clear(), { "data-do": "clear" }))),
        drawer(t("judgeMake"), "options make", true, this.making),
      ),
    );
    this.setProblem(this.problem);
  }

  // ---- the room ----

  command(): void {}

  key(): boolean {
    return false;
  }

  resize(): void {
    if (this.shown) fitStage(this.stage, this.shown);
  }

  close(): void {
    clearTimeout(this.timer);
  }

  /** One file: an input if it looks like one, else an output. Of more files all pairs are judged, and the others are named. */
  drop(dropped: Dropped): void {
    const { files, unreadable } = dropped;
    const [first] = files;
    if (!first) return;
    if (files.length + unreadable.length === 1) return this.dropOne(first.text);
    const { pairs, alone } = pairUp(dropped);
    if (!pairs.length) return notice(t("judgeAlone", { names: alone.join(", ") }), { error: true });
    this.forgetPairs();
    if (pairs.length === 1 && !alone.length) {
      this.input.text = pairs[0]!.input;
      this.output.text = pairs[0]!.output;
      return this.setProblem(problemOf(this.input.text) ?? this.problem);
    }
    this.pairs.set(pairs, alone);
    const verdicts = this.pairs.verdicts(problemOf(pairs[0]!.input) ?? this.problem, this.side);
    this.pick(Math.max(0, verdicts.findIndex(({ right }) => !right)));
  }

  private dropOne(text: string): void {
    const problem = problemOf(text);
    if (!problem && this.input.text.trim()) this.output.text = text;
    else {
      this.forgetPairs();
      this.input.text = text;
    }
    this.setProblem(problem ?? this.problem);
  }

  // ---- several pairs ----

  /** Shows a pair: the first wrong one, or the one that was clicked. */
  private pick(index: number): void {
    this.pairs.picked = index;
    this.showPair();
    this.setProblem(problemOf(this.input.text) ?? this.problem);
  }

  private showPair(): void {
    const pair = this.pairs.current;
    if (!pair) return;
    this.input.text = pair.input;
    this.output.text = pair.output;
  }

  /** One test takes the place of several, which can be brought back. */
  private forgetPairs(): void {
    if (this.pairs.count) this.app.erasing("judge", t("judgePairsReplaced"));
    this.pairs.set([], []);
  }

  private verdictOn(problem: Problem, side: number, input: string, output: string): Verdict {
    const judgement = this.laboratory.judge(problem, side, input, output);
    if (!("right" in judgement)) return { right: false, text: t("judgeBadInput") };
    return { right: judgement.right !== 0, text: this.brief(judgement) };
  }

  private brief(j: Judgement): string {
    return j.right ? t("judgeRight") : j.line ? t("judgeWrongLine", { line: j.line }) : t("judgeWrong");
  }

  /** The verdict on all pairs above the one on the pair that is shown. */
  private sumUp(): void {
    const { count, alone, current } = this.pairs;
    if (!current) return;
    const verdicts = this.pairs.verdicts(this.problem, this.side);
    const wrong = verdicts.filter(({ right }) => !right).length;
    this.pairs.show(verdicts);
    this.verdict.className = wrong ? "turn verdict bad" : alone.length ? "turn verdict" : "turn verdict good";
    this.verdict.textContent = wrong ? `✗ ${t("judgeSomeWrong", { wrong, count })}`
      : alone.length ? t("judgeNotAll", { count, alone: alone.length }) : `✓ ${t("judgeAllRight", { count })}`;
    this.status.textContent = `${current.name} · ${this.status.textContent}`;
  }

  // ---- making tests ----

  private setProblem(problem: Problem): void {
    if (problem !== this.problem) this.family = "";
    this.problem = problem;
    for (const tab of this.tabs.children) tab.setAttribute("aria-pressed", String((tab as HTMLElement).dataset["problem"] === problem));
    const families = this.laboratory.families(problem);
    if (!families.some(({ name }) => name === this.family)) this.family = "";
    const purpose = h("p", { class: "info" });
    const showPurpose = (): void => {
      const text = families.find(({ name }) => name === this.family)?.purpose;
      purpose.textContent = text ? messageText({ format: text, given: [] }, text) : t("judgeAnyFamily");
    };
    showPurpose();
    const family = choice(t("judgeFamily"), [["", t("judgeAny")], ...families.map(({ name }) => [name, name] as const)], this.family, (value) => {
      this.family = value;
      showPurpose();
    });
    family.querySelector("select")!.dataset["do"] = "family";
    const size = choice(t("size"), SIDES[problem].map((n) => [String(n), `${n}×${n}`] as const), String(this.size[problem]), (value) => {
      this.size[problem] = Number(value);
      if (problem === "go") this.setSide(Number(value));
    });
    size.querySelector("select")!.dataset["do"] = "size";
    const seed = h("input", { type: "number", min: 1, max: 999_999_999, value: this.seed, "data-do": "seed", oninput: () => (this.seed = Math.max(1, Math.floor(Number(seed.value)) || 1)) });
    this.making.replaceChildren(
      family, purpose, size, h("label", { class: "field" }, h("span", {}, t("judgeSeed")), seed),
      h("div", { class: "row wrap" },
        button(t("judgeGenerate"), () => this.generate(), { "data-do": "generate" }),
        button(t("judgeNext"), () => {
          this.seed++;
          seed.value = String(this.seed);
          this.generate();
        }, { "data-do": "next" })),
    );
    this.judge();
  }

  private setSide(side: number): void {
    this.side = side;
    this.judge();
  }

  private generate(): void {
    const families = this.laboratory.families(this.problem);
    const text = this.laboratory.generate(this.problem, families.findIndex(({ name }) => name === this.family), this.size[this.problem], MOVES, this.seed);
    if (text === undefined) return notice(t("judgeNoSuch"), { error: true });
    if (this.pairs.count) this.forgetPairs();
    else if (this.output.text.trim()) this.app.erasing("judge", t("judgeReplaced"));
    if (this.problem === "go") this.side = this.size.go;
    this.input.text = text;
    this.output.text = "";
    this.judge();
  }

  private answer(): void {
    const answer = this.laboratory.answer(this.problem, this.side, this.input.text);
    if (typeof answer !== "string") {
      this.fail(errorText(answer));
      return this.sumUp();
    }
    if (this.output.text.trim()) this.app.erasing("judge", t("judgeReplaced"));
    this.output.text = answer;
    this.judge();
  }

  private clear(): void {
    this.app.erasing("judge", t("judgeCleared"));
    this.pairs.set([], []);
    this.input.text = "";
    this.output.text = "";
    this.judge();
  }

  // ---- judging ----

  private soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const problem = problemOf(this.input.text);
      if (problem && problem !== this.problem) this.setProblem(problem);
      else this.judge();
    }, 250);
  }

  private judge(): void {
    clearTimeout(this.timer);
    const pair = this.pairs.current;
    if (pair) Object.assign(pair, { input: this.input.text, output: this.output.text });
    this.save();
    this.judgeShown();
    this.sumUp();
  }

  /** Judges the texts that are shown. */
  private judgeShown(): void {
    this.last = undefined;
    this.openButton.hidden = true;
    this.info.textContent = "";
    this.verdict.className = "turn verdict";
    if (!this.input.text.trim() && !this.pairs.count) {
      this.verdict.textContent = t("judgeWaiting");
      this.status.textContent = t("judgeHint");
      this.show(undefined);
      return;
    }
    const judgement = this.laboratory.judge(this.problem, this.side, this.input.text, this.output.text);
    if (!("right" in judgement)) return this.fail(errorText(judgement));
    this.last = judgement;
    if (!this.output.text.trim() && !this.pairs.count) {
      this.verdict.textContent = t("judgeReady");
      this.status.textContent = t("judgeNoOutput");
    } else {
      this.verdict.classList.add(judgement.right ? "good" : "bad");
      this.verdict.textContent = `${judgement.right ? "✓" : "✗"} ${this.brief(judgement)}`;
      this.status.textContent = messageText(judgement.message, judgement.sentence);
      this.info.textContent = this.score(judgement);
      if (!judgement.right) this.output.mark(judgement.line || 1);
    }
    this.openButton.hidden = this.problem === "maze" ? false : Math.max(judgement.rows, judgement.columns) > 26;
    this.show(judgement);
  }

  private fail(text: string): void {
    this.verdict.className = "turn verdict bad";
    this.verdict.textContent = t("judgeBadInput");
    this.status.textContent = text;
    this.show(undefined);
  }

  private score(j: Judgement): string {
    if (this.problem !== "nogo") return t("judgeScore", { score: j.right ? t("judgeFull") : 0 });
    return `${t("judgeScore", { score: j.right ? t("judgeFull") : j.score })} · ${t("judgeLines", { count: j.correct })}`;
  }

  // ---- the board ----

  private show(judgement: Judgement | undefined): void {
    this.shown = undefined;
    const parts = judgement ? (this.problem === "maze" ? this.mazeParts() : this.boardParts(judgement)) : [];
    this.stage.replaceChildren(...parts);
    if (this.element.isConnected) this.resize();
  }

  private boardParts(j: Judgement): HTMLElement[] {
    const large = Math.max(j.rows, j.columns) > LARGEST_STONES;
    const view = large ? new PixelBoard(j.rows, j.columns) : new BoardView(j.rows, j.columns);
    const { overlay } = view;
    overlay.last = j.numbers.reduce((best, number, point) => (number > (j.numbers[best] ?? 0) ? point : best), -1);
    const wrong = !j.right && this.output.text.trim() !== "";
    if (wrong && j.mark >= 0 && j.mark < j.stones.length) {
      overlay.marked.add(j.mark);
      if (!j.stones[j.mark]) overlay.refused.set(j.mark, this.problem === "go" ? j.verdict !== 2 : j.verdict === 3);
      overlay.cursor = j.mark;
    }
    if (this.problem === "nogo") {
      const game = NoGoGame.setUp(this.app.core, j.rows, j.columns, j.stones, 1);
      if (wrong && j.group >= 0) game.groups().forEach((root, point, groups) => root === groups[j.group] && overlay.marked.add(point));
      if (view instanceof BoardView) view.setPosition(j.stones, libertyDots(game, j.stones).filter(({ point }) => !overlay.refused.has(point)));
      game.free();
    } else if (view instanceof BoardView) view.setPosition(j.stones, []);
    if (view instanceof PixelBoard) view.setPosition(j.stones);
    this.shown = view.element;
    view.element.setAttribute("role", "img");
    view.element.setAttribute("aria-label", t("judgeBoard", { moves: j.after }));
    return [view.element, h("p", { class: "info caption" }, t("judgeBoard", { moves: j.after }))];
  }

  /** The maze and every board that wins in it. */
  private mazeParts(): HTMLElement[] {
    const game = MazeGame.parse(this.app.core, this.input.text);
    if (!(game instanceof MazeGame)) return [];
    const view = new MazeView(game.cells.slice(), game.side);
    const start = game.at;
    view.bessie = { row: Math.floor(start / game.side), column: start % game.side, left: true, step: 0 };
    view.changed();
    view.element.setAttribute("role", "img");
    view.element.setAttribute("aria-label", t("mazeBoard", { side: game.side }));
    this.shown = view.element;
    const medals = h("div", { class: "medals" }, ...game.winning.slice(0, MAX_MEDALS).map((board) => {
      const [picture, pen] = canvas(13, 13);
      picture.className = "pixels winning";
      drawMedal(pen, game.letters(board), game.lines(board));
      return picture;
    }));
    const caption = h("p", { class: "info caption" }, t("winsHere", { count: game.winning.length }));
    game.free();
    return [view.element, caption, medals];
  }

  // ---- elsewhere ----

  /** The game so far, in its own room. */
  private openRoom(): void {
    const j = this.last;
    if (!j) return;
    const state = new URLSearchParams();
    if (this.problem === "nogo") {
      const game = NoGoGame.parse(this.app.core, this.input.text);
      if (!(game instanceof NoGoGame)) return;
      const moves = Array.from(j.numbers, (number, point) => ({ number, point })).filter(({ number }) => number).sort((a, b) => a.number - b.number);
      writeStart(state, game);
      state.set("mode", "hh");
      state.set("m", packMoves(moves.map(({ point }) => point), j.columns));
      state.set("at", String(moves.length));
      game.free();
      return this.app.open("nogo", state.toString());
    }
    this.app.open(this.problem, "");
    const area = document.querySelector<HTMLTextAreaElement>("[data-do=text]");
    const load = document.querySelector<HTMLButtonElement>("[data-do=load]");
    if (!area || !load) return;
    area.value = this.input.text;
    load.click();
  }

  private save(): void {
    const state = new URLSearchParams();
    state.set("problem", this.problem);
    if (this.problem === "go") state.set("side", String(this.side));
    if (this.family) state.set("family", this.family);
    state.set("seed", String(this.seed));
    if (this.pairs.count) this.pairs.save(state);
    else {
      if (this.input.text) state.set("input", this.input.text);
      if (this.output.text) state.set("output", this.output.text);
    }
    this.app.setHash("judge", state);
  }
}
