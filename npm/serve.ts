// The worker's side of remote.ts: one engine with one player.
import { Core } from "./core.js";
import { Engine, type Player } from "./engine.js";
import type { FromWorker, Question, ToWorker } from "./remote.js";

/** Returns what takes the messages; `post` sends answers. */
export function serve(post: (message: FromWorker) => void): (message: ToWorker) => void {
  let engine: Engine;
  let player: Player;
  let goOn: (go: boolean) => void = () => undefined;

  async function choose({ line, limits, reports }: Question & { ask: "choose" }): Promise<unknown> {
    const thinking = player.think(line, limits);
    for (;;) {
      const { done, value } = thinking.next();
      if (done) return value;
      if (!reports) continue;
      const answered = new Promise<boolean>((resolve) => (goOn = resolve));
      post({ report: value });
      if (await answered) continue;
      thinking.return(value);
      return value;
    }
  }

  async function answer(message: Exclude<ToWorker, { goOn: boolean }>): Promise<unknown> {
    if ("start" in message) {
      engine = new Engine(await Core.load(message.module));
      player = engine.player(message.start);
      return undefined;
    }
    if (message.ask === "choose") return choose(message);
    if (message.ask === "solve") return engine.solveLine(message.line, message.options);
    return engine.playoutsLine(message.line, message.games, message.options);
  }

  return (message) => {
    if ("goOn" in message) return goOn(message.goOn);
    answer(message).then(
      (value) => post({ value }),
      (error: unknown) => post({ error: error instanceof Error ? { name: error.name, message: error.message } : { name: "Error", message: String(error) } }),
    );
  };
}
