/* A game between a person and the search: moves, undo, hints, records. */
#include "cli/nogo/play.h"

#include "cli/language.h"

#include <stdlib.h>
#include <string.h>

const char play_commands_help[] =
    "Type 'row column' to move, or: hint, undo, liberties, level N, save FILE, help, quit.";

/* Notes what has happened. */
static void note(play_game *game, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void note(play_game *game, const char *format, ...)
{
    qi_buffer text = {.translator = cli_translator()};
    va_list arguments;
    va_start(arguments, format);
    va_list again;
    va_copy(again, arguments);
    if (qi_buffer_vsay(&text, format, again))
        snprintf(game->note, sizeof game->note, "%s", text.bytes);
    else /* in English where there is no memory */
        vsnprintf(game->note, sizeof game->note, format, arguments);
    va_end(again);
    va_end(arguments);
    qi_buffer_free(&text);
}

qi_result play_start(play_game *game, const qi_nogo *start)
{
    qi_nogo_player_options options = nogo_thinking_options(&game->thinking);
    options.never_resign = true; /* people like to play a won game to its end */
    qi_result result = qi_nogo_record_new(start, NULL, &game->record);
    if (result != QI_OK)
        return result;
    game->now = qi_nogo_record_position(game->record);
    qi_nogo_record_forbid_centre(game->record, game->thinking.no_centre_first);
    return qi_nogo_player_new(&options, NULL, &game->opponent);
}

void play_clean(play_game *game)
{
    qi_nogo_player_free(game->opponent);
    qi_nogo_player_free(game->adviser);
    qi_nogo_record_free(game->record);
    nogo_thinking_end(&game->thinking);
}

bool play_is_over(const play_game *game)
{
    return !qi_nogo_can_move(game->now, qi_nogo_to_move(game->now));
}

bool play_is_persons_turn(const play_game *game)
{
    return qi_nogo_to_move(game->now) == game->person;
}

bool play_at(play_game *game, qi_point point)
{
    const uint32_t width = qi_nogo_columns(game->now);
    const qi_colour colour = qi_nogo_to_move(game->now);
    qi_nogo_verdict verdict;
    if (qi_nogo_record_play(game->record, colour, point, &verdict, NULL) == QI_NO_MEMORY)
        play_fail(game, QI_NO_MEMORY);
    else if (verdict == QI_NOGO_CENTRE)
        note(game, "The first move may not be the centre.");
    else if (verdict != QI_NOGO_LEGAL)
        note(game, "Not at %u %u: %s.", point / width + 1, point % width + 1,
             qi_nogo_verdict_text(verdict));
    else
        note(game, "%s plays %u %u.", qi_colour_name(colour), point / width + 1, point % width + 1);
    return verdict == QI_NOGO_LEGAL;
}

void play_undo(play_game *game)
{
    const qi_move *moves = qi_nogo_record_moves(game->record);
    size_t keep = qi_nogo_record_count(game->record);
    while (keep > 0 && moves[keep - 1].colour != game->person)
        keep--;
    if (keep == 0) {
        note(game, "There is no move of yours to take back.");
        return;
    }
    qi_nogo_record_seek(game->record, keep - 1);
    qi_nogo_record_cut(game->record);
    note(game, "Taken back.");
}

void play_fail(play_game *game, qi_result result)
{
    cli_fail_with(game->spec, result);
    game->quit = game->failed = true;
}

void play_reply(play_game *game)
{
    qi_nogo_choice choice;
    const qi_result result =
        qi_nogo_player_choose(game->opponent, game->now, qi_nogo_to_move(game->now), NULL, &choice);
    if (result == QI_OK)
        play_at(game, choice.move);
    else
        play_fail(game, result);
}

/* The adviser is the strongest player; it thinks for a second, or as long as was asked for. */
static qi_result seat_adviser(play_game *game)
{
    qi_nogo_player_options options = nogo_thinking_options(&game->thinking);
    options.level = 0;
    options.engine = qi_nogo_level_at(qi_nogo_levels())->engine;
    return game->adviser ? QI_OK : qi_nogo_player_new(&options, NULL, &game->adviser);
}

qi_point play_hint(play_game *game)
{
    qi_nogo_choice choice;
    if (play_is_over(game))
        return QI_NO_POINT;
    qi_result result = seat_adviser(game);
    if (result == QI_OK)
        result = qi_nogo_player_choose(game->adviser, game->now, qi_nogo_to_move(game->now), NULL,
                                       &choice);
    if (result != QI_OK) {
        play_fail(game, result);
        return QI_NO_POINT;
    }
    const uint32_t width = qi_nogo_columns(game->now);
    char chances[48];
    if (choice.opinion.outcome != QI_NOGO_UNKNOWN)
        snprintf(chances, sizeof chances, "%s",
                 choice.opinion.outcome == QI_NOGO_WON ? "it wins" : "every move loses");
    else
        snprintf(chances, sizeof chances, "%.0f %%", 100 * choice.opinion.win_rate);
    note(game,
         choice.opinion.outcome == QI_NOGO_UNKNOWN ? "Hint: %u %u (%s for you)."
                                                   : "Hint: %u %u (%s).",
         choice.move / width + 1, choice.move % width + 1, chances);
    return choice.move;
}

/* ---- records ------------------------------------------------------------------------------ */

static qi_result name_players(const play_game *game)
{
    char engine[32];
    snprintf(engine, sizeof engine, "qi level %u", (unsigned)game->thinking.level);
    const qi_result result = qi_nogo_record_set_name(game->record, game->person, "Person");
    return result == QI_OK
               ? qi_nogo_record_set_name(game->record, qi_opponent(game->person), engine)
               : result;
}

bool play_save(play_game *game, const char *path)
{
    cli_out *out = malloc(sizeof *out);
    bool saved = false;
    if (out && cli_out_open(game->spec, path, out) == CLI_GO_ON) {
        const qi_result result = name_players(game) == QI_OK
                                     ? qi_nogo_record_write(game->record, cli_sink, out)
                                     : QI_NO_MEMORY;
        if (result == QI_OK)
            saved = cli_out_close(game->spec, out, CLI_DONE) == CLI_DONE;
        else
            cli_out_drop(out);
    }
    free(out);
    note(game, saved ? "Saved to %.100s." : "Could not save to %.100s.", path);
    return saved;
}

/* ---- commands ----------------------------------------------------------------------------- */

/* The liberties of each group, those with the fewest first, as many as fit. */
static void tell_liberties(play_game *game)
{
    const uint32_t width = qi_nogo_columns(game->now);
    const qi_point points = qi_nogo_rows(game->now) * width;
    qi_buffer list = {.translator = cli_translator()}, one = list;
    const char *gap = "";
    for (uint32_t liberties = 1; liberties <= points; liberties++)
        for (qi_point point = 0; point < points; point++) {
            if (qi_nogo_group(game->now, point) != point ||
                qi_nogo_measure_group(game->now, point, NULL, NULL, 0).liberties != liberties)
                continue;
            qi_buffer_clear(&one);
            qi_buffer_say(&one, "%s%s %u %u has %u", gap,
                          qi_colour_name(qi_nogo_at(game->now, point)), point / width + 1,
                          point % width + 1, liberties);
            gap = "; ";
            if (list.length + one.length + 40 >= sizeof game->note) {
                qi_buffer_say_text(&list, "; ...");
                liberties = points;
                break;
            }
            qi_buffer_add(&list, one.bytes, one.length);
        }
    if (!*gap)
        note(game, "There is no stone yet.");
    else
        note(game, "Liberties: %s.", list.bytes ? list.bytes : "");
    qi_buffer_free(&list);
    qi_buffer_free(&one);
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
    unsigned level;
    line += strspn(line, " \t");
    if (sscanf(line, "%u %u", &row, &column) == 2) {
        const qi_point point =
            row && column ? qi_nogo_point(game->now, row - 1, column - 1) : QI_NO_POINT;
        if (play_is_over(game))
            note(game, "The game is over.");
        else if (point == QI_NO_POINT)
            note(game, "%u %u is not on the board.", row, column);
        else
            play_at(game, point);
    } else if (begins(line, "undo")) {
        play_undo(game);
    } else if (begins(line, "hint")) {
        play_hint(game);
    } else if (begins(line, "liberties")) {
        tell_liberties(game);
    } else if (sscanf(line, "level %u", &level) == 1 && qi_nogo_level_at(level)) {
        if (qi_nogo_player_set_level(game->opponent, level) != QI_OK)
            game->quit = true;
        game->thinking.level = level;
        note(game, "Level %u.", level);
    } else if (sscanf(line, "save %127s", path) == 1) {
        play_save(game, path);
    } else if (begins(line, "quit")) {
        game->quit = true;
    } else {
        note(game, "%s", play_commands_help);
    }
}
