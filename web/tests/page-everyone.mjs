// The tests of the page as a whole.
import "./sizes.mjs";
import "./export.mjs";
import "./install.mjs";
import "./everyone.mjs";
import "./hostile.mjs";
import "./pictures.mjs";
