/* What the npm package calls: the library's functions with arguments that JavaScript can pass,
 * numbers and addresses. Texts come in as an address and a length. */
#include <qi/go.h>
#include <qi/lab.h>
#include <qi/nogo_player.h>
#include <qi/nogo_record.h>
#include <qi/nogo_solve.h>

#include "page.h"

#include <string.h>

PAGE_EXPORT(version) const char *npm_version(void)
{
    return qi_version();
}

/* ---- NoGo --------------------------------------------------------------------------------- */

static qi_nogo_record *begin(qi_nogo *start)
{
    qi_nogo_record *game;
    const qi_result result = qi_nogo_record_new(start, NULL, &game);
    qi_nogo_free(start);
    return result == QI_OK ? game : NULL;
}

PAGE_EXPORT(nogo_new) qi_nogo_record *npm_nogo_new(uint32_t rows, uint32_t columns)
{
    qi_nogo *start;
    return qi_nogo_new(rows, columns, NULL, &start) == QI_OK ? begin(start) : NULL;
}

PAGE_EXPORT(nogo_parse)
qi_nogo_record *npm_nogo_parse(const char *text, size_t length, qi_text_error *error)
{
    qi_nogo *start;
    const unsigned flags = QI_NOGO_HOLES | QI_NOGO_ANY_COUNT;
    return qi_nogo_parse(text, length, flags, NULL, &start, error) == QI_OK ? begin(start) : NULL;
}

PAGE_EXPORT(nogo_read_sgf)
qi_nogo_record *npm_nogo_read_sgf(const char *text, size_t length, qi_text_error *error)
{
    qi_nogo_record *game;
    if (qi_nogo_record_parse(text, length, SIZE_MAX, NULL, &game, NULL, error) == QI_OK)
        return game;
    qi_nogo_record_free(game);
    return NULL;
}

typedef struct text_buffer {
    char *bytes;
    size_t capacity, length;
} text_buffer;

static bool keep(void *context, const char *bytes, size_t count)
{
    text_buffer *to = context;
    if (to->length + count <= to->capacity)
        memcpy(to->bytes + to->length, bytes, count);
    to->length += count;
    return true;
}

PAGE_EXPORT(nogo_write_sgf)
size_t npm_nogo_write_sgf(const qi_nogo_record *game, char *bytes, size_t capacity)
{
    text_buffer to = {bytes, capacity, 0};
    return qi_nogo_record_write(game, keep, &to) == QI_OK ? to.length : 0;
}

PAGE_EXPORT(nogo_free) void npm_nogo_free(qi_nogo_record *game)
{
    qi_nogo_record_free(game);
}

static const qi_nogo *now(const qi_nogo_record *game)
{
    return qi_nogo_record_position(game);
}

PAGE_EXPORT(nogo_rows) uint32_t npm_nogo_rows(const qi_nogo_record *game)
{
    return qi_nogo_rows(now(game));
}

PAGE_EXPORT(nogo_columns) uint32_t npm_nogo_columns(const qi_nogo_record *game)
{
    return qi_nogo_columns(now(game));
}

PAGE_EXPORT(nogo_to_move) uint32_t npm_nogo_to_move(const qi_nogo_record *game)
{
    return qi_nogo_to_move(now(game));
}

PAGE_EXPORT(nogo_points) void npm_nogo_points(const qi_nogo_record *game, uint8_t *states)
{
    qi_nogo_points(now(game), states);
}

PAGE_EXPORT(nogo_judge)
uint32_t npm_nogo_judge(const qi_nogo_record *game, uint32_t colour, uint32_t point)
{
    return qi_nogo_record_judge(game, (qi_colour)colour, point, NULL);
}

PAGE_EXPORT(nogo_play)
uint32_t npm_nogo_play(qi_nogo_record *game, uint32_t colour, uint32_t point)
{
    return qi_nogo_record_play(game, (qi_colour)colour, point, NULL);
}

PAGE_EXPORT(nogo_count) uint32_t npm_nogo_count(const qi_nogo_record *game)
{
    return (uint32_t)qi_nogo_record_count(game);
}

/* Two words a move: the colour and the point. */
PAGE_EXPORT(nogo_moves) const qi_move *npm_nogo_moves(const qi_nogo_record *game)
{
    return qi_nogo_record_moves(game);
}

/* Takes moves back until there are `count`. */
PAGE_EXPORT(nogo_cut) void npm_nogo_cut(qi_nogo_record *game, uint32_t count)
{
    qi_nogo_record_seek(game, count);
    qi_nogo_record_cut(game);
}

PAGE_EXPORT(nogo_play_out)
bool npm_nogo_play_out(qi_nogo_record *game, uint32_t random, double seed)
{
    const qi_nogo_policy policy = random ? QI_NOGO_RANDOM : QI_NOGO_FIRST;
    if (qi_nogo_record_play_out(game, policy, (uint64_t)seed) != QI_OK)
        return false;
    qi_nogo_record_seek(game, SIZE_MAX);
    return true;
}

/* Writes games, Black's wins and moves. */
PAGE_EXPORT(nogo_playouts)
bool npm_nogo_playouts(const qi_nogo_record *game, double count, double seed, double *stats)
{
    qi_nogo_stats sum = {0};
    if (qi_nogo_playouts_part(now(game), QI_NOGO_BEST_PATH, 0, (uint64_t)count, (uint64_t)seed,
                              &sum) != QI_OK)
        return false;
    stats[0] = (double)sum.games;
    stats[1] = (double)sum.black_wins;
    stats[2] = (double)sum.moves;
    return true;
}

/* ---- the player --------------------------------------------------------------------------- */

PAGE_EXPORT(player_levels) uint32_t npm_player_levels(void)
{
    return qi_nogo_levels();
}

PAGE_EXPORT(player_new)
qi_nogo_player *npm_player_new(uint32_t level, uint32_t engine, double seed, double memory)
{
    const qi_nogo_player_options options = {.level = level,
                                            .engine = (qi_nogo_engine)engine,
                                            .seed = (uint64_t)seed,
                                            .memory = (size_t)memory,
                                            .never_resign = true};
    qi_nogo_player *player;
    return qi_nogo_player_new(&options, NULL, &player) == QI_OK ? player : NULL;
}

PAGE_EXPORT(player_free) void npm_player_free(qi_nogo_player *player)
{
    qi_nogo_player_free(player);
}

PAGE_EXPORT(player_face) bool npm_player_face(qi_nogo_player *player, const qi_nogo_record *game)
{
    return qi_nogo_player_face(player, now(game), qi_nogo_to_move(now(game))) == QI_OK;
}

/* The level's own limits: playouts and seconds, 0 for none. */
PAGE_EXPORT(player_playouts) double npm_player_playouts(const qi_nogo_player *player)
{
    return (double)qi_nogo_player_limits(player, NULL).playouts;
}

PAGE_EXPORT(player_seconds) double npm_player_seconds(const qi_nogo_player *player)
{
    return qi_nogo_player_limits(player, NULL).seconds;
}

PAGE_EXPORT(player_think)
bool npm_player_think(qi_nogo_player *player, double playouts, double expected)
{
    return qi_nogo_player_think(player, (uint64_t)playouts, (uint64_t)expected);
}

PAGE_EXPORT(player_thought) double npm_player_thought(const qi_nogo_player *player)
{
    return (double)qi_nogo_player_thought(player);
}

/* The move, or QI_NO_POINT; `opinion` gets the win rate and what is proved. */
PAGE_EXPORT(player_decide) uint32_t npm_player_decide(qi_nogo_player *player, double *opinion)
{
    qi_nogo_choice choice;
    qi_nogo_player_decide(player, &choice);
    opinion[0] = choice.opinion.win_rate;
    opinion[1] = choice.opinion.outcome;
    return choice.move;
}

/* Writes the candidates, best first, four numbers each: point, visits, win rate, outcome. */
PAGE_EXPORT(player_candidates)
uint32_t npm_player_candidates(const qi_nogo_player *player, double *numbers, uint32_t capacity)
{
    static qi_nogo_candidate list[QI_NOGO_SEARCH_MAX_SIDE * QI_NOGO_SEARCH_MAX_SIDE];
    const uint32_t room = sizeof list / sizeof *list;
    const size_t found = qi_nogo_search_candidates(qi_nogo_player_search(player), list,
                                                   capacity < room ? capacity : room);
    const uint32_t count = found < capacity ? (uint32_t)found : capacity;
    for (uint32_t i = 0; i < count; i++) {
        numbers[4 * i] = list[i].point;
        numbers[4 * i + 1] = (double)list[i].visits;
        numbers[4 * i + 2] = list[i].win_rate;
        numbers[4 * i + 3] = list[i].outcome;
    }
    return count;
}

/* ---- the solver --------------------------------------------------------------------------- */

/* A qi_result; `answer` gets the outcome, the winning move and the nodes. */
PAGE_EXPORT(solve)
uint32_t npm_solve(const qi_nogo_record *game, double memory, double nodes, double *answer)
{
    qi_nogo_solver *solver;
    qi_nogo_solution solution;
    qi_result result = qi_nogo_solver_new((size_t)memory, NULL, &solver);
    if (result != QI_OK)
        return result;
    const qi_nogo_solve_limits limits = {.nodes = (uint64_t)nodes};
    result = qi_nogo_solve(solver, now(game), &limits, &solution);
    qi_nogo_solver_free(solver);
    if (result == QI_OK) {
        answer[0] = solution.outcome;
        answer[1] = solution.move;
        answer[2] = (double)solution.nodes;
    }
    return result;
}

/* ---- Go ----------------------------------------------------------------------------------- */

PAGE_EXPORT(go_new)
qi_go *npm_go_new(uint32_t rows, uint32_t columns, uint32_t repetition, uint32_t suicide)
{
    const qi_go_rules rules = {(qi_go_repetition)repetition, suicide != 0};
    qi_go *game;
    return qi_go_new(rows, columns, &rules, NULL, &game) == QI_OK ? game : NULL;
}

PAGE_EXPORT(go_free) void npm_go_free(qi_go *game)
{
    qi_go_free(game);
}

PAGE_EXPORT(go_to_move) uint32_t npm_go_to_move(const qi_go *game)
{
    return qi_go_to_move(game);
}

PAGE_EXPORT(go_captures) double npm_go_captures(const qi_go *game, uint32_t colour)
{
    return (double)qi_go_captures(game, (qi_colour)colour);
}

PAGE_EXPORT(go_points) void npm_go_points(const qi_go *game, uint8_t *states)
{
    for (qi_point point = 0; point < qi_go_rows(game) * qi_go_columns(game); point++)
        states[point] = (uint8_t)qi_go_at(game, point);
}

PAGE_EXPORT(go_judge) uint32_t npm_go_judge(const qi_go *game, uint32_t colour, uint32_t point)
{
    return qi_go_judge(game, (qi_colour)colour, point, NULL);
}

PAGE_EXPORT(go_play) uint32_t npm_go_play(qi_go *game, uint32_t colour, uint32_t point)
{
    return qi_go_play(game, (qi_colour)colour, point, NULL);
}

PAGE_EXPORT(go_pass) bool npm_go_pass(qi_go *game, uint32_t colour)
{
    return qi_go_pass(game, (qi_colour)colour) == QI_OK;
}

PAGE_EXPORT(go_undo) bool npm_go_undo(qi_go *game)
{
    return qi_go_undo(game);
}

/* ---- the problems ------------------------------------------------------------------------- */

static qi_lab_text *kept(qi_result result, qi_lab_text text)
{
    qi_lab_text *copy = result == QI_OK ? page_allocate(sizeof *copy) : NULL;
    if (copy)
        *copy = text;
    return copy;
}

static qi_lab_request request_for(uint32_t problem, uint32_t rows, uint32_t columns)
{
    qi_lab_request request = qi_lab_default_request((qi_lab_problem)problem);
    if (rows) {
        request.rows = rows;
        request.columns = columns;
    }
    return request;
}

PAGE_EXPORT(lab_family) const char *npm_lab_family(uint32_t problem, uint32_t index)
{
    return qi_lab_family_name((qi_lab_problem)problem, index, NULL);
}

/* An address and a length, to be freed with lab_free; NULL when there is no such input. */
PAGE_EXPORT(lab_generate)
qi_lab_text *npm_lab_generate(uint32_t problem, const char *family, uint32_t rows, uint32_t columns,
                              double seed)
{
    const qi_lab_request request = request_for(problem, rows, columns);
    qi_lab_text text = {0};
    return kept(
        qi_lab_generate((qi_lab_problem)problem, family, &request, (uint64_t)seed, 0, NULL, &text),
        text);
}

PAGE_EXPORT(lab_answer)
qi_lab_text *npm_lab_answer(uint32_t problem, uint32_t rows, uint32_t columns, const char *input,
                            size_t length, qi_text_error *error)
{
    const qi_lab_request request = request_for(problem, rows, columns);
    qi_lab_text text = {0};
    return kept(qi_lab_answer((qi_lab_problem)problem, QI_LAB_ENGINE, &request, input, length, NULL,
                              &text, error),
                text);
}

PAGE_EXPORT(lab_free) void npm_lab_free(qi_lab_text *text)
{
    qi_lab_free_text(text, NULL);
    page_release(text);
}

/* The first wrong line, 0 for none, in `line`; the sentence is null-terminated and has room for 384
 * bytes. 1: right, 0: wrong, 2: the input is malformed. */
PAGE_EXPORT(lab_judge)
uint32_t npm_lab_judge(uint32_t problem, uint32_t rows, uint32_t columns, const char *input,
                       size_t input_length, const char *output, size_t output_length, double *line,
                       char *sentence, qi_text_error *error)
{
    const qi_lab_request request = request_for(problem, rows, columns);
    qi_lab_judgement judgement;
    if (qi_lab_judge((qi_lab_problem)problem, &request, input, input_length, output, output_length,
                     NULL, &judgement, error) != QI_OK)
        return 2;
    *line = (double)judgement.line;
    memcpy(sentence, judgement.sentence, sizeof judgement.sentence);
    return judgement.right;
}
