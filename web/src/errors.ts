// What is wrong with a text, in the visitor's language. The C library says it in English; the
// sentences below are all that it can say about the texts that the page reads.
import type { TextError } from "./core";
import { language, t } from "./language";

const CHINESE: readonly (readonly [RegExp, string])[] = [
  // what was found
  [/^end of input$/, "文本结尾"],
  [/^end of line$/, "行尾"],
  [/^a byte order mark$/, "字节顺序标记（BOM）"],
  [/^byte (0x[0-9a-f]+)$/, "字节 $1"],
  [/^a group of '(.)' without a liberty, with a stone at row (\d+), column (\d+)$/, "一块没有气的 '$1'，含第 $2 行第 $3 列的子"],
  [/^a group without a liberty, with a stone at (\w+)$/, "一块没有气的棋，含 $1 的子"],
  [/^(\d+) 'X' and (\d+) 'O'$/, "$1 个 'X' 和 $2 个 'O'"],
  [/^black's pass$/i, "黑方停一手"],
  [/^white's pass$/i, "白方停一手"],
  [/^black at (\w+)$/i, "黑方下在 $1"],
  [/^white at (\w+)$/i, "白方下在 $1"],
  [/^a setup that takes a stone off$/, "拿走棋子的摆子"],
  [/^a setup that leaves a group without a liberty$/, "使一块棋没有气的摆子"],
  [/^a second start 'BBB'$/, "第二个起点 'BBB'"],
  [/^a maze without a start$/, "没有起点的迷宫"],
  // what was expected: boards
  [/^a board size from (\d+) to (\d+)$/, "$1 到 $2 的棋盘大小"],
  [/^the end of the line or a space$/, "行尾或空格"],
  [/^the end of the line$/, "行尾"],
  [/^the end of the line after (\d+) columns$/, "$1 列之后的行尾"],
  [/^(('.', )*'.') or ('.') \(row (\d+) of (\d+), column (\d+) of (\d+)\)$/, "$1 或 $3（第 $4 行，共 $5 行；第 $6 列，共 $7 列）"],
  [/^every group (of the setup )?to have a liberty$/, "每块棋都有气"],
  [/^as many 'X' as 'O', or to be told.*$/, "'X' 与 'O' 一样多"],
  [/^a legal move: NoGo knows no pass$/, "合法的着法：不围棋不能停一手"],
  [/^a legal move: the point is off the board$/, "合法的着法：不在棋盘上"],
  [/^a legal move: the point is occupied$/, "合法的着法：这里已经有子"],
  [/^a legal move: it takes the last liberty of a group of the opponent$/, "合法的着法：会提掉对方的棋"],
  [/^a legal move: it leaves its own group without a liberty$/, "合法的着法：会使自己没有气"],
  // SGF
  [/^'\]' that closes the value opened at line (\d+), column (\d+)$/, "']'，与第 $1 行第 $2 列的 '[' 相配"],
  [/^'\[' and a value of the property$/, "'[' 和属性的值"],
  [/^a game that starts with '\(' and ';', or end of input$/, "以 '(' 和 ';' 开头的下一局，或文本结尾"],
  [/^a text in UTF-16$/, "UTF-16 编码的文本"],
  [/^a record in the Nihon Ki-in's UGF$/, "日本棋院的 UGF 棋谱"],
  [/^SGF in UTF-8$/, "UTF-8 编码的 SGF"],
  [/^'\(' and ';' that start a game$/, "'(' 和 ';'（一局的开头）"],
  [/^';' that starts a node$/, "';'（一个节点的开头）"],
  [/^a property, ';', '\(' or '\)'$/, "属性、';'、'(' 或 ')'"],
  [/^'\(' or '\)'$/, "'(' 或 ')'"],
  [/^GM\[1\], a game on the Go board$/, "GM[1]（围棋盘上的棋）"],
  [/^a board size from 1 to 52, such as SZ\[19\] or, columns first, SZ\[19:13\]$/, "1 到 52 的棋盘大小，如 SZ[19]，或先列后行 SZ[19:13]"],
  [/^a point of the board, or \[\] for a pass$/, "棋盘上的点，或表示停一手的 []"],
  [/^a point of the board or a rectangle of points, such as 'aa:cc'$/, "棋盘上的点，或矩形，如 'aa:cc'"],
  [/^PL\[B\] or PL\[W\]$/, "PL[B] 或 PL[W]"],
  [/^no second value here$/, "只有一个值"],
  [/^a game that can be told by moves alone$/, "只用着法就能表示的棋"],
  [/^a liberty for every group$/, "每块棋都有气"],
  // lists of moves
  [/^the number of games$/, "局数"],
  [/^the number of moves of a game$/, "一局的手数"],
  [/^a move: 'B' or 'W', a row and a column$/, "一手：'B' 或 'W'、行、列"],
  [/^a blank and a column$/, "空格和列"],
  [/^a (row|column) from (\d+) to (\d+)$/, "$2 到 $3 的行列号"],
  // mazes
  [/^'###' in the border$/, "边上的 '###'"],
  [/^exactly one start$/, "恰好一个起点"],
  [/^a cell 'BBB'$/, "一格 'BBB'"],
  [/^'###', '\.\.\.', 'BBB', 'Mij' or 'Oij'$/, "'###'、'...'、'BBB'、'Mij' 或 'Oij'"],
  [/^a side from (\d+) to (\d+)$/, "$1 到 $2 的边长"],
  [/^end of line after the side$/, "边长之后的行尾"],
  [/^(end of line after )?a row of (\d+) characters$/, "$2 个字符的一行"],
  [/^row (\d+) of (\d+)$/, "第 $1 行，共 $2 行"],
  [/^a square 'M', 'O' or '\.' \(nine in all\)$/, "'M'、'O' 或 '.'（共九格）"],
];

/** A piece of an error in Chinese; as it is when nothing is known about it, such as a quoted word. */
export function inChinese(text: string): string {
  const found = CHINESE.find(([pattern]) => pattern.test(text));
  return found ? text.replace(found[0], found[1]) : text;
}

/** The whole error in the language of the page. */
export function errorText(error: TextError): string {
  const say = language() === "zh" ? inChinese : (text: string): string => text;
  return t("badText", { line: error.line, column: error.column, found: say(error.found), expected: say(error.expected) });
}
