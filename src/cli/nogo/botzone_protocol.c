#include "cli/nogo/botzone_protocol.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 9, MAX_MOVES = SIDE * SIDE + 2, DEEPEST = 64, MISSING = -2 };

/* ---- reading a turn ------------------------------------------------------------------------- */

typedef struct move {
    long row, column; /* MISSING unless it is a whole number */
} move;

/* One side's moves. */
typedef struct moves {
    move list[MAX_MOVES];
    size_t count; /* may be more than there is room for */
} moves;

typedef struct reader {
    const char *at; /* NULL once something was not understood */
    unsigned depth;
    bool whole; /* the line has the whole game */
    moves requests, responses;
} reader;

static char look(reader *from)
{
    while (from->at && *from->at && strchr(" \t\r\n", *from->at))
        from->at++;
    return from->at ? *from->at : '\0';
}

static bool take(reader *from, char wanted)
{
    if (look(from) != wanted)
        return false;
    from->at++;
    return true;
}

static void expect(reader *from, char wanted)
{
    if (!take(from, wanted))
        from->at = NULL;
}

/* Reads a string; the first characters go to `name`. */
static void read_string(reader *from, char *name, size_t capacity)
{
    size_t count = 0;
    expect(from, '"');
    for (; from->at && *from->at != '"'; from->at++) {
        if (*from->at == '\\')
            from->at++;
        if (!*from->at) {
            from->at = NULL;
            break;
        }
        if (count + 1 < capacity)
            name[count++] = *from->at;
    }
    name[count] = '\0';
    expect(from, '"');
}

/* Reads a number, true, false or null; returns MISSING unless it is a whole number. */
static long read_word(reader *from)
{
    char word[32], *end;
    const size_t length = strcspn(from->at, ",:[]{}\" \t\r\n");
    if (length == 0 || length >= sizeof word) {
        from->at = NULL;
        return MISSING;
    }
    memcpy(word, from->at, length);
    word[length] = '\0';
    from->at += length;
    const long number = strtol(word, &end, 10);
    if (!*end)
        return number;
    strtod(word, &end);
    if (*end && strcmp(word, "true") != 0 && strcmp(word, "false") != 0 &&
        strcmp(word, "null") != 0)
        from->at = NULL;
    return MISSING;
}

static void add_move(moves *to, move one)
{
    if (to->count < MAX_MOVES)
        to->list[to->count] = one;
    to->count++;
}

/* Reads a value that belongs to the member `name` of an object; the elements of an array belong to
 * the array's. `to` is what the object around it says of a move. */
static void read_value(reader *from, const char *name, move *to)
{
    move inner = {MISSING, MISSING};
    char key[16];
    const char first = look(from);
    const bool object = first == '{', list = first == '[';
    if (object || list) {
        const char end = object ? '}' : ']';
        if (++from->depth > DEEPEST) {
            from->at = NULL;
            return;
        }
        from->at++;
        if (!take(from, end)) {
            do {
                if (object) {
                    read_string(from, key, sizeof key);
                    expect(from, ':');
                    from->whole |= from->at && strcmp(key, "requests") == 0;
                }
                if (from->at)
                    read_value(from, object ? key : name, &inner);
            } while (from->at && take(from, ','));
            expect(from, end);
        }
        from->depth--;
        if (object && strcmp(name, "requests") == 0)
            add_move(&from->requests, inner);
        else if (object && strcmp(name, "responses") == 0)
            add_move(&from->responses, inner);
        else if (object && !*name)
            *to = inner;
    } else if (first == '"') {
        read_string(from, key, sizeof key);
    } else if (from->at) {
        const long number = read_word(from);
        if (strcmp(name, "x") == 0)
            to->row = number;
        else if (strcmp(name, "y") == 0)
            to->column = number;
    }
}

/* ---- playing -------------------------------------------------------------------------------- */

static qi_botzone_fault play(qi_botzone *game, move one)
{
    game->row = one.row;
    game->column = one.column;
    if (one.row == MISSING || one.column == MISSING)
        return QI_BOTZONE_NO_MOVE;
    if (one.row == -1 && one.column == -1)
        return QI_BOTZONE_GOOD;
    if (one.row < 0 || one.row >= SIDE || one.column < 0 || one.column >= SIDE)
        return QI_BOTZONE_OFF_BOARD;
    game->verdict = qi_nogo_play(game->position, qi_nogo_to_move(game->position),
                                 (qi_point)(one.row * SIDE + one.column), NULL);
    return game->verdict == QI_NOGO_LEGAL ? QI_BOTZONE_GOOD : QI_BOTZONE_ILLEGAL;
}

static qi_botzone_fault play_whole(qi_botzone *game, const reader *turn)
{
    const size_t count = turn->requests.count;
    if (count == 0 || turn->responses.count + 1 != count)
        return QI_BOTZONE_UNEVEN;
    qi_botzone_fault fault = QI_BOTZONE_GOOD;
    for (size_t i = 0; i < count && i < MAX_MOVES && fault == QI_BOTZONE_GOOD; i++) {
        fault = play(game, turn->requests.list[i]);
        if (fault == QI_BOTZONE_GOOD && i + 1 < count)
            fault = play(game, turn->responses.list[i]);
    }
    return fault;
}

qi_botzone_fault qi_botzone_take(qi_botzone *game, const char *line)
{
    reader turn;
    move request = {MISSING, MISSING};
    memset(&turn, 0, sizeof turn);
    turn.at = line;
    read_value(&turn, "", &request);
    if (look(&turn) || !turn.at)
        return QI_BOTZONE_NO_JSON;
    if (turn.whole)
        qi_botzone_end(game);
    if (!game->position && qi_nogo_new(SIDE, SIDE, NULL, &game->position) != QI_OK)
        return QI_BOTZONE_NO_MEMORY;
    return turn.whole ? play_whole(game, &turn) : play(game, request);
}

int qi_botzone_answer(qi_botzone *game, const qi_nogo_choice *choice, char *text, size_t capacity)
{
    const qi_point point = choice->move;
    const bool none = point == QI_NO_POINT;
    if (!none)
        qi_nogo_play(game->position, qi_nogo_to_move(game->position), point, NULL);
    return snprintf(text, capacity,
                    "{\"response\":{\"x\":%d,\"y\":%d},\"debug\":\"%llu visits, %.1f %%%s\"}\n",
                    none ? -1 : (int)(point / SIDE), none ? -1 : (int)(point % SIDE),
                    (unsigned long long)choice->visits, 100 * choice->win_rate,
                    choice->outcome == QI_NOGO_WON    ? ", won"
                    : choice->outcome == QI_NOGO_LOST ? ", lost"
                                                      : "");
}

void qi_botzone_end(qi_botzone *game)
{
    qi_nogo_free(game->position);
    game->position = NULL;
}
