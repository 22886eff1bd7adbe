#include "cli/go/go.h"
#include "cli/verbs.h"

#include <qi/go_record.h>

#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>

typedef enum sgf_target { TO_TABLE, TO_MOVES } sgf_target;

/* Counts over games. */
typedef struct tally {
    uint64_t games, moves, passes, setup;
    uint64_t refused[QI_GO_OFF_BOARD + 1]; /* moves, by verdict */
    uint64_t unread;                       /* values that are no points of the board */
} tally;

typedef struct sgf_run {
    const cli_spec *spec;
    go_options chosen;
    bool sized;      /* only games of the chosen size */
    bool each, json; /* what to print */
    int to;          /* an sgf_target */

    uint64_t files, malformed, other_sizes;
    tally all;

    /* The game being read. */
    const char *file;
    const char *place, *line_start; /* lines have been counted up to here */
    uint64_t line;
    const char *text;
    const qi_sgf *sgf;
    size_t number; /* in its file, from 1 */
    qi_go_record *record;
    tally one;

    qi_buffer moves; /* --to moves: kept until the number of games, which comes first, is known */
    uint64_t games_written;
    cli_out out;
    cli_progress progress;
} sgf_run;

/* Places come in the order of the text, so each search starts from the last place: a collection may
 * be long and have many illegal moves. */
static uint64_t locate(sgf_run *run, const char *at)
{
    for (; run->place < at; run->place++)
        if (*run->place == '\n') {
            run->line++;
            run->line_start = run->place + 1;
        }
    return (uint64_t)(at - run->line_start) + 1;
}

static void report_refusal(sgf_run *run, const qi_go_entry *entry)
{
    const uint32_t columns = qi_go_columns(qi_go_record_position(run->record));
    const uint64_t column = locate(run, run->text + entry->source);
    cli_printf(&run->out, "%s:%" PRIu64 ":%" PRIu64 ": move %" PRIu64 ", %c %u %u: %s", run->file,
               run->line, column, run->one.moves, entry->move.colour == QI_BLACK ? 'B' : 'W',
               entry->move.point / columns + 1, entry->move.point % columns + 1,
               qi_go_verdict_text(entry->verdict));
    if (entry->verdict == QI_GO_SUPERKO)
        cli_printf(&run->out,
                   go_rules_of(&run->chosen).repetition == QI_GO_SIMPLE_KO
                       ? " (ko, as after step %u)"
                       : " (as after step %u)",
                   entry->repeated);
    cli_text(&run->out, "\n");
}

/* Adds up what the game holds, as far as it was read, and reports what was refused. */
static void go_through(sgf_run *run)
{
    tally *one = &run->one;
    const qi_go_entry *const entries = qi_go_record_entries(run->record);
    for (size_t i = 0; i < qi_go_record_count(run->record); i++) {
        one->setup += entries[i].count;
        one->moves += entries[i].kind != QI_GO_SETUP;
        one->passes += entries[i].kind == QI_GO_PASS;
        if (entries[i].verdict == QI_GO_OK)
            continue;
        one->refused[entries[i].verdict]++;
        if (cli_is_verbose())
            report_refusal(run, &entries[i]);
    }
}

static void end_live_line(sgf_run *run)
{
    cli_flush(&run->out);
    cli_progress_end(&run->progress);
}

/* A value that is no point of the board: it is said, and the game goes on. */
static void report_unread(void *context, const qi_text_error *error)
{
    sgf_run *run = context;
    run->one.unread++;
    if (error) {
        end_live_line(run);
        cli_fail_text(run->file, error);
    }
}

/* Reports what the reader left out. Text outside games is harmless; a lost game is not. */
static int report_gaps(sgf_run *run)
{
    int status = CLI_DONE;
    const size_t gaps = qi_sgf_gaps(run->sgf);
    for (size_t i = 0; i < gaps; i++) {
        if (i == QI_SGF_MAX_ERRORS && gaps > QI_SGF_MAX_ERRORS + 1)
            i = gaps - 1; /* only the last can be a game */
        const qi_sgf_gap gap = qi_sgf_gap_at(run->sgf, i);
        end_live_line(run);
        cli_fail_text(run->file, &gap.why);
        if (gap.is_game)
            status = CLI_BAD;
    }
    return status;
}

/* ---- printing ----------------------------------------------------------------------------- */

/* Stones put on empty points can be written as moves: each group keeps its final liberties, or the
 * points where its own stones are still to come, so nothing is captured on the way. Removing stones
 * cannot. */
static qi_result check_setups(const sgf_run *run, qi_text_error *error)
{
    qi_go_record *const record = run->record;
    const qi_go_entry *const entries = qi_go_record_entries(record);
    const qi_stone *const stones = qi_go_record_stones(record);
    for (size_t i = qi_go_record_count(record); i-- > 0;) {
        if (entries[i].count)
            qi_go_record_seek(record, i);
        for (uint32_t k = 0; k < entries[i].count; k++) {
            const qi_stone *stone = &stones[entries[i].first + k];
            if (stone->colour != QI_EMPTY &&
                qi_go_at(qi_go_record_position(record), stone->point) == QI_EMPTY)
                continue;
            uint64_t line, column;
            qi_sgf_place(run->sgf, run->text + entries[i].source, &line, &column);
            return qi_text_fail_at(error, line, column,
                                   qi_message_of("a setup that takes a stone off"),
                                   qi_message_of("a game that consists of moves alone"));
        }
    }
    return QI_OK;
}

static void write_move(sgf_run *run, qi_move move)
{
    const uint32_t columns = qi_go_columns(qi_go_record_position(run->record));
    char text[QI_GO_MOVE_CAPACITY];
    if (!qi_go_write_move(move, columns, text, sizeof text))
        return;
    qi_buffer_add_text(&run->moves, text);
    qi_buffer_add_char(&run->moves, '\n');
}

static void write_moves(sgf_run *run)
{
    const qi_go_record *record = run->record;
    const qi_go_entry *const entries = qi_go_record_entries(record);
    const size_t count = (size_t)(run->one.moves - run->one.passes + run->one.setup);
    qi_buffer_printf(&run->moves, "%zu\n", count);
    for (size_t i = 0; i < qi_go_record_count(record); i++) {
        for (uint32_t k = 0; k < entries[i].count; k++) {
            const qi_stone stone = qi_go_record_stones(record)[entries[i].first + k];
            write_move(run, (qi_move){stone.point, stone.colour});
        }
        write_move(run, entries[i].move);
    }
    run->games_written++;
}

static void print_game(sgf_run *run)
{
    const tally *one = &run->one;
    const qi_go *const game = qi_go_record_position(run->record);
    if (run->to == TO_MOVES)
        write_moves(run);
    else if (run->each)
        cli_printf(&run->out,
                   "%5ux%-2u %7" PRIu64 " %7" PRIu64 " %6" PRIu64 " %8" PRIu64 " %7" PRIu64
                   " %7" PRIu64 "  %s#%zu\n",
                   qi_go_rows(game), qi_go_columns(game), one->moves, one->passes, one->setup,
                   one->refused[QI_GO_OCCUPIED], one->refused[QI_GO_SUICIDE],
                   one->refused[QI_GO_SUPERKO], run->file, run->number);
}

/* A game that was found malformed counts up to there, but not as a game. */
static void add_up(tally *sum, const tally *one, bool whole)
{
    sum->games += whole;
    sum->moves += one->moves;
    sum->passes += one->passes;
    sum->setup += one->setup;
    sum->unread += one->unread;
    for (size_t i = 0; i < sizeof sum->refused / sizeof *sum->refused; i++)
        sum->refused[i] += one->refused[i];
}

/* Prints the sums as a table or as JSON. */
static void print_sums(sgf_run *run)
{
    const tally *const all = &run->all;
    const uint64_t *const refused = all->refused;
    const bool ko = go_rules_of(&run->chosen).repetition == QI_GO_SIMPLE_KO;
    const struct {
        const char *name, *key;
        uint64_t count;
        bool always, reason; /* reason: belongs to the illegal moves above */
    } rows[] = {{"files", "files", run->files, true, false},
                {"malformed files", "malformed", run->malformed, false, false},
                {"games", "games", all->games, true, false},
                {"games of other sizes", "other_sizes", run->other_sizes, false, false},
                {"points set up", "setup", all->setup, false, false},
                {"moves", "moves", all->moves, true, false},
                {"passes among them", "passes", all->passes, true, false},
                {"illegal moves", NULL,
                 refused[QI_GO_OCCUPIED] + refused[QI_GO_SUICIDE] + refused[QI_GO_SUPERKO], true,
                 false},
                {"occupied", "occupied", refused[QI_GO_OCCUPIED], true, true},
                {"suicide", "suicide", refused[QI_GO_SUICIDE], true, true},
                {ko ? "ko" : "superko", "superko", refused[QI_GO_SUPERKO], true, true},
                {"no points of the board", "unread", all->unread, false, false}};
    json_t *const sums = run->json ? json_object() : NULL, *illegal = NULL;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *const format =
            rows[i].reason ? "  %-20s %12" PRIu64 "\n" : "%-22s %12" PRIu64 "\n";
        if (run->json && rows[i].key)
            json_object_set_new(rows[i].reason ? illegal : sums, rows[i].key,
                                json_integer((json_int_t)rows[i].count));
        else if (run->json)
            json_object_set_new(sums, "illegal", illegal = json_object());
        else if (rows[i].always || rows[i].count)
            cli_printf(&run->out, format, rows[i].name, rows[i].count);
    }
    if (run->json)
        cli_print_json(&run->out, sums);
}

/* ---- files -------------------------------------------------------------------------------- */

/* Without --size, the first game sets the board size for --to moves. */
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
        qi_sgf_value value = {run->place, 0}; /* without SZ the size is 19 */
        qi_sgf_find(run->sgf, root, "SZ", 0, &value);
        const uint64_t at = locate(run, value.text);
        return qi_text_fail_at(
            error, run->line, at, qi_message_of("a %ux%u board", walk->rows, walk->columns),
            qi_message_of("%ux%u as before, or --size to choose", size->rows, size->columns));
    }
    return QI_OK;
}

/* An empty record with the walk's board. */
static qi_result prepare(sgf_run *run, const qi_sgf_walk *walk)
{
    run->one = (tally){0};
    const qi_go *const game = run->record ? qi_go_record_position(run->record) : NULL;
    if (game && qi_go_rows(game) == walk->rows && qi_go_columns(game) == walk->columns)
        return QI_OK;
    qi_go_record_free(run->record);
    run->record = NULL;
    const qi_go_rules rules = go_rules_of(&run->chosen);
    return qi_go_record_new(walk->rows, walk->columns, &rules, NULL, &run->record);
}

static qi_result read_game(sgf_run *run, qi_sgf_walk *walk, qi_text_error *error)
{
    qi_result result = prepare(run, walk);
    if (result != QI_OK)
        return result;
    qi_go_sgf_reading reading = {
        .record = run->record, .text = run->text, .unread = report_unread, .context = run};
    result = qi_go_read_sgf(&reading, walk, SIZE_MAX, error);
    go_through(run);
    if (result == QI_OK && run->to == TO_MOVES)
        result = check_setups(run, error);
    if (result == QI_OK)
        print_game(run);
    add_up(&run->all, &run->one, result == QI_OK);
    return result;
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
        if (result == QI_OK && wanted)
            result = read_game(run, &walk, error);
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
    run->text = run->place = run->line_start = input.text;
    run->line = 1;
    qi_result result = qi_sgf_parse(input.text, input.length, NULL, &sgf, &error);
    run->sgf = sgf;
    const uint64_t unread = run->all.unread;
    int answer = CLI_DONE;
    if (result == QI_OK) {
        result = read_games(run, &error);
        answer = report_gaps(run);
    }
    qi_sgf_free(sgf);
    if (result != QI_OK) {
        end_live_line(run);
        answer = cli_fail_result(run->spec, input.name, result, &error);
    } else if (run->all.unread > unread) {
        answer = CLI_BAD;
    }
    run->malformed += answer != CLI_DONE && (result == QI_OK || result == QI_BAD_TEXT);
    cli_input_free(&input);
    return answer;
}

static int read_files(sgf_run *run, char **paths, size_t count)
{
    int status = CLI_DONE;
    cli_progress_start(&run->progress);
    if (run->each && run->to == TO_TABLE)
        cli_printf(&run->out, "   board   moves  passes  setup occupied suicide %7s  game\n",
                   go_rules_of(&run->chosen).repetition == QI_GO_SIMPLE_KO ? "ko" : "superko");
    for (size_t i = 0; i < count; i++) {
        if (read_file(run, paths[i]) != CLI_DONE)
            status = CLI_BAD;
        cli_progress_set(&run->progress, (double)(i + 1), (double)count, 0);
        if (cli_progress_due(&run->progress))
            cli_progress_line(&run->progress, "%zu of %zu files, %" PRIu64 " moves", i + 1, count,
                              run->all.moves);
    }
    cli_progress_end(&run->progress);
    return status;
}

static int run_sgf(sgf_run *run, char **paths, size_t count)
{
    cli_out_stdout(&run->out);
    int status = read_files(run, paths, count);
    if (run->moves.failed) {
        status = cli_fail_with(run->spec, QI_NO_MEMORY);
    } else if (run->files == 0) {
        /* no file could be read, which has been said */
    } else if (run->to == TO_MOVES) {
        cli_printf(&run->out, "%" PRIu64 "\n", run->games_written);
        cli_write(&run->out, run->moves.bytes ? run->moves.bytes : "", run->moves.length);
    } else {
        print_sums(run);
    }
    qi_buffer_free(&run->moves);
    qi_go_record_free(run->record);
    return cli_out_close(run->spec, &run->out, status);
}

/* Folders are for find, which knows which of their files are meant. */
static int refuse_folder(const cli_spec *spec, const char *path)
{
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISDIR(about.st_mode))
        return CLI_GO_ON;
    return cli_fail(spec, "'%s' is a folder; use: find '%s' -name '*.sgf' -print0 | xargs -0 %s",
                    path, path, spec->command);
}

int cli_go_sgf(int argc, char **argv)
{
    static const char *const targets[] = {"table", "moves", NULL};
    sgf_run *run = calloc(1, sizeof *run);
    if (!run)
        return cli_fail_with(&(cli_spec){.command = "qi go sgf"}, QI_NO_MEMORY);
    const cli_option options[] = {
        opt_choice("to", "WHAT", &run->to, "table", targets,
                   "table, or moves: the input of 'qi go replay'"),
        opt_given(&run->sized, opt_board("size", &run->chosen.size, NULL, QI_GO_MAX_SIDE,
                                         "only games on boards of this size")),
        GO_RULES_OPTIONS(run->chosen),
        opt_flag("each", &run->each, "print a line for every game"),
        {0}};
    const cli_spec spec = {
        .command = "qi go sgf",
        .operands = "[FILE]...",
        .description =
            "Reads games of Go from SGF files and replays their main lines with exact rules.\n"
            "Prints how many games, moves and illegal moves there are. An illegal move is\n"
            "ignored, and the game goes on. What cannot be read is reported on stderr with\n"
            "line and column, and the next move, game or file is read; the exit status is then\n"
            "2. Text after the last game is reported too, and does no harm.\n"
            "\n"
            "With --to moves, setup stones are written as moves and passes are left out. All\n"
            "games must have the size of the first one, or that of --size.\n",
        .options = options,
        .json = &run->json,
        .max_operands = -1};
    int first = argc;
    int status = cli_parse(&spec, argc, argv, &first);
    for (int i = first; status == CLI_GO_ON && i < argc; i++)
        status = refuse_folder(&spec, argv[i]);
    if (status == CLI_GO_ON) {
        static char standard_input[] = "-";
        char *standard[] = {standard_input};
        run->spec = &spec;
        status = first < argc ? run_sgf(run, argv + first, (size_t)(argc - first))
                              : run_sgf(run, standard, 1);
    }
    free(run);
    return status;
}
