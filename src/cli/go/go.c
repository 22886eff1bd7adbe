/* qi go: its verbs, what they share, and its part of the laboratory. */
#include "cli/go/go.h"
#include "cli/lab/lab.h"
#include "cli/verbs.h"

#include <qi/go_record.h>

/* In the order of qi_go_repetition, twice. */
const char *const go_rules_choices[] = {"positional", "situational",        "ko",
                                        "none",       "positional+suicide", "situational+suicide",
                                        "ko+suicide", "none+suicide",       NULL};

qi_go_rules go_rules_of(const go_options *chosen)
{
    enum { REPETITIONS = QI_GO_FREE + 1 };
    return (qi_go_rules){(qi_go_repetition)(chosen->rules % REPETITIONS),
                         chosen->rules >= REPETITIONS};
}

json_t *go_board_json(const qi_go *game)
{
    char text[QI_GO_MAX_SIDE * (QI_GO_MAX_SIDE + 1) + 1];
    qi_go_write_board(game, text, sizeof text);
    return cli_json_rows(text, qi_go_rows(game), qi_go_columns(game));
}

json_t *go_captures_json(const qi_go *game)
{
    return json_pack("{s:I, s:I}", "black", (json_int_t)qi_go_captures(game, QI_BLACK), "white",
                     (json_int_t)qi_go_captures(game, QI_WHITE));
}

int go_open_text(const cli_spec *spec, const char *path, const go_options *chosen, go_text *text)
{
    *text = (go_text){0};
    const int status = cli_read(spec, path, &text->input);
    if (status != CLI_GO_ON)
        return status;
    const qi_go_rules rules = go_rules_of(chosen);
    const cli_board_size size = chosen->size;
    qi_text_error error;
    qi_result result = qi_go_read(&text->reader, text->input.text, text->input.length, size.rows,
                                  size.columns, true, &error);
    if (result == QI_OK)
        result = qi_go_look_through(text->reader, NULL, &text->moves, &error);
    if (result == QI_OK)
        result = qi_go_record_new(size.rows, size.columns, &rules, NULL, &text->record);
    return result == QI_OK ? CLI_GO_ON : cli_fail_result(spec, text->input.name, result, &error);
}

bool go_read_game(go_text *text, size_t max)
{
    qi_go_moves *const moves = &text->moves;
    return qi_go_read_game(&text->reader, NULL, moves, NULL) == QI_OK &&
           qi_go_record_moves(text->record, moves, max < moves->count ? max : moves->count) ==
               QI_OK;
}

void go_close_text(go_text *text)
{
    qi_go_record_free(text->record);
    qi_go_free_moves(&text->moves, NULL);
    cli_input_free(&text->input);
}

void go_say_reason(const qi_go_record *record, const qi_go_entry *entry, qi_translator *translator,
                   char *text, size_t size)
{
    qi_message reason;
    if (entry->verdict != QI_GO_SUPERKO) {
        reason = qi_message_of("%s", qi_go_verdict_text(entry->verdict));
    } else if (entry->repeated == 0) {
        reason = qi_message_of("the empty board would come back");
    } else {
        const size_t index = qi_go_record_index_of_step(record, entry->repeated);
        reason = qi_message_of("the position after line %llu would come back",
                               (unsigned long long)qi_go_record_entries(record)[index].source);
    }
    qi_message_write(&reason, translator, NULL, text, size);
}

/* ---- the game ----------------------------------------------------------------------------- */

static int lab_options(cli_lab_verb verb, cli_lab_wishes *wishes, cli_option *table)
{
    int count = 0;
    table[count++] = opt_board("size", &wishes->size, "19", QI_GO_MAX_SIDE,
                               verb == CLI_STRESS ? "size of the board that the program plays on"
                                                  : "size of the board");
    if (verb == CLI_GENERATE) {
        table[count++] =
            opt_number("moves", "N", &wishes->moves, "300", 0, 1000000, "moves in all games");
        table[count++] = opt_number("games", "N", &wishes->games, NULL, 1, 100000,
                                    "number of games, of the family 'several'");
    } else if (verb == CLI_STRESS) {
        table[count++] = opt_range("moves", "MIN-MAX", &wishes->range, 1, 100000,
                                   "moves in a game (default: up to 2000)");
        table[count++] = opt_number("games", "N", &wishes->games, NULL, 1, 1000,
                                    "most games in a case (default: 100)");
    }
    return count;
}

static const struct cli_lab lab = {&qi_lab_go, lab_options, cli_lab_draw_stones};

static const cli_verb verbs[] = {
    {"replay", "replay games and explain every refused move", .run = cli_go_replay},
    {"check", "judge a program's output, and explain the first wrong line", .run = cli_go_check},
    {"show", "draw the board after a move of a game", .run = cli_go_show},
    {"sgf", "replay SGF files and count illegal moves by reason", .run = cli_go_sgf},
    {"gtp", "speak the Go Text Protocol", .run = cli_go_gtp},
    CLI_LAB_VERBS,
    {0}};

const cli_game cli_go_game = {"go", "Go (围棋): replay with exact superko", verbs, &lab};
