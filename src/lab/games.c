/* The three games as stress, shrink and selftest see them: writing, reading, answers. */
#include "go/games.h"
#include "base/memory.h"
#include "lab/generate.h"
#include "lab/judge.h"
#include "lab/oracle/answer.h"
#include "lab/scene.h"
#include "lab/schedule.h"
#include "lab/shrink.h"
#include "nogo/rules/spell.h"

#include <qi/maze.h>
#include <qi/nogo.h>

/* "9x9" */
static void add_size(qi_buffer *text, uint32_t rows, uint32_t columns)
{
    qi_buffer_add_number(text, rows);
    qi_buffer_add_char(text, 'x');
    qi_buffer_add_number(text, columns);
}

/* ", 1 stone", ", 2 stones" */
static void add_count(qi_buffer *text, const char *before, uint64_t count, const char *what)
{
    qi_buffer_add_text(text, before);
    qi_buffer_add_number(text, count);
    qi_buffer_add_char(text, ' ');
    qi_buffer_add_text(text, what);
    if (count != 1)
        qi_buffer_add_char(text, 's');
}

/* ---- NoGo --------------------------------------------------------------------------------- */

static bool below_nogo(const qi_lab_case *it, qi_lab_request *request)
{
    const bool square = it->rows == it->columns;
    request->rows = it->rows - (square || it->rows > it->columns);
    request->columns = it->columns - (square || it->columns > it->rows);
    return it->rows * it->columns > 9;
}

static qi_result read_nogo(qi_lab_case *it, const char *text, size_t length, qi_text_error *error)
{
    *it = (qi_lab_case){.allocator = it->allocator};
    qi_nogo *game;
    const qi_result result = qi_nogo_parse(text, length, 0, it->allocator, &game, error);
    if (result != QI_OK)
        return result;
    const bool good = qi_lab_case_board(it, qi_nogo_rows(game), qi_nogo_columns(game));
    for (uint32_t i = 0; good && i < it->rows * it->columns; i++)
        it->cells[i] = (uint8_t)qi_nogo_at(game, i);
    qi_nogo_free(game);
    return good ? QI_OK : QI_NO_MEMORY;
}

typedef struct move_writer {
    qi_buffer *text;
    qi_nogo_speller speller;
} move_writer;

static bool write_moves(void *context, const qi_point *moves, size_t count)
{
    const move_writer *const writer = context;
    qi_buffer *const text = writer->text;
    if (!qi_buffer_reserve(text, count * QI_NOGO_MOVE_BYTES))
        return false;
    const char *end = qi_nogo_spell(&writer->speller, moves, count, text->bytes + text->length);
    text->length = (size_t)(end - text->bytes);
    return true;
}

static bool answer_nogo(const qi_lab_case *it, const char *input, size_t length, qi_buffer *output)
{
    (void)it;
    qi_nogo *game;
    if (qi_nogo_parse(input, length, 0, output->allocator, &game, NULL) != QI_OK)
        return false;
    move_writer writer = {.text = output};
    qi_result result = qi_nogo_speller_start(&writer.speller, game, output->allocator);
    if (result == QI_OK) {
        result = qi_nogo_simulate(game, QI_NOGO_FIRST, 0, write_moves, &writer);
        qi_nogo_speller_end(&writer.speller);
    }
    qi_nogo_free(game);
    return result == QI_OK && qi_buffer_add_text(output, "-1 -1\n");
}

static bool oracle_nogo(const qi_lab_case *it, const char *input, size_t length, qi_buffer *output)
{
    (void)it;
    return qi_oracle_nogo_answer(input, length, output);
}

static void describe_nogo(const qi_lab_case *it, qi_buffer *text)
{
    uint32_t stones = 0;
    for (uint32_t i = 0; i < it->rows * it->columns; i++)
        stones += it->cells[i] != QI_EMPTY;
    add_size(text, it->rows, it->columns);
    add_count(text, ", ", stones, "stone");
}

const qi_lab_game qi_lab_nogo = {.problem = QI_LAB_NOGO,
                                 .name = "nogo",
                                 .families = qi_lab_nogo_families,
                                 .grows = "rows",
                                 .compared = "positions",
                                 .many_right = true,
                                 .schedule = &qi_lab_nogo_schedule,
                                 .write = qi_lab_nogo_write,
                                 .read = read_nogo,
                                 .shrink = qi_lab_nogo_shrink,
                                 .below = below_nogo,
                                 .answer = answer_nogo,
                                 .oracle = oracle_nogo,
                                 .judge = qi_lab_nogo_judge,
                                 .describe = describe_nogo,
                                 .scene = qi_lab_nogo_scene};

/* ---- Go ----------------------------------------------------------------------------------- */

static bool below_go(const qi_lab_case *it, qi_lab_request *request)
{
    request->moves = (uint32_t)it->move_count - 1;
    return it->move_count > 9;
}

/* Adds the next game to a case. */
static qi_result read_next_game(qi_lab_case *it, qi_go_reader *reader, qi_go_moves *moves,
                                qi_text_error *error)
{
    const qi_result result = qi_go_read_game(reader, it->allocator, moves, error);
    if (result != QI_OK)
        return result;
    bool good = qi_lab_case_add_game(it);
    for (size_t i = 0; good && i < moves->count; i++) {
        const qi_go_move move = moves->list[i];
        good = qi_lab_case_add_move(it, (qi_lab_move){(uint8_t)move.colour,
                                                      (uint8_t)(move.point / it->columns),
                                                      (uint8_t)(move.point % it->columns)});
    }
    return good ? QI_OK : QI_NO_MEMORY;
}

/* `it` holds the size of the board. */
static qi_result read_go(qi_lab_case *it, const char *text, size_t length, qi_text_error *error)
{
    qi_go_reader reader;
    qi_go_moves moves = {0};
    qi_lab_case_games(it, it->rows, it->columns);
    qi_result result = qi_go_read(&reader, text, length, it->rows, it->columns, false, error);
    while (result == QI_OK)
        result = read_next_game(it, &reader, &moves, error);
    qi_go_free_moves(&moves, it->allocator);
    return result == QI_STOPPED ? QI_OK : result;
}

static bool add_piece(void *context, const char *bytes, size_t count)
{
    qi_buffer *const to = context;
    return qi_buffer_add(to, bytes, count);
}

static bool answer_go(const qi_lab_case *it, const char *input, size_t length, qi_buffer *output)
{
    qi_go *game = NULL;
    qi_result result = qi_go_new(it->rows, it->columns, NULL, output->allocator, &game);
    if (result == QI_OK)
        result = qi_go_answer(game, input, length, output->allocator, add_piece, output, NULL);
    qi_go_free(game);
    return result == QI_OK;
}

static bool oracle_go(const qi_lab_case *it, const char *input, size_t length, qi_buffer *output)
{
    return qi_oracle_go_answer(input, length, it->rows, it->columns, output);
}

static void describe_go(const qi_lab_case *it, qi_buffer *text)
{
    if (it->games != 1)
        add_count(text, "", it->games, "game");
    add_count(text, it->games != 1 ? ", " : "", it->move_count, "move");
    qi_buffer_add_text(text, " on ");
    add_size(text, it->rows, it->columns);
}

const qi_lab_game qi_lab_go = {.problem = QI_LAB_GO,
                               .name = "go",
                               .families = qi_lab_go_families,
                               .grows = "moves",
                               .compared = "positions",
                               .schedule = &qi_lab_go_schedule,
                               .write = qi_lab_go_write,
                               .read = read_go,
                               .shrink = qi_lab_go_shrink,
                               .below = below_go,
                               .answer = answer_go,
                               .oracle = oracle_go,
                               .judge = qi_lab_go_judge,
                               .describe = describe_go,
                               .scene = qi_lab_go_scene};

/* ---- Maze Tac Toe ------------------------------------------------------------------------- */

static bool below_maze(const qi_lab_case *it, qi_lab_request *request)
{
    request->rows = request->columns = it->rows - 1;
    return it->rows > 5;
}

static qi_result read_maze(qi_lab_case *it, const char *text, size_t length, qi_text_error *error)
{
    *it = (qi_lab_case){.allocator = it->allocator};
    qi_maze *maze;
    const qi_result result = qi_maze_parse(text, length, it->allocator, &maze, error);
    if (result != QI_OK)
        return result;
    const bool good = qi_lab_case_board(it, qi_maze_side(maze), qi_maze_side(maze));
    for (uint32_t i = 0; good && i < it->rows * it->rows; i++) {
        const qi_maze_cell cell = qi_maze_at(maze, i);
        it->cells[i] =
            (uint8_t)(cell.kind == QI_MAZE_WALL    ? QI_LAB_WALL
                      : cell.kind == QI_MAZE_FLOOR ? QI_LAB_OPEN
                      : cell.kind == QI_MAZE_START
                          ? QI_LAB_START
                          : QI_LAB_MOVE + cell.square + (cell.letter == QI_MAZE_O ? 9U : 0U));
    }
    qi_maze_free(maze);
    return good ? QI_OK : QI_NO_MEMORY;
}

static bool answer_maze(const qi_lab_case *it, const char *input, size_t length, qi_buffer *output)
{
    (void)it;
    const qi_allocator memory = qi_allocator_or_default(output->allocator);
    qi_maze *maze;
    if (qi_maze_parse(input, length, output->allocator, &maze, NULL) != QI_OK)
        return false;
    qi_maze_reach *const reach = qi_allocate(&memory, sizeof *reach);
    const bool good = reach && qi_maze_search(maze, reach) == QI_OK;
    if (good) {
        qi_buffer_add_number(output, reach->winning_count);
        qi_buffer_add_char(output, '\n');
    }
    qi_release(&memory, reach);
    qi_maze_free(maze);
    return good && !output->failed;
}

static bool oracle_maze(const qi_lab_case *it, const char *input, size_t length, qi_buffer *output)
{
    (void)it;
    return qi_oracle_maze_answer(input, length, output);
}

static void describe_maze(const qi_lab_case *it, qi_buffer *text)
{
    uint32_t moves = 0;
    for (uint32_t i = 0; i < it->rows * it->rows; i++)
        moves += it->cells[i] >= QI_LAB_MOVE;
    add_size(text, it->rows, it->rows);
    add_count(text, ", ", moves, "move cell");
}

const qi_lab_game qi_lab_maze = {.problem = QI_LAB_MAZE,
                                 .name = "maze",
                                 .families = qi_lab_maze_families,
                                 .grows = "rows",
                                 .compared = "boards",
                                 .schedule = &qi_lab_maze_schedule,
                                 .write = qi_lab_maze_write,
                                 .read = read_maze,
                                 .shrink = qi_lab_maze_shrink,
                                 .below = below_maze,
                                 .answer = answer_maze,
                                 .oracle = oracle_maze,
                                 .judge = qi_lab_maze_judge,
                                 .describe = describe_maze};
