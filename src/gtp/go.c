#include "gtp/go.h"
#include "gtp/game.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct go_state {
    gtp_game game;
    qi_go *board;
    qi_go_rules rules;
} go_state;

static qi_go *board_of(const gtp_game *game)
{
    return ((const go_state *)game->state)->board;
}

static const char *go_version(const gtp_game *game)
{
    (void)game;
    return QI_VERSION " (no Go player: uniformly random legal moves that fill no own eye)";
}

static const char *go_start(gtp_game *game, const gtp_start *start)
{
    go_state *state = game->state;
    qi_go *board;
    if (qi_go_new(start->rows, start->columns, &state->rules, NULL, &board) != QI_OK)
        return "out of memory";
    qi_go_stone stones[GTP_MOST_POINTS];
    size_t count = 0;
    for (qi_point point = 0; point < start->rows * start->columns; point++)
        if (start->stones[point] != QI_EMPTY)
            stones[count++] = (qi_go_stone){point, (qi_colour)start->stones[point]};
    if (count || start->to_move != QI_BLACK) {
        const qi_result result = qi_go_set_up(board, stones, count, start->to_move, NULL);
        if (result != QI_OK) {
            qi_go_free(board);
            return result == QI_BAD_ARGUMENT ? "a group of the setup has no liberty"
                                             : qi_result_text(result);
        }
    }
    qi_go_free(state->board);
    state->board = board;
    return NULL;
}

static const char *reason(qi_go_verdict verdict)
{
    switch (verdict) {
    case QI_GO_OK:
        return NULL;
    case QI_GO_OCCUPIED:
        return "occupied";
    case QI_GO_SUICIDE:
        return "suicide";
    case QI_GO_SUPERKO:
        return "superko";
    case QI_GO_OFF_BOARD:
    case QI_GO_NO_MEMORY:
        break;
    }
    return qi_go_verdict_text(verdict);
}

static const char *go_play(gtp_game *game, gtp_move move)
{
    if (move.point == QI_NO_POINT)
        return qi_go_pass(board_of(game), move.colour) == QI_OK ? NULL : "out of memory";
    return reason(qi_go_play(board_of(game), move.colour, move.point, NULL));
}

static const char *go_judge(const gtp_game *game, gtp_move move)
{
    if (move.point == QI_NO_POINT)
        return NULL;
    return reason(qi_go_judge(board_of(game), move.colour, move.point, NULL));
}

static qi_colour go_at(const gtp_game *game, qi_point point)
{
    return qi_go_at(board_of(game), point);
}

/* A step from a point; QI_WALL when it leaves the board. */
static qi_colour look(const qi_go *board, qi_point point, int down, int right)
{
    const uint32_t columns = qi_go_columns(board);
    const qi_point there = qi_go_point(board, (uint32_t)((int)(point / columns) + down),
                                       (uint32_t)((int)(point % columns) + right));
    return qi_go_at(board, there);
}

static bool is_own_eye(const qi_go *board, qi_colour colour, qi_point point)
{
    static const int beside[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    static const int across[4][2] = {{-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
    for (int i = 0; i < 4; i++) {
        const qi_colour there = look(board, point, beside[i][0], beside[i][1]);
        if (there != colour && there != QI_WALL)
            return false;
    }
    /* With the opponent on two diagonal points, or on one at the edge, the eye can be broken. */
    int opposed = 0, edges = 0;
    for (int i = 0; i < 4; i++) {
        const qi_colour there = look(board, point, across[i][0], across[i][1]);
        opposed += there == qi_opponent(colour);
        edges += there == QI_WALL;
    }
    return opposed + (edges > 0) < 2;
}

static const char *go_choose(gtp_game *game, qi_colour colour, qi_point *move)
{
    const qi_go *board = board_of(game);
    qi_point points[GTP_MOST_POINTS];
    const size_t legal = qi_go_legal(board, colour, points, GTP_MOST_POINTS);
    uint32_t kept = 0;
    for (size_t i = 0; i < legal; i++)
        if (!is_own_eye(board, colour, points[i]))
            points[kept++] = points[i];
    *move = kept ? points[qi_random_below(&game->random, kept)] : QI_NO_POINT;
    return NULL;
}

static bool go_over(const gtp_game *game)
{
    const size_t count = game->move_count;
    return count >= 2 && game->moves[count - 1].point == QI_NO_POINT &&
           game->moves[count - 2].point == QI_NO_POINT;
}

/* Marks the empty region around a point and returns its size; `borders` gets a bit for each colour
 * that it touches. */
static uint32_t measure_region(const qi_go *board, qi_point point, bool *seen, unsigned *borders)
{
    const uint32_t columns = qi_go_columns(board), rows = qi_go_rows(board);
    qi_point open[GTP_MOST_POINTS];
    uint32_t count = 0;
    open[count++] = point;
    seen[point] = true;
    for (uint32_t next = 0; next < count; next++) {
        const uint32_t row = open[next] / columns, column = open[next] % columns;
        const qi_point around[4] = {row > 0 ? open[next] - columns : QI_NO_POINT,
                                    row + 1 < rows ? open[next] + columns : QI_NO_POINT,
                                    column > 0 ? open[next] - 1 : QI_NO_POINT,
                                    column + 1 < columns ? open[next] + 1 : QI_NO_POINT};
        for (int i = 0; i < 4; i++) {
            if (around[i] == QI_NO_POINT)
                continue;
            const qi_colour there = qi_go_at(board, around[i]);
            if (there != QI_EMPTY)
                *borders |= 1U << there;
            else if (!seen[around[i]])
                seen[open[count++] = around[i]] = true;
        }
    }
    return count;
}

/* Area: the stones of a colour and the empty regions that touch only it. */
static bool go_result(const gtp_game *game, char *text, size_t capacity)
{
    const qi_go *board = board_of(game);
    bool seen[GTP_MOST_POINTS] = {false};
    uint32_t area[4] = {0};
    for (qi_point point = 0; point < game->start.rows * game->start.columns; point++) {
        const qi_colour there = qi_go_at(board, point);
        if (there != QI_EMPTY) {
            area[there]++;
        } else if (!seen[point]) {
            unsigned borders = 0;
            const uint32_t size = measure_region(board, point, seen, &borders);
            if (borders == 1U << QI_BLACK)
                area[QI_BLACK] += size;
            else if (borders == 1U << QI_WHITE)
                area[QI_WHITE] += size;
        }
    }
    const double lead = (double)area[QI_BLACK] - (double)area[QI_WHITE] - game->komi;
    if (lead > 0 || lead < 0)
        snprintf(text, capacity, "%c+%g", lead > 0 ? 'B' : 'W', fabs(lead));
    else
        snprintf(text, capacity, "0");
    return true;
}

static const gtp_game_kind kind = {.name = "qi go",
                                   .rules = "Go",
                                   .may_pass = true,
                                   .version = go_version,
                                   .start = go_start,
                                   .play = go_play,
                                   .judge = go_judge,
                                   .at = go_at,
                                   .choose = go_choose,
                                   .over = go_over,
                                   .result = go_result,
                                   .analyze_commands = "string/Score/final_score\n"};

static const gtp_command *const commands[] = {gtp_common_commands, gtp_handicap_commands,
                                              gtp_sgf_commands, gtp_gogui_commands, NULL};

gtp_session *gtp_go_open(uint32_t rows, uint32_t columns, const qi_go_rules *rules, uint64_t seed,
                         gtp_sink *sink, void *context)
{
    go_state *state = calloc(1, sizeof *state);
    if (!state)
        return NULL;
    if (rules)
        state->rules = *rules;
    gtp_session *session = NULL;
    if (!gtp_game_init(&state->game, &kind, state, rows, columns, seed))
        session = gtp_new(commands, &state->game, sink, context);
    if (!session) {
        qi_go_free(state->board);
        free(state);
    }
    return session;
}

void gtp_go_close(gtp_session *session)
{
    if (!session)
        return;
    gtp_game *game = gtp_game_of(session);
    go_state *state = game->state;
    gtp_free(session);
    gtp_game_clean(game);
    qi_go_free(state->board);
    free(state);
}
