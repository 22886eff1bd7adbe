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

bool qi_lab_case_without(qi_lab_case *smaller, const qi_lab_case *it, uint32_t row, uint32_t column)
{
    *smaller = (qi_lab_case){.allocator = it->allocator};
    if (!qi_lab_case_board(smaller, it->rows - (row < it->rows),
                           it->columns - (column < it->columns)))
        return false;
    uint8_t *to = smaller->cells;
    for (uint32_t r = 0; r < it->rows; r++)
        for (uint32_t c = 0; c < it->columns; c++)
            if (r != row && c != column)
                *to++ = it->cells[(size_t)r * it->columns + c];
    return true;
}

bool qi_lab_case_window(qi_lab_case *smaller, const qi_lab_case *it, uint32_t top, uint32_t left,
                        uint32_t rows, uint32_t columns, uint32_t border)
{
    *smaller = (qi_lab_case){.allocator = it->allocator};
    if (!qi_lab_case_board(smaller, rows + 2 * border, columns + 2 * border))
        return false;
    for (uint32_t row = 0; row < rows; row++)
        memcpy(smaller->cells + (size_t)(row + border) * smaller->columns + border,
               it->cells + (size_t)(top + row) * it->columns + left, columns);
    return true;
}

bool qi_lab_offer(const qi_lab_shrinker *work, qi_lab_case *smaller, bool good)
{
    const bool taken = good && work->attempt(work->context, smaller);
    qi_lab_case_free(smaller);
    return taken;
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
