// What index.ts (browsers) and node.ts have in common.
import { Core } from "./core.js";
import { Engine, type PlayerOptions } from "./engine.js";
import { Qi } from "./games.js";
import { Remote, type Spawn } from "./remote.js";

export { BadText, IllegalMove } from "./games.js";
export type { BoardSize, Colour, GoGame, GoVerdict, Judgement, Move, NogoGame, NogoVerdict, Place, Problem, Qi, Repetition, State } from "./games.js";
export type { Candidate, Choice, Engine, EngineKind, Limits, Outcome, Player, PlayerOptions, PlayoutCounts, Report, Solution, SolveOptions } from "./engine.js";
export type { Cancellable, Remote } from "./remote.js";

/** A module: its bytes, or compiled. */
export type Source = ArrayBuffer | ArrayBufferView<ArrayBuffer> | WebAssembly.Module;

/** The bytes of a module that lies beside this file. */
export type ReadModule = () => Promise<ArrayBuffer | ArrayBufferView<ArrayBuffer>>;

export const rulesFrom = async (source: Source): Promise<Qi> => new Qi(await Core.load(source));

export const engineFrom = async (source: Source): Promise<Engine> => new Engine(await Core.load(source));

export const remoteFrom = async (spawn: Spawn, source: Source, options: PlayerOptions): Promise<Remote> =>
  new Remote(spawn, source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source), options).begin();
