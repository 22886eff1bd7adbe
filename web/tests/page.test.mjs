// All tests of the page, in one process with one browser; or those of a part, which the build runs side by side:
// node web/tests/page.test.mjs nogo
const PARTS = {
  nogo: ["nogo", "nogo-room", "algorithm"],
  rooms: ["go", "maze", "kept", "judge"],
  everyone: ["sizes", "everyone", "hostile", "pictures"],
};

for (const name of PARTS[process.argv[2]] ?? Object.values(PARTS).flat()) await import(`./${name}.mjs`);
