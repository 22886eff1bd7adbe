#include "gtp/nogo.h"

#include "gtp/hollow.h"
#include "gtp/solve.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct nogo_state {
    gtp_game game;
    qi_nogo *board;
    nogo_player *player;
    char version[160];
    const gtp_command *commands[8];
} nogo_state;

static qi_nogo *board_of(const gtp_game *game)
{
    return ((const nogo_state *)game->state)->board;
}

static const char *nogo_version(const gtp_game *game)
{
    return ((const nogo_state *)game->state)->version;
}

/* The position as the problem's text, which the library reads and checks. */
static qi_result read_position(const gtp_start *start, qi_nogo **board)
{
    char text[16 + GTP_MOST_SIDE * (GTP_MOST_SIDE + 1)];
    size_t used = (size_t)snprintf(text, sizeof text, "%u %u\n", start->rows, start->columns);
    for (uint32_t row = 0; row < start->rows; row++) {
        for (uint32_t column = 0; column < start->columns; column++)
            text[used++] = ".XO#"[start->stones[row * start->columns + column]];
        text[used++] = '\n';
    }
    return qi_nogo_parse(text, used, QI_NOGO_HOLES | QI_NOGO_ANY_COUNT, NULL, board, NULL);
}

static const char *nogo_start(gtp_game *game, const gtp_start *start)
{
    nogo_state *state = game->state;
    qi_nogo *board;
    const qi_result result = read_position(start, &board);
    if (result != QI_OK)
        return result == QI_BAD_TEXT ? "a group of the setup has no liberty"
                                     : qi_result_text(result);
    qi_nogo_set_to_move(board, start->to_move);
    qi_nogo_free(state->board);
    state->board = board;
    if (state->player->kind->forget)
        state->player->kind->forget(state->player);
    return NULL;
}

static const char *reason(qi_nogo_verdict verdict)
{
    switch (verdict) {
    case QI_NOGO_LEGAL:
        return NULL;
    case QI_NOGO_OCCUPIED:
        return "occupied";
    case QI_NOGO_CAPTURE:
        return "capture";
    case QI_NOGO_SUICIDE:
        return "suicide";
    case QI_NOGO_OFF_BOARD: /* other points off the board are no vertices here */
        return "hole";
    case QI_NOGO_CENTRE:
        return "centre";
    case QI_NOGO_NO_MEMORY:
        break;
    }
    return qi_nogo_verdict_text(verdict);
}

static const char no_pass[] = "NoGo knows no pass";

static const char *nogo_play(gtp_game *game, gtp_move move)
{
    if (move.point == QI_NO_POINT)
        return no_pass;
    return reason(qi_nogo_play(board_of(game), move.colour, move.point, NULL));
}

static const char *nogo_judge(const gtp_game *game, gtp_move move)
{
    if (move.point == QI_NO_POINT)
        return no_pass;
    return reason(qi_nogo_judge(board_of(game), move.colour, move.point, NULL));
}

static qi_colour nogo_at(const gtp_game *game, qi_point point)
{
    return qi_nogo_at(board_of(game), point);
}

static const char *nogo_choose(gtp_game *game, qi_colour colour, qi_point *move)
{
    const nogo_state *state = game->state;
    *move = GTP_RESIGN;
    if (!qi_nogo_can_move(state->board, colour))
        return NULL;
    const qi_result result = state->player->kind->choose(state->player, state->board, colour,
                                                         &game->clocks[colour], move);
    return result == QI_OK ? NULL : qi_result_text(result);
}

static void nogo_interrupt(void *game)
{
    nogo_player *player = ((const nogo_state *)((const gtp_game *)game)->state)->player;
    player->kind->stop(player);
}

static bool nogo_over(const gtp_game *game)
{
    return !qi_nogo_can_move(board_of(game), gtp_game_to_move(game));
}

static bool nogo_result(const gtp_game *game, char *text, size_t capacity)
{
    if (!nogo_over(game))
        return false;
    snprintf(text, capacity, "%s", gtp_game_to_move(game) == QI_BLACK ? "W+R" : "B+R");
    return true;
}

static const gtp_game_kind kind = {.name = "qi nogo",
                                   .rules = "NoGo",
                                   .sgf_rules = "NoGo",
                                   .may_pass = false,
                                   .version = nogo_version,
                                   .start = nogo_start,
                                   .play = nogo_play,
                                   .judge = nogo_judge,
                                   .at = nogo_at,
                                   .choose = nogo_choose,
                                   .over = nogo_over,
                                   .result = nogo_result,
                                   .analyze_commands = ""};

/* ---- analysis ----------------------------------------------------------------------------- */

/* Whom to tell, and how win rates are written: as Leela Zero does or as KataGo does. */
typedef struct listener {
    gtp_session *session;
    bool fractions;
} listener;

static bool say_candidates(void *context, const nogo_candidate *candidates, size_t count)
{
    const listener *to = context;
    gtp_session *session = to->session;
    for (size_t i = 0; i < count; i++) {
        const nogo_candidate *candidate = &candidates[i];
        gtp_say(session, "%sinfo move ", i ? " " : "");
        gtp_say_vertex(session, candidate->point);
        gtp_say(session, " visits %llu winrate ", (unsigned long long)candidate->visits);
        if (to->fractions)
            gtp_say(session, "%.4f", candidate->winrate);
        else
            gtp_say(session, "%d", (int)(candidate->winrate * 10000 + 0.5));
        gtp_say(session, " order %zu pv", i);
        for (size_t k = 0; k < candidate->line_length; k++) {
            gtp_say(session, " ");
            gtp_say_vertex(session, candidate->line[k]);
        }
        if (candidate->line_length == 0) {
            gtp_say(session, " ");
            gtp_say_vertex(session, candidate->point);
        }
    }
    return gtp_send_part(session) && !gtp_input_waits(session);
}

static bool tell_thoughts(gtp_session *session, bool fractions)
{
    const gtp_game *game = gtp_game_of(session);
    const nogo_state *state = game->state;
    qi_colour colour = gtp_game_to_move(game);
    uint32_t interval = 100;
    size_t next = 0;
    if (gtp_argument(session, 0) &&
        !gtp_read_number(gtp_argument(session, 0), 0, UINT32_MAX, &interval)) {
        if (!gtp_read_colour(session, 0, &colour))
            return false;
        next = 1;
    }
    if (gtp_argument(session, next) &&
        !gtp_read_number(gtp_argument(session, next), 0, UINT32_MAX, &interval))
        return gtp_fail_syntax(session, "hundredths of a second");
    if (!qi_nogo_can_move(state->board, colour))
        return gtp_fail(session, "no legal move");
    gtp_send_part(session);
    listener to = {session, fractions};
    state->player->kind->analyze(state->player, state->board, colour, interval / 100.0,
                                 say_candidates, &to);
    return true;
}

/* Function:  Thinks about the position and tells what it thinks of each move, one line about every
 *            interval, until the next line of input. lz-analyze is the same.
 * Arguments: a colour (without one, the player to move), an interval in hundredths of a second
 *            (without one, 100)
 * Fails:     syntax error, no legal move
 * Returns:   lines of: info move VERTEX visits N winrate N (of 10000) order N pv VERTEX...
 */
static bool analyze(gtp_session *session)
{
    return tell_thoughts(session, false);
}

/* Function:  The same as analyze, with win rates as KataGo writes them.
 * Arguments: as for analyze
 * Fails:     as analyze does
 * Returns:   lines of: info move VERTEX visits N winrate N (0 to 1) order N pv VERTEX...
 */
static bool kata_analyze(gtp_session *session)
{
    return tell_thoughts(session, true);
}

/* Function:  Does nothing. That it is known tells GoGui that a genmove can be interrupted by the
 * line
 *            "# interrupt": the move is then played at once.
 * Arguments: none
 * Fails:     never
 * Returns:   nothing
 */
static bool interrupt(gtp_session *session)
{
    (void)session;
    return true;
}

static const gtp_command interrupt_commands[] = {{"gogui-interrupt", interrupt}, {0}};

static const gtp_command analyze_commands[] = {
    {"analyze", analyze}, {"lz-analyze", analyze}, {"kata-analyze", kata_analyze}, {0}};

const qi_nogo *gtp_nogo_board(gtp_session *session)
{
    return board_of(gtp_game_of(session));
}

/* ---- the session -------------------------------------------------------------------------- */

gtp_session *gtp_nogo_open(uint32_t rows, uint32_t columns, nogo_player *player, gtp_sink *sink,
                           void *context)
{
    nogo_state *state = calloc(1, sizeof *state);
    if (!state)
        return NULL;
    state->player = player;
    snprintf(state->version, sizeof state->version, "%s (%s)", QI_VERSION,
             player->kind->description);
    size_t count = 0;
    state->commands[count++] = gtp_common_commands;
    state->commands[count++] = gtp_sgf_commands;
    state->commands[count++] = gtp_gogui_commands;
    state->commands[count++] = gtp_hollow_commands;
    state->commands[count++] = gtp_solve_commands;
    if (player->kind->analyze)
        state->commands[count++] = analyze_commands;
    if (player->kind->stop)
        state->commands[count++] = interrupt_commands;
    gtp_session *session = NULL;
    if (!gtp_game_init(&state->game, &kind, state, rows, columns, 0)) {
        state->game.interrupt = player->kind->stop ? nogo_interrupt : NULL;
        session = gtp_new(state->commands, &state->game, sink, context);
    }
    if (!session) {
        qi_nogo_free(state->board);
        free(state);
    }
    return session;
}

void gtp_nogo_close(gtp_session *session)
{
    if (!session)
        return;
    gtp_game *game = gtp_game_of(session);
    nogo_state *state = game->state;
    gtp_free(session);
    gtp_game_clean(game);
    qi_nogo_free(state->board);
    free(state);
}

/* ---- the random player -------------------------------------------------------------------- */

typedef struct random_player {
    nogo_player player;
    qi_random random;
} random_player;

static qi_result random_choose(nogo_player *player, const qi_nogo *position, qi_colour colour,
                               const gtp_clock *clock, qi_point *move)
{
    (void)clock;
    qi_point points[GTP_MOST_POINTS];
    const size_t count = qi_nogo_legal(position, colour, points, GTP_MOST_POINTS);
    *move = points[qi_random_below(&((random_player *)player)->random, (uint32_t)count)];
    return QI_OK;
}

static void random_release(nogo_player *player)
{
    free(player);
}

nogo_player *nogo_random_player(uint64_t seed)
{
    static const nogo_player_kind random_kind = {.description = "uniformly random legal moves",
                                                 .choose = random_choose,
                                                 .release = random_release};
    random_player *player = malloc(sizeof *player);
    if (!player)
        return NULL;
    player->player.kind = &random_kind;
    qi_random_seed(&player->random, seed);
    return &player->player;
}
