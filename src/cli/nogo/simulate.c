#include "cli/nogo/nogo.h"
#include "cli/verbs.h"

#include <qi/nogo_playouts.h>

#include <stdlib.h>
#include <string.h>

/* ---- many games ---------------------------------------------------------------------------- */

typedef struct nogo_playouts {
    uint64_t games; /* 0: not asked for */
    uint64_t jobs;
    qi_shard shard;
    bool by_move, json;
    qi_nogo_path path;
    const char *svg;
    bool jobs_given;
} nogo_playouts;

static int playouts_check(const cli_spec *spec, const nogo_playouts *playouts)
{
    const char *given = playouts->by_move           ? "by-move"
                        : playouts->jobs_given      ? "jobs"
                        : playouts->shard.parts > 1 ? "shard"
                                                    : NULL;
    if (given && !playouts->games)
        return cli_fail(spec, "found --%s without --playouts, expected both", given);
    if (playouts->svg && !playouts->by_move)
        return cli_fail(spec, "found --%s without --by-move, expected both", "svg");
    if (playouts->games && playouts->shard.parts > playouts->games)
        return cli_fail(spec,
                        "--shard: found %u parts of %llu games, expected no more parts than games",
                        playouts->shard.parts, (unsigned long long)playouts->games);
    return CLI_GO_ON;
}

typedef struct run {
    const cli_spec *spec;
    const qi_nogo *position;
    const nogo_playouts *playouts;
    uint64_t seed, first;      /* game to play of those the seed stands for */
    qi_nogo_stats stats;       /* of all games */
    qi_nogo_first_move *moves; /* with --by-move: best first */
    size_t count;
    cli_progress progress;
    uint64_t all; /* games, for the progress line */
} run;

static bool show_progress(void *context, const qi_nogo_stats *done)
{
    run *about = context;
    cli_progress_set(&about->progress, (double)done->games, (double)about->all, 0);
    if (cli_progress_due(&about->progress))
        cli_progress_line(&about->progress, "%llu of %llu games, %.0f %%",
                          (unsigned long long)done->games, (unsigned long long)about->all,
                          100.0 * (double)done->games / (double)about->all);
    return true;
}

static qi_result play(run *about)
{
    const nogo_playouts *const playouts = about->playouts;
    const qi_nogo_playouts_options options = {.size = sizeof(qi_nogo_playouts_options),
                                              .path = playouts->path,
                                              .threads = (uint32_t)playouts->jobs,
                                              .watch = show_progress,
                                              .context = about,
                                              .first = about->first};
    about->all = playouts->games;
    if (!playouts->by_move)
        return qi_nogo_playouts(about->position, playouts->games, about->seed, &options,
                                &about->stats);
    about->count = qi_nogo_legal(about->position, qi_nogo_to_move(about->position), NULL, 0);
    about->all *= about->count;
    about->moves = calloc(about->count + 1, sizeof *about->moves);
    return about->moves ? qi_nogo_playouts_by_move(about->position, playouts->games, about->seed,
                                                   &options, about->moves, about->count,
                                                   sizeof *about->moves, &about->stats)
                        : QI_NO_MEMORY;
}

/* ---- printing ------------------------------------------------------------------------------ */

static uint64_t wins(const run *about, const qi_nogo_stats *stats)
{
    const bool black = qi_nogo_to_move(about->position) == QI_BLACK;
    return black ? stats->black_wins : stats->games - stats->black_wins;
}

static double mean_length(const qi_nogo_stats *stats)
{
    return (double)stats->moves / (double)stats->games;
}

/* Adds figures to an object. */
static void add_stats(json_t *object, const run *about, const qi_nogo_stats *stats)
{
    json_object_set_new(object, "games", json_integer((json_int_t)stats->games));
    json_object_set_new(object, "black_wins", json_integer((json_int_t)stats->black_wins));
    json_object_set_new(object, "white_wins",
                        json_integer((json_int_t)(stats->games - stats->black_wins)));
    json_object_set_new(object, "moves", json_integer((json_int_t)stats->moves));
    if (!stats->games)
        return;
    const qi_interval won = qi_wilson(wins(about, stats), stats->games);
    json_object_set_new(object, "win_rate", json_real(won.share));
    json_object_set_new(object, "interval", json_pack("[f,f]", won.low, won.high));
    json_object_set_new(object, "mean_length", json_real(mean_length(stats)));
}

static void print_share(cli_out *out, qi_colour winner, uint64_t part, uint64_t whole)
{
    const qi_interval won = qi_wilson(part, whole);
    cli_printf(out, "%s wins %6.2f %%   (95 %% interval %.2f to %.2f)\n", qi_colour_name(winner),
               100 * won.share, 100 * won.low, 100 * won.high);
}

static void print_totals(cli_answer *answer, const run *about)
{
    const qi_nogo_stats *const stats = &about->stats;
    const qi_shard shard = about->playouts->shard;
    const qi_colour mover = qi_nogo_to_move(about->position);
    cli_answer_add(answer, NULL, NULL,
                   json_pack("{s:o,s:s,s:I}", "position", nogo_position_json(about->position),
                             "to_move", cli_json_colour(mover), "seed", (json_int_t)about->seed),
                   "%s to move, %llu {game|games}, seed %llu\n", qi_colour_name(mover),
                   (unsigned long long)stats->games, (unsigned long long)about->seed);
    if (shard.parts > 1)
        cli_answer_add(answer, NULL, "shard", json_sprintf("%u/%u", shard.part, shard.parts),
                       "part %u of %u\n", shard.part, shard.parts);
    if (answer->json) {
        add_stats(answer->value, about, stats);
    } else if (stats->games) {
        print_share(&answer->out, QI_BLACK, stats->black_wins, stats->games);
        print_share(&answer->out, QI_WHITE, stats->games - stats->black_wins, stats->games);
        cli_printf(&answer->out, "mean length %.2f moves\n", mean_length(stats));
    } else {
        cli_text(&answer->out, "no legal move, lost\n");
    }
}

static void print_moves(cli_answer *answer, const run *about)
{
    const uint32_t width = qi_nogo_columns(about->position);
    json_t *const list = json_array();
    if (about->count && !answer->json)
        cli_printf(&answer->out, "\n   move  %s wins  95 %% interval  mean length\n",
                   qi_colour_name(qi_nogo_to_move(about->position)));
    for (size_t i = 0; i < about->count; i++) {
        const qi_nogo_first_move *const move = &about->moves[i];
        const uint32_t row = move->point / width + 1, column = move->point % width + 1;
        const qi_interval won = qi_wilson(wins(about, &move->stats), move->stats.games);
        json_t *const entry = json_pack("{s:i,s:i}", "row", (int)row, "column", (int)column);
        add_stats(entry, about, &move->stats);
        char name[24];
        snprintf(name, sizeof name, "%u %u", row, column);
        cli_answer_add(answer, list, NULL, entry, "%7s  %8.2f %%  %5.2f to %5.2f  %11.2f\n", name,
                       100 * won.share, 100 * won.low, 100 * won.high, mean_length(&move->stats));
    }
    cli_answer_add(answer, NULL, "candidates", list, NULL);
}

/* The win rates in percent on the board. */
static void print_rates(cli_out *out, const picture *drawing)
{
    cli_text(out, "\n");
    for (uint32_t row = 0; row < drawing->rows; row++) {
        for (uint32_t column = 0; column < drawing->columns; column++) {
            const picture_cell *cell = &drawing->cells[row * drawing->columns + column];
            static const char *const signs[] = {".", "X", "O", "#"};
            cli_printf(out, "%4s", cell->label[0] ? cell->label : signs[cell->colour]);
        }
        cli_text(out, "\n");
    }
}

/* The board with the win rates as labels; the hottest is the best move, the coldest the worst. */
static bool draw(const run *about, picture *drawing, char *caption, size_t capacity)
{
    if (!picture_start(drawing, qi_nogo_rows(about->position), qi_nogo_columns(about->position)))
        return false;
    for (qi_point point = 0; point < drawing->rows * drawing->columns; point++)
        drawing->cells[point].colour = (uint8_t)qi_nogo_at(about->position, point);
    for (size_t i = 0; i < about->count; i++) {
        const double max = (double)wins(about, &about->moves[0].stats);
        const double min = (double)wins(about, &about->moves[about->count - 1].stats);
        const double won = (double)wins(about, &about->moves[i].stats);
        picture_cell *cell = &drawing->cells[about->moves[i].point];
        cell->heat = max > min ? (float)((won - min) / (max - min)) : 0.5F;
        snprintf(cell->label, sizeof cell->label, "%.0f",
                 100 * won / (double)about->playouts->games);
    }
    snprintf(caption, capacity, "%s's win rates in percent, %llu random games after each move",
             qi_colour_name(qi_nogo_to_move(about->position)),
             (unsigned long long)about->playouts->games);
    drawing->title = "Win rates of the first moves in random NoGo games";
    drawing->caption = caption;
    return true;
}

static int print(const run *about)
{
    const nogo_playouts *const playouts = about->playouts;
    picture drawing = {0};
    char caption[160];
    if (playouts->by_move && !draw(about, &drawing, caption, sizeof caption))
        return cli_fail_with(about->spec, QI_NO_MEMORY);
    int status = CLI_GO_ON;
    if (playouts->svg)
        status = picture_save_svg(about->spec, playouts->svg, &drawing);
    if (status == CLI_GO_ON) {
        cli_answer answer;
        cli_answer_start(&answer, playouts->json);
        print_totals(&answer, about);
        if (playouts->by_move)
            print_moves(&answer, about);
        if (playouts->by_move && !playouts->json && about->count)
            print_rates(&answer.out, &drawing);
        if (playouts->by_move && !playouts->json && cli_use_colour()) {
            cli_text(&answer.out, "\n");
            picture_terminal(&answer.out, &drawing, (picture_style){.colour = true});
        }
        status = cli_answer_end(about->spec, &answer, CLI_DONE);
    }
    picture_end(&drawing);
    return status;
}

/* Finds the path of --simd; false if there is none of that name. */
static bool find_path(qi_nogo_path *path)
{
    static const char *const names[] = {"best", "portable", "avx2", "avx512"};
    for (*path = QI_NOGO_BEST_PATH; *path <= QI_NOGO_AVX512; (*path)++)
        if (strcmp(names[*path], cli_simd()) == 0)
            return true;
    return false;
}

static int playouts_run(const cli_spec *spec, const qi_nogo *position,
                        const nogo_playouts *playouts, uint64_t seed)
{
    nogo_playouts part = *playouts;
    if (!find_path(&part.path))
        return nogo_fail_simd(spec);
    run about = {.spec = spec, .position = position, .playouts = &part, .seed = seed};
    part.games = qi_shard_range(playouts->shard, playouts->games, &about.first);
    cli_progress_start(&about.progress);
    const qi_result result = play(&about);
    cli_progress_end(&about.progress);
    const int status = result == QI_OK            ? print(&about)
                       : result == QI_UNSUPPORTED ? nogo_fail_simd(spec)
                                                  : cli_fail_with(spec, result);
    free(about.moves);
    return status;
}

/* ---- one game ----------------------------------------------------------------------------- */

/* The moves may be too many to be kept: their list is written piece by piece. */
typedef struct list_writer {
    cli_out out;
    uint32_t columns;
    bool begun;
} list_writer;

static bool write_list(void *context, const qi_point *moves, size_t count)
{
    list_writer *writer = context;
    for (size_t i = 0; i < count; i++) {
        cli_printf(&writer->out, "%s[%u,%u]", writer->begun ? "," : "",
                   moves[i] / writer->columns + 1, moves[i] % writer->columns + 1);
        writer->begun = true;
    }
    return !writer->out.file.error;
}

/* Plays the game out and prints its moves. QI_STOPPED is a write error, which cli_out_close
 * reports. */
static int simulate(const cli_spec *spec, qi_nogo *position, qi_nogo_policy policy, uint64_t seed)
{
    cli_out out;
    cli_out_stdout(&out);
    const qi_result result =
        qi_nogo_simulate_text(position, policy, seed, qi_file_write, &out.file);
    if (result != QI_OK && result != QI_STOPPED)
        return cli_fail_with(spec, result);
    return cli_out_close(spec, &out, CLI_DONE);
}

static int simulate_json(const cli_spec *spec, qi_nogo *position, qi_nogo_policy policy,
                         uint64_t seed)
{
    list_writer writer = {.columns = qi_nogo_columns(position)};
    cli_out_stdout(&writer.out);
    char *const line = nogo_line(position);
    if (!line)
        return cli_fail_with(spec, QI_NO_MEMORY);
    cli_text(&writer.out, "{\"position\":\"");
    cli_write(&writer.out, line, strlen(line));
    cli_printf(&writer.out, "\",\"to_move\":\"%s\",\"played\":[",
               cli_json_colour(qi_nogo_to_move(position)));
    free(line);
    const qi_result result = qi_nogo_simulate(position, policy, seed, write_list, &writer);
    if (result != QI_OK && result != QI_STOPPED)
        return cli_fail_with(spec, result);
    cli_printf(&writer.out, "],\"winner\":\"%s\"}\n",
               cli_json_colour(qi_opponent(qi_nogo_to_move(position))));
    return cli_out_close(spec, &writer.out, CLI_DONE);
}

int cli_nogo_simulate(int argc, char **argv)
{
    static const char *const policies[] = {"first", "random", NULL};
    int policy;
    uint64_t seed;
    nogo_reading reading = {0};
    nogo_playouts playouts = {0};
    const cli_option options[] = {
        opt_number("playouts", "N", &playouts.games, NULL, 1, (uint64_t)1 << 48,
                   "play N random games and print how they ended"),
        opt_flag("by-move", &playouts.by_move,
                 "with --playouts: N games after each legal first move"),
        opt_choice("policy", "P", &policy, "first", policies,
                   "first: the first legal point in reading order; random: any legal point"),
        opt_number("seed", "N", &seed, "1", 0, 0, "seed of the random policy and of --playouts"),
        opt_given(&playouts.jobs_given,
                  opt_jobs(&playouts.jobs, "1", 1024,
                           "with --playouts: number of threads; the result does not depend on it")),
        opt_shard(&playouts.shard,
                  "with --playouts: only part K of N of the games; counts of all parts add up"),
        opt_text("svg", "FILE", &playouts.svg, NULL,
                 "with --by-move: also draw the win rates on the board into FILE"),
        NOGO_READING_OPTION(reading),
        {0}};
    const cli_spec spec = {
        .command = "qi nogo simulate",
        .operands = "[BOARD]",
        .description =
            "Plays a NoGo game from a board to its end and prints the moves.\n"
            "\n"
            "Input (BOARD or standard input): 'n' or 'rows columns', then the rows: X is\n"
            "Black, O is White, . is an empty point and # a hole. Black moves first.\n"
            "Output: a line 'row column' for each move, counted from 1, Black's first.\n"
            "'-1 -1' marks the end: the side to move has no legal move and loses.\n"
            "With --playouts: how many random games each side wins, and how long they "
            "are.\n" NOGO_BOARD_NOTE,
        .options = options,
        .json = &playouts.json,
        .max_operands = 1,
        .position = &reading.line};
    int first;
    qi_nogo *position = NULL;
    int status = cli_parse(&spec, argc, argv, &first);
    if (status == CLI_GO_ON)
        status = playouts_check(&spec, &playouts);
    if (status == CLI_GO_ON)
        status = nogo_read(&spec, argv[first], &reading, &position);
    if (status != CLI_GO_ON)
        return status;
    const qi_nogo_policy how = policy == 0 ? QI_NOGO_FIRST : QI_NOGO_RANDOM;
    if (playouts.games)
        status = playouts_run(&spec, position, &playouts, seed);
    else
        status = (playouts.json ? simulate_json : simulate)(&spec, position, how, seed);
    qi_nogo_free(position);
    return status;
}
