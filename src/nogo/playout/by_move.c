#include "nogo/playout/by_move.h"

#include "nogo/playout/playout.h"

#include <stdlib.h>

uint64_t qi_nogo_wins(const qi_nogo *game, const qi_nogo_stats *stats)
{
    return qi_nogo_to_move(game) == QI_BLACK ? stats->black_wins : stats->games - stats->black_wins;
}

static void add(qi_nogo_stats *sum, const qi_nogo_stats *more)
{
    sum->games += more->games;
    sum->black_wins += more->black_wins;
    sum->moves += more->moves;
}

/* What is told: the games of earlier moves, and those after the present one. */
typedef struct watcher {
    const qi_nogo_playouts_options *options;
    const qi_nogo_stats *before;
} watcher;

static bool watch_all(void *context, const qi_nogo_stats *done)
{
    const watcher *const watch = context;
    qi_nogo_stats sum = *watch->before;
    add(&sum, done);
    return watch->options->watch(watch->options->context, &sum);
}

/* Best first. All have the same number of games. */
/* The best move of a colour first. */
static int compare_for(qi_colour mover, const void *a, const void *b)
{
    const qi_nogo_first_move *const x = a;
    const qi_nogo_first_move *const y = b;
    const qi_nogo_stats *const s = &x->stats, *const t = &y->stats;
    const uint64_t x_wins = mover == QI_BLACK ? s->black_wins : s->games - s->black_wins;
    const uint64_t y_wins = mover == QI_BLACK ? t->black_wins : t->games - t->black_wins;
    if (x_wins != y_wins)
        return x_wins > y_wins ? -1 : 1;
    return x->point < y->point ? -1 : 1;
}

static int compare_for_black(const void *a, const void *b)
{
    return compare_for(QI_BLACK, a, b);
}

static int compare_for_white(const void *a, const void *b)
{
    return compare_for(QI_WHITE, a, b);
}

qi_result qi_nogo_playouts_by_move(const qi_nogo *game, uint64_t first, uint64_t count,
                                   uint64_t seed, const qi_nogo_playouts_options *options,
                                   qi_nogo_first_move *moves, size_t move_count, qi_nogo_stats *sum)
{
    *sum = (qi_nogo_stats){0, 0, 0};
    watcher watch = {options, sum};
    qi_nogo_playouts_options each = *options;
    each.watch = options->watch ? watch_all : NULL;
    each.context = &watch;
    for (size_t i = 0; i < move_count; i++) {
        qi_nogo *next;
        qi_result result = qi_nogo_copy(game, NULL, &next);
        if (result != QI_OK)
            return result;
        qi_nogo_play(next, qi_nogo_to_move(next), moves[i].point, NULL);
        uint64_t state = seed ^ ((uint64_t)moves[i].point + 1) << 32;
        result = qi_nogo_playouts(next, count, qi_playout_seed(qi_splitmix64(&state), first), &each,
                                  &moves[i].stats);
        qi_nogo_free(next);
        if (result != QI_OK)
            return result;
        moves[i].stats.moves += moves[i].stats.games;
        add(sum, &moves[i].stats);
    }
    qsort(moves, move_count, sizeof *moves,
          qi_nogo_to_move(game) == QI_BLACK ? compare_for_black : compare_for_white);
    return QI_OK;
}
