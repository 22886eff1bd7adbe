/* Go as stress, packages and the self-test see it (qi_lab_game). */
#include "go/games.h"
#include "lab/games.h"
#include "lab/oracle/go.h"

#include <qi/go_record.h>

/* ---- cases -------------------------------------------------------------------------------- */

static void write_case(const qi_lab_case *it, qi_buffer *text)
{
    qi_buffer_add_number(text, it->games);
    qi_buffer_add_char(text, '\n');
    size_t next = 0;
    for (uint32_t game = 0; game < it->games; game++) {
        qi_buffer_add_number(text, it->lengths[game]);
        qi_buffer_add_char(text, '\n');
        for (uint32_t i = 0; i < it->lengths[game]; i++, next++) {
            qi_buffer_add_text(text, it->moves[next].colour == QI_BLACK ? "B " : "W ");
            qi_buffer_add_number(text, it->moves[next].row + 1U);
            qi_buffer_add_char(text, ' ');
            qi_buffer_add_number(text, it->moves[next].column + 1U);
            qi_buffer_add_char(text, '\n');
        }
    }
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
        const qi_move move = moves->list[i];
        good = qi_lab_case_add_move(
            it, (qi_lab_move){.colour = (uint8_t)move.colour,
                              .row = (uint8_t)(move.point / it->columns),
                              .column = (uint8_t)(move.point % it->columns),
                              .line = moves->lines ? (uint32_t)moves->lines[i] : 0});
    }
    return good ? QI_OK : QI_NO_MEMORY;
}

/* `it` holds the size of the board. */
static qi_result read_games(qi_lab_case *it, const char *text, size_t length, qi_text_error *error)
{
    qi_go_reader reader;
    qi_go_moves moves = {0};
    const bool keep_lines = it->keep_lines;
    qi_lab_case_games(it, it->rows, it->columns);
    qi_result result = qi_go_read(&reader, text, length, it->rows, it->columns, keep_lines, error);
    while (result == QI_OK)
        result = read_next_game(it, &reader, &moves, error);
    qi_go_free_moves(&moves, it->allocator);
    return result == QI_STOPPED ? QI_OK : result;
}

static qi_message describe(const qi_lab_case *it)
{
    if (it->games == 1)
        return qi_message_of("%zu {move|moves} on %ux%u", it->move_count, it->rows, it->columns);
    return qi_message_of("%u {game|games}, %zu {move|moves} on %ux%u", it->games, it->move_count,
                         it->rows, it->columns);
}

static bool below(const qi_lab_case *it, qi_lab_request *request)
{
    request->moves = (uint32_t)it->move_count - 1;
    return it->move_count > 9;
}

static qi_move move_of(const qi_lab_case *it, size_t index)
{
    const qi_lab_move *const move = &it->moves[index];
    return (qi_move){move->row * it->columns + move->column, (qi_colour)move->colour};
}

/* ---- outputs ------------------------------------------------------------------------------ */

static bool answer(const qi_lab_case *it, qi_buffer *output)
{
    qi_go *game = NULL;
    bool good = qi_go_new(it->rows, it->columns, NULL, output->allocator, &game) == QI_OK;
    size_t next = 0;
    for (uint32_t g = 0; good && g < it->games; g++) {
        qi_go_clear(game);
        for (uint32_t i = 0; good && i < it->lengths[g]; i++) {
            const qi_move move = move_of(it, next++);
            qi_go_verdict verdict;
            const qi_result result = qi_go_play(game, move.colour, move.point, &verdict, NULL);
            good = result != QI_NO_MEMORY;
            if (result == QI_OK)
                continue;
            qi_buffer_add_text(output, "miss ");
            qi_buffer_add_number(output, verdict);
            qi_buffer_add_char(output, '\n');
        }
        const size_t capacity = (size_t)it->rows * (it->columns + 1) + 1;
        if (!qi_buffer_reserve(output, capacity))
            break;
        output->length += qi_go_write_board(game, output->bytes + output->length, capacity);
    }
    qi_go_free(game);
    return good && !output->failed;
}

static bool oracle(const qi_lab_case *it, const char *input, size_t length, qi_buffer *output)
{
    return qi_oracle_go_answer(input, length, it->rows, it->columns, output);
}

/* The games of a case one after another. */
typedef struct game_list {
    const qi_lab_case *it;
    uint32_t game;
    size_t next;
} game_list;

static qi_result record_next(void *context, qi_go_record *record)
{
    game_list *const list = (game_list *)context;
    const qi_lab_case *const it = list->it;
    if (list->game == it->games)
        return QI_STOPPED;
    qi_go_record_cut(record, 0);
    qi_result result = QI_OK;
    for (uint32_t i = 0; i < it->lengths[list->game] && result == QI_OK; i++, list->next++) {
        /* As it is written: a line for the number of games, and one for the length of each. */
        const uint32_t line = it->moves[list->next].line;
        result = qi_go_record_add(record, move_of(it, list->next),
                                  line ? line : list->next + list->game + 3);
    }
    list->game++;
    return result == QI_OK ? qi_go_record_seek(record, qi_go_record_count(record)) : result;
}

static qi_result judge(const qi_lab_case *it, const char *output, size_t length,
                       qi_verdict *verdict)
{
    qi_go_report report;
    game_list list = {.it = it};
    const qi_result result = qi_go_check_games(record_next, &list, output, length, it->rows,
                                               it->columns, NULL, it->allocator, &report);
    if (result == QI_OK)
        *verdict = qi_lab_verdict_of_go(&report);
    return result;
}

/* The board before the move that the wrong line is about, or at the end of the last game. */
static bool failure_board(const qi_lab_case *it, const qi_buffer *output, const qi_verdict *wrong,
                          qi_lab_point *points)
{
    (void)output;
    if (wrong && !wrong->after)
        wrong = NULL;
    const size_t stop = wrong ? wrong->after : it->move_count;
    qi_go *game;
    if (qi_go_new(it->rows, it->columns, NULL, it->allocator, &game) != QI_OK)
        return false;
    size_t played = 0;
    for (uint32_t g = 0; g < it->games && (played < stop || g == 0); g++) {
        qi_go_clear(game);
        for (qi_point i = 0; i < it->rows * it->columns; i++)
            points[i] = (qi_lab_point){.colour = QI_EMPTY};
        for (uint32_t i = 0; i < it->lengths[g] && played < stop; i++, played++) {
            const qi_move move = move_of(it, played);
            if (qi_go_play(game, move.colour, move.point, NULL, NULL) == QI_OK)
                points[move.point].number = i + 1;
        }
    }
    for (qi_point i = 0; i < it->rows * it->columns; i++) {
        points[i].colour = qi_go_at(game, i);
        if (points[i].colour == QI_EMPTY)
            points[i].number = 0;
    }
    if (wrong && wrong->mark != QI_NO_POINT)
        points[wrong->mark].wrong = true;
    qi_go_free(game);
    return true;
}

const qi_lab_game qi_lab_go = {.problem = QI_GO,
                               .name = "go",
                               .families = qi_lab_go_families,
                               .grows = "moves",
                               .compared = "positions",
                               .schedule = &qi_lab_go_schedule,
                               .write = write_case,
                               .read = read_games,
                               .shrink = qi_lab_go_shrink,
                               .below = below,
                               .answer = answer,
                               .oracle = oracle,
                               .judge = judge,
                               .describe = describe,
                               .failure_board = failure_board};
