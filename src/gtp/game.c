/* The game behind a session: its start, its moves, and how points are written. */
#include "gtp/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char letters[] = "ABCDEFGHJKLMNOPQRSTUVWXYZ"; /* no I */

/* ---- the game ----------------------------------------------------------------------------- */

const char *gtp_game_init(gtp_game *game, const gtp_game_kind *kind, void *state, uint32_t rows,
                          uint32_t columns, uint64_t seed)
{
    *game = (gtp_game){.kind = kind, .state = state};
    qi_random_seed(&game->random, seed);
    const gtp_start start = {.rows = rows, .columns = columns, .to_move = QI_BLACK};
    return gtp_game_start(game, &start);
}

void gtp_game_clean(gtp_game *game)
{
    free(game->moves);
    game->moves = NULL;
}

const char *gtp_game_start(gtp_game *game, const gtp_start *start)
{
    const char *why = game->kind->start(game, start);
    if (why)
        return why;
    game->start = *start;
    game->move_count = 0;
    return NULL;
}

const char *gtp_game_play(gtp_game *game, gtp_move move)
{
    if (game->move_count == game->move_capacity) {
        const size_t capacity = game->move_capacity ? game->move_capacity * 2 : 256;
        gtp_move *larger = realloc(game->moves, capacity * sizeof *larger);
        if (!larger)
            return "out of memory";
        game->moves = larger;
        game->move_capacity = capacity;
    }
    const char *why = game->kind->play(game, move);
    if (!why)
        game->moves[game->move_count++] = move;
    return why;
}

const char *gtp_game_rebuild(gtp_game *game, size_t count)
{
    const char *why = game->kind->start(game, &game->start);
    for (size_t i = 0; i < count && !why; i++)
        why = game->kind->play(game, game->moves[i]);
    if (!why)
        game->move_count = count;
    return why;
}

qi_colour gtp_game_to_move(const gtp_game *game)
{
    return game->move_count ? qi_opponent(game->moves[game->move_count - 1].colour)
                            : game->start.to_move;
}

/* ---- arguments ---------------------------------------------------------------------------- */

bool gtp_read_colour(gtp_session *session, size_t index, qi_colour *colour)
{
    const char *word = gtp_argument(session, index);
    if (word && (strcasecmp(word, "b") == 0 || strcasecmp(word, "black") == 0))
        *colour = QI_BLACK;
    else if (word && (strcasecmp(word, "w") == 0 || strcasecmp(word, "white") == 0))
        *colour = QI_WHITE;
    else
        return gtp_fail_syntax(session, "a colour, black or white");
    return true;
}

bool gtp_read_colour_or_turn(gtp_session *session, size_t index, qi_colour *colour)
{
    if (gtp_argument(session, index))
        return gtp_read_colour(session, index, colour);
    *colour = gtp_game_to_move(gtp_game_of(session));
    return true;
}

bool gtp_read_number(const char *text, uint32_t min, uint32_t max, uint32_t *number)
{
    if (!text || !*text || strlen(text) > 9 || text[strspn(text, "0123456789")])
        return false;
    *number = (uint32_t)strtoul(text, NULL, 10);
    return *number >= min && *number <= max;
}

qi_result gtp_find_vertex(const gtp_start *board, const char *word, qi_point *point)
{
    const char upper = word[0] >= 'a' && word[0] <= 'z' ? (char)(word[0] - 'a' + 'A') : word[0];
    const char *letter = upper ? strchr(letters, upper) : NULL;
    uint32_t row;
    if (!letter || !gtp_read_number(word + 1, 1, UINT32_MAX, &row))
        return QI_BAD_TEXT;
    const uint32_t column = (uint32_t)(letter - letters);
    if (column >= board->columns || row > board->rows)
        return QI_BAD_ARGUMENT;
    *point = (board->rows - row) * board->columns + column;
    return QI_OK;
}

bool gtp_read_vertex(gtp_session *session, size_t index, qi_point *point)
{
    const gtp_game *game = gtp_game_of(session);
    const char *word = gtp_argument(session, index);
    *point = QI_NO_POINT;
    if (word && strcasecmp(word, "pass") == 0)
        return true;
    const qi_result result = word ? gtp_find_vertex(&game->start, word, point) : QI_BAD_TEXT;
    if (result == QI_BAD_TEXT)
        return gtp_fail_syntax(session, "a vertex such as D4, or pass");
    if (result != QI_OK)
        return gtp_fail(session, "illegal move: %s is not on the %ux%u board", word,
                        game->start.rows, game->start.columns);
    return true;
}

void gtp_write_vertex(const gtp_start *board, qi_point point, char text[GTP_VERTEX_BYTES])
{
    snprintf(text, GTP_VERTEX_BYTES, "%c%u", letters[point % board->columns],
             board->rows - point / board->columns);
}

void gtp_say_vertex(gtp_session *session, qi_point point)
{
    const gtp_game *game = gtp_game_of(session);
    char text[GTP_VERTEX_BYTES];
    if (point == QI_NO_POINT)
        gtp_say(session, "pass");
    else if (point == GTP_RESIGN)
        gtp_say(session, "resign");
    else {
        gtp_write_vertex(&game->start, point, text);
        gtp_say(session, "%s", text);
    }
}

bool gtp_say_legal(gtp_session *session, qi_colour colour)
{
    const gtp_game *game = gtp_game_of(session);
    bool any = false;
    gtp_move move = {.colour = colour};
    for (move.point = 0; move.point < game->start.rows * game->start.columns; move.point++)
        if (!game->kind->judge(game, move)) {
            if (any)
                gtp_say(session, " ");
            gtp_say_vertex(session, move.point);
            any = true;
        }
    return any;
}
