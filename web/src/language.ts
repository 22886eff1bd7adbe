// Chinese and English. `t` gives a text of the current language; {name} is filled in, and
// {name:one|many} is the first word when it is 1 and the second otherwise.
import { texts } from "./texts";
import { recall, remember } from "./settings";

export type Language = "zh" | "en";
export type Key = keyof typeof texts;

let current: Language | undefined;

export const language = (): Language =>
  (current ??= (recall("language") as Language | null) ?? (navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en"));

export function setLanguage(to: Language, keep = true): void {
  current = to;
  document.documentElement.lang = to === "zh" ? "zh-CN" : "en";
  if (keep) remember("language", to);
}

export function t(key: Key, values: Record<string, string | number> = {}): string {
  const text: string = texts[key][language() === "zh" ? 0 : 1];
  return text.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, many?: string) =>
    String(one === undefined ? values[name] : Number(values[name]) === 1 ? one : many));
}
