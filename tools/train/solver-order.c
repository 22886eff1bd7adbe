/*
 * Learns the networks that order the solver's moves (src/nogo/solve/order_net.h).
 *
 *     solver-order sample BOARD NODES NET OUT     writes lessons from a search of the empty board
 *     solver-order train SEED NET LESSONS...      learns a network from lessons
 *     solver-order refine SEED TRIES NET OUT BOARD...   tries small changes, and keeps what helps
 *     solver-order measure NET BOARD...           counts the positions that boards take with it
 *     solver-order print NET NAME                 writes it as source: qi_solve_order_NAME
 *
 * A BOARD is written as 4x5, or as 4x6+1.1+3.4 when an even number of moves, of row and column, has
 * been made. NET is a file, or - for a network that knows nothing.
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
 * large board: a few early moves decide. So a learnt network is refined: small changes of its
 * weights are tried one after the other, and each that saves positions is kept.
 */
#include "solver-order.h"

#include "arithmetic.h"
#include "base/random.h"
#include "nogo/solve/engine_template.h"
#include "nogo/solve/solve.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    PER_LEVEL = 12000,     /* sampled for every level */
    PER_HIGH_LEVEL = 4000, /* and where it takes long to solve all moves, */
    HIGH_LEVEL = 16,       /* from here on */
    FEW_POINTS = 4,        /* fewer need no order */
    MOST_NODES = 200000,   /* for a move of a sampled position */
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
    solve_net net;
    qi_nogo_solver *solver;
    qi_nogo *game;
    solve_search search;
    solve_state state;
} workshop;

static void read_net(const char *path, solve_net *net)
{
    memset(net, 0, sizeof *net);
    if (strcmp(path, "-") == 0)
        return;
    FILE *file = fopen(path, "rb");
    if (!file || fread(net, sizeof *net, 1, file) != 1)
        give_up(path);
    fclose(file);
}

void save_net(const solve_net *net, const char *path)
{
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(net, sizeof *net, 1, file) != 1 || fclose(file) != 0)
        give_up(path);
}

/* Plays the moves of a board like 4x6+1.1+3.4, by turns. */
static bool play_moves(qi_nogo *game, const char *moves)
{
    unsigned row, column;
    for (qi_colour mover = QI_BLACK; (moves = strchr(moves, '+')); mover = qi_opponent(mover)) {
        if (sscanf(++moves, "%u.%u", &row, &column) != 2 || row == 0 || column == 0)
            return false;
        const qi_point point = qi_nogo_point(game, row - 1, column - 1);
        if (point == QI_NO_POINT || qi_nogo_play(game, mover, point, NULL) != QI_NOGO_LEGAL)
            return false;
    }
    return true;
}

static void open_workshop(workshop *w, const solve_net *net, const char *board, uint64_t nodes)
{
    unsigned rows, columns;
    const qi_nogo_solve_limits limits = {.nodes = nodes};
    w->net = *net;
    if (sscanf(board, "%ux%u", &rows, &columns) != 2 ||
        qi_nogo_solver_new(TABLE_BYTES, NULL, &w->solver) != QI_OK ||
        qi_nogo_new(rows, columns, NULL, &w->game) != QI_OK || !play_moves(w->game, board) ||
        qi_solve_begin(w->solver, w->game, &limits, &w->search, &w->state) != QI_OK)
        give_up(board);
    w->search.net = &w->net;
}

static void close_workshop(workshop *w)
{
    qi_nogo_free(w->game);
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
    const unsigned most = level < HIGH_LEVEL ? PER_LEVEL : PER_HIGH_LEVEL;
    uint64_t at = to->count[level];
    if (at < most)
        to->count[level]++;
    else
        at = qi_random_below(&to->random, (uint32_t)to->seen[level]);
    if (at < most)
        to->samples[level][at] = (sample){*position, side};
}

/* What the table has about a position: its outcome and its effort; false when nothing. */
static bool recall(solve_search *search, solve_position *position, unsigned side, example *e)
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
            e->effort = qi_solve_table_effort(&bucket->entry[i]);
    e->wins = outcome == SOLVE_LOSS;
    return true;
}

/* Solves every move of a sampled position that is not decided by counting, and writes a lesson:
 * the number of moves, and each move with its features. */
static void write_lesson(solve_search *search, const sample *from, FILE *out)
{
    static example moves[MOST_MOVES];
    static uint16_t feature[MOST_MOVES][SOLVE_MOST_FEATURES];
    const unsigned side = from->side;
    uint32_t count = 0, wins = 0;
    for (solve_set rest = from->position.state.may[side]; rest; rest &= rest - 1) {
        example *e = &moves[count];
        memset(e, 0, sizeof *e);
        search->top = 0;
        search->nodes = 0;
        search->most_nodes = MOST_NODES;
        search->stopped = false;
        if (!make_child(search, &from->position, side, solve_first(rest)))
            continue;
        solve_position next = search->stack[0].position;
        if (judge_counts(&next, !side) != SOLVE_UNKNOWN)
            continue;
        if (!recall(search, &next, !side, e)) {
            solve_visit(search, &next, !side);
            if (!recall(search, &next, !side, e))
                continue;
        }
        e->count = (uint16_t)solve_features(&search->graph, &next, side, feature[count]);
        e->ahead = (int16_t)(side == 0 ? next.integer : -next.integer);
        e->left = (uint16_t)solve_count(next.state.open);
        wins += e->wins;
        count++;
    }
    if (wins == 0 || wins == count)
        return; /* any order is as good */
    bool good = fwrite(&count, sizeof count, 1, out) == 1;
    for (uint32_t i = 0; i < count && good; i++)
        good = fwrite(&moves[i], sizeof *moves, 1, out) == 1 &&
               fwrite(feature[i], sizeof *feature[i], moves[i].count, out) == moves[i].count;
    if (!good)
        give_up("cannot write");
}

static int sample_board(char **arguments)
{
    static sampler to;
    static workshop w;
    static solve_net net;
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
    const solve_outcome outcome = qi_solve_root(&w.search, &w.state, 0, &move);
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

/* The positions that a board takes; `most` and more count as `most`. */
static uint64_t count_positions(const solve_net *net, const char *board, uint64_t most)
{
    static workshop w;
    unsigned move;
    open_workshop(&w, net, board, most);
    qi_solve_root(&w.search, &w.state, 0, &move);
    const uint64_t count = w.search.nodes;
    close_workshop(&w);
    return count;
}

static int measure(int boards, char **arguments)
{
    static solve_net net;
    read_net(arguments[0], &net);
    for (int i = 1; i <= boards; i++) {
        printf("%s %llu\n", arguments[i],
               (unsigned long long)count_positions(&net, arguments[i], 0));
        fflush(stdout);
    }
    return 0;
}

/* ---- refining ------------------------------------------------------------------------------- */

/* A change of the weights past the hidden units, and of what these count. */
typedef struct change {
    int32_t direct[SOLVE_FEATURES], output[SOLVE_HIDDEN];
} change;

/* A number between -`width` and `width` for one weight in eight, 0 for the others. */
static int32_t nudge(qi_random *random, int32_t width)
{
    if (qi_random_below(random, 8) != 0)
        return 0;
    return (int32_t)qi_random_below(random, 2 * (uint32_t)width + 1) - width;
}

/* Up to an eighth, a sixteenth ... of a unit; features that never occurred keep no weight. */
static void disturb(const solve_net *net, qi_random *random, change *by)
{
    const unsigned shift = 3 + qi_random_below(random, 4);
    for (unsigned f = 0; f < SOLVE_FEATURES; f++)
        by->direct[f] =
            net->direct[f] ? nudge(random, SOLVE_NET_ONE * SOLVE_OUTPUT_ONE >> shift) : 0;
    for (unsigned j = 0; j < SOLVE_HIDDEN; j++)
        by->output[j] = nudge(random, SOLVE_OUTPUT_ONE >> shift);
}

static void apply(solve_net *net, const change *by)
{
    for (unsigned f = 0; f < SOLVE_FEATURES; f++)
        net->direct[f] += by->direct[f];
    for (unsigned j = 0; j < SOLVE_HIDDEN; j++)
        net->output[j] = (int16_t)(net->output[j] + by->output[j]);
}

/* The sum of the logarithms of what the boards take, or more than `best` as soon as one takes much
 * more than it did with the best network, or all of them together would. */
static double weigh(const solve_net *net, int boards, char **board, uint64_t *count, double best)
{
    double sum = 0;
    for (int i = 0; i < boards; i++) {
        const uint64_t most = count[i] + count[i] / 4;
        const uint64_t now = count_positions(net, board[i], most);
        if (now > most && most > 0)
            return best + 1;
        count[i] = now;
        sum += train_log((double)now);
    }
    return sum;
}

static int refine(char **arguments, int boards)
{
    static solve_net best, next;
    static change step;
    bool helped = false;
    uint64_t count[16] = {0}, fresh[16];
    if (boards > 16)
        give_up("too many boards");
    qi_random random;
    qi_random_seed(&random, strtoull(arguments[0], NULL, 10));
    const unsigned tries = (unsigned)strtoul(arguments[1], NULL, 10);
    read_net(arguments[2], &best);
    save_net(&best, arguments[3]);
    double least = weigh(&best, boards, arguments + 4, count, 0);
    for (unsigned i = 1; i <= tries; i++) {
        next = best;
        if (!helped) /* what helped may help again */
            disturb(&best, &random, &step);
        apply(&next, &step);
        memcpy(fresh, count, sizeof fresh);
        const double sum = weigh(&next, boards, arguments + 4, fresh, least);
        helped = sum < least;
        if (!helped)
            continue;
        least = sum;
        best = next;
        memcpy(count, fresh, sizeof count);
        fprintf(stderr, "try %u:", i);
        for (int j = 0; j < boards; j++)
            fprintf(stderr, " %llu", (unsigned long long)count[j]);
        fputc('\n', stderr);
        save_net(&best, arguments[3]);
    }
    return 0;
}

/* ---- the command ---------------------------------------------------------------------------- */

static void print_row(const int16_t *row)
{
    printf("{");
    for (unsigned j = 0; j < SOLVE_HIDDEN; j++)
        printf("%s%d", j == 0 ? "" : ", ", row[j]);
    printf("},\n");
}

/* Features that never occurred have no weights, and no line. */
static int print_net(const char *path, const char *name)
{
    static solve_net net;
    static const int16_t nothing[SOLVE_HIDDEN];
    read_net(path, &net);
    printf("/* How the solver orders moves: learnt numbers. README.md tells of them. */\n"
           "/* clang-format off */\n"
           "#include \"nogo/solve/order_net.h\"\n\n"
           "const solve_net qi_solve_order_%s = {\n    .hidden = {\n",
           name);
    for (unsigned f = 0; f < SOLVE_FEATURES; f++)
        if (memcmp(net.hidden[f], nothing, sizeof nothing) != 0) {
            printf("        [%u] = ", f);
            print_row(net.hidden[f]);
        }
    printf("    },\n    .direct = {");
    unsigned printed = 0;
    for (unsigned f = 0; f < SOLVE_FEATURES; f++)
        if (net.direct[f] != 0)
            printf("%s[%u] = %d,", printed++ % 8 ? " " : "\n        ", f, net.direct[f]);
    printf("\n    },\n    .output = ");
    print_row(net.output);
    printf("};\n");
    return fflush(stdout) == 0 ? 0 : 2;
}

int main(int argc, char **argv)
{
    const char *verb = argc > 1 ? argv[1] : "";
    if (argc == 6 && strcmp(verb, "sample") == 0)
        return sample_board(argv + 2);
    if (argc > 4 && strcmp(verb, "train") == 0)
        return train(strtoull(argv[2], NULL, 10), argv[3], argc - 4, argv + 4);
    if (argc > 6 && strcmp(verb, "refine") == 0)
        return refine(argv + 2, argc - 6);
    if (argc > 3 && strcmp(verb, "measure") == 0)
        return measure(argc - 3, argv + 2);
    if (argc == 4 && strcmp(verb, "print") == 0)
        return print_net(argv[2], argv[3]);
    fputs("Usage: solver-order sample BOARD NODES NET OUT\n"
          "       solver-order train SEED NET LESSONS...\n"
          "       solver-order refine SEED TRIES NET OUT BOARD...\n"
          "       solver-order measure NET BOARD...\n"
          "       solver-order print NET NAME\n",
          stderr);
    return 2;
}
