/* The public face of the laboratory (qi/lab.h). */
#include "lab/lab.h"
#include "lab/games.h"

#include <qi/go.h>
#include <qi/maze.h>
#include <qi/nogo.h>

#include "base/memory.h"

const qi_lab_game *const qi_lab_games[QI_LAB_GAMES] = {
    [QI_NOGO] = &qi_lab_nogo, [QI_GO] = &qi_lab_go, [QI_MAZE] = &qi_lab_maze};

static const qi_lab_game *game_of(qi_problem problem)
{
    return (unsigned)problem < QI_LAB_GAMES ? qi_lab_games[problem] : NULL;
}

const char *qi_lab_family_name(qi_problem problem, size_t index, const char **purpose)
{
    const qi_lab_game *const game = game_of(problem);
    if (!game || index >= qi_lab_count_families(game))
        return NULL;
    if (purpose)
        *purpose = game->families[index].purpose;
    return game->families[index].name;
}

static qi_lab_request default_request(qi_problem problem)
{
    const uint32_t side = problem == QI_GO ? 19 : 9;
    return (qi_lab_request){.size = sizeof(qi_lab_request),
                            .rows = side,
                            .columns = side,
                            .moves = 300,
                            .fill = QI_LAB_ANY,
                            .walls = QI_LAB_ANY,
                            .move_cells = QI_LAB_ANY,
                            .games = QI_LAB_ANY};
}

qi_result qi_lab_default_request(qi_problem problem, qi_lab_request *request)
{
    const qi_lab_request known = default_request(problem);
    return qi_struct_write(request, &known, sizeof known);
}

/* Reads a caller's request; NULL: the default. False when it must be refused. */
static bool read_request(qi_problem problem, const qi_lab_request *given, qi_lab_request *known)
{
    if (given)
        return qi_struct_read(known, sizeof *known, given);
    *known = default_request(problem);
    return true;
}

static bool is_side(qi_problem problem, uint32_t side)
{
    const uint32_t min = problem == QI_MAZE ? QI_MAZE_MIN_SIDE : 1;
    const uint32_t max = problem == QI_NOGO ? QI_NOGO_MAX_SIDE
                         : problem == QI_GO ? QI_GO_MAX_SIDE
                                            : QI_MAZE_MAX_SIDE;
    return side >= min && side <= max;
}

static bool is_percent(int number)
{
    return number == QI_LAB_ANY || (number >= 0 && number <= 100);
}

static bool has_games(const qi_lab_request *request)
{
    enum { MAX_MOVES = 1000000, MAX_GAMES = 100000 };
    if (request->moves > MAX_MOVES || (request->growing && !request->moves))
        return false;
    if (request->games == QI_LAB_ANY)
        return true;
    return request->games >= 1 && request->games <= MAX_GAMES &&
           (!request->growing || (uint64_t)request->games * request->moves <= MAX_MOVES);
}

/* Each problem reads the members that it knows. */
static bool is_possible(qi_problem problem, const qi_lab_request *request)
{
    const bool sides = is_side(problem, request->rows) && is_side(problem, request->columns);
    switch (problem) {
    case QI_NOGO:
        return sides && is_percent(request->fill);
    case QI_GO:
        return sides && has_games(request);
    case QI_MAZE:
        return sides && request->rows == request->columns && is_percent(request->walls) &&
               is_percent(request->move_cells);
    }
    return false;
}

/* Gives a buffer's bytes to the caller; nothing is written on failure. */
static qi_result hand_over(qi_buffer *buffer, qi_result result, qi_lab_text *text)
{
    if (result == QI_OK && buffer->length == 0)
        qi_buffer_add_text(buffer, "");
    if (result == QI_OK && buffer->failed)
        result = QI_NO_MEMORY;
    if (result == QI_OK)
        *text = (qi_lab_text){buffer->bytes, buffer->length};
    else
        qi_buffer_free(buffer);
    return result;
}

void qi_lab_free_text(qi_lab_text *text, const qi_allocator *allocator)
{
    const qi_allocator memory = qi_allocator_or_default(allocator);
    qi_release(&memory, text->bytes);
    *text = (qi_lab_text){NULL, 0};
}

qi_result qi_lab_generate(qi_problem problem, const char *family, const qi_lab_request *request,
                          uint64_t seed, uint64_t index, const qi_allocator *allocator,
                          qi_lab_text *input)
{
    const qi_lab_game *const game = game_of(problem);
    qi_lab_request asked;
    const qi_lab_family *const kind = game && family ? qi_lab_find_family(game, family) : NULL;
    if (!game || (family && !kind) || !read_request(problem, request, &asked) ||
        !is_possible(problem, &asked))
        return QI_BAD_ARGUMENT;
    qi_lab_case it = {.allocator = allocator};
    qi_buffer text = {.allocator = allocator};
    const bool made = qi_lab_make_case(game, kind, &asked, seed, index, &it);
    if (made)
        game->write(&it, &text);
    qi_lab_case_free(&it);
    return hand_over(&text, made ? QI_OK : QI_NO_MEMORY, input);
}

/* Reads an input as a case, which may be freed whether this fails or not. */
static qi_result read_case(qi_problem problem, const qi_lab_request *request, const char *input,
                           size_t length, qi_lab_case *it, qi_text_error *error)
{
    qi_lab_request asked;
    const qi_lab_game *const game = game_of(problem);
    if (!game || !read_request(problem, request, &asked) ||
        (problem == QI_GO && (!is_side(problem, asked.rows) || !is_side(problem, asked.columns))))
        return QI_BAD_ARGUMENT;
    it->rows = asked.rows;
    it->columns = asked.columns;
    it->keep_lines = true;
    return game->read(it, input, length, error);
}

qi_result qi_lab_answer(qi_problem problem, qi_lab_reference reference,
                        const qi_lab_request *request, const char *input, size_t length,
                        const qi_allocator *allocator, qi_lab_text *output, qi_text_error *error)
{
    qi_lab_case it = {.allocator = allocator};
    qi_buffer text = {.allocator = allocator};
    qi_result result = read_case(problem, request, input, length, &it, error);
    if (result == QI_OK) {
        const qi_lab_game *const game = game_of(problem);
        const bool answered = reference == QI_LAB_ORACLE ? game->oracle(&it, input, length, &text)
                                                         : game->answer(&it, &text);
        result = answered ? QI_OK : QI_NO_MEMORY; /* a valid input has an answer */
    }
    qi_lab_case_free(&it);
    return hand_over(&text, result, output);
}
