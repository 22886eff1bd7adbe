#include "nogo/rules/position.h"

/* ---- making positions --------------------------------------------------------------------- */

static bool is_stone(qi_colour colour)
{
    return colour == QI_BLACK || colour == QI_WHITE;
}

qi_result qi_nogo_allocate(uint32_t rows, uint32_t columns, const qi_allocator *allocator,
                           qi_nogo **position)
{
    const qi_allocator memory = qi_allocator_or_default(allocator);
    qi_nogo *made = (qi_nogo *)qi_allocate(&memory, sizeof *made);
    if (!made)
        return QI_NO_MEMORY;
    *made = (qi_nogo){.allocator = memory,
                      .rows = rows,
                      .columns = columns,
                      .stride = columns + 1,
                      .to_move = QI_BLACK,
                      .by_columns = qi_reciprocal(columns),
                      .by_stride = qi_reciprocal(columns + 1)};
    const size_t cells = qi_nogo_cells(made);
    enum { BEYOND = 16 }; /* bytes behind the last colour that may be read, but mean nothing */
    made->link = (int32_t *)qi_allocate(
        &memory, cells * (sizeof *made->link + sizeof *made->colour) + BEYOND);
    if (!made->link) {
        qi_nogo_free(made);
        return QI_NO_MEMORY;
    }
    made->colour = (uint8_t *)(made->link + cells);
    memset(made->colour + cells, QI_WALL, BEYOND);
    qi_nogo_forget_groups(made);
    *position = made;
    return QI_OK;
}

static bool is_side(uint32_t side)
{
    return side >= 1 && side <= QI_NOGO_MAX_SIDE;
}

qi_result qi_nogo_new(uint32_t rows, uint32_t columns, const qi_allocator *allocator,
                      qi_nogo **position)
{
    if (!is_side(rows) || !is_side(columns) || !position)
        return QI_BAD_ARGUMENT;
    qi_nogo *made;
    const qi_result result = qi_nogo_allocate(rows, columns, allocator, &made);
    if (result != QI_OK)
        return result;
    qi_nogo_wall_in(made);
    for (uint32_t row = 0; row < rows; row++)
        memset(made->colour + (size_t)(row + 1) * made->stride + 1, QI_EMPTY, columns);
    *position = made;
    return QI_OK;
}

void qi_nogo_wall_in(qi_nogo *position)
{
    const size_t stride = position->stride;
    memset(position->colour, QI_WALL, stride + 1);
    for (size_t row = 2; row <= position->rows; row++)
        position->colour[row * stride] = QI_WALL;
    memset(position->colour + (position->rows + 1) * stride, QI_WALL, stride + 1);
}

qi_result qi_nogo_copy(const qi_nogo *position, const qi_allocator *allocator, qi_nogo **copy)
{
    qi_nogo *made;
    const qi_result result = qi_nogo_allocate(position->rows, position->columns, allocator, &made);
    if (result != QI_OK)
        return result;
    made->to_move = position->to_move;
    memcpy(made->stones, position->stones, sizeof made->stones);
    memcpy(made->colour, position->colour, qi_nogo_cells(position));
    if (qi_nogo_has_groups(position))
        memcpy(made->link, position->link, qi_nogo_cells(position) * sizeof *position->link);
    *copy = made;
    return QI_OK;
}

void qi_nogo_free(qi_nogo *position)
{
    if (!position)
        return;
    const qi_allocator memory = position->allocator;
    qi_release(&memory, position->link);
    qi_release(&memory, position);
}

uint32_t qi_nogo_root(int32_t *link, size_t cell)
{
    size_t root = cell;
    while (link[root] >= 0)
        root = (uint32_t)link[root];
    while (cell != root) {
        const size_t parent = (uint32_t)link[cell];
        link[cell] = (int32_t)root;
        cell = parent;
    }
    return (uint32_t)root;
}

/* Four numbers side by side, one for each neighbour: above, left, right, below. */
typedef int32_t four __attribute__((vector_size(16)));

/* Two steps up from a cell, without a branch: almost always the root of its group. */
static inline uint32_t grandparent(const int32_t *link, size_t cell)
{
    return qi_nogo_parent(link, qi_nogo_parent(link, cell));
}

QI_NOGO_INLINE bool try_any(uint8_t *board, int32_t *link, size_t stride, const uint8_t colour,
                            size_t cell)
{
    uint32_t above = grandparent(link, cell - stride), left = grandparent(link, cell - 1),
             right = grandparent(link, cell + 1), below = grandparent(link, cell + stride);
    while ((link[above] & link[left] & link[right] & link[below]) >= 0) {
        above = qi_nogo_climb(link, cell - stride, above);
        left = qi_nogo_climb(link, cell - 1, left);
        right = qi_nogo_climb(link, cell + 1, right);
        below = qi_nogo_climb(link, cell + stride, below);
    }
    const four root = {(int32_t)above, (int32_t)left, (int32_t)right, (int32_t)below};
    /* The colours of the neighbours, two bits each, spread over the lanes. */
    const int32_t around = board[cell - stride] + 4 * board[cell - 1] +
                           16 * (board[cell + 1] + 4 * board[cell + stride]);
    const four there = ((four){0} + around) & (four){3, 3 << 2, 3 << 4, 3 << 6};
    const four own = there == (four){colour, colour << 2, colour << 4, colour << 6};
    /* Whether the neighbour one, two, three places earlier in the list is of the same group. */
    const four same1 = root == __builtin_shufflevector(root, root, 3, 0, 1, 2);
    const four same2 = root == __builtin_shufflevector(root, root, 2, 3, 0, 1);
    const four same3 = root == __builtin_shufflevector(root, root, 1, 2, 3, 0);
    const four again = (same1 & (four){0, -1, -1, -1}) | (same2 & (four){0, 0, -1, -1}) |
                       (same3 & (four){0, 0, 0, -1});
    /* Their links without the edges to this cell (a true comparison is -1). */
    const four rest =
        (four){link[above], link[left], link[right], link[below]} - 1 + same1 + same2 + same3;
    /* Each neighbour's part of the liberties of the new stone's group. If one is captured, this
     * is so negative that the sum cannot be positive. */
    const four captured = (rest == QI_NOGO_ROOT) & ~own;
    four brings = (rest & own & ~again & INT32_MAX) - (there == (int32_t)QI_EMPTY);
    brings |= captured & -(1 << 29);
    brings += __builtin_shufflevector(brings, brings, 2, 3, 0, 1);
    const int32_t liberties = brings[0] + brings[1];
    if (liberties <= 0)
        return false;
    const int32_t pair =
        qi_choose(own[2], (int32_t)right, qi_choose(own[3], (int32_t)below, (int32_t)cell));
    const int32_t top = qi_choose(own[0], (int32_t)above, qi_choose(own[1], (int32_t)left, pair));
    const four next = rest ^ ((rest ^ top) & own);
    link[above] = next[0];
    link[left] = next[1];
    link[right] = next[2];
    link[below] = next[3];
    link[cell] = top;
    link[top] = QI_NOGO_ROOT | liberties;
    board[cell] = colour;
    return true;
}

bool qi_nogo_try_black(uint8_t *board, int32_t *link, size_t stride, size_t cell)
{
    return try_any(board, link, stride, QI_BLACK, cell);
}

bool qi_nogo_try_white(uint8_t *board, int32_t *link, size_t stride, size_t cell)
{
    return try_any(board, link, stride, QI_WHITE, cell);
}

QI_NOGO_INLINE bool try_open(uint8_t *board, int32_t *link, size_t stride, const uint8_t colour,
                             size_t cell)
{
    const uint32_t c0 = board[cell - stride], c1 = board[cell - 1];
    uint32_t root0 = qi_nogo_parent(link, cell - stride), root1 = qi_nogo_parent(link, cell - 1);
    while ((link[root0] & link[root1]) >= 0) {
        root0 = qi_nogo_climb(link, cell - stride, root0);
        root1 = qi_nogo_climb(link, cell - 1, root1);
    }
    const int32_t own0 = qi_if_same(c0, colour), own1 = qi_if_same(c1, colour),
                  same = qi_if_same(root0, root1);
    /* Their links without the edges to this cell. */
    const int32_t left0 = link[root0] - 1 + same, left1 = link[root1] - 1 + same;
    if ((left0 | own0) == QI_NOGO_ROOT || (left1 | own1) == QI_NOGO_ROOT)
        return false; /* an opponent's group would be without liberties */
    /* All groups of this colour get one root; a group that is met twice adds its liberties once. */
    const int32_t top =
        qi_choose(own0, (int32_t)root0, qi_choose(own1, (int32_t)root1, (int32_t)cell));
    const int32_t brings = (left0 & own0 & INT32_MAX) + (left1 & own1 & ~same & INT32_MAX);
    link[root0] = qi_choose(own0, top, left0);
    link[root1] = qi_choose(own1, top, left1);
    link[cell] = top;
    link[top] = (QI_NOGO_ROOT + 2) + brings - qi_if_same(c0, QI_EMPTY) - qi_if_same(c1, QI_EMPTY);
    board[cell] = colour;
    return true;
}

bool qi_nogo_try_open_black(uint8_t *board, int32_t *link, size_t stride, size_t cell)
{
    return try_open(board, link, stride, QI_BLACK, cell);
}

bool qi_nogo_try_open_white(uint8_t *board, int32_t *link, size_t stride, size_t cell)
{
    return try_open(board, link, stride, QI_WHITE, cell);
}

typedef uint8_t sixteen __attribute__((vector_size(16)));

static inline sixteen load_sixteen(const uint8_t *at)
{
    sixteen loaded;
    memcpy(&loaded, at, sizeof loaded);
    return loaded;
}

/* Describes the neighbours of sixteen cells. Bits 0 and 1: the cell is a stone with one of its own
 * colour above, to the left. From bit 2 on: the number of empty neighbours. */
enum { SAME_ABOVE = 1, SAME_LEFT = 2, FREE = 4 };

static inline sixteen look_around(const uint8_t *cells, size_t stride)
{
    const sixteen here = load_sixteen(cells), above = load_sixteen(cells - stride),
                  left = load_sixteen(cells - 1), right = load_sixteen(cells + 1),
                  below = load_sixteen(cells + stride);
    const sixteen empty = (sixteen)((above == 0) + (left == 0) + (right == 0) + (below == 0));
    return ((sixteen)(here == above) & (uint8_t)SAME_ABOVE) |
           ((sixteen)(here == left) & (uint8_t)SAME_LEFT) | -empty * (uint8_t)FREE;
}

/* Builds the forest from the colours, when all links still say 'no stone'; see
 * qi_nogo_restore_groups. */
static uint32_t build_groups(const qi_nogo *position)
{
    const uint32_t stride = position->stride;
    const uint32_t end = (position->rows + 1) * stride;
    const uint8_t *board = position->colour;
    int32_t *link = position->link;
    uint32_t left = 0; /* the root of the last stone; no stone is cell 0 */
    for (uint32_t start = stride + 1; start < end; start += 64) {
        const size_t count = end - start < 64 ? end - start : 64;
        uint64_t stones = qi_nogo_cell_set(board + start, count, true);
        if (!stones)
            continue;
        uint8_t around[64];
        for (size_t i = 0; i < count; i += 16) {
            const sixteen sides = look_around(board + start + i, stride);
            memcpy(around + i, &sides, sizeof sides);
        }
        for (; stones; stones &= stones - 1) {
            const uint32_t i = (uint32_t)__builtin_ctzll(stones), cell = start + i;
            const int32_t same_above = -(around[i] & SAME_ABOVE),
                          same_left = -(around[i] / SAME_LEFT & 1);
            uint32_t above = qi_nogo_parent(link, cell - stride);
            while (link[above] >= 0)
                above = qi_nogo_climb(link, cell - stride, above);
            const uint32_t top = (uint32_t)qi_choose(
                same_above, (int32_t)above, qi_choose(same_left, (int32_t)left, (int32_t)cell));
            if ((same_above & same_left) != 0 && above != left) {
                link[top] += link[left] - QI_NOGO_ROOT;
                link[left] = (int32_t)top;
            }
            link[cell] = QI_NOGO_ROOT;
            const int32_t liberties = link[top] + around[i] / FREE;
            link[cell] = (int32_t)top;
            link[top] = liberties;
            left = top;
        }
    }

    if (left == 0)
        return 0;
    four breathless = {0};
    uint32_t first = stride + 1;
    for (; end - first >= 4; first += 4) {
        four links;
        memcpy(&links, link + first, sizeof links);
        breathless |= links == QI_NOGO_ROOT;
    }
    for (; first < end; first++)
        breathless[0] |= link[first] == QI_NOGO_ROOT;
    const bool found = (breathless[0] | breathless[1] | breathless[2] | breathless[3]) != 0;
    for (uint32_t cell = stride + 1; found && cell < end; cell++)
        if (link[qi_nogo_root(link, cell)] == QI_NOGO_ROOT)
            return cell;
    return 0;
}

uint32_t qi_nogo_restore_groups(const qi_nogo *position)
{
    const size_t cells = qi_nogo_cells(position);
    for (size_t cell = 0; cell < cells; cell++)
        position->link[cell] = QI_NOGO_NO_STONE;
    return build_groups(position);
}

qi_result qi_nogo_make_hole(qi_nogo *position, qi_point point)
{
    if (qi_nogo_at(position, point) != QI_EMPTY)
        return QI_BAD_ARGUMENT;
    qi_nogo_need_groups(position);
    const uint32_t cell = qi_nogo_cell(position, point);
    uint32_t neighbour[4];
    qi_nogo_neighbours(position, cell, neighbour);
    bool breathless = false;
    for (int i = 0; i < 4; i++)
        if (is_stone((qi_colour)position->colour[neighbour[i]]))
            position->link[qi_nogo_root(position->link, neighbour[i])]--;
    for (int i = 0; i < 4; i++)
        if (is_stone((qi_colour)position->colour[neighbour[i]]))
            breathless |=
                position->link[qi_nogo_root(position->link, neighbour[i])] == QI_NOGO_ROOT;
    if (!breathless) {
        position->colour[cell] = QI_WALL;
        return QI_OK;
    }
    for (int i = 0; i < 4; i++)
        if (is_stone((qi_colour)position->colour[neighbour[i]]))
            position->link[qi_nogo_root(position->link, neighbour[i])]++;
    return QI_BAD_ARGUMENT;
}

/* ---- asking ------------------------------------------------------------------------------- */

uint32_t qi_nogo_rows(const qi_nogo *position)
{
    return position->rows;
}

uint32_t qi_nogo_columns(const qi_nogo *position)
{
    return position->columns;
}

static bool on_board(const qi_nogo *position, qi_point point)
{
    return point < position->rows * position->columns;
}

qi_point qi_nogo_point(const qi_nogo *position, uint32_t row, uint32_t column)
{
    if (row >= position->rows || column >= position->columns)
        return QI_NO_POINT;
    return row * position->columns + column;
}

qi_colour qi_nogo_at(const qi_nogo *position, qi_point point)
{
    return on_board(position, point) ? (qi_colour)position->colour[qi_nogo_cell(position, point)]
                                     : QI_WALL;
}

uint32_t qi_nogo_stones(const qi_nogo *position, qi_colour colour)
{
    return is_stone(colour) ? position->stones[colour] : 0;
}

qi_colour qi_nogo_to_move(const qi_nogo *position)
{
    return position->to_move;
}

qi_result qi_nogo_set_to_move(qi_nogo *position, qi_colour colour)
{
    if (!is_stone(colour))
        return QI_BAD_ARGUMENT;
    position->to_move = colour;
    return QI_OK;
}

const char *qi_nogo_verdict_text(qi_nogo_verdict verdict)
{
    switch (verdict) {
    case QI_NOGO_LEGAL:
        return "legal";
    case QI_NOGO_OFF_BOARD:
        return "the point is off the board";
    case QI_NOGO_OCCUPIED:
        return "the point is occupied";
    case QI_NOGO_CAPTURE:
        return "it takes the last liberty of a group of the opponent";
    case QI_NOGO_SUICIDE:
        return "it leaves its own group without a liberty";
    case QI_NOGO_CENTRE:
        return "the first move may not be the centre";
    }
    return "unknown verdict";
}

/* Judges a stone on an empty cell without changing anything. */
static qi_nogo_verdict judge_cell(const qi_nogo *position, qi_colour colour, uint32_t cell,
                                  uint32_t *victim)
{
    uint32_t neighbour[4], root[4];
    qi_nogo_neighbours(position, cell, neighbour);
    bool alive = false;
    for (int i = 0; i < 4; i++) {
        const qi_colour there = (qi_colour)position->colour[neighbour[i]];
        alive |= there == QI_EMPTY;
        root[i] = is_stone(there) ? qi_nogo_root(position->link, neighbour[i]) : 0;
    }
    for (int i = 0; i < 4; i++) {
        if (!root[i])
            continue;
        int32_t left = position->link[root[i]] - QI_NOGO_ROOT;
        for (int k = 0; k < 4; k++)
            left -= root[k] == root[i];
        if (position->colour[root[i]] == colour) {
            alive |= left > 0;
        } else if (left == 0) {
            *victim = neighbour[i];
            return QI_NOGO_CAPTURE;
        }
    }
    *victim = cell;
    return alive ? QI_NOGO_LEGAL : QI_NOGO_SUICIDE;
}

qi_nogo_verdict qi_nogo_judge(const qi_nogo *position, qi_colour colour, qi_point point,
                              qi_point *group)
{
    if (group)
        *group = QI_NO_POINT;
    const qi_colour there = qi_nogo_at(position, point);
    if (there == QI_WALL || !is_stone(colour))
        return QI_NOGO_OFF_BOARD;
    if (there != QI_EMPTY)
        return QI_NOGO_OCCUPIED;
    qi_nogo_need_groups(position);
    uint32_t victim;
    const qi_nogo_verdict verdict =
        judge_cell(position, colour, qi_nogo_cell(position, point), &victim);
    if (group && verdict != QI_NOGO_LEGAL)
        *group = qi_nogo_point_of_cell(position, victim);
    return verdict;
}

/* qi_nogo_legal that ends when `enough` points are found. */
static size_t list_legal(const qi_nogo *position, qi_colour colour, qi_point *points,
                         size_t capacity, size_t enough)
{
    if (!is_stone(colour))
        return 0;
    qi_nogo_need_groups(position);
    size_t count = 0;
    const uint32_t end = (position->rows + 1) * position->stride;
    for (uint32_t start = position->stride + 1; start < end; start += 64) {
        uint64_t empty = qi_nogo_cell_set(position->colour + start, end - start, false);
        for (; empty; empty &= empty - 1) {
            const uint32_t cell = start + (uint32_t)__builtin_ctzll(empty);
            uint32_t victim;
            if (judge_cell(position, colour, cell, &victim) != QI_NOGO_LEGAL)
                continue;
            if (count < capacity)
                points[count] = qi_nogo_point_of_cell(position, cell);
            if (++count == enough)
                return count;
        }
    }
    return count;
}

size_t qi_nogo_legal(const qi_nogo *position, qi_colour colour, qi_point *points, size_t capacity)
{
    return list_legal(position, colour, points, capacity, SIZE_MAX);
}

qi_point qi_nogo_first_legal(const qi_nogo *position, qi_colour colour)
{
    qi_point point = QI_NO_POINT;
    list_legal(position, colour, &point, 1, 1);
    return point;
}

bool qi_nogo_can_move(const qi_nogo *position, qi_colour colour)
{
    return qi_nogo_first_legal(position, colour) != QI_NO_POINT;
}

qi_point qi_nogo_group(const qi_nogo *position, qi_point point)
{
    if (!is_stone(qi_nogo_at(position, point)))
        return QI_NO_POINT;
    qi_nogo_need_groups(position);
    return qi_nogo_point_of_cell(position,
                                 qi_nogo_root(position->link, qi_nogo_cell(position, point)));
}

/* ---- playing ------------------------------------------------------------------------------ */

qi_nogo_verdict qi_nogo_play(qi_nogo *position, qi_colour colour, qi_point point, qi_point *group)
{
    qi_nogo_need_groups(position);
    if (is_stone(colour) && qi_nogo_at(position, point) == QI_EMPTY &&
        qi_nogo_try(position, (uint8_t)colour, qi_nogo_cell(position, point))) {
        position->stones[colour]++;
        position->to_move = qi_opponent(colour);
        if (group)
            *group = QI_NO_POINT;
        return QI_NOGO_LEGAL;
    }
    return qi_nogo_judge(position, colour, point, group);
}

/* ---- measuring a group --------------------------------------------------------------------- */

/* The walk needs no memory: while it lasts, the colour byte of a cell holds a mark and, for a
 * stone, where the walk came from. */
enum { MARK = 0x80, FROM = 4, DIRECTIONS = 4, START = 4 };

/* The way back from a step in direction `d`, in the order of qi_nogo_neighbours. */
static unsigned back(unsigned d)
{
    return DIRECTIONS - 1 - d;
}

/* Removes the marks of the walk by walking again: it enters marked stones and restores their plain
 * colour. */
static void unmark(uint8_t *colours, uint32_t first, uint8_t colour, const uint32_t step[4])
{
    uint32_t cell = first;
    unsigned direction = 0;
    colours[cell] = (uint8_t)(colour | START << FROM);
    for (;;) {
        if (direction < DIRECTIONS) {
            const uint32_t next = cell + step[direction];
            if (colours[next] == MARK) {
                colours[next] = QI_EMPTY;
            } else if (colours[next] == (MARK | colour)) {
                colours[next] = (uint8_t)(colour | back(direction) << FROM);
                cell = next;
                direction = 0;
                continue;
            }
            direction++;
        } else {
            const unsigned from = colours[cell] >> FROM;
            colours[cell] = colour;
            if (from == START)
                return;
            cell += step[from];
            direction = back(from) + 1;
        }
    }
}

qi_group_size qi_nogo_measure_group(const qi_nogo *position, qi_point point, qi_point *stones,
                                    qi_point *liberties, size_t capacity)
{
    qi_group_size size = {0, 0};
    const uint8_t colour = (uint8_t)qi_nogo_at(position, point);
    if (colour != QI_BLACK && colour != QI_WHITE)
        return size;
    /* Distances to the neighbours; those upwards wrap around. */
    uint32_t step[4];
    qi_nogo_neighbours(position, 0, step);
    uint8_t *const colours = position->colour;
    const uint32_t first = qi_nogo_cell(position, point);
    uint32_t cell = first;
    unsigned direction = 0;
    colours[cell] = (uint8_t)(MARK | START << FROM | colour);
    for (;;) {
        if (direction == 0) {
            if (stones && size.stones < capacity)
                stones[size.stones] = qi_nogo_point_of_cell(position, cell);
            size.stones++;
        }
        for (; direction < DIRECTIONS; direction++) {
            const uint32_t next = cell + step[direction];
            if (colours[next] == colour)
                break;
            if (colours[next] == QI_EMPTY) {
                colours[next] = MARK;
                if (liberties && size.liberties < capacity)
                    liberties[size.liberties] = qi_nogo_point_of_cell(position, next);
                size.liberties++;
            }
        }
        if (direction < DIRECTIONS) {
            cell += step[direction];
            colours[cell] = (uint8_t)(MARK | back(direction) << FROM | colour);
            direction = 0;
            continue;
        }
        const unsigned from = (colours[cell] & (MARK - 1U)) >> FROM;
        colours[cell] = MARK | colour;
        if (from == START)
            break;
        cell += step[from];
        direction = back(from) + 1;
    }
    unmark(colours, first, colour, step);
    return size;
}
