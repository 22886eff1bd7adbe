#include "cli/sgf.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

const sgf_row sgf_first_rows[SGF_FIRST_ROWS] = {
    [SGF_FILES] = {"files", "files", SGF_ALWAYS},
    [SGF_MALFORMED] = {"malformed files", "malformed", SGF_UNLESS_0},
    [SGF_GAMES] = {"games", "games", SGF_ALWAYS},
    [SGF_OTHER_SIZES] = {"games of other sizes", "other_sizes", SGF_UNLESS_0},
    [SGF_SETUP] = {"points set up", "setup", SGF_UNLESS_0},
    [SGF_MOVES] = {"moves", "moves", SGF_ALWAYS}};

/* A collection may be long and have many illegal moves, so no search starts from its beginning. */
uint64_t sgf_locate(sgf_run *run, const char *at)
{
    for (; run->place < at; run->place++)
        if (*run->place == '\n') {
            run->line++;
            run->line_start = run->place + 1;
        }
    return (uint64_t)(at - run->line_start) + 1;
}

static void end_live_line(sgf_run *run)
{
    cli_flush(&run->out);
    cli_progress_end(&run->progress);
}

void sgf_report(sgf_run *run, const qi_text_error *error)
{
    run->bad = true;
    end_live_line(run);
    cli_fail_text(run->file, error);
}

/* Reports what the reader left out. Text outside games is harmless; a lost game is not. */
static void report_gaps(sgf_run *run)
{
    const size_t gaps = qi_sgf_gaps(run->sgf);
    for (size_t i = 0; i < gaps; i++) {
        if (i == QI_SGF_MAX_ERRORS && gaps > QI_SGF_MAX_ERRORS + 1)
            i = gaps - 1; /* only the last can be a game */
        const qi_sgf_gap gap = qi_sgf_gap_at(run->sgf, i);
        const bool bad = run->bad || gap.is_game;
        sgf_report(run, &gap.why);
        run->bad = bad;
    }
}

/* ---- sums --------------------------------------------------------------------------------- */

/* A game that was found malformed counts up to there, but not as a game. */
static void add_up(sgf_run *run, bool whole)
{
    run->one[SGF_GAMES] = whole;
    for (size_t i = 0; i < SGF_MAX_ROWS; i++)
        run->all[i] += run->one[i];
}

static uint64_t sum_parts(const sgf_row *row, const uint64_t *count)
{
    uint64_t sum = 0;
    while (row++, count++, row->name && row->kind == SGF_PART)
        sum += *count;
    return sum;
}

static void print_row(sgf_run *run, const sgf_row *row, const uint64_t *count, json_t *sums,
                      json_t **total)
{
    if (sums && row->kind == SGF_TOTAL)
        json_object_set_new(sums, row->key, *total = json_object());
    else if (sums)
        json_object_set_new(row->kind == SGF_PART ? *total : sums, row->key,
                            json_integer((json_int_t)*count));
    else if (row->kind == SGF_PART)
        cli_printf(&run->out, "  %-20s %12" PRIu64 "\n", row->name, *count);
    else if (row->kind != SGF_UNLESS_0 || *count)
        cli_printf(&run->out, "%-22s %12" PRIu64 "\n", row->name,
                   row->kind == SGF_TOTAL ? sum_parts(row, count) : *count);
}

static void print_sums(sgf_run *run)
{
    json_t *const sums = run->json ? json_object() : NULL, *total = NULL;
    for (size_t i = 0; i < SGF_FIRST_ROWS; i++)
        print_row(run, &sgf_first_rows[i], &run->all[i], sums, &total);
    for (size_t i = 0; run->game->rows[i].name; i++)
        print_row(run, &run->game->rows[i], &run->all[SGF_FIRST_ROWS + i], sums, &total);
    if (run->json)
        cli_print_json(&run->out, sums);
}

/* ---- files -------------------------------------------------------------------------------- */

static qi_result read_game(sgf_run *run, qi_sgf_node root, qi_text_error *error)
{
    qi_sgf_walk walk;
    qi_result result = qi_sgf_walk_start(run->sgf, root, &walk, error);
    if (result != QI_OK)
        return result;
    if (run->sized && (walk.rows != run->size.rows || walk.columns != run->size.columns)) {
        run->all[SGF_OTHER_SIZES]++;
        return QI_OK;
    }
    memset(run->one, 0, sizeof run->one);
    result = run->game->read(run, &walk, root, error);
    add_up(run, result == QI_OK);
    return result;
}

/* A game that cannot be read costs no other. */
static qi_result read_games(sgf_run *run)
{
    qi_text_error error;
    run->number = 0;
    for (qi_sgf_node root = qi_sgf_first_game(run->sgf); root != QI_SGF_NO_NODE;
         root = qi_sgf_sibling(run->sgf, root)) {
        run->number++;
        const qi_result result = read_game(run, root, &error);
        if (result == QI_BAD_TEXT)
            sgf_report(run, &error);
        else if (result != QI_OK)
            return result;
    }
    return QI_OK;
}

static int read_file(sgf_run *run, const char *path)
{
    cli_input input;
    int status = cli_read(run->spec, path, &input);
    if (status != CLI_GO_ON)
        return status;
    qi_sgf *sgf = NULL;
    qi_text_error error;
    run->all[SGF_FILES]++;
    run->bad = false;
    run->file = input.name;
    run->text = run->place = run->line_start = input.text;
    run->length = input.length;
    run->line = 1;
    qi_result result = qi_sgf_parse(input.text, input.length, NULL, &sgf, &error);
    run->sgf = sgf;
    if (result == QI_OK) {
        result = read_games(run);
        report_gaps(run);
    }
    qi_sgf_free(sgf);
    status = run->bad ? CLI_BAD : CLI_DONE;
    if (result != QI_OK) {
        end_live_line(run);
        status = cli_fail_result(run->spec, input.name, result, &error);
    }
    run->all[SGF_MALFORMED] += run->bad || result == QI_BAD_TEXT;
    cli_input_free(&input);
    return status;
}

static int read_all(sgf_run *run, char **paths, size_t count)
{
    int status = CLI_DONE;
    cli_progress_start(&run->progress);
    if (run->each && run->game->head)
        run->game->head(run);
    for (size_t i = 0; i < count; i++) {
        if (read_file(run, paths[i]) != CLI_DONE)
            status = CLI_BAD;
        cli_progress_set(&run->progress, (double)(i + 1), (double)count, 0);
        if (cli_progress_due(&run->progress))
            cli_progress_line(&run->progress, "%zu of %zu files, %" PRIu64 " moves", i + 1, count,
                              run->all[SGF_MOVES]);
    }
    cli_progress_end(&run->progress);
    return status;
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

int sgf_read_files(sgf_run *run, int argc, char **argv, int first)
{
    static char standard_input[] = "-";
    char *standard[] = {standard_input};
    for (int i = first; i < argc; i++)
        if (refuse_folder(run->spec, argv[i]) != CLI_GO_ON)
            return CLI_BAD;
    cli_out_stdout(&run->out);
    int status = first < argc ? read_all(run, argv + first, (size_t)(argc - first))
                              : read_all(run, standard, 1);
    if (run->all[SGF_FILES] && !run->game->print) /* else no file could be read; that is said */
        print_sums(run);
    else if (run->all[SGF_FILES] && !run->game->print(run))
        status = cli_fail_with(run->spec, QI_NO_MEMORY);
    return cli_out_close(run->spec, &run->out, status);
}
