#include "arena/arena.h"
#include "base/host.h"
#include "base/processes.h"
#include "cli/json.h"
#include "cli/picture.h"
#include "cli/verbs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- results ------------------------------------------------------------------------------ */

static const char *sprt_verdict(double ratio)
{
    return ratio >= ARENA_SPRT_BOUND    ? "accepted: the first engine is stronger"
           : ratio <= -ARENA_SPRT_BOUND ? "rejected: it is not"
                                        : "undecided";
}

/* The games that joined records lack, by parts as the last of them was cut. NULL without memory. */
static json_t *missing_games(const arena_match *match)
{
    const uint32_t parts = match->plan.shard.parts;
    uint32_t *const missing = calloc(parts + 1, sizeof *missing);
    json_t *const list = missing ? json_array() : NULL;
    for (uint32_t number = 0; missing && number < match->plan.games; number++)
        missing[qi_shard_of(parts, number / 2)] += !arena_has_game(match, number);
    for (uint32_t part = 1; missing && part <= parts; part++)
        if (missing[part])
            json_array_append_new(list, json_pack("{s:o, s:i}", "shard",
                                                  json_sprintf("%u/%u", part, parts), "games",
                                                  (int)missing[part]));
    free(missing);
    return list;
}

static void print_table(cli_out *out, const arena_match *match, const json_t *missing)
{
    const uint32_t engines = match->score.engines;
    arena_row rows[ARENA_MAX_ENGINES];
    uint32_t order[ARENA_MAX_ENGINES];
    arena_make_table(match, rows, order);
    cli_text(out, "engine                           Elo   +-95%  games    won   share  faults  "
                  "CPU/game  slowest\n");
    for (uint32_t i = 0; i < engines; i++) {
        const arena_row *row = &rows[order[i]];
        cli_printf(out, "%-28.28s %7.0f %7.0f %6u %6u %6.1f%% %7u %8.2fs %7.2fs\n", row->name,
                   row->rating.elo, row->rating.error, row->games, row->won,
                   row->games ? 100.0 * row->won / row->games : 0, row->faults,
                   row->games ? row->spent / row->games : 0, row->slowest);
    }
    cli_text(out, "\n");
    for (arena_pairing pair = {0}; arena_next_pairing(match, &pair);)
        cli_printf(out,
                   "%s - %s: %u-%u, %.1f%% (95%%: %.1f to %.1f); openings 2-0: %u, 1-1: %u, "
                   "0-2: %u\n",
                   rows[pair.first].name, rows[pair.second].name, pair.won, pair.lost,
                   100 * pair.share.share, 100 * pair.share.low, 100 * pair.share.high,
                   pair.pairs[2], pair.pairs[1], pair.pairs[0]);
    const char *gap = "";
    for (int end = 0; end < ARENA_STOPPED; end++)
        if (match->totals.ends[end]) {
            cli_printf(out, "%s%s: %u", gap, arena_end_names[end], match->totals.ends[end]);
            gap = ", ";
        }
    cli_text(out, "\n");
    if (match->sprt) {
        const double ratio =
            arena_log_likelihood_ratio(match->score.pairs[0][1], match->elo0, match->elo1);
        cli_printf(out, "SPRT %g to %g Elo: log likelihood ratio %.2f of +-%.2f, %s\n", match->elo0,
                   match->elo1, ratio, ARENA_SPRT_BOUND, sprt_verdict(ratio));
    }
    for (size_t i = 0; i < json_array_size(missing); i++) {
        const json_t *const part = json_array_get(missing, i);
        cli_printf(out, "games missing in part %s: %lld\n",
                   json_string_value(json_object_get(part, "shard")),
                   (long long)json_integer_value(json_object_get(part, "games")));
    }
}

static json_t *table_as_json(const arena_match *match, json_t *missing)
{
    arena_row rows[ARENA_MAX_ENGINES];
    uint32_t order[ARENA_MAX_ENGINES];
    arena_make_table(match, rows, order);
    json_t *engines = json_array(), *pairings = json_array(), *ends = json_object();
    for (uint32_t i = 0; i < match->score.engines; i++) {
        const arena_row *row = &rows[i];
        json_array_append_new(engines,
                              json_pack("{s:s, s:f, s:f, s:i, s:i, s:i, s:f}", "name", row->name,
                                        "elo", row->rating.elo, "margin",
                                        row->rating.error < 1e6 ? row->rating.error : 1e6, "games",
                                        (int)row->games, "won", (int)row->won, "faults",
                                        (int)row->faults, "cpu_seconds", row->spent));
    }
    for (arena_pairing pair = {0}; arena_next_pairing(match, &pair);)
        json_array_append_new(
            pairings, json_pack("{s:s, s:s, s:i, s:i, s:f, s:[f,f], s:[i,i,i]}", "first",
                                rows[pair.first].name, "second", rows[pair.second].name, "won",
                                (int)pair.won, "lost", (int)pair.lost, "share", pair.share.share,
                                "interval", pair.share.low, pair.share.high, "pairs",
                                (int)pair.pairs[0], (int)pair.pairs[1], (int)pair.pairs[2]));
    for (int end = 0; end < ARENA_STOPPED; end++)
        json_object_set_new(ends, arena_end_names[end], json_integer(match->totals.ends[end]));
    json_t *table = json_pack("{s:i, s:o, s:o, s:o}", "games", (int)match->totals.games, "engines",
                              engines, "pairings", pairings, "ends", ends);
    if (match->sprt)
        json_object_set_new(table, "log_likelihood_ratio",
                            json_real(arena_log_likelihood_ratio(match->score.pairs[0][1],
                                                                 match->elo0, match->elo1)));
    if (missing)
        json_object_set(table, "missing", missing);
    return table;
}

/* ---- while it runs ------------------------------------------------------------------------ */

static void report_game(void *context, const arena_match *match, const arena_game *game)
{
    cli_progress *progress = context;
    if (game->end >= ARENA_ILLEGAL) {
        cli_progress_end(progress);
        char why[CLI_SENTENCE];
        cli_say("game %u: %.60s: %s\n", game->number + 1,
                match->engines.list[game->player[qi_opponent(game->winner)]].name,
                cli_sentence(&game->why, why, sizeof why));
    }
    if (!progress->active)
        return;
    const uint32_t due = arena_plan_due(&match->plan);
    const arena_row row = arena_row_of(match, 0);
    const qi_interval share = qi_wilson(row.won, row.games);
    cli_progress_set(progress, match->totals.games, due, 0);
    cli_progress_line(progress, "%u of %u games; %s: %u-%u, %.1f%% (%.1f to %.1f)",
                      match->totals.games, due, row.name, row.won, row.games - row.won,
                      100 * share.share, 100 * share.low, 100 * share.high);
}

static bool is_stopped(const arena_match *match)
{
    return qi_stop_is_set(match->host->stop);
}

/* Tries every engine before the first game. */
static int try_engines(const cli_spec *spec, const arena_match *match, qi_buffer *why)
{
    for (uint32_t i = 0; i < match->plan.engines && !is_stopped(match); i++)
        if (!arena_try_engine(match, &match->engines.list[i], why))
            return cli_fail(spec, "cannot play with '%s': %s", match->engines.list[i].name,
                            qi_buffer_text(why));
    return CLI_GO_ON;
}

/* Names the lines of records that were left out. */
static void name_damage(const arena_match *match)
{
    if (match->damaged.length)
        cli_say("%s", match->damaged.bytes);
}

/* Plays what is left of the match, and keeps it in the folder if there is one. */
static int play_the_rest(const cli_spec *spec, arena_match *match, const char *folder,
                         cli_progress *progress)
{
    qi_buffer why = {.translator = cli_translator()};
    int status = try_engines(spec, match, &why);
    if (status == CLI_GO_ON && folder && !arena_record_open(match, folder, &why))
        status = cli_fail(spec, "cannot use the folder '%s': %s", folder, qi_buffer_text(&why));
    qi_buffer_free(&why);
    name_damage(match);
    if (status != CLI_GO_ON)
        return status;
    cli_progress_start(progress);
    progress->before = (double)match->totals.games / (arena_plan_due(&match->plan) + 1e-9);
    match->report = report_game;
    match->context = progress;
    if (match->totals.games)
        cli_remark("%u games of this match were played before\n", match->totals.games);
    const qi_result result = arena_run(match);
    cli_progress_end(progress);
    arena_record_close(match);
    return result == QI_NO_MEMORY ? cli_fail_with(spec, result) : CLI_GO_ON;
}

/* Runs the match; engines are ended in any case, also when we are killed. Returns CLI_DONE, CLI_BAD
 * after saying why it could not be played, or what a signal demands. */
static int run_match(const cli_spec *spec, arena_match *match, const char *folder)
{
    cli_watch watch;
    cli_progress progress;
    qi_processes_adopt();
    cli_watch_start(&watch);
    const qi_host host = {.size = sizeof host, .stop = &watch.stop};
    match->host = &host;
    const int status = play_the_rest(spec, match, folder, &progress);
    match->host = NULL;
    qi_processes_end_orphans(NULL, 0);
    return cli_watch_end(&watch, status == CLI_GO_ON ? CLI_DONE : status);
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

/* Draws the match into a file, if `svg` is not NULL, and prints the table, with what joined records
 * lack, if `missing` is not NULL. */
static int print_match(const cli_spec *spec, const arena_match *match, json_t *missing,
                       const char *svg, bool json, int status)
{
    cli_out out;
    /* The file comes first: the reader of the table may be gone. */
    if (svg && cli_out_open(spec, svg, &out) != CLI_GO_ON) {
        status = CLI_BAD;
    } else if (svg) {
        picture_arena(&out, match);
        status = cli_out_close(spec, &out, status);
    }
    cli_out_stdout(&out);
    if (json)
        cli_print_json(&out, table_as_json(match, missing));
    else
        print_table(&out, match, missing);
    return cli_out_close(spec, &out, status);
}

static int play_match(const cli_spec *spec, arena_match *match, const char *folder, const char *svg,
                      bool json)
{
    const int ran = run_match(spec, match, folder);
    if (ran == CLI_BAD)
        return ran;
    if (match->totals.games < arena_plan_due(&match->plan) && !match->sprt && !match->write_error)
        cli_remark("stopped after %u of %u games%s\n", match->totals.games,
                   arena_plan_due(&match->plan),
                   folder ? "; the same command goes on from here" : "");
    const int status = print_match(spec, match, NULL, svg, json, ran);
    if (match->write_error)
        return cli_fail(spec, "cannot write into '%s': %s", folder, strerror(match->write_error));
    return match->own_error ? cli_fail(spec, "cannot play on: %s", qi_start_error(match->own_error))
                            : status;
}

/* Rates what the records hold. The match has `games` of each pairing; 0: as many as are needed for
 * the last one that was played. */
static int report_match(const cli_spec *spec, arena_match *match, char *const *paths,
                        uint32_t games, const char *svg, bool json)
{
    qi_buffer why = {.translator = cli_translator()};
    int status = CLI_GO_ON;
    for (; *paths && status == CLI_GO_ON; paths++)
        if (!arena_record_read(match, *paths, games, &why))
            status = cli_fail(spec, "cannot use the record '%s': %s", *paths, qi_buffer_text(&why));
    qi_buffer_free(&why);
    name_damage(match);
    if (status != CLI_GO_ON)
        return status;
    if (!games)
        arena_cut_plan(match);
    if (match->totals.again)
        cli_say("games recorded more than once: %u (the first record counts)\n",
                match->totals.again);
    json_t *const missing = missing_games(match);
    status = missing ? print_match(spec, match, missing, svg, json, CLI_DONE)
                     : cli_fail_with(spec, QI_NO_MEMORY);
    json_decref(missing);
    return status;
}

/* The path of the command that our own players are: this one. */
static bool find_command(char *path, size_t capacity)
{
    const ssize_t length = readlink("/proc/self/exe", path, capacity - 1);
    if (length <= 0)
        return false;
    path[length] = '\0';
    return true;
}

/* The command line. */
typedef struct arena_wishes {
    uint64_t games, openings, jobs, seed, size, memory;
    double seconds, grace;
    qi_shard shard;
    bool gauntlet, json, report, games_given;
    const char *folder, *sprt, *svg;
    char *const *operands; /* end with NULL */
    int count;
} arena_wishes;

/* Refuses options that do not go together. */
static int check_options(const cli_spec *spec, const arena_wishes *w, arena_match *match)
{
    if (w->report && (w->folder || w->sprt || w->shard.parts > 1))
        return cli_fail(spec, "--report plays nothing: it does not go with --%s",
                        w->folder ? "output"
                        : w->sprt ? "sprt"
                                  : "shard");
    if (w->sprt && (!read_sprt(w->sprt, match) || w->count != 2))
        return cli_fail(spec,
                        w->count != 2 ? "--sprt '%s': expected two engines"
                                      : "--sprt: found '%s', expected E0,E1 with E0 < E1",
                        w->sprt);
    if (w->sprt && w->shard.parts > 1)
        return cli_fail(spec, "--sprt and --shard: a test that stops early needs all of its games");
    return CLI_GO_ON;
}

static int add_engines(const cli_spec *spec, const arena_wishes *w, arena_match *match)
{
    static const char *const players[] = {"strong", "playouts", "policy", "random"};
    for (int i = 0; i < w->count; i++)
        for (size_t p = 0; p < sizeof players / sizeof *players; p++)
            if (strcmp(w->operands[i], players[p]) == 0)
                return cli_fail(spec, "'%s' is no program; our own player is '@%s'", players[p],
                                players[p]);
    char self[4096];
    bool good = find_command(self, sizeof self);
    for (int i = 0; good && i < w->count; i++)
        good = arena_add_engine(&match->engines, w->operands[i], self, w->seconds);
    return good ? CLI_GO_ON : cli_fail_with(spec, QI_NO_MEMORY);
}

static int play_or_report(const cli_spec *spec, const arena_wishes *w, arena_match *match)
{
    if (w->report)
        return report_match(spec, match, w->operands, w->games_given ? (uint32_t)w->games : 0,
                            w->svg, w->json);
    const int status = add_engines(spec, w, match);
    if (status != CLI_GO_ON)
        return status;
    match->plan = arena_make_plan(match->engines.count, (uint32_t)w->games, w->gauntlet);
    match->plan.shard = w->shard;
    match->score.engines = match->engines.count;
    return play_match(spec, match, w->folder, w->svg, w->json);
}

int cli_arena(int argc, char **argv)
{
    arena_wishes w = {0};
    const cli_option options[] = {
        opt_given(&w.games_given,
                  opt_number("games", "N", &w.games, "100", 1, ARENA_MAX_GAMES,
                             "games of each pairing, rounded up to an even number")),
        opt_seconds("time", "T", &w.seconds, "1s",
                    "time for a move, sent by time_settings if whole seconds"),
        opt_number("size", "N", &w.size, "9", 2, ARENA_MAX_SIDE, "size of the board"),
        opt_output("DIR", &w.folder, NULL,
                   "keep every game as SGF, and continue from there next time"),
        opt_flag("report", &w.report,
                 "play nothing: rate the games that were recorded in the folders"),
        opt_jobs(&w.jobs, "1", 256, "games to play at the same time"),
        opt_text("sprt", "E0,E1", &w.sprt, NULL,
                 "two engines: stop when E0 or E1 Elo is accepted (5 % errors)"),
        opt_flag("gauntlet", &w.gauntlet, "only play the first engine against each of the others"),
        opt_number("openings", "K", &w.openings, "4", 0, 100,
                   "random moves before the engines take over"),
        opt_number("seed", "S", &w.seed, "1", 0, INT64_MAX, "seed of the openings"),
        opt_shard(&w.shard, "only play part K of N of the pairs of games, for several machines"),
        opt_seconds("grace", "T", &w.grace, "500ms", "how late a move may come"),
        opt_bytes("memory-limit", "SIZE", &w.memory, NULL,
                  "memory that an engine may take with all that it starts"),
        opt_text("svg", "FILE", &w.svg, NULL, "also draw the ratings and who beat whom into FILE"),
        {0}};
    cli_spec spec = {
        .command = "qi arena",
        .operands = "ENGINE ENGINE... | --report DIR...",
        .description =
            "Plays NoGo matches between engines that speak GTP, and rates them. Games come in\n"
            "pairs that start from the same random opening, with the colours swapped. The\n"
            "oracle watches: an engine that plays an illegal move, passes, crashes, does not\n"
            "answer, is too slow or takes too much memory loses that game, and the reason is\n"
            "kept.\n"
            "\n"
            "ENGINE is a command line, or NAME=COMMAND, or one of our own players: @strong,\n"
            "@playouts (with --time), each also as @NAME:N (N playouts a move), @policy,\n"
            "@random, @level:N. Further options of 'qi nogo gtp' may follow in the same word:\n"
            "'@strong --weights mine.qinet --time 0.2'.\n"
            "\n"
            "With --report the operands are folders of --output, or the games.jsonl in them:\n"
            "records of one match, such as its parts. They are rated together; a game that is\n"
            "recorded more than once counts once, and parts that lack games are named.\n",
        .options = options,
        .json = &w.json,
        .more =
            "Exit status: 0 done, 2 bad usage, an engine does not start, or the folder cannot be\n"
            "used; after Ctrl-C or another signal 128 and its number.\n",
        .min_operands = 1,
        .max_operands = -1};
    int first;
    int status = cli_parse(&spec, argc, argv, &first);
    if (status == CLI_GO_ON && !w.report) { /* then the operands are engines */
        spec.min_operands = 2;
        spec.max_operands = ARENA_MAX_ENGINES;
        status = cli_parse(&spec, argc, argv, &first);
    }
    if (status != CLI_GO_ON)
        return status;
    w.operands = argv + first;
    w.count = argc - first;
    arena_match match = {.settings = {.size = (uint32_t)w.size,
                                      .seconds = w.seconds,
                                      .grace = w.grace,
                                      .openings = (uint32_t)w.openings,
                                      .seed = w.seed,
                                      .memory = w.memory},
                         .concurrency = (uint32_t)w.jobs};
    status = check_options(&spec, &w, &match);
    if (status == CLI_GO_ON)
        status = play_or_report(&spec, &w, &match);
    arena_match_end(&match);
    return status;
}
