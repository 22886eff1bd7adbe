/* Random games after every legal first move. */
#include "base/memory.h"
#include "nogo/playout/playout.h"
#include "nogo/rules/position.h"

#include <qi/nogo_playouts.h>

/* Reported so far: the games of earlier moves, and those after the present one. */
typedef struct watcher {
    const qi_nogo_playouts_options *options;
    const qi_nogo_stats *before;
} watcher;

static bool watch_all(void *context, const qi_nogo_stats *done)
{
    const watcher *const watch = context;
    qi_nogo_stats sum = *watch->before;
    qi_playout_add(&sum, done);
    return watch->options->watch(watch->options->context, &sum);
}

/* How many of the games the colour to move has won. */
static uint64_t wins_of(const qi_nogo *position, const qi_nogo_stats *stats)
{
    return qi_nogo_to_move(position) == QI_BLACK ? stats->black_wins
                                                 : stats->games - stats->black_wins;
}

/* Sorts moves, which all have the same number of games, by their wins; equal ones keep their order.
 */
static void sort(const qi_nogo *position, qi_nogo_first_move *moves, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const qi_nogo_first_move move = moves[i];
        const uint64_t wins = wins_of(position, &move.stats);
        size_t at = i;
        for (; at > 0 && wins_of(position, &moves[at - 1].stats) < wins; at--)
            moves[at] = moves[at - 1];
        moves[at] = move;
    }
}

static qi_result play_each(const qi_nogo *position, uint64_t count, uint64_t seed,
                           const qi_nogo_playouts_options *options, qi_nogo_first_move *moves,
                           size_t move_count, qi_nogo_stats *sum)
{
    const qi_colour mover = qi_nogo_to_move(position);
    watcher watch = {options, sum};
    qi_nogo_playouts_options each = *options;
    each.watch = each.watch ? watch_all : NULL;
    each.context = &watch;
    for (size_t i = 0; i < move_count; i++) {
        qi_nogo *next;
        qi_result result = qi_nogo_copy(position, &position->allocator, &next);
        if (result != QI_OK)
            return result;
        qi_nogo_play(next, mover, moves[i].point, NULL);
        uint64_t state = seed ^ ((uint64_t)moves[i].point + 1) << 32;
        result = qi_nogo_playouts(next, count, qi_splitmix64(&state), &each, &moves[i].stats);
        qi_nogo_free(next);
        if (result != QI_OK)
            return result;
        moves[i].stats.moves += moves[i].stats.games;
        qi_playout_add(sum, &moves[i].stats);
    }
    return QI_OK;
}

qi_result qi_nogo_playouts_by_move(const qi_nogo *position, uint64_t count, uint64_t seed,
                                   const qi_nogo_playouts_options *options,
                                   qi_nogo_first_move *moves, size_t move_count, size_t element,
                                   qi_nogo_stats *sum)
{
    const qi_point points = qi_nogo_rows(position) * qi_nogo_columns(position);
    qi_nogo_playouts_options wanted;
    if (move_count != qi_nogo_legal(position, qi_nogo_to_move(position), NULL, 0) ||
        !qi_struct_read(&wanted, sizeof wanted, options))
        return QI_BAD_ARGUMENT;
    qi_nogo_first_move *const known =
        qi_allocate_zeroed(&position->allocator, move_count, sizeof *known);
    if (!known)
        return QI_NO_MEMORY;
    for (qi_point point = 0, found = 0; point < points; point++)
        if (qi_nogo_judge(position, qi_nogo_to_move(position), point, NULL) == QI_NOGO_LEGAL)
            known[found++].point = point;
    *sum = (qi_nogo_stats){0, 0, 0};
    const qi_result result = play_each(position, count, seed, &wanted, known, move_count, sum);
    sort(position, known, move_count);
    for (size_t i = 0; i < move_count; i++)
        qi_element_write(moves, element, i, &known[i], sizeof *known);
    qi_release(&position->allocator, known);
    return result;
}
