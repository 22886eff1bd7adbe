// What is wrong with a text, in the visitor's language. The C library says it in English; the command's catalogue
// (po/zh.po) has the Chinese of it, as printf formats.
import catalogue from "inline:catalogue";
import type { TextError } from "./core";
import { language, t } from "./language";

const DIRECTIVE = /%(?:(\d+)\$)?([sdc])/g;

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** What a format can print: a group for each directive. */
function printed(format: string): RegExp {
  const places: Record<string, string> = { s: "(.*?)", d: "(-?\\d+)", c: "(.)" };
  let source = "";
  let at = 0;
  for (const match of format.matchAll(DIRECTIVE)) {
    source += escape(format.slice(at, match.index)) + places[match[2]!]!;
    at = match.index + match[0].length;
  }
  return new RegExp(`^${source}${escape(format.slice(at))}$`);
}

const CHINESE: readonly (readonly [RegExp, string])[] = (JSON.parse(catalogue) as [string, string][])
  .sort((one, other) => other[0].replace(DIRECTIVE, "").length - one[0].replace(DIRECTIVE, "").length)
  // an option of the command means nothing here
  .map(([english, chinese]) => [printed(english), chinese.replace(/（--[a-z-]+）/, "")] as const);

/** A piece of an error in Chinese; as it is when nothing is known about it, such as a quoted word. */
export function inChinese(text: string): string {
  for (const [pattern, chinese] of CHINESE) {
    const found = pattern.exec(text);
    if (!found) continue;
    let next = 1;
    return chinese.replace(DIRECTIVE, (_, place: string | undefined, kind: string) => {
      const part = found[place ? Number(place) : next++] ?? "";
      return kind === "s" ? inChinese(part) : part;
    });
  }
  return text;
}

/** The whole error in the language of the page. */
export function errorText(error: TextError): string {
  const say = language() === "zh" ? inChinese : (text: string): string => text;
  return t("badText", { line: error.line, column: error.column, found: say(error.found), expected: say(error.expected) });
}
