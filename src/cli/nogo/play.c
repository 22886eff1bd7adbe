/* A game of NoGo between a person and the engine. */
#include "cli/nogo/play.h"
#include "cli/verbs.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char commands_help[] =
    "Type 'row column' to move, or: hint, undo, liberties, level N, save FILE, help, quit.";

void play_note(play_game *game, const char *format, ...)
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

void play_fail(play_game *game, qi_result result)
{
    cli_fail_with(game->spec, result);
    game->quit = game->failed = true;
}

/* Begins a game at `start`, which is copied, and makes the opponent. */
static qi_result start_game(play_game *game, const qi_nogo *start)
{
    qi_nogo_player_options options = nogo_thinking_options(&game->thinking);
    options.never_resign = true; /* people like to play a won game to its end */
    qi_result result = qi_nogo_record_new(start, NULL, &game->record);
    if (result != QI_OK)
        return result;
    game->now = qi_nogo_record_position(game->record);
    return qi_nogo_player_new(&options, NULL, &game->opponent);
}

static void clean_up(play_game *game)
{
    qi_nogo_player_free(game->opponent);
    qi_nogo_player_free(game->adviser);
    qi_nogo_record_free(game->record);
    nogo_thinking_end(&game->thinking);
}

bool play_is_over(const play_game *game)
{
    return qi_nogo_legal(game->now, qi_nogo_to_move(game->now), NULL, 0) == 0;
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
        play_note(game, "The first move may not be the centre.");
    else if (verdict != QI_NOGO_LEGAL)
        play_note(game, "Not at %u %u: %s.", point / width + 1, point % width + 1,
                  qi_nogo_verdict_text(verdict));
    else
        play_note(game, "%s plays %u %u.", qi_colour_name(colour), point / width + 1,
                  point % width + 1);
    return verdict == QI_NOGO_LEGAL;
}

void play_undo(play_game *game)
{
    const qi_move *moves = qi_nogo_record_moves(game->record);
    size_t keep = qi_nogo_record_count(game->record);
    while (keep > 0 && moves[keep - 1].colour != game->person)
        keep--;
    if (keep == 0) {
        play_note(game, "There is no move of yours to take back.");
        return;
    }
    qi_nogo_record_seek(game->record, keep - 1);
    qi_nogo_record_cut(game->record);
    game->opinion[0] = '\0';
    play_note(game, "Taken back.");
}

/* Lets a player think; a signal ends that. */
static qi_result choose(play_game *game, qi_nogo_player *player, qi_nogo_choice *choice)
{
    const qi_host host = {.size = sizeof host, .stop = &game->watch.stop};
    const qi_nogo_thinking how = {.size = sizeof how, .host = &host};
    const qi_result result =
        qi_nogo_player_choose(player, game->now, qi_nogo_to_move(game->now), &how, choice);
    game->quit |= result == QI_STOPPED;
    return result == QI_STOPPED ? QI_OK : result;
}

/* Notes what a player thinks of the move that it chose. */
static void form_opinion(play_game *game, const qi_nogo_choice *choice)
{
    qi_buffer text = {.translator = cli_translator()};
    const char *const name = qi_colour_name(qi_opponent(game->person));
    if (choice->outcome != QI_NOGO_UNKNOWN)
        qi_buffer_say(&text,
                      choice->outcome == QI_NOGO_WON ? "%s has a proved win."
                                                     : "%s knows that it loses.",
                      name);
    else if (choice->visits)
        qi_buffer_say(&text, "%s gives itself %.0f %%.", name, 100 * choice->win_rate);
    snprintf(game->opinion, sizeof game->opinion, "%s", qi_buffer_text(&text));
    qi_buffer_free(&text);
}

void play_reply(play_game *game)
{
    qi_nogo_choice choice = {.size = sizeof choice};
    const qi_result result = choose(game, game->opponent, &choice);
    if (result != QI_OK) {
        play_fail(game, result);
    } else if (!game->quit) {
        play_at(game, choice.move);
        form_opinion(game, &choice);
    }
}

/* The adviser is the strongest player; it thinks for a second, or as long as was asked for. */
static qi_result seat_adviser(play_game *game)
{
    qi_nogo_player_options options = nogo_thinking_options(&game->thinking);
    options.level = 0;
    options.engine = QI_NOGO_STRONG;
    return game->adviser ? QI_OK : qi_nogo_player_new(&options, NULL, &game->adviser);
}

qi_point play_hint(play_game *game)
{
    qi_nogo_choice choice = {.size = sizeof choice};
    if (play_is_over(game))
        return QI_NO_POINT;
    qi_result result = seat_adviser(game);
    if (result == QI_OK)
        result = choose(game, game->adviser, &choice);
    if (result != QI_OK) {
        play_fail(game, result);
        return QI_NO_POINT;
    }
    if (choice.move == QI_NO_POINT)
        return QI_NO_POINT; /* stopped */
    const uint32_t width = qi_nogo_columns(game->now);
    char chances[48];
    if (choice.outcome != QI_NOGO_UNKNOWN)
        snprintf(chances, sizeof chances, "%s",
                 choice.outcome == QI_NOGO_WON ? "it wins" : "every move loses");
    else
        snprintf(chances, sizeof chances, "%.0f %%", 100 * choice.win_rate);
    play_note(game,
              choice.outcome == QI_NOGO_UNKNOWN ? "Hint: %u %u (%s for you)." : "Hint: %u %u (%s).",
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

/* Writes the record; false when that failed (`note` says why). */
static bool save_game(play_game *game, const char *path)
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
    play_note(game, saved ? "Saved to %.100s." : "Could not save to %.100s.", path);
    return saved;
}

/* ---- commands ----------------------------------------------------------------------------- */

/* The liberties of each group, those with the fewest first, as many as fit. */
static void print_liberties(play_game *game)
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
        play_note(game, "There is no stone yet.");
    else
        play_note(game, "Liberties: %s.", list.bytes ? list.bytes : "");
    qi_buffer_free(&list);
    qi_buffer_free(&one);
}

static bool begins(const char *line, const char *word)
{
    const size_t length = strcspn(line, " \t\r\n");
    return length > 0 && strncmp(line, word, length) == 0 && length <= strlen(word);
}

void play_set_level(play_game *game, unsigned level)
{
    if (level < 1 || level > nogo_max_level())
        return;
    if (qi_nogo_player_set_level(game->opponent, level) != QI_OK)
        game->quit = true;
    game->thinking.level = level;
    play_note(game, "Level %u.", level);
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
            play_note(game, "The game is over.");
        else if (point == QI_NO_POINT)
            play_note(game, "%u %u is not on the board.", row, column);
        else
            play_at(game, point);
    } else if (begins(line, "undo")) {
        play_undo(game);
    } else if (begins(line, "hint")) {
        play_hint(game);
    } else if (begins(line, "liberties")) {
        print_liberties(game);
    } else if (sscanf(line, "level %u", &level) == 1 && level >= 1 && level <= nogo_max_level()) {
        play_set_level(game, level);
    } else if (sscanf(line, "save %127s", path) == 1) {
        save_game(game, path);
    } else if (begins(line, "quit")) {
        game->quit = true;
    } else {
        play_note(game, "%s", commands_help);
    }
}

/* ---- drawing ------------------------------------------------------------------------------ */

bool play_draw(play_game *game, qi_point cursor, picture *drawing, nogo_legal_counts *counts)
{
    if (!picture_start(drawing, qi_nogo_rows(game->now), qi_nogo_columns(game->now))) {
        play_fail(game, QI_NO_MEMORY);
        return false;
    }
    *counts = nogo_mark_points(game->now, drawing);
    const size_t place = qi_nogo_record_place(game->record);
    if (place)
        drawing->cells[qi_nogo_record_moves(game->record)[place - 1].point].last = true;
    if (cursor != QI_NO_POINT)
        drawing->cells[cursor].cursor = true;
    return true;
}

void play_put_turn(const play_game *game, qi_buffer *text)
{
    const bool persons = play_is_persons_turn(game);
    const char *const name = qi_colour_name(qi_nogo_to_move(game->now));
    if (play_is_over(game))
        qi_buffer_say(
            text, persons ? "%s cannot move: you have lost.\n" : "%s cannot move: you have won.\n",
            name);
    else
        qi_buffer_say(text, persons ? "%s to move: your turn\n" : "%s to move, thinking\n", name);
}

/* The board, the note and whose turn it is. */
static void draw_board(play_game *game, picture_style style)
{
    cli_out *out = &game->out;
    picture drawing;
    nogo_legal_counts counts;
    if (!play_draw(game, QI_NO_POINT, &drawing, &counts))
        return;
    picture_terminal(out, &drawing, style);
    picture_end(&drawing);
    cli_printf(out, "Points for both %u, only Black %u, only White %u\n", counts.both, counts.black,
               counts.white);
    if (game->note[0])
        cli_printf(out, "%s\n", game->note);
    qi_buffer turn = {.translator = cli_translator()};
    play_put_turn(game, &turn);
    cli_write(out, qi_buffer_text(&turn), turn.length);
    if (turn.failed)
        play_fail(game, QI_NO_MEMORY);
    qi_buffer_free(&turn);
}

/* ---- typed lines -------------------------------------------------------------------------- */

/* Plays with typed lines. */
static void play_with_lines(play_game *game, picture_style style)
{
    const bool prompt = cli_is_terminal(STDIN_FILENO);
    qi_buffer line = {0};
    while (!game->quit && !game->out.file.error) {
        while (!play_is_persons_turn(game) && !play_is_over(game) && !game->quit)
            play_reply(game);
        if (game->quit)
            break;
        draw_board(game, style);
        if (prompt)
            cli_text(&game->out, "> ");
        cli_flush(&game->out);
        if (!cli_read_line(stdin, &line)) {
            if (line.failed)
                play_fail(game, QI_NO_MEMORY);
            break;
        }
        game->note[0] = '\0';
        play_obey(game, line.bytes);
    }
    qi_buffer_free(&line);
}

/* ---- the verb ----------------------------------------------------------------------------- */

/* Begins on the board of a file, or on an empty one. */
static int set_up(play_game *game, const char *path, const nogo_reading *reading,
                  cli_board_size size)
{
    qi_nogo *start = NULL;
    qi_result result = QI_OK;
    int status = CLI_GO_ON;
    if (path)
        status = nogo_read(game->spec, path, reading, &start);
    else
        result = qi_nogo_new(size.rows, size.columns, NULL, &start);
    if (start)
        status = nogo_check_side(game->spec, start, QI_NOGO_SEARCH_MAX_SIDE);
    if (start && status == CLI_GO_ON)
        result = start_game(game, start);
    qi_nogo_free(start);
    return result == QI_OK ? status : cli_fail_with(game->spec, result);
}

int cli_nogo_play(int argc, char **argv)
{
    cli_board_size size;
    int colour;
    const char *sgf = NULL;
    nogo_reading reading = {0};
    static play_game game;
    game = (play_game){.quit = false};
    const cli_option options[] = {
        opt_board("size", &size, "9", QI_NOGO_SEARCH_MAX_SIDE, "the board"),
        opt_choice("side", "X|O", &colour, "X", nogo_colour_choices,
                   "the side you play; X is Black and begins"),
        NOGO_LEVEL_OPTION(game.thinking, "5", "how strong the opponent is"),
        opt_text("sgf", "FILE", &sgf, NULL, "save the game to FILE at the end"),
        NOGO_THINKING_OPTIONS(game.thinking, "512M"),
        NOGO_READING_OPTION(reading),
        {0}};
    char levels[1024];
    const cli_spec spec = {
        .command = "qi nogo play",
        .operands = "[BOARD]",
        .description =
            "Plays NoGo against you, from an empty board or from BOARD. No move may leave\n"
            "a group of either colour without a liberty; whoever cannot move loses.\n"
            "Move with the arrow keys and Enter, by clicks, or type 'row column'. Others:\n"
            "hint, undo, liberties, level N, save FILE, help, quit; the first letter is "
            "enough.\n" NOGO_BOARD_NOTE,
        .options = options,
        .more = nogo_levels_help(levels, sizeof levels),
        .max_operands = 1,
        .position = &reading.line};
    int first;
    int status = cli_parse(&spec, argc, argv, &first);
    if (status != CLI_GO_ON)
        return status;
    game.spec = &spec;
    cli_ignore_broken_pipes();
    cli_out_stdout(&game.out);
    game.person = colour == 0 ? QI_BLACK : QI_WHITE;
    status = nogo_thinking_load(&spec, &game.thinking);
    const bool terminal = cli_is_terminal(STDIN_FILENO) && cli_is_able_terminal(STDOUT_FILENO);
    if (terminal)
        cli_watch_start(&game.watch);
    else
        qi_stop_clear(&game.watch.stop);
    if (status == CLI_GO_ON)
        status = set_up(&game, argv[first], &reading, size);
    if (status == CLI_GO_ON) {
        const picture_style style = {.colour = cli_use_colour(), .ascii = cli_is_ascii()};
        if (!terminal || !play_on_screen(&game, style))
            play_with_lines(&game, style);
        else if (!game.failed)
            draw_board(&game, style);
        const bool saved = !sgf || save_game(&game, sgf);
        status = saved && !game.failed ? CLI_DONE : CLI_BAD;
        status = cli_out_close(&spec, &game.out, status);
    }
    clean_up(&game);
    return terminal ? cli_watch_end(&game.watch, status) : status;
}
