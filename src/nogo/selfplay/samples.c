/* The finished samples of a pool. */
#include "nogo/selfplay/game.h"

#include "nogo/net/planes.h"

/* ---- the ring ------------------------------------------------------------------------------- */

/* The arrays of qi_nogo_samples in one order, so that they can be treated alike. */
enum { FIELDS = 12 };

typedef struct field {
    void *memory;
    size_t size; /* of one sample */
} field;

static void list_fields(const qi_nogo_samples *at, const qi_selfplay_rules *rules, field *fields)
{
    const size_t area = rules->area;
    const field all[FIELDS] = {
        {at->planes, rules->position_bytes},
        {at->policy, area * sizeof *at->policy},
        {at->policy_weight, sizeof *at->policy_weight},
        {at->result, sizeof *at->result},
        {at->exact, sizeof *at->exact},
        {at->search_value, sizeof *at->search_value},
        {at->owner, area * sizeof *at->owner},
        {at->moves_left, sizeof *at->moves_left},
        {at->move, sizeof *at->move},
        {at->reply, sizeof *at->reply},
        {at->ply, sizeof *at->ply},
        {at->game, sizeof *at->game},
    };
    memcpy(fields, all, sizeof all);
}

qi_result qi_sample_ring_open(qi_sample_ring *ring, const qi_selfplay_rules *rules, size_t capacity,
                              const qi_allocator *allocator)
{
    enum { ALIGNMENT = 64 };
    memset(ring, 0, sizeof *ring);
    field fields[FIELDS];
    size_t offset[FIELDS], total = 0;
    list_fields(&ring->at, rules, fields);
    for (uint32_t i = 0; i < FIELDS; i++) {
        if (capacity > (SIZE_MAX / 2 - total) / fields[i].size)
            return QI_NO_MEMORY;
        offset[i] = total;
        total += (capacity * fields[i].size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
    char *memory = qi_allocate(allocator, total);
    if (!memory)
        return QI_NO_MEMORY;
    ring->memory = memory;
    ring->capacity = capacity;
    ring->at = (qi_nogo_samples){
        .planes = (uint8_t *)(memory + offset[0]),
        .policy = (uint16_t *)(void *)(memory + offset[1]),
        .policy_weight = (uint8_t *)(memory + offset[2]),
        .result = (int8_t *)(memory + offset[3]),
        .exact = (uint8_t *)(memory + offset[4]),
        .search_value = (float *)(void *)(memory + offset[5]),
        .owner = (uint8_t *)(memory + offset[6]),
        .moves_left = (uint16_t *)(void *)(memory + offset[7]),
        .move = (uint16_t *)(void *)(memory + offset[8]),
        .reply = (uint16_t *)(void *)(memory + offset[9]),
        .ply = (uint16_t *)(void *)(memory + offset[10]),
        .game = (uint64_t *)(void *)(memory + offset[11]),
    };
    return QI_OK;
}

size_t qi_sample_ring_reserve(qi_sample_ring *ring, size_t count, size_t *place)
{
    const size_t free = ring->capacity - ring->count;
    const size_t dropped = count > free ? count - free : 0;
    ring->first = (ring->first + dropped) % ring->capacity;
    ring->count -= dropped;
    *place = (ring->first + ring->count) % ring->capacity;
    ring->count += count;
    return dropped;
}

size_t qi_sample_ring_take(qi_sample_ring *ring, const qi_selfplay_rules *rules, size_t capacity,
                           const qi_nogo_samples *to)
{
    field from[FIELDS], target[FIELDS];
    list_fields(&ring->at, rules, from);
    list_fields(to, rules, target);
    const size_t count = ring->count < capacity ? ring->count : capacity;
    const size_t behind = ring->capacity - ring->first;
    const size_t head = count < behind ? count : behind; /* up to the end of the ring */
    for (uint32_t i = 0; i < FIELDS; i++) {
        const size_t size = from[i].size;
        if (!target[i].memory)
            continue;
        memcpy(target[i].memory, (char *)from[i].memory + ring->first * size, head * size);
        memcpy((char *)target[i].memory + head * size, from[i].memory, (count - head) * size);
    }
    ring->first = (ring->first + count) % ring->capacity;
    ring->count -= count;
    return count;
}

/* ---- a game's samples ----------------------------------------------------------------------- */

uint32_t qi_sample_count(const qi_selfplay_game *game)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < game->ply; i++)
        count += game->plies[i].sample;
    return count;
}

/* Whose each point is at the end of the game: its stone's, or the winner's where that may still
 * play. */
static void find_owners(const qi_selfplay_rules *rules, const qi_selfplay_game *game,
                        uint8_t *owner)
{
    const qi_board *board = game->board;
    for (qi_point point = 0; point < rules->area; point++) {
        const uint32_t cell = qi_board_cell_of(board, point);
        owner[point] = board->cell[cell].colour;
        if (qi_board_legal(board, game->winner, cell))
            owner[point] = (uint8_t)game->winner;
    }
}

/* Finds each position's winner: as proved, else as the next proved one says, or the end. */
static void find_winners(const qi_selfplay_game *game, uint8_t *winner)
{
    uint8_t known = (uint8_t)game->winner;
    for (uint32_t i = game->ply; i-- > 0;) {
        const qi_colour mover = i % 2 ? QI_WHITE : QI_BLACK;
        if (game->plies[i].outcome)
            known = (uint8_t)(game->plies[i].outcome == QI_NOGO_WON ? mover : qi_opponent(mover));
        winner[i] = known;
    }
}

/* Writes all but the planes. */
static void write_one(const qi_sample_ring *ring, const qi_selfplay_rules *rules,
                      const qi_selfplay_game *game, uint32_t i, size_t place, uint8_t winner,
                      const uint8_t *owner)
{
    const qi_nogo_samples *to = &ring->at;
    const qi_selfplay_ply *ply = &game->plies[i];
    const uint32_t area = rules->area;
    const uint8_t mover = i % 2 ? QI_WHITE : QI_BLACK;
    uint16_t *policy = to->policy + place * area;
    if (ply->policy)
        memcpy(policy, game->policies + (size_t)(ply->policy - 1) * area, area * sizeof *policy);
    else
        memset(policy, 0, area * sizeof *policy);
    for (uint32_t point = 0; point < area; point++)
        to->owner[place * area + point] = owner[point] ? (owner[point] == mover ? 1 : 2) : 0;
    to->policy_weight[place] = ply->policy != 0;
    to->result[place] = winner == mover ? 1 : -1;
    to->exact[place] = ply->outcome != QI_NOGO_UNKNOWN;
    to->search_value[place] = ply->value;
    to->moves_left[place] = (uint16_t)(game->ply - i);
    to->move[place] = ply->move;
    to->reply[place] = i + 1 < game->ply && ply[1].sample ? ply[1].move : QI_NOGO_NO_MOVE;
    to->ply[place] = (uint16_t)i;
    to->game[place] = game->number;
}

void qi_sample_write(qi_sample_ring *ring, const qi_selfplay_rules *rules,
                     qi_selfplay_worker *worker, const qi_selfplay_game *game, size_t place)
{
    enum { MAX_POINTS = QI_BOARD_SIDE * QI_BOARD_SIDE };
    uint8_t owner[MAX_POINTS], winner[MAX_POINTS];
    qi_board *board = &worker->board;
    find_owners(rules, game, owner);
    find_winners(game, winner);
    qi_board_copy(board, rules->empty);
    for (uint32_t i = 0; i < game->ply; i++) {
        if (game->plies[i].sample) {
            qi_planes planes;
            qi_planes_make(&planes, board);
            qi_planes_pack(&planes, board->rows, board->columns,
                           ring->at.planes + place * rules->position_bytes);
            write_one(ring, rules, game, i, place, winner[i], owner);
            place = place + 1 < ring->capacity ? place + 1 : 0;
        }
        qi_board_play(board, board->to_move, qi_board_cell_of(board, game->plies[i].move));
    }
}
