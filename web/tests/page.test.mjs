// All tests of the page, in one process with one browser.
import "./nogo.mjs";
import "./nogo-room.mjs";
import "./go.mjs";
import "./maze.mjs";
import "./errors.mjs";
import "./kept.mjs";
import "./judge.mjs";
import "./sizes.mjs";
import "./export.mjs";
import "./algorithm.mjs";
import "./install.mjs";
import "./everyone.mjs";
import "./hostile.mjs";
import "./pictures.mjs";
