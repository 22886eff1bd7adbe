// What the C library says, in the visitor's language: a message is a format and its arguments, and the command's
// catalogue (po/zh.po) has the Chinese of the format.
import catalogue from "inline:catalogue";
import type { Message, TextError } from "../../npm/core.js";
import { language, t } from "./language";

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
