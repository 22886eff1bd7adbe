/* Go behind GTP. */
#include "gtp/game.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>

typedef struct go_state {
    qi_gtp_game game;
    qi_allocator allocator;
    qi_go_rules rules;
    qi_go_record *record; /* a setup, unless the start is empty and Black's turn; then the moves */
    /* Whose turn it is after so many entries, when it need not be the opponent of who moved last.
     */
    qi_colour turn; /* QI_EMPTY: always is */
    size_t turn_count;
    qi_random random; /* of the engine, if the caller brings none */
} go_state;

static go_state *state_of(const qi_gtp_game *game)
{
    go_state *const state = game->state;
    return state;
}

static const qi_go *board_of(const qi_gtp_game *game)
{
    return qi_go_record_position(state_of(game)->record);
}

static qi_gtp_position go_position(const qi_gtp_game *game)
{
    return (qi_gtp_position){.go = board_of(game)};
}

/* ---- the record --------------------------------------------------------------------------- */

/* A record that begins at a position. NULL when done, else why not. */
static const char *make_record(const go_state *state, const qi_gtp_start *start,
                               qi_go_record **record)
{
    qi_go_stone stones[GTP_MOST_POINTS];
    uint32_t count = 0;
    for (qi_point point = 0; point < start->rows * start->columns; point++)
        if (start->stones[point] != QI_EMPTY)
            stones[count++] = (qi_go_stone){point, (qi_colour)start->stones[point]};
    qi_result result =
        qi_go_record_new(start->rows, start->columns, &state->rules, &state->allocator, record);
    if (result != QI_OK)
        return qi_result_text(result);
    if (count || start->to_move != QI_BLACK)
        result = qi_go_record_add_setup(*record, stones, count, start->to_move, 0);
    if (result == QI_OK)
        result = qi_go_record_seek(*record, 1);
    const char *why = result != QI_OK ? qi_result_text(result) : NULL;
    if (!why && qi_go_record_count(*record) && qi_go_record_entries(*record)->verdict != QI_GO_OK)
        why = "a group of the setup has no liberty";
    if (why)
        qi_go_record_free(*record);
    return why;
}

/* The entries before the first move. */
static size_t count_setups(const qi_go_record *record)
{
    return qi_go_record_count(record) && qi_go_record_entries(record)->kind == QI_GO_SETUP;
}

static void take_record(go_state *state, qi_go_record *record)
{
    qi_go_record_free(state->record);
    state->record = record;
    state->turn = QI_EMPTY;
}

static const char *go_start(qi_gtp_game *game, const qi_gtp_start *start)
{
    go_state *state = state_of(game);
    qi_go_record *record;
    const char *why = make_record(state, start, &record);
    if (!why)
        take_record(state, record);
    return why;
}

/* Why a move is illegal, or NULL. */
static const char *reason(const qi_go_rules *rules, qi_go_verdict verdict)
{
    switch (verdict) {
    case QI_GO_OK:
        return NULL;
    case QI_GO_OCCUPIED:
        return "occupied";
    case QI_GO_SUICIDE:
        return "suicide";
    case QI_GO_SUPERKO:
        return rules->repetition == QI_GO_SIMPLE_KO ? "ko" : "superko";
    case QI_GO_OFF_BOARD:
    case QI_GO_NO_MEMORY:
        break;
    }
    return qi_go_verdict_text(verdict);
}

/* Adds a move if it is legal; otherwise says why it is not. */
static const char *play_on(qi_go_record *record, qi_go_move move)
{
    const qi_go_rules rules = qi_go_rules_of(qi_go_record_position(record));
    const size_t count = qi_go_record_count(record);
    qi_result result = qi_go_record_add(record, move, 0);
    if (result == QI_OK)
        result = qi_go_record_seek(record, count + 1);
    const char *why = result == QI_OK ? reason(&rules, qi_go_record_entries(record)[count].verdict)
                                      : qi_result_text(result);
    if (why)
        qi_go_record_cut(record, count);
    return why;
}

static const char *go_play(qi_gtp_game *game, qi_gtp_move move)
{
    return play_on(state_of(game)->record, (qi_go_move){move.point, move.colour});
}

static void go_undo(qi_gtp_game *game, size_t count)
{
    go_state *state = state_of(game);
    qi_go_record_cut(state->record, count_setups(state->record) + count);
    state->turn = QI_EMPTY;
}

static const char *go_judge(const qi_gtp_game *game, qi_gtp_move move)
{
    if (move.point == QI_NO_POINT)
        return NULL;
    return reason(&state_of(game)->rules,
                  qi_go_judge(board_of(game), move.colour, move.point, NULL));
}

static qi_colour go_to_move(const qi_gtp_game *game)
{
    const go_state *state = state_of(game);
    const bool told =
        state->turn != QI_EMPTY && state->turn_count == qi_go_record_count(state->record);
    return told ? state->turn : qi_go_to_move(board_of(game));
}

static size_t go_moves(const qi_gtp_game *game, qi_gtp_move *last)
{
    const qi_go_record *record = state_of(game)->record;
    const size_t count = qi_go_record_count(record), moves = count - count_setups(record);
    if (last && moves) {
        const qi_go_move move = qi_go_record_entries(record)[count - 1].move;
        *last = (qi_gtp_move){move.colour, move.point};
    }
    return moves;
}

/* ---- scoring ------------------------------------------------------------------------------ */

static bool go_over(const qi_gtp_game *game)
{
    const qi_go_record *record = state_of(game)->record;
    const qi_go_entry *const entries = qi_go_record_entries(record);
    const size_t count = qi_go_record_count(record);
    return count >= 2 && entries[count - 1].kind == QI_GO_PASS &&
           entries[count - 2].kind == QI_GO_PASS;
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
    const qi_go *board = board_of(game);
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

/* ---- SGF ---------------------------------------------------------------------------------- */

typedef struct loading {
    const go_state *state;
    const qi_sgf_walk *walk;
    qi_go_record *record;
    qi_colour turn;  /* at the end; QI_EMPTY: the file does not say */
    const char *why; /* it cannot be loaded */
    const char *at;  /* in the text, or NULL */
} loading;

static qi_result fail_at(loading *it, const char *at, const char *why)
{
    it->at = at;
    it->why = why;
    return QI_BAD_TEXT;
}

/* A setup after moves starts the game anew from the position that it makes. */
static qi_result load_setup(void *context, const qi_sgf_setup *setup)
{
    loading *it = context;
    qi_gtp_start start = {
        .rows = it->walk->rows, .columns = it->walk->columns, .to_move = setup->to_move};
    if (it->record) {
        const qi_go *const board = qi_go_record_position(it->record);
        for (qi_point point = 0; point < start.rows * start.columns; point++)
            start.stones[point] = (uint8_t)qi_go_at(board, point);
        if (start.to_move == QI_EMPTY)
            start.to_move = qi_go_to_move(board);
    }
    for (size_t i = 0; i < setup->count; i++)
        start.stones[setup->stones[i].point] = (uint8_t)setup->stones[i].colour;
    qi_go_record *record;
    const char *why = make_record(it->state, &start, &record);
    if (why)
        return fail_at(it, setup->at, why);
    qi_go_record_free(it->record);
    it->record = record;
    return QI_OK;
}

static qi_result load_move(void *context, const qi_sgf_event *move)
{
    loading *it = context;
    const char *why = play_on(it->record, (qi_go_move){move->point, move->colour});
    return why ? fail_at(it, move->at, why) : QI_OK;
}

static void load_turn(void *context, qi_colour colour)
{
    loading *it = context;
    it->turn = colour;
}

/* Plays the main line of the first game; false when it cannot, and then the reply is an error. */
static bool load_game(loading *it, qi_gtp *session, const char *path, const qi_sgf *sgf,
                      size_t most)
{
    static const qi_sgf_player player = {
        .set_up = load_setup, .move = load_move, .turn = load_turn};
    qi_sgf_walk walk;
    qi_text_error error;
    qi_result result = qi_sgf_walk_start(sgf, qi_sgf_first_game(sgf), &walk, &error);
    if (result != QI_OK)
        return qi_gtp_fail_load(session, path, &error);
    if (walk.rows > QI_GTP_MOST_SIDE || walk.columns > QI_GTP_MOST_SIDE)
        return qi_gtp_fail(session,
                           "cannot load file: %s: found a %ux%u board, expected at most %u", path,
                           walk.columns, walk.rows, QI_GTP_MOST_SIDE);
    it->walk = &walk;
    result = qi_sgf_play(&walk, most, &player, it, &error);
    if (it->why && it->at) {
        uint64_t line, column;
        qi_sgf_place(sgf, it->at, &line, &column);
        return qi_gtp_fail(session, "cannot load file: %s:%llu:%llu: %s", path,
                           (unsigned long long)line, (unsigned long long)column, it->why);
    }
    if (it->why)
        return qi_gtp_fail(session, "cannot load file: %s: %s", path, it->why);
    return result == QI_BAD_TEXT ? qi_gtp_fail_load(session, path, &error) : true;
}

/* A property of the root, without blanks around it; "" when there is none. */
static void root_text(const qi_sgf *sgf, const char *name, char *text, size_t capacity)
{
    qi_sgf_value value = {"", 0};
    qi_sgf_find(sgf, qi_sgf_first_game(sgf), name, 0, &value);
    while (value.length && *value.text == ' ') {
        value.text++;
        value.length--;
    }
    while (value.length && value.text[value.length - 1] == ' ')
        value.length--;
    qi_sgf_decode(value, QI_SGF_SIMPLE_TEXT, text, capacity);
}

/* The handicap, and the komi if the record has one. */
static void read_root(const qi_sgf *sgf, qi_gtp_game *game)
{
    char text[32];
    root_text(sgf, "HA", text, sizeof text);
    if (!qi_gtp_read_number(text, 2, UINT32_MAX, &game->handicap))
        game->handicap = 0;
    root_text(sgf, "KM", text, sizeof text);
    qi_gtp_read_komi(text, &game->komi);
}

static bool go_load(qi_gtp *session, const char *path, const char *text, size_t length, size_t most)
{
    qi_gtp_game *game = qi_gtp_game_of(session);
    go_state *state = state_of(game);
    qi_sgf *sgf;
    qi_text_error error;
    const qi_result result = qi_sgf_parse(text, length, &state->allocator, &sgf, &error);
    if (result == QI_BAD_TEXT)
        return qi_gtp_fail_load(session, path, &error);
    if (result != QI_OK)
        return qi_gtp_fail(session, "cannot load file: %s: %s", path, qi_result_text(result));
    loading it = {.state = state};
    const bool good = load_game(&it, session, path, sgf, most);
    if (good) {
        take_record(state, it.record);
        state->turn = it.turn;
        state->turn_count = qi_go_record_count(it.record);
        game->rows = qi_go_rows(board_of(game));
        game->columns = qi_go_columns(board_of(game));
        read_root(sgf, game);
    } else {
        qi_go_record_free(it.record);
    }
    qi_sgf_free(sgf);
    return good;
}

static qi_result go_write(const qi_gtp_game *game, qi_sink *sink, void *context)
{
    const qi_go_record *record = state_of(game)->record;
    const qi_go_entry *const entries = qi_go_record_entries(record);
    const size_t setups = count_setups(record);
    uint8_t points[GTP_MOST_POINTS] = {QI_EMPTY};
    qi_sgf_writer writer = {.sink = sink, .context = context};
    char text[32];
    qi_sgf_start_game(&writer, game->rows, game->columns, NULL);
    int length = snprintf(text, sizeof text, "%g", game->komi);
    qi_sgf_write_text(&writer, "KM", text, (size_t)length);
    if (game->handicap) {
        length = snprintf(text, sizeof text, "%u", game->handicap);
        qi_sgf_write_text(&writer, "HA", text, (size_t)length);
    }
    for (uint32_t i = 0; setups && i < entries[0].count; i++) {
        const qi_go_stone stone = qi_go_record_stones(record)[i];
        points[stone.point] = (uint8_t)stone.colour;
    }
    qi_sgf_write_setup(&writer, points, game->rows, game->columns);
    if (setups && entries[0].move.colour == QI_WHITE)
        qi_sgf_write_text(&writer, "PL", "W", 1);
    if (go_over(game) && go_result(game, text, sizeof text))
        qi_sgf_write_text(&writer, "RE", text, strlen(text));
    for (size_t i = setups; i < qi_go_record_count(record); i++)
        qi_sgf_write_move(&writer, entries[i].move.colour, entries[i].move.point, game->columns);
    qi_sgf_close(&writer);
    return writer.failed ? QI_STOPPED : QI_OK;
}

/* ---- the session -------------------------------------------------------------------------- */

static const qi_gtp_game_kind kind = {.name = "qi go",
                                      .rules = "Go",
                                      .may_pass = true,
                                      .position = go_position,
                                      .start = go_start,
                                      .play = go_play,
                                      .undo = go_undo,
                                      .judge = go_judge,
                                      .to_move = go_to_move,
                                      .moves = go_moves,
                                      .over = go_over,
                                      .result = go_result,
                                      .load = go_load,
                                      .write = go_write,
                                      .analyze_commands = "string/Score/final_score\n"};

static void end(void *game)
{
    go_state *state = ((qi_gtp_game *)game)->state;
    const qi_allocator memory = state->allocator;
    qi_go_record_free(state->record);
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
    state->rules = wanted.rules;
    qi_random_seed(&state->random, wanted.seed);
    const qi_gtp_engine random = qi_gtp_random_engine(&state->random);
    state->game = (qi_gtp_game){.kind = &kind,
                                .state = state,
                                .engine = wanted.engine ? *wanted.engine : random,
                                .no_files = wanted.no_files};
    qi_gtp *made = NULL;
    if (!qi_gtp_game_start(&state->game, &start))
        made =
            qi_gtp_game_open(&state->game, qi_gtp_handicap_commands, end, sink, context, &memory);
    if (!made) {
        end(&state->game);
        return QI_NO_MEMORY;
    }
    *session = made;
    return QI_OK;
}
