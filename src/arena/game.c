#include "arena/arena.h"
#include "base/host.h"
#include "base/message.h"
#include "base/random.h"
#include "base/text.h"
#include "gtp/client.h"
#include "lab/oracle/nogo.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *const arena_end_names[] = {"no move",   "resigned",        "illegal move",
                                       "passed",    "too slow",        "crashed",
                                       "no answer", "too much memory", "stopped"};

static const double start_up = 20; /* seconds that an engine may take to get ready */

/* A game under way. */
typedef struct game_table {
    const arena_match *match;
    arena_game *game;
    qi_oracle_nogo board;
    qi_gtp_client *client[3]; /* by colour */
    qi_colour to_move;
} game_table;

static const arena_engine *engine_of(const game_table *table, qi_colour colour)
{
    return &table->match->engines.list[table->game->player[colour]];
}

/* Ends the game: `loser` loses for the reason given. Returns false, for the callers to pass on. */
static bool lose(game_table *table, qi_colour loser, arena_end end, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static bool lose(game_table *table, qi_colour loser, arena_end end, const char *format, ...)
{
    arena_game *game = table->game;
    va_list arguments;
    va_start(arguments, format);
    char raw[sizeof game->reason];
    game->why = qi_message_of_list(format, arguments);
    va_end(arguments);
    qi_message_write(&game->why, NULL, NULL, raw, sizeof raw);
    arena_escape(raw, game->reason, sizeof game->reason);
    game->end = end;
    game->winner = qi_opponent(loser);
    return false;
}

/* The game ends without a result for want of something here; errno says of what. Returns false. */
static bool fail(game_table *table)
{
    table->game->error = errno ? errno : ENOMEM;
    return false;
}

/* The engine loses, because it did not answer as GTP demands. */
static bool lose_by_answer(game_table *table, qi_colour loser, qi_gtp_answer answer,
                           const char *question, const char *reply)
{
    switch (answer) {
    case GTP_TIMED_OUT:
        return lose(table, loser, ARENA_TOO_SLOW, "no answer to '%s' in time", question);
    case GTP_GONE:
        return lose(table, loser, ARENA_CRASHED, "the engine ended at '%s'", question);
    case GTP_FLOODED:
        return lose(table, loser, ARENA_BABBLED, "an endless answer to '%s'", question);
    case GTP_TOO_LARGE:
        return lose(table, loser, ARENA_TOO_LARGE, "more memory than the limit at '%s'", question);
    case GTP_FAILED:
        errno = ENOMEM;
        return fail(table);
    case GTP_STOPPED:
        return false;
    case GTP_ANSWERED:
    case GTP_REFUSED:
        break;
    }
    return lose(table, loser, ARENA_BABBLED, "'%s' was refused: %.100s", question, reply);
}

/* A vertex, or QI_NO_POINT for anything else. */
static qi_point read_vertex(const game_table *table, const char *text)
{
    const uint32_t size = table->match->settings.size;
    qi_point point;
    return qi_vertex_read(size, size, text, strlen(text), &point) == QI_OK ? point : QI_NO_POINT;
}

/* ---- getting ready ------------------------------------------------------------------------ */

static bool ask_to_prepare(game_table *table, qi_colour colour, const char *question)
{
    const char *reply;
    const qi_gtp_answer answer =
        qi_gtp_client_ask(table->client[colour], start_up, &reply, "%s", question);
    return answer == GTP_ANSWERED || lose_by_answer(table, colour, answer, question, reply);
}

static bool prepare_engine(game_table *table, qi_colour colour)
{
    table->client[colour] = qi_gtp_client_start(engine_of(table, colour)->command, GTP_TALK_DROP);
    if (!table->client[colour])
        return fail(table); /* the shell did not start: no engine is to blame */
    qi_gtp_client_watch(table->client[colour], &table->match->over);
    qi_gtp_client_limit_memory(table->client[colour], table->match->settings.memory);
    char question[64];
    snprintf(question, sizeof question, "boardsize %u", table->match->settings.size);
    if (!ask_to_prepare(table, colour, question) || !ask_to_prepare(table, colour, "clear_board"))
        return false;
    /* GTP has only whole seconds; an engine without a clock may answer with an error. */
    const double seconds = table->match->settings.seconds;
    if (seconds >= 1 && seconds == floor(seconds)) {
        const char *reply;
        const qi_gtp_answer answer = qi_gtp_client_ask(table->client[colour], start_up, &reply,
                                                       "time_settings 0 %.0f 1", seconds);
        if (answer != GTP_ANSWERED && answer != GTP_REFUSED)
            return lose_by_answer(table, colour, answer, "time_settings", reply);
    }
    return true;
}

bool arena_try_engine(const arena_match *match, const arena_engine *engine, qi_buffer *why)
{
    qi_gtp_client *client = qi_gtp_client_start(engine->command, GTP_TALK_KEEP);
    if (!client) {
        qi_buffer_say(why, "%s", qi_start_error(errno));
        return false;
    }
    qi_gtp_client_watch(client, match->host ? match->host->stop : NULL);
    qi_gtp_client_limit_memory(client, match->settings.memory);
    const char *reply;
    const qi_gtp_answer answer =
        qi_gtp_client_ask(client, start_up, &reply, "boardsize %u", match->settings.size);
    const bool good = answer == GTP_ANSWERED || answer == GTP_STOPPED;
    if (!good) {
        char escaped[1000];
        const char *said = answer == GTP_REFUSED ? reply : qi_gtp_client_talk_of(client);
        arena_escape(said, escaped, sizeof escaped);
        qi_buffer_say(why, "%s at 'boardsize %u'%s%.300s", qi_gtp_answer_text(answer),
                      match->settings.size, *said ? ": " : "", escaped);
    }
    qi_gtp_client_end(client, answer == GTP_ANSWERED ? 1 : 0.1, NULL);
    return good;
}

/* Puts a move on the board and into the record, and sends it to an engine or to both. */
static bool send_move(game_table *table, qi_colour to, qi_point point)
{
    const uint32_t size = table->match->settings.size;
    char vertex[QI_VERTEX_BYTES], question[32];
    qi_vertex_write(size, size, point, vertex);
    snprintf(question, sizeof question, "play %c %s", table->to_move == QI_BLACK ? 'b' : 'w',
             vertex);
    return ask_to_prepare(table, to, question);
}

static void record_move(game_table *table, qi_point point)
{
    table->board.cells[point] = (uint8_t)table->to_move;
    qi_nogo_record_play(table->game->record, table->to_move, point, NULL, NULL);
    table->game->moves++;
    table->to_move = qi_opponent(table->to_move);
}

/* The same random legal moves for every game with this opening. */
static bool play_opening(game_table *table)
{
    qi_random random;
    qi_random_seed(&random,
                   table->match->settings.seed + 0x9e3779b97f4a7c15U * table->game->opening);
    for (uint32_t i = 0; i < table->match->settings.openings; i++) {
        qi_point legal[ARENA_MAX_MOVES];
        const uint32_t count = qi_oracle_nogo_legal(&table->board, table->to_move, legal);
        if (!count)
            return true;
        const qi_point point = legal[qi_random_below(&random, count)];
        if (!send_move(table, QI_BLACK, point) || !send_move(table, QI_WHITE, point))
            return false;
        record_move(table, point);
    }
    return true;
}

/* ---- playing ------------------------------------------------------------------------------ */

/* "0.25" */
static const char *hundredths(double seconds, char text[32])
{
    snprintf(text, 32, "%.2f", seconds);
    return text;
}

static bool play_move(game_table *table)
{
    char one[32], other[32];
    const qi_colour colour = table->to_move;
    qi_point legal[ARENA_MAX_MOVES];
    if (!qi_oracle_nogo_legal(&table->board, colour, legal))
        return lose(table, colour, ARENA_NO_MOVE, "%s has no legal move", qi_colour_name(colour));

    const char *question = colour == QI_BLACK ? "genmove b" : "genmove w";
    const double limit = table->match->settings.seconds + table->match->settings.grace,
                 start = qi_seconds();
    const char *reply;
    const qi_gtp_answer answer =
        qi_gtp_client_ask(table->client[colour], limit, &reply, "%s", question);
    const double taken = qi_seconds() - start;
    if (taken > table->game->longest[colour])
        table->game->longest[colour] = taken;
    if (answer == GTP_TIMED_OUT)
        return lose(table, colour, ARENA_TOO_SLOW, "no move after %s s (limit %s s)",
                    hundredths(taken, one), hundredths(limit, other));
    if (answer != GTP_ANSWERED)
        return lose_by_answer(table, colour, answer, question, reply);
    if (strcasecmp(reply, "resign") == 0)
        return lose(table, colour, ARENA_RESIGNED, "%s resigned", qi_colour_name(colour));
    if (strcasecmp(reply, "pass") == 0)
        return lose(table, colour, ARENA_PASSED, "%s passed with a legal move left",
                    qi_colour_name(colour));
    const qi_point point = read_vertex(table, reply);
    if (point == QI_NO_POINT)
        return lose(table, colour, ARENA_BABBLED, "'%.60s' is no move", reply);
    const qi_oracle_nogo_move verdict = qi_oracle_nogo_judge(&table->board, colour, point);
    if (verdict.verdict != QI_NOGO_LEGAL)
        return lose(table, colour, ARENA_ILLEGAL, "%s at %.60s: %s", qi_colour_name(colour), reply,
                    qi_nogo_verdict_text(verdict.verdict));
    if (!send_move(table, qi_opponent(colour), point))
        return false;
    record_move(table, point);
    return true;
}

/* An empty board for the game, in its record and before the oracle. */
static bool set_up(game_table *table)
{
    const uint32_t size = table->match->settings.size;
    arena_game *game = table->game;
    qi_nogo *start;
    if (!qi_oracle_nogo_start(&table->board, size, size, NULL) ||
        qi_nogo_new(size, size, NULL, &start) != QI_OK)
        return false;
    const qi_result result = game->record ? qi_nogo_record_restart(game->record, start)
                                          : qi_nogo_record_new(start, NULL, &game->record);
    qi_nogo_free(start);
    return result == QI_OK;
}

/* Writes into the record who played, who won, and why. */
static void sign_record(const game_table *table)
{
    const arena_game *game = table->game;
    const qi_nogo_end end = game->end == ARENA_RESIGNED   ? QI_NOGO_BY_RESIGNATION
                            : game->end == ARENA_TOO_SLOW ? QI_NOGO_BY_TIME
                                                          : QI_NOGO_BY_FORFEIT;
    qi_nogo_record_set_name(game->record, QI_BLACK, engine_of(table, QI_BLACK)->name);
    qi_nogo_record_set_name(game->record, QI_WHITE, engine_of(table, QI_WHITE)->name);
    qi_nogo_record_set_name(game->record, QI_EMPTY, game->reason);
    if (game->end != ARENA_NO_MOVE)
        qi_nogo_record_set_result(game->record, end, game->winner);
}

void arena_play(const arena_match *match, arena_game *game)
{
    game_table table = {.match = match, .game = game, .to_move = QI_BLACK};
    game->winner = QI_EMPTY;
    game->end = ARENA_STOPPED;
    game->moves = 0;
    game->error = 0;
    game->why = qi_message_of("stopped");
    snprintf(game->reason, sizeof game->reason, "stopped");
    for (int colour = QI_BLACK; colour <= QI_WHITE; colour++)
        game->longest[colour] = game->spent[colour] = 0;
    if (set_up(&table)) {
        bool going = prepare_engine(&table, QI_BLACK) && prepare_engine(&table, QI_WHITE) &&
                     play_opening(&table);
        while (going && !qi_stop_is_set(&match->over))
            going = play_move(&table);
    } else {
        game->error = ENOMEM;
    }
    for (int colour = QI_BLACK; colour <= QI_WHITE; colour++) {
        qi_gtp_client_end_report report = {0};
        if (table.client[colour])
            qi_gtp_client_end(table.client[colour], qi_stop_is_set(&match->over) ? 0.1 : 1,
                              &report);
        game->spent[colour] = report.cpu_seconds;
    }
    if (game->end != ARENA_STOPPED && game->winner != QI_EMPTY && game->end >= ARENA_ILLEGAL) {
        /* Name the engine, so that nobody has to look it up. */
        char reason[sizeof game->reason];
        snprintf(reason, sizeof reason, "%.60s: %.130s",
                 engine_of(&table, qi_opponent(game->winner))->name, game->reason);
        arena_escape(reason, game->reason, sizeof game->reason);
    }
    if (game->end != ARENA_STOPPED)
        sign_record(&table);
    qi_oracle_nogo_end(&table.board);
}
