/*
 * Learns the network of the NoGo search (src/nogo/search/shapes.h) from games on 9x9.
 *
 *     search-shapes begin GAMES SEED OUT             games of a player that knows only the rules
 *     search-shapes play GAMES PLAYOUTS SEED OUT     games of the search with itself
 *     search-shapes fit EPOCHS OUT.c RECORDS...      fits the network and writes it as source
 *
 * `begin` and `play` write one record for every position: the states of the 81 cells for the side
 * to move, whether it won, its win rate by the search, and the number of the move. The player of
 * `begin` counts the points that its move takes from either side, adds a random number, and plays
 * the best sum; its records have the result in place of a win rate. `play` uses the network that
 * the program is linked with. `fit` fits the network to the mean of result and win rate.
 *
 * All are the same on every machine (arithmetic.h). src/nogo/weights/shapes.recipe strings them
 * together: ./dev weights shapes.
 */
#include "arithmetic.h"
#include "base/random.h"
#include "nogo/search/shapes.h"
#include <qi/nogo_search.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 9, POINTS = SIDE * SIDE };

typedef struct record {
    uint8_t state[POINTS]; /* as in shapes.c */
    uint8_t won;           /* the side to move */
    uint8_t rate;          /* its win rate, 0 to 255 */
    uint8_t move;
} record;

static void die(const char *what)
{
    perror(what);
    exit(2);
}

/* ---- playing ------------------------------------------------------------------------------ */

/* The states as the network numbers them. */
static void note_states(const qi_nogo *game, record *into)
{
    const qi_colour own = qi_nogo_to_move(game);
    for (qi_point point = 0; point < POINTS; point++) {
        const qi_colour colour = qi_nogo_at(game, point);
        if (colour == QI_EMPTY)
            into->state[point] =
                (uint8_t)((qi_nogo_judge(game, own, point, NULL) == QI_NOGO_LEGAL) |
                          (qi_nogo_judge(game, qi_opponent(own), point, NULL) == QI_NOGO_LEGAL)
                              << 1);
        else
            into->state[point] = colour == own ? 4 : 5;
    }
}

static qi_point random_legal(const qi_nogo *game, qi_random *random)
{
    qi_point points[POINTS];
    const size_t count = qi_nogo_legal(game, qi_nogo_to_move(game), points, POINTS);
    return points[qi_random_below(random, (uint32_t)count)];
}

/* A move drawn with its share of the visits. */
static qi_point by_visits(const qi_nogo_search *search, qi_random *random)
{
    qi_nogo_candidate list[POINTS];
    const size_t count = qi_nogo_search_candidates(search, list, POINTS);
    uint64_t total = 0;
    for (size_t i = 0; i < count; i++)
        total += list[i].visits;
    if (!total)
        return list[0].point;
    uint64_t left = qi_random_next(random) % total;
    size_t i = 0;
    while (left >= list[i].visits)
        left -= list[i++].visits;
    return list[i].point;
}

/* One game: some random moves, some drawn by visits, then the best; until the outcome is proven.
 * Returns how many records it wrote to `list`. */
static size_t play_game(qi_nogo_search *search, uint64_t playouts, qi_random *random, record *list)
{
    qi_nogo *game;
    if (qi_nogo_new(SIDE, SIDE, NULL, &game) != QI_OK)
        die("memory");
    const uint32_t blind = qi_random_below(random, 10);
    const uint32_t varied = blind + 8 + qi_random_below(random, 16);
    for (uint32_t i = 0; i < blind; i++)
        qi_nogo_play(game, qi_nogo_to_move(game), random_legal(game, random), NULL);
    size_t count = 0;
    qi_nogo_outcome outcome = QI_NOGO_UNKNOWN;
    while (outcome == QI_NOGO_UNKNOWN) {
        record *here = &list[count++];
        note_states(game, here);
        qi_nogo_search_set(search, game);
        qi_nogo_search_think(search, playouts, NULL, NULL);
        qi_nogo_search_state state;
        qi_nogo_search_state_of(search, &state);
        outcome = state.outcome;
        here->rate = (uint8_t)(state.win_rate * 255 + 0.5);
        here->move = (uint8_t)(blind + count - 1);
        if (outcome == QI_NOGO_UNKNOWN)
            qi_nogo_play(game, qi_nogo_to_move(game),
                         here->move < varied ? by_visits(search, random)
                                             : qi_nogo_search_best(search),
                         NULL);
    }
    for (size_t i = 0; i < count; i++) /* the outcome is that of the last record */
        list[i].won = (outcome == QI_NOGO_WON) == ((count - 1 - i) % 2 == 0);
    qi_nogo_free(game);
    return count;
}

/* A legal cell, rather one that takes more points from the opponent than from its own side. */
static uint32_t by_counting(const qi_board *board, qi_random *random)
{
    enum { NOISE = 4 };
    uint16_t cells[QI_BOARD_CELLS];
    const qi_colour own = board->to_move;
    const uint32_t count = qi_board_list(board, own, cells);
    uint32_t best = 0;
    int most = -100;
    for (uint32_t i = 0; i < count; i++) {
        qi_board_effect effect;
        qi_board_foresee(board, own, cells[i], &effect);
        const int score = effect.lost_count[own == QI_BLACK] - effect.lost_count[own != QI_BLACK] +
                          (int)qi_board_legal(board, qi_opponent(own), cells[i]) +
                          (int)qi_random_below(random, NOISE);
        if (score > most) {
            most = score;
            best = cells[i];
        }
    }
    return best;
}

/* One game to its end, by counting. Returns how many records it wrote to `list`. */
static size_t count_game(qi_random *random, record *list)
{
    qi_nogo *game;
    qi_board board;
    if (qi_nogo_new(SIDE, SIDE, NULL, &game) != QI_OK || qi_board_set(&board, game) != QI_OK)
        die("memory");
    size_t count = 0;
    for (; qi_board_can_move(&board, board.to_move); count++) {
        note_states(game, &list[count]);
        list[count].move = (uint8_t)count;
        const uint32_t cell = by_counting(&board, random);
        qi_nogo_play(game, board.to_move, qi_board_point_of(&board, cell), NULL);
        qi_board_play(&board, board.to_move, cell);
    }
    for (size_t i = 0; i < count; i++) { /* who made the last move has won */
        list[i].won = (count - 1 - i) % 2 == 0;
        list[i].rate = list[i].won ? 255 : 0;
    }
    qi_nogo_free(game);
    return count;
}

static void write_records(const record *list, size_t count, FILE *file, const char *path)
{
    if (fwrite(list, sizeof *list, count, file) != count)
        die(path);
}

static int begin(char **arguments)
{
    const uint64_t games = strtoull(arguments[0], NULL, 10);
    qi_random random;
    qi_random_seed(&random, strtoull(arguments[1], NULL, 10));
    FILE *file = fopen(arguments[2], "wb");
    if (!file)
        die(arguments[2]);
    for (uint64_t i = 0; i < games; i++) {
        record list[POINTS];
        write_records(list, count_game(&random, list), file, arguments[2]);
    }
    return fclose(file) == 0 ? 0 : 2;
}

static int play(char **arguments)
{
    const uint64_t games = strtoull(arguments[0], NULL, 10);
    const uint64_t playouts = strtoull(arguments[1], NULL, 10);
    const uint64_t seed = strtoull(arguments[2], NULL, 10);
    FILE *file = fopen(arguments[3], "wb");
    if (!file)
        die(arguments[3]);
    qi_random random;
    qi_random_seed(&random, seed);
    const qi_nogo_search_options options = {
        .engine = QI_NOGO_CLASSIC, .seed = seed, .memory = 64 << 20};
    qi_nogo_search *search;
    if (qi_nogo_search_new(&options, NULL, &search) != QI_OK)
        die("memory");
    for (uint64_t i = 0; i < games; i++) {
        record list[POINTS];
        write_records(list, play_game(search, playouts, &random, list), file, arguments[3]);
    }
    qi_nogo_search_free(search);
    return fclose(file) == 0 ? 0 : 2;
}

/* ---- fitting ------------------------------------------------------------------------------ */

enum {
    WIDTH = QI_NET_WIDTH,
    SHAPES = QI_NET_KINDS * QI_NET_RINGS,
    FEATURES = (SIDE + 1) * (SIDE + 1) + POINTS,
    BATCH = 512
};

/* The network in floating point, as one array for the optimizer. */
typedef struct model {
    float shape[SHAPES][WIDTH];
    float bias[WIDTH];
    float last[WIDTH];
    float last_bias;
} model;
enum { NUMBERS = sizeof(model) / sizeof(float) };

static model net, gradient, mean, square; /* the optimizer's (Adam) */

/* The shapes on a board, after one of its eight images is taken. */
static void shapes_of(const qi_net *rings, const record *from, uint32_t image, uint16_t *shapes)
{
    enum { STRIDE = SIDE + 1 };
    uint8_t state[(SIDE + 2) * STRIDE + 1];
    memset(state, 6, sizeof state);
    for (uint32_t point = 0; point < POINTS; point++) {
        uint32_t row = point / SIDE;
        uint32_t column = point % SIDE;
        row = image & 1 ? SIDE - 1 - row : row;
        column = image & 2 ? SIDE - 1 - column : column;
        const uint32_t cell =
            image & 4 ? (column + 1) * STRIDE + row + 1 : (row + 1) * STRIDE + column + 1;
        state[cell] = from->state[point];
    }
    size_t count = 0;
    for (uint32_t w = 0; w < STRIDE * STRIDE; w++) {
        const uint32_t ring = (uint32_t)(state[w] << 9 | state[w + 1] << 6 |
                                         state[w + STRIDE] << 3 | state[w + STRIDE + 1]);
        shapes[count++] = (uint16_t)(QI_NET_WINDOW * QI_NET_RINGS + rings->ring_of[ring]);
    }
    for (uint32_t point = 0; point < POINTS; point++) {
        const uint32_t p = (point / SIDE + 1) * STRIDE + point % SIDE + 1;
        const uint32_t ring = (uint32_t)(state[p - STRIDE] << 9 | state[p + 1] << 6 |
                                         state[p - 1] << 3 | state[p + STRIDE]);
        shapes[count++] = (uint16_t)(state[p] * QI_NET_RINGS + rings->ring_of[ring]);
    }
}

/* The chances of the side to move; keeps the sums. */
static float value_of(const uint16_t *shapes, float *sum)
{
    memcpy(sum, net.bias, sizeof net.bias);
    for (size_t i = 0; i < FEATURES; i++)
        for (size_t k = 0; k < WIDTH; k++)
            sum[k] += net.shape[shapes[i]][k];
    float logit = net.last_bias;
    for (size_t k = 0; k < WIDTH; k++) {
        const float x = sum[k] < 0 ? 0 : sum[k] > 1 ? 1 : sum[k];
        logit += x * x * net.last[k];
    }
    return (float)(1 / (1 + train_exp(-(double)logit)));
}

/* Adds one record's part of the gradient; returns its loss. */
static double learn(const qi_net *rings, const record *from, uint32_t image)
{
    uint16_t shapes[FEATURES];
    float sum[WIDTH];
    shapes_of(rings, from, image, shapes);
    const float value = value_of(shapes, sum);
    const float truth = 0.5F * (float)from->won + 0.5F * (float)from->rate / 255;
    const float error = (value - truth) / BATCH;
    float pull[WIDTH];
    gradient.last_bias += error;
    for (size_t k = 0; k < WIDTH; k++) {
        const float x = sum[k] < 0 ? 0 : sum[k] > 1 ? 1 : sum[k];
        gradient.last[k] += error * x * x;
        pull[k] = sum[k] > 0 && sum[k] < 1 ? error * net.last[k] * 2 * x : 0;
        gradient.bias[k] += pull[k];
    }
    for (size_t i = 0; i < FEATURES; i++)
        for (size_t k = 0; k < WIDTH; k++)
            gradient.shape[shapes[i]][k] += pull[k];
    const double sure = (double)value, wanted = (double)truth;
    return -(wanted * train_log(sure + 1e-7) + (1 - wanted) * train_log(1 - sure + 1e-7));
}

/* Adam; `left` are the powers of its two factors so far. */
static void step(double left[2], float rate)
{
    float *at = (float *)&net;
    const float *slope = (const float *)&gradient;
    float *first = (float *)&mean;
    float *second = (float *)&square;
    left[0] *= 0.9;
    left[1] *= 0.999;
    const float scale = (float)((double)rate / (1 - left[0]));
    const float spread = (float)(1 / (1 - left[1]));
    for (size_t i = 0; i < NUMBERS; i++) {
        first[i] = 0.9F * first[i] + 0.1F * slope[i];
        second[i] = 0.999F * second[i] + 0.001F * slope[i] * slope[i];
        at[i] -= scale * first[i] / (sqrtf(second[i] * spread) + 1e-8F);
    }
}

static record *read_records(char **paths, int count, size_t *total)
{
    record *list = NULL;
    *total = 0;
    for (int i = 0; i < count; i++) {
        FILE *file = fopen(paths[i], "rb");
        if (!file)
            die(paths[i]);
        for (;;) {
            enum { AT_ONCE = 1 << 16 };
            record *longer = realloc(list, (*total + AT_ONCE) * sizeof *list);
            if (!longer)
                die("memory");
            list = longer;
            const size_t got = fread(list + *total, sizeof *list, AT_ONCE, file);
            *total += got;
            if (got < AT_ONCE)
                break;
        }
        fclose(file);
    }
    return list;
}

static int rounded(float x)
{
    return (int)(x < 0 ? x - 0.5F : x + 0.5F);
}

static void write_row(FILE *out, const float *row, float unit)
{
    fputc('{', out);
    for (size_t k = 0; k < WIDTH; k++)
        fprintf(out, "%s%d", k ? "," : "", rounded(row[k] * unit));
    fputc('}', out);
}

static void write_source(const char *path)
{
    FILE *out = fopen(path, "w");
    if (!out)
        die(path);
    fputs("/* How the classic search judges small shapes: learnt numbers. README.md tells of them. "
          "*/\n"
          "/* clang-format off */\n"
          "#include \"nogo/search/shapes.h\"\n\n"
          "const qi_net_weights qi_net_trained = {\n    .shape = {\n",
          out);
    for (size_t kind = 0; kind < QI_NET_KINDS; kind++) {
        fputs("        {\n", out);
        for (size_t ring = 0; ring < QI_NET_RINGS; ring++) {
            fputs(ring % 6 == 0 ? "            " : "", out);
            write_row(out, net.shape[kind * QI_NET_RINGS + ring], QI_NET_ONE);
            fputs(ring % 6 == 5 || ring + 1 == QI_NET_RINGS ? ",\n" : ", ", out);
        }
        fputs("        },\n", out);
    }
    fputs("    },\n    .bias = ", out);
    write_row(out, net.bias, QI_NET_ONE);
    fputs(",\n    .last = ", out);
    write_row(out, net.last, QI_NET_SCALE);
    fprintf(out, ",\n    .last_bias = %d,\n};\n/* clang-format on */\n",
            rounded(net.last_bias * 254 * QI_NET_SCALE));
    if (fclose(out) != 0)
        die(path);
}

static float between(qi_random *random, float low, float high)
{
    return low + (high - low) * (float)(qi_random_next(random) >> 40) / (float)(1U << 24);
}

static int fit(int count, char **arguments)
{
    const double epochs = strtod(arguments[0], NULL);
    size_t total;
    record *list = read_records(arguments + 2, count - 2, &total);
    const size_t used = total - total / 20; /* the last games tell how good the fit is */
    static qi_net rings;
    qi_net_init(&rings);
    qi_random random;
    qi_random_seed(&random, 1);
    for (size_t i = 0; i < SHAPES; i++)
        for (size_t k = 0; k < WIDTH; k++)
            net.shape[i][k] = i / QI_NET_RINGS == 6 ? 0 : between(&random, -0.05F, 0.05F);
    for (size_t k = 0; k < WIDTH; k++) {
        net.bias[k] = 0.3F;
        net.last[k] = between(&random, -0.25F, 0.25F);
    }
    const uint64_t steps = (uint64_t)(epochs * (double)used / BATCH);
    double loss = 0, powers[2] = {1, 1};
    for (uint64_t number = 1; number <= steps; number++) {
        memset(&gradient, 0, sizeof gradient);
        for (int i = 0; i < BATCH; i++)
            loss +=
                learn(&rings, &list[qi_random_next(&random) % used], qi_random_below(&random, 8));
        const float left = (float)(steps - number) / (float)steps;
        step(powers, 0.003F * (left > 0.5F ? 1 : 0.02F + 1.96F * left));
        if (number % (steps / 8 + 1) == 0) {
            printf("%llu of %llu steps, loss %.4f\n", (unsigned long long)number,
                   (unsigned long long)steps, loss / (double)(steps / 8 + 1) / BATCH);
            loss = 0;
        }
    }
    double error = 0;
    size_t right = 0;
    for (size_t i = used; i < total; i++) {
        uint16_t shapes[FEATURES];
        float sum[WIDTH];
        shapes_of(&rings, &list[i], 0, shapes);
        const float value = value_of(shapes, sum);
        error -= train_log(1e-7 + (double)(list[i].won ? value : 1 - value));
        right += (value > 0.5F) == (list[i].won != 0);
    }
    printf("%zu records; on the last %zu: loss %.4f, right %.4f\n", total, total - used,
           error / (double)(total - used), (double)right / (double)(total - used));
    free(list);
    write_source(arguments[1]);
    return 0;
}

int main(int argc, char **argv)
{
    const char *verb = argc > 1 ? argv[1] : "";
    if (argc == 5 && strcmp(verb, "begin") == 0)
        return begin(argv + 2);
    if (argc == 6 && strcmp(verb, "play") == 0)
        return play(argv + 2);
    if (argc >= 5 && strcmp(verb, "fit") == 0)
        return fit(argc - 2, argv + 2);
    fputs("Usage: search-shapes begin GAMES SEED OUT\n"
          "       search-shapes play GAMES PLAYOUTS SEED OUT\n"
          "       search-shapes fit EPOCHS OUT.c RECORDS...\n",
          stderr);
    return 2;
}
