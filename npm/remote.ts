// The engine in a worker, from the side that asks. One question is under way at a time; the others wait.
import { lineOf, type Choice, type Limits, type PlayerOptions, type PlayoutCounts, type Report, type Solution, type SolveOptions } from "./engine.js";
import type { NogoGame } from "./games.js";

export interface Cancellable {
  /** Aborting rejects with the signal's reason and ends the worker's work at once; the worker starts anew for the next question. */
  signal?: AbortSignal | undefined;
}

/** What is asked, for serve.ts. */
export type Question =
  | { ask: "choose"; line: string; limits: Limits; reports: boolean }
  | { ask: "solve"; line: string; options: SolveOptions }
  | { ask: "playouts"; line: string; games: number; options: { seed?: number } };

/** To the worker: its module first, then questions, and after each report whether to go on. */
export type ToWorker = { start: PlayerOptions; module: WebAssembly.Module } | Question | { goOn: boolean };
/** From the worker. */
export type FromWorker = { value: unknown } | { report: Choice } | { error: { name: string; message: string } };

/** A worker as browsers and Node have it. */
export interface Link {
  post(message: ToWorker): void;
  end(): unknown;
}
export type Spawn = (take: (message: FromWorker) => void, fail: (error: Error) => void) => Link;

interface Task {
  message: ToWorker;
  report: Report | undefined;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

function errorOf({ name, message }: { name: string; message: string }): Error {
  return name === "RangeError" ? new RangeError(message) : name === "TypeError" ? new TypeError(message) : new Error(message);
}

/** A player, the solver and random games in a worker: the page, or the program, stays awake. */
export class Remote {
  readonly #spawn: Spawn;
  readonly #start: { start: PlayerOptions; module: WebAssembly.Module };
  #link: Link | undefined;
  /** The first is under way. */
  #tasks: Task[] = [];
  #stopped = false;

  constructor(spawn: Spawn, module: WebAssembly.Module, options: PlayerOptions) {
    this.#spawn = spawn;
    this.#start = { start: options, module };
  }

  /** @internal */
  async begin(): Promise<this> {
    try {
      await this.#ask(undefined, {});
      return this;
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** As Player.choose(): `report` is called between two slices, and false ends the thinking. */
  async choose(game: NogoGame, { report, signal, ...limits }: Limits & Cancellable & { report?: Report | undefined } = {}): Promise<Choice> {
    const question: Question = { ask: "choose", line: lineOf(game), limits, reports: report !== undefined };
    return this.#ask(question, { report, signal }) as Promise<Choice>;
  }

  /** As Engine.solve(). */
  async solve(game: NogoGame, { signal, ...options }: SolveOptions & Cancellable = {}): Promise<Solution> {
    return this.#ask({ ask: "solve", line: lineOf(game), options }, { signal }) as Promise<Solution>;
  }

  /** As Engine.playouts(). */
  async playouts(game: NogoGame, games: number, { signal, ...options }: { seed?: number } & Cancellable = {}): Promise<PlayoutCounts> {
    return this.#ask({ ask: "playouts", line: lineOf(game), games, options }, { signal }) as Promise<PlayoutCounts>;
  }

  /** Ends the worker. Questions without an answer are rejected, and later ones. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const task of this.#tasks.splice(0)) task.reject(new Error("this player has been stopped"));
    await this.#end();
  }

  /** Without a question: waits for the worker to be there. */
  #ask(question: Question | undefined, { report, signal }: Cancellable & { report?: Report | undefined }): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#stopped) throw new Error("this player has been stopped");
      signal?.throwIfAborted();
      const task: Task = {
        message: question ?? this.#start,
        report,
        resolve: (value) => {
          signal?.removeEventListener("abort", abort);
          resolve(value);
        },
        reject: (error) => {
          signal?.removeEventListener("abort", abort);
          reject(error as Error);
        },
      };
      const abort = (): void => this.#drop(task, signal!.reason);
      signal?.addEventListener("abort", abort, { once: true });
      this.#tasks.push(task);
      if (this.#tasks.length === 1) this.#next();
    });
  }

  /** Sends the first question, to a new worker if need be. */
  #next(): void {
    const task = this.#tasks[0];
    if (!task) return;
    try {
      if (this.#link) this.#link.post(task.message);
      else this.#open(task.message === this.#start);
    } catch (error) {
      this.#drop(task, error);
    }
  }

  /** Starts a worker. Its first answer is to the start; unless that is asked for, a question follows. */
  #open(asked: boolean): void {
    let started = asked;
    const link: Link = this.#spawn(
      (message) => {
        if (this.#link !== link) return;
        if (started) return this.#take(message);
        started = true;
        if ("error" in message) this.#drop(this.#tasks[0], errorOf(message.error));
        else this.#next();
      },
      (error) => {
        if (this.#link === link) this.#drop(this.#tasks[0], error);
      },
    );
    this.#link = link;
    link.post(this.#start);
  }

  #take(message: FromWorker): void {
    const task = this.#tasks[0];
    if (!task) return;
    if ("report" in message) {
      try {
        this.#link?.post({ goOn: task.report?.(message.report) !== false });
      } catch (error) {
        this.#drop(task, error);
      }
      return;
    }
    this.#tasks.shift();
    if ("error" in message) task.reject(errorOf(message.error));
    else task.resolve(message.value);
    this.#next();
  }

  /** Rejects a question; if it is under way, with its worker. */
  #drop(task: Task | undefined, error: unknown): void {
    const at = task ? this.#tasks.indexOf(task) : -1;
    if (at >= 0) this.#tasks.splice(at, 1);
    task?.reject(error);
    if (at > 0) return;
    void this.#end();
    this.#next();
  }

  #end(): unknown {
    const link = this.#link;
    this.#link = undefined;
    return link?.end();
  }
}
