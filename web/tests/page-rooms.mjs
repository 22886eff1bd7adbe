// The tests of the other rooms, and of what all rooms keep.
import "./go.mjs";
import "./maze.mjs";
import "./errors.mjs";
import "./kept.mjs";
import "./judge.mjs";
