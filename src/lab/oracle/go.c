#include "lab/oracle/go.h"

#include <string.h>

#include "base/memory.h"

static size_t points_of(const qi_oracle_go *game)
{
    return (size_t)game->rows * game->columns;
}

static bool grow(qi_oracle_go *game)
{
    const qi_allocator *const memory = &game->memory;
    const size_t count = game->positions;
    uint8_t *const history =
        (uint8_t *)qi_grow(memory, game->history, count, 1, &game->capacity[0], points_of(game));
    if (history)
        game->history = history;
    uint8_t *const movers =
        (uint8_t *)qi_grow(memory, game->movers, count, 1, &game->capacity[1], 1);
    if (movers)
        game->movers = movers;
    uint64_t *const made_by =
        (uint64_t *)qi_grow(memory, game->made_by, count, 1, &game->capacity[2], sizeof *made_by);
    if (made_by)
        game->made_by = made_by;
    return history && movers && made_by;
}

bool qi_oracle_go_start(qi_oracle_go *game, uint32_t rows, uint32_t columns, qi_oracle_go_ko ko,
                        bool suicide_allowed, const qi_allocator *allocator)
{
    *game = (qi_oracle_go){.rows = rows,
                           .columns = columns,
                           .ko = ko,
                           .suicide_allowed = suicide_allowed,
                           .memory = qi_allocator_or_default(allocator)};
    const size_t points = points_of(game);
    game->cells = (uint8_t *)qi_allocate_zeroed(&game->memory, points, 1);
    game->work = (uint32_t *)qi_allocate_zeroed(&game->memory, 2 * points + 1, sizeof *game->work);
    if (!game->cells || !game->work || !grow(game))
        return false;
    memset(game->history, QI_EMPTY, points);
    game->movers[0] = QI_WHITE;
    game->made_by[0] = 0;
    game->positions = 1;
    return true;
}

void qi_oracle_go_end(qi_oracle_go *game)
{
    qi_release(&game->memory, game->cells);
    qi_release(&game->memory, game->work);
    qi_release(&game->memory, game->history);
    qi_release(&game->memory, game->movers);
    qi_release(&game->memory, game->made_by);
    *game = (qi_oracle_go){0};
}

/* ---- groups ------------------------------------------------------------------------------- */

static int neighbours(const qi_oracle_go *game, qi_point point, qi_point next[4])
{
    const uint32_t row = point / game->columns;
    const uint32_t column = point % game->columns;
    int count = 0;
    if (row > 0)
        next[count++] = point - game->columns;
    if (row + 1 < game->rows)
        next[count++] = point + game->columns;
    if (column > 0)
        next[count++] = point - 1;
    if (column + 1 < game->columns)
        next[count++] = point + 1;
    return count;
}

/* The stones of the group are work[0 .. size-1] afterwards. */
uint32_t qi_oracle_go_group(qi_oracle_go *game, qi_point point, uint32_t *liberties)
{
    uint32_t *const found = game->work;
    uint32_t *const marks = game->work + points_of(game);
    if (liberties)
        *liberties = 0;
    if (point >= points_of(game) || game->cells[point] == QI_EMPTY)
        return 0;
    if (++game->mark == 0) {
        memset(marks, 0, points_of(game) * sizeof *marks);
        game->mark = 1;
    }
    const uint8_t colour = game->cells[point];
    uint32_t size = 0;
    found[size++] = point;
    marks[point] = game->mark;
    for (uint32_t i = 0; i < size; i++) {
        qi_point next[4];
        const int count = neighbours(game, found[i], next);
        for (int k = 0; k < count; k++) {
            const uint8_t cell = game->cells[next[k]];
            if (marks[next[k]] == game->mark || (cell != colour && cell != QI_EMPTY))
                continue;
            marks[next[k]] = game->mark;
            if (cell == colour)
                found[size++] = next[k];
            else if (liberties)
                (*liberties)++;
        }
    }
    return size;
}

/* Removes the group at a point if it has no liberty; returns how many stones that were. */
static uint32_t remove_if_dead(qi_oracle_go *game, qi_point point)
{
    uint32_t liberties;
    const uint32_t size = qi_oracle_go_group(game, point, &liberties);
    if (liberties)
        return 0;
    for (uint32_t i = 0; i < size; i++)
        game->cells[game->work[i]] = QI_EMPTY;
    return size;
}

/* ---- repetition --------------------------------------------------------------------------- */

/* Whether the board as it stands, made by a move of `mover`, repeats an earlier position that the
 * rule forbids; the first such one is `*earlier`. */
static bool repeats(const qi_oracle_go *game, qi_colour mover, size_t *earlier)
{
    const size_t points = points_of(game);
    for (size_t i = 0; i < game->positions; i++) {
        if (memcmp(game->history + i * points, game->cells, points) != 0)
            continue;
        const bool forbidden =
            game->ko == QI_ORACLE_GO_POSITIONAL ||
            (game->ko == QI_ORACLE_GO_SITUATIONAL && game->movers[i] == (uint8_t)mover) ||
            (game->ko == QI_ORACLE_GO_SIMPLE && i + 2 == game->positions);
        if (forbidden) {
            *earlier = i;
            return true;
        }
    }
    return false;
}

/* ---- moves -------------------------------------------------------------------------------- */

static void restore(qi_oracle_go *game)
{
    const size_t points = points_of(game);
    memcpy(game->cells, game->history + (game->positions - 1) * points, points);
}

/* Puts the stone and removes what has no liberty; on refusal the board is as it was. */
static qi_oracle_go_move make(qi_oracle_go *game, qi_colour colour, qi_point point)
{
    qi_oracle_go_move move = {.verdict = QI_ORACLE_GO_OK};
    if (point >= points_of(game)) {
        move.verdict = QI_ORACLE_GO_OFF_BOARD;
        return move;
    }
    if (game->cells[point] != QI_EMPTY) {
        move.verdict = QI_ORACLE_GO_OCCUPIED;
        return move;
    }
    game->cells[point] = (uint8_t)colour;
    qi_point next[4];
    const int count = neighbours(game, point, next);
    for (int i = 0; i < count; i++)
        if (game->cells[next[i]] == qi_opponent(colour))
            move.captured += remove_if_dead(game, next[i]);
    move.own_removed = remove_if_dead(game, point);
    if (move.own_removed && !game->suicide_allowed)
        move.verdict = QI_ORACLE_GO_SUICIDE;
    else if (repeats(game, colour, &move.repeated))
        move.verdict = QI_ORACLE_GO_SUPERKO;
    if (move.verdict != QI_ORACLE_GO_OK) {
        restore(game);
        move.own_removed = 0;
    }
    if (move.verdict == QI_ORACLE_GO_SUPERKO)
        move.repeated_try = game->made_by[move.repeated];
    return move;
}

qi_oracle_go_move qi_oracle_go_judge(qi_oracle_go *game, qi_colour colour, qi_point point)
{
    const qi_oracle_go_move move = make(game, colour, point);
    restore(game);
    return move;
}

qi_oracle_go_move qi_oracle_go_play(qi_oracle_go *game, qi_colour colour, qi_point point)
{
    game->tries++;
    if (!grow(game))
        return (qi_oracle_go_move){.no_memory = true};
    const qi_oracle_go_move move = make(game, colour, point);
    if (move.verdict != QI_ORACLE_GO_OK)
        return move;
    const size_t points = points_of(game);
    memcpy(game->history + game->positions * points, game->cells, points);
    game->movers[game->positions] = (uint8_t)colour;
    game->made_by[game->positions] = game->tries;
    game->positions++;
    return move;
}

bool qi_oracle_go_undo(qi_oracle_go *game)
{
    if (game->positions == 1)
        return false;
    game->positions--;
    restore(game);
    return true;
}
