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
