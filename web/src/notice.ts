// A line that is seen wherever the visitor looks: errors, what was kept where, and a way to undo.
import { button, h } from "./dom";
import { t } from "./language";

export interface NoticeOptions {
  error?: boolean;
  /** Offered as a button, and by Ctrl+Z. */
  undo?: () => void;
}

const STAYS = 12_000; // milliseconds

let shown: { element: HTMLElement; timer: ReturnType<typeof setTimeout>; undo: (() => void) | undefined } | undefined;

export function notice(text: string, { error = false, undo }: NoticeOptions = {}): void {
  closeNotice();
  const element = h(
    "div",
    { class: error ? "notice error" : "notice", role: error ? "alert" : undefined, "aria-live": "polite" },
    h("p", {}, text),
    undo && button(t("undo"), () => undoNotice(), { "data-do": "undo" }),
    button("×", () => closeNotice(), { "aria-label": t("close"), "data-do": "close-notice" }),
  );
  document.body.append(element);
  shown = { element, undo, timer: setTimeout(closeNotice, STAYS) };
}

export function closeNotice(): void {
  if (!shown) return;
  clearTimeout(shown.timer);
  shown.element.remove();
  shown = undefined;
}

/** Takes back what the notice reported; false when there is nothing to take back. */
export function undoNotice(): boolean {
  const undo = shown?.undo;
  if (!undo) return false;
  closeNotice();
  undo();
  return true;
}
