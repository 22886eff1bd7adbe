/* A game between a person and the search: moves, undo, hints, records. */
#include "cli/nogo/play.h"

#include <qi/sgf.h>
#include <stdlib.h>
#include <string.h>

/* From a beginner who looks at a few random games to all that is there. */
static const struct {
    qi_nogo_engine player;
    uint64_t playouts;
    double seconds;
} levels[PLAY_LEVELS] = {
    {QI_NOGO_PLAIN, 30, 0},  {QI_NOGO_PLAIN, 300, 0},  {QI_NOGO_PLAIN, 3000, 0},
    {QI_NOGO_RAVE, 1000, 0}, {QI_NOGO_RAVE, 10000, 0}, {QI_NOGO_STRONG, 1000, 0},
    {QI_NOGO_STRONG, 0, 1},  {QI_NOGO_STRONG, 0, 5},
};
const char play_levels_help[] =
    "Levels: 1 to 3 plain UCT with 30, 300, 3000 playouts; 4 and 5 RAVE with 1000, 10000;\n"
    "6 the network with 1000 playouts, 7 with 1 s, 8 with 5 s a move.\n";

const char play_commands_help[] =
    "Type 'row column' to move, or: hint, undo, liberties, level N, save FILE, help, quit.";

qi_result play_seat_opponent(play_game *game)
{
    qi_nogo_search_free(game->opponent);
    game->opponent = NULL;
    nogo_thinking thinking = game->thinking;
    thinking.player = (int)levels[game->level - 1].player;
    return nogo_thinking_start(&thinking, &game->opponent);
}

void play_clean(play_game *game)
{
    qi_nogo_search_free(game->opponent);
    qi_nogo_search_free(game->adviser);
    qi_nogo_free(game->start);
    qi_nogo_free(game->now);
}

bool play_is_over(const play_game *game)
{
    return !qi_nogo_can_move(game->now, qi_nogo_to_move(game->now));
}

bool play_is_persons_turn(const play_game *game)
{
    return qi_nogo_to_move(game->now) == game->person;
}

static const char *name_of(qi_colour colour)
{
    return colour == QI_BLACK ? "Black" : "White";
}

bool play_at(play_game *game, qi_point point)
{
    const uint32_t width = qi_nogo_columns(game->now);
    const qi_colour colour = qi_nogo_to_move(game->now);
    const bool centre =
        point / width * 2 + 1 == qi_nogo_rows(game->now) && point % width * 2 + 1 == width;
    if (game->thinking.no_centre_first && centre && !qi_nogo_stones(game->now, QI_BLACK) &&
        !qi_nogo_stones(game->now, QI_WHITE)) {
        snprintf(game->note, sizeof game->note, "The first move may not be the centre.");
        return false;
    }
    const qi_nogo_verdict verdict = qi_nogo_play(game->now, colour, point, NULL);
    if (verdict != QI_NOGO_LEGAL) {
        snprintf(game->note, sizeof game->note, "Not at %u %u: %s.", point / width + 1,
                 point % width + 1, qi_nogo_verdict_text(verdict));
        return false;
    }
    game->moves[game->count++] = point;
    snprintf(game->note, sizeof game->note, "%s plays %u %u.", name_of(colour), point / width + 1,
             point % width + 1);
    return true;
}

void play_undo(play_game *game)
{
    /* The last move of the person's. */
    const qi_colour first = qi_nogo_to_move(game->start);
    size_t keep = game->count;
    while (keep > 0) {
        keep--;
        if ((keep % 2 == 0 ? first : qi_opponent(first)) == game->person)
            break;
    }
    qi_nogo *before;
    if (game->count == 0 || (keep == 0 && first != game->person)) {
        snprintf(game->note, sizeof game->note, "There is no move of yours to take back.");
        return;
    }
    if (qi_nogo_copy(game->start, NULL, &before) != QI_OK)
        return;
    for (size_t i = 0; i < keep; i++)
        qi_nogo_play(before, qi_nogo_to_move(before), game->moves[i], NULL);
    qi_nogo_free(game->now);
    game->now = before;
    game->count = keep;
    snprintf(game->note, sizeof game->note, "Taken back.");
}

void play_reply(play_game *game)
{
    qi_nogo_search_limits limit = {.seconds = levels[game->level - 1].seconds,
                                   .playouts = levels[game->level - 1].playouts};
    if (game->own_limits)
        limit = nogo_thinking_limit(&game->thinking);
    limit.threads = (uint32_t)game->thinking.threads;
    if (qi_nogo_search_set(game->opponent, game->now) != QI_OK)
        return;
    qi_nogo_search_run(game->opponent, &limit);
    play_at(game, qi_nogo_search_best(game->opponent));
}

qi_point play_hint(play_game *game)
{
    qi_nogo_search_limits limit = {.seconds = 1, .threads = (uint32_t)game->thinking.threads};
    if (game->own_limits)
        limit = nogo_thinking_limit(&game->thinking);
    if (!game->adviser) {
        nogo_thinking thinking = game->thinking;
        thinking.player = QI_NOGO_STRONG;
        if (nogo_thinking_start(&thinking, &game->adviser) != QI_OK)
            return QI_NO_POINT;
    }
    if (play_is_over(game) || qi_nogo_search_set(game->adviser, game->now) != QI_OK)
        return QI_NO_POINT;
    qi_nogo_search_run(game->adviser, &limit);
    qi_nogo_search_state state;
    qi_nogo_search_state_of(game->adviser, &state);
    const qi_point move = qi_nogo_search_best(game->adviser);
    const uint32_t width = qi_nogo_columns(game->now);
    char chances[48];
    if (state.outcome != QI_NOGO_UNKNOWN)
        snprintf(chances, sizeof chances, "%s",
                 state.outcome == QI_NOGO_WON ? "it wins" : "every move loses");
    else
        snprintf(chances, sizeof chances, "%.0f %% for you", 100 * state.win_rate);
    snprintf(game->note, sizeof game->note, "Hint: %u %u (%s).", move / width + 1, move % width + 1,
             chances);
    return move;
}

/* ---- records ------------------------------------------------------------------------------ */

static bool to_file(void *context, const char *bytes, size_t count)
{
    cli_write(context, bytes, count);
    return !((const cli_out *)context)->error;
}

static void write_record(const play_game *game, cli_out *out)
{
    const uint32_t rows = qi_nogo_rows(game->start);
    const uint32_t columns = qi_nogo_columns(game->start);
    qi_sgf_writer writer = {.sink = to_file, .context = out};
    qi_sgf_start_game(&writer, rows, columns, "NoGo");
    char engine[32];
    const int length = snprintf(engine, sizeof engine, "qi level %d", game->level);
    const bool black = game->person == QI_BLACK;
    qi_sgf_write_text(&writer, black ? "PB" : "PW", "Person", strlen("Person"));
    qi_sgf_write_text(&writer, black ? "PW" : "PB", engine, (size_t)length);
    if (play_is_over(game))
        qi_sgf_write_text(&writer, "RE", qi_nogo_to_move(game->now) == QI_BLACK ? "W+R" : "B+R", 3);
    uint8_t *stones = malloc((size_t)rows * columns);
    if (stones) {
        for (qi_point point = 0; point < rows * columns; point++)
            stones[point] = (uint8_t)qi_nogo_at(game->start, point);
        qi_sgf_write_setup(&writer, stones, NULL, rows, columns);
        free(stones);
    }
    qi_colour colour = qi_nogo_to_move(game->start);
    if (colour == QI_WHITE)
        qi_sgf_write_text(&writer, "PL", "W", 1);
    for (size_t i = 0; i < game->count; i++, colour = qi_opponent(colour))
        qi_sgf_write_move(&writer, colour, game->moves[i], columns);
    qi_sgf_close(&writer);
}

bool play_save(play_game *game, const char *path)
{
    cli_out *out = malloc(sizeof *out);
    bool saved = false;
    if (out && cli_out_open(game->spec, path, out) == CLI_GO_ON) {
        write_record(game, out);
        saved = cli_out_close(game->spec, out, CLI_DONE) == CLI_DONE;
    }
    free(out);
    snprintf(game->note, sizeof game->note,
             saved ? "Saved to %.100s." : "Could not save to %.100s.", path);
    return saved;
}

/* ---- commands ----------------------------------------------------------------------------- */

/* The liberties of each group, those with the fewest first, as many as fit. */
static void tell_liberties(play_game *game)
{
    const uint32_t width = qi_nogo_columns(game->now);
    const qi_point points = qi_nogo_rows(game->now) * width;
    size_t used = (size_t)snprintf(game->note, sizeof game->note, "Liberties:");
    for (uint32_t liberties = 1; liberties <= points; liberties++) {
        for (qi_point point = 0; point < points; point++) {
            if (qi_nogo_group(game->now, point) != point ||
                qi_nogo_measure_group(game->now, point, NULL, NULL, 0).liberties != liberties)
                continue;
            char one[48];
            const int length = snprintf(one, sizeof one, " %s %u %u has %u;",
                                        name_of(qi_nogo_at(game->now, point)), point / width + 1,
                                        point % width + 1, liberties);
            if (used + (size_t)length + 4 >= sizeof game->note) {
                memcpy(game->note + used, " ...", 5);
                return;
            }
            memcpy(game->note + used, one, (size_t)length + 1);
            used += (size_t)length;
        }
    }
    if (qi_nogo_stones(game->now, QI_BLACK) + qi_nogo_stones(game->now, QI_WHITE) == 0)
        snprintf(game->note, sizeof game->note, "There is no stone yet.");
    else
        game->note[used - 1] = '.';
}

static bool begins(const char *line, const char *word)
{
    const size_t length = strcspn(line, " \t\r\n");
    return length > 0 && strncmp(line, word, length) == 0 && length <= strlen(word);
}

void play_obey(play_game *game, const char *line)
{
    unsigned row;
    unsigned column;
    char path[128];
    int level;
    line += strspn(line, " \t");
    if (sscanf(line, "%u %u", &row, &column) == 2) {
        const qi_point point =
            row && column ? qi_nogo_point(game->now, row - 1, column - 1) : QI_NO_POINT;
        if (play_is_over(game))
            snprintf(game->note, sizeof game->note, "The game is over.");
        else if (point == QI_NO_POINT)
            snprintf(game->note, sizeof game->note, "%u %u is not on the board.", row, column);
        else
            play_at(game, point);
    } else if (begins(line, "undo")) {
        play_undo(game);
    } else if (begins(line, "hint")) {
        play_hint(game);
    } else if (begins(line, "liberties")) {
        tell_liberties(game);
    } else if (sscanf(line, "level %d", &level) == 1 && level >= 1 && level <= PLAY_LEVELS) {
        game->level = level;
        if (play_seat_opponent(game) != QI_OK)
            game->quit = true;
        snprintf(game->note, sizeof game->note, "Level %d.", level);
    } else if (sscanf(line, "save %127s", path) == 1) {
        play_save(game, path);
    } else if (begins(line, "quit")) {
        game->quit = true;
    } else {
        snprintf(game->note, sizeof game->note, "%s", play_commands_help);
    }
}
