// Compiled by tsc --strict against the package's types, and never run.
import { load, loadEngine, startRemote, BadText, IllegalMove, type Candidate, type Choice, type Colour, type NogoGame, type Outcome, type Place } from "qi-games";
import * as browser from "qi-games";
import * as node from "qi-games/node";

export const same: [typeof browser, typeof node] = [node, browser];

const qi = await load();
const engine = await loadEngine(new Uint8Array(8));
const game: NogoGame = qi.nogo(9).play(5, 5).undo().playOut({ random: true, seed: 2 });
const [place]: Place[] = game.legal("black");
const state: "empty" | "black" | "white" | "wall" = game.at(place?.row ?? 1, place?.column ?? 1);
const colour: Colour | undefined = game.moves[0]?.colour;
const captured: number = qi.go(13, 13, { repetition: "situational", suicide: true }).pass().captures("white");
const choice: Choice = engine.player({ level: 3 }).choose(game, { playouts: 10, report: ({ winRate }) => winRate < 1 });
const rate: number | null | undefined = choice.candidates.find((one: Candidate) => one.outcome === "won")?.winRate;
const { outcome, move }: { outcome: Outcome; move: Place | null } = engine.solve(game, { nodes: 10 });
const judged: string = qi.judge("go", qi.generate("go", { family: "ko" }), "").message;
const remote = await startRemote({ engine: "policy" });
const counts: { blackWins: number } = await remote.playouts(game, 100, { signal: AbortSignal.timeout(10) });
await remote.choose(game, { seconds: 1, report: () => undefined });
await remote.stop();
try {
  qi.parseNogo("");
} catch (error) {
  if (error instanceof BadText) throw new Error(error.expected);
  if (error instanceof IllegalMove && error.verdict === "superko") throw error;
}
export const used = { state, colour, captured, rate, outcome, move, judged, counts };

// @ts-expect-error a Go game is no NoGo game
engine.solve(qi.go(9));
// @ts-expect-error no such colour
game.play(1, 1, "red");
// @ts-expect-error a move may be null
engine.solve(game).move.row;
// @ts-expect-error no such problem
qi.families("chess");
// @ts-expect-error the engine's, not the rules'
qi.solve(game);
// @ts-expect-error constructors are the package's own
new browser.NogoGame();
// @ts-expect-error and so are the lines that workers are sent
engine.solveLine("3/3/3:x");
