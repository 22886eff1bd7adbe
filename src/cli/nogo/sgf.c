#include "cli/sgf.h"
#include "cli/verbs.h"

#include <qi/nogo_record.h>

#include <inttypes.h>
#include <string.h>

/* The rows of NoGo. */
enum { WON, BLACK_WON, WHITE_WON, UNFINISHED, ILLEGAL, OFF_BOARD, OCCUPIED, CAPTURE, SUICIDE };
static const sgf_row rows[] = {[WON] = {"games won", "wins", SGF_TOTAL},
                               [BLACK_WON] = {"by Black", "black", SGF_PART},
                               [WHITE_WON] = {"by White", "white", SGF_PART},
                               [UNFINISHED] = {"unfinished games", "unfinished", SGF_UNLESS_0},
                               [ILLEGAL] = {"illegal moves", "illegal", SGF_TOTAL},
                               [OFF_BOARD] = {"pass or hole", "pass", SGF_PART},
                               [OCCUPIED] = {"occupied", "occupied", SGF_PART},
                               [CAPTURE] = {"capture", "capture", SGF_PART},
                               [SUICIDE] = {"suicide", "suicide", SGF_PART},
                               {0}};

static void print_head(sgf_run *run)
{
    cli_text(&run->out, "   board   moves  setup    result  game\n");
}

/* ---- one game ----------------------------------------------------------------------------- */

/* Where the text of a game begins; NULL if none of its nodes has a property. */
static const char *begin_of(const sgf_run *run, qi_sgf_node node)
{
    qi_sgf_value name;
    size_t values;
    while (!qi_sgf_property(run->sgf, node, 0, &name, &values))
        if ((node = qi_sgf_child(run->sgf, node)) == QI_SGF_NO_NODE)
            return NULL;
    const char *begin = name.text;
    for (const char *at = begin; at > run->text && strchr("(; \t\n\v\f\r", at[-1]) && at[-1]; at--)
        if (at[-1] == '(')
            begin = at - 1;
    return begin;
}

/* Where the text of the next game begins, or the end of all. */
static const char *end_of(const sgf_run *run, qi_sgf_node root)
{
    const char *end = NULL;
    while (!end && (root = qi_sgf_sibling(run->sgf, root)) != QI_SGF_NO_NODE)
        end = begin_of(run, root);
    return end ? end : run->text + run->length;
}

/* Turns a place in the text of a game into one in the file. */
static void shift(sgf_run *run, const char *begin, qi_text_error *error)
{
    const uint64_t column = sgf_locate(run, begin);
    error->column += error->line == 1 ? column - 1 : 0;
    error->line += run->line - 1;
}

static void report_illegal(sgf_run *run, const qi_text_error *error)
{
    char move[sizeof error->found];
    qi_message_write(&error->found_message, run->out.translator, NULL, move, sizeof move);
    cli_printf(&run->out, "%s:%" PRIu64 ":%" PRIu64 ": move %" PRIu64 ", %s: %s\n", run->file,
               error->line, error->column, run->one[SGF_MOVES], move,
               error->expected_message.arguments); /* the reason */
}

/* Counts the game as far as it is legal. Returns its result as SGF has it. */
static const char *count(sgf_run *run, const qi_nogo_record *record)
{
    static const char *const won[][QI_NOGO_BY_UNKNOWN + 1] = {
        {"-", "B+", "B+R", "B+T", "B+F", "B+?"}, {"-", "W+", "W+R", "W+T", "W+F", "W+?"}};
    uint64_t *const counts = &run->one[SGF_FIRST_ROWS];
    const qi_nogo *const start = qi_nogo_record_start(record);
    const qi_point points = qi_nogo_rows(start) * qi_nogo_columns(start);
    for (qi_point point = 0; point < points; point++) {
        const qi_colour colour = qi_nogo_at(start, point);
        run->one[SGF_SETUP] += colour == QI_BLACK || colour == QI_WHITE;
    }
    run->one[SGF_MOVES] += qi_nogo_record_count(record);
    qi_colour winner;
    const qi_nogo_end end = qi_nogo_record_result(record, &winner);
    counts[winner == QI_BLACK ? BLACK_WON : winner == QI_WHITE ? WHITE_WON : UNFINISHED]++;
    return won[winner == QI_WHITE][end];
}

/* A game ends at an illegal move. */
static void count_illegal(sgf_run *run, const qi_text_error *error, qi_nogo_verdict verdict)
{
    static const int reasons[] = {[QI_NOGO_OFF_BOARD] = OFF_BOARD,
                                  [QI_NOGO_OCCUPIED] = OCCUPIED,
                                  [QI_NOGO_CAPTURE] = CAPTURE,
                                  [QI_NOGO_SUICIDE] = SUICIDE};
    run->one[SGF_MOVES]++;
    run->one[SGF_FIRST_ROWS + reasons[verdict]]++;
    if (cli_is_verbose())
        report_illegal(run, error);
}

static qi_result read_game(sgf_run *run, qi_sgf_walk *walk, qi_sgf_node root, qi_text_error *error)
{
    const char *const begin = begin_of(run, root);
    const size_t length = begin ? (size_t)(end_of(run, root) - begin) : 3;
    qi_nogo_record *record;
    qi_nogo_verdict verdict;
    const qi_result result = qi_nogo_record_parse(begin ? begin : "(;)", length, SIZE_MAX, NULL,
                                                  &record, &verdict, error);
    if (result == QI_BAD_TEXT)
        shift(run, begin, error);
    if (!record)
        return result;
    const char *const won = count(run, record);
    if (verdict != QI_NOGO_LEGAL)
        count_illegal(run, error, verdict);
    if (run->each)
        cli_printf(&run->out, "%5ux%-2u %7" PRIu64 " %6" PRIu64 " %9s  %s#%zu\n", walk->rows,
                   walk->columns, run->one[SGF_MOVES], run->one[SGF_SETUP], won, run->file,
                   run->number);
    qi_nogo_record_free(record);
    return QI_OK;
}

int cli_nogo_sgf(int argc, char **argv)
{
    static const sgf_game game = {.rows = rows, .head = print_head, .read = read_game};
    sgf_run run = {.game = &game};
    const cli_option options[] = {SGF_OPTIONS(run, QI_SGF_MAX_SIDE), {0}};
    const cli_spec spec = {
        .command = "qi nogo sgf",
        .operands = "[FILE]...",
        .description =
            "Reads games of NoGo from SGF files and checks every move of their main lines.\n"
            "Prints how many games, moves and illegal moves there are, and who won. A game\n"
            "ends at an illegal move; one without a legal move is won, whatever RE says. What\n"
            "cannot be read is reported on stderr with line and column, and the next game or\n"
            "file is read; the exit status is then 2. Text after the last game is reported\n"
            "too, and does no harm.\n",
        .options = options,
        .json = &run.json,
        .max_operands = -1};
    int first = argc;
    run.spec = &spec;
    const int status = cli_parse(&spec, argc, argv, &first);
    return status == CLI_GO_ON ? sgf_read_files(&run, argc, argv, first) : status;
}
