/*
 * qi/maze.h - Maze Tac Toe.
 *
 * Bessie walks a square maze, one cell north, east, south or west at a time, and plays
 * tic-tac-toe on the way: a cell 'Mij' or 'Oij' makes her write M or O at row i, column j of a
 * 3 x 3 board, unless that square is filled already. She stops as soon as a row, column or
 * diagonal of the board reads MOO or OOM. Which winning boards can she end with, and how?
 *
 *     qi_maze *maze;
 *     qi_maze_reach reach;
 *     if (qi_maze_parse(text, length, NULL, &maze, NULL) == QI_OK) {
 *         if (qi_maze_search(maze, &reach) == QI_OK)
 *             printf("%u\n", reach.winning_count);
 *         qi_maze_free(maze);
 *     }
 *
 * Cells are points (qi/base.h): row * side + column, both from 0. A maze does not change once it
 * is read: several threads may search one maze at the same time if its allocator allows it.
 */
#ifndef QI_MAZE_H
#define QI_MAZE_H

#include <qi/base.h>

#ifdef __cplusplus
extern "C" {
#endif

#define QI_MAZE_MIN_SIDE 3U
#define QI_MAZE_MAX_SIDE 1000U
#define QI_MAZE_WALK_MAX_SIDE 100U /* for shortest walks */

/* ---- tic-tac-toe boards ------------------------------------------------------------------- */

typedef enum qi_maze_letter { QI_MAZE_NONE = 0, QI_MAZE_M = 1, QI_MAZE_O = 2 } qi_maze_letter;

/* A board is a number: its nine squares in reading order are the digits of a number to base 3
 * (letters as above), the first square the most significant. So the order of the numbers is the
 * order of the boards' texts, and writing a letter makes the number larger. */
typedef uint16_t qi_maze_board;

#define QI_MAZE_SQUARES 9U
#define QI_MAZE_BOARDS 19683U
#define QI_MAZE_EMPTY_BOARD ((qi_maze_board)0)
#define QI_MAZE_NO_BOARD ((qi_maze_board)UINT16_MAX)

/* Returns the mask of the squares in lines that read MOO or OOM; 0 without such a line. */
QI_API unsigned qi_maze_board_lines(qi_maze_board board);

/* Writes the nine squares in reading order as 'M', 'O' or '.' (see "Writers" in qi/base.h). */
QI_API size_t qi_maze_board_write(qi_maze_board board, char *text, size_t capacity);

/* Reads nine squares; '/', ',' and white space between rows are skipped ("O../.O./.OM").
 * QI_BAD_TEXT: `error` (which may be NULL) says where and why. */
QI_API qi_result qi_maze_board_parse(const char *text, size_t length, qi_maze_board *board,
                                     qi_text_error *error);

/* A set of boards: bit b % 64 of word b / 64 stands for board b. */
typedef struct qi_maze_set {
    uint64_t words[(QI_MAZE_BOARDS + 63) / 64];
} qi_maze_set;

/* The first board of the set after `board`, or of all for QI_MAZE_NO_BOARD; QI_MAZE_NO_BOARD at the
 * end. */
QI_API qi_maze_board qi_maze_set_next(const qi_maze_set *set, qi_maze_board board);

/* ---- mazes -------------------------------------------------------------------------------- */

typedef struct qi_maze qi_maze;

typedef enum qi_maze_kind {
    QI_MAZE_WALL = 0, /* '###': cannot be entered; the whole border is wall */
    QI_MAZE_FLOOR,    /* '...' */
    QI_MAZE_START,    /* 'BBB': Bessie begins here; afterwards plain floor */
    QI_MAZE_MOVE      /* 'Mij', 'Oij' */
} qi_maze_kind;

typedef struct qi_maze_cell {
    qi_maze_kind kind;
    qi_maze_letter letter; /* of a QI_MAZE_MOVE, else QI_MAZE_NONE */
    unsigned square;       /* of a QI_MAZE_MOVE, 3 * row + column from 0; else 0 */
} qi_maze_cell;

/* Reads the problem's text: the side N on the first line, then N lines of N cells of three
 * characters. "\r\n", a missing last newline and blank lines after the maze are accepted.
 * QI_BAD_TEXT: `error` (which may be NULL) says where and why: a side out of range, an unknown
 * cell, a square outside 1...3, a short or long row, an opening in the border, no start, two
 * starts, text after the end. The caller frees the maze; it takes one byte per cell. */
QI_API qi_result qi_maze_parse(const char *text, size_t length, const qi_allocator *allocator,
                               qi_maze **maze, qi_text_error *error);

/* Frees a maze; NULL is allowed. */
QI_API void qi_maze_free(qi_maze *maze);

/* Writes the text of the maze (see "Writers" in qi/base.h). */
QI_API size_t qi_maze_write(const qi_maze *maze, char *text, size_t capacity);

/* How many cells a side has, and the cell where Bessie begins. */
QI_API uint32_t qi_maze_side(const qi_maze *maze);
QI_API qi_point qi_maze_start(const qi_maze *maze);

/* Returns the cell at a point; a wall outside the maze. */
QI_API qi_maze_cell qi_maze_at(const qi_maze *maze, qi_point point);

/* ---- every board ----------------------------------------------------------------------------
 *
 * Where Bessie can stand depends on which squares are filled, not on the letters in them, and
 * filling a square only opens cells. So each of the 512 sets of filled squares needs one flood
 * from the start, and the boards follow from the moves that touch the floods. */

typedef struct qi_maze_reach {
    qi_maze_set winning; /* the boards Bessie can end with */
    qi_maze_set open;    /* the boards without a line that she can pass, the empty one included */
    uint32_t winning_count, open_count;
} qi_maze_reach;

/* Finds every board that can be reached. QI_NO_MEMORY: `reach` is not written. Takes up to about 9
 * bytes per cell while it runs. */
QI_API qi_result qi_maze_search(const qi_maze *maze, qi_maze_reach *reach);

/* ---- shortest walks ----------------------------------------------------------------------- */

#define QI_MAZE_NO_WALK UINT32_MAX

/* Shortest walks to winning boards. */
typedef struct qi_maze_walks qi_maze_walks;

/* Finds a shortest walk to every winning board of `wanted` that can be reached (NULL: to all that
 * can). Which of several shortest walks is found is the same on every machine. The memory grows
 * with the states (cell, board) that are nearer to the start than the farthest board wanted. The
 * caller frees the walks before the maze. QI_TOO_LARGE: the maze is larger than
 * QI_MAZE_WALK_MAX_SIDE. QI_NO_MEMORY. */
QI_API qi_result qi_maze_walks_new(const qi_maze *maze, const qi_maze_set *wanted,
                                   qi_maze_walks **walks);

/* Frees the walks; NULL is allowed. */
QI_API void qi_maze_walks_free(qi_maze_walks *walks);

/* The boards to which walks were found. */
QI_API const qi_maze_set *qi_maze_walks_boards(const qi_maze_walks *walks);

/* The number of steps to a board, or QI_MAZE_NO_WALK. */
QI_API uint32_t qi_maze_walks_length(const qi_maze_walks *walks, qi_maze_board board);

/* Writes the walk to a board, which must be one of the boards, on one line: the board, its length,
 * its steps (N, E, S, W) and the moves made on the way, in order:
 *     ......OOM 5 SEEEE O32 M33 O31
 * A newline ends the line. See "Writers" in qi/base.h. */
QI_API size_t qi_maze_walks_write(const qi_maze_walks *walks, qi_maze_board board, char *text,
                                  size_t capacity);

#ifdef __cplusplus
}
#endif
#endif
