/*
 * A bot for Botzone's NoGo (9 x 9): what `./dev botzone` makes one source file of, with the library
 * and the network inside.
 *
 * A turn is a line of JSON: {"requests":[...],"responses":[...]} tells the whole game, and a later
 * line with one request only, {"x":4,"y":3}, comes to a bot that was kept running. Moves are
 * {"x":row,"y":column} from 0; -1 -1 is no move. The answer is {"response":{"x":..,"y":..}}, then
 * the line that asks to be kept running; a judge that does not know it has its answer before.
 *
 *     bot [SECONDS]      for a move, 0.85 unless told otherwise
 */
#include <qi/nogo.h>
#include <qi/nogo_search.h>

#include "base/host.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 9, MEMORY = 96 << 20, LONGEST_TURN = 1 << 16 };

/* ---- JSON ----------------------------------------------------------------------------------- */

/* A reader of as much JSON as a turn has; `at` is NULL once something was not understood. */
typedef struct reader {
    const char *at;
} reader;

static char look(reader *from)
{
    while (from->at && isspace((unsigned char)*from->at))
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
            return;
        }
        if (count + 1 < capacity)
            name[count++] = *from->at;
    }
    name[count] = '\0';
    expect(from, '"');
}

static void skip_value(reader *from);

/* Reads the members of an object or the elements of an array: calls `each` before every value,
 * which it must read. */
typedef void read_each(reader *from, const char *name, void *context);

static void read_all(reader *from, read_each *each, void *context)
{
    const bool object = look(from) == '{';
    char name[16] = "";
    expect(from, object ? '{' : '[');
    if (take(from, object ? '}' : ']'))
        return;
    do {
        if (object) {
            read_string(from, name, sizeof name);
            expect(from, ':');
        }
        if (from->at)
            each(from, name, context);
    } while (from->at && take(from, ','));
    expect(from, object ? '}' : ']');
}

static void skip_each(reader *from, const char *name, void *context)
{
    (void)name;
    (void)context;
    skip_value(from);
}

static void skip_value(reader *from)
{
    char text[2];
    const char first = look(from);
    if (first == '{' || first == '[')
        read_all(from, skip_each, NULL);
    else if (first == '"')
        read_string(from, text, sizeof text);
    else {
        const char *start = from->at;
        while (from->at && *from->at && !strchr(",]} \t\r\n", *from->at))
            from->at++;
        if (from->at == start)
            from->at = NULL;
    }
}

/* ---- turns ---------------------------------------------------------------------------------- */

typedef struct move {
    long row, column; /* -1 -1: none */
} move;

/* One side's moves in a turn. */
typedef struct moves {
    move list[SIDE * SIDE + 2];
    size_t count;
} moves;

typedef struct turn {
    moves requests, responses;
    move request; /* of a line that has only one */
    bool whole;
} turn;

/* Reads a member of a move. */
static void read_coordinate(reader *from, const char *name, void *context)
{
    move *to = (move *)context;
    long *number = strcmp(name, "x") == 0 ? &to->row : strcmp(name, "y") == 0 ? &to->column : NULL;
    look(from);
    if (number && from->at)
        *number = strtol(from->at, NULL, 10);
    skip_value(from);
}

static void read_move(reader *from, const char *name, void *context)
{
    moves *to = (moves *)context;
    move one = {-1, -1};
    (void)name;
    read_all(from, read_coordinate, &one);
    if (to->count < sizeof to->list / sizeof *to->list)
        to->list[to->count++] = one;
}

/* Reads a member of a turn. */
static void read_member(reader *from, const char *name, void *context)
{
    turn *to = (turn *)context;
    if (strcmp(name, "requests") == 0) {
        to->whole = true;
        read_all(from, read_move, &to->requests);
    } else if (strcmp(name, "responses") == 0) {
        read_all(from, read_move, &to->responses);
    } else {
        read_coordinate(from, name, &to->request);
    }
}

/* ---- playing -------------------------------------------------------------------------------- */

typedef struct bot {
    qi_nogo *game;
    qi_nogo_search *search;
    double seconds;         /* for a move */
    double wall, cpu_spent; /* when it was asked, by both clocks */
} bot;

static bool play(bot *self, move one)
{
    if (one.row < 0 || one.column < 0)
        return true;
    return one.row < SIDE && one.column < SIDE &&
           qi_nogo_play(self->game, qi_nogo_to_move(self->game),
                        (qi_point)(one.row * SIDE + one.column), NULL) == QI_NOGO_LEGAL;
}

/* Brings the board up to date with a turn. */
static bool follow(bot *self, const turn *given)
{
    if (!given->whole)
        return play(self, given->request);
    if (given->requests.count != given->responses.count + 1)
        return false;
    qi_nogo_free(self->game);
    self->game = NULL;
    if (qi_nogo_new(SIDE, SIDE, NULL, &self->game) != QI_OK)
        return false;
    for (size_t i = 0; i < given->requests.count; i++)
        if (!play(self, given->requests.list[i]) ||
            (i < given->responses.count && !play(self, given->responses.list[i])))
            return false;
    return true;
}

/* The seconds since it was asked, by whichever clock says more. */
static double seconds_used(void *context)
{
    const bot *self = (const bot *)context;
    const double wall = qi_seconds() - self->wall, cpu = qi_cpu_seconds() - self->cpu_spent;
    return wall > cpu ? wall : cpu;
}

/* Thinks until the time is over, and answers. */
static bool answer(bot *self)
{
    if (qi_nogo_search_set(self->search, self->game) != QI_OK)
        return false;
    qi_host host;
    memset(&host, 0, sizeof host);
    host.size = sizeof host;
    host.context = self;
    host.seconds = seconds_used;
    qi_nogo_search_limits limits;
    memset(&limits, 0, sizeof limits);
    limits.seconds = self->seconds - seconds_used(self);
    limits.host = &host;
    if (limits.seconds > 0)
        qi_nogo_search_think(self->search, &limits);
    qi_nogo_search_state state;
    qi_nogo_search_state_of(self->search, &state);
    const qi_point best = qi_nogo_search_best(self->search);
    const move one = {best == QI_NO_POINT ? -1 : (long)(best / SIDE),
                      best == QI_NO_POINT ? -1 : (long)(best % SIDE)};
    printf("{\"response\":{\"x\":%ld,\"y\":%ld},\"debug\":\"%llu playouts, %.1f %%%s\"}\n", one.row,
           one.column, (unsigned long long)state.visits, 100 * state.win_rate,
           state.outcome == QI_NOGO_WON    ? ", won"
           : state.outcome == QI_NOGO_LOST ? ", lost"
                                           : "");
    printf(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<\n");
    fflush(stdout);
    return play(self, one);
}

/* Reads a turn and answers it; the first one's CPU time began with the process. */
static bool take_turn(bot *self, const char *text, bool first)
{
    self->wall = qi_seconds();
    self->cpu_spent = first ? 0 : qi_cpu_seconds();
    turn given;
    memset(&given, 0, sizeof given);
    given.request.row = given.request.column = -1;
    reader from = {text};
    if (look(&from) != '{')
        from.at = NULL;
    else
        read_all(&from, read_member, &given);
    if (!from.at || !follow(self, &given)) {
        fprintf(stderr, "bot: found '%.60s', expected a turn of a game of NoGo\n", text);
        return false;
    }
    return answer(self);
}

int main(int argc, char **argv)
{
    bot self;
    memset(&self, 0, sizeof self);
    self.seconds = argc > 1 ? strtod(argv[1], NULL) : 0.85;
    qi_nogo_search_options options;
    memset(&options, 0, sizeof options);
    options.memory = MEMORY;
    char *text = (char *)malloc(LONGEST_TURN);
    bool good = text && qi_nogo_search_new(&options, NULL, &self.search) == QI_OK &&
                qi_nogo_new(SIDE, SIDE, NULL, &self.game) == QI_OK;
    for (bool first = true; good && fgets(text, LONGEST_TURN, stdin); first = false)
        if (text[strspn(text, " \t\r\n")])
            good = take_turn(&self, text, first);
    qi_nogo_search_free(self.search);
    qi_nogo_free(self.game);
    free(text);
    return good ? 0 : 1;
}
