#include "lab/games.h"

#include <string.h>

#include "base/memory.h"

bool qi_lab_case_board(qi_lab_case *it, uint32_t rows, uint32_t columns)
{
    const qi_allocator memory = qi_allocator_or_default(it->allocator);
    *it = (qi_lab_case){.allocator = it->allocator, .rows = rows, .columns = columns};
    it->cells = (uint8_t *)qi_allocate_zeroed(&memory, (size_t)rows * columns, 1);
    return it->cells != NULL;
}

bool qi_lab_case_games(qi_lab_case *it, uint32_t rows, uint32_t columns)
{
    *it = (qi_lab_case){.allocator = it->allocator, .rows = rows, .columns = columns};
    return true;
}

bool qi_lab_case_add_game(qi_lab_case *it)
{
    const qi_allocator memory = qi_allocator_or_default(it->allocator);
    uint32_t *const lengths = (uint32_t *)qi_grow(&memory, it->lengths, it->games, 1,
                                                  &it->game_capacity, sizeof *lengths);
    if (!lengths)
        return false;
    it->lengths = lengths;
    lengths[it->games++] = 0;
    return true;
}

bool qi_lab_case_add_move(qi_lab_case *it, qi_lab_move move)
{
    const qi_allocator memory = qi_allocator_or_default(it->allocator);
    qi_lab_move *const moves = (qi_lab_move *)qi_grow(&memory, it->moves, it->move_count, 1,
                                                      &it->move_capacity, sizeof *moves);
    if (!moves)
        return false;
    it->moves = moves;
    moves[it->move_count++] = move;
    it->lengths[it->games - 1]++;
    return true;
}

bool qi_lab_case_copy(qi_lab_case *copy, const qi_lab_case *it)
{
    *copy = (qi_lab_case){.allocator = it->allocator,
                          .rows = it->rows,
                          .columns = it->columns,
                          .text = {.allocator = it->allocator},
                          .relations = it->relations};
    if (it->text.length)
        return qi_buffer_add(&copy->text, it->text.bytes, it->text.length);
    if (it->cells) {
        if (!qi_lab_case_board(copy, it->rows, it->columns))
            return false;
        memcpy(copy->cells, it->cells, (size_t)it->rows * it->columns);
    }
    size_t next = 0;
    for (uint32_t game = 0; game < it->games; game++) {
        if (!qi_lab_case_add_game(copy))
            return false;
        for (uint32_t i = 0; i < it->lengths[game]; i++)
            if (!qi_lab_case_add_move(copy, it->moves[next++]))
                return false;
    }
    return true;
}

void qi_lab_case_free(qi_lab_case *it)
{
    const qi_allocator memory = qi_allocator_or_default(it->allocator);
    qi_release(&memory, it->cells);
    qi_release(&memory, it->lengths);
    qi_release(&memory, it->moves);
    qi_buffer_free(&it->text);
    *it = (qi_lab_case){.allocator = it->allocator};
}

void qi_lab_add_size(qi_buffer *text, uint32_t rows, uint32_t columns)
{
    qi_buffer_add_number(text, rows);
    qi_buffer_add_char(text, 'x');
    qi_buffer_add_number(text, columns);
}

void qi_lab_add_count(qi_buffer *text, const char *before, uint64_t count, const char *what)
{
    qi_buffer_add_text(text, before);
    qi_buffer_add_number(text, count);
    qi_buffer_add_char(text, ' ');
    qi_buffer_add_text(text, what);
    if (count != 1)
        qi_buffer_add_char(text, 's');
}

uint64_t qi_lab_case_size(const qi_lab_case *it)
{
    return it->text.length ? it->text.length : it->cells ? it->rows : it->move_count;
}

void qi_lab_case_random(qi_random *random, uint64_t seed, uint64_t index)
{
    /* Mixed twice, so that neighbouring seeds and indices give unrelated numbers. */
    uint64_t state = seed;
    state = qi_splitmix64(&state) ^ index;
    qi_random_seed(random, qi_splitmix64(&state));
}

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
    const uint32_t most = qi_lab_request_size(schedule, request);
    uint32_t size = qi_lab_request_size(schedule, &now);
    int left =
        schedule->dull[0] && size <= schedule->small && index % QI_LAB_ONE_DULL_IN ? TRIES : 0;
    while (qi_lab_make_scheduled(family, random, &now, it)) {
        /* All the dull answers are refused at first, later the dullest only. */
        if (!left || !is_dull(game, it, left > TRIES / 2 ? 3 : 1))
            return true;
        left--;
        qi_lab_case_free(it);
        if (size < schedule->small && size < most)
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
