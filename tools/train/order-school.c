/* Learns a network from lessons: softmax over the moves, Adam. */
#include "solver-order.h"

#include "arithmetic.h"
#include "base/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    EPOCHS = 14,
    BATCH = 64,
    RARE = 5,     /* one lesson of so many is taken from a level picked first */
    HELD_OUT = 20 /* one lesson of so many is not studied but tested on */
};

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

/* Where in a file of lessons one is; both count from 1, a move of 0 is the lesson as a whole. */
typedef struct place {
    const char *path;
    size_t lesson, move;
} place;

static _Noreturn void refuse(const place *at, const char *why)
{
    fprintf(stderr, "solver-order: %s: lesson %zu", at->path, at->lesson);
    if (at->move > 0)
        fprintf(stderr, ", move %zu", at->move);
    fprintf(stderr, ": %s\n", why);
    exit(2);
}

static void read_move(known_move *m, FILE *file, const place *at)
{
    if (fread(&m->fact, sizeof m->fact, 1, file) != 1)
        refuse(at, "cut off");
    if (m->fact.count > SOLVE_MAX_FEATURES || m->fact.left >= LEVELS)
        refuse(at, "too many features or points");
    /* The target is a power of the effort. */
    if (m->fact.wins && m->fact.effort == 0)
        refuse(at, "it wins with an effort of 0, expected 1 or more");
    m->feature = claim(m->fact.count, sizeof *m->feature);
    if (fread(m->feature, sizeof *m->feature, m->fact.count, file) != m->fact.count)
        refuse(at, "cut off");
    for (unsigned i = 0; i < m->fact.count; i++)
        if (m->feature[i] >= SOLVE_FEATURES)
            refuse(at, "there is no such feature");
}

static void read_lesson(lesson *l, FILE *file, place *at)
{
    unsigned won = 0;
    if (l->count > MAX_MOVES)
        refuse(at, "too many moves");
    l->moves = claim(l->count, sizeof *l->moves);
    for (at->move = 1; at->move <= l->count; at->move++) {
        known_move *m = &l->moves[at->move - 1];
        read_move(m, file, at);
        won += m->fact.wins > 0;
    }
    at->move = 0;
    if (won == 0)
        refuse(at, "no move wins, so there is nothing to learn");
}

static void read_lessons(school *s, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        give_up(path);
    uint32_t count;
    size_t bytes;
    place at = {.path = path};
    while ((bytes = fread(&count, 1, sizeof count, file)) > 0) {
        at.lesson++;
        if (bytes < sizeof count)
            refuse(&at, "cut off");
        if (s->count == s->room) {
            s->room = s->room ? 2 * s->room : 1 << 16;
            s->lessons = realloc(s->lessons, s->room * sizeof *s->lessons);
            if (!s->lessons)
                give_up("out of memory");
        }
        lesson *l = &s->lessons[s->count++];
        l->count = count;
        read_lesson(l, file, &at);
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
    float sum[MAX_MOVES][SOLVE_HIDDEN], score[MAX_MOVES], wanted[MAX_MOVES];
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
    static weights net;
    for (unsigned f = 0; f < SOLVE_FEATURES; f++) {
        for (unsigned j = 0; j < SOLVE_HIDDEN; j++)
            net.hidden[f][j] = (int16_t)rounded(from->hidden[f][j] * SOLVE_NET_ONE);
        net.direct[f] = rounded(from->direct[f] * (SOLVE_NET_ONE * SOLVE_OUTPUT_ONE));
    }
    for (unsigned j = 0; j < SOLVE_HIDDEN; j++)
        net.output[j] = (int16_t)rounded(from->output[j] * SOLVE_OUTPUT_ONE);
    save_net(&net, path);
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

int train(uint64_t seed, const char *net, int files, char **paths)
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
