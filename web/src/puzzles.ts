// Made by tools/puzzles.py --seed 20260 --each 8. Black to play: exactly one move wins.

export interface Puzzle {
  grade: "easy" | "medium" | "hard";
  side: number;
  /** The rows: X is Black, O is White. */
  board: string;
  /** The only move that wins. */
  move: number;
}

export const PUZZLES: readonly Puzzle[] = [
  { grade: "easy", side: 4, board: "XX.O/...O/XO.X/XO.O", move: 5 },
  { grade: "easy", side: 5, board: ".X.XO/OXXO./XXOXX/.O.X./OO.OO", move: 22 },
  { grade: "easy", side: 5, board: "XOOOO/XXX.O/XOO.X/OOXXO/X.X..", move: 23 },
  { grade: "easy", side: 6, board: "O.O.OO/OXXO../OOOXOX/XXO.X./OXXOOX/.X.XXX", move: 11 },
  { grade: "easy", side: 4, board: "OOOX/XX../.XOX/XOO.", move: 8 },
  { grade: "easy", side: 5, board: "..X.O/XOOX./XX.XO/O.XO./XXOOO", move: 9 },
  { grade: "easy", side: 5, board: "O.XOX/XOO../.OOXO/XXX.X/.O.OX", move: 22 },
  { grade: "easy", side: 6, board: ".XOO.X/O.XXOO/OOOXXO/X..OXX/OOXOOX/XXXOX.", move: 0 },
  { grade: "medium", side: 5, board: ".OOOX/.XXX./.X.../XOXOO/X.O.O", move: 5 },
  { grade: "medium", side: 6, board: "OXX..O/O.XOXX/OOO..O/.X.OO./XX.XX./XXOOOX", move: 20 },
  { grade: "medium", side: 6, board: "O.OOX./OOX.X./..X.XO/X.XXXX/O.O.XO/X.OOO.", move: 9 },
  { grade: "medium", side: 7, board: "XXOOO.X/XXOX..O/X.XXOOX/O.OO..X/OXOOOXO/.OX.OX./XOXXXO.", move: 25 },
  { grade: "medium", side: 5, board: "...O./O..XX/OXXOO/OXXX./.X.OO", move: 4 },
  { grade: "medium", side: 6, board: "X.XXXX/OOXOX./OO..../OO.XO./.XXXOX/OXO.OO", move: 17 },
  { grade: "medium", side: 6, board: ".O..XO/OOXXO./O.XOOX/X.OOXX/O.XX.X/.OXX.O", move: 2 },
  { grade: "medium", side: 7, board: "X.X..../OX.OO.X/OOOXXOX/OOXXOOX/XXX.OOO/XXXXXO./.XO.OOO", move: 12 },
  { grade: "hard", side: 6, board: ".OOXOO/..XX../OXX.XO/XXOXO./XX.O../.O...O", move: 32 },
  { grade: "hard", side: 7, board: "O.OX.OX/.X.X.X./OOXXXO./.O.OO.O/XOXXOXO/XOOXXX./OO.XO.X", move: 20 },
  { grade: "hard", side: 7, board: "XXO.XO./XXX.XOX/OOOOOXX/X...XXX/OOXXO.O/.O.O.OO/O..X.XO", move: 43 },
  { grade: "hard", side: 9, board: "XO..XOXO./XXOOX..XO/OXOOO.OOO/O.XXX.XOO/.XOOOXXXO/XOOOXO.XX/XOOXX.XOO/X.XXOOOXO/.OXXX.XX.", move: 23 },
  { grade: "hard", side: 6, board: ".X.OOX/.OO.X./OXX.OO/O.OX.O/.XX.../..XXXO", move: 6 },
  { grade: "hard", side: 7, board: ".OOO.OO/XXXOX.O/.XXXX../XXOXXOO/OXO.OXO/OXX..XO/..XO.O.", move: 20 },
  { grade: "hard", side: 7, board: ".OXXX.X/O.OOOOX/XXOXX../OX..XXO/.XXOX.O/OX.XOXO/O..O.OO", move: 23 },
  { grade: "hard", side: 9, board: "XXO.OXXXX/OXOXO.OXX/OXXXX.OOO/O.OOOOXXO/XOO.XXOXO/X.O...O.X/.XXOOXXX./OOOOOXXXO/X..XXOOO.", move: 50 },
];
