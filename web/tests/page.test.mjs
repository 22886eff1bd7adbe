// All tests of the page, in one process with one browser. The build runs the three parts side by side.
import "./page-nogo.mjs";
import "./page-rooms.mjs";
import "./page-everyone.mjs";
