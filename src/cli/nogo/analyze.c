#include "cli/nogo/nogo.h"
#include "cli/verbs.h"

#include <qi/nogo_search.h>

#include <stdlib.h>

enum { LINE_MOVES = 8, MAX_MOVES = QI_NOGO_SEARCH_MAX_SIDE * QI_NOGO_SEARCH_MAX_SIDE };

typedef struct analysis {
    qi_nogo *position;
    qi_nogo_player *player;
    const qi_nogo_search *search; /* the player's */
    qi_nogo_search_state state;
    size_t count;
    qi_nogo_candidate moves[MAX_MOVES];
    cli_progress progress;
    const nogo_thinking *thinking;
} analysis;

/* "3 5, 4 4, ..." */
static void spell_line(const analysis *about, qi_point first, char *text, size_t capacity)
{
    const uint32_t width = qi_nogo_columns(about->position);
    qi_point line[LINE_MOVES];
    const size_t count = qi_nogo_search_line(about->search, first, line, LINE_MOVES);
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count && used < capacity; i++)
        used += (size_t)snprintf(text + used, capacity - used, "%s%u %u", i ? ", " : "",
                                 line[i] / width + 1, line[i] % width + 1);
}

/* The root has one visit more: its own evaluation. */
static uint64_t playouts_of(const qi_nogo_search_state *state)
{
    return state->visits ? state->visits - 1 : 0;
}

/* The live line. */
static bool show_progress(void *context, const qi_nogo_snapshot *now)
{
    analysis *about = context;
    if (!cli_progress_due(&about->progress))
        return true;
    const qi_nogo_search_state state = {.visits = now->visits, .win_rate = now->win_rate};
    cli_progress_set(&about->progress, (double)playouts_of(&state),
                     (double)about->thinking->playouts, about->thinking->seconds);
    char line[128];
    spell_line(about, now->line_length ? now->line[0] : QI_NO_POINT, line, sizeof line);
    cli_progress_line(&about->progress, "%llu {playout|playouts}, %.1f %%: %s",
                      (unsigned long long)playouts_of(&state), 100 * state.win_rate, line);
    return true;
}

static void print_move(cli_answer *answer, json_t *list, const analysis *about,
                       const qi_nogo_candidate *move)
{
    const uint32_t width = qi_nogo_columns(about->position);
    const uint32_t row = move->point / width + 1, column = move->point % width + 1;
    qi_point line[LINE_MOVES];
    const size_t count = qi_nogo_search_line(about->search, move->point, line, LINE_MOVES);
    json_t *const points = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(points, cli_json_point(line[i], width));
    json_t *const entry =
        json_pack("{s:i,s:i,s:I,s:o,s:s,s:o}", "row", (int)row, "column", (int)column, "visits",
                  (json_int_t)move->visits, "win_rate",
                  move->win_rate < 0 ? json_null() : json_real(move->win_rate), "outcome",
                  nogo_outcome_name(move->outcome), "variation", points);
    char name[24], rate[16] = "-", text[128];
    snprintf(name, sizeof name, "%u %u", row, column);
    if (move->win_rate >= 0)
        snprintf(rate, sizeof rate, "%.1f %%", 100 * move->win_rate);
    spell_line(about, move->point, text, sizeof text);
    const char *const end = move->outcome == QI_NOGO_WON    ? "wins"
                            : move->outcome == QI_NOGO_LOST ? "loses"
                                                            : rate;
    cli_answer_add(answer, list, NULL, entry, "%6s  %8llu  %8s  %s\n", name,
                   (unsigned long long)move->visits, end, text);
}

static void print_analysis(cli_answer *answer, const analysis *about, size_t shown)
{
    const char *const format =
        about->count == 0 ? "%s to move, %llu {playout|playouts}: no legal move, lost\n"
        : about->state.outcome == QI_NOGO_WON ? "%s to move, %llu {playout|playouts}: proven won\n"
        : about->state.outcome == QI_NOGO_LOST
            ? "%s to move, %llu {playout|playouts}: proven lost\n"
            : "%s to move, %llu {playout|playouts}\n";
    const qi_colour mover = qi_nogo_to_move(about->position);
    json_t *const list = json_array();
    cli_answer_add(answer, NULL, NULL,
                   json_pack("{s:o,s:s,s:I,s:I,s:f,s:s,s:I}", "position",
                             nogo_position_json(about->position), "to_move", cli_json_colour(mover),
                             "playouts", (json_int_t)playouts_of(&about->state), "nodes",
                             (json_int_t)about->state.nodes, "win_rate", about->state.win_rate,
                             "outcome", nogo_outcome_name(about->state.outcome), "legal_moves",
                             (json_int_t)about->count),
                   format, qi_colour_name(mover), (unsigned long long)playouts_of(&about->state));
    for (size_t i = 0; i < about->count && i < shown; i++) {
        if (i == 0 && !answer->json)
            cli_text(&answer->out, "  move    visits  win rate  line\n");
        print_move(answer, list, about, &about->moves[i]);
    }
    cli_answer_add(answer, NULL, "candidates", list, NULL);
}

/* Draws the board with the win rates of the moves; moves with more visits are hotter. */
static int save_svg(const cli_spec *spec, const char *path, const analysis *about, size_t shown)
{
    picture drawing;
    if (!picture_start(&drawing, qi_nogo_rows(about->position), qi_nogo_columns(about->position)))
        return cli_fail_with(spec, QI_NO_MEMORY);
    for (qi_point point = 0; point < drawing.rows * drawing.columns; point++)
        drawing.cells[point].colour = (uint8_t)qi_nogo_at(about->position, point);
    const double max = about->count && about->moves[0].visits ? (double)about->moves[0].visits : 1;
    for (size_t i = 0; i < about->count; i++) {
        const qi_nogo_candidate *move = &about->moves[i];
        picture_cell *cell = &drawing.cells[move->point];
        const double heat = (double)move->visits / max;
        if (move->win_rate < 0)
            continue;
        cell->heat = (float)(heat > 1 ? 1 : heat);
        if (i < shown)
            snprintf(cell->label, sizeof cell->label, "%.0f", 100 * move->win_rate);
    }
    char caption[160];
    snprintf(caption, sizeof caption, "%s to move: win rates in percent after %llu playouts",
             qi_colour_name(qi_nogo_to_move(about->position)),
             (unsigned long long)playouts_of(&about->state));
    drawing.title = "What the search thinks of a NoGo board";
    drawing.caption = caption;
    const int status = picture_save_svg(spec, path, &drawing);
    picture_end(&drawing);
    return status;
}

/* With a `stop`, which ends the search, without a live line. */
static qi_result analyze(analysis *about, const nogo_thinking *thinking, const qi_stop *stop)
{
    const qi_nogo_player_options options = nogo_thinking_options(thinking);
    qi_result result = qi_nogo_player_new(&options, NULL, &about->player);
    if (result == QI_OK) {
        about->search = qi_nogo_player_search(about->player);
        about->thinking = thinking;
        if (!stop)
            cli_progress_start(&about->progress);
        const qi_host host = {.size = sizeof host, .stop = stop};
        const qi_nogo_thinking how = {.size = sizeof how,
                                      .report = stop ? NULL : show_progress,
                                      .context = about,
                                      .host = stop ? &host : NULL};
        result = qi_nogo_player_analyze(about->player, about->position,
                                        qi_nogo_to_move(about->position), &how);
        cli_progress_end(&about->progress);
    }
    if (result != QI_OK)
        return result;
    about->state.size = sizeof about->state;
    qi_nogo_search_state_of(about->search, &about->state);
    about->count = qi_nogo_search_candidates(about->search, about->moves, MAX_MOVES,
                                             sizeof(qi_nogo_candidate));
    return QI_OK;
}

static void end_analysis(analysis *about)
{
    qi_nogo_player_free(about->player);
    qi_nogo_free(about->position);
    free(about);
}

/* ---- many positions ------------------------------------------------------------------------ */

typedef struct analyses {
    nogo_thinking thinking; /* about one of them */
    size_t shown;
} analyses;

static qi_result answer_line(void *context, const char *line, size_t length, const qi_stop *stop,
                             json_t **value, bool *no, qi_text_error *error)
{
    const analyses *const all = context;
    *no = false;
    cli_answer *const answer = malloc(sizeof *answer);
    analysis *const about = calloc(1, sizeof *about);
    qi_result result = answer && about ? QI_OK : QI_NO_MEMORY;
    if (result == QI_OK)
        result = nogo_parse_line(line, length, QI_NOGO_SEARCH_MAX_SIDE, &about->position, error);
    if (result == QI_OK)
        result = analyze(about, &all->thinking, stop);
    if (result == QI_OK) {
        cli_answer_start(answer, true);
        print_analysis(answer, about, all->shown);
        *value = answer->value;
    }
    if (about)
        end_analysis(about);
    free(answer);
    return result;
}

/* Analyzes every line: each position in one thread. */
static int analyze_lines(const cli_spec *spec, const cli_input *lines,
                         const nogo_thinking *thinking, size_t shown)
{
    analyses all = {*thinking, shown};
    const uint64_t jobs = thinking->threads_given ? thinking->threads : cli_cores();
    all.thinking.threads = 1;
    return cli_answer_lines(spec, lines, (uint32_t)jobs, answer_line, &all);
}

int cli_nogo_analyze(int argc, char **argv)
{
    nogo_thinking thinking = {0};
    nogo_reading reading = {0};
    bool json = false;
    const char *svg = NULL;
    uint64_t shown;
    const cli_option options[] = {
        opt_number("moves", "N", &shown, "10", 1, 0, "how many of the best moves to print"),
        NOGO_LEVEL_OPTION(thinking, NULL, "think as this level does (see qi nogo play --help)"),
        NOGO_THINKING_OPTIONS(thinking, "512M"),
        opt_text("svg", "FILE", &svg, NULL, "also draw the win rates on the board into FILE"),
        NOGO_READING_OPTION(reading),
        {0}};
    const cli_spec spec = {
        .command = "qi nogo analyze",
        .operands = "[BOARD]",
        .description =
            "Searches a NoGo position and prints the best moves: how often the search\n"
            "visited each, how often the side to move wins with it ('-' without visits),\n"
            "and how the game may go on. Moves are 'row column' from 1. On a terminal, a\n"
            "live line shows what the search thinks so far.\n" NOGO_BOARD_NOTE NOGO_LINES_NOTE,
        .options = options,
        .json = &json,
        .more =
            "With one thread and --playouts, the answer is the same on every machine.\n\n"
            "'proven' rests on hashes of 64 bits: among a million positions, two share one\n"
            "with a probability of 3 in 100 million. 'qi nogo solve' compares whole positions.\n",
        .max_operands = 1,
        .position = &reading.line};
    int first;
    int status = cli_parse(&spec, argc, argv, &first);
    if (status != CLI_GO_ON)
        return status;
    cli_input lines = {0};
    analysis *about = calloc(1, sizeof *about);
    if (!about)
        return cli_fail_with(&spec, QI_NO_MEMORY);
    status = nogo_thinking_load(&spec, &thinking);
    if (status == CLI_GO_ON)
        status = nogo_read_lines(&spec, argv[first], &reading, &lines, &about->position);
    if (status == CLI_GO_ON && lines.text)
        status = svg ? cli_fail(&spec, "%s: found many positions, expected one", "--svg")
                     : analyze_lines(&spec, &lines, &thinking, (size_t)shown);
    if (status == CLI_GO_ON)
        status = nogo_check_side(&spec, about->position, QI_NOGO_SEARCH_MAX_SIDE);
    if (status == CLI_GO_ON) {
        const qi_result result = analyze(about, &thinking, NULL);
        status = result == QI_OK ? CLI_GO_ON : cli_fail_with(&spec, result);
    }
    if (status == CLI_GO_ON && svg)
        status = save_svg(&spec, svg, about, (size_t)shown);
    if (status == CLI_GO_ON) {
        cli_answer answer;
        cli_answer_start(&answer, json);
        print_analysis(&answer, about, (size_t)shown);
        status = cli_answer_end(&spec, &answer, CLI_DONE);
    }
    cli_input_free(&lines);
    end_analysis(about);
    nogo_thinking_end(&thinking);
    return status;
}
