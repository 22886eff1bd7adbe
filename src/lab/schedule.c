/*
 * How large the cases of a stress run are. Most are small, which is where mistakes are found
 * soonest and read most easily. But arrays that are too short and algorithms that are too slow show
 * only at full size, so after the first small cases each family comes twice with the largest size
 * allowed, and later sizes of every order of magnitude keep coming.
 */
#include "lab/games.h"

#include <string.h>

/* One case in ONE_DULL_IN ignores the schedule, to test tiny boards and trivial answers too. */
enum { ONE_DULL_IN = 9 };

/* Programs in slow languages should see large cases soon; but wrong moves of Go are found, and made
 * small, best in short games, so there are more of these.
 * The statements: NoGo n <= 600; Go at most 100 games of 2000 moves; mazes of at most 25 x 25.
 * Time limits are twice what the slowest accepted solution of problems/ takes, in whole seconds: in
 * Python 1.11 s, 1.04 s and 0.27 s, in C++ and C at most 0.07 s, 0.11 s and 0.49 s. */
const qi_lab_schedule qi_lab_nogo_schedule = {.smallest = 1,
                                              .smallest_useful = 3,
                                              .first = 6,
                                              .small = 9,
                                              .largest = 600,
                                              .games = QI_LAB_ANY,
                                              .large = 50,
                                              .seconds = 3,
                                              .dull = {"-1 -1\n"}};
const qi_lab_schedule qi_lab_go_schedule = {.smallest = 1,
                                            .smallest_useful = 1,
                                            .first = 12,
                                            .small = 200,
                                            .largest = 2000,
                                            .games = 100,
                                            .large = 150,
                                            .seconds = 3,
                                            .counts_moves = true};
const qi_lab_schedule qi_lab_maze_schedule = {.smallest = 3,
                                              .smallest_useful = 7,
                                              .first = 9,
                                              .small = 9,
                                              .largest = 25,
                                              .games = QI_LAB_ANY,
                                              .large = 50,
                                              .seconds = 2,
                                              .dull = {"0\n", "1\n", "2\n"}};

/* The largest size of the small cases: `first` at the beginning, doubling every thousand cases, up
 * to `max`. */
static uint32_t limit_at(uint64_t index, uint32_t first, uint32_t max)
{
    const uint64_t doublings = index / 1000;
    if (doublings >= 16)
        return max;
    const uint64_t base = (uint64_t)first << doublings;
    const uint64_t limit = base + base * (index % 1000) / 1000;
    return limit < max ? (uint32_t)limit : max;
}

typedef enum order { SMALL, LARGE, FULL } order;

/* The strides share no divisor with the number of families (7 or 8), so that these cases go through
 * all of them. */
static order order_of(uint64_t index, uint32_t first_large, uint32_t families)
{
    enum { SOON = 5, LATER = 125, FULL_AMONG_LARGE = 9 };
    if (index < first_large)
        return SMALL;
    if (index < first_large + 2 * SOON * (uint64_t)families)
        return index % SOON == SOON - 1 ? FULL : SMALL;
    if (index % LATER != LATER - 1)
        return SMALL;
    return index / LATER % FULL_AMONG_LARGE ? LARGE : FULL;
}

/* Between two sizes, every order of magnitude alike. */
static uint32_t some_magnitude(qi_random *random, uint32_t min, uint32_t max)
{
    uint32_t magnitudes = 0;
    while (max >> (magnitudes + 1) > min)
        magnitudes++;
    const uint32_t top = max >> qi_random_below(random, magnitudes + 1);
    const uint32_t bottom = top / 2 > min ? top / 2 : min;
    return bottom + (top > bottom ? qi_random_below(random, top - bottom + 1) : 0);
}

static uint32_t scheduled_size(const qi_lab_schedule *schedule, qi_random *random, uint64_t index,
                               order which, uint32_t min, uint32_t max)
{
    const uint32_t floor_size =
        index % ONE_DULL_IN ? schedule->smallest_useful : schedule->smallest;
    uint32_t smallest = min > floor_size ? min : floor_size;
    if (smallest > max)
        smallest = max;
    uint32_t small = schedule->small > 2 * smallest ? schedule->small : 2 * smallest;
    if (small > max)
        small = max;
    if (which == FULL)
        return max;
    if (which == LARGE)
        return some_magnitude(random, small, max);
    uint32_t limit = limit_at(index, schedule->first, small);
    if (limit < smallest)
        limit = small;
    return smallest + qi_random_below(random, limit - smallest + 1);
}

uint32_t qi_lab_request_size(const qi_lab_schedule *schedule, const qi_lab_request *request)
{
    return schedule->counts_moves ? request->moves : request->rows;
}

void qi_lab_request_resize(const qi_lab_schedule *schedule, qi_lab_request *request, uint32_t size)
{
    if (schedule->counts_moves) {
        request->moves = size;
        return;
    }
    /* A rectangle keeps its shape. */
    const uint64_t columns = (uint64_t)request->columns * size / request->rows;
    request->columns = columns < schedule->smallest ? schedule->smallest : (uint32_t)columns;
    request->rows = size;
}

qi_lab_request qi_lab_scheduled(const qi_lab_schedule *schedule, qi_random *random, uint64_t index,
                                uint32_t families, const qi_lab_request *max)
{
    const order which = order_of(index, schedule->large, families);
    qi_lab_request request = *max;
    const uint32_t size = scheduled_size(schedule, random, index, which, max->min_size,
                                         qi_lab_request_size(schedule, max));
    if (schedule->counts_moves) {
        request.moves = size;
        /* One long game in one half of the large cases, as many as there may be in the other. */
        if (which == SMALL || index / 5 % 2)
            request.games = QI_LAB_ANY;
        return request;
    }
    request.rows = request.columns = size;
    if (max->rows != max->columns)
        request.columns =
            scheduled_size(schedule, random, index, which, max->min_size, max->columns);
    return request;
}

/* Three games of the family, again and again: making hundreds would take too long. */
static bool make_games(const qi_lab_family *family, qi_random *random,
                       const qi_lab_request *request, qi_lab_case *it)
{
    enum { DISTINCT = 3 };
    qi_lab_request one = *request;
    one.games = QI_LAB_ANY;
    qi_lab_case made[DISTINCT];
    bool good = qi_lab_case_games(it, request->rows, request->columns);
    for (int i = 0; i < DISTINCT; i++) {
        made[i] = (qi_lab_case){.allocator = it->allocator};
        good = good && family->make(random, &one, &made[i]);
    }
    for (int game = 0; good && game < request->games; game++) {
        const qi_lab_case *const from = &made[game % DISTINCT];
        good = qi_lab_case_add_game(it);
        for (size_t i = 0; good && i < from->move_count; i++)
            good = qi_lab_case_add_move(it, from->moves[i]);
    }
    for (int i = 0; i < DISTINCT; i++)
        qi_lab_case_free(&made[i]);
    return good;
}

/* Whether all games of a family differ, and no colours may change places. */
static bool makes_collisions(const qi_lab_family *family)
{
    return strcmp(family->name, "collide") == 0;
}

static bool make_requested(const qi_lab_family *family, qi_random *random,
                           const qi_lab_request *request, qi_lab_case *it)
{
    if (request->games == QI_LAB_ANY)
        return family->make(random, request, it);
    if (makes_collisions(family))
        return family->make(random, request, it);
    if (strcmp(family->name, "several") != 0)
        return make_games(family, random, request, it);
    qi_lab_request all = *request; /* this family counts the moves of all games together */
    all.moves *= (uint32_t)request->games;
    return family->make(random, &all, it);
}

/* Families of Go let Black begin; in one game of four, both colours change places. */
static void let_white_begin(qi_random *random, qi_lab_case *it)
{
    size_t next = 0;
    for (uint32_t game = 0; game < it->games; game++) {
        const bool swaps = qi_random_below(random, 4) == 0;
        for (uint32_t i = 0; i < it->lengths[game]; i++, next++)
            if (swaps)
                it->moves[next].colour = (uint8_t)qi_opponent((qi_colour)it->moves[next].colour);
    }
}

bool qi_lab_make_scheduled(const qi_lab_family *family, qi_random *random,
                           const qi_lab_request *request, qi_lab_case *it)
{
    const bool good = make_requested(family, random, request, it);
    if (good && !makes_collisions(family))
        let_white_begin(random, it);
    return good;
}

/* ---- cases by number ---------------------------------------------------------------------- */

uint32_t qi_lab_count_families(const qi_lab_game *game)
{
    uint32_t families = 1; /* every game has some */
    while (game->families[families].name)
        families++;
    return families;
}

const qi_lab_family *qi_lab_family_in_turn(const qi_lab_game *game, uint64_t index)
{
    return &game->families[index % qi_lab_count_families(game)];
}

/* Whether the right output is one that says nothing, as it is for most small inputs. */
static bool is_dull(const qi_lab_game *game, const qi_lab_case *it, int answers)
{
    qi_buffer output = {.allocator = it->allocator};
    const bool good = game->answer(it, &output);
    bool dull = false;
    for (int i = 0; good && i < answers && game->schedule->dull[i]; i++)
        dull |= strcmp(output.bytes, game->schedule->dull[i]) == 0;
    qi_buffer_free(&output);
    return dull;
}

/* A case of the series of tests. Most small ones are tried again, a little larger each time, until
 * their answer is not a dull one: a program that prints just that would survive. */
static bool make_in_series(const qi_lab_game *game, const qi_lab_family *family,
                           const qi_lab_request *request, qi_random *random, uint64_t index,
                           qi_lab_case *it)
{
    enum { TRIES = 40 };
    const qi_lab_schedule *const schedule = game->schedule;
    qi_lab_request now =
        qi_lab_scheduled(schedule, random, index, qi_lab_count_families(game), request);
    family = family ? family : qi_lab_family_in_turn(game, index);
    const uint32_t max = qi_lab_request_size(schedule, request);
    uint32_t size = qi_lab_request_size(schedule, &now);
    int left = schedule->dull[0] && size <= schedule->small && index % ONE_DULL_IN ? TRIES : 0;
    while (qi_lab_make_scheduled(family, random, &now, it)) {
        /* All the dull answers are refused at first, later the dullest only. */
        if (!left || !is_dull(game, it, left > TRIES / 2 ? 3 : 1))
            return true;
        left--;
        qi_lab_case_free(it);
        if (size < schedule->small && size < max)
            qi_lab_request_resize(schedule, &now, ++size);
    }
    return false;
}

bool qi_lab_make_case(const qi_lab_game *game, const qi_lab_family *family,
                      const qi_lab_request *request, uint64_t seed, uint64_t index, qi_lab_case *it)
{
    qi_random random;
    qi_lab_case_random(&random, seed, index);
    if (request->growing)
        return make_in_series(game, family, request, &random, index, it);
    const uint32_t families = qi_lab_count_families(game);
    const uint32_t any = qi_random_below(&random, families);
    if (!family) /* the last one has several games */
        family = &game->families[request->games != QI_LAB_ANY ? families - 1 : any];
    return family->make(&random, request, it);
}

const qi_lab_family *qi_lab_find_family(const qi_lab_game *game, const char *name)
{
    for (const qi_lab_family *family = game->families; family->name; family++)
        if (strcmp(family->name, name) == 0)
            return family;
    return NULL;
}
