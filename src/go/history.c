/*
 * The memory of a game: every position, findable by hash and comparable stone by stone.
 *
 * Per step it takes a node (8 bytes), a share of the table of chains (4 to 8 bytes), the words of
 * what changed (2 bytes for the move and 2 for each captured stone, of which there are fewer than
 * moves) and a share of a checkpoint (1 byte): at most 21 bytes. Blocks double when they are full.
 */
#include "go/game.h"

enum { FIRST_STEPS = 512, CHAIN_LENGTH = 2 /* on average at most */, CHECKPOINT_HEADER = 8 };
enum { FIRST_CHAINS = FIRST_STEPS / CHAIN_LENGTH };

static size_t checkpoint_size(const qi_go *game)
{
    return CHECKPOINT_HEADER + game->cells;
}

void qi_go_history_attend(qi_go *game)
{
    go_history *history = &game->history;
    const uint32_t past = history->steps % history->interval;
    const uint32_t left = past || !history->steps ? history->interval - past : 0;
    uint32_t attention =
        left > UINT32_MAX - 1 - history->steps ? UINT32_MAX - 1 : history->steps + left;
    if (game->remembers) {
        /* The node of the next step must fit, and the chains must not become longer. */
        const size_t room = history->node_capacity - 1,
                     chains = history->chain_count * CHAIN_LENGTH - 1;
        const size_t max = chains < room ? chains : room;
        if (attention > max)
            attention = (uint32_t)max;
    }
    history->attention = attention < history->steps ? history->steps : attention;
}

void qi_go_history_clear(qi_go *game)
{
    go_history *history = &game->history;
    history->steps = 0;
    history->word_count = 0;
    if (game->remembers) {
        /* However large the table has become, the next game starts with a small one in the same
         * block, so clearing costs the same after every game. */
        history->chain_count = FIRST_CHAINS;
        memset(history->chains, 0, FIRST_CHAINS * sizeof *history->chains);
        go_history_add(game);
    }
    qi_go_history_attend(game);
}

qi_result qi_go_history_new(qi_go *game)
{
    go_history *history = &game->history;
    *history = (go_history){.tag_mask = UINT32_MAX, .interval = game->cells};
    history->word_capacity = 2 * FIRST_STEPS + game->cells;
    history->words = (uint16_t *)qi_allocate_array(&game->allocator, history->word_capacity,
                                                   sizeof *history->words);
    if (game->remembers) {
        history->node_capacity = FIRST_STEPS;
        history->nodes =
            (go_node *)qi_allocate_array(&game->allocator, FIRST_STEPS, sizeof *history->nodes);
        history->chain_capacity = FIRST_CHAINS;
        history->chains =
            (go_chain *)qi_allocate_array(&game->allocator, FIRST_CHAINS, sizeof *history->chains);
    }
    if (!history->words || (game->remembers && (!history->nodes || !history->chains))) {
        qi_go_history_free(game);
        return QI_NO_MEMORY;
    }
    qi_go_history_clear(game);
    return QI_OK;
}

void qi_go_history_free(qi_go *game)
{
    qi_release(&game->allocator, game->history.words);
    qi_release(&game->allocator, game->history.nodes);
    qi_release(&game->allocator, game->history.chains);
    qi_release(&game->allocator, game->history.checkpoints);
}

static void *copy_block(const qi_go *game, const void *block, size_t capacity, size_t used,
                        bool *failed)
{
    if (!capacity)
        return NULL;
    void *copy = qi_allocate(&game->allocator, capacity);
    if (copy)
        memcpy(copy, block, used);
    else
        *failed = true;
    return copy;
}

qi_result qi_go_history_copy(const qi_go *game, qi_go *copy)
{
    const go_history *from = &game->history;
    go_history *to = &copy->history;
    const size_t checkpoints = from->steps / from->interval;
    bool failed = false;
    to->words = (uint16_t *)copy_block(copy, from->words, from->word_capacity * sizeof *from->words,
                                       from->word_count * sizeof *from->words, &failed);
    to->nodes = (go_node *)copy_block(
        copy, from->nodes, from->node_capacity * sizeof *from->nodes,
        game->remembers ? (from->steps + 1U) * sizeof *from->nodes : 0, &failed);
    to->chains =
        (go_chain *)copy_block(copy, from->chains, from->chain_capacity * sizeof *from->chains,
                               from->chain_count * sizeof *from->chains, &failed);
    to->checkpoints = (uint8_t *)copy_block(
        copy, from->checkpoints, from->checkpoint_capacity * checkpoint_size(game),
        (checkpoints < from->checkpoint_capacity ? checkpoints : from->checkpoint_capacity) *
            checkpoint_size(game),
        &failed);
    if (failed)
        qi_go_history_free(copy);
    return failed ? QI_NO_MEMORY : QI_OK;
}

/* ---- growing ------------------------------------------------------------------------------ */

static bool grow_words(qi_go *game)
{
    go_history *history = &game->history;
    uint16_t *const words =
        (uint16_t *)qi_grow(&game->allocator, history->words, history->word_count, game->cells,
                            &history->word_capacity, sizeof *words);
    if (words)
        history->words = words;
    return words != NULL;
}

static bool grow_nodes(qi_go *game)
{
    go_history *history = &game->history;
    go_node *const nodes = (go_node *)qi_grow(&game->allocator, history->nodes, history->steps + 1U,
                                              1, &history->node_capacity, sizeof *nodes);
    if (nodes)
        history->nodes = nodes;
    return nodes != NULL;
}

/* Doubles the table and hooks every position into its new chain, oldest first, which keeps the
 * newest at the front. */
static bool grow_chains(qi_go *game)
{
    go_history *history = &game->history;
    if (history->steps + 1 < history->chain_count * CHAIN_LENGTH)
        return true;
    const uint32_t count = 2 * history->chain_count;
    go_chain *const chains = (go_chain *)qi_grow(&game->allocator, history->chains, 0, count,
                                                 &history->chain_capacity, sizeof *chains);
    if (!chains)
        return false;
    history->chains = chains;
    memset(chains, 0, count * sizeof *chains);
    history->chain_count = count;
    for (uint32_t step = 0; step <= history->steps; step++)
        if (history->nodes[step].next != GO_LEFT_OUT)
            go_history_hook(game, step, history->nodes[step].tag);
    return true;
}

static bool take_checkpoint(qi_go *game)
{
    go_history *history = &game->history;
    if (!history->steps || history->steps % history->interval)
        return true;
    const uint32_t index = history->steps / history->interval - 1;
    uint8_t *const checkpoints =
        (uint8_t *)qi_grow(&game->allocator, history->checkpoints, index, 1,
                           &history->checkpoint_capacity, checkpoint_size(game));
    if (!checkpoints)
        return false;
    history->checkpoints = checkpoints;
    uint8_t *at = checkpoints + index * checkpoint_size(game);
    const uint64_t words = history->word_count;
    memcpy(at, &words, CHECKPOINT_HEADER);
    memcpy(at + CHECKPOINT_HEADER, game->colours, game->cells);
    return true;
}

qi_result qi_go_history_tend(qi_go *game)
{
    if (game->history.steps >= UINT32_MAX - 1 || !grow_words(game) || !take_checkpoint(game) ||
        (game->remembers && (!grow_nodes(game) || !grow_chains(game))))
        return QI_NO_MEMORY;
    qi_go_history_attend(game);
    /* All work that is due has been done; the next is due after the coming step at the earliest. */
    if (game->history.attention == game->history.steps)
        game->history.attention++;
    return QI_OK;
}

/* ---- finding ------------------------------------------------------------------------------ */

size_t qi_go_history_restore(const qi_go *game, uint32_t step, uint8_t *earlier)
{
    const go_history *history = &game->history;
    uint32_t from = history->steps;
    size_t words = history->word_count;
    /* The first checkpoint not before the step; one at the last step may not be taken yet. */
    const uint32_t index = step / history->interval + (step % history->interval != 0);
    if (index && (uint64_t)index * history->interval < history->steps) {
        const uint8_t *at = history->checkpoints + (index - 1) * checkpoint_size(game);
        uint64_t count;
        memcpy(&count, at, CHECKPOINT_HEADER);
        memcpy(earlier, at + CHECKPOINT_HEADER, game->cells);
        words = (size_t)count;
        from = index * history->interval;
    } else {
        memcpy(earlier, game->colours, game->cells);
    }
    for (; from > step; from--) {
        do {
            const uint16_t word = history->words[--words];
            uint8_t *cell = &earlier[word & GO_CELL];
            *cell = go_before(word, *cell);
        } while (words && !(history->words[words - 1] & GO_STEP_END));
    }
    return words;
}

uint32_t qi_go_history_find(const qi_go *game, const uint8_t *wanted, uint64_t hash, unsigned mover)
{
    const go_history *history = &game->history;
    const uint32_t tag = go_tag(game, hash, mover);
    uint8_t earlier[QI_GO_MAX_CELLS];
    for (uint32_t at = go_chain_of(game, tag)->newest; at; at = history->nodes[at - 1].next) {
        const uint32_t step = at - 1;
        if (history->nodes[step].tag != tag)
            continue;
        const size_t words = qi_go_history_restore(game, step, earlier);
        if (memcmp(earlier, wanted, game->cells) != 0)
            continue;
        if (game->rules.repetition == QI_GO_SITUATIONAL &&
            mover != (words ? go_mover_of(history->words[words - 1]) : (unsigned)QI_WHITE))
            continue;
        return step;
    }
    return UINT32_MAX;
}

void qi_go_history_remember(qi_go *game)
{
    if (qi_go_history_find(game, game->colours, game->hash, game->mover) == UINT32_MAX)
        go_history_add(game);
    else
        game->history.nodes[game->history.steps].next = GO_LEFT_OUT;
}

void qi_go_history_forget(qi_go *game)
{
    const go_node *node = &game->history.nodes[game->history.steps];
    if (node->next == GO_LEFT_OUT)
        return;
    go_chain *chain = go_chain_of(game, node->tag);
    chain->newest = node->next;
    if (!chain->newest)
        chain->marks = 0;
}

void qi_go_weaken_hash(qi_go *game, unsigned bits)
{
    game->history.tag_mask = (1U << bits) - 1;
    qi_go_history_clear(game);
}
