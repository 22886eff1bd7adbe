/* The game behind a session, and how arguments are read. */
#include "gtp/game.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

qi_gtp *qi_gtp_game_open(qi_gtp_game *game, const qi_gtp_command *own, void (*end)(void *game),
                         qi_sink *sink, void *context, const qi_host *host,
                         const qi_allocator *allocator)
{
    const qi_gtp_command *const always[] = {qi_gtp_common_commands, own, qi_gtp_sgf_commands,
                                            qi_gtp_setup_commands, qi_gtp_gogui_commands};
    size_t count = sizeof always / sizeof *always;
    memcpy(game->commands, always, sizeof always);
    if (game->engine.analyze)
        game->commands[count++] = qi_gtp_analyze_commands;
    if (game->engine.interruptible)
        game->commands[count++] = qi_gtp_interrupt_commands;
    game->commands[count] = NULL;
    qi_gtp_forget(game);
    return qi_gtp_open(game->commands, game, end, sink, context, host, allocator);
}

const char *qi_gtp_game_start(qi_gtp_game *game, const qi_gtp_start *start)
{
    const char *why = game->kind->start(game, start);
    if (!why) {
        game->rows = start->rows;
        game->columns = start->columns;
        game->handicap = 0;
        qi_gtp_forget(game);
    }
    return why;
}

qi_colour qi_gtp_at(const qi_gtp_game *game, qi_point point)
{
    const qi_gtp_question position = game->kind->position(game);
    return position.go ? qi_go_at(position.go, point) : qi_nogo_at(position.nogo, point);
}

void qi_gtp_game_now(const qi_gtp_game *game, qi_gtp_start *now)
{
    *now = (qi_gtp_start){
        .rows = game->rows, .columns = game->columns, .to_move = game->kind->to_move(game)};
    for (qi_point point = 0; point < now->rows * now->columns; point++)
        now->stones[point] = (uint8_t)qi_gtp_at(game, point);
}

/* ---- arguments ---------------------------------------------------------------------------- */

bool qi_gtp_read_colour(qi_gtp *session, size_t index, qi_colour *colour)
{
    const char *word = qi_gtp_argument(session, index);
    if (word && (strcasecmp(word, "b") == 0 || strcasecmp(word, "black") == 0))
        *colour = QI_BLACK;
    else if (word && (strcasecmp(word, "w") == 0 || strcasecmp(word, "white") == 0))
        *colour = QI_WHITE;
    else
        return qi_gtp_fail_syntax(session, "a colour, black or white");
    return true;
}

bool qi_gtp_read_colour_or_turn(qi_gtp *session, size_t index, qi_colour *colour)
{
    if (qi_gtp_argument(session, index))
        return qi_gtp_read_colour(session, index, colour);
    const qi_gtp_game *game = qi_gtp_game_of(session);
    *colour = game->kind->to_move(game);
    return true;
}

bool qi_gtp_read_number(const char *text, uint32_t min, uint32_t max, uint32_t *number)
{
    if (!text || !*text || strlen(text) > 9 || text[strspn(text, "0123456789")])
        return false;
    *number = (uint32_t)strtoul(text, NULL, 10);
    return *number >= min && *number <= max;
}

bool qi_gtp_read_komi(const char *text, double *komi)
{
    char *end;
    const double value = strtod(text, &end);
    if (end == text || *end || !isfinite(value))
        return false;
    *komi = value;
    return true;
}

bool qi_gtp_read_vertex(qi_gtp *session, size_t index, qi_point *point)
{
    const qi_gtp_game *game = qi_gtp_game_of(session);
    const char *word = qi_gtp_argument(session, index);
    *point = QI_NO_POINT;
    if (word && strcasecmp(word, "pass") == 0)
        return true;
    const qi_result result =
        word ? qi_vertex_read(game->rows, game->columns, word, strlen(word), point) : QI_BAD_TEXT;
    if (result == QI_BAD_TEXT)
        return qi_gtp_fail_syntax(session, "a vertex such as D4, or pass");
    if (result != QI_OK)
        return qi_gtp_fail(session, "illegal move: %s is not on the %ux%u board", word,
                           game->columns, game->rows);
    return true;
}

void qi_gtp_say_vertex(qi_gtp *session, qi_point point)
{
    const qi_gtp_game *game = qi_gtp_game_of(session);
    char text[QI_VERTEX_BYTES];
    if (point == QI_NO_POINT)
        qi_gtp_say(session, "pass");
    else if (point == QI_GTP_RESIGN)
        qi_gtp_say(session, "resign");
    else {
        qi_vertex_write(game->rows, game->columns, point, text);
        qi_gtp_say(session, "%s", text);
    }
}

bool qi_gtp_say_legal(qi_gtp *session, qi_colour colour)
{
    const qi_gtp_game *game = qi_gtp_game_of(session);
    bool any = false;
    qi_move move = {.colour = colour};
    for (move.point = 0; move.point < game->rows * game->columns; move.point++)
        if (!game->kind->judge(game, move)) {
            if (any)
                qi_gtp_say(session, " ");
            qi_gtp_say_vertex(session, move.point);
            any = true;
        }
    return any;
}

bool qi_gtp_fail_load(qi_gtp *session, const char *path, const qi_text_error *error)
{
    return qi_gtp_fail(session, "cannot load file: %s:%llu:%llu: found %s, expected %s", path,
                       (unsigned long long)error->line, (unsigned long long)error->column,
                       error->found, error->expected);
}
