#include "nogo/play/player.h"

/* ---- making players ----------------------------------------------------------------------- */

/* What the options and the level say about how to think. */
static void set_habits(qi_nogo_player *player)
{
    const qi_nogo_player_options *options = &player->options;
    const qi_nogo_level *level = qi_nogo_level_at(options->level);
    player->engine = level ? level->engine : options->engine;
    player->playouts = options->playouts;
    player->seconds = options->seconds;
    if (player->playouts || player->seconds > 0)
        return;
    player->playouts = level ? level->playouts : 0;
    player->seconds = level ? level->seconds : 1;
}

static qi_result make_search(const qi_nogo_player *player, qi_nogo_search **search)
{
    const qi_nogo_search_options options = {.engine = player->engine,
                                            .net = player->options.net,
                                            .seed = player->options.seed,
                                            .memory = player->options.memory,
                                            .no_centre_first = player->options.no_centre_first};
    return qi_nogo_search_new(&options, &player->allocator, search);
}

qi_result qi_nogo_player_new(const qi_nogo_player_options *options, const qi_allocator *allocator,
                             qi_nogo_player **player)
{
    const qi_allocator memory = qi_allocator_or_default(allocator);
    if (options && options->level && !qi_nogo_level_at(options->level))
        return QI_BAD_ARGUMENT;
    qi_nogo_player *made = qi_allocate(&memory, sizeof *made);
    if (!made)
        return QI_NO_MEMORY;
    *made = (qi_nogo_player){.allocator = memory};
    if (options)
        made->options = *options;
    qi_random_seed(&made->random, made->options.seed);
    set_habits(made);
    const qi_result result = made->options.random ? QI_OK : make_search(made, &made->search);
    if (result == QI_OK)
        *player = made;
    else
        qi_nogo_player_free(made);
    return result;
}

void qi_nogo_player_free(qi_nogo_player *player)
{
    if (!player)
        return;
    const qi_allocator memory = player->allocator;
    if (player->end_host)
        player->end_host(player);
    qi_nogo_search_free(player->search);
    qi_nogo_free(player->position);
    qi_release(&memory, player);
}

const char *qi_nogo_player_description(const qi_nogo_player *player)
{
    if (player->options.random)
        return "uniformly random legal moves";
    switch (player->engine) {
    case QI_NOGO_STRONG:
        return "tree search with a network";
    case QI_NOGO_RAVE:
        return "tree search with RAVE";
    case QI_NOGO_PLAIN:
        return "plain UCT";
    case QI_NOGO_POLICY:
        return "a network without search";
    }
    return "tree search";
}

qi_result qi_nogo_player_set_level(qi_nogo_player *player, unsigned level)
{
    if (!qi_nogo_level_at(level))
        return QI_BAD_ARGUMENT;
    if (player->end_host)
        player->end_host(player);
    const unsigned old_level = player->options.level;
    const qi_nogo_engine old_engine = player->engine;
    player->options.level = level;
    set_habits(player);
    if (player->engine == old_engine || !player->search)
        return QI_OK;
    qi_nogo_search *search;
    const qi_result result = make_search(player, &search);
    if (result != QI_OK) {
        player->options.level = old_level;
        set_habits(player);
        return result;
    }
    qi_nogo_search_free(player->search);
    player->search = search;
    qi_nogo_free(player->position);
    player->position = NULL;
    return QI_OK;
}

qi_nogo_clock *qi_nogo_player_clock(qi_nogo_player *player, qi_colour colour)
{
    return &player->clock[colour == QI_WHITE ? QI_WHITE : QI_BLACK];
}

/* ---- thinking in pieces ------------------------------------------------------------------- */

static uint64_t visits_of(const qi_nogo_player *player)
{
    qi_nogo_search_state state = {0};
    if (player->search)
        qi_nogo_search_state_of(player->search, &state);
    return state.visits;
}

qi_result qi_nogo_player_face(qi_nogo_player *player, const qi_nogo *position, qi_colour colour)
{
    if ((colour != QI_BLACK && colour != QI_WHITE) ||
        qi_nogo_rows(position) > QI_NOGO_SEARCH_SIDE ||
        qi_nogo_columns(position) > QI_NOGO_SEARCH_SIDE)
        return QI_BAD_ARGUMENT;
    if (player->end_host)
        player->end_host(player);
    qi_nogo *faced;
    qi_result result = qi_nogo_copy(position, &player->allocator, &faced);
    if (result != QI_OK)
        return result;
    qi_nogo_set_to_move(faced, colour);
    qi_nogo_free(player->position);
    player->position = faced;
    if (player->search)
        result = qi_nogo_search_set(player->search, faced);
    player->first_visits = visits_of(player);
    player->begun = false;
    return result;
}

/* The points that either colour may play. */
static uint32_t count_open(const qi_nogo *position)
{
    uint32_t open = 0;
    const qi_point points = qi_nogo_rows(position) * qi_nogo_columns(position);
    for (qi_point point = 0; point < points; point++)
        open += qi_nogo_judge(position, QI_BLACK, point, NULL) == QI_NOGO_LEGAL ||
                qi_nogo_judge(position, QI_WHITE, point, NULL) == QI_NOGO_LEGAL;
    return open;
}

qi_nogo_player_limit qi_nogo_player_limits(const qi_nogo_player *player)
{
    qi_nogo_player_limit limit = {player->playouts, player->seconds};
    if (player->position) {
        const qi_nogo_clock *clock = &player->clock[qi_nogo_to_move(player->position)];
        if (clock->given)
            limit.seconds = qi_nogo_clock_share(clock, count_open(player->position));
    }
    return limit;
}

bool qi_nogo_player_think(qi_nogo_player *player, uint64_t playouts, uint64_t expected)
{
    if (!player->search || !player->position || !playouts)
        return true;
    if (!player->begun)
        qi_nogo_search_solve(player->search, expected);
    player->begun = true;
    const uint64_t before = visits_of(player);
    qi_nogo_search_think(player->search, playouts, NULL, NULL);
    return visits_of(player) - before < playouts;
}

uint64_t qi_nogo_player_thought(const qi_nogo_player *player)
{
    return visits_of(player) - player->first_visits;
}

const qi_nogo_search *qi_nogo_player_search(const qi_nogo_player *player)
{
    return player->search;
}

/* Any legal move, each as likely. */
static qi_point random_move(qi_nogo_player *player)
{
    qi_point points[QI_NOGO_SEARCH_SIDE * QI_NOGO_SEARCH_SIDE];
    const qi_nogo *position = player->position;
    const size_t count =
        qi_nogo_legal(position, qi_nogo_to_move(position), points, sizeof points / sizeof *points);
    return count ? points[qi_random_below(&player->random, (uint32_t)count)] : QI_NO_POINT;
}

void qi_nogo_player_decide(qi_nogo_player *player, qi_nogo_choice *choice)
{
    *choice = (qi_nogo_choice){.move = QI_NO_POINT, .resigns = true};
    if (!player->position)
        return;
    if (!player->search) {
        choice->move = random_move(player);
        choice->resigns = choice->move == QI_NO_POINT;
        return;
    }
    qi_nogo_search_state_of(player->search, &choice->opinion);
    choice->move = qi_nogo_search_best(player->search);
    choice->resigns = choice->move == QI_NO_POINT ||
                      (choice->opinion.outcome == QI_NOGO_LOST && !player->options.never_resign);
}
