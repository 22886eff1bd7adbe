/*
 * A bot for Botzone's NoGo: what `./dev botzone` makes one source file of, with the library and the
 * network inside. It asks to be kept running; a judge that does not know that has its answer
 * before.
 *
 *     bot [SECONDS]      for a move, 0.85 by default
 */
#include <qi/nogo_search.h>

#include "base/host.h"
#include "cli/nogo/botzone_protocol.h"
#include "nogo/search/evaluators.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY = 96 << 20, LONGEST_TURN = 1 << 16 };

typedef struct bot {
    qi_botzone game;
    qi_nogo_search *search;
    double seconds;         /* for a move */
    double wall, cpu_spent; /* when it was asked, by both clocks */
} bot;

/* The seconds since it was asked, by whichever clock says more. */
static double seconds_used(void *context)
{
    const bot *self = (const bot *)context;
    const double wall = qi_seconds() - self->wall, cpu = qi_cpu_seconds() - self->cpu_spent;
    return wall > cpu ? wall : cpu;
}

/* Thinks until the time is over. */
static bool think(bot *self)
{
    if (qi_nogo_search_set(self->search, self->game.position) != QI_OK)
        return false;
    qi_host host;
    memset(&host, 0, sizeof host);
    host.size = sizeof host;
    host.context = self;
    host.seconds = seconds_used;
    qi_nogo_search_limits limits;
    memset(&limits, 0, sizeof limits);
    limits.size = sizeof limits;
    limits.seconds = self->seconds - seconds_used(self);
    limits.host = &host;
    if (limits.seconds > 0)
        qi_nogo_search_think(self->search, &limits);
    return true;
}

/* Reads a turn and answers it; the first one's CPU time began with the process. */
static bool take_turn(bot *self, const char *line, bool first)
{
    char text[160];
    qi_nogo_search_state state;
    memset(&state, 0, sizeof state);
    state.size = sizeof state;
    qi_nogo_choice choice;
    memset(&choice, 0, sizeof choice);
    self->wall = qi_seconds();
    self->cpu_spent = first ? 0 : qi_cpu_seconds();
    if (qi_botzone_take(&self->game, line) != QI_BOTZONE_GOOD) {
        fprintf(stderr, "bot: found '%.60s', expected a turn of a game of NoGo\n", line);
        return false;
    }
    if (!think(self))
        return false;
    qi_nogo_search_state_of(self->search, &state);
    choice.move = qi_nogo_search_best(self->search);
    choice.visits = state.visits;
    choice.win_rate = state.win_rate;
    choice.outcome = state.outcome;
    qi_botzone_answer(&self->game, &choice, text, sizeof text);
    fputs(text, stdout);
    fputs(QI_BOTZONE_KEEP_RUNNING, stdout);
    return fflush(stdout) == 0;
}

int main(int argc, char **argv)
{
    bot self;
    memset(&self, 0, sizeof self);
    self.seconds = argc > 1 ? strtod(argv[1], NULL) : 0.85;
    qi_nogo_search_options options;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.memory = MEMORY;
    char *text = (char *)malloc(LONGEST_TURN);
    bool good = text && qi_nogo_search_new(&options, NULL, &self.search) == QI_OK;
    for (bool first = true; good && fgets(text, LONGEST_TURN, stdin); first = false)
        if (text[strspn(text, " \t\r\n")])
            good = take_turn(&self, text, first);
    qi_nogo_search_free(self.search);
    qi_botzone_end(&self.game);
    free(text);
    return good ? 0 : 1;
}
