#include "cli/nogo/thinking.h"

const char *const nogo_player_choices[] = {"strong", "classic", "rave", "plain", "policy", NULL};

qi_nogo_player_options nogo_thinking_options(const nogo_thinking *thinking)
{
    return (qi_nogo_player_options){.level = (unsigned)thinking->level,
                                    .engine = (qi_nogo_engine)thinking->player,
                                    .playouts = thinking->playouts,
                                    .seconds = thinking->seconds,
                                    .threads = (uint32_t)thinking->threads,
                                    .memory = (size_t)thinking->memory,
                                    .seed = thinking->seed,
                                    .no_centre_first = thinking->no_centre_first};
}

const char *nogo_levels_help(char *text, size_t capacity)
{
    size_t used = 0;
    for (unsigned level = 1; level <= qi_nogo_levels() && used < capacity; level++)
        used += (size_t)snprintf(text + used, capacity - used, "%s %u: %s\n",
                                 level == 1 ? "Levels" : "      ", level,
                                 qi_nogo_level_at(level)->description);
    return text;
}
