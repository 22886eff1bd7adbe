/*
 * Walking a winning strategy with the plain rules alone, layer by layer.
 *
 * A layer has all positions with as many stones that the strategy can lead to, each once, in
 * ascending order of their numbers. Where the loser moves, all moves lead to the next layer; where
 * the winner moves, the answer does. Only two layers are kept at a time.
 */
#include "nogo/proof/walk.h"
#include "nogo/proof/packed_set.h"
#include "nogo/proof/plain.h"

#include <qi/nogo_proof.h>
#include <qi/nogo_solve.h>

enum {
    PENDING = 32,   /* numbers that a worker keeps for each part before it adds them */
    SAMPLES = 1024, /* positions to guess from what the next layer looks like */
    PER_PART = 1 << 13,
    ANSWERS = 1 << 18, /* to ask for at once */
    MAX_WORKERS = 256,
    LOOK_EVERY = 256 /* positions of a thread between two looks */
};

typedef struct walk walk;

/* The data of one thread. */
typedef struct worker {
    struct walk *walk;
    uint64_t endings, positions; /* not yet added up */
    uint32_t seen;               /* positions since they were */
    uint8_t used[MAX_PARTS];
    uint64_t pending[MAX_PARTS][PENDING];
    leaf_memory leaves;
} worker;

struct walk {
    plain_board board;
    unsigned winner;
    uint32_t leaf, threads;
    worker *workers; /* of each thread; the first is the caller's */
    qi_workers pool;
    qi_shared_allocator shared;
    qi_allocator memory; /* the caller's, for all threads */
    packed_set layers[2], *now, *next;
    uint8_t *moves; /* answers for some parts of the layer, and where those of each begin */
    size_t moves_room, begin[MAX_PARTS];
    qi_nogo_answer *answer;
    void *context;
    const qi_nogo_walk_limits *limits;
    qi_nogo_walk *account;
    qi_nogo_walk *given; /* the caller's account */
    bool stopped;        /* by the watch or the qi_stop */
    qi_mutex lock;       /* of what follows */
    uint64_t endings, positions;
    bool starved;
    uint64_t fault; /* the least number of a position of the layer that is wrong, or UINT64_MAX */
    qi_nogo_walk_end fault_end;
    qi_point fault_move;
};

/* ---- results of all threads ----------------------------------------------------------------- */

static void starve(walk *w)
{
    qi_mutex_lock(&w->lock);
    w->starved = true;
    qi_mutex_unlock(&w->lock);
}

static void add_up(worker *by)
{
    walk *const w = by->walk;
    qi_mutex_lock(&w->lock);
    w->endings += by->endings;
    w->positions += by->positions;
    qi_mutex_unlock(&w->lock);
    by->endings = by->positions = 0;
    by->seen = 0;
}

/* Brings the account up to date and asks the watch; in the caller's thread. */
static void look(walk *w)
{
    qi_mutex_lock(&w->lock);
    w->account->endings = w->endings;
    w->account->positions = w->positions;
    qi_struct_write(w->given, w->account, sizeof *w->account);
    qi_mutex_unlock(&w->lock);
    if (!w->stopped && w->limits &&
        (qi_host_stops(w->limits->host) ||
         (w->limits->watch && !w->limits->watch(w->limits->context, w->account))))
        __atomic_store_n(&w->stopped, true, __ATOMIC_RELAXED);
}

/* Whether nothing after this position of the layer matters any more. */
static bool is_over(worker *by, uint64_t number)
{
    walk *const w = by->walk;
    if (++by->seen == LOOK_EVERY) {
        add_up(by);
        if (by == w->workers) /* the caller's thread */
            look(w);
    }
    return number > __atomic_load_n(&w->fault, __ATOMIC_RELAXED) ||
           __atomic_load_n(&w->stopped, __ATOMIC_RELAXED);
}

static void find_fault(walk *w, uint64_t number, qi_nogo_walk_end end, qi_point move)
{
    qi_mutex_lock(&w->lock);
    if (number < w->fault) {
        __atomic_store_n(&w->fault, number, __ATOMIC_RELAXED);
        w->fault_end = end;
        w->fault_move = move;
    }
    qi_mutex_unlock(&w->lock);
}

static void flush(worker *by, unsigned part)
{
    if (!qi_packed_set_add(by->walk->next, part, by->pending[part], by->used[part]))
        starve(by->walk);
    by->used[part] = 0;
}

/* Adds a position to the next layer. */
static void add(worker *by, uint64_t number)
{
    const unsigned part = packed_set_find(by->walk->next, number);
    by->pending[part][by->used[part]++] = number;
    if (by->used[part] == PENDING)
        flush(by, part);
}

/* Processes one part of the layer. */
typedef void part_task(worker *by, unsigned part);

typedef struct part_work {
    struct walk *walk;
    part_task *task;
    unsigned first; /* part */
} part_work;

static void do_parts(void *context, uint32_t number, uint32_t first, uint32_t end)
{
    const part_work *const work = context;
    for (uint32_t i = first; i < end; i++)
        work->task(&work->walk->workers[number], work->first + i);
}

/* Shares out parts of the layer; false when the walk is over. */
static bool run(walk *w, part_task *task, unsigned first, unsigned end)
{
    part_work work = {w, task, first};
    qi_workers_run(&w->pool, do_parts, &work, end - first, 1);
    for (uint32_t i = 0; i < w->threads; i++) {
        worker *const by = &w->workers[i];
        for (unsigned part = 0; part < w->next->count; part++)
            if (by->used[part])
                flush(by, part);
        add_up(by);
    }
    look(w);
    return !w->starved && !w->stopped && w->fault == UINT64_MAX;
}

/* ---- tasks: one part of the layer each ----------------------------------------------------- */

static void pack(worker *by, unsigned part)
{
    if (!qi_packed_set_pack(by->walk->now, part))
        starve(by->walk);
}

/* Whether a position is small; if it is, minimax must say that the winner wins. */
static bool is_settled(worker *by, uint64_t number, const plain_position *position,
                       const plain_legal *legal, unsigned side)
{
    walk *const w = by->walk;
    if (plain_open(legal) > w->leaf)
        return false;
    by->endings++;
    if (qi_leaf_wins(&w->board, &by->leaves, position, legal, side) != (side == w->winner))
        find_fault(w, number, QI_NOGO_WALK_LEAF_LOST, QI_NO_POINT);
    return true;
}

/* Every move of the loser leads to a position of the next layer. */
static void try_all(worker *by, unsigned part)
{
    walk *const w = by->walk;
    const unsigned loser = !w->winner;
    packed_cursor cursor = packed_part_read(&w->now->part[part]);
    while (packed_next(&cursor) && !is_over(by, cursor.number)) {
        const plain_position position = qi_plain_position(&w->board, cursor.number);
        const plain_legal legal = qi_plain_legal(&w->board, &position);
        if (is_settled(by, cursor.number, &position, &legal, loser))
            continue;
        by->positions++;
        const plain_numbers numbers = qi_plain_numbers(&w->board, &position);
        for (uint64_t rest = legal.of[loser]; rest; rest &= rest - 1)
            add(by, plain_number_after(&w->board, &numbers, loser, plain_first(rest)));
    }
}

/* Leaves in the part only the positions of the winner that need an answer. */
static void settle(worker *by, unsigned part)
{
    walk *const w = by->walk;
    packed_part *const here = &w->now->part[part];
    pack(by, part);
    if (here->loose_count)
        return;
    packed_writer kept = {here->packed, 0, here->first};
    packed_cursor cursor = packed_part_read(here);
    while (packed_next(&cursor) && !is_over(by, cursor.number)) {
        const plain_position position = qi_plain_position(&w->board, cursor.number);
        const plain_legal legal = qi_plain_legal(&w->board, &position);
        if (!is_settled(by, cursor.number, &position, &legal, w->winner))
            packed_append(&kept, cursor.number);
    }
    here->count = kept.count;
}

/* The answers lead to the next layer. */
static void play_answers(worker *by, unsigned part)
{
    walk *const w = by->walk;
    const uint8_t *move = w->moves + w->begin[part];
    packed_cursor cursor = packed_part_read(&w->now->part[part]);
    for (; packed_next(&cursor) && !is_over(by, cursor.number); move++) {
        const plain_position position = qi_plain_position(&w->board, cursor.number);
        const plain_legal legal = qi_plain_legal(&w->board, &position);
        if (*move < w->board.points && legal.of[w->winner] >> *move & 1) {
            const plain_numbers numbers = qi_plain_numbers(&w->board, &position);
            add(by, plain_number_after(&w->board, &numbers, w->winner, *move));
        } else {
            find_fault(w, cursor.number, QI_NOGO_WALK_ILLEGAL, *move);
        }
    }
}

/* ---- layers --------------------------------------------------------------------------------- */

/* Prepares the next layer: parts that a guess from some positions would fill evenly. */
static bool prepare(walk *w, unsigned side)
{
    uint64_t seams[MAX_PARTS];
    unsigned parts = 1;
    const uint64_t total = qi_packed_set_count(w->now), stride = total / SAMPLES + 1;
    if (total * w->board.points > PER_PART) {
        const size_t room = SAMPLES * (size_t)PLAIN_POINTS;
        uint64_t *const sample = qi_allocate_array(&w->memory, room, 2 * sizeof *sample);
        if (!sample)
            return false;
        size_t found = 0;
        uint64_t seen = 0;
        for (unsigned part = 0; part < w->now->count; part++) {
            packed_cursor cursor = packed_part_read(&w->now->part[part]);
            while (packed_next(&cursor)) {
                if (seen++ % stride)
                    continue;
                const plain_position position = qi_plain_position(&w->board, cursor.number);
                const plain_legal legal = qi_plain_legal(&w->board, &position);
                const plain_numbers numbers = qi_plain_numbers(&w->board, &position);
                for (uint64_t rest = legal.of[side]; rest; rest &= rest - 1)
                    sample[found++] =
                        plain_number_after(&w->board, &numbers, side, plain_first(rest));
            }
        }
        const uint64_t *const sorted = qi_numbers_sort(sample, sample + room, found);
        const uint64_t wanted = found * stride / PER_PART;
        const unsigned count = wanted < MAX_PARTS ? (unsigned)wanted : MAX_PARTS;
        uint64_t before = 0;
        for (unsigned i = 1; i < count; i++) {
            const uint64_t seam = sorted[i * found / count];
            if (seam > before)
                before = seams[parts++ - 1] = seam;
        }
        qi_release(&w->memory, sample);
    }
    qi_packed_set_start(w->next, &w->memory, seams, parts);
    return true;
}

static void turn_page(walk *w)
{
    qi_packed_set_end(w->now);
    packed_set *const old = w->now;
    w->now = w->next;
    w->next = old;
}

/* Asks for the answers of a part. */
static qi_result ask(walk *w, unsigned part, size_t begin)
{
    const size_t count = (size_t)w->now->part[part].count; /* each takes a byte at least */
    uint8_t *const moves = qi_grow(&w->memory, w->moves, begin, count, &w->moves_room, 1);
    if (!moves)
        return QI_NO_MEMORY;
    w->moves = moves;
    w->begin[part] = begin;
    packed_cursor cursor = packed_part_read(&w->now->part[part]);
    for (size_t i = begin; packed_next(&cursor); i++) {
        const plain_position position = qi_plain_position(&w->board, cursor.number);
        qi_point move = QI_NO_POINT;
        const qi_result asked =
            w->answer(w->context, position.stones[0], position.stones[1], &move);
        if (asked != QI_OK)
            return asked;
        w->account->answers++;
        w->moves[i] = (uint8_t)(move < w->board.points ? move : UINT8_MAX);
    }
    return QI_OK;
}

static qi_result answer_layer(walk *w)
{
    if (!prepare(w, w->winner))
        return QI_NO_MEMORY;
    size_t asked = 0;
    for (unsigned first = 0, part = 0; part < w->now->count; part++) {
        const qi_result result = ask(w, part, asked);
        if (result != QI_OK)
            return result;
        asked += (size_t)w->now->part[part].count;
        if (asked < ANSWERS && part + 1 < w->now->count)
            continue;
        if (!run(w, play_answers, first, part + 1))
            return QI_OK;
        first = part + 1;
        asked = 0;
    }
    return QI_OK;
}

/* From the positions of the loser to those of the winner that need an answer. */
static qi_result try_layer(walk *w)
{
    if (!run(w, pack, 0, w->now->count))
        return QI_OK;
    if (!prepare(w, !w->winner))
        return QI_NO_MEMORY;
    run(w, try_all, 0, w->now->count);
    return QI_OK;
}

static qi_result walk_layers(walk *w, bool winner_moves)
{
    qi_result result = QI_OK;
    const unsigned side = winner_moves ? w->winner : !w->winner;
    for (unsigned mover = side; result == QI_OK; mover = !mover) {
        if (mover == w->winner) {
            if (run(w, settle, 0, w->now->count))
                result = answer_layer(w);
        } else {
            result = try_layer(w);
        }
        if (w->starved)
            result = QI_NO_MEMORY;
        else if (result == QI_OK && w->stopped)
            result = QI_STOPPED;
        if (result != QI_OK || w->fault != UINT64_MAX)
            break;
        uint64_t waiting = 0;
        for (unsigned part = 0; part < w->next->count; part++)
            waiting += w->next->part[part].count + w->next->part[part].loose_count;
        if (!waiting) {
            w->account->end = QI_NOGO_WALK_WON;
            break;
        }
        turn_page(w);
    }
    return result;
}

/* The walk's own memory, with as many workers as there is memory for. */
static walk *new_walk(const qi_allocator *allocator, const qi_host *host, uint32_t threads)
{
    walk *const w = qi_allocate_zeroed(allocator, 1, sizeof *w);
    if (!w)
        return NULL;
    threads = threads < MAX_WORKERS ? threads : MAX_WORKERS;
    for (w->threads = QI_HAS_THREADS ? threads : 1; w->threads; w->threads /= 2) {
        w->workers = qi_allocate_zeroed(allocator, w->threads, sizeof *w->workers);
        if (w->workers)
            break;
    }
    if (!w->workers) {
        qi_release(allocator, w);
        return NULL;
    }
    for (uint32_t i = 0; i < w->threads; i++)
        w->workers[i].walk = w;
    qi_workers_open(&w->pool, host, w->threads - 1);
    w->memory = qi_shared_allocator_start(&w->shared, allocator);
    qi_mutex_init(&w->lock);
    w->now = &w->layers[0];
    w->next = &w->layers[1];
    w->fault = UINT64_MAX;
    return w;
}

static void free_walk(walk *w)
{
    const qi_allocator allocator = w->shared.caller;
    qi_workers_close(&w->pool);
    qi_packed_set_end(w->now);
    qi_packed_set_end(w->next);
    qi_mutex_destroy(&w->lock);
    qi_release(&w->memory, w->moves);
    qi_shared_allocator_end(&w->shared);
    qi_release(&allocator, w->workers);
    qi_release(&allocator, w);
}

qi_result qi_nogo_walk_strategy(const qi_nogo *position, qi_colour winner, uint32_t leaf,
                                qi_nogo_answer *answer, void *context,
                                const qi_nogo_walk_limits *limits, const qi_allocator *allocator,
                                qi_nogo_walk *account)
{
    const qi_allocator memory = qi_allocator_or_default(allocator);
    qi_nogo_walk_limits wanted;
    qi_nogo_walk known = {.size = sizeof known};
    if (!qi_struct_read(&wanted, sizeof wanted, limits) || !qi_struct_is_sized(account))
        return QI_BAD_ARGUMENT;
    const uint32_t threads = qi_threads_wanted(wanted.threads);
    if (!threads || !qi_host_is_complete(wanted.host))
        return QI_BAD_ARGUMENT;
    walk *const w = new_walk(&memory, wanted.host, threads);
    if (!w)
        return QI_NO_MEMORY;
    plain_position start;
    qi_result result = qi_plain_start(position, &w->board, &start);
    if (result == QI_OK) {
        w->winner = winner == QI_BLACK ? 0 : 1;
        w->leaf = leaf;
        w->answer = answer;
        w->context = context;
        w->limits = &wanted;
        w->account = &known;
        w->given = account;
        const plain_numbers numbers = qi_plain_numbers(&w->board, &start);
        const uint64_t number = plain_min(&w->board, &numbers);
        qi_packed_set_start(w->now, &w->memory, NULL, 1);
        result = qi_packed_set_add(w->now, 0, &number, 1)
                     ? walk_layers(w, qi_nogo_to_move(position) == winner)
                     : QI_NO_MEMORY;
    }
    if (result == QI_OK && w->fault != UINT64_MAX) {
        const plain_position wrong = qi_plain_position(&w->board, w->fault);
        known.end = w->fault_end;
        known.move = w->fault_move;
        known.black = wrong.stones[0];
        known.white = wrong.stones[1];
    }
    free_walk(w);
    qi_struct_write(account, &known, sizeof known);
    return result;
}
