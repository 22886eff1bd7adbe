/*
 * The judge of walks: follows each one using only the plain rules and a board of characters, so
 * that it shares nothing with the search whose walks it judges.
 */
#include "base/memory.h"
#include "maze/trail.h"

#include <qi/maze_steps.h>

/* A walk as it is followed. */
typedef struct game {
    const qi_maze *maze;
    qi_point at;
    char board[3][3];
    bool won;
    char wrote[4]; /* the move made with the last step, or "" */
} game;

static void begin(game *g, const qi_maze *maze)
{
    g->maze = maze;
    g->at = qi_maze_start(maze);
    memset(g->board, '.', sizeof g->board);
    g->won = false;
    g->wrote[0] = '\0';
}

static bool reads_moo(char a, char b, char c)
{
    return b == 'O' && ((a == 'M' && c == 'O') || (a == 'O' && c == 'M'));
}

static bool has_line(char board[3][3])
{
    for (int i = 0; i < 3; i++)
        if (reads_moo(board[i][0], board[i][1], board[i][2]) ||
            reads_moo(board[0][i], board[1][i], board[2][i]))
            return true;
    return reads_moo(board[0][0], board[1][1], board[2][2]) ||
           reads_moo(board[0][2], board[1][1], board[2][0]);
}

/* Takes a step; false when there is a wall. */
static bool follow(game *g, char step)
{
    const uint32_t side = qi_maze_side(g->maze);
    g->at = step == 'N'   ? g->at - side
            : step == 'S' ? g->at + side
            : step == 'E' ? g->at + 1
                          : g->at - 1;
    g->wrote[0] = '\0';
    const qi_maze_cell cell = qi_maze_at(g->maze, g->at);
    if (cell.kind == QI_MAZE_WALL)
        return false;
    char *square = &g->board[cell.square / 3][cell.square % 3];
    if (cell.kind == QI_MAZE_MOVE && *square == '.') {
        *square = cell.letter == QI_MAZE_M ? 'M' : 'O';
        g->wrote[0] = *square;
        g->wrote[1] = (char)('1' + cell.square / 3);
        g->wrote[2] = (char)('1' + cell.square % 3);
        g->wrote[3] = '\0';
        g->won = has_line(g->board);
    }
    return true;
}

/* ---- what is wrong ------------------------------------------------------------------------ */

/* Notes what is wrong with a line; returns false. */
static bool fault(qi_maze_verdict *verdict, uint64_t line, qi_message message)
{
    verdict->good = false;
    verdict->line = line;
    verdict->message = message;
    qi_message_write(&message, NULL, NULL, verdict->fault, sizeof verdict->fault);
    return false;
}

/* The text found, as a message names it. */
static const char *or_nothing(const char *text)
{
    return *text ? text : "nothing";
}

/* Follows one walk; false if it breaks a rule or its line is wrong. */
static bool judge(const qi_maze *maze, const qi_maze_claim *claim, qi_maze_verdict *verdict)
{
    game g;
    begin(&g, maze);
    if ((size_t)claim->length != claim->step_count)
        return fault(verdict, claim->line,
                     qi_message_of("length: found %lld, expected %zu, the number of steps",
                                   (long long)claim->length, claim->step_count));
    unsigned moves = 0;
    for (size_t i = 0; i < claim->step_count; i++) {
        if (g.won)
            return fault(verdict, claim->line,
                         qi_message_of("step %zu: the game was over with step %zu", i + 1, i));
        if (!follow(&g, claim->steps[i]))
            return fault(verdict, claim->line,
                         qi_message_of("step %zu: a wall at row %u, column %u", i + 1,
                                       g.at / qi_maze_side(maze) + 1,
                                       g.at % qi_maze_side(maze) + 1));
        if (!g.wrote[0])
            continue;
        const char *claimed = moves < claim->move_count ? claim->moves[moves] : "";
        moves++;
        if (strcmp(claimed, g.wrote) != 0)
            return fault(verdict, claim->line,
                         qi_message_of("move %u: found %s, expected %s", moves, or_nothing(claimed),
                                       g.wrote));
    }
    char board[QI_MAZE_SQUARES + 1];
    memcpy(board, g.board, QI_MAZE_SQUARES);
    board[QI_MAZE_SQUARES] = '\0';
    if (moves < claim->move_count)
        return fault(verdict, claim->line,
                     qi_message_of("move %u: found %s, expected %s", moves + 1,
                                   or_nothing(claim->moves[moves]), "nothing"));
    if (strcmp(claim->board, board) != 0)
        return fault(verdict, claim->line,
                     qi_message_of("board: found %s, expected %s", claim->board, board));
    if (!g.won)
        return fault(verdict, claim->line,
                     qi_message_of("the walk ends without MOO or OOM in a line"));
    return true;
}

/* Reads the cells below a walk and compares them with it, as far as it is good. */
static qi_result judge_cells(const qi_maze *maze, const qi_maze_claim *claim, qi_scanner *scanner,
                             qi_maze_verdict *verdict, qi_text_error *error)
{
    const uint32_t side = qi_maze_side(maze);
    game g;
    begin(&g, maze);
    uint64_t line = claim->line;
    size_t cells = 0;
    for (; qi_maze_at_cell_claim(scanner); cells++) {
        qi_maze_cell_claim cell;
        const qi_result result = qi_maze_read_cell_claim(scanner, &cell, error);
        if (result != QI_OK)
            return result;
        line = cell.line;
        if (!verdict->good)
            continue;
        if (cells > claim->step_count) {
            fault(verdict, line,
                  qi_message_of("found a cell more than the %lld {step leads|steps lead} to",
                                (long long)claim->length));
            continue;
        }
        if (cells)
            follow(&g, claim->steps[cells - 1]);
        if (cell.step != (int64_t)cells || cell.row != g.at / side + 1 ||
            cell.column != g.at % side + 1 || strcmp(cell.move, g.wrote) != 0) {
            fault(verdict, line,
                  qi_message_of("cell: expected '%zu %u %u%s%s'", cells, g.at / side + 1,
                                g.at % side + 1, g.wrote[0] ? " " : "", g.wrote));
        }
    }
    if (verdict->good && cells && cells <= claim->step_count)
        fault(verdict, line,
              qi_message_of("found %zu {cell|cells}, expected %lld", cells,
                            (long long)claim->length + 1));
    return QI_OK;
}

qi_result qi_maze_check_walks(const qi_maze *maze, const char *text, size_t length,
                              qi_maze_verdict *verdict, qi_text_error *error)
{
    qi_scanner scanner = qi_scan(text, length);
    qi_maze_verdict fresh = {.good = true};
    qi_skip_space(&scanner);
    while (scanner.at < scanner.end) {
        qi_maze_claim claim;
        qi_result result = qi_maze_read_claim(&scanner, &claim, error);
        if (result != QI_OK)
            return result;
        /* Only the first fault is reported; the rest is only read. */
        if (fresh.good)
            fresh.walks += judge(maze, &claim, &fresh);
        result = judge_cells(maze, &claim, &scanner, &fresh, error);
        if (result != QI_OK)
            return result;
    }
    *verdict = fresh;
    return QI_OK;
}
