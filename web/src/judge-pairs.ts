// Several tests dropped on the judge at once: which output belongs to which input, and the list of their verdicts.
import { button, h } from "./dom";
import type { Dropped, TextFile } from "./exchange";
import { problemOf, type Problem } from "./judge";
import { t } from "./language";

export interface Pair {
  /** The names of both files. */
  name: string;
  input: string;
  output: string;
}

export interface Verdict {
  right: boolean;
  text: string;
}

const ROLE = /(^|[^a-z])(input|in|output|out|answer|ans)(?=[^a-z]|$)/i;

interface Candidate extends TextFile {
  isInput: boolean;
  /** Whether the name says so; otherwise the contents do. */
  isNamed: boolean;
  /** What is left of the name without its role: "1.in" and "1.out" have the same. */
  stem: string;
}

function candidate(file: TextFile): Candidate {
  const role = ROLE.exec(file.name)?.[2]?.toLowerCase();
  const stem = file.name.replace(ROLE, "$1").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  return { ...file, stem, isNamed: role !== undefined, isInput: role ? role.startsWith("in") : problemOf(file.text) !== undefined };
}

const byName = (one: TextFile, other: TextFile): number => one.name.localeCompare(other.name, "en", { numeric: true });

/** The input of two files, undefined when their names say that both are inputs or both are outputs. */
function inputOfTwo(first: Candidate, second: Candidate): Candidate | undefined {
  if (first.isInput !== second.isInput) return first.isInput ? first : second;
  if (first.isNamed && second.isNamed) return undefined;
  const isSecond = second.isNamed ? second.isInput : first.isNamed && !first.isInput;
  return isSecond ? second : first;
}

/** Pairs inputs and outputs by their names. Two files are a pair whatever their names, unless both are inputs or both outputs. */
export function pairUp({ files, unreadable }: Dropped): { pairs: Pair[]; alone: string[] } {
  const all = files.map(candidate);
  // of 1.out and 1.ans, the program's output and the jury's answer, the first is judged
  const isAnswer = (file: TextFile): number => Number(/(^|[^a-z])ans(wer)?([^a-z]|$)/i.test(file.name));
  const outputs = all.filter((file) => !file.isInput).sort((one, other) => isAnswer(one) - isAnswer(other) || byName(one, other));
  const alone: string[] = [];
  const pairs: Pair[] = [];
  const join = (input: TextFile, output: TextFile): void => void pairs.push({ name: `${input.name} ${output.name}`, input: input.text, output: output.text });
  const [first, second] = all;
  const input = all.length === 2 && !unreadable.length ? inputOfTwo(first!, second!) : undefined;
  if (input) {
    join(input, input === first ? second! : first!);
    return { pairs, alone };
  }
  for (const input of all.filter((file) => file.isInput).sort(byName)) {
    const at = outputs.findIndex(({ stem }) => stem === input.stem);
    if (at < 0) alone.push(input.name);
    else join(input, outputs.splice(at, 1)[0]!);
  }
  alone.push(...outputs.map(({ name }) => name), ...unreadable);
  return { pairs, alone: alone.sort((one, other) => one.localeCompare(other, "en", { numeric: true })) };
}

interface Judged {
  pair: Pair;
  problem: Problem;
  side: number;
  input: string;
  output: string;
  verdict: Verdict;
}

export class JudgePairs {
  readonly element: HTMLElement;
  pairs: Pair[] = [];
  /** Files that belong to no pair. */
  alone: string[] = [];
  picked = 0;
  private readonly list = h("ol", { class: "pairs", "data-judge": "pairs" });
  private readonly left = h("p", { class: "alone", "data-judge": "alone" });
  private judged: Judged[] = [];

  /** `pick` shows a pair; `judge` judges one. */
  constructor(
    private readonly pick: (index: number) => void,
    private readonly judge: (problem: Problem, side: number, pair: Pair) => Verdict,
  ) {
    this.element = h("div", { class: "several" }, this.list, this.left);
    this.element.hidden = true;
  }

  get count(): number {
    return this.pairs.length;
  }

  get current(): Pair | undefined {
    return this.pairs[this.picked];
  }

  set(pairs: Pair[], alone: string[], picked = 0): void {
    this.pairs = pairs;
    this.alone = alone;
    this.picked = Math.max(0, Math.min(picked, pairs.length - 1));
    this.judged = [];
    this.list.replaceChildren();
    this.element.hidden = pairs.length === 0;
  }

  /** Judges the pairs that have changed; an input that looks like no problem's is one of `problem`. */
  verdicts(problem: Problem, side: number): Verdict[] {
    this.judged = this.pairs.map((pair, index) => {
      const its = index === this.picked ? problem : (problemOf(pair.input) ?? problem);
      const known = this.judged[index];
      if (known && known.pair === pair && known.problem === its && known.side === side && known.input === pair.input && known.output === pair.output) return known;
      return { pair, problem: its, side, input: pair.input, output: pair.output, verdict: this.judge(its, side, pair) };
    });
    return this.judged.map(({ verdict }) => verdict);
  }

  show(verdicts: readonly Verdict[]): void {
    const { scrollTop } = this.list;
    const focused = this.list.contains(document.activeElement);
    this.list.replaceChildren(...this.pairs.map(({ name }, index) => {
      const { right, text } = verdicts[index]!;
      const line = button("", () => this.pick(index), { class: right ? "good" : "bad", "aria-pressed": String(index === this.picked), "data-do": "pair" });
      line.append(h("span", {}, `${right ? "✓" : "✗"} ${name}`), h("span", {}, text));
      return h("li", {}, line);
    }));
    this.list.scrollTop = scrollTop;
    const now = this.list.children[this.picked]?.firstElementChild as HTMLElement | null | undefined;
    if (focused) now?.focus();
    this.left.hidden = this.alone.length === 0;
    this.left.textContent = t("judgeAlone", { names: this.alone.join(", ") });
  }

  /** For the room's state: what `restore` takes. */
  save(state: URLSearchParams): void {
    for (const { name, input, output } of this.pairs) state.append("pair", JSON.stringify([name, input, output]));
    for (const name of this.alone) state.append("alone", name);
    if (this.picked) state.set("pick", String(this.picked));
  }

  restore(state: URLSearchParams): void {
    const pairs = state.getAll("pair").flatMap((text) => {
      try {
        const [name, input, output] = JSON.parse(text) as unknown[];
        return typeof name === "string" && typeof input === "string" && typeof output === "string" ? [{ name, input, output }] : [];
      } catch {
        return []; // a link may say anything
      }
    });
    if (pairs.length) this.set(pairs, state.getAll("alone"), Math.floor(Number(state.get("pick"))) || 0);
  }
}
