// Chinese and English. `t` gives a text of the current language; {name} is filled in, and
// {name:one|many} is the first word when it is 1 and the second otherwise.
import { texts } from "./texts";
import { recall, remember } from "./settings";
import catalogue from "inline:catalogue";
import type { Message, TextError } from "../../npm/core.js";

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

// ---- what the C library says: formats and their arguments; po/zh.po has their Chinese ----

const DIRECTIVE = /%(?:(\d+)\$)?[-+0-9.*]*(?:hh|h|ll|l|z)?([a-z])/g;

/** A format in which all integers are "%d", as the catalogue has it. */
const plain = (format: string): string => format.replace(/(%[-+0-9.*$]*)(?:hh|h|ll|l|z)?([a-z])/g, (_, start: string, letter: string) => start + (letter === "u" ? "d" : letter));

const CHINESE = new Map((JSON.parse(catalogue) as [string, string][])
  // an option of the command means nothing here
  .map(([english, chinese]) => [english, chinese.replace(/（--[a-z-]+）/, "")] as const));

/** A message in Chinese, or undefined when the catalogue does not have it. */
export function inChinese({ format, given }: Message): string | undefined {
  const chinese = CHINESE.get(plain(format));
  let next = 0;
  return chinese?.replace(DIRECTIVE, (_, place: string | undefined, kind: string) => {
    const part = given[place ? Number(place) - 1 : next++] ?? "";
    return kind === "s" ? (CHINESE.get(part) ?? part) : part;
  });
}

/** A message in the language of the page; `english` is the same as the library says it. */
export function messageText(message: Message, english: string): string {
  return (language() === "zh" && inChinese(message)) || english;
}

/** The whole error in the language of the page. */
export function errorText(error: TextError): string {
  const { line, column } = error;
  return t("badText", {
    line,
    column,
    found: messageText(error.foundMessage, error.found),
    expected: messageText(error.expectedMessage, error.expected),
  });
}
