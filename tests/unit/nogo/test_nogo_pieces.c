/* Solving in rounds: what the pieces leave decides the position as one search does. */
#include "check.h"

#include "base/buffer.h"
#include "base/random.h"
#include "nogo/rules/position.h"

#include <qi/nogo_proof.h>
#include <qi/nogo_solve.h>

#include <string.h>

enum { MAX_PIECES = 64, MAX_FILES = 2000, LINE = 80, MEMORY = 8 << 20 };

static qi_nogo *read_line(const char *line)
{
    qi_nogo *position;
    assert_int_equal(qi_nogo_parse_line(line, strlen(line), NULL, &position, NULL), QI_OK);
    return position;
}

static qi_nogo_solver *new_solver(void)
{
    qi_nogo_solver *solver;
    assert_int_equal(qi_nogo_solver_new(MEMORY, NULL, &solver), QI_OK);
    return solver;
}

/* ---- pieces and what they leave ------------------------------------------------------------- */

typedef struct piece_list {
    char line[MAX_FILES][LINE];
    size_t count;
} piece_list;

static bool note_piece(void *context, const qi_nogo *position)
{
    piece_list *const list = context;
    assert_in_range(list->count, 0, MAX_FILES - 1);
    assert_in_range(qi_nogo_write_line(position, list->line[list->count], LINE), 3, LINE - 1);
    list->count++;
    return true;
}

static bool is_listed(const piece_list *list, size_t count, const char *line)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list->line[i], line) == 0)
            return true;
    return false;
}

/* One run of rounds: the files that the pieces left, and which pieces were solved. */
typedef struct run {
    size_t max;       /* pieces of a round */
    bool sharing;     /* a piece knows what the rounds before have proved */
    uint32_t lost;    /* one piece in so many is lost with its machine; 0: none */
    uint64_t nodes;   /* limit of a piece: what was proved until then is kept; 0: none */
    qi_random random; /* for the losses */
    unsigned rounds;
    piece_list pieces, solved;
    qi_buffer file[MAX_FILES];
    size_t files;
} run;

static bool add_bytes(void *context, const char *bytes, size_t count)
{
    return qi_buffer_add(context, bytes, count);
}

static void learn(const run *it, size_t files, qi_nogo_solver *solver)
{
    for (size_t i = 0; i < files; i++)
        assert_int_equal(qi_nogo_read_facts(solver, it->file[i].bytes, it->file[i].length, NULL),
                         QI_OK);
}

static void solve_piece(run *it, const char *line, size_t known)
{
    qi_nogo *const piece = read_line(line);
    qi_nogo_solver *const solver = new_solver();
    if (it->sharing)
        learn(it, known, solver);
    const qi_nogo_solve_limits limits = {.size = sizeof(qi_nogo_solve_limits), .nodes = it->nodes};
    qi_nogo_solution solution = {.size = sizeof(qi_nogo_solution)};
    assert_int_equal(qi_nogo_solve(solver, piece, &limits, &solution), QI_OK);
    assert_in_range(it->files, 0, MAX_FILES - 1);
    qi_buffer *const file = &it->file[it->files++];
    assert_int_equal(qi_nogo_write_facts(solver, add_bytes, file, NULL), QI_OK);
    if (solution.outcome != QI_NOGO_UNKNOWN)
        note_piece(&it->solved, piece);
    qi_nogo_solver_free(solver);
    qi_nogo_free(piece);
}

/* The pieces of a round are all different, and none was solved before. */
static void solve_pieces(run *it)
{
    const size_t known = it->files;
    for (size_t i = 0; i < it->pieces.count; i++) {
        const char *const line = it->pieces.line[i];
        assert_false(is_listed(&it->pieces, i, line));
        assert_false(is_listed(&it->solved, it->solved.count, line));
        if (!it->lost || qi_random_below(&it->random, it->lost))
            solve_piece(it, line, known);
    }
}

/* Plays rounds until the position is decided, and compares the answer with that of one search. */
static void decide(run *it, const char *line)
{
    enum { MAX_ROUNDS = 100, CHEAP = 2500 };
    qi_nogo *const position = read_line(line);
    qi_nogo_solution now = {.size = sizeof(qi_nogo_solution)},
                     whole = {.size = sizeof(qi_nogo_solution)};
    it->rounds = 0;
    for (;; it->rounds++) {
        assert_in_range(it->rounds, 0, MAX_ROUNDS);
        qi_nogo_solver *const solver = new_solver();
        learn(it, it->files, solver);
        it->pieces.count = 0;
        assert_int_equal(
            qi_nogo_solve_pieces(solver, position, it->max, note_piece, &it->pieces, &now), QI_OK);
        assert_in_range(it->pieces.count, 0, it->max);
        assert_int_equal(it->pieces.count > 0, now.outcome == QI_NOGO_UNKNOWN);
        if (now.outcome != QI_NOGO_UNKNOWN) {
            /* The solver that joined the pieces need not search the position any more. */
            assert_int_equal(qi_nogo_solve(solver, position, NULL, &whole), QI_OK);
            assert_int_equal(now.outcome, whole.outcome);
            assert_in_range(whole.nodes, 0, 64);
            assert_in_range(now.nodes, 0, CHEAP);
        }
        qi_nogo_solver_free(solver);
        if (now.outcome != QI_NOGO_UNKNOWN)
            break;
        solve_pieces(it);
    }
    qi_nogo_solver *const alone = new_solver();
    assert_int_equal(qi_nogo_solve(alone, position, NULL, &whole), QI_OK);
    assert_int_equal(now.outcome, whole.outcome);
    qi_nogo_solver_free(alone);
    qi_nogo_free(position);
    while (it->files)
        qi_buffer_free(&it->file[--it->files]);
    it->solved.count = 0;
}

/* Too large for a stack. */
static run *new_run(void)
{
    run *const it = calloc(1, sizeof *it);
    assert_non_null(it);
    qi_random_seed(&it->random, 9);
    return it;
}

static void rounds_decide_as_one_search_does(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "5/5/5:x",     /* won */
        "4/4/4/4:x",   /* lost: every move must be refuted */
        "8/8:x",       /* lost */
        "6/6/6:x",     /* won */
        "5/5/5:o",     /* the same, White to move */
        "x3/3o/4/4:o", /* with stones */
        "5/.x3/5:o",   /* lost */
        "20:x",        /* a line */
        "x.o/3/3:x",   /* so small that it is solved at once */
    };
    run *const it = new_run();
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        for (it->max = 1; it->max <= MAX_PIECES; it->max *= 8) {
            it->sharing = (i + it->max) % 2;
            decide(it, lines[i]);
            if (i == 1 && it->max == 8)
                assert_in_range(it->rounds, 2, 20);
        }
    free(it);
}

/* Whatever is lost turns up again. */
static void lost_pieces_are_listed_again(void **state)
{
    (void)state;
    run *const it = new_run();
    it->max = 16;
    for (it->lost = 2; it->lost <= 4; it->lost++) {
        decide(it, "4/4/4/4:x");
        decide(it, "6/6/6:x");
    }
    free(it);
}

/* A piece that is too large for its machine leaves what it has proved, and is divided. */
static void pieces_that_are_too_large_are_divided(void **state)
{
    (void)state;
    run *const it = new_run();
    it->max = 16;
    it->nodes = 2000;
    it->sharing = true;
    decide(it, "5/5/5:x");
    decide(it, "4/4/4/4:x");
    free(it);
}

static void random_positions_are_decided(void **state)
{
    (void)state;
    run *const it = new_run();
    for (uint64_t i = 0; i < test_cases(60); i++) {
        qi_nogo *position;
        char line[LINE];
        assert_int_equal(qi_nogo_new(3 + i % 2, 5 - i % 2, NULL, &position), QI_OK);
        for (unsigned n = 0; n < 2 + i % 3; n++)
            qi_nogo_play(position, qi_random_below(&it->random, 2) ? QI_BLACK : QI_WHITE,
                         qi_random_below(&it->random, 15), NULL);
        qi_nogo_set_to_move(position, i % 3 ? QI_BLACK : QI_WHITE);
        qi_nogo_write_line(position, line, sizeof line);
        it->max = 1 + qi_random_below(&it->random, 30);
        it->sharing = i % 2;
        it->lost = i % 4 ? 0 : 3;
        decide(it, line);
        qi_nogo_free(position);
    }
    free(it);
}

static bool stop(void *context, const qi_nogo *position)
{
    (void)position;
    ++*(unsigned *)context;
    return false;
}

static void indivisible_positions_are_refused(void **state)
{
    (void)state;
    static const char *const lines[] = {"3/_2/3:x", "7/7/7/7/7/7/7:x", "49:o"};
    qi_nogo_solver *const solver = new_solver();
    qi_nogo_solution solution = {.size = sizeof(qi_nogo_solution)};
    unsigned calls = 0;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        qi_nogo *const position = read_line(lines[i]);
        assert_int_equal(qi_nogo_solve_pieces(solver, position, 4, stop, &calls, &solution),
                         i ? QI_TOO_LARGE : QI_BAD_ARGUMENT);
        qi_nogo_free(position);
    }
    qi_nogo *const position = read_line("5/5/5/5:x");
    assert_int_equal(qi_nogo_solve_pieces(solver, position, 0, stop, &calls, &solution),
                     QI_BAD_ARGUMENT);
    assert_int_equal(calls, 0);
    assert_int_equal(qi_nogo_solve_pieces(solver, position, 4, stop, &calls, &solution),
                     QI_STOPPED);
    assert_int_equal(calls, 1);
    qi_nogo_free(position);
    qi_nogo_solver_free(solver);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_decide_as_one_search_does),
        cmocka_unit_test(lost_pieces_are_listed_again),
        cmocka_unit_test(pieces_that_are_too_large_are_divided),
        cmocka_unit_test(random_positions_are_decided),
        cmocka_unit_test(indivisible_positions_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
