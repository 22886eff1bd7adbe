// A game of a player with itself: node selfplay.mjs [PLAYOUTS]. Run it beside the package, or after `npm install qi-games`.
const { load, loadEngine } = await import(process.env.QI_PACKAGE ?? "qi-games");
const qi = await load();
const engine = await loadEngine();
const game = qi.nogo(7);
const player = engine.player({ engine: "playouts", seed: 3 });
while (!game.over) {
  const { move, winRate } = player.choose(game, { playouts: Number(process.argv[2] ?? 200) });
  console.log(`${game.toMove} ${move.row} ${move.column}  ${winRate.toFixed(2)}`);
  game.play(move.row, move.column);
}
console.log(String(game));
console.log(`${game.toMove === "black" ? "White" : "Black"} wins after ${game.moves.length} moves`);
