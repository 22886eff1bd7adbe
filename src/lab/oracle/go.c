#include "lab/oracle/go.h"

#include <string.h>

#include "base/memory.h"
#include "lab/oracle/oracle.h"

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

/* The stones of the group are work[0 .. size-1] afterwards. */
uint32_t qi_oracle_go_group(qi_oracle_go *game, qi_point point, uint32_t *liberties)
{
    const qi_oracle_board all = {game->rows, game->columns, game->cells, game->work, &game->mark};
    return qi_oracle_group(&all, point, liberties);
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

/* Puts the stone and removes what has no liberty; on refusal the board is unchanged. */
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
    const int count = qi_oracle_neighbours(game->rows, game->columns, point, next);
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

/* ---- as a program ------------------------------------------------------------------------- */

/* Every move is compared with all positions before, so that a game's time grows with the square of
 * its moves. */
static bool replay(qi_oracle_text *words, qi_oracle_go *game, qi_buffer *output)
{
    uint64_t moves;
    if (!qi_oracle_number(words, &moves))
        return false;
    for (uint64_t i = 0; i < moves; i++) {
        const char letter = qi_oracle_peek(words);
        uint64_t row, column;
        if (letter != 'B' && letter != 'W')
            return false;
        words->at++;
        if (!qi_oracle_number(words, &row) || !qi_oracle_number(words, &column) || row < 1 ||
            row > game->rows || column < 1 || column > game->columns)
            return false;
        const qi_oracle_go_move move =
            qi_oracle_go_play(game, letter == 'B' ? QI_BLACK : QI_WHITE,
                              (qi_point)((row - 1) * game->columns + column - 1));
        if (move.no_memory)
            return false;
        if (move.verdict != QI_ORACLE_GO_OK) {
            qi_buffer_add_text(output, "miss ");
            qi_buffer_add_number(output, (uint64_t)move.verdict);
            qi_buffer_add_char(output, '\n');
        }
    }
    for (uint32_t row = 0; row < game->rows; row++) {
        for (uint32_t column = 0; column < game->columns; column++)
            qi_buffer_add_char(output, ".BW"[game->cells[row * game->columns + column]]);
        qi_buffer_add_char(output, '\n');
    }
    return true;
}

bool qi_oracle_go_answer(const char *text, size_t length, uint32_t rows, uint32_t columns,
                         qi_buffer *output)
{
    qi_oracle_text words = {text, text + length};
    uint64_t games;
    if (!qi_oracle_number(&words, &games))
        return false;
    for (uint64_t i = 0; i < games; i++) {
        qi_oracle_go game;
        const bool good = qi_oracle_go_start(&game, rows, columns, QI_ORACLE_GO_POSITIONAL, false,
                                             output->allocator) &&
                          replay(&words, &game, output);
        qi_oracle_go_end(&game);
        if (!good)
            return false;
    }
    return !qi_oracle_peek(&words) && !output->failed;
}
