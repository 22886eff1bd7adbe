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

int go_read_text(const cli_spec *spec, const char *path, const go_options *chosen, bool lines,
                 go_text *text)
{
    *text = (go_text){0};
    int status = cli_read(spec, path, &text->input);
    if (status != CLI_GO_ON)
        return status;
    qi_text_error error;
    const qi_result result =
        qi_go_read_games(text->input.text, text->input.length, chosen->size.rows,
                         chosen->size.columns, lines, &text->games, &error);
    if (result != QI_OK) {
        status = cli_fail_result(spec, text->input.name, result, &error);
        cli_input_free(&text->input);
    }
    return status;
}

void go_free_text(go_text *text)
{
    qi_go_free_games(&text->games);
    cli_input_free(&text->input);
}
