/*
 * Learns the networks that order the solver's moves (src/nogo/solve/order_net.h).
 *
 *     solver-order sample BOARD NODES NET OUT     writes lessons from a search of the empty board
 *     solver-order teach OUT BOARD=MOVE:EFFORT,...   writes lessons on first moves
 *     solver-order train SEED NET LESSONS...      learns a network from lessons
 *     solver-order refine SEED ROUNDS ATTEMPTS NET OUT BOARD...
 *                                                 tries small changes, and keeps what helps
 *     solver-order measure NET BOARD...           counts the positions that boards take with it
 *     solver-order share TABLE NET OUT            writes NET without its hidden layer, which is
 * TABLE's
 *
 * A BOARD is written as 4x5, or as 4x6+1.1+3.4 after moves, of row and column. NET is a file (a
 * table as in src/nogo/weights), or - for a network that knows nothing. A MOVE is written as 2.2;
 * an EFFORT of 0 says that it loses, any other what it costs beside the others (see measure
 * 4x6+2.2). For refine, 4x6=2.2 is a board too: the move that has to stay the first.
 *
 * Positions are sampled from the solver's own searches, ordered by NET: those that were won. Every
 * move of a sampled position is solved, and what it cost is noted. The network is trained so that a
 * winning move comes first, and rather a cheap one (softmax over the moves, Adam).
 *
 * Everything is the same on every machine: the solver calculates with integers, and the training
 * with real numbers in a fixed order (arithmetic.h). src/nogo/weights/NAME.recipe are the commands
 * that made the tables in the tree; ./dev weights NAME runs them.
 *
 * Networks that differ only in the seed differ by a factor of two in the positions they need for a
 * large board: a few early moves decide, of which samples show little. So first moves are taught,
 * and a learnt network is refined, in rounds: small changes of its weights are tried, and the one
 * that saves most positions is kept.
 */
#include "solver-order.h"

#include "arithmetic.h"
#include "base/chunk.h"
#include "base/random.h"
#include "nogo/solve/engine_template.h"
#include "nogo/solve/search.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    PER_LEVEL = 12000,     /* sampled for every level */
    PER_HIGH_LEVEL = 4000, /* and where it takes long to solve all moves, */
    HIGH_LEVEL = 16,       /* from here on */
    FEW_POINTS = 4,        /* fewer need no order */
    MAX_NODES = 200000,    /* for a move of a sampled position */
    TABLE_BYTES = 1 << 30
};

_Noreturn void give_up(const char *why)
{
    fprintf(stderr, "solver-order: %s\n", why);
    exit(2);
}

void *claim(size_t count, size_t size)
{
    void *block = calloc(count, size);
    if (!block)
        give_up("out of memory");
    return block;
}

/* A search of the empty board, ordered by a network. */
typedef struct workshop {
    qi_nogo_solver *solver;
    qi_nogo *position;
    solve_search search;
    solve_state state;
    unsigned side; /* to move */
} workshop;

void read_net(const char *path, weights *net)
{
    static _Alignas(SOLVE_NET_HEADER) uint8_t table[SOLVE_NET_WHOLE + 1];
    memset(net, 0, sizeof *net);
    if (strcmp(path, "-") == 0)
        return;
    FILE *file = fopen(path, "rb");
    if (!file)
        give_up(path);
    const size_t size = fread(table, 1, sizeof table, file);
    fclose(file);
    solve_net found;
    const char *wrong = qi_solve_read_net(table, size, NULL, &found);
    if (wrong) {
        fprintf(stderr, "solver-order: %s: %s\n", path, wrong);
        exit(2);
    }
    memcpy(net->hidden, found.hidden, sizeof net->hidden);
    memcpy(net->direct, found.direct, sizeof net->direct);
    memcpy(net->output, found.output, sizeof net->output);
}

/* Writes a table, with or without its hidden layer. */
static void save_table(const weights *net, bool is_whole, const char *path)
{
    static uint8_t table[SOLVE_NET_WHOLE];
    const uint32_t words[] = {SOLVE_FEATURES, SOLVE_HIDDEN, qi_crc32(net->hidden, SOLVE_NET_LAYER)};
    const size_t layer = is_whole ? SOLVE_NET_LAYER : 0;
    memcpy(table + QI_CHUNK_START, words, sizeof words);
    memcpy(table + SOLVE_NET_HEADER, net->hidden, layer);
    memcpy(table + SOLVE_NET_HEADER + layer, (const uint8_t *)net + offsetof(weights, direct),
           SOLVE_NET_HEAD);
    qi_chunk_seal(table, SOLVE_NET_MAGIC, SOLVE_NET_HEADER - QI_CHUNK_START,
                  (uint32_t)(layer + SOLVE_NET_HEAD));
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(table, SOLVE_NET_HEADER + layer + SOLVE_NET_HEAD, 1, file) != 1 ||
        fclose(file) != 0)
        give_up(path);
}

void save_net(const weights *net, const char *path)
{
    save_table(net, true, path);
}

/* The network as the solver sees it. */
static solve_net view(const weights *net)
{
    return (solve_net){.hidden = net->hidden, .direct = net->direct, .output = net->output};
}

/* Plays the moves of a board like 4x6+1.1+3.4, by turns. */
static bool play_moves(workshop *w, const char *moves)
{
    unsigned row, column;
    for (w->side = 0; (moves = strchr(moves, '+')); w->side = !w->side) {
        if (sscanf(++moves, "%u.%u", &row, &column) != 2 || row == 0 || column == 0)
            return false;
        const qi_colour mover = w->side ? QI_WHITE : QI_BLACK;
        const qi_point point = qi_nogo_point(w->position, row - 1, column - 1);
        if (point == QI_NO_POINT || qi_nogo_play(w->position, mover, point, NULL) != QI_NOGO_LEGAL)
            return false;
    }
    return true;
}

static void open_workshop(workshop *w, const weights *net, const char *board, uint64_t nodes)
{
    unsigned rows, columns;
    const qi_nogo_solve_limits limits = {.size = sizeof(qi_nogo_solve_limits), .nodes = nodes};
    if (sscanf(board, "%ux%u", &rows, &columns) != 2 ||
        qi_nogo_solver_new(TABLE_BYTES, NULL, &w->solver) != QI_OK ||
        qi_nogo_new(rows, columns, NULL, &w->position) != QI_OK || !play_moves(w, board) ||
        qi_solve_begin(w->solver, w->position, &limits, &w->search, &w->state) != QI_OK)
        give_up(board);
    w->search.net = view(net);
}

static void close_workshop(workshop *w)
{
    qi_nogo_free(w->position);
    qi_nogo_solver_free(w->solver);
}

/* ---- sampling ------------------------------------------------------------------------------- */

typedef struct sample {
    solve_position position;
    unsigned side;
} sample;

typedef struct sampler {
    sample *samples[LEVELS];
    unsigned count[LEVELS];
    uint64_t seen[LEVELS];
    qi_random random;
} sampler;

static void watch(solve_search *search, const solve_position *position, unsigned side)
{
    sampler *to = search->watch_context;
    const unsigned level = solve_count(position->state.open);
    if (level < FEW_POINTS || level >= LEVELS)
        return;
    to->seen[level]++;
    const unsigned max = level < HIGH_LEVEL ? PER_LEVEL : PER_HIGH_LEVEL;
    uint64_t at = to->count[level];
    if (at < max)
        to->count[level]++;
    else
        at = qi_random_below(&to->random, (uint32_t)to->seen[level]);
    if (at < max)
        to->samples[level][at] = (sample){*position, side};
}

/* What the table has about a position: whether the move to it wins, and its effort; false when
 * nothing. */
static bool recall(solve_search *search, solve_position *position, unsigned side, bool *wins,
                   uint32_t *effort)
{
    solve_key key;
    solve_make_key(&search->graph, search->board, position, side, &key);
    const solve_bucket *bucket = qi_solve_table_fetch(search->table, &key);
    const solve_outcome outcome = qi_solve_table_find(search->table, bucket, &key);
    if (outcome == SOLVE_UNKNOWN)
        return false;
    for (unsigned i = 0; i < SOLVE_BUCKET; i++)
        if (bucket->entry[i].word[0] == key.word[0] &&
            bucket->entry[i].word[1] >> SOLVE_DATA_BITS == key.word[1] >> SOLVE_DATA_BITS)
            *effort = qi_solve_table_effort(&bucket->entry[i]);
    *wins = outcome == SOLVE_LOSS;
    return true;
}

/* A lesson that is being made: moves and their features. */
typedef struct draft {
    uint32_t count;
    example move[MAX_MOVES];
    uint16_t feature[MAX_MOVES][SOLVE_MAX_FEATURES];
} draft;

/* Adds a move of `side`, which led to a position. */
static void add_move(draft *d, const solve_graph *graph, const solve_position *next, unsigned side,
                     bool wins, uint32_t effort)
{
    example *e = &d->move[d->count];
    memset(e, 0, sizeof *e);
    e->wins = wins;
    e->effort = effort;
    e->count = (uint16_t)solve_features(graph, next, side, d->feature[d->count++]);
    e->ahead = (int16_t)(side == 0 ? next->integer : -next->integer);
    e->left = (uint16_t)solve_count(next->state.open);
}

static void write_draft(const draft *d, FILE *out)
{
    bool good = fwrite(&d->count, sizeof d->count, 1, out) == 1;
    for (uint32_t i = 0; i < d->count && good; i++) {
        const uint16_t features = d->move[i].count;
        good = fwrite(&d->move[i], sizeof *d->move, 1, out) == 1 &&
               fwrite(d->feature[i], sizeof *d->feature[i], features, out) == features;
    }
    if (!good)
        give_up("cannot write");
}

/* Solves every move of a sampled position that is not decided by counting, and writes a lesson. */
static void write_lesson(solve_search *search, const sample *from, FILE *out)
{
    static draft lesson;
    const unsigned side = from->side;
    uint32_t won = 0;
    lesson.count = 0;
    for (solve_set rest = from->position.state.may[side]; rest; rest &= rest - 1) {
        bool wins;
        uint32_t effort = 0;
        search->top = 0;
        search->nodes = 0;
        search->max_nodes = MAX_NODES;
        search->stopped = false;
        if (!make_child(search, &from->position, side, solve_first(rest)))
            continue;
        solve_position next = search->stack[0].position;
        if (judge_counts(&next, !side) != SOLVE_UNKNOWN)
            continue;
        if (!recall(search, &next, !side, &wins, &effort)) {
            solve_visit(search, &next, !side);
            if (!recall(search, &next, !side, &wins, &effort))
                continue;
        }
        add_move(&lesson, &search->graph, &next, side, wins, effort);
        won += wins;
    }
    if (won > 0 && won < lesson.count) /* else any order is as good */
        write_draft(&lesson, out);
}

static int sample_board(char **arguments)
{
    static sampler to;
    static workshop w;
    static weights net;
    read_net(arguments[2], &net);
    open_workshop(&w, &net, arguments[0], strtoull(arguments[1], NULL, 10));
    FILE *out = fopen(arguments[3], "wb");
    if (!out)
        give_up(arguments[3]);
    qi_random_seed(&to.random, 1);
    for (unsigned level = 0; level < LEVELS; level++)
        to.samples[level] = claim(PER_LEVEL, sizeof(sample));
    w.search.watch = watch;
    w.search.watch_context = &to;
    unsigned move;
    const solve_outcome outcome = qi_solve_root(&w.search, &w.state, w.side, &move);
    fprintf(stderr, "%s: outcome %d, %llu positions\n", arguments[0], (int)outcome,
            (unsigned long long)w.search.nodes);
    w.search.watch = NULL;
    for (unsigned level = 0; level < LEVELS; level++) {
        for (unsigned i = 0; i < to.count[level]; i++)
            write_lesson(&w.search, &to.samples[level][i], out);
        free(to.samples[level]);
    }
    close_workshop(&w);
    return fclose(out) == 0 ? 0 : 2;
}

uint64_t count_positions(const weights *net, const char *board, uint64_t max)
{
    workshop *w = claim(1, sizeof *w);
    unsigned move;
    open_workshop(w, net, board, max);
    qi_solve_root(&w->search, &w->state, w->side, &move);
    const uint64_t count = w->search.nodes;
    close_workshop(w);
    free(w);
    return count;
}

/* Makes the position after a move like 2.2 on top of the stack. */
static void make_named(workshop *w, const char *move)
{
    unsigned row, column, bit = 0;
    const solve_graph *graph = &w->search.graph;
    const solve_position position = {.state = w->state};
    if (sscanf(move, "%u.%u", &row, &column) != 2)
        give_up(move);
    const qi_point point = qi_nogo_point(w->position, row - 1, column - 1);
    while (bit < graph->points && graph->place[bit] != point)
        bit++;
    if (bit == graph->points || !make_child(&w->search, &position, w->side, bit))
        give_up(move);
}

bool comes_first(const weights *net, const char *board)
{
    workshop *w = claim(1, sizeof *w);
    open_workshop(w, net, board, 0);
    const solve_graph *graph = &w->search.graph;
    const solve_net *order = &w->search.net;
    const solve_position position = {.state = w->state}, *next = &w->search.stack->position;
    make_named(w, strchr(board, '=') + 1);
    const int32_t wanted = solve_score(graph, order, next, w->side);
    bool first = true;
    for (solve_set rest = w->state.may[w->side]; rest && first; rest &= rest - 1)
        first = make_child(&w->search, &position, w->side, solve_first(rest)) &&
                solve_score(graph, order, next, w->side) <= wanted;
    close_workshop(w);
    free(w);
    return first;
}

/* Writes lessons for boards too large to sample: what the moves named are known to cost. */
static int teach(int boards, char **arguments)
{
    static workshop w;
    static draft lesson;
    static const weights none;
    FILE *out = fopen(arguments[0], "wb");
    if (!out)
        give_up(arguments[0]);
    for (int i = 1; i <= boards; i++) {
        const char *move = strchr(arguments[i], '=');
        unsigned effort;
        open_workshop(&w, &none, arguments[i], 0);
        for (lesson.count = 0; move; move = strchr(move, ',')) {
            const char *const cost = strchr(++move, ':');
            if (!cost || sscanf(cost, ":%u", &effort) != 1 || lesson.count == MAX_MOVES)
                give_up(arguments[i]);
            make_named(&w, move);
            add_move(&lesson, &w.search.graph, &w.search.stack->position, w.side, effort > 0,
                     effort);
        }
        write_draft(&lesson, out);
        close_workshop(&w);
    }
    return fclose(out) == 0 ? 0 : 2;
}

/* Prints the positions that boards take, and the move that was found to win, if one does. */
static int measure(int boards, char **arguments)
{
    static weights net;
    static workshop w;
    read_net(arguments[0], &net);
    for (int i = 1; i <= boards; i++) {
        unsigned move;
        open_workshop(&w, &net, arguments[i], 0);
        const solve_outcome outcome = qi_solve_root(&w.search, &w.state, w.side, &move);
        printf("%s %llu", arguments[i], (unsigned long long)w.search.nodes);
        const uint32_t columns = qi_nogo_columns(w.position);
        const qi_point point = w.search.graph.place[outcome == SOLVE_WIN ? move : 0];
        if (outcome == SOLVE_WIN)
            printf(" %u.%u", point / columns + 1, point % columns + 1);
        putchar('\n');
        fflush(stdout);
        close_workshop(&w);
    }
    return 0;
}

/* ---- the command ---------------------------------------------------------------------------- */

/* Writes a network without its hidden layer, which another table has. */
static int share(const char *table, const char *path, const char *out)
{
    static weights other, net;
    read_net(table, &other);
    read_net(path, &net);
    if (memcmp(net.hidden, other.hidden, sizeof net.hidden) != 0)
        give_up("the hidden layers differ");
    save_table(&net, false, out);
    return 0;
}

int main(int argc, char **argv)
{
    const char *verb = argc > 1 ? argv[1] : "";
    if (argc == 6 && strcmp(verb, "sample") == 0)
        return sample_board(argv + 2);
    if (argc > 4 && strcmp(verb, "train") == 0)
        return train(strtoull(argv[2], NULL, 10), argv[3], argc - 4, argv + 4);
    if (argc > 7 && strcmp(verb, "refine") == 0)
        return refine(argv + 2, argc - 7);
    if (argc > 3 && strcmp(verb, "teach") == 0)
        return teach(argc - 3, argv + 2);
    if (argc > 3 && strcmp(verb, "measure") == 0)
        return measure(argc - 3, argv + 2);
    if (argc == 5 && strcmp(verb, "share") == 0)
        return share(argv[2], argv[3], argv[4]);
    fputs("Usage: solver-order sample BOARD NODES NET OUT\n"
          "       solver-order train SEED NET LESSONS...\n"
          "       solver-order refine SEED ROUNDS ATTEMPTS NET OUT BOARD...\n"
          "       solver-order teach OUT BOARD=MOVE:EFFORT,...\n"
          "       solver-order measure NET BOARD...\n"
          "       solver-order share TABLE NET OUT\n",
          stderr);
    return 2;
}
