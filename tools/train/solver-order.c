/*
 * Learns the networks that order the solver's moves (src/nogo/solve/order_net.h).
 *
 *     solver-order sample BOARD NODES NET OUT     writes lessons from a search of the empty board
 *     solver-order train SEED NET LESSONS...      learns a network from lessons
 *     solver-order measure NET BOARD...           counts the positions that boards take with it
 *     solver-order print NET NAME                 writes it as source: qi_solve_order_NAME
 *
 * A BOARD is written as 4x5. NET is a file, or - for a network that knows nothing.
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
 * large board: a few early moves decide. The best of some is kept.
 */
#include "arithmetic.h"
#include "base/random.h"
#include "nogo/solve/engine_template.h"
#include "nogo/solve/solve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    LEVELS = SOLVE_MOST_LEFT, /* positions are told apart by how many points are open */
    PER_LEVEL = 12000,        /* sampled for every level */
    PER_HIGH_LEVEL = 4000,    /* and where it takes long to solve all moves, */
    HIGH_LEVEL = 16,          /* from here on */
    FEW_POINTS = 4,           /* fewer need no order */
    MOST_NODES = 200000,      /* for a move of a sampled position */
    TABLE_BYTES = 1 << 30,
    MOST_MOVES = SOLVE_POINTS,
    EPOCHS = 14,
    BATCH = 64,
    RARE = 5,     /* one lesson of so many is taken from a level picked first */
    HELD_OUT = 20 /* one lesson of so many is not studied but tested on */
};

static void give_up(const char *why)
{
    fprintf(stderr, "solver-order: %s\n", why);
    exit(2);
}

static void *claim(size_t count, size_t size)
{
    void *block = calloc(count, size);
    if (!block)
        give_up("out of memory");
    return block;
}

/* A move: how many features it has (they follow it in a file), and what is true of it. */
typedef struct example {
    uint16_t count;
    int16_t ahead; /* the integer, for who made the move */
    uint16_t wins;
    uint16_t left;   /* open points */
    uint32_t effort; /* positions searched to solve it */
} example;

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

static void open_workshop(workshop *w, const char *net, const char *board, uint64_t nodes)
{
    unsigned rows, columns;
    const qi_nogo_solve_limits limits = {.nodes = nodes};
    read_net(net, &w->net);
    if (sscanf(board, "%ux%u", &rows, &columns) != 2 ||
        qi_nogo_solver_new(TABLE_BYTES, NULL, &w->solver) != QI_OK ||
        qi_nogo_new(rows, columns, NULL, &w->game) != QI_OK ||
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
    open_workshop(&w, arguments[2], arguments[0], strtoull(arguments[1], NULL, 10));
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

static int measure(int boards, char **arguments)
{
    for (int i = 1; i <= boards; i++) {
        static workshop w;
        unsigned move;
        open_workshop(&w, arguments[0], arguments[i], 0);
        qi_solve_root(&w.search, &w.state, 0, &move);
        printf("%s %llu\n", arguments[i], (unsigned long long)w.search.nodes);
        fflush(stdout);
        close_workshop(&w);
    }
    return 0;
}

/* ---- training ------------------------------------------------------------------------------- */

typedef struct network {
    float hidden[SOLVE_FEATURES][SOLVE_HIDDEN];
    float direct[SOLVE_FEATURES];
    float output[SOLVE_HIDDEN];
} network;

enum { WEIGHTS = sizeof(network) / sizeof(float) };

/* A move that is known, and its features. */
typedef struct known_move {
    example fact;
    uint16_t *feature;
} known_move;

typedef struct lesson {
    known_move *moves;
    uint32_t count;
} lesson;

typedef struct school {
    lesson *lessons;
    size_t count, room;
    size_t *level[LEVELS], level_count[LEVELS]; /* the lessons with so many points left */
    network net, slope, mean, square;           /* the weights; their gradient and its moments */
    double mean_left, square_left;              /* 0.9 and 0.999 to the number of steps */
} school;

static void read_lesson(lesson *l, FILE *file, const char *path)
{
    if (l->count > MOST_MOVES)
        give_up(path);
    l->moves = claim(l->count, sizeof *l->moves);
    for (known_move *m = l->moves; m < l->moves + l->count; m++) {
        if (fread(&m->fact, sizeof m->fact, 1, file) != 1 || m->fact.count > SOLVE_MOST_FEATURES)
            give_up(path);
        m->feature = claim(m->fact.count, sizeof *m->feature);
        if (fread(m->feature, sizeof *m->feature, m->fact.count, file) != m->fact.count)
            give_up(path);
    }
}

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
            if (!s->lessons)
                give_up("out of memory");
        }
        lesson *l = &s->lessons[s->count++];
        l->count = count;
        read_lesson(l, file, path);
    }
    fclose(file);
}

static float unit(float x)
{
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

/* How often the i-th feature of a move counts; the integer comes after the others. */
static unsigned feature_of(const known_move *m, unsigned i, float *times)
{
    *times = i < m->fact.count ? 1 : m->fact.ahead;
    return i < m->fact.count ? m->feature[i] : (unsigned)SOLVE_AHEAD;
}

static float evaluate(const network *net, const known_move *m, float sum[SOLVE_HIDDEN])
{
    float score = 0, times;
    for (unsigned j = 0; j < SOLVE_HIDDEN; j++)
        sum[j] = 0;
    for (unsigned i = 0; i <= m->fact.count; i++) {
        const unsigned f = feature_of(m, i, &times);
        score += times * net->direct[f];
        for (unsigned j = 0; j < SOLVE_HIDDEN; j++)
            sum[j] += times * net->hidden[f][j];
    }
    for (unsigned j = 0; j < SOLVE_HIDDEN; j++)
        score += unit(sum[j]) * net->output[j];
    return score;
}

/* Adds the gradient of a move's score, times `by`. */
static void blame(school *s, const known_move *m, const float sum[SOLVE_HIDDEN], float by)
{
    float inner[SOLVE_HIDDEN], times;
    for (unsigned j = 0; j < SOLVE_HIDDEN; j++) {
        inner[j] = sum[j] > 0 && sum[j] < 1 ? by * s->net.output[j] : 0;
        s->slope.output[j] += by * unit(sum[j]);
    }
    for (unsigned i = 0; i <= m->fact.count; i++) {
        const unsigned f = feature_of(m, i, &times);
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
        const example *fact = &l->moves[i].fact;
        score[i] = (float)train_exp((double)(score[i] - top));
        all += score[i];
        wanted[i] = fact->wins ? (float)train_exp(-0.35 * train_log(fact->effort)) : 0;
        all_wanted += wanted[i];
    }
    /* Mistakes early in a game cost most. */
    const unsigned left = l->moves[0].fact.left;
    const float weight = left <= 6 ? 1 : 1 + 0.1F * (float)(left - 6);
    for (unsigned i = 0; i < l->count && learn; i++)
        blame(s, &l->moves[i], sum[i], weight * (score[i] / all - wanted[i] / all_wanted));
    return l->moves[best].fact.wins;
}

/* A step of Adam. */
static void improve(school *s, float rate)
{
    float *weight = (float *)&s->net, *slope = (float *)&s->slope;
    float *mean = (float *)&s->mean, *square = (float *)&s->square;
    s->mean_left *= 0.9;
    s->square_left *= 0.999;
    const float fresh_mean = (float)(1 - s->mean_left);
    const float fresh_square = (float)(1 - s->square_left);
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

static int32_t rounded(float x)
{
    return (int32_t)(x < 0 ? x - 0.5F : x + 0.5F);
}

/* Writes the network as the solver calculates: in integers. */
static void write_net(const network *from, const char *path)
{
    static solve_net net;
    for (unsigned f = 0; f < SOLVE_FEATURES; f++) {
        for (unsigned j = 0; j < SOLVE_HIDDEN; j++)
            net.hidden[f][j] = (int16_t)rounded(from->hidden[f][j] * SOLVE_NET_ONE);
        net.direct[f] = rounded(from->direct[f] * (SOLVE_NET_ONE * SOLVE_OUTPUT_ONE));
    }
    for (unsigned j = 0; j < SOLVE_HIDDEN; j++)
        net.output[j] = (int16_t)rounded(from->output[j] * SOLVE_OUTPUT_ONE);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(&net, sizeof net, 1, file) != 1 || fclose(file) != 0)
        give_up(path);
}

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

static void sort_by_level(school *s)
{
    for (unsigned level = 0; level < LEVELS; level++)
        s->level[level] = claim(s->count, sizeof *s->level[level]);
    for (size_t i = 0; i < s->count; i++) {
        const unsigned level = s->lessons[i].moves[0].fact.left;
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

static int train(uint64_t seed, const char *net, int files, char **paths)
{
    static school s;
    for (int i = 0; i < files; i++)
        read_lessons(&s, paths[i]);
    if (s.count == 0)
        give_up("no lessons");
    sort_by_level(&s);
    s.mean_left = s.square_left = 1;
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
    write_net(&s.net, net);
    return 0;
}

int main(int argc, char **argv)
{
    const char *verb = argc > 1 ? argv[1] : "";
    if (argc == 6 && strcmp(verb, "sample") == 0)
        return sample_board(argv + 2);
    if (argc > 4 && strcmp(verb, "train") == 0)
        return train(strtoull(argv[2], NULL, 10), argv[3], argc - 4, argv + 4);
    if (argc > 3 && strcmp(verb, "measure") == 0)
        return measure(argc - 3, argv + 2);
    if (argc == 4 && strcmp(verb, "print") == 0)
        return print_net(argv[2], argv[3]);
    fputs("Usage: solver-order sample BOARD NODES NET OUT\n"
          "       solver-order train SEED NET LESSONS...\n"
          "       solver-order measure NET BOARD...\n"
          "       solver-order print NET NAME\n",
          stderr);
    return 2;
}
