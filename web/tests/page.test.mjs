// All tests of the page, in one process with one browser.
import "./nogo.mjs";
