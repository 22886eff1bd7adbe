#include "base/exact.h"

#include "nogo/search/shapes.h"

#include "base/memory.h"
#include "nogo/search/tree.h"

/* The states of a cell. An empty point's is who may play there. */
enum { OWN_LEGAL = 1, OTHERS_LEGAL = 2, OWN_STONE = 4, OTHERS_STONE = 5, OFF_BOARD = 6 };

/* A code has three bits a cell; the shifts of a window's cells, and of a point's neighbours, which
 * stand in the same order around it. */
enum { TOP_LEFT = 9, TOP_RIGHT = 6, BOTTOM_LEFT = 3, BOTTOM_RIGHT = 0 };
enum { ABOVE = TOP_LEFT, RIGHT = TOP_RIGHT, LEFT = BOTTOM_LEFT, BELOW = BOTTOM_RIGHT, KIND = 12 };

/* A move whose odds are below this part of all moves' odds gets no edge until the others have been
 * refuted. */
static const float LEAST_ODDS = 0.0005F;

/* How many random games the network's estimate of a move counts for. */
static const float WORD_GAMES = 20;

/* The logit of a move that wins at once. */
static const float SURE = 40;

/* The smallest code among the eight images of a ring. */
static uint32_t canonical(uint32_t code)
{
    const uint32_t ring[4] = {code >> TOP_LEFT & 7, code >> TOP_RIGHT & 7, code >> BOTTOM_RIGHT & 7,
                              code >> BOTTOM_LEFT & 7};
    uint32_t least = UINT32_MAX;
    for (uint32_t turn = 0; turn < 4; turn++) {
        for (uint32_t step = 1; step < 4; step += 2) { /* clockwise, counter-clockwise */
            const uint32_t image = ring[turn] << TOP_LEFT | ring[(turn + step) % 4] << TOP_RIGHT |
                                   ring[(turn + 2) % 4] << BOTTOM_RIGHT |
                                   ring[(turn + 3 * step) % 4] << BOTTOM_LEFT;
            least = image < least ? image : least;
        }
    }
    return least;
}

void qi_net_init(qi_net *net)
{
    memset(net, 0, sizeof *net);
    uint16_t count = 0;
    for (uint32_t code = 0; code < QI_NET_CODES; code++) {
        bool possible = true;
        for (uint32_t shift = 0; shift < 12; shift += 3)
            possible &= (code >> shift & 7) <= OFF_BOARD;
        if (!possible)
            continue;
        const uint32_t least = canonical(code);
        net->ring_of[code] = least == code ? count++ : net->ring_of[least];
    }
}

/* e to the x, for x <= 0; within 1e-6 of the truth, and the same on every machine. */
static float exponential(float x)
{
    if (x < -80)
        return 0;
    const float halvings = x * -1.44269504F;
    const int whole = (int)halvings;
    const float rest = ((float)whole - halvings) * 0.69314718F; /* in (-0.7, 0] */
    const float power =
        1 +
        rest * (1 + rest * (1 / 2.F +
                            rest * (1 / 6.F +
                                    rest * (1 / 24.F + rest * (1 / 120.F + rest * (1 / 720.F))))));
    const uint32_t bits = (uint32_t)(127 - (whole > 126 ? 126 : whole)) << 23;
    float scale;
    memcpy(&scale, &bits, sizeof scale);
    return power * scale;
}

static float chance(float logit)
{
    const float e = exponential(logit < 0 ? logit : -logit);
    return logit < 0 ? e / (1 + e) : 1 / (1 + e);
}

typedef int16_t sums __attribute__((vector_size(2 * QI_NET_WIDTH)));

/* The logit of the side to move, from the sums. */
static int32_t output(const int16_t *sum)
{
    int32_t total = 0;
    for (int i = 0; i < QI_NET_WIDTH; i++) {
        int16_t x = sum[i];
        x = x < 0 ? 0 : x;
        x = x > QI_NET_ONE ? QI_NET_ONE : x;
        const int16_t square = (int16_t)((uint16_t)(x * x) >> 8);
        total += square * qi_net_trained.last[i];
    }
    return total + qi_net_trained.last_bias;
}

static const float LOGIT_UNIT = 1.F / (254 * QI_NET_SCALE); /* 255 * 255 >> 8 is 254 */

/* The states of all cells for `own`. */
static void read_states(const qi_board *board, qi_colour own, uint8_t *state)
{
    const qi_colour other = qi_opponent(own);
    for (uint32_t cell = 0; cell < board->cells; cell++) {
        const uint8_t colour = board->cell[cell].colour;
        if (colour == QI_EMPTY)
            state[cell] = (uint8_t)(qi_board_legal(board, own, cell) |
                                    qi_board_legal(board, other, cell) << 1);
        else
            state[cell] = colour == QI_WALL        ? OFF_BOARD
                          : colour == (uint8_t)own ? OWN_STONE
                                                   : OTHERS_STONE;
    }
}

static inline sums row_of(const qi_net *net, uint32_t code)
{
    sums row;
    memcpy(&row, qi_net_trained.shape[code >> KIND][net->ring_of[code % QI_NET_CODES]], sizeof row);
    return row;
}

/* The codes of all shapes and the sums over them. */
static void read_shapes(const qi_net *net, const qi_board *board, const uint8_t *state,
                        uint16_t *code, int16_t *sum)
{
    sums total;
    memcpy(&total, qi_net_trained.bias, sizeof total);
    const uint32_t stride = board->stride;
    const uint32_t last = (board->rows + 1U) * stride;
    for (uint32_t w = 0; w < last; w++) {
        code[w] =
            (uint16_t)(QI_NET_WINDOW << KIND | state[w] << TOP_LEFT | state[w + 1] << TOP_RIGHT |
                       state[w + stride] << BOTTOM_LEFT | state[w + stride + 1] << BOTTOM_RIGHT);
        total += row_of(net, code[w]);
    }
    uint16_t *around = code + board->cells;
    for (uint32_t p = 0; p < board->cells; p++) {
        if (state[p] == OFF_BOARD) {
            around[p] = OFF_BOARD << KIND; /* adds nothing */
            continue;
        }
        around[p] =
            (uint16_t)(state[p] << KIND | state[p - stride] << ABOVE | state[p + 1] << RIGHT |
                       state[p - 1] << LEFT | state[p + stride] << BELOW);
        total += row_of(net, around[p]);
    }
    memcpy(sum, &total, sizeof total);
}

/* The shapes a move changes. */
typedef struct change_list {
    uint16_t *code;
    uint32_t stride, cells;
    uint32_t count;
    uint16_t shape[9 * 19];
    uint16_t before[9 * 19];
} change_list;

static inline void change_shape(change_list *list, uint32_t shape, uint32_t bits)
{
    list->shape[list->count] = (uint16_t)shape;
    list->before[list->count++] = list->code[shape];
    list->code[shape] = (uint16_t)(list->code[shape] ^ bits);
}

/* Changes a cell's state by the bits of `bits`. */
static inline void change_cell(change_list *list, uint32_t cell, uint32_t bits)
{
    change_shape(list, cell, bits << TOP_LEFT);
    change_shape(list, cell - 1, bits << TOP_RIGHT);
    change_shape(list, cell - list->stride, bits << BOTTOM_LEFT);
    change_shape(list, cell - list->stride - 1, bits << BOTTOM_RIGHT);
    const uint32_t point = list->cells + cell;
    change_shape(list, point, bits << KIND);
    change_shape(list, point + list->stride, bits << ABOVE);
    change_shape(list, point - 1, bits << RIGHT);
    change_shape(list, point + 1, bits << LEFT);
    change_shape(list, point - list->stride, bits << BELOW);
}

/* The logit of the side that moves after the move; the codes are as before again. A shape that
 * changed twice is listed twice: each time the row it then left is taken off and the one it has
 * now put on, which cancels to one change. */
static int32_t judge_move(const qi_net *net, const qi_board *board, uint32_t cell, uint32_t state,
                          const qi_board_effect *effect, uint16_t *code, const int16_t *sum)
{
    const uint32_t mover = (uint32_t)board->to_move - 1;
    change_list list = {.code = code, .stride = board->stride, .cells = board->cells};
    change_cell(&list, cell, state ^ OTHERS_STONE);
    for (uint32_t i = 0; i < effect->lost_count[mover]; i++)
        change_cell(&list, effect->lost[mover][i], OTHERS_LEGAL);
    for (uint32_t i = 0; i < effect->lost_count[!mover]; i++)
        change_cell(&list, effect->lost[!mover][i], OWN_LEGAL);
    sums total;
    memcpy(&total, sum, sizeof total);
    for (uint32_t i = list.count; i-- > 0;) {
        const uint32_t shape = list.shape[i];
        total += row_of(net, code[shape]) - row_of(net, list.before[i]);
        code[shape] = list.before[i];
    }
    int16_t result[QI_NET_WIDTH];
    memcpy(result, &total, sizeof total);
    return output(result);
}

float qi_net_value(const qi_net *net, const qi_board *board, qi_net_scratch *scratch)
{
    int16_t sum[QI_NET_WIDTH];
    read_states(board, board->to_move, scratch->state);
    read_shapes(net, board, scratch->state, scratch->code, sum);
    return chance((float)output(sum) * LOGIT_UNIT);
}

/* Turns logits into estimates and leaves the unpromising moves out. */
static void choose_moves(qi_tree_worker *worker, float best)
{
    float total = 0;
    for (uint32_t i = 0; i < worker->count; i++) {
        qi_tree_move *move = &worker->move[i];
        move->estimate = chance(move->weight);
        move->weight = exponential(move->weight - best);
        total += move->weight;
    }
    const float least = worker->keep_all ? 0 : LEAST_ODDS * total;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < worker->count; i++) {
        qi_tree_move move = worker->move[i];
        if (move.weight < least)
            continue;
        move.weight = WORD_GAMES;
        worker->move[kept++] = move;
    }
    worker->complete = kept == worker->count;
    worker->count = kept;
}

void qi_net_judge(const qi_net *net, qi_tree_worker *worker)
{
    const qi_board *board = &worker->board;
    const qi_colour mover = board->to_move;
    const qi_colour other = qi_opponent(mover);
    uint16_t cells[QI_BOARD_SIDE * QI_BOARD_SIDE];
    uint16_t others[QI_BOARD_SIDE * QI_BOARD_SIDE];
    worker->count = qi_board_list(board, mover, cells);
    worker->proof = QI_NOGO_UNKNOWN;
    worker->complete = true;
    if (worker->count == 0) {
        worker->proof = QI_NOGO_LOST;
        worker->value = 0;
        return;
    }
    const uint32_t answers = qi_board_list(board, other, others);
    int16_t sum[QI_NET_WIDTH];
    read_states(board, other, worker->net.state);
    read_shapes(net, board, worker->net.state, worker->net.code, sum);
    float best = -1e9F;
    for (uint32_t i = 0; i < worker->count; i++) {
        const uint32_t cell = cells[i];
        qi_board_effect effect;
        qi_board_foresee(board, mover, cell, &effect);
        qi_tree_move *move = &worker->move[i];
        move->cell = cells[i];
        move->proof = QI_NOGO_UNKNOWN;
        if (effect.lost_count[other - 1] + (uint32_t)qi_board_legal(board, other, cell) ==
            answers) { /* no answer is left */
            worker->proof = QI_NOGO_WON;
            move->proof = QI_NOGO_WON;
            move->weight = best = SURE;
            if (worker->keep_all)
                continue;
            worker->move[0] = *move;
            worker->count = 1;
            break;
        }
        const int32_t logit =
            judge_move(net, board, cell, worker->net.state[cell], &effect, worker->net.code, sum);
        move->weight = (float)-logit * LOGIT_UNIT;
        best = move->weight > best ? move->weight : best;
    }
    choose_moves(worker, best);
    worker->value = chance(best);
}
