/* Go behind GTP. There is no Go player here, only the rules: genmove plays at random. */
#include "gtp/go.h"

#include "base/memory.h"
#include "base/random.h"

#include <math.h>
#include <stdio.h>

typedef struct go_state {
    qi_gtp_game game;
    qi_allocator allocator;
    qi_gtp_go_record record;
    qi_random random;
} go_state;

static qi_gtp_go_record *record_of(const qi_gtp_game *game)
{
    return &((go_state *)game->state)->record;
}

static const char *go_version(const qi_gtp_game *game)
{
    (void)game;
    return QI_VERSION " (no Go player: uniformly random legal moves that fill no own eye)";
}

static const char *go_start(qi_gtp_game *game, const qi_gtp_start *start)
{
    return qi_gtp_go_begin(record_of(game), start);
}

static const char *go_play(qi_gtp_game *game, qi_gtp_move move)
{
    return qi_gtp_go_play(record_of(game), move);
}

static void go_undo(qi_gtp_game *game, size_t count)
{
    qi_gtp_go_undo(record_of(game), count);
}

static const char *go_judge(const qi_gtp_game *game, qi_gtp_move move)
{
    if (move.point == QI_NO_POINT)
        return NULL;
    const qi_gtp_go_record *record = record_of(game);
    return qi_gtp_go_reason(record, qi_go_judge(record->board, move.colour, move.point, NULL));
}

static qi_colour go_at(const qi_gtp_game *game, qi_point point)
{
    return qi_go_at(record_of(game)->board, point);
}

static qi_colour go_to_move(const qi_gtp_game *game)
{
    return qi_gtp_go_to_move(record_of(game));
}

static size_t go_moves(const qi_gtp_game *game, qi_gtp_move *last)
{
    const qi_gtp_go_record *record = record_of(game);
    if (last && record->count)
        *last = record->moves[record->count - 1];
    return record->count;
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
    /* An eye is false if the opponent has two diagonal points, or one at the edge. */
    int opposed = 0, edges = 0;
    for (int i = 0; i < 4; i++) {
        const qi_colour there = look(board, point, across[i][0], across[i][1]);
        opposed += there == qi_opponent(colour);
        edges += there == QI_WALL;
    }
    return opposed + (edges > 0) < 2;
}

static const char *go_choose(qi_gtp_game *game, qi_colour colour, qi_point *move)
{
    const qi_go *board = record_of(game)->board;
    qi_point points[GTP_MOST_POINTS];
    const size_t legal = qi_go_legal(board, colour, points, GTP_MOST_POINTS);
    uint32_t kept = 0;
    for (size_t i = 0; i < legal; i++)
        if (!is_own_eye(board, colour, points[i]))
            points[kept++] = points[i];
    qi_random *random = &((go_state *)game->state)->random;
    *move = kept ? points[qi_random_below(random, kept)] : QI_NO_POINT;
    return NULL;
}

static uint32_t go_lost(const qi_gtp_game *game, qi_colour colour)
{
    return (uint32_t)qi_go_captures(record_of(game)->board, qi_opponent(colour));
}

static bool go_over(const qi_gtp_game *game)
{
    const qi_gtp_go_record *record = record_of(game);
    const size_t count = record->count;
    return count >= 2 && record->moves[count - 1].point == QI_NO_POINT &&
           record->moves[count - 2].point == QI_NO_POINT;
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
static bool go_result(const qi_gtp_game *game, char *text, size_t capacity)
{
    const qi_go *board = record_of(game)->board;
    bool seen[GTP_MOST_POINTS] = {false};
    uint32_t area[4] = {0};
    for (qi_point point = 0; point < game->rows * game->columns; point++) {
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

static bool go_load(qi_gtp *session, const char *path, const char *text, size_t length, size_t most)
{
    qi_gtp_game *game = qi_gtp_game_of(session);
    qi_gtp_go_record *record = record_of(game);
    qi_gtp_go_record read = {.allocator = record->allocator, .rules = record->rules};
    qi_gtp_go_header header;
    if (!qi_gtp_go_load(&read, session, path, text, length, most, &header)) {
        qi_gtp_go_clean(&read);
        return false;
    }
    qi_gtp_go_clean(record);
    *record = read;
    game->rows = read.start.rows;
    game->columns = read.start.columns;
    game->handicap = header.handicap;
    if (header.has_komi)
        game->komi = header.komi;
    return true;
}

static qi_result go_write(const qi_gtp_game *game, qi_sink *sink, void *context)
{
    char result[32];
    const bool over = go_over(game) && go_result(game, result, sizeof result);
    const qi_gtp_go_header header = {true, game->komi, game->handicap};
    return qi_gtp_go_write(record_of(game), &header, over ? result : NULL, sink, context);
}

static const qi_gtp_game_kind kind = {.name = "qi go",
                                      .rules = "Go",
                                      .may_pass = true,
                                      .version = go_version,
                                      .start = go_start,
                                      .play = go_play,
                                      .undo = go_undo,
                                      .judge = go_judge,
                                      .at = go_at,
                                      .to_move = go_to_move,
                                      .moves = go_moves,
                                      .choose = go_choose,
                                      .lost = go_lost,
                                      .over = go_over,
                                      .result = go_result,
                                      .load = go_load,
                                      .write = go_write,
                                      .analyze_commands = "string/Score/final_score\n"};

static const qi_gtp_command *const commands[] = {qi_gtp_common_commands, qi_gtp_handicap_commands,
                                                 qi_gtp_sgf_commands,    qi_gtp_setup_commands,
                                                 qi_gtp_gogui_commands,  NULL};

static void end(void *game)
{
    go_state *state = ((qi_gtp_game *)game)->state;
    const qi_allocator memory = state->allocator;
    qi_gtp_go_clean(&state->record);
    qi_release(&memory, state);
}

qi_result qi_gtp_new_go(const qi_gtp_go_options *options, qi_sink *sink, void *context,
                        const qi_allocator *allocator, qi_gtp **session)
{
    enum { USUAL_SIDE = 19 };
    const qi_gtp_go_options wanted = options ? *options : (qi_gtp_go_options){0};
    const qi_allocator memory = qi_allocator_or_default(allocator);
    const qi_gtp_start start = {.rows = wanted.rows ? wanted.rows : USUAL_SIDE,
                                .columns = wanted.columns ? wanted.columns : USUAL_SIDE,
                                .to_move = QI_BLACK};
    if (start.rows > QI_GTP_MOST_SIDE || start.columns > QI_GTP_MOST_SIDE)
        return QI_BAD_ARGUMENT;
    go_state *state = qi_allocate(&memory, sizeof *state);
    if (!state)
        return QI_NO_MEMORY;
    memset(state, 0, sizeof *state);
    state->allocator = memory;
    state->record.allocator = &state->allocator;
    state->record.rules = wanted.rules;
    state->game = (qi_gtp_game){.kind = &kind, .state = state, .no_files = wanted.no_files};
    qi_random_seed(&state->random, wanted.seed);
    qi_gtp *made = NULL;
    if (!qi_gtp_game_start(&state->game, &start))
        made = qi_gtp_open(commands, &state->game, end, sink, context, &memory);
    if (!made) {
        end(&state->game);
        return QI_NO_MEMORY;
    }
    *session = made;
    return QI_OK;
}
