// The bar that an error of the page's own brings up: the game is kept, and a reload goes on with it.
import { button, h } from "./dom";
import { flush, freeze } from "./kept";
import { t } from "./language";

let bar: HTMLElement | undefined;

function close(): void {
  bar?.remove();
  bar = undefined;
}

/** Shows the bar. What was kept before stays: after a trap the core's memory may hold anything, so nothing more is kept. */
export function reportBroken(error: unknown): void {
  flush();
  if (error instanceof WebAssembly.RuntimeError) freeze();
  if (!bar) showBroken();
}

function showBroken(): void {
  close();
  bar = h("div", { class: "broken", role: "alert" },
    h("p", {}, t("broken")),
    button(t("reload"), () => location.reload(), { "data-do": "reload" }),
    button("×", close, { "aria-label": t("close"), "data-do": "close-broken" }));
  document.body.prepend(bar);
}

/** The language has changed. */
export function redrawBroken(): void {
  if (bar) showBroken();
}

/** Reports whatever nobody catches. */
export function watchErrors(): void {
  addEventListener("error", (event) => reportBroken(event.error));
  addEventListener("unhandledrejection", (event) => reportBroken(event.reason));
}
