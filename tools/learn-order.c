/*
 * Learns the network that orders the solver's moves.
 *
 *     cc -O3 -march=native -D_GNU_SOURCE -Iinclude -Isrc tools/learn-order.c
 *        $(python3 tools/core-sources.py --all) -lm -o learn-order
 *     ./learn-order sample 4 5 10000000 >4x5      (and so on for other boards)
 *     ./learn-order train wide 1 4x5 ... >net && mv net src/nogo/weights/order_wide.c
 *
 * Positions are sampled from the solver's own searches: those that were won. Every move of a
 * sampled position is solved, and what it cost is noted. The network is trained so that a winning
 * move comes first, and rather a cheap one (softmax over the moves, Adam).
 *
 * Networks that differ only in the seed (the number after the name) differ by a factor of two in
 * the positions they need for a large board: a few early moves decide. The best of some is kept.
 */
#include "base/random.h"
#include "nogo/solve/solve.h"
#include "nogo/solve/engine_template.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    PER_LEVEL = 12000, /* positions sampled for every number of open points */
    LEVELS = SOLVE_MOST_LEFT,
    FEW_POINTS = 4,      /* fewer need no order */
    MOST_NODES = 200000, /* for a move of a sampled position */
    MOST_MOVES = SOLVE_POINTS,
    EPOCHS = 14,
    BATCH = 64,
    RARE = 5,     /* one lesson of so many is taken from a level picked first */
    HELD_OUT = 20 /* one lesson of so many is not studied but tested on */
};

static void give_up(const char *why)
{
    fprintf(stderr, "learn-order: %s\n", why);
    exit(2);
}

static void *claim(size_t count, size_t size)
{
    void *block = calloc(count, size);
    if (!block)
        give_up("out of memory");
    return block;
}

/* A move as the network sees it, and what is true of it. */
typedef struct example {
    uint16_t feature[SOLVE_MOST_FEATURES];
    uint16_t count;
    int16_t ahead;
    uint16_t wins;
    uint16_t left;
    uint32_t effort;
} example;

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
    uint64_t at = to->count[level];
    if (at < PER_LEVEL)
        to->count[level]++;
    else
        at = qi_random_below(&to->random, (uint32_t)to->seen[level]);
    if (at < PER_LEVEL)
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
 * the number of moves, and the moves. */
static void write_lesson(solve_search *search, const sample *from)
{
    static example moves[MOST_MOVES];
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
        e->count = (uint16_t)solve_features(&search->graph, &next, side, e->feature);
        e->ahead = (int16_t)(side == 0 ? next.integer : -next.integer);
        e->left = (uint16_t)solve_count(next.state.open);
        wins += e->wins;
        count++;
    }
    if (wins > 0 && wins < count &&
        (fwrite(&count, sizeof count, 1, stdout) != 1 ||
         fwrite(moves, sizeof *moves, count, stdout) != count))
        give_up("cannot write");
}

static int sample_board(unsigned rows, unsigned columns, uint64_t nodes)
{
    static sampler to;
    qi_random_seed(&to.random, 1);
    for (unsigned level = 0; level < LEVELS; level++)
        to.samples[level] = claim(PER_LEVEL, sizeof(sample));
    qi_nogo_solver *solver;
    qi_nogo *game;
    solve_search search;
    solve_state state;
    const qi_nogo_solve_limits limits = {.nodes = nodes};
    if (qi_nogo_solver_new((size_t)2 << 30, NULL, &solver) != QI_OK ||
        qi_nogo_new(rows, columns, NULL, &game) != QI_OK ||
        qi_solve_begin(solver, game, &limits, &search, &state) != QI_OK)
        give_up("this board cannot be solved");
    search.watch = watch;
    search.watch_context = &to;
    unsigned move;
    const solve_outcome outcome = solve_root(&search, &state, 0, &move);
    fprintf(stderr, "%ux%u: outcome %d, %llu nodes\n", rows, columns, (int)outcome,
            (unsigned long long)search.nodes);
    search.watch = NULL;
    for (unsigned level = 0; level < LEVELS; level++)
        for (unsigned i = 0; i < to.count[level]; i++)
            write_lesson(&search, &to.samples[level][i]);
    return 0;
}

/* ---- training ------------------------------------------------------------------------------- */

typedef struct network {
    float hidden[SOLVE_FEATURES][SOLVE_HIDDEN];
    float direct[SOLVE_FEATURES];
    float output[SOLVE_HIDDEN];
} network;

enum { WEIGHTS = sizeof(network) / sizeof(float) };

typedef struct lesson {
    example *moves;
    uint32_t count;
} lesson;

typedef struct school {
    lesson *lessons;
    size_t count, room;
    size_t *level[LEVELS], level_count[LEVELS]; /* the lessons with so many points left */
    network net, slope, mean, square;           /* the weights; their gradient and its moments */
    uint64_t steps;
} school;

static void read_lessons(school *s, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        give_up(path);
    uint32_t count;
    while (fread(&count, sizeof count, 1, file) == 1) {
        if (s->count == s->room) {
            s->room = s->room ? 2 * s->room : 1 << 16;
            s->lessons = realloc(s->lessons, s->room * sizeof *s->lessons);
        }
        lesson *l = s->lessons ? &s->lessons[s->count++] : NULL;
        if (!l || count > MOST_MOVES)
            give_up(path);
        *l = (lesson){claim(count, sizeof(example)), count};
        if (fread(l->moves, sizeof(example), count, file) != count)
            give_up(path);
    }
    fclose(file);
}

static float unit(float x)
{
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

/* How often the i-th feature of a move counts; the integer comes after the others. */
static unsigned feature_of(const example *e, unsigned i, float *times)
{
    *times = i < e->count ? 1 : e->ahead;
    return i < e->count ? e->feature[i] : (unsigned)SOLVE_AHEAD;
}

static float evaluate(const network *net, const example *e, float sum[SOLVE_HIDDEN])
{
    float score = 0, times;
    for (unsigned j = 0; j < SOLVE_HIDDEN; j++)
        sum[j] = 0;
    for (unsigned i = 0; i <= e->count; i++) {
        const unsigned f = feature_of(e, i, &times);
        score += times * net->direct[f];
        for (unsigned j = 0; j < SOLVE_HIDDEN; j++)
            sum[j] += times * net->hidden[f][j];
    }
    for (unsigned j = 0; j < SOLVE_HIDDEN; j++)
        score += unit(sum[j]) * net->output[j];
    return score;
}

/* Adds the gradient of a move's score, times `by`. */
static void blame(school *s, const example *e, const float sum[SOLVE_HIDDEN], float by)
{
    float inner[SOLVE_HIDDEN], times;
    for (unsigned j = 0; j < SOLVE_HIDDEN; j++) {
        inner[j] = sum[j] > 0 && sum[j] < 1 ? by * s->net.output[j] : 0;
        s->slope.output[j] += by * unit(sum[j]);
    }
    for (unsigned i = 0; i <= e->count; i++) {
        const unsigned f = feature_of(e, i, &times);
        s->slope.direct[f] += by * times;
        for (unsigned j = 0; j < SOLVE_HIDDEN; j++)
            s->slope.hidden[f][j] += times * inner[j];
    }
}

/* One lesson. Returns whether the move that looks best wins. */
static bool study(school *s, const lesson *l, bool learn)
{
    float sum[MOST_MOVES][SOLVE_HIDDEN], score[MOST_MOVES], wanted[MOST_MOVES];
    float all = 0, all_wanted = 0;
    unsigned best = 0;
    for (unsigned i = 0; i < l->count; i++) {
        score[i] = evaluate(&s->net, &l->moves[i], sum[i]);
        best = score[i] > score[best] ? i : best;
    }
    const float top = score[best];
    for (unsigned i = 0; i < l->count; i++) {
        score[i] = expf(score[i] - top);
        all += score[i];
        wanted[i] = l->moves[i].wins ? powf((float)l->moves[i].effort, -0.35F) : 0;
        all_wanted += wanted[i];
    }
    /* Mistakes early in a game cost most. */
    const unsigned left = l->moves[0].left;
    const float weight = left <= 6 ? 1 : 1 + 0.1F * (float)(left - 6);
    for (unsigned i = 0; i < l->count && learn; i++)
        blame(s, &l->moves[i], sum[i], weight * (score[i] / all - wanted[i] / all_wanted));
    return l->moves[best].wins;
}

/* A step of Adam. */
static void improve(school *s, float rate)
{
    float *weight = (float *)&s->net, *slope = (float *)&s->slope;
    float *mean = (float *)&s->mean, *square = (float *)&s->square;
    s->steps++;
    const float fresh_mean = 1 - powf(0.9F, (float)s->steps);
    const float fresh_square = 1 - powf(0.999F, (float)s->steps);
    for (size_t i = 0; i < WEIGHTS; i++) {
        const float g = slope[i] / BATCH;
        mean[i] = 0.9F * mean[i] + 0.1F * g;
        square[i] = 0.999F * square[i] + 0.001F * g * g;
        weight[i] -= rate * (mean[i] / fresh_mean) / (sqrtf(square[i] / fresh_square) + 1e-7F);
    }
    memset(slope, 0, sizeof s->slope);
}

static float spread_around(qi_random *random, float middle, float width)
{
    return middle + width * ((float)qi_random_below(random, 20001) / 10000 - 1);
}

static void print_row(const float *weights, unsigned count, float scale)
{
    printf("{");
    for (unsigned i = 0; i < count; i++)
        printf("%s%ld", i == 0 ? "" : ", ", lroundf(weights[i] * scale));
    printf("},\n");
}

static bool all_zero(const float *weights, unsigned count, float scale)
{
    for (unsigned i = 0; i < count; i++)
        if (lroundf(weights[i] * scale) != 0)
            return false;
    return true;
}

/* Features that never occurred have no weights, and no line. */
static void print_net(const network *net, const char *name)
{
    const float one = SOLVE_NET_ONE * SOLVE_OUTPUT_ONE;
    printf("/* Written by tools/learn-order.c. */\n/* clang-format off */\n"
           "#include \"nogo/solve/order_net.h\"\n\nconst solve_net qi_solve_%s = {\n    .hidden = {\n",
           name);
    for (unsigned f = 0; f < SOLVE_FEATURES; f++)
        if (!all_zero(net->hidden[f], SOLVE_HIDDEN, SOLVE_NET_ONE)) {
            printf("        [%u] = ", f);
            print_row(net->hidden[f], SOLVE_HIDDEN, SOLVE_NET_ONE);
        }
    printf("    },\n    .direct = {\n");
    unsigned printed = 0;
    for (unsigned f = 0; f < SOLVE_FEATURES; f++)
        if (!all_zero(&net->direct[f], 1, one))
            printf("%s[%u] = %ld,",
                   printed++ % 8 ? " "
                   : printed > 1 ? "\n        "
                                 : "        ",
                   f, lroundf(net->direct[f] * one));
    printf("\n    },\n    .output = ");
    print_row(net->output, SOLVE_HIDDEN, SOLVE_OUTPUT_ONE);
    printf("};\n");
}

static void sort_by_level(school *s)
{
    for (unsigned level = 0; level < LEVELS; level++)
        s->level[level] = claim(s->count, sizeof *s->level[level]);
    for (size_t i = 0; i < s->count; i++) {
        const unsigned level = s->lessons[i].moves[0].left;
        s->level[level][s->level_count[level]++] = i;
    }
}

/* Some are picked by their level first: early positions are rare, but cost most. */
static size_t pick_lesson(const school *s, qi_random *random)
{
    if (qi_random_below(random, RARE) != 0)
        return qi_random_below(random, (uint32_t)s->count);
    uint32_t level;
    do
        level = qi_random_below(random, LEVELS);
    while (s->level_count[level] == 0);
    return s->level[level][qi_random_below(random, (uint32_t)s->level_count[level])];
}

static int train(const char *name, uint64_t seed, int files, char **paths)
{
    static school s;
    for (int i = 0; i < files; i++)
        read_lessons(&s, paths[i]);
    if (s.count == 0)
        give_up("no lessons");
    sort_by_level(&s);
    qi_random random;
    qi_random_seed(&random, seed);
    /* Rare features begin without an effect. */
    for (unsigned f = SOLVE_LEFT; f < SOLVE_BALANCE; f++)
        for (unsigned j = 0; j < SOLVE_HIDDEN; j++)
            s.net.hidden[f][j] = spread_around(&random, 0.3F, 0.15F);
    for (unsigned j = 0; j < SOLVE_HIDDEN; j++)
        s.net.output[j] = spread_around(&random, 0, 1);
    const size_t batches = s.count * EPOCHS / BATCH;
    for (size_t batch = 0; batch < batches; batch++) {
        for (unsigned i = 0; i < BATCH;) {
            const size_t at = pick_lesson(&s, &random);
            if (at % HELD_OUT == 0)
                continue;
            study(&s, &s.lessons[at], true);
            i++;
        }
        improve(&s, 0.004F * (1 - (float)batch / (float)batches) + 1e-5F);
    }
    size_t right = 0, tests = 0;
    for (size_t i = 0; i < s.count; i += HELD_OUT, tests++)
        right += study(&s, &s.lessons[i], false);
    fprintf(stderr, "%zu positions; the first choice wins in %.1f %% of those not studied\n",
            s.count, tests ? 100.0 * (double)right / (double)tests : 0);
    print_net(&s.net, name);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 5 && strcmp(argv[1], "sample") == 0)
        return sample_board((unsigned)atoi(argv[2]), (unsigned)atoi(argv[3]),
                            strtoull(argv[4], NULL, 10));
    if (argc > 4 && strcmp(argv[1], "train") == 0)
        return train(argv[2], strtoull(argv[3], NULL, 10), argc - 4, argv + 4);
    give_up("expected: sample ROWS COLUMNS NODES, or: train NAME SEED FILE...");
}
