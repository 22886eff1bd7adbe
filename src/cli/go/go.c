#include "cli/go/go.h"

const char *const go_rules_choices[] = {"positional", "situational", "ko", "none", NULL};

qi_go_rules go_rules_of(const go_options *chosen)
{
    return (qi_go_rules){(qi_go_repetition)chosen->repetition, chosen->suicide};
}

qi_go *go_new_game(const cli_spec *spec, const go_options *chosen)
{
    const qi_go_rules rules = go_rules_of(chosen);
    qi_go *game = NULL;
    const qi_result result =
        qi_go_new(chosen->size.rows, chosen->size.columns, &rules, NULL, &game);
    if (result != QI_OK)
        cli_fail_with(spec, result);
    return game;
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

bool go_read_game(go_text *text, size_t most)
{
    qi_go_moves *const moves = &text->moves;
    return qi_go_read_game(&text->reader, NULL, moves, NULL) == QI_OK &&
           qi_go_record_moves(text->record, moves, most < moves->count ? most : moves->count) ==
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
