#include "cli/nogo/thinking.h"
#include "cli/language.h"

const char *const nogo_player_choices[] = {"strong", "policy", "playouts", NULL};

const char *const nogo_net_choices[] = {"best", "portable", "vector", "avx2", "avx512", NULL};

int nogo_thinking_load(const cli_spec *spec, nogo_thinking *thinking)
{
    const qi_nogo_net_path path = (qi_nogo_net_path)thinking->path;
    if (!qi_nogo_net_has_path(path))
        return cli_fail(spec, "--path: found '%s', which this machine or build cannot take",
                        nogo_net_choices[path]);
    if (!thinking->weights) {
        const qi_result result =
            path == QI_NOGO_NET_BEST ? QI_OK : qi_nogo_net_builtin(path, NULL, &thinking->net);
        return result == QI_OK ? CLI_GO_ON : cli_fail_with(spec, result);
    }
    cli_input input;
    const int status = cli_read(spec, thinking->weights, &input);
    if (status != CLI_GO_ON)
        return status;
    const char *reason = NULL;
    const qi_result result =
        qi_nogo_net_load(input.text, input.length, path, NULL, &thinking->net, &reason);
    cli_input_free(&input);
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
    return (qi_nogo_player_options){.level = (unsigned)thinking->level,
                                    .engine = (qi_nogo_engine)thinking->player,
                                    .playouts = thinking->playouts,
                                    .seconds = thinking->seconds,
                                    .net = thinking->net,
                                    .threads = (uint32_t)thinking->threads,
                                    .memory = (size_t)thinking->memory,
                                    .seed = thinking->seed,
                                    .no_centre_first = thinking->no_centre_first};
}

const char *nogo_levels_help(char *text, size_t capacity)
{
    qi_buffer help = {.translator = cli_translator()};
    for (unsigned level = 1; level <= qi_nogo_levels(); level++)
        qi_buffer_say(&help, level == 1 ? "Levels %u: %s\n" : "       %u: %s\n", level,
                      qi_nogo_level_at(level)->description);
    snprintf(text, capacity, "%s", help.bytes ? help.bytes : "");
    qi_buffer_free(&help);
    return text;
}
