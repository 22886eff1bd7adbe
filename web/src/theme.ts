// Light and dark: as the system likes it, until the visitor chooses.
import { recall, remember } from "./settings";

export type Theme = "light" | "dark";

const system = matchMedia("(prefers-color-scheme: light)");

const chosen = (): Theme | undefined => {
  const kept = recall("theme");
  return kept === "light" || kept === "dark" ? kept : undefined;
};

export const theme = (): Theme => chosen() ?? (system.matches ? "light" : "dark");

function show(): void {
  document.documentElement.dataset["theme"] = theme();
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", theme() === "light" ? "#e4e9f6" : "#000000");
}

/** Shows the theme, now and whenever the system changes its mind. */
export function startTheme(): void {
  show();
  system.addEventListener("change", show);
}

export function switchTheme(): void {
  remember("theme", theme() === "light" ? "dark" : "light");
  show();
}
