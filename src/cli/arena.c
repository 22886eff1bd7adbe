#include "arena/match.h"
#include "cli/cli.h"
#include "cli/json.h"
#include "cli/verbs.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- engines ------------------------------------------------------------------------------ */

typedef struct engine_list {
    arena_engine engines[ARENA_MOST_ENGINES];
    uint32_t count;
} engine_list;

/* The command line of one of our own players: "@strong", "@plain:10000". */
static char *own_command(const char *word, double seconds)
{
    char self[4096];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length < 0)
        return NULL;
    self[length] = '\0';
    const char *colon = strchr(word, ':');
    const int name = colon ? (int)(colon - word) : (int)strlen(word);
    char *command = NULL;
    int made;
    if (name == 6 && strncmp(word, "random", 6) == 0)
        made = asprintf(&command, "exec '%s' nogo gtp --random", self);
    else if (colon)
        made = asprintf(&command, "exec '%s' nogo gtp --player %.*s --playouts %s", self, name,
                        word, colon + 1);
    else
        made = asprintf(&command, "exec '%s' nogo gtp --player %.*s --time %g", self, name, word,
                        seconds);
    return made < 0 ? NULL : command;
}

/* Adds an engine given as "NAME=COMMAND", "COMMAND" or "@PLAYER[:PLAYOUTS]". */
static bool add_engine(engine_list *list, const char *word, double seconds)
{
    arena_engine *engine = &list->engines[list->count];
    const char *equals = strchr(word, '=');
    const size_t before = equals ? (size_t)(equals - word) : 0;
    char *name;
    if (before > 0 && strcspn(word, " /'\"@") > before) {
        name = strndup(word, before);
        word = equals + 1;
    } else {
        name = strdup(word[0] == '@' ? word + 1 : word);
    }
    if (!name)
        return false;
    /* Two engines with one name could not be told apart. */
    for (uint32_t i = 0; i < list->count; i++)
        if (strcmp(list->engines[i].name, name) == 0) {
            char *other;
            if (asprintf(&other, "%s #%u", name, list->count + 1) < 0) {
                free(name);
                return false;
            }
            free(name);
            name = other;
            break;
        }
    engine->name = name;
    engine->command = word[0] == '@' ? own_command(word + 1, seconds) : strdup(word);
    list->count++;
    return engine->command;
}

static void free_engines(engine_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        free((void *)list->engines[i].name);
        free((void *)list->engines[i].command);
    }
}

/* ---- results ------------------------------------------------------------------------------ */

static uint32_t games_of(const arena_score *score, uint32_t engine, uint32_t *won)
{
    uint32_t games = 0;
    *won = 0;
    for (uint32_t k = 0; k < score->engines; k++) {
        *won += score->won[engine][k];
        games += score->won[engine][k] + score->won[k][engine];
    }
    return games;
}

/* Engine numbers, the strongest first. */
static void rank(const arena_rating *ratings, uint32_t count, uint32_t *order)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = i;
        for (; k > 0 && ratings[order[k - 1]].elo < ratings[i].elo; k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
}

static const char *sprt_verdict(double ratio)
{
    return ratio >= ARENA_SPRT_BOUND    ? "accepted: the first engine is stronger"
           : ratio <= -ARENA_SPRT_BOUND ? "rejected: it is not"
                                        : "undecided";
}

static void print_table(cli_out *out, const arena_match *match)
{
    const arena_score *score = &match->score;
    arena_rating ratings[ARENA_MOST_ENGINES];
    uint32_t order[ARENA_MOST_ENGINES];
    arena_rate(score, ratings);
    rank(ratings, score->engines, order);
    cli_printf(out, "%-28s %7s %7s %6s %6s %7s %7s %9s %8s\n", "engine", "Elo", "+-95%", "games",
               "won", "share", "faults", "CPU/game", "slowest");
    for (uint32_t i = 0; i < score->engines; i++) {
        const uint32_t engine = order[i];
        uint32_t won;
        const uint32_t games = games_of(score, engine, &won);
        cli_printf(out, "%-28.28s %7.0f %7.0f %6u %6u %6.1f%% %7u %8.2fs %7.2fs\n",
                   match->engines[engine].name, ratings[engine].elo, ratings[engine].error, games,
                   won, games ? 100.0 * won / games : 0, match->totals.faulty[engine],
                   games ? match->totals.spent[engine] / games : 0, match->totals.longest[engine]);
    }
    cli_text(out, "\n");
    for (uint32_t i = 0; i < score->engines; i++)
        for (uint32_t k = i + 1; k < score->engines; k++) {
            const uint32_t won = score->won[i][k], lost = score->won[k][i];
            if (won + lost == 0)
                continue;
            const arena_share share = arena_share_of(won, won + lost);
            cli_printf(out, "%s - %s: %u-%u, %.1f%% (95%%: %.1f to %.1f)\n", match->engines[i].name,
                       match->engines[k].name, won, lost, 100 * share.share, 100 * share.low,
                       100 * share.high);
        }
    const char *gap = "";
    for (int end = 0; end < ARENA_STOPPED; end++)
        if (match->totals.ends[end]) {
            cli_printf(out, "%s%s: %u", gap, arena_end_names[end], match->totals.ends[end]);
            gap = ", ";
        }
    cli_text(out, "\n");
    if (match->sprt) {
        const double ratio = arena_log_likelihood_ratio(score->pairs, match->elo0, match->elo1);
        cli_printf(out, "SPRT %g to %g Elo: log likelihood ratio %.2f of +-%.2f, %s\n", match->elo0,
                   match->elo1, ratio, ARENA_SPRT_BOUND, sprt_verdict(ratio));
    }
}

static json_t *table_as_json(const arena_match *match)
{
    const arena_score *score = &match->score;
    arena_rating ratings[ARENA_MOST_ENGINES];
    arena_rate(score, ratings);
    json_t *engines = json_array(), *pairings = json_array(), *ends = json_object();
    for (uint32_t i = 0; i < score->engines; i++) {
        uint32_t won;
        const uint32_t games = games_of(score, i, &won);
        json_array_append_new(
            engines,
            json_pack("{s:s, s:f, s:f, s:i, s:i, s:i, s:f}", "name", match->engines[i].name, "elo",
                      ratings[i].elo, "error", ratings[i].error < 1e6 ? ratings[i].error : 1e6,
                      "games", (int)games, "won", (int)won, "faults", (int)match->totals.faulty[i],
                      "cpu", match->totals.spent[i]));
        for (uint32_t k = i + 1; k < score->engines; k++) {
            const uint32_t wins = score->won[i][k], all = wins + score->won[k][i];
            if (!all)
                continue;
            const arena_share share = arena_share_of(wins, all);
            json_array_append_new(
                pairings, json_pack("{s:s, s:s, s:i, s:i, s:f, s:f, s:f}", "first",
                                    match->engines[i].name, "second", match->engines[k].name, "won",
                                    (int)wins, "lost", (int)(all - wins), "share", share.share,
                                    "low", share.low, "high", share.high));
        }
    }
    for (int end = 0; end < ARENA_STOPPED; end++)
        json_object_set_new(ends, arena_end_names[end], json_integer(match->totals.ends[end]));
    json_t *table = json_pack("{s:i, s:o, s:o, s:o}", "games", (int)match->totals.games, "engines",
                              engines, "pairings", pairings, "ends", ends);
    if (match->sprt)
        json_object_set_new(
            table, "log_likelihood_ratio",
            json_real(arena_log_likelihood_ratio(score->pairs, match->elo0, match->elo1)));
    return table;
}

/* ---- while it runs ------------------------------------------------------------------------ */

static void report_game(void *context, const arena_match *match, const arena_game *game)
{
    cli_progress *progress = context;
    if (game->end >= ARENA_ILLEGAL) {
        cli_progress_end(progress);
        fprintf(stderr, "game %u: %s\n", game->number + 1, game->reason);
    }
    if (!progress->active)
        return;
    uint32_t won;
    const uint32_t games = games_of(&match->score, 0, &won);
    const arena_share share = arena_share_of(won, games);
    cli_progress_line(progress, "%u of %u games; %s: %u-%u, %.1f%% (%.1f to %.1f)",
                      match->totals.games, match->plan.games, match->engines[0].name, won,
                      games - won, 100 * share.share, 100 * share.low, 100 * share.high);
}

/* Waits for a signal that asks to end, or for the one that says the match is over. */
static void *wait_for_signal(void *context)
{
    arena_match *match = context;
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    sigaddset(&signals, SIGUSR1);
    int signal = 0;
    while (sigwait(&signals, &signal) == 0 && signal != SIGUSR1)
        atomic_store(&match->stop, true);
    return NULL;
}

/* Runs the match with the signals in a thread of their own; engines are ended in any case. */
static void run_match(arena_match *match)
{
    sigset_t signals, before;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    sigaddset(&signals, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    signal(SIGPIPE, SIG_IGN);
    pthread_t waiter;
    const bool waiting = pthread_create(&waiter, NULL, wait_for_signal, match) == 0;
    arena_run(match);
    if (waiting) {
        pthread_kill(waiter, SIGUSR1);
        pthread_join(waiter, NULL);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* ---- the verb ----------------------------------------------------------------------------- */

static bool read_sprt(const char *text, arena_match *match)
{
    char *end;
    match->elo0 = strtod(text, &end);
    if (end == text || *end != ',')
        return false;
    const char *second = end + 1;
    match->elo1 = strtod(second, &end);
    match->sprt = true;
    return end != second && !*end && match->elo1 > match->elo0;
}

static int play_match(const cli_spec *spec, arena_match *match, const char *folder,
                      cli_progress *progress, bool json)
{
    if (!arena_match_start(match))
        return cli_fail(spec, "%s", qi_result_text(QI_NO_MEMORY));
    arena_record record;
    char why[256];
    if (folder && !arena_record_open(&record, folder, &match->settings, match->engines,
                                     &match->plan, arena_match_add, match, why, sizeof why)) {
        arena_match_end(match);
        return cli_fail(spec, "cannot use the folder '%s': %s", folder, why);
    }
    match->record = folder ? &record : NULL;
    cli_progress_start(progress);
    match->report = report_game;
    match->context = progress;
    if (match->totals.games)
        fprintf(stderr, "%u games of this match were played before\n", match->totals.games);
    run_match(match);
    cli_progress_end(progress);
    if (folder)
        arena_record_close(&record);

    const bool finished = match->totals.games == match->plan.games;
    if (!finished && !match->sprt && !match->write_failed)
        fprintf(stderr, "stopped after %u of %u games%s\n", match->totals.games, match->plan.games,
                folder ? "; the same command goes on from here" : "");
    cli_out out;
    cli_out_stdout(&out);
    if (json)
        cli_print_json(&out, table_as_json(match));
    else
        print_table(&out, match);
    int status = cli_out_close(spec, &out, CLI_DONE);
    if (match->write_failed)
        status = cli_fail(spec, "cannot write into '%s': %s", folder, strerror(errno));
    arena_match_end(match);
    return status;
}

int cli_arena(int argc, char **argv)
{
    uint64_t games = 100, openings = 4, concurrency = 1, seed = 1, size = 9;
    double seconds = 1, grace = 0.5;
    bool gauntlet = false, json = false;
    const char *folder = NULL, *sprt = NULL;
    const cli_option options[] = {
        {.name = "games",
         .kind = CLI_NUMBER,
         .value = &games,
         .argument = "N",
         .min = 1,
         .max = 1000000,
         .help = "games of each pairing, rounded up to pairs (default 100)"},
        {.name = "time",
         .kind = CLI_SECONDS,
         .value = &seconds,
         .argument = "T",
         .help = "for a move (default 1s); told by time_settings if whole seconds"},
        {.name = "grace",
         .kind = CLI_SECONDS,
         .value = &grace,
         .argument = "T",
         .help = "how much later a move may come (default 500ms)"},
        {.name = "openings",
         .kind = CLI_NUMBER,
         .value = &openings,
         .argument = "K",
         .max = 100,
         .help = "random moves before the engines play (default 4)"},
        {.name = "size",
         .kind = CLI_NUMBER,
         .value = &size,
         .argument = "N",
         .min = 2,
         .max = ARENA_MOST_SIDE,
         .help = "the board (default 9)"},
        {.name = "seed",
         .kind = CLI_NUMBER,
         .value = &seed,
         .argument = "S",
         .max = INT64_MAX,
         .help = "of the openings (default 1)"},
        {.name = "concurrency",
         .kind = CLI_NUMBER,
         .value = &concurrency,
         .argument = "C",
         .min = 1,
         .max = 256,
         .help = "games at the same time (default 1)"},
        {.name = "gauntlet",
         .kind = CLI_FLAG,
         .value = &gauntlet,
         .help = "the first engine against each other one, instead of all pairs"},
        {.name = "sprt",
         .kind = CLI_TEXT,
         .value = &sprt,
         .argument = "E0,E1",
         .help = "two engines: stop when E1 or E0 Elo is decided (5 % errors)"},
        {.name = "out",
         .kind = CLI_TEXT,
         .value = &folder,
         .argument = "DIR",
         .help = "keep every game (SGF) and go on from there next time"},
        {.name = "json", .kind = CLI_FLAG, .value = &json, .help = "the table as JSON"},
        {0}};
    const cli_spec spec = {
        .command = "qi arena",
        .operands = "ENGINE ENGINE...",
        .description =
            "Plays NoGo matches between engines that speak GTP, and rates them. Two games at a\n"
            "time start from the same random opening with colours changed. A slow, independent\n"
            "referee watches: who plays an illegal move, passes, crashes, keeps silent or is too\n"
            "slow loses that game, and the reason is told and kept.\n"
            "\n"
            "ENGINE is a command line, or NAME=COMMAND, or one of our own players: @strong, "
            "@rave,\n"
            "@plain (with --time), @strong:N, @rave:N, @plain:N (N playouts a move), @random.\n",
        .options = options,
        .more =
            "Example:\n"
            "  qi arena @strong @plain --games 20 --time 0.1 --out match\n"
            "\n"
            "Exit status: 0 done (also after Ctrl-C), 2 bad usage or the folder cannot be used.\n",
        .min_operands = 2,
        .max_operands = ARENA_MOST_ENGINES};
    int first;
    int status = cli_parse(&spec, argc, argv, &first);
    if (status != CLI_GO_ON)
        return status;
    arena_match match = {.settings = {.size = (uint32_t)size,
                                      .seconds = seconds,
                                      .grace = grace,
                                      .openings = (uint32_t)openings,
                                      .seed = seed},
                         .concurrency = (uint32_t)concurrency};
    if (sprt && (!read_sprt(sprt, &match) || argc - first != 2))
        return cli_fail(&spec,
                        argc - first != 2 ? "--sprt '%s': expected two engines"
                                          : "--sprt: found '%s', expected E0,E1 with E0 < E1",
                        sprt);
    engine_list list = {.count = 0};
    bool good = true;
    for (int i = first; good && i < argc; i++)
        good = add_engine(&list, argv[i], seconds);
    if (good) {
        match.engines = list.engines;
        match.plan = arena_make_plan(list.count, (uint32_t)games, gauntlet);
        cli_progress progress;
        status = play_match(&spec, &match, folder, &progress, json);
    } else {
        status = cli_fail(&spec, "%s", qi_result_text(QI_NO_MEMORY));
    }
    free_engines(&list);
    return status;
}
