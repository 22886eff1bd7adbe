/* Proofs and facts: written to memory, read back, and refused when they are damaged. */
#include "check.h"

#include <qi/nogo_solve.h>

#include <stdlib.h>
#include <string.h>

typedef struct file {
    char bytes[1 << 20];
    size_t length, room; /* the sink says no beyond `room` */
} file;

static bool keep(void *context, const char *bytes, size_t count)
{
    file *to = context;
    if (count > to->room - to->length)
        return false;
    memcpy(to->bytes + to->length, bytes, count);
    to->length += count;
    return true;
}

typedef struct sheet {
    qi_nogo *game;
    qi_nogo_solver *solver;
    qi_colour winner;
    file *file;
    qi_nogo_walk account;
} sheet;

static sheet solve(uint32_t rows, uint32_t columns)
{
    sheet s = {.file = calloc(1, sizeof(file))};
    assert_non_null(s.file);
    s.file->room = sizeof s.file->bytes;
    qi_nogo_solution solution;
    assert_int_equal(qi_nogo_new(rows, columns, NULL, &s.game), QI_OK);
    assert_int_equal(qi_nogo_solver_new((size_t)16 << 20, NULL, &s.solver), QI_OK);
    assert_int_equal(qi_nogo_solve(s.solver, s.game, NULL, &solution), QI_OK);
    s.winner = solution.outcome == QI_NOGO_WON ? QI_BLACK : QI_WHITE;
    return s;
}

static void end(sheet *s)
{
    qi_nogo_free(s->game);
    qi_nogo_solver_free(s->solver);
    free(s->file);
}

static qi_result check(const sheet *s, qi_nogo_walk_end *how)
{
    qi_nogo *game = NULL;
    qi_colour winner;
    qi_nogo_walk account;
    qi_text_error error;
    const qi_result result = qi_nogo_check_proof(s->file->bytes, s->file->length, NULL, &game,
                                                 &winner, &account, &error);
    if (result == QI_OK) {
        assert_int_equal(winner, s->winner);
        assert_int_equal(qi_nogo_rows(game), qi_nogo_rows(s->game));
        *how = account.end;
        qi_nogo_free(game);
    }
    return result;
}

static void a_proof_is_believed_only_whole(void **state)
{
    (void)state;
    static const uint32_t boards[][2] = {{3, 4}, {2, 6}, {1, 9}, {3, 5}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        sheet s = solve(boards[i][0], boards[i][1]);
        assert_int_equal(
            qi_nogo_write_proof(s.game, s.winner, s.solver, NULL, keep, s.file, &s.account), QI_OK);
        assert_int_equal(s.account.end, QI_NOGO_WALK_WON);
        qi_nogo_walk_end how;
        assert_int_equal(check(&s, &how), QI_OK);
        assert_int_equal(how, QI_NOGO_WALK_WON);
        /* Cut off its last answer: the winner has nothing to say there. */
        s.file->length -= 2;
        assert_int_equal(check(&s, &how), QI_BAD_TEXT);
        s.file->length += 2;
        /* An answer more is text after the end. */
        s.file->bytes[s.file->length++] = '0';
        assert_int_equal(check(&s, &how), QI_BAD_TEXT);
        s.file->length--;
        /* Not every first answer goes with the answers that follow. */
        char *answer = s.file->bytes;
        for (uint32_t line = 0; line < boards[i][0] + 3; line++)
            answer = strchr(answer, '\n') + 1;
        const char first = *answer;
        bool refused = false;
        for (uint32_t other = 0; other < boards[i][0] * boards[i][1]; other++) {
            *answer = (char)('0' + other);
            if (*answer != first)
                refused |= check(&s, &how) != QI_OK || how != QI_NOGO_WALK_WON;
        }
        assert_true(refused);
        end(&s);
    }
}

static void writing_stops_when_the_sink_says_so(void **state)
{
    (void)state;
    sheet s = solve(3, 5);
    for (size_t room = 0; room < 60; room += 10) {
        s.file->length = 0;
        s.file->room = room;
        assert_int_equal(
            qi_nogo_write_proof(s.game, s.winner, s.solver, NULL, keep, s.file, &s.account),
            QI_STOPPED);
        s.file->length = 0;
        assert_int_equal(qi_nogo_write_facts(s.solver, keep, s.file, NULL), QI_STOPPED);
    }
    end(&s);
}

static void facts_come_back(void **state)
{
    (void)state;
    sheet s = solve(4, 4);
    uint64_t written, read;
    assert_int_equal(qi_nogo_write_facts(s.solver, keep, s.file, &written), QI_OK);
    assert_true(written > 0);
    qi_nogo_solver *other;
    assert_int_equal(qi_nogo_solver_new((size_t)16 << 20, NULL, &other), QI_OK);
    assert_int_equal(qi_nogo_read_facts(other, s.file->bytes, s.file->length, &read), QI_OK);
    assert_int_equal(read, written);
    qi_nogo_solution again;
    assert_int_equal(qi_nogo_solve(other, s.game, NULL, &again), QI_OK);
    assert_true(again.nodes < 100);
    assert_int_equal(qi_nogo_read_facts(other, s.file->bytes, s.file->length - 1, &read),
                     QI_BAD_ARGUMENT);
    s.file->bytes[0] = 'Q';
    assert_int_equal(qi_nogo_read_facts(other, s.file->bytes, s.file->length, &read),
                     QI_BAD_ARGUMENT);
    qi_nogo_solver_free(other);
    end(&s);
}

/* Every inverted bit, and every cut inside a block, is noticed, and only whole blocks are learnt.
 */
static void damaged_facts_are_not_believed(void **state)
{
    (void)state;
    enum { TITLE = 16, BLOCK = 8 + 256 * 16 };
    sheet s = solve(4, 4);
    uint64_t written;
    assert_int_equal(qi_nogo_write_facts(s.solver, keep, s.file, &written), QI_OK);
    assert_int_equal(s.file->length, TITLE + (written + 255) / 256 * 8 + written * 16);
    assert_true(written > 2 * 256); /* so that a whole block follows a damaged one */
    for (size_t bit = 0; bit < 8 * s.file->length; bit++) {
        const size_t at = bit / 8;
        qi_nogo_solver *other;
        uint64_t read;
        assert_int_equal(qi_nogo_solver_new((size_t)2 << 20, NULL, &other), QI_OK);
        s.file->bytes[at] = (char)(s.file->bytes[at] ^ 1 << bit % 8);
        assert_int_equal(qi_nogo_read_facts(other, s.file->bytes, s.file->length, &read),
                         QI_BAD_ARGUMENT);
        s.file->bytes[at] = (char)(s.file->bytes[at] ^ 1 << bit % 8);
        const uint64_t before = at < TITLE ? 0 : (at - TITLE) / BLOCK * 256;
        const uint64_t lost = written - before < 256 ? written - before : 256;
        assert_int_equal(read, at < TITLE ? 0 : written - lost);
        qi_nogo_solver_free(other);
    }
    for (size_t length = 0; length < s.file->length; length++) {
        qi_nogo_solver *other;
        uint64_t read;
        assert_int_equal(qi_nogo_solver_new((size_t)2 << 20, NULL, &other), QI_OK);
        const qi_result result = qi_nogo_read_facts(other, s.file->bytes, length, &read);
        const bool at_a_seam = length >= TITLE && (length - TITLE) % BLOCK == 0;
        assert_int_equal(result, at_a_seam ? QI_OK : QI_BAD_ARGUMENT);
        assert_int_equal(read, length < TITLE ? 0 : (length - TITLE) / BLOCK * 256);
        qi_nogo_solver_free(other);
    }
    end(&s);
}

/* How many more moves Black has than White after a move of Black; -100 when it is illegal. */
static int margin_after(const qi_nogo *game, qi_point move)
{
    qi_nogo *next;
    assert_int_equal(qi_nogo_copy(game, NULL, &next), QI_OK);
    int margin = -100;
    if (qi_nogo_play(next, QI_BLACK, move, NULL) == QI_NOGO_LEGAL)
        margin = (int)qi_nogo_legal(next, QI_BLACK, NULL, 0) -
                 (int)qi_nogo_legal(next, QI_WHITE, NULL, 0);
    qi_nogo_free(next);
    return margin;
}

static void the_loser_keeps_many_moves(void **state)
{
    (void)state;
    static const char text[] = "4\nX.O.\n...O\nX...\n....\n";
    qi_nogo *game;
    assert_int_equal(qi_nogo_parse(text, sizeof text - 1, 0, NULL, &game, NULL), QI_OK);
    qi_point move;
    assert_int_equal(qi_nogo_stubborn_move(game, &move), QI_OK);
    assert_true(margin_after(game, move) > margin_after(game, 1));
    for (qi_point point = 0; point < 16; point++)
        assert_true(margin_after(game, move) >= margin_after(game, point));
    qi_nogo_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_proof_is_believed_only_whole),
                                       cmocka_unit_test(writing_stops_when_the_sink_says_so),
                                       cmocka_unit_test(facts_come_back),
                                       cmocka_unit_test(damaged_facts_are_not_believed),
                                       cmocka_unit_test(the_loser_keeps_many_moves)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
