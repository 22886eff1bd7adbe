#include "cli/go/go.h"
#include "cli/json.h"
#include "cli/paths.h"
#include "cli/verbs.h"

#include <qi/sgf.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct tally {
    uint64_t games, moves, passes, setup;
    uint64_t refused[QI_GO_NO_MEMORY + 1]; /* by verdict */
} tally;

enum { MOST_POINTS = QI_GO_MOST_SIDE * QI_GO_MOST_SIDE, UNTOUCHED = 0xff };

typedef enum sgf_target { TO_TABLE, TO_MOVES } sgf_target;

typedef struct sgf_run {
    const cli_spec *spec;
    go_options chosen;
    bool sized;               /* only games of the chosen size */
    bool verbose, each, json; /* how to tell */
    int to;                   /* an sgf_target */

    uint64_t files, malformed, other_sizes;
    tally all;

    /* The game being read. */
    const char *file;
    const char *place, *line_start; /* up to where lines were counted */
    uint64_t line;
    const qi_sgf *sgf;
    size_t number; /* in its file, from 1 */
    qi_go *game;   /* of the size of the last one */
    tally one;
    bool setting_up;            /* a setup node is being read: */
    uint8_t setup[MOST_POINTS]; /* what it makes of each point, or UNTOUCHED */

    /* --to moves */
    qi_go_record record;
    FILE *written; /* into memory, since the number of games comes first */
    uint64_t games_written;
    cli_out out;
    cli_progress progress;
} sgf_run;

/* ---- what is wrong ------------------------------------------------------------------------ */

/* Places are asked for in the order of the text, so each search goes on from the last place: a
 * collection may be long and have many illegal moves. */
static void locate(sgf_run *run, const char *at, qi_text_error *error)
{
    for (; run->place < at; run->place++)
        if (*run->place == '\n') {
            run->line++;
            run->line_start = run->place + 1;
        }
    error->line = run->line;
    error->column = (uint64_t)(at - run->line_start) + 1;
}

static qi_result fail_at(sgf_run *run, const char *at, qi_text_error *error, const char *found,
                         const char *expected)
{
    locate(run, at, error);
    snprintf(error->found, sizeof error->found, "%s", found);
    snprintf(error->expected, sizeof error->expected, "%s", expected);
    return QI_BAD_TEXT;
}

static void tell_refusal(sgf_run *run, const qi_sgf_event *event, qi_go_verdict verdict,
                         uint32_t repeated)
{
    const uint32_t columns = qi_go_columns(run->game);
    qi_text_error place;
    locate(run, event->at, &place);
    cli_printf(&run->out, "%s:%" PRIu64 ":%" PRIu64 ": move %" PRIu64 ", %c %u %u: %s", run->file,
               place.line, place.column, run->one.moves, event->colour == QI_BLACK ? 'B' : 'W',
               event->point / columns + 1, event->point % columns + 1, qi_go_verdict_text(verdict));
    if (verdict == QI_GO_SUPERKO)
        cli_printf(&run->out, " (as after step %u)", repeated);
    cli_text(&run->out, "\n");
}

/* ---- one game ----------------------------------------------------------------------------- */

static bool keep_move(sgf_run *run, qi_go_move move)
{
    qi_go_record *record = &run->record;
    if (record->count == record->capacity) {
        const size_t capacity = record->capacity ? 2 * record->capacity : 512;
        qi_go_move *larger = realloc(record->moves, capacity * sizeof *larger);
        if (!larger)
            return false;
        record->moves = larger;
        record->capacity = capacity;
    }
    record->moves[record->count++] = move;
    return true;
}

/* A board of the game's size, empty. */
static qi_result prepare(sgf_run *run, uint32_t rows, uint32_t columns)
{
    run->one = (tally){0};
    run->setting_up = false;
    run->record.count = 0;
    if (run->game && qi_go_rows(run->game) == rows && qi_go_columns(run->game) == columns) {
        qi_go_clear(run->game);
        return QI_OK;
    }
    qi_go_free(run->game);
    run->game = NULL;
    const qi_go_rules rules = go_rules_of(&run->chosen);
    return qi_go_new(rows, columns, &rules, NULL, &run->game);
}

/* Stones put on empty points can be told as moves: each group keeps the liberties that it has in
 * the end or the points where its own stones are still to come, so nothing is captured on the way.
 * Taking stones off cannot. */
static qi_result take_setup(sgf_run *run, const qi_sgf_event *event, qi_text_error *error)
{
    run->one.setup++;
    if (run->setting_up && run->setup[event->point] == event->colour)
        return QI_OK;
    if (run->to == TO_MOVES) {
        if (event->colour == QI_EMPTY || qi_go_at(run->game, event->point) != QI_EMPTY ||
            (run->setting_up && run->setup[event->point] != UNTOUCHED))
            return fail_at(run, event->at, error, "a setup that takes a stone off",
                           "a game that can be told by moves alone");
        if (!keep_move(run, (qi_go_move){event->point, event->colour}))
            return QI_NO_MEMORY;
    }
    if (!run->setting_up)
        memset(run->setup, UNTOUCHED, sizeof run->setup);
    run->setting_up = true;
    run->setup[event->point] = (uint8_t)event->colour;
    return QI_OK;
}

/* The stones of one node are one step. */
static qi_result finish_setup(sgf_run *run, const char *at, qi_text_error *error)
{
    if (!run->setting_up)
        return QI_OK;
    qi_go_stone stones[MOST_POINTS];
    size_t count = 0;
    for (qi_point point = 0; point < MOST_POINTS; point++)
        if (run->setup[point] != UNTOUCHED)
            stones[count++] = (qi_go_stone){point, (qi_colour)run->setup[point]};
    run->setting_up = false;
    const qi_result result = qi_go_set_up(run->game, stones, count, qi_go_to_move(run->game), NULL);
    if (result == QI_BAD_ARGUMENT)
        return fail_at(run, at, error, "a setup that leaves a group without a liberty",
                       "a liberty for every group");
    return result;
}

static qi_result take_move(sgf_run *run, const qi_sgf_event *event)
{
    run->one.moves++;
    if (event->point == QI_NO_POINT) {
        run->one.passes++;
        return qi_go_pass(run->game, event->colour);
    }
    if (run->to == TO_MOVES && !keep_move(run, (qi_go_move){event->point, event->colour}))
        return QI_NO_MEMORY;
    uint32_t repeated;
    const qi_go_verdict verdict = qi_go_play(run->game, event->colour, event->point, &repeated);
    if (verdict == QI_GO_NO_MEMORY)
        return QI_NO_MEMORY;
    if (verdict != QI_GO_OK) {
        run->one.refused[verdict]++;
        if (run->verbose)
            tell_refusal(run, event, verdict, repeated);
    }
    return QI_OK;
}

static qi_result walk_game(sgf_run *run, qi_sgf_walk *walk, qi_text_error *error)
{
    const char *setup_at = NULL;
    qi_sgf_node setup_node = QI_SGF_NO_NODE;
    for (;;) {
        qi_sgf_event event;
        qi_result result = qi_sgf_walk_next(walk, &event, error);
        if (result == QI_OK && (event.kind != QI_SGF_SETUP || event.node != setup_node))
            result = finish_setup(run, setup_at, error);
        if (result != QI_OK)
            return result;
        if (event.kind == QI_SGF_END)
            return QI_OK;
        if (event.kind == QI_SGF_SETUP) {
            if (event.node != setup_node)
                setup_at = event.at;
            setup_node = event.node;
            result = take_setup(run, &event, error);
        } else if (event.kind == QI_SGF_MOVE) {
            result = take_move(run, &event);
        }
        if (result != QI_OK)
            return result;
    }
}

/* ---- telling ------------------------------------------------------------------------------ */

static uint64_t refused_in(const tally *of)
{
    return of->refused[QI_GO_OCCUPIED] + of->refused[QI_GO_SUICIDE] + of->refused[QI_GO_SUPERKO];
}

static void add_tally(tally *sum, const tally *one)
{
    sum->games++;
    sum->moves += one->moves;
    sum->passes += one->passes;
    sum->setup += one->setup;
    for (size_t i = 0; i < sizeof sum->refused / sizeof *sum->refused; i++)
        sum->refused[i] += one->refused[i];
}

static void write_moves(sgf_run *run)
{
    const uint32_t columns = qi_go_columns(run->game);
    fprintf(run->written, "%zu\n", run->record.count);
    for (size_t i = 0; i < run->record.count; i++) {
        char line[QI_GO_LONGEST_LINE];
        const char *end = qi_go_write_move(run->record.moves[i], columns, line);
        fwrite(line, 1, (size_t)(end - line), run->written);
    }
    run->games_written++;
}

static void tell_game(sgf_run *run)
{
    const tally *one = &run->one;
    if (run->to == TO_MOVES)
        write_moves(run);
    else if (run->each)
        cli_printf(&run->out,
                   "%5ux%-2u %7" PRIu64 " %7" PRIu64 " %6" PRIu64 " %8" PRIu64 " %7" PRIu64
                   " %7" PRIu64 "  %s#%zu\n",
                   qi_go_rows(run->game), qi_go_columns(run->game), one->moves, one->passes,
                   one->setup, one->refused[QI_GO_OCCUPIED], one->refused[QI_GO_SUICIDE],
                   one->refused[QI_GO_SUPERKO], run->file, run->number);
    add_tally(&run->all, one);
}

static void print_table(sgf_run *run)
{
    const tally *all = &run->all;
    const struct {
        const char *name;
        uint64_t count;
        bool always;
    } rows[] = {{"files", run->files, true},
                {"malformed files", run->malformed, false},
                {"games", all->games, true},
                {"games of other sizes", run->other_sizes, false},
                {"points set up", all->setup, false},
                {"moves", all->moves, true},
                {"passes among them", all->passes, true},
                {"illegal moves", refused_in(all), true},
                {"  occupied", all->refused[QI_GO_OCCUPIED], true},
                {"  suicide", all->refused[QI_GO_SUICIDE], true},
                {"  superko", all->refused[QI_GO_SUPERKO], true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].always || rows[i].count)
            cli_printf(&run->out, "%-22s %12" PRIu64 "\n", rows[i].name, rows[i].count);
}

static void print_json(sgf_run *run)
{
    const tally *all = &run->all;
    cli_print_json(&run->out,
                   json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:{s:I, s:I, s:I}}", "files",
                             (json_int_t)run->files, "malformed", (json_int_t)run->malformed,
                             "games", (json_int_t)all->games, "other_sizes",
                             (json_int_t)run->other_sizes, "setup", (json_int_t)all->setup, "moves",
                             (json_int_t)all->moves, "passes", (json_int_t)all->passes, "illegal",
                             "occupied", (json_int_t)all->refused[QI_GO_OCCUPIED], "suicide",
                             (json_int_t)all->refused[QI_GO_SUICIDE], "superko",
                             (json_int_t)all->refused[QI_GO_SUPERKO]));
}

/* ---- files -------------------------------------------------------------------------------- */

/* Without --size the first game sets the size that the moves are written for. */
static qi_result check_size(sgf_run *run, const qi_sgf_walk *walk, qi_sgf_node root, bool *wanted,
                            qi_text_error *error)
{
    cli_board_size *size = &run->chosen.size;
    const bool same = walk->rows == size->rows && walk->columns == size->columns;
    *wanted = true;
    if (run->sized) {
        *wanted = same;
        run->other_sizes += !same;
    } else if (run->to == TO_MOVES && run->games_written == 0) {
        *size = (cli_board_size){walk->rows, walk->columns};
    } else if (run->to == TO_MOVES && !same) {
        qi_sgf_value value = {run->place, 0}; /* where no SZ says that it is 19 */
        char found[48], expected[96];
        snprintf(found, sizeof found, "a %ux%u board", walk->rows, walk->columns);
        snprintf(expected, sizeof expected, "%ux%u as before, or --size to choose", size->rows,
                 size->columns);
        qi_sgf_find(run->sgf, root, "SZ", 0, &value);
        return fail_at(run, value.text, error, found, expected);
    }
    return QI_OK;
}

static qi_result read_games(sgf_run *run, qi_text_error *error)
{
    run->number = 0;
    for (qi_sgf_node root = qi_sgf_first_game(run->sgf); root != QI_SGF_NO_NODE;
         root = qi_sgf_sibling(run->sgf, root)) {
        run->number++;
        qi_sgf_walk walk;
        bool wanted = false;
        qi_result result = qi_sgf_walk_start(run->sgf, root, &walk, error);
        if (result == QI_OK)
            result = check_size(run, &walk, root, &wanted, error);
        if (result == QI_OK && wanted) {
            result = prepare(run, walk.rows, walk.columns);
            if (result == QI_OK)
                result = walk_game(run, &walk, error);
            if (result == QI_OK)
                tell_game(run);
        }
        if (result != QI_OK)
            return result;
    }
    return QI_OK;
}

static int read_file(sgf_run *run, const char *path)
{
    cli_input input;
    const int status = cli_read(run->spec, path, &input);
    if (status != CLI_GO_ON)
        return status;
    qi_sgf *sgf = NULL;
    qi_text_error error;
    run->files++;
    run->file = input.name;
    run->place = run->line_start = input.text;
    run->line = 1;
    qi_result result = qi_sgf_parse(input.text, input.length, NULL, &sgf, &error);
    run->sgf = sgf;
    if (result == QI_OK)
        result = read_games(run, &error);
    qi_sgf_free(sgf);
    int answer = CLI_DONE;
    if (result != QI_OK) {
        run->malformed += result == QI_BAD_TEXT;
        cli_flush(&run->out);
        cli_progress_end(&run->progress);
        answer = cli_fail_result(run->spec, input.name, result, &error);
    }
    cli_input_free(&input);
    return answer;
}

static void show_progress(sgf_run *run, size_t done, size_t total)
{
    enum { WIDTH = 30 };
    static const char full[] = "##############################";
    if (!cli_progress_due(&run->progress))
        return;
    const int filled = (int)(done * WIDTH / total);
    cli_progress_line(&run->progress, "[%-*.*s] %zu of %zu files, %" PRIu64 " moves", WIDTH, filled,
                      full, done, total, run->all.moves);
}

static int read_files(sgf_run *run, const cli_paths *paths)
{
    int status = CLI_DONE;
    cli_progress_start(&run->progress);
    if (run->each && run->to == TO_TABLE)
        cli_text(&run->out, "   board   moves  passes  setup occupied suicide superko  game\n");
    for (size_t i = 0; i < paths->count; i++) {
        if (read_file(run, paths->list[i]) != CLI_DONE)
            status = CLI_BAD;
        show_progress(run, i + 1, paths->count);
    }
    cli_progress_end(&run->progress);
    return status;
}

static int run_sgf(sgf_run *run, const cli_paths *paths)
{
    char *text = NULL;
    size_t length = 0;
    cli_out_stdout(&run->out);
    run->written = open_memstream(&text, &length);
    int status;
    if (!run->written) {
        status = cli_fail(run->spec, "%s", qi_result_text(QI_NO_MEMORY));
    } else {
        status = read_files(run, paths);
        if (fflush(run->written) != 0)
            status = cli_fail(run->spec, "%s", qi_result_text(QI_NO_MEMORY));
        else if (run->to == TO_MOVES) {
            cli_printf(&run->out, "%" PRIu64 "\n", run->games_written);
            cli_write(&run->out, text, length);
        } else if (run->json)
            print_json(run);
        else
            print_table(run);
        status = cli_out_close(run->spec, &run->out, status);
    }
    if (run->written)
        fclose(run->written);
    free(text);
    qi_go_free_record(&run->record, NULL);
    qi_go_free(run->game);
    return status;
}

int cli_go_sgf(int argc, char **argv)
{
    static const char *const targets[] = {"table", "moves", NULL};
    sgf_run *run = calloc(1, sizeof *run);
    if (!run)
        return CLI_BAD;
    run->chosen = GO_STANDARD;
    const cli_option options[] = {
        {.name = "to",
         .kind = CLI_CHOICE,
         .value = &run->to,
         .argument = "WHAT",
         .choices = targets,
         .help = "table (default), or moves: the input of 'qi go replay'"},
        {.name = "size",
         .kind = CLI_BOARD,
         .value = &run->chosen.size,
         .given = &run->sized,
         .argument = "N|RxC",
         .min = 1,
         .max = QI_GO_MOST_SIDE,
         .help = "only games on this board: N rows and columns, or R rows, C columns"},
        {.name = "rules",
         .kind = CLI_CHOICE,
         .value = &run->chosen.repetition,
         .argument = "R",
         .choices = go_rules_choices,
         .help = "repetition: positional (default), situational, ko or none"},
        {.name = "suicide",
         .kind = CLI_FLAG,
         .value = &run->chosen.suicide,
         .help = "suicide is a legal move: it takes one's own group off"},
        {.name = "each", .kind = CLI_FLAG, .value = &run->each, .help = "a line for every game"},
        {.name = "verbose",
         .kind = CLI_FLAG,
         .value = &run->verbose,
         .letter = 'v',
         .help = "a line for every illegal move: its place and the reason"},
        {.name = "json",
         .kind = CLI_FLAG,
         .value = &run->json,
         .help = "print the table as one line of JSON"},
        {0}};
    const cli_spec spec = {
        .command = "qi go sgf",
        .operands = "[FILE|FOLDER]...",
        .description =
            "Reads games of Go from SGF files, and from all *.sgf files below folders, and "
            "replays\n"
            "their main lines with exact rules. Prints how many games, moves and illegal moves\n"
            "there are. An illegal move is ignored, and the game goes on. A malformed file is "
            "told\n"
            "on stderr with line and column, and the next file is read; the exit status is then "
            "2.\n"
            "\n"
            "With --to moves, setup stones are written as moves and passes are left out; games\n"
            "must be of one size, that of the first game or of --size.\n",
        .options = options,
        .more = "Examples:\n"
                "  qi go sgf --verbose game.sgf\n"
                "  qi go sgf --to moves games/ | qi go replay --stats >boards.txt\n",
        .max_operands = -1};
    int first;
    int status = cli_parse(&spec, argc, argv, &first);
    if (status == CLI_GO_ON) {
        static char standard_input[] = "-";
        char *standard[] = {standard_input};
        run->spec = &spec;
        cli_paths paths;
        const bool given = first < argc;
        const int found = cli_find_files(&spec, given ? argv + first : standard,
                                         given ? argc - first : 1, ".sgf", &paths);
        status = run_sgf(run, &paths);
        if (found != CLI_GO_ON)
            status = found;
        cli_free_paths(&paths);
    }
    free(run);
    return status;
}
