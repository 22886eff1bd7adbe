#include "base/memory.h"
#include "base/text.h"
#include "base/workers.h"
#include "go/games.h"
#include "lab/lab.h"
#include "nogo/rules/position.h"

#include "lab/oracle/go.h"
#include "lab/oracle/maze.h"
#include "lab/oracle/nogo.h"

#include <qi/go.h>
#include <qi/go_record.h>
#include <qi/maze.h>
#include <qi/maze_steps.h>
#include <qi/nogo.h>

#include <stdlib.h>
#include <string.h>

/* Everything here takes memory from an allocator that notes when there was none: a difference that
 * comes of that is no difference. */
static void *allocate(void *starved, size_t size)
{
    void *block = malloc(size);
    if (!block)
        *(bool *)starved = true;
    return block;
}

static void release(void *starved, void *block)
{
    (void)starved;
    free(block);
}

static void say_no_memory(qi_buffer *difference)
{
    qi_buffer_add_text(difference, qi_result_text(QI_NO_MEMORY));
}

/* ---- NoGo --------------------------------------------------------------------------------- */

typedef struct nogo_pair {
    const qi_allocator *allocator;
    qi_nogo *engine;
    qi_oracle_nogo oracle;
    qi_buffer *difference;
} nogo_pair;

/* Whether both judge a move alike, and the group that the engine names is one that the oracle
 * names. */
static void compare_move(nogo_pair *pair, qi_colour colour, qi_point point)
{
    qi_point group;
    const qi_nogo_verdict verdict = qi_nogo_judge(pair->engine, colour, point, &group);
    const qi_oracle_nogo_move move = qi_oracle_nogo_judge(&pair->oracle, colour, point);
    bool same = verdict == move.verdict;
    if (same && verdict == QI_NOGO_SUICIDE)
        same = group == point;
    else if (same && verdict != QI_NOGO_CAPTURE)
        same = group == QI_NO_POINT;
    if (same && verdict == QI_NOGO_CAPTURE) {
        /* The engine may name any stone next to the point whose group the oracle names. */
        pair->oracle.cells[point] = (uint8_t)colour;
        uint32_t liberties = 1;
        qi_oracle_nogo_group(&pair->oracle, group, &liberties);
        pair->oracle.cells[point] = QI_EMPTY;
        same = group < pair->oracle.rows * pair->oracle.columns &&
               pair->oracle.cells[group] == qi_opponent(colour) && liberties == 0;
    }
    if (!same)
        qi_buffer_printf(pair->difference,
                         "%s at point %u: the engine says %s (group %u), the oracle %s\n",
                         qi_colour_name(colour), point, qi_nogo_verdict_text(verdict), group,
                         qi_nogo_verdict_text(move.verdict));
}

static void compare_position(nogo_pair *pair)
{
    const uint32_t points = pair->oracle.rows * pair->oracle.columns;
    for (qi_point point = 0; point < points; point++) {
        const qi_colour there = qi_nogo_at(pair->engine, point);
        if (there != pair->oracle.cells[point])
            qi_buffer_printf(pair->difference, "point %u: the engine holds %d, the oracle %d\n",
                             point, (int)there, (int)pair->oracle.cells[point]);
        if (there == QI_EMPTY) {
            compare_move(pair, QI_BLACK, point);
            compare_move(pair, QI_WHITE, point);
            continue;
        }
        uint32_t liberties;
        const uint32_t stones = qi_oracle_nogo_group(&pair->oracle, point, &liberties);
        const qi_group_size size = qi_nogo_measure_group(pair->engine, point, NULL, NULL, 0);
        if (size.stones != stones || size.liberties != liberties)
            qi_buffer_printf(
                pair->difference,
                "group at point %u: the engine counts %u stones and %u liberties, the oracle "
                "%u and %u\n",
                point, size.stones, size.liberties, stones, liberties);
    }
}

/* Plays a random game and compares every position of it. */
static uint64_t compare_game(nogo_pair *pair, qi_random *random)
{
    const uint32_t points = pair->oracle.rows * pair->oracle.columns;
    qi_point *const legal =
        qi_allocate_array(pair->allocator, 2 * (size_t)points + 1, sizeof *legal);
    if (!legal)
        say_no_memory(pair->difference);
    uint64_t positions = 0;
    for (qi_colour colour = QI_BLACK; legal && !pair->difference->length;
         colour = qi_opponent(colour)) {
        compare_position(pair);
        positions++;
        const uint32_t count = qi_oracle_nogo_legal(&pair->oracle, colour, legal);
        if (qi_nogo_legal(pair->engine, colour, legal + points, points) != count ||
            memcmp(legal, legal + points, count * sizeof *legal) != 0 ||
            qi_nogo_can_move(pair->engine, colour) != (count > 0))
            qi_buffer_add_text(pair->difference, "the lists of legal moves differ\n");
        if (!count || pair->difference->length)
            break;
        const qi_point point = legal[qi_random_below(random, count)];
        if (qi_nogo_play(pair->engine, colour, point, NULL) != QI_NOGO_LEGAL)
            qi_buffer_printf(pair->difference, "the engine refuses point %u\n", point);
        pair->oracle.cells[point] = (uint8_t)colour;
    }
    qi_release(pair->allocator, legal);
    return positions;
}

static uint64_t test_nogo(const qi_lab_case *it, const qi_buffer *input, qi_random *random,
                          qi_buffer *difference)
{
    nogo_pair pair = {.allocator = it->allocator, .difference = difference};
    uint64_t positions = 0;
    if (!qi_oracle_nogo_read(&pair.oracle, input->bytes, input->length, it->allocator))
        qi_buffer_add_text(difference, "the oracle cannot read the board\n");
    else if (qi_oracle_nogo_dead(&pair.oracle) != QI_NO_POINT)
        qi_buffer_add_text(difference, "the oracle finds a group without a liberty\n");
    else if (qi_nogo_parse(input->bytes, input->length, 0, it->allocator, &pair.engine, NULL) !=
             QI_OK)
        qi_buffer_add_text(difference, "the engine cannot read the board\n");
    else
        positions = compare_game(&pair, random);
    qi_oracle_nogo_end(&pair.oracle);
    qi_nogo_free(pair.engine);
    return positions;
}

/* ---- Go ----------------------------------------------------------------------------------- */

static void compare_boards(const qi_go *engine, const qi_oracle_go *oracle, qi_buffer *difference)
{
    for (qi_point point = 0; point < oracle->rows * oracle->columns; point++)
        if (qi_go_at(engine, point) != oracle->cells[point]) {
            qi_buffer_printf(difference, "point %u: the engine holds %d, the oracle %d\n", point,
                             (int)qi_go_at(engine, point), (int)oracle->cells[point]);
            return;
        }
}

static void compare_go_move(qi_go *engine, qi_oracle_go *oracle, const qi_lab_move *move,
                            qi_buffer *difference)
{
    const qi_point point = move->row * oracle->columns + move->column;
    uint32_t repeated;
    const uint64_t before = qi_go_captures(engine, (qi_colour)move->colour);
    const qi_go_verdict judged = qi_go_judge(engine, (qi_colour)move->colour, point, NULL);
    qi_go_verdict verdict;
    const qi_result result =
        qi_go_play(engine, (qi_colour)move->colour, point, &verdict, &repeated);
    const qi_oracle_go_move truth = qi_oracle_go_play(oracle, (qi_colour)move->colour, point);
    if (truth.no_memory || result == QI_NO_MEMORY)
        say_no_memory(difference);
    else if (judged != verdict || (int)verdict != (int)truth.verdict)
        qi_buffer_printf(difference, "move %llu: the engine says %s, the oracle reason %d\n",
                         (unsigned long long)oracle->tries, qi_go_verdict_text(verdict),
                         (int)truth.verdict);
    else if (verdict == QI_GO_SUPERKO && repeated != truth.repeated)
        qi_buffer_printf(difference, "move %llu: repeats %u for the engine, %zu for the oracle\n",
                         (unsigned long long)oracle->tries, repeated, truth.repeated);
    else if (verdict == QI_GO_OK &&
             qi_go_captures(engine, (qi_colour)move->colour) - before != truth.captured)
        qi_buffer_printf(difference, "move %llu: captures differ\n",
                         (unsigned long long)oracle->tries);
}

/* Takes everything back, comparing every position again. */
static void compare_undo(qi_go *engine, qi_oracle_go *oracle, qi_buffer *difference)
{
    while (!difference->length) {
        compare_boards(engine, oracle, difference);
        const bool more = qi_oracle_go_undo(oracle);
        if (qi_go_undo(engine) != more)
            qi_buffer_add_text(difference, "undo differs\n");
        if (!more)
            return;
    }
}

static bool add_piece(void *context, const char *bytes, size_t count)
{
    return qi_buffer_add(context, bytes, count);
}

static uint64_t test_go(const qi_lab_case *it, const qi_buffer *input, qi_random *random,
                        qi_buffer *difference)
{
    uint64_t positions = 0;
    const qi_lab_move *next = it->moves;
    qi_go *engine = NULL;
    bool good = qi_go_new(it->rows, it->columns, NULL, it->allocator, &engine) == QI_OK;
    for (uint32_t game = 0; good && game < it->games && !difference->length; game++) {
        qi_oracle_go oracle;
        good = qi_oracle_go_start(&oracle, it->rows, it->columns, QI_ORACLE_GO_POSITIONAL, false,
                                  it->allocator);
        qi_go_clear(engine);
        for (uint32_t i = 0; good && i < it->lengths[game] && !difference->length; i++, next++) {
            compare_go_move(engine, &oracle, next, difference);
            compare_boards(engine, &oracle, difference);
            positions++;
        }
        if (qi_random_below(random, 4) == 0 && good)
            compare_undo(engine, &oracle, difference);
        qi_oracle_go_end(&oracle);
    }
    qi_go_free(engine);
    if (!good)
        say_no_memory(difference);
    /* The text in, the text out. */
    qi_go *fresh = NULL;
    qi_buffer ours = {.allocator = it->allocator};
    qi_buffer theirs = {.allocator = it->allocator};
    if (!difference->length &&
        (qi_go_new(it->rows, it->columns, NULL, it->allocator, &fresh) != QI_OK ||
         qi_go_answer(fresh, input->bytes, input->length, it->allocator, add_piece, &ours, NULL) !=
             QI_OK ||
         !qi_lab_go.oracle(it, input->bytes, input->length, &theirs) ||
         ours.length != theirs.length || memcmp(ours.bytes, theirs.bytes, ours.length) != 0))
        qi_buffer_add_text(difference, "the outputs differ\n");
    qi_go_free(fresh);
    qi_buffer_free(&ours);
    qi_buffer_free(&theirs);
    return positions;
}

/* ---- Maze Tac Toe ------------------------------------------------------------------------- */

/* The oracle's number of a board; it counts the squares in the other direction. */
static uint32_t oracle_board(qi_maze_board board)
{
    uint32_t number = 0;
    for (unsigned square = QI_MAZE_SQUARES; square-- > 0;)
        number = 3 * number + (uint32_t)qi_maze_board_at(board, square);
    return number;
}

static void compare_walks(const qi_maze *maze, const qi_maze_reach *reach, const uint32_t *steps,
                          qi_buffer *difference)
{
    qi_maze_walks *walks;
    if (qi_maze_walks_new(maze, NULL, &walks) != QI_OK) {
        say_no_memory(difference);
        return;
    }
    for (qi_maze_board board = qi_maze_set_next(&reach->winning, QI_MAZE_NO_BOARD);
         board != QI_MAZE_NO_BOARD; board = qi_maze_set_next(&reach->winning, board)) {
        const uint32_t length = qi_maze_walks_length(walks, board);
        if (length != steps[oracle_board(board)]) {
            qi_buffer_printf(difference, "board %u: the engine needs %u steps, the oracle %u\n",
                             board, length, steps[oracle_board(board)]);
            break;
        }
    }
    qi_maze_walks_free(walks);
}

static uint64_t test_maze(const qi_lab_case *it, const qi_buffer *input, qi_random *random,
                          qi_buffer *difference)
{
    (void)random;
    qi_oracle_maze oracle;
    qi_maze *maze = NULL;
    uint32_t *const steps = qi_allocate_array(it->allocator, QI_ORACLE_MAZE_BOARDS, sizeof *steps);
    qi_maze_reach *const reach = qi_allocate(it->allocator, sizeof *reach);
    uint64_t positions = 0;
    if (!qi_oracle_maze_read(&oracle, input->bytes, input->length, it->allocator) || !steps ||
        !reach) {
        qi_buffer_add_text(difference, "the oracle cannot read the maze\n");
    } else if (qi_maze_parse(input->bytes, input->length, it->allocator, &maze, NULL) != QI_OK ||
               qi_maze_search(maze, reach) != QI_OK) {
        qi_buffer_add_text(difference, "the engine cannot read the maze\n");
    } else {
        const int found = qi_oracle_maze_search(&oracle, steps, NULL);
        if (found < 0)
            say_no_memory(difference);
        else if ((uint32_t)found != reach->winning_count)
            qi_buffer_printf(difference, "the engine finds %u boards, the oracle %d\n",
                             reach->winning_count, found);
        else
            compare_walks(maze, reach, steps, difference);
        positions = reach->winning_count + reach->open_count;
    }
    qi_maze_free(maze);
    qi_oracle_maze_end(&oracle);
    qi_release(it->allocator, steps);
    qi_release(it->allocator, reach);
    return positions;
}

/* ---- all ---------------------------------------------------------------------------------- */

/* Small boards, where every rule comes up. */
static const struct {
    uint64_t (*compare)(const qi_lab_case *it, const qi_buffer *input, qi_random *random,
                        qi_buffer *difference);
    uint32_t min, sides; /* the shortest side, and how many there are */
    uint32_t full;       /* now and then, a board with this side; 0: never */
    bool square;
} tests[QI_LAB_GAMES] = {
    [QI_NOGO] = {test_nogo, 1, 6, 0, false},
    [QI_GO] = {test_go, 1, 6, 19, false},
    [QI_MAZE] = {test_maze, 3, 4, 0, true},
};

static void choose_size(qi_problem problem, qi_random *random, qi_lab_request *request)
{
    const uint32_t full = tests[problem].full;
    if (full && qi_random_below(random, 20) == 0) {
        request->rows = request->columns = full;
        return;
    }
    request->rows = tests[problem].min + qi_random_below(random, tests[problem].sides);
    request->columns = tests[problem].square
                           ? request->rows
                           : tests[problem].min + qi_random_below(random, tests[problem].sides);
}

/* Compares engine and oracle on case number `index` of a game. `compared` gets how many positions
 * were compared (boards, for the maze). If they differ, `difference` says so and `input` holds the
 * case; otherwise `difference` stays empty. QI_NO_MEMORY: what `difference` says means nothing. */
static qi_result compare_one(const qi_lab_game *game, uint64_t seed, uint64_t index,
                             qi_buffer *input, qi_buffer *difference, uint64_t *compared)
{
    bool starved = false;
    const qi_allocator allocator = {allocate, release, &starved};
    qi_random random;
    qi_lab_case_random(&random, seed, index);
    qi_lab_request request = {.moves = 1 + qi_random_below(&random, 80),
                              .fill = QI_LAB_ANY,
                              .walls = QI_LAB_ANY,
                              .move_cells = QI_LAB_ANY,
                              .games = QI_LAB_ANY};
    choose_size(game->problem, &random, &request);
    qi_lab_case it = {.allocator = &allocator};
    uint64_t positions = 0;
    qi_buffer_clear(input);
    const uint32_t family = qi_random_below(&random, qi_lab_count_families(game));
    if (game->families[family].make(&random, &request, &it))
        game->write(&it, input);
    if (!input->length || input->failed)
        say_no_memory(difference);
    else
        positions = tests[game->problem].compare(&it, input, &random, difference);
    qi_lab_case_free(&it);
    *compared = positions;
    return starved || input->failed || difference->failed ? QI_NO_MEMORY : QI_OK;
}

/* ---- many cases ---------------------------------------------------------------------------- */

typedef struct comparison {
    uint64_t seed;
    qi_lab_comparing *watch;
    void *context;
    qi_mutex lock; /* protects what follows */
    qi_lab_comparison *found;
    qi_result result;
} comparison;

static bool compare_case(void *context, uint32_t number, uint64_t index)
{
    comparison *const all = context;
    qi_lab_comparison *const found = all->found;
    const int game = (int)(index % QI_LAB_GAMES);
    (void)number;
    qi_buffer input = {0}, difference = {0};
    uint64_t positions;
    const qi_result result = compare_one(qi_lab_games[game], all->seed, index / QI_LAB_GAMES,
                                         &input, &difference, &positions);
    qi_mutex_lock(&all->lock);
    if (result != QI_OK) {
        all->result = result;
    } else {
        found->cases[game]++;
        found->positions[game] += positions;
    }
    if (result == QI_OK && difference.length && !found->difference.length) {
        qi_buffer_printf(&found->difference, "%s, case %llu: %s", qi_lab_games[game]->name,
                         (unsigned long long)(index / QI_LAB_GAMES), difference.bytes);
        qi_buffer_add(&found->input, qi_buffer_text(&input), input.length);
        if (found->difference.failed || found->input.failed)
            all->result = QI_NO_MEMORY;
    }
    qi_mutex_unlock(&all->lock);
    const bool same = result == QI_OK && !difference.length;
    qi_buffer_free(&input);
    qi_buffer_free(&difference);
    return same;
}

static bool watch_cases(void *context, uint64_t taken)
{
    comparison *const all = context;
    return !all->watch || all->watch(all->context, taken);
}

qi_result qi_lab_compare_engines(const qi_lab_cases *cases, uint64_t seed, const qi_host *host,
                                 qi_lab_comparing *watch, void *context, qi_lab_comparison *found)
{
    *found = (qi_lab_comparison){0};
    comparison all = {.seed = seed, .watch = watch, .context = context, .found = found};
    qi_mutex_init(&all.lock);
    const qi_result result =
        qi_lab_take_cases(cases, host, &(qi_lab_series){compare_case, watch_cases, &all});
    qi_mutex_destroy(&all.lock);
    return all.result == QI_OK ? result : all.result;
}

void qi_lab_comparison_free(qi_lab_comparison *found)
{
    qi_buffer_free(&found->difference);
    qi_buffer_free(&found->input);
}
