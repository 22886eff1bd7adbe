#include "cli/sgf.h"
#include "cli/go/go.h"
#include "cli/verbs.h"

#include <qi/go_record.h>

#include <inttypes.h>
#include <stdlib.h>

typedef enum sgf_target { TO_TABLE, TO_MOVES } sgf_target;

/* The rows of Go. */
enum { PASSES = SGF_FIRST_ROWS, ILLEGAL, OCCUPIED, SUICIDE, SUPERKO, UNREAD };

typedef struct go_run {
    sgf_run files;
    go_options chosen;
    int to; /* an sgf_target */
    qi_go_record *record;
    qi_buffer moves; /* --to moves: kept until the number of games, which comes first, is known */
    uint64_t games_written;
} go_run;

static bool simple_ko(const go_run *run)
{
    return go_rules_of(&run->chosen).repetition == QI_GO_SIMPLE_KO;
}

static void report_refusal(go_run *run, const qi_go_entry *entry)
{
    sgf_run *const files = &run->files;
    const uint32_t columns = qi_go_columns(qi_go_record_position(run->record));
    const uint64_t column = sgf_locate(files, files->text + entry->source);
    cli_printf(&files->out, "%s:%" PRIu64 ":%" PRIu64 ": move %" PRIu64 ", %c %u %u: %s",
               files->file, files->line, column, files->one[SGF_MOVES],
               entry->move.colour == QI_BLACK ? 'B' : 'W', entry->move.point / columns + 1,
               entry->move.point % columns + 1, qi_go_verdict_text(entry->verdict));
    if (entry->verdict == QI_GO_SUPERKO)
        cli_printf(&files->out, simple_ko(run) ? " (ko, as after step %u)" : " (as after step %u)",
                   entry->repeated);
    cli_text(&files->out, "\n");
}

/* Adds up what the game holds, as far as it was read, and reports what was refused. */
static void go_through(go_run *run)
{
    uint64_t *const one = run->files.one;
    const qi_go_entry *const entries = qi_go_record_entries(run->record);
    for (size_t i = 0; i < qi_go_record_count(run->record); i++) {
        const qi_go_verdict verdict = entries[i].verdict;
        one[SGF_SETUP] += entries[i].count;
        one[SGF_MOVES] += entries[i].kind != QI_GO_SETUP;
        one[PASSES] += entries[i].kind == QI_GO_PASS;
        one[OCCUPIED] += verdict == QI_GO_OCCUPIED;
        one[SUICIDE] += verdict == QI_GO_SUICIDE;
        one[SUPERKO] += verdict == QI_GO_SUPERKO;
        if (verdict != QI_GO_OK && cli_is_verbose())
            report_refusal(run, &entries[i]);
    }
}

/* A value that is no point of the board: it is said, and the game goes on. */
static void report_unread(void *context, const qi_text_error *error)
{
    go_run *run = context;
    run->files.one[UNREAD]++;
    run->files.bad = true;
    if (error)
        sgf_report(&run->files, error);
}

/* ---- printing ----------------------------------------------------------------------------- */

/* Stones put on empty points can be written as moves: each group keeps its final liberties, or the
 * points where its own stones are still to come, so nothing is captured on the way. Removing stones
 * cannot. */
static qi_result check_setups(const go_run *run, qi_text_error *error)
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
            qi_sgf_place(run->files.sgf, run->files.text + entries[i].source, &line, &column);
            return qi_text_fail_at(error, line, column,
                                   qi_message_of("a setup that takes a stone off"),
                                   qi_message_of("a game that consists of moves alone"));
        }
    }
    return QI_OK;
}

static void write_move(go_run *run, qi_move move)
{
    const uint32_t columns = qi_go_columns(qi_go_record_position(run->record));
    char text[QI_GO_MOVE_CAPACITY];
    if (!qi_go_write_move(move, columns, text, sizeof text))
        return;
    qi_buffer_add_text(&run->moves, text);
    qi_buffer_add_char(&run->moves, '\n');
}

static void write_moves(go_run *run)
{
    const qi_go_record *record = run->record;
    const uint64_t *const one = run->files.one;
    const qi_go_entry *const entries = qi_go_record_entries(record);
    const size_t count = (size_t)(one[SGF_MOVES] - one[PASSES] + one[SGF_SETUP]);
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

static void print_game(go_run *run)
{
    sgf_run *const files = &run->files;
    const uint64_t *const one = files->one;
    const qi_go *const game = qi_go_record_position(run->record);
    if (run->to == TO_MOVES)
        write_moves(run);
    else if (files->each)
        cli_printf(&files->out,
                   "%5ux%-2u %7" PRIu64 " %7" PRIu64 " %6" PRIu64 " %8" PRIu64 " %7" PRIu64
                   " %7" PRIu64 "  %s#%zu\n",
                   qi_go_rows(game), qi_go_columns(game), one[SGF_MOVES], one[PASSES],
                   one[SGF_SETUP], one[OCCUPIED], one[SUICIDE], one[SUPERKO], files->file,
                   files->number);
}

/* All games of --to moves are read with one size: that of --size, else of the first. */
static qi_result check_size(go_run *run, const qi_sgf_walk *walk, qi_sgf_node root,
                            qi_text_error *error)
{
    sgf_run *const files = &run->files;
    cli_board_size *const size = &files->size;
    if (run->games_written == 0)
        *size = (cli_board_size){walk->rows, walk->columns};
    if (walk->rows == size->rows && walk->columns == size->columns)
        return QI_OK;
    qi_sgf_value value = {files->place, 0}; /* without SZ the size is 19 */
    qi_sgf_find(files->sgf, root, "SZ", 0, &value);
    const uint64_t column = sgf_locate(files, value.text);
    return qi_text_fail_at(
        error, files->line, column, qi_message_of("a %ux%u board", walk->rows, walk->columns),
        qi_message_of("%ux%u as before, or --size to choose", size->rows, size->columns));
}

/* An empty record with the walk's board. */
static qi_result prepare(go_run *run, const qi_sgf_walk *walk)
{
    const qi_go *const game = run->record ? qi_go_record_position(run->record) : NULL;
    if (game && qi_go_rows(game) == walk->rows && qi_go_columns(game) == walk->columns)
        return QI_OK;
    qi_go_record_free(run->record);
    run->record = NULL;
    const qi_go_rules rules = go_rules_of(&run->chosen);
    return qi_go_record_new(walk->rows, walk->columns, &rules, NULL, &run->record);
}

static qi_result read_game(sgf_run *files, qi_sgf_walk *walk, qi_sgf_node root,
                           qi_text_error *error)
{
    go_run *const run = files->context;
    qi_result result = run->to == TO_MOVES ? check_size(run, walk, root, error) : QI_OK;
    if (result == QI_OK)
        result = prepare(run, walk);
    if (result != QI_OK)
        return result;
    qi_go_sgf_reading reading = {
        .record = run->record, .text = files->text, .unread = report_unread, .context = run};
    result = qi_go_read_sgf(&reading, walk, SIZE_MAX, error);
    go_through(run);
    if (result == QI_OK && run->to == TO_MOVES)
        result = check_setups(run, error);
    if (result == QI_OK)
        print_game(run);
    return result;
}

static bool print_moves(sgf_run *files)
{
    const go_run *const run = files->context;
    if (run->moves.failed)
        return false;
    cli_printf(&files->out, "%" PRIu64 "\n", run->games_written);
    cli_write(&files->out, run->moves.bytes ? run->moves.bytes : "", run->moves.length);
    return true;
}

static void print_head(sgf_run *files)
{
    cli_printf(&files->out, "   board   moves  passes  setup occupied suicide %7s  game\n",
               simple_ko(files->context) ? "ko" : "superko");
}

static int read_files(go_run *run, int argc, char **argv, int first)
{
    const bool ko = simple_ko(run);
    const sgf_row rows[] = {{"passes among them", "passes", SGF_ALWAYS},
                            {"illegal moves", "illegal", SGF_TOTAL},
                            {"occupied", "occupied", SGF_PART},
                            {"suicide", "suicide", SGF_PART},
                            {ko ? "ko" : "superko", "superko", SGF_PART},
                            {"no points of the board", "unread", SGF_UNLESS_0},
                            {0}};
    const bool table = run->to == TO_TABLE;
    const sgf_game game = {.rows = rows,
                           .head = table ? print_head : NULL,
                           .read = read_game,
                           .print = table ? NULL : print_moves};
    run->files.game = &game;
    run->files.context = run;
    return sgf_read_files(&run->files, argc, argv, first);
}

int cli_go_sgf(int argc, char **argv)
{
    static const char *const targets[] = {"table", "moves", NULL};
    go_run *run = calloc(1, sizeof *run);
    if (!run)
        return cli_fail_with(&(cli_spec){.command = "qi go sgf"}, QI_NO_MEMORY);
    const cli_option options[] = {opt_choice("to", "WHAT", &run->to, "table", targets,
                                             "table, or moves: the input of 'qi go replay'"),
                                  GO_RULES_OPTIONS(run->chosen),
                                  SGF_OPTIONS(run->files, QI_GO_MAX_SIDE),
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
        .json = &run->files.json,
        .max_operands = -1};
    int first = argc;
    run->files.spec = &spec;
    int status = cli_parse(&spec, argc, argv, &first);
    if (status == CLI_GO_ON)
        status = read_files(run, argc, argv, first);
    qi_buffer_free(&run->moves);
    qi_go_record_free(run->record);
    free(run);
    return status;
}
