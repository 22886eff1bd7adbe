// What the page remembers on this computer. Storage may be forbidden; then it remembers nothing.
//
// Nothing is recalled while the script is read, but when it is first asked for: on a busy machine a
// page that touches the storage before Chromium has noted which document is there gets one that is
// kept nowhere.


const PREFIX = "qi.";

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + key, value);
  } catch {
    // private windows and strict settings: play on without
  }
}

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

// ---- light and dark: as the system likes it, until the visitor chooses ----

export type Theme = "light" | "dark";

const system = (): MediaQueryList => matchMedia("(prefers-color-scheme: light)");

const chosen = (): Theme | undefined => {
  const kept = recall("theme");
  return kept === "light" || kept === "dark" ? kept : undefined;
};

export const theme = (): Theme => chosen() ?? (system().matches ? "light" : "dark");

function show(): void {
  document.documentElement.dataset["theme"] = theme();
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", theme() === "light" ? "#e4e9f6" : "#000000");
}

/** Shows the theme, now and whenever the system changes its mind. */
export function startTheme(): void {
  show();
  system().addEventListener("change", show);
}

export function switchTheme(): void {
  remember("theme", theme() === "light" ? "dark" : "light");
  show();
}
