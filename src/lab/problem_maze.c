/* Maze Tac Toe as stress, packages and the self-test see it (qi_lab_game). */
#include "lab/games.h"
#include "lab/oracle/maze.h"
#include "maze/maze.h"

/* ---- cases -------------------------------------------------------------------------------- */

static void write_case(const qi_lab_case *it, qi_buffer *text)
{
    qi_buffer_add_number(text, it->rows);
    qi_buffer_add_char(text, '\n');
    for (uint32_t i = 0; i < it->rows * it->rows; i++) {
        const uint8_t cell = it->cells[i];
        char letters[3] = {'#', '#', '#'};
        if (cell == QI_LAB_OPEN || cell == QI_LAB_START)
            letters[0] = letters[1] = letters[2] = cell == QI_LAB_OPEN ? '.' : 'B';
        if (cell >= QI_LAB_MOVE) {
            const int move = cell - QI_LAB_MOVE;
            letters[0] = move < 9 ? 'M' : 'O';
            letters[1] = (char)('1' + move % 9 / 3);
            letters[2] = (char)('1' + move % 3);
        }
        qi_buffer_add(text, letters, 3);
        if (i % it->rows + 1 == it->rows)
            qi_buffer_add_char(text, '\n');
    }
}

/* The maze's codes begin as a case's do, with wall, floor and start. */
static qi_result read_maze(qi_lab_case *it, const char *text, size_t length, qi_text_error *error)
{
    *it = (qi_lab_case){.allocator = it->allocator};
    qi_maze *maze;
    const qi_result result = qi_maze_parse(text, length, it->allocator, &maze, error);
    if (result != QI_OK)
        return result;
    const bool good = qi_lab_case_board(it, maze->side, maze->side);
    for (uint32_t i = 0; good && i < it->rows * it->rows; i++) {
        const uint8_t code = maze->cells[i];
        it->cells[i] = code;
        if (qi_maze_is_move(code))
            it->cells[i] = (uint8_t)(QI_LAB_MOVE + qi_maze_move_square(code) +
                                     (qi_maze_move_letter(code) == QI_MAZE_O ? 9U : 0U));
    }
    qi_maze_free(maze);
    return good ? QI_OK : QI_NO_MEMORY;
}

static qi_message describe(const qi_lab_case *it)
{
    uint32_t moves = 0;
    for (uint32_t i = 0; i < it->rows * it->rows; i++)
        moves += it->cells[i] >= QI_LAB_MOVE;
    return qi_message_of("%ux%u, %u {move cell|move cells}", it->rows, it->rows, moves);
}

static bool below(const qi_lab_case *it, qi_lab_request *request)
{
    request->rows = request->columns = it->rows - 1;
    return it->rows > 5;
}

/* ---- outputs ------------------------------------------------------------------------------ */

/* How many winning boards the case has. */
static qi_result count_boards(const qi_lab_case *it, const qi_allocator *allocator, uint32_t *count)
{
    const qi_allocator memory = qi_allocator_or_default(allocator);
    qi_maze *maze;
    qi_result result = qi_maze_allocate(it->rows, allocator, &maze);
    if (result != QI_OK)
        return result;
    for (qi_point i = 0; i < it->rows * it->rows; i++) {
        const unsigned cell = it->cells[i], move = cell - QI_LAB_MOVE;
        maze->cells[i] = (uint8_t)(cell < QI_LAB_MOVE ? cell : qi_maze_code(move % 9, move / 9));
        if (cell == QI_LAB_START)
            maze->start = i;
    }
    qi_maze_reach *const reach = (qi_maze_reach *)qi_allocate(&memory, sizeof *reach);
    result = reach ? qi_maze_search(maze, reach) : QI_NO_MEMORY;
    if (result == QI_OK)
        *count = reach->winning_count;
    qi_release(&memory, reach);
    qi_maze_free(maze);
    return result;
}

static bool answer(const qi_lab_case *it, qi_buffer *output)
{
    uint32_t count;
    if (count_boards(it, output->allocator, &count) != QI_OK)
        return false;
    qi_buffer_add_number(output, count);
    return qi_buffer_add_char(output, '\n');
}

static bool oracle(const qi_lab_case *it, const char *input, size_t length, qi_buffer *output)
{
    (void)it;
    return qi_oracle_maze_answer(input, length, output);
}

static qi_result judge(const qi_lab_case *it, const char *output, size_t length,
                       qi_verdict *verdict)
{
    uint32_t count;
    const qi_result result = count_boards(it, it->allocator, &count);
    if (result == QI_OK)
        *verdict = qi_lab_verdict_of_count(count, output, length);
    return result;
}

const qi_lab_game qi_lab_maze = {.problem = QI_MAZE,
                                 .name = "maze",
                                 .families = qi_lab_maze_families,
                                 .grows = "rows",
                                 .compared = "boards",
                                 .schedule = &qi_lab_maze_schedule,
                                 .write = write_case,
                                 .read = read_maze,
                                 .shrink = qi_lab_maze_shrink,
                                 .below = below,
                                 .answer = answer,
                                 .oracle = oracle,
                                 .judge = judge,
                                 .describe = describe};
