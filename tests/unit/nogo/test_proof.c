/* Proofs and facts, and the small endings that proofs leave out. */
#include "check.h"

#include "base/random.h"
#include "lab/oracle/nogo.h"
#include "nogo/proof/plain.h"

#include <qi/nogo_proof.h>
#include <qi/nogo_solve.h>

#include <stdlib.h>
#include <string.h>

/* ==== Proofs and facts: written to memory, read back, and refused when they are damaged. ==== */

typedef struct kept_bytes {
    char bytes[1 << 21];
    size_t length, room; /* the sink says no beyond `room` */
} kept_bytes;

/* A qi_sink that keeps what is written in memory; `context` is a kept_bytes. */
static bool keep_bytes(void *context, const char *piece, size_t count)
{
    kept_bytes *to = context;
    if (count > to->room - to->length)
        return false;
    memcpy(to->bytes + to->length, piece, count);
    to->length += count;
    return true;
}

typedef struct sheet {
    qi_nogo *position;
    qi_nogo_solver *solver;
    qi_colour winner;
    kept_bytes *file;
    qi_nogo_walk account;
} sheet;

static sheet solve(uint32_t rows, uint32_t columns)
{
    sheet s = {.file = calloc(1, sizeof(kept_bytes)), .account = {.size = sizeof s.account}};
    assert_non_null(s.file);
    s.file->room = sizeof s.file->bytes;
    qi_nogo_solution solution = {.size = sizeof(qi_nogo_solution)};
    assert_int_equal(qi_nogo_new(rows, columns, NULL, &s.position), QI_OK);
    assert_int_equal(qi_nogo_solver_new((size_t)16 << 20, NULL, &s.solver), QI_OK);
    assert_int_equal(qi_nogo_solve(s.solver, s.position, NULL, &solution), QI_OK);
    s.winner = solution.outcome == QI_NOGO_WON ? QI_BLACK : QI_WHITE;
    return s;
}

static void end(sheet *s)
{
    qi_nogo_free(s->position);
    qi_nogo_solver_free(s->solver);
    free(s->file);
}

/* Gives the bytes of a file, some at a time. */
typedef struct reading {
    const kept_bytes *file;
    size_t at, piece;
} reading;

static bool give(void *context, char *bytes, size_t room, size_t *count)
{
    reading *from = context;
    const size_t left = from->file->length - from->at;
    *count = left < from->piece ? left : from->piece;
    *count = *count < room ? *count : room;
    memcpy(bytes, from->file->bytes + from->at, *count);
    from->at += *count;
    return true;
}

static qi_result check_by(const sheet *s, uint32_t threads, qi_nogo_walk *account)
{
    qi_nogo *position = NULL;
    qi_colour winner;
    qi_text_error error;
    reading from = {s->file, 0, threads == 1 ? 5 : sizeof s->file->bytes};
    const qi_nogo_walk_limits limits = {.size = sizeof(qi_nogo_walk_limits), .threads = threads};
    const qi_result result =
        qi_nogo_check_proof(give, &from, &limits, NULL, &position, &winner, account, &error);
    if (result == QI_OK && account->end == QI_NOGO_WALK_WON) {
        assert_int_equal(winner, s->winner);
        assert_int_equal(qi_nogo_rows(position), qi_nogo_rows(s->position));
    }
    if (result == QI_OK)
        qi_nogo_free(position);
    if (result == QI_BAD_TEXT)
        assert_true(error.line >= 1 && error.column >= 1 && error.found[0] && error.expected[0]);
    return result;
}

static bool is_believed(const sheet *s)
{
    qi_nogo_walk account = {.size = sizeof account};
    return check_by(s, 1, &account) == QI_OK && account.end == QI_NOGO_WALK_WON;
}

static void write(sheet *s, uint32_t leaf)
{
    s->file->length = 0;
    assert_int_equal(qi_nogo_write_proof(s->position, s->winner, leaf, s->solver, NULL, keep_bytes,
                                         s->file, &s->account),
                     QI_OK);
    assert_int_equal(s->account.end, QI_NOGO_WALK_WON);
}

static void a_proof_is_believed(void **state)
{
    (void)state;
    static const uint32_t boards[][3] = {{3, 4, 6}, {3, 4, 0}, {2, 6, 3}, {1, 9, 4}, {3, 5, 6},
                                         {4, 4, 1}, {1, 1, 0}, {1, 2, 6}, {2, 8, 3}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        sheet s = solve(boards[i][0], boards[i][1]);
        write(&s, boards[i][2]);
        for (uint32_t threads = 1; threads <= 3; threads++) {
            qi_nogo_walk account = {.size = sizeof account};
            assert_int_equal(check_by(&s, threads, &account), QI_OK);
            assert_memory_equal(&account, &s.account, sizeof account);
        }
        end(&s);
    }
}

/* Each byte changed to every answer, with each of its bits inverted, left out or doubled; each cut.
 */
static void a_proof_is_believed_only_whole(void **state)
{
    (void)state;
    static const uint32_t boards[][3] = {{2, 4, 1}, {3, 3, 3}, {1, 8, 2}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        sheet s = solve(boards[i][0], boards[i][1]);
        const uint32_t points = boards[i][0] * boards[i][1];
        write(&s, boards[i][2]);
        assert_true(is_believed(&s));
        char *const bytes = s.file->bytes;
        const size_t length = s.file->length;
        for (size_t at = 0; at < length; at++) {
            const char before = bytes[at];
            for (uint32_t change = 0; change < points + 8; change++) {
                bytes[at] =
                    (char)(change < points ? '0' + (int)change : before ^ 1 << (change - points));
                assert_true(bytes[at] == before || !is_believed(&s));
            }
            bytes[at] = before;
            s.file->length = at;
            assert_false(is_believed(&s));
            memmove(bytes + at + 1, bytes + at, length - at);
            s.file->length = length + 1;
            assert_false(is_believed(&s));
            memmove(bytes + at, bytes + at + 1, length - at);
            memmove(bytes + at, bytes + at + 1, length - at - 1);
            s.file->length = length - 1;
            assert_false(is_believed(&s));
            memmove(bytes + at + 1, bytes + at, length - at - 1);
            bytes[at] = before;
            s.file->length = length;
        }
        assert_true(is_believed(&s));
        end(&s);
    }
}

/* A layer is divided among threads; what is wrong in it is found at the same place by any number.
 */
static void threads_find_the_same_fault(void **state)
{
    (void)state;
    sheet s = solve(4, 4);
    write(&s, 1);
    assert_true(s.account.answers > 10000);
    size_t found = 0;
    for (size_t at = 100; at < s.file->length - 40; at += s.file->length / 9) {
        const char before = s.file->bytes[at];
        if (before == '\n')
            continue;
        s.file->bytes[at] = before == '0' ? '1' : '0';
        qi_nogo_walk one = {.size = sizeof one}, other = {.size = sizeof other};
        const qi_result result = check_by(&s, 1, &one);
        assert_int_equal(check_by(&s, 4, &other), result);
        if (result == QI_OK) {
            found++;
            assert_int_not_equal(one.end, QI_NOGO_WALK_WON);
            assert_int_equal(one.end, other.end);
            assert_int_equal(one.move, other.move);
            assert_true(one.black == other.black && one.white == other.white);
        }
        s.file->bytes[at] = before;
    }
    assert_true(found > 0);
    end(&s);
}

/* Random positions: there is a proof for the side that minimax says wins, and none for the other.
 */
static void only_the_winner_has_a_proof(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 7);
    sheet s = solve(3, 3);
    for (unsigned round = 0; round < 300; round++) {
        qi_nogo_free(s.position);
        assert_int_equal(qi_nogo_new(2 + round % 2, 4, NULL, &s.position), QI_OK);
        for (unsigned stone = 0; stone < 2 + round % 4; stone++)
            qi_nogo_play(s.position, qi_nogo_to_move(s.position),
                         (qi_point)qi_random_below(&random, 8), NULL);
        qi_oracle_nogo oracle;
        const uint32_t points = qi_nogo_rows(s.position) * 4;
        assert_true(qi_oracle_nogo_start(&oracle, qi_nogo_rows(s.position), 4, NULL));
        for (qi_point i = 0; i < points; i++)
            oracle.cells[i] = (uint8_t)qi_nogo_at(s.position, i);
        const qi_colour mover = qi_nogo_to_move(s.position);
        const bool wins = qi_oracle_nogo_wins(&oracle, mover);
        qi_oracle_nogo_end(&oracle);
        s.winner = wins ? mover : qi_opponent(mover);
        write(&s, round % 5);
        assert_true(is_believed(&s));
        s.file->length = 0;
        const qi_result result =
            qi_nogo_write_proof(s.position, qi_opponent(s.winner), round % 5, s.solver, NULL,
                                keep_bytes, s.file, &s.account);
        assert_true(result == QI_STOPPED ||
                    (result == QI_OK && s.account.end == QI_NOGO_WALK_LEAF_LOST));
    }
    end(&s);
}

/* The source or the watch ends the checking. */
static bool fail_later(void *context, char *bytes, size_t room, size_t *count)
{
    reading *from = context;
    return from->at < 40 && give(from, bytes, room, count);
}

static bool refuse(void *context, const qi_nogo_walk *so_far)
{
    (void)so_far;
    ++*(unsigned *)context;
    return false;
}

static void checking_stops(void **state)
{
    (void)state;
    sheet s = solve(3, 4);
    write(&s, 6);
    qi_nogo *position = NULL;
    qi_colour winner;
    qi_nogo_walk account = {.size = sizeof account};
    unsigned asked = 0;
    for (size_t piece = 1; piece < 60; piece += 7) {
        reading from = {s.file, 0, piece};
        assert_int_equal(
            qi_nogo_check_proof(fail_later, &from, NULL, NULL, &position, &winner, &account, NULL),
            QI_STOPPED);
    }
    reading from = {s.file, 0, 100};
    const qi_nogo_walk_limits limits = {
        .size = sizeof(qi_nogo_walk_limits), .watch = refuse, .context = &asked};
    assert_int_equal(
        qi_nogo_check_proof(give, &from, &limits, NULL, &position, &winner, &account, NULL),
        QI_STOPPED);
    assert_int_equal(asked, 1);
    const qi_nogo_walk_limits many = {.size = sizeof(qi_nogo_walk_limits),
                                      .threads = QI_MAX_THREADS + 1};
    from.at = 0;
    assert_int_equal(
        qi_nogo_check_proof(give, &from, &many, NULL, &position, &winner, &account, NULL),
        QI_BAD_ARGUMENT);
    assert_int_equal(qi_nogo_write_proof(s.position, s.winner, QI_NOGO_MAX_LEAF + 1, s.solver, NULL,
                                         keep_bytes, s.file, &s.account),
                     QI_BAD_ARGUMENT);
    end(&s);
}

/* A source and a sink that set the stop of the call which asks them. */
typedef struct stopper {
    qi_stop stop;
    reading from;
    sheet *s;
} stopper;

static bool give_and_stop(void *context, char *bytes, size_t room, size_t *count)
{
    stopper *it = context;
    qi_stop_set(&it->stop);
    return give(&it->from, bytes, room, count);
}

static bool keep_and_stop(void *context, const char *bytes, size_t count)
{
    stopper *it = context;
    qi_stop_set(&it->stop);
    return keep_bytes(it->s->file, bytes, count);
}

static void a_stop_ends_walks(void **state)
{
    (void)state;
    sheet s = solve(4, 4);
    write(&s, 1);
    qi_nogo *position = NULL;
    qi_colour winner;
    qi_nogo_walk account = {.size = sizeof account};
    for (uint32_t threads = 0; threads <= 3; threads++) {
        stopper it = {.from = {s.file, 0, sizeof s.file->bytes}, .s = &s};
        const qi_host host = {.size = sizeof host, .stop = &it.stop}, wrong = {0};
        qi_nogo_walk_limits limits = {
            .size = sizeof(qi_nogo_walk_limits), .threads = threads, .host = &host};
        assert_int_equal(qi_nogo_check_proof(give_and_stop, &it, &limits, NULL, &position, &winner,
                                             &account, NULL),
                         QI_STOPPED);
        assert_true(qi_stop_is_set(&it.stop));
        limits.host = &wrong;
        it.from.at = 0;
        assert_int_equal(
            qi_nogo_check_proof(give, &it.from, &limits, NULL, &position, &winner, &account, NULL),
            QI_BAD_ARGUMENT);
    }
    for (uint32_t threads = 0; threads <= 3; threads++) {
        stopper it = {.s = &s};
        const qi_host host = {.size = sizeof host, .stop = &it.stop};
        const qi_nogo_solve_limits limits = {
            .size = sizeof(qi_nogo_solve_limits), .threads = threads, .host = &host};
        s.file->length = 0;
        assert_int_equal(qi_nogo_write_proof(s.position, s.winner, 1, s.solver, &limits,
                                             keep_and_stop, &it, &s.account),
                         QI_STOPPED);
    }
    end(&s);
}

/* The watch is asked every few hundred positions, not only after a layer. */
typedef struct stop_after {
    uint64_t asked, max, positions;
} stop_after;

static bool wait(void *context, const qi_nogo_walk *so_far)
{
    stop_after *p = context;
    assert_true(so_far->positions + so_far->answers >= p->positions);
    p->positions = so_far->positions + so_far->answers;
    return ++p->asked < p->max;
}

static void the_watch_is_asked_often(void **state)
{
    (void)state;
    sheet s = solve(4, 4);
    write(&s, 1);
    qi_nogo *position = NULL;
    qi_colour winner;
    qi_nogo_walk account = {.size = sizeof account};
    const uint64_t all = s.account.positions + s.account.answers;
    for (uint32_t threads = 1; threads <= 3; threads += 2)
        for (uint64_t max = 0; max <= 20; max += 10) {
            reading from = {s.file, 0, sizeof s.file->bytes};
            stop_after p = {.max = max ? max : UINT64_MAX};
            const qi_nogo_walk_limits limits = {.size = sizeof(qi_nogo_walk_limits),
                                                .threads = threads,
                                                .watch = wait,
                                                .context = &p};
            const qi_result result =
                qi_nogo_check_proof(give, &from, &limits, NULL, &position, &winner, &account, NULL);
            assert_int_equal(result, max ? QI_STOPPED : QI_OK);
            if (max) {
                assert_int_equal(p.asked, max);
                continue;
            }
            qi_nogo_free(position);
            assert_memory_equal(&account, &s.account, sizeof account);
            assert_true(threads > 1 || p.asked > all / 512);
        }
    end(&s);
}

static void writing_stops_when_the_sink_says_so(void **state)
{
    (void)state;
    sheet s = solve(3, 5);
    for (size_t room = 0; room < 60; room += 10) {
        s.file->length = 0;
        s.file->room = room;
        assert_int_equal(qi_nogo_write_proof(s.position, s.winner, 6, s.solver, NULL, keep_bytes,
                                             s.file, &s.account),
                         QI_STOPPED);
        s.file->length = 0;
        assert_int_equal(qi_nogo_write_facts(s.solver, keep_bytes, s.file, NULL), QI_STOPPED);
    }
    end(&s);
}

static void facts_come_back(void **state)
{
    (void)state;
    sheet s = solve(4, 4);
    uint64_t written, read, rewritten;
    assert_int_equal(qi_nogo_write_facts(s.solver, keep_bytes, s.file, &written), QI_OK);
    assert_true(written > 0);
    qi_nogo_solver *other;
    assert_int_equal(qi_nogo_solver_new((size_t)16 << 20, NULL, &other), QI_OK);
    assert_int_equal(qi_nogo_read_facts(other, s.file->bytes, s.file->length, &read), QI_OK);
    assert_int_equal(read, written);
    /* None of them is forgotten for another. */
    s.file->length = 0;
    assert_int_equal(qi_nogo_write_facts(other, keep_bytes, s.file, &rewritten), QI_OK);
    assert_int_equal(rewritten, written);
    qi_nogo_solution again = {.size = sizeof(qi_nogo_solution)};
    assert_int_equal(qi_nogo_solve(other, s.position, NULL, &again), QI_OK);
    assert_true(again.nodes < 100);
    assert_int_equal(qi_nogo_read_facts(other, s.file->bytes, s.file->length - 1, &read),
                     QI_BAD_DATA);
    s.file->bytes[0] = 'X';
    assert_int_equal(qi_nogo_read_facts(other, s.file->bytes, s.file->length, &read), QI_BAD_DATA);
    qi_nogo_solver_free(other);
    end(&s);
}

/* Every inverted bit, and every cut inside a chunk, is noticed, and only whole chunks are learnt.
 */
static void damaged_facts_are_not_believed(void **state)
{
    (void)state;
    enum { START = 20, CHUNK = START + 256 * 16 };
    sheet s = solve(4, 4);
    uint64_t written;
    assert_int_equal(qi_nogo_write_facts(s.solver, keep_bytes, s.file, &written), QI_OK);
    assert_int_equal(s.file->length, (written + 255) / 256 * START + written * 16);
    assert_true(written > 2 * 256); /* so that a whole chunk follows a damaged one */
    /* One bit in 13 and one cut in 13 in a short run: every bit of a byte is among them. */
    const size_t step = test_short() ? 13 : 1;
    for (size_t bit = 0; bit < 8 * s.file->length; bit += step) {
        const size_t at = bit / 8;
        qi_nogo_solver *other;
        uint64_t read;
        assert_int_equal(qi_nogo_solver_new((size_t)2 << 20, NULL, &other), QI_OK);
        s.file->bytes[at] = (char)(s.file->bytes[at] ^ 1 << bit % 8);
        assert_int_equal(qi_nogo_read_facts(other, s.file->bytes, s.file->length, &read),
                         QI_BAD_DATA);
        s.file->bytes[at] = (char)(s.file->bytes[at] ^ 1 << bit % 8);
        const uint64_t before = at / CHUNK * 256;
        const uint64_t lost = written - before < 256 ? written - before : 256;
        assert_int_equal(read, written - lost);
        qi_nogo_solver_free(other);
    }
    for (size_t length = 0; length < s.file->length; length += step) {
        qi_nogo_solver *other;
        uint64_t read;
        assert_int_equal(qi_nogo_solver_new((size_t)2 << 20, NULL, &other), QI_OK);
        const qi_result result = qi_nogo_read_facts(other, s.file->bytes, length, &read);
        const bool at_a_seam = length && length % CHUNK == 0;
        assert_int_equal(result, at_a_seam ? QI_OK : QI_BAD_DATA);
        assert_int_equal(read, length / CHUNK * 256);
        qi_nogo_solver_free(other);
    }
    end(&s);
}

/* How many more moves Black has than White after a move of Black; -100 when it is illegal. */
static int margin_after(const qi_nogo *position, qi_point move)
{
    qi_nogo *next;
    assert_int_equal(qi_nogo_copy(position, NULL, &next), QI_OK);
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
    qi_nogo *position;
    assert_int_equal(qi_nogo_parse(text, sizeof text - 1, 0, NULL, &position, NULL), QI_OK);
    qi_point move;
    assert_int_equal(qi_nogo_stubborn_move(position, &move), QI_OK);
    assert_true(margin_after(position, move) > margin_after(position, 1));
    for (qi_point point = 0; point < 16; point++)
        assert_true(margin_after(position, move) >= margin_after(position, point));
    qi_nogo_free(position);
}

/* ==== Small endings: legal points kept up to date, and what is remembered, against trying
 * everything. ==== */

static const uint32_t boards[][2] = {{1, 12}, {2, 6}, {3, 4}, {3, 5},
                                     {4, 4},  {5, 2}, {7, 1}, {5, 8}};

static qi_nogo *new_game(size_t round)
{
    const uint32_t *const size = boards[round % (sizeof boards / sizeof *boards)];
    qi_nogo *position;
    assert_int_equal(qi_nogo_new(size[0], size[1], NULL, &position), QI_OK);
    return position;
}

/* A legal point of a side, or 0. */
static uint64_t choose(qi_random *random, const plain_legal *legal, unsigned side)
{
    uint64_t rest = legal->of[side];
    if (!rest)
        return 0;
    const unsigned count = (unsigned)__builtin_popcountll(rest);
    for (uint64_t skip = qi_random_below(random, count); skip; skip--)
        rest &= rest - 1;
    return rest & -rest;
}

/* A game, and what the proof knows of it before the first move. */
static qi_nogo *begin(size_t round, plain_board *board, plain_position *position,
                      plain_legal *legal)
{
    qi_nogo *const nogo = new_game(round);
    assert_int_equal(qi_plain_start(nogo, board, position), QI_OK);
    *legal = qi_plain_legal(board, position);
    return nogo;
}

/* Random games, in which now and then somebody moves twice. */
static void legal_points_are_kept_up_to_date(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 18);
    for (size_t round = 0; round < 4000; round++) {
        plain_board board;
        plain_position position;
        plain_legal legal;
        qi_nogo *const nogo = begin(round, &board, &position, &legal);
        for (;;) {
            const unsigned side = (unsigned)qi_random_below(&random, 2);
            const uint64_t stone = choose(&random, &legal, side);
            if (!stone)
                break;
            position.stones[side] |= stone;
            legal = qi_plain_legal_after(&board, &position, &legal, side, stone);
            const plain_legal again = qi_plain_legal(&board, &position);
            assert_memory_equal(&legal, &again, sizeof legal);
        }
        qi_nogo_free(nogo);
    }
}

/* A memory for each board. */
static void endings_are_settled_as_by_trying_everything(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 19);
    leaf_memory *const memories = calloc(sizeof boards / sizeof *boards, sizeof *memories);
    assert_non_null(memories);
    unsigned won[2] = {0, 0};
    for (size_t round = 0; round < 3000; round++) {
        plain_board board;
        plain_position position;
        plain_legal legal;
        qi_nogo *const nogo = begin(round, &board, &position, &legal);
        unsigned side = (unsigned)round % 2;
        for (uint64_t stone; plain_open(&legal) > 7 && (stone = choose(&random, &legal, side));
             side = !side) {
            position.stones[side] |= stone;
            legal = qi_plain_legal(&board, &position);
        }
        qi_oracle_nogo oracle;
        assert_true(qi_oracle_nogo_start(&oracle, board.rows, board.columns, NULL));
        for (qi_point i = 0; i < board.points; i++)
            oracle.cells[i] = (uint8_t)(position.stones[0] >> i & 1   ? QI_BLACK
                                        : position.stones[1] >> i & 1 ? QI_WHITE
                                                                      : QI_EMPTY);
        leaf_memory *const memory = &memories[round % (sizeof boards / sizeof *boards)];
        for (unsigned first = 0; first < 2; first++) {
            const bool wins = qi_leaf_wins(&board, memory, &position, &legal, first);
            assert_int_equal(wins, qi_oracle_nogo_wins(&oracle, first ? QI_WHITE : QI_BLACK));
            won[wins]++;
        }
        qi_oracle_nogo_end(&oracle);
        qi_nogo_free(nogo);
    }
    assert_true(won[0] > 1000 && won[1] > 1000);
    free(memories);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_proof_is_believed),
        cmocka_unit_test(a_proof_is_believed_only_whole),
        cmocka_unit_test(threads_find_the_same_fault),
        cmocka_unit_test(only_the_winner_has_a_proof),
        cmocka_unit_test(checking_stops),
        cmocka_unit_test(a_stop_ends_walks),
        cmocka_unit_test(the_watch_is_asked_often),
        cmocka_unit_test(writing_stops_when_the_sink_says_so),
        cmocka_unit_test(facts_come_back),
        cmocka_unit_test(damaged_facts_are_not_believed),
        cmocka_unit_test(the_loser_keeps_many_moves),
        cmocka_unit_test(legal_points_are_kept_up_to_date),
        cmocka_unit_test(endings_are_settled_as_by_trying_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
