#include "cli/nogo/thinking.h"

const char *const nogo_player_choices[] = {"strong", "classic", "rave", "plain", "policy", NULL};

qi_result nogo_thinking_start(const nogo_thinking *thinking, qi_nogo_search **search)
{
    const qi_nogo_search_options options = {.engine = (qi_nogo_engine)thinking->player,
                                            .seed = thinking->seed,
                                            .memory = (size_t)thinking->memory,
                                            .no_centre_first = thinking->no_centre_first};
    return qi_nogo_search_new(&options, NULL, search);
}

qi_nogo_search_limits nogo_thinking_limit(const nogo_thinking *thinking)
{
    qi_nogo_search_limits limit = {.seconds = thinking->seconds,
                                   .playouts = thinking->playouts,
                                   .threads = (uint32_t)thinking->threads};
    if (!limit.playouts && !(limit.seconds > 0))
        limit.seconds = 1;
    return limit;
}
