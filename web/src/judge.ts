// The laboratory: inputs made to order, right outputs, and what the judge says; web/wasm/lab.c in hand.
import { Core, NO_POINT, type Message, type TextError } from "../../npm/core.js";

export const PROBLEMS = ["nogo", "go", "maze"] as const;
export type Problem = (typeof PROBLEMS)[number];

export interface Family {
  name: string;
  purpose: string;
}

/** The words of `facts` in web/wasm/lab.c, in their order. */
const FACTS = [
  "right", "line", "after", "mark", "rows", "columns", "verdict", "group", "correct", "score",
] as const;

export type Facts = Record<(typeof FACTS)[number], number>;

export interface Judgement extends Facts {
  /** In English, as the command says it; and to be translated. */
  sentence: string;
  message: Message;
  stones: Uint8Array;
  /** For every point the number of its move, or 0. */
  numbers: Uint32Array;
}

export class Laboratory {
  constructor(private readonly core: Core) {}

  families(problem: Problem): Family[] {
    const { call } = this.core;
    const which = PROBLEMS.indexOf(problem);
    const families: Family[] = [];
    for (let i = 0; ; i++) {
      const name = call.lab_family(which, i) >>> 0;
      if (!name) return families;
      families.push({ name: this.core.text(name), purpose: this.core.text(call.lab_purpose(which, i) >>> 0) });
    }
  }

  /** An input of a family (-1: any), or undefined when there is none of that size. */
  generate(problem: Problem, family: number, side: number, moves: number, seed: number): string | undefined {
    const text = this.core.call.lab_generate(PROBLEMS.indexOf(problem), family, side, side, moves, seed);
    return text ? this.take(text) : undefined;
  }

  answer(problem: Problem, side: number, input: string): string | TextError {
    const got = this.core.parse(input, (address, length, error) => this.core.call.lab_answer(PROBLEMS.indexOf(problem), side, side, address, length, error));
    return typeof got === "number" ? this.take(got) : got;
  }

  judge(problem: Problem, side: number, input: string, output: string): Judgement | TextError {
    const { core } = this;
    const handle = core.pass(output, (output_, outputLength) =>
      core.parse(input, (address, length, error) => core.call.lab_judge(PROBLEMS.indexOf(problem), side, side, address, length, output_, outputLength, error)));
    if (typeof handle !== "number") return handle;
    const words = core.words(core.call.lab_facts(handle) >>> 0, FACTS.length).slice();
    const facts = Object.fromEntries(FACTS.map((name, i) => [name, words[i] === NO_POINT ? -1 : words[i]!])) as Facts;
    const points = facts.rows * facts.columns;
    const numbers = new Uint32Array(points);
    const stones = core.copyBytes(points, (to) =>
      numbers.set(core.copyWords(points, (also) => core.call.lab_scene(handle, to, also))));
    const sentence = core.text(core.call.lab_sentence(handle) >>> 0);
    const message = core.message(core.call.lab_message(handle) >>> 0);
    const judgement = { ...facts, sentence, message, stones, numbers };
    core.call.free(handle);
    return judgement;
  }

  private take(handle: number): string {
    const [bytes, length] = this.core.words(this.core.call.lab_text(handle) >>> 0, 2);
    const text = this.core.utf8(bytes!, length!);
    this.core.call.free(handle);
    return text;
  }
}

/** Which problem an input belongs to, by its looks. */
export function problemOf(text: string): Problem | undefined {
  const lines = text.trim().split(/\s*\n\s*/);
  if (lines.length > 1 && /^\d+$/.test(lines[0]!) && lines.slice(1).every((line) => /^(###|\.\.\.|BBB|[MO][1-3][1-3])+$/.test(line))) return "maze";
  if (lines.length > 1 && /^\d+$/.test(lines[0]!) && /^\d+$/.test(lines[1]!)) return "go";
  if (/^\d+( +\d+)?$/.test(lines[0]!) && lines.length > 1 && lines.slice(1).every((line) => /^[XO.]+$/.test(line))) return "nogo";
  return undefined;
}
