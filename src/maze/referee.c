/*
 * The referee of walks: follows each one using only the plain rules and a board of characters, so
 * that it shares nothing with the search whose walks it judges.
 */
#include "base/memory.h"
#include "maze/walk_text.h"

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

/* Begins a sentence on a fault; the caller goes on with it. */
static qi_string fault(qi_maze_verdict *verdict, uint64_t line)
{
    verdict->good = false;
    verdict->line = line;
    return qi_string_in(verdict->fault, sizeof verdict->fault);
}

static void say(qi_string *to, const char *before, int64_t number, const char *after)
{
    qi_string_text(to, before);
    qi_string_number(to, number);
    qi_string_text(to, after);
}

static void say_two(qi_string *to, const char *before, const char *found, const char *expected)
{
    qi_string_text(to, before);
    qi_string_text(to, "found ");
    qi_string_text(to, *found ? found : "nothing");
    qi_string_text(to, ", expected ");
    qi_string_text(to, *expected ? expected : "nothing");
}

static bool same(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

/* Follows one walk; false if it breaks a rule or its line is wrong. */
static bool judge(const qi_maze *maze, const qi_maze_claim *claim, qi_maze_verdict *verdict)
{
    game g;
    begin(&g, maze);
    if ((size_t)claim->length != claim->step_count) {
        qi_string text = fault(verdict, claim->line);
        say(&text, "length: found ", claim->length, ", expected ");
        say(&text, "", (int64_t)claim->step_count, ", the number of steps");
        return false;
    }
    unsigned moves = 0;
    for (size_t i = 0; i < claim->step_count; i++) {
        if (g.won) {
            qi_string text = fault(verdict, claim->line);
            say(&text, "step ", (int64_t)i + 1, ": the game was over with step ");
            say(&text, "", (int64_t)i, "");
            return false;
        }
        if (!follow(&g, claim->steps[i])) {
            qi_string text = fault(verdict, claim->line);
            say(&text, "step ", (int64_t)i + 1, ": a wall at row ");
            say(&text, "", g.at / qi_maze_side(maze) + 1, ", column ");
            say(&text, "", g.at % qi_maze_side(maze) + 1, "");
            return false;
        }
        if (!g.wrote[0])
            continue;
        const char *claimed = moves < claim->move_count ? claim->moves[moves] : "";
        moves++;
        if (!same(claimed, g.wrote)) {
            qi_string text = fault(verdict, claim->line);
            say(&text, "move ", moves, ": ");
            say_two(&text, "", claimed, g.wrote);
            return false;
        }
    }
    char board[QI_MAZE_SQUARES + 1];
    memcpy(board, g.board, QI_MAZE_SQUARES);
    board[QI_MAZE_SQUARES] = '\0';
    qi_string text;
    if (moves < claim->move_count) {
        text = fault(verdict, claim->line);
        say(&text, "move ", moves + 1, ": ");
        say_two(&text, "", claim->moves[moves], "");
    } else if (!same(claim->board, board)) {
        text = fault(verdict, claim->line);
        say_two(&text, "board: ", claim->board, board);
    } else if (!g.won) {
        text = fault(verdict, claim->line);
        qi_string_text(&text, "the walk ends without MOO or OOM in a line");
    } else {
        return true;
    }
    return false;
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
            qi_string text = fault(verdict, line);
            say(&text, "found a cell more than the ", claim->length, " steps lead to");
            continue;
        }
        if (cells)
            follow(&g, claim->steps[cells - 1]);
        if (cell.step != (int64_t)cells || cell.row != g.at / side + 1 ||
            cell.column != g.at % side + 1 || !same(cell.move, g.wrote)) {
            qi_string text = fault(verdict, line);
            say(&text, "cell: expected '", (int64_t)cells, " ");
            say(&text, "", g.at / side + 1, " ");
            say(&text, "", g.at % side + 1, g.wrote[0] ? " " : "");
            qi_string_text(&text, g.wrote);
            qi_string_text(&text, "'");
        }
    }
    if (verdict->good && cells && cells <= claim->step_count) {
        qi_string text = fault(verdict, line);
        say(&text, "found ", (int64_t)cells, " cells, expected ");
        say(&text, "", claim->length + 1, "");
    }
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
