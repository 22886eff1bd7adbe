#include "nogo/selfplay/game.h"

#include "nogo/net/planes.h"

/* ---- moves ---------------------------------------------------------------------------------- */

void qi_selfplay_play(const qi_selfplay_rules *rules, qi_selfplay_game *game, uint32_t cell)
{
    game->plies[game->ply++].move = rules->point[cell];
    qi_board_play(game->board, game->board->to_move, cell);
}

/* Forgets what was noted of the position before it is noted anew. */
static qi_selfplay_ply *note(qi_selfplay_game *game)
{
    qi_selfplay_ply *ply = &game->plies[game->ply];
    *ply = (qi_selfplay_ply){.move = QI_NOGO_NO_MOVE};
    return ply;
}

/* A seed of its own for everything that has a number. */
static uint64_t seed_of(const qi_selfplay_rules *rules, uint64_t kind, uint64_t number)
{
    uint64_t state = rules->options.seed ^ kind << 56;
    state = qi_splitmix64(&state) + number;
    return qi_splitmix64(&state);
}

/* Whether the side to move has a move and counting does not know who wins. */
static bool is_open(const qi_board *board)
{
    qi_ending ending;
    if (!qi_board_can_move(board, board->to_move))
        return false;
    qi_ending_count(board, &ending);
    return ending.proof == QI_NOGO_UNKNOWN;
}

/* Random moves, as long as they leave the game open. */
static void play_opening(const qi_selfplay_rules *rules, qi_selfplay_worker *worker,
                         qi_selfplay_game *game, qi_random *random)
{
    const qi_nogo_pool_options *options = &rules->options;
    uint32_t max = options->opening_max;
    if (game->round == 0 && options->first_opening_max > max)
        max = options->first_opening_max;
    const uint32_t moves =
        options->opening_min + qi_random_below(random, max - options->opening_min + 1);
    const qi_board *board = game->board;
    for (uint32_t i = 0; i < moves; i++) {
        const uint32_t cell =
            qi_selfplay_draw(board->legal[board->to_move - 1], board->words, random);
        qi_board_copy(&worker->board, game->board);
        qi_board_play(&worker->board, worker->board.to_move, cell);
        if (!is_open(&worker->board))
            return;
        note(game);
        qi_selfplay_play(rules, game, cell);
    }
}

/* ---- waiting -------------------------------------------------------------------------------- */

static void wait_for(qi_selfplay_worker *worker, qi_selfplay_game *game, qi_selfplay_state state,
                     const qi_board *board)
{
    qi_planes planes;
    qi_planes_make(&planes, board);
    qi_planes_pack(&planes, board->rows, board->columns, worker->planes);
    memcpy(game->legal, board->legal[board->to_move - 1], board->words * sizeof *game->legal);
    game->state = state;
    worker->stats.evaluations++;
}

void qi_selfplay_begin(const qi_selfplay_rules *rules, qi_selfplay_worker *worker,
                       qi_selfplay_game *game, uint32_t round)
{
    enum { PLAY = 1, OPENING = 2 };
    const qi_nogo_pool_options *options = &rules->options;
    game->round = round;
    game->number = (uint64_t)round * options->games + game->slot;
    game->ply = 0;
    game->policy_count = 0;
    game->decided = false;
    game->state = QI_SELFPLAY_IDLE;
    if (options->match && qi_selfplay_pair(rules, game->slot, round) >= options->match_pairs)
        return;
    qi_board_copy(game->board, rules->empty);
    qi_random_seed(&game->random, seed_of(rules, PLAY, game->number));
    qi_random opening;
    qi_random_seed(&opening, seed_of(rules, OPENING,
                                     options->match ? qi_selfplay_pair(rules, game->slot, round)
                                                    : game->number));
    play_opening(rules, worker, game, &opening);
    game->first = game->ply;
    note(game)->outcome = (int8_t)qi_selfplay_solve(rules, worker, game);
    qi_gumbel_clear(&game->tree);
    wait_for(worker, game, QI_SELFPLAY_ROOT, game->board);
}

/* ---- from move to move ---------------------------------------------------------------------- */

static void begin_search(const qi_selfplay_rules *rules, qi_selfplay_worker *worker,
                         qi_selfplay_game *game)
{
    const qi_nogo_pool_options *options = &rules->options;
    uint32_t visits = options->visits;
    game->full = true;
    if (qi_selfplay_seat(rules, game->slot, game->board->to_move))
        visits = options->match_visits;
    else if (!options->match && options->full_share < 1) {
        const float drawn = (float)(qi_random_next(&game->random) >> 40) * (1.0F / 16777216.0F);
        game->full = drawn < options->full_share;
        visits = game->full ? visits : options->fast_visits;
    }
    qi_gumbel_back_up(&game->tree, 0);
    qi_gumbel_begin(&game->tree, &rules->gumbel, visits, &game->random);
    game->state = QI_SELFPLAY_SEARCHING;
    worker->stats.searches++;
}

/* Whether counting decides the position; if so, notes the winner and its plan. */
static bool count_ending(qi_selfplay_worker *worker, qi_selfplay_game *game, qi_selfplay_ply *ply)
{
    const qi_board *board = game->board;
    qi_ending ending;
    qi_ending_count(board, &ending);
    if (ending.proof == QI_NOGO_UNKNOWN)
        return false;
    const bool won = ending.proof == QI_NOGO_WON;
    game->winner = won ? board->to_move : qi_opponent(board->to_move);
    if (won)
        memcpy(game->plan, ending.plan, board->words * sizeof *game->plan);
    else
        qi_ending_sure(board, game->winner, game->plan);
    ply->outcome = (int8_t)ending.proof;
    worker->stats.counted += !game->decided;
    game->decided = true;
    return true;
}

/* After a move: whether the game goes on, and from which tree. `child` is the move's node in the
 * present one, 0 when it has none. */
static void come_to(const qi_selfplay_rules *rules, qi_selfplay_worker *worker,
                    qi_selfplay_game *game, uint32_t child)
{
    const qi_nogo_pool_options *options = &rules->options;
    const qi_board *board = game->board;
    if (!qi_board_can_move(board, board->to_move)) {
        game->winner = qi_opponent(board->to_move);
        game->state = QI_SELFPLAY_OVER;
        return;
    }
    qi_selfplay_ply *ply = note(game);
    ply->outcome = child ? game->tree.nodes[child].outcome : QI_NOGO_UNKNOWN;
    if (game->decided && options->decided == QI_NOGO_DECIDED_PLAY) {
        /* The winner keeps to its plan, so nothing has changed. */
        ply->outcome = board->to_move == game->winner ? QI_NOGO_WON : QI_NOGO_LOST;
    } else if (count_ending(worker, game, ply)) {
        if (options->match || options->decided == QI_NOGO_DECIDED_FINISH) {
            qi_selfplay_finish(rules, game);
            game->state = QI_SELFPLAY_OVER;
            return;
        }
    } else if (!ply->outcome) {
        ply->outcome = (int8_t)qi_selfplay_solve(rules, worker, game);
    }
    if (!options->match && child && qi_gumbel_keep(&game->tree, child)) {
        begin_search(rules, worker, game);
        return;
    }
    qi_gumbel_clear(&game->tree);
    wait_for(worker, game, QI_SELFPLAY_ROOT, board);
}

/* Plays by the policy alone, the winner within its plan. */
static void play_policy(const qi_selfplay_rules *rules, qi_selfplay_worker *worker,
                        qi_selfplay_game *game)
{
    qi_selfplay_ply *ply = &game->plies[game->ply];
    const bool won = ply->outcome == QI_NOGO_WON;
    ply->sample = true;
    ply->value = (float)ply->outcome;
    qi_selfplay_play(rules, game, qi_gumbel_likeliest(&game->tree, won ? game->plan : game->legal));
    come_to(rules, worker, game, 0);
}

/* Ends a search: notes what it found and plays its move. */
static void conclude(const qi_selfplay_rules *rules, qi_selfplay_worker *worker,
                     qi_selfplay_game *game)
{
    const qi_nogo_pool_options *options = &rules->options;
    qi_gumbel *tree = &game->tree;
    qi_selfplay_ply *ply = &game->plies[game->ply];
    const bool noisy =
        !game->decided && (!options->noise_moves || game->ply < options->noise_moves);
    const uint32_t child = qi_gumbel_choose(tree, &rules->gumbel, noisy);
    if (!ply->outcome)
        ply->outcome = tree->nodes[0].outcome;
    if (!options->match) {
        uint16_t *policy = NULL;
        if (game->full && tree->nodes[0].outcome != QI_NOGO_LOST) {
            policy = game->policies + (size_t)game->policy_count * rules->area;
            ply->policy = (uint16_t)++game->policy_count;
        }
        const float value =
            qi_gumbel_improve(tree, &rules->gumbel, rules->point, rules->area, policy);
        ply->value = ply->outcome ? (float)ply->outcome : value;
        ply->sample = true;
    }
    qi_selfplay_play(rules, game, tree->nodes[child].move);
    come_to(rules, worker, game, child);
}

/* One visit; true when it needs the network. */
static bool visit(const qi_selfplay_rules *rules, qi_selfplay_worker *worker,
                  qi_selfplay_game *game)
{
    qi_gumbel *tree = &game->tree;
    qi_board *board = &worker->board;
    qi_board_copy(board, game->board);
    const uint32_t leaf = qi_gumbel_descend(tree, &rules->gumbel, board);
    if (!tree->nodes[leaf].visits) {
        qi_ending ending;
        if (!qi_board_can_move(board, board->to_move))
            ending.proof = QI_NOGO_LOST;
        else
            qi_ending_count(board, &ending);
        if (ending.proof == QI_NOGO_UNKNOWN) {
            game->leaf = leaf;
            wait_for(worker, game, QI_SELFPLAY_LEAF, board);
            return true;
        }
        qi_gumbel_prove(tree, leaf, ending.proof);
    }
    worker->stats.exact++;
    qi_gumbel_back_up(tree, leaf);
    return false;
}

void qi_selfplay_answer(const qi_selfplay_rules *rules, qi_selfplay_worker *worker,
                        qi_selfplay_game *game, const float *logits, float value)
{
    const uint32_t node = game->state == QI_SELFPLAY_LEAF ? game->leaf : 0;
    qi_gumbel_expand(&game->tree, node, game->legal, game->board->words, rules->point, logits,
                     value);
    if (node) {
        qi_gumbel_back_up(&game->tree, node);
        game->state = QI_SELFPLAY_SEARCHING;
    } else if (game->decided && rules->options.decided == QI_NOGO_DECIDED_PLAY) {
        play_policy(rules, worker, game);
    } else {
        begin_search(rules, worker, game);
    }
    while (game->state == QI_SELFPLAY_SEARCHING) {
        if (qi_gumbel_is_done(&game->tree))
            conclude(rules, worker, game);
        else if (visit(rules, worker, game))
            return;
    }
}
