/* qi nogo: its verbs, what they share, and its part of the laboratory. */
#include "cli/nogo/nogo.h"
#include "cli/lab/lab.h"
#include "cli/verbs.h"

#include <qi/nogo_net.h>

#include <stdlib.h>
#include <string.h>

const char *const nogo_colour_choices[] = {"X", "O", NULL};

int nogo_check_side(const cli_spec *spec, const qi_nogo *position, uint32_t max)
{
    const uint32_t rows = qi_nogo_rows(position), columns = qi_nogo_columns(position);
    if (rows <= max && columns <= max)
        return CLI_GO_ON;
    return cli_fail(spec, "found a board of %u x %u, expected at most %u x %u", rows, columns, max,
                    max);
}

char *nogo_line(const qi_nogo *position)
{
    const size_t size = qi_nogo_write_line(position, NULL, 0) + 1;
    char *const line = cli_json_allocate(size);
    if (line)
        qi_nogo_write_line(position, line, size);
    return line;
}

json_t *nogo_position_json(const qi_nogo *position)
{
    char *const line = nogo_line(position);
    json_t *const value = line ? json_string(line) : NULL;
    free(line);
    return value;
}

const char *nogo_outcome_name(qi_nogo_outcome outcome)
{
    return outcome == QI_NOGO_WON ? "won" : outcome == QI_NOGO_LOST ? "lost" : "unknown";
}

const char *nogo_letter(qi_colour colour)
{
    return colour == QI_BLACK ? "X" : "O";
}

nogo_legal_counts nogo_mark_points(const qi_nogo *position, picture *drawing)
{
    nogo_legal_counts counts = {0};
    const qi_point points = drawing->rows * drawing->columns;
    for (qi_point point = 0; point < points; point++) {
        picture_cell *cell = &drawing->cells[point];
        cell->colour = (uint8_t)qi_nogo_at(position, point);
        if (cell->colour != QI_EMPTY)
            continue;
        const bool black = qi_nogo_judge(position, QI_BLACK, point, NULL) == QI_NOGO_LEGAL;
        const bool white = qi_nogo_judge(position, QI_WHITE, point, NULL) == QI_NOGO_LEGAL;
        cell->mark = (uint8_t)picture_legal(black, white);
        counts.both += black && white;
        counts.black += black && !white;
        counts.white += white && !black;
        counts.neither += !black && !white;
    }
    return counts;
}

/* ---- verbs with a player ------------------------------------------------------------------ */

const char *const nogo_player_choices[] = {"strong", "policy", "playouts", NULL};
const char *const nogo_gtp_player_choices[] = {"strong", "policy", "playouts", "random", NULL};

int nogo_fail_simd(const cli_spec *spec)
{
    return cli_fail(spec, "--simd: found '%s', which this machine or build cannot take",
                    cli_simd());
}

int nogo_thinking_load(const cli_spec *spec, nogo_thinking *thinking)
{
    static const char *const names[] = {"best", "portable", "vector", "avx2", "avx512"};
    enum { NAMES = sizeof names / sizeof *names };
    qi_nogo_net_path path = QI_NOGO_NET_BEST;
    while (path < NAMES - 1 && strcmp(names[path], cli_simd()) != 0)
        path++;
    if (!thinking->weights) {
        const qi_result result =
            path == QI_NOGO_NET_BEST ? QI_OK : qi_nogo_net_builtin(path, NULL, &thinking->net);
        return result == QI_OK            ? CLI_GO_ON
               : result == QI_UNSUPPORTED ? nogo_fail_simd(spec)
                                          : cli_fail_with(spec, result);
    }
    cli_input input;
    const int status = cli_read(spec, thinking->weights, &input);
    if (status != CLI_GO_ON)
        return status;
    const char *reason = NULL;
    const qi_result result =
        qi_nogo_net_load(input.text, input.length, path, NULL, &thinking->net, &reason);
    cli_input_free(&input);
    if (result == QI_UNSUPPORTED)
        return nogo_fail_simd(spec);
    if (result == QI_BAD_DATA)
        return cli_fail(spec, "'%s' has no network's weights: %s", thinking->weights, reason);
    return result == QI_OK ? CLI_GO_ON : cli_fail_result(spec, thinking->weights, result, NULL);
}

void nogo_thinking_end(nogo_thinking *thinking)
{
    qi_nogo_net_free(thinking->net);
}

qi_nogo_player_options nogo_thinking_options(const nogo_thinking *thinking)
{
    const bool random = thinking->player == NOGO_RANDOM;
    return (qi_nogo_player_options){.size = sizeof(qi_nogo_player_options),
                                    .level = (unsigned)thinking->level,
                                    .engine =
                                        random ? QI_NOGO_STRONG : (qi_nogo_engine)thinking->player,
                                    .random = random,
                                    .playouts = thinking->playouts,
                                    .seconds = thinking->seconds,
                                    .net = thinking->net,
                                    .threads = (uint32_t)thinking->threads,
                                    .memory = (size_t)thinking->memory,
                                    .seed = thinking->seed};
}

unsigned nogo_max_level(void)
{
    unsigned count;
    qi_nogo_levels(&count);
    return count;
}

const char *nogo_levels_help(char *text, size_t capacity)
{
    qi_buffer help = {.translator = cli_translator()};
    unsigned count;
    const qi_nogo_level *const levels = qi_nogo_levels(&count);
    for (unsigned i = 0; i < count; i++)
        qi_buffer_say(&help, i == 0 ? "Levels %u: %s\n" : "       %u: %s\n", i + 1,
                      levels[i].description);
    snprintf(text, capacity, "%s", help.bytes ? help.bytes : "");
    qi_buffer_free(&help);
    return text;
}

/* ---- the game ----------------------------------------------------------------------------- */

static int lab_options(cli_lab_verb verb, cli_lab_wishes *wishes, cli_option *table)
{
    int count = 0;
    if (verb == CLI_GENERATE) {
        table[count++] =
            opt_board("size", &wishes->size, "9", QI_NOGO_MAX_SIDE, "size of the board");
        table[count++] = opt_number("fill", "P", &wishes->fill, NULL, 0, 100,
                                    "percentage of points with stones (default: any)");
    } else if (verb == CLI_STRESS) {
        table[count++] =
            opt_range("size", "MIN-MAX|RxC", &wishes->range, 1, 2000,
                      "sides of the board; RxC allows rectangles too (default: up to 600)");
    }
    return count;
}

static const struct cli_lab lab = {&qi_lab_nogo, lab_options, cli_lab_draw_stones};

static const cli_verb verbs[] = {
    {"simulate", "play a game to its end and print the moves", .run = cli_nogo_simulate},
    {"check", "judge a program's output, and explain the first wrong line", .run = cli_nogo_check},
    {"show", "draw a board with liberties and legal points", .run = cli_nogo_show},
    {"sgf", "check SGF files: results, and illegal moves by reason", .run = cli_nogo_sgf},
    {"analyze", "find the best moves of a position", .run = cli_nogo_analyze},
    {"play", "play against the search", .run = cli_nogo_play},
    {"solve", "find out who wins with best play, and prove it", .run = cli_nogo_solve},
    {"verify", "check a proof by 'solve', using only the plain rules", .run = cli_nogo_verify},
    {"gtp", "speak the Go Text Protocol", .run = cli_nogo_gtp},
    {"botzone", "answer the Botzone judge", .run = cli_nogo_botzone},
    CLI_LAB_VERBS,
    {0}};

const cli_game cli_nogo_game = {
    "nogo", "NoGo (不围棋): no move may leave a group without a liberty", verbs, &lab};
