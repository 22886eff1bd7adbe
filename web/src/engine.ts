// The opponent: a worker with the engine's module, made from a Blob because a page opened from disk may
// not load scripts.
import packedEngine from "inline:engine";
import { reportBroken } from "./broken";
import workerText from "inline:worker";
import { ourScript, unpack } from "./packed";

/** A position as a worker can set it up. */
export interface Position {
  rows: number;
  columns: number;
  stones: Uint8Array;
  toMove: number;
  /** Moves before it: a game goes on while this grows. */
  place: number;
}

export interface Thought {
  points: number[];
  visits: number[];
  /** Win rates of the colour to move, in thousandths; -1 without visits, unless the outcome is proved. */
  rates: number[];
  /** The win rate of the position, in thousandths. */
  winRate: number;
  playouts: number;
  /** Evaluations a second, or playouts. */
  rate: number;
  /** Whether it counts evaluations. */
  evaluated: boolean;
  best: number;
  /** 1 when the side to move is proved to win, -1 to lose, 0 when it is open. */
  proved: number;
  /** The lines expected after the best points; an exact answer has one, to the end of the game. */
  lines?: number[][];
}

export interface Question {
  position: Position;
  /** Says how it judges and how long it thinks. */
  level: number;
  seed: number;
  /** How long to think instead, and then with expected lines. */
  playouts?: number;
  /** Asks who wins, exactly, with a line to the end, within so many positions. */
  nodes?: number;
}

/** "failed": the question was no question, or memory was lacking. */
export type Answer = { kind: "ready" } | { kind: "failed" } | { kind: "thought"; thought: Thought; done: boolean };

const numbers = (list: unknown): boolean => Array.isArray(list) && list.every((one) => typeof one === "number");

/** Whether a message is a whole thought; anything else is passed over. */
function isThought(answer: Answer | undefined): answer is Answer & { kind: "thought" } {
  if (answer?.kind !== "thought") return false;
  const { thought } = answer;
  return numbers(thought?.points) && numbers(thought.visits) && numbers(thought.rates) &&
    numbers([thought.winRate, thought.playouts, thought.rate, thought.best, thought.proved]);
}

/** Unpacked when the first worker needs it. */
let module: Promise<Uint8Array<ArrayBuffer>> | undefined;

export class Engine {
  private worker: Worker | undefined;
  private ready: Promise<void> | undefined;

  /** Thinks; `show` sees how it goes. Undefined when aborted. */
  async think(question: Question, signal: AbortSignal, show: (thought: Thought) => void): Promise<Thought | undefined> {
    await this.start();
    const { worker } = this;
    if (signal.aborted || !worker) return undefined;
    return new Promise((resolve) => {
      const stop = (): void => {
        this.close();
        resolve(undefined);
      };
      signal.addEventListener("abort", stop, { once: true });
      worker.onerror = () => {
        stop();
        reportBroken(undefined);
      };
      worker.onmessage = (event: MessageEvent<Answer | undefined>) => {
        if (event.data?.kind === "failed") stop();
        if (!isThought(event.data)) return;
        show(event.data.thought);
        if (!event.data.done) return;
        signal.removeEventListener("abort", stop);
        resolve(event.data.thought);
      };
      worker.postMessage({ kind: "think", question });
    });
  }

  /** Ends the worker; the next question starts another. */
  close(): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.ready = undefined;
  }

  private start(): Promise<void> {
    this.ready ??= new Promise((resolve, reject) => {
      const url = URL.createObjectURL(new Blob([workerText], { type: "text/javascript" }));
      const worker = new Worker(ourScript(url));
      this.worker = worker;
      worker.onerror = (event) => {
        reportBroken(undefined);
        reject(new Error(event.message));
      };
      worker.onmessage = (event: MessageEvent<Answer>) => {
        URL.revokeObjectURL(url);
        if (event.data.kind === "failed") {
          this.close();
          reportBroken(undefined);
        }
        resolve();
      };
      module ??= unpack(packedEngine);
      void module.then((bytes) => worker.postMessage({ kind: "module", bytes }));
    });
    return this.ready;
  }
}
