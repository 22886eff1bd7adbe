// The tests of the NoGo room.
import "./nogo.mjs";
import "./nogo-room.mjs";
import "./algorithm.mjs";
