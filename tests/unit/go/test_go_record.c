/* Records: verdicts, places, cuts and lack of memory. */
#include "go_picture.h"
#include "stingy.h"

enum { SIDE = 4, POINTS = SIDE * SIDE, ENTRIES = 600 };

static uint32_t below(uint64_t *random, uint32_t limit)
{
    *random = *random * 6364136223846793005U + 1442695040888963407U;
    return (uint32_t)(*random >> 33) % limit;
}

/* Moves, some off the board, passes, setups, some of them impossible, and entries that do nothing.
 */
static qi_result add_any(qi_go_record *record, uint64_t *random)
{
    const qi_colour colour = below(random, 2) ? QI_BLACK : QI_WHITE;
    const uint32_t what = below(random, 20);
    if (what > 3)
        return qi_go_record_add(record, (qi_move){below(random, POINTS + 1), colour}, what);
    if (what == 3)
        return qi_go_record_add(record, (qi_move){QI_NO_POINT, colour}, what);
    qi_stone stones[POINTS];
    const uint32_t count = what == 0 ? 0 : below(random, what == 1 ? 4 : POINTS);
    for (uint32_t i = 0; i < count; i++)
        stones[i] = (qi_stone){below(random, POINTS), (qi_colour)below(random, 3)};
    return qi_go_record_add_setup(record, stones, count, (qi_colour)below(random, 3), what);
}

/* Carries an entry out on a game without the record's help. */
static void carry_out(qi_go *game, const qi_go_record *record, const qi_go_entry *entry)
{
    uint32_t repeated = UINT32_MAX;
    qi_go_verdict verdict = QI_GO_OK;
    if (entry->kind == QI_GO_MOVE) {
        verdict = qi_go_play(game, entry->move.colour, entry->move.point, &repeated);
    } else if (entry->kind == QI_GO_PASS) {
        assert_int_equal(qi_go_pass(game, entry->move.colour), QI_OK);
    } else if (entry->count || entry->move.colour != QI_EMPTY) {
        const qi_colour turn =
            entry->move.colour != QI_EMPTY ? entry->move.colour : qi_go_to_move(game);
        const qi_stone *stones = entry->count ? &qi_go_record_stones(record)[entry->first] : NULL;
        if (qi_go_set_up(game, stones, entry->count, turn, NULL) != QI_OK)
            verdict = QI_GO_SUICIDE;
    }
    assert_int_equal(entry->verdict, verdict);
    assert_int_equal(entry->repeated, repeated);
    assert_int_equal(entry->step, qi_go_steps(game));
}

static void assert_same(const qi_go_record *record, const qi_go *game)
{
    const qi_go *const position = qi_go_record_position(record);
    assert_int_equal(qi_go_hash(position), qi_go_hash(game));
    assert_int_equal(qi_go_steps(position), qi_go_steps(game));
    assert_int_equal(qi_go_to_move(position), qi_go_to_move(game));
    assert_int_equal(qi_go_captures(position, QI_BLACK), qi_go_captures(game, QI_BLACK));
}

/* At every place the record is what a game is that was played so far. */
static void assert_replays(qi_go_record *record)
{
    const qi_go_rules rules = qi_go_rules_of(qi_go_record_position(record));
    qi_go *game;
    assert_int_equal(qi_go_new(SIDE, SIDE, &rules, NULL, &game), QI_OK);
    assert_int_equal(qi_go_record_seek(record, SIZE_MAX), QI_OK);
    assert_int_equal(qi_go_record_place(record), qi_go_record_count(record));
    const qi_go_entry *const entries = qi_go_record_entries(record);
    for (size_t i = 0; i < qi_go_record_count(record); i++) {
        const uint32_t before = qi_go_steps(game);
        carry_out(game, record, &entries[i]);
        if (qi_go_steps(game) > before)
            assert_int_equal(qi_go_record_index_of_step(record, before + 1), i);
    }
    for (size_t i = qi_go_record_count(record); i-- > 0;) {
        assert_same(record, game);
        assert_int_equal(qi_go_record_seek(record, i), QI_OK);
        while (qi_go_steps(game) > (i ? entries[i - 1].step : 0))
            qi_go_undo(game);
    }
    assert_int_equal(qi_go_hash(qi_go_record_position(record)), 0);
    qi_go_free(game);
}

static void entries_have_the_verdicts_of_play(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        const qi_go_rules rules = {(qi_go_repetition)(seed % 4), seed % 3 == 0};
        uint64_t random = seed;
        qi_go_record *record;
        assert_int_equal(qi_go_record_new(SIDE, SIDE, &rules, NULL, &record), QI_OK);
        for (int i = 0; i < ENTRIES; i++) {
            assert_int_equal(add_any(record, &random), QI_OK);
            if (below(&random, 8) == 0)
                qi_go_record_seek(record, below(&random, (uint32_t)qi_go_record_count(record) + 1));
            if (below(&random, 50) == 0)
                qi_go_record_cut(record, qi_go_record_count(record) - below(&random, 9) % 4);
        }
        assert_replays(record);
        qi_go_record_cut(record, ENTRIES / 4);
        assert_replays(record);
        qi_go_record_cut(record, 0);
        assert_int_equal(qi_go_record_count(record), 0);
        assert_int_equal(add_any(record, &random), QI_OK);
        assert_replays(record);
        qi_go_record_free(record);
    }
}

/* What cannot be an entry is refused, and changes nothing. */
static void setups_are_checked(void **state)
{
    (void)state;
    qi_go_record *record;
    assert_int_equal(qi_go_record_new(0, 3, NULL, NULL, &record), QI_BAD_ARGUMENT);
    assert_int_equal(qi_go_record_new(SIDE, SIDE, NULL, NULL, &record), QI_OK);
    const qi_stone off = {POINTS, QI_BLACK}, wall = {0, QI_WALL}, good = {0, QI_BLACK};
    assert_int_equal(qi_go_record_add_setup(record, &off, 1, QI_EMPTY, 0), QI_BAD_ARGUMENT);
    assert_int_equal(qi_go_record_add_setup(record, &wall, 1, QI_EMPTY, 0), QI_BAD_ARGUMENT);
    assert_int_equal(qi_go_record_add_setup(record, &good, 1, QI_WALL, 0), QI_BAD_ARGUMENT);
    assert_int_equal(qi_go_record_count(record), 0);
    assert_int_equal(qi_go_record_add_setup(record, &good, 1, QI_WHITE, 7), QI_OK);
    assert_int_equal(qi_go_record_seek(record, 1), QI_OK);
    assert_int_equal(qi_go_to_move(qi_go_record_position(record)), QI_WHITE);
    assert_int_equal(qi_go_record_entries(record)->source, 7);
    qi_go_record_free(record);
    qi_go_record_free(NULL);
}

/* Whatever finds no memory is as if it had not been asked for. */
static void without_memory_nothing_changes(void **state)
{
    (void)state;
    for (int memory = 0; memory < 40; memory++) {
        stingy from = {.left = memory};
        const qi_allocator allocator = stingy_allocator(&from);
        qi_go_record *record;
        uint64_t random = 1;
        if (qi_go_record_new(SIDE, SIDE, NULL, &allocator, &record) != QI_OK) {
            assert_int_equal(from.out, 0);
            continue;
        }
        for (int i = 0; i < ENTRIES; i++) {
            const size_t count = qi_go_record_count(record);
            const qi_result result = add_any(record, &random);
            assert_int_equal(qi_go_record_count(record), count + (result == QI_OK));
            qi_go_record_seek(record, SIZE_MAX);
        }
        from.left = 0; /* going back needs none */
        const size_t place = qi_go_record_place(record);
        assert_int_equal(qi_go_record_seek(record, place / 2), QI_OK);
        from.left = -1;
        assert_replays(record);
        qi_go_record_free(record);
        assert_int_equal(from.out, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_have_the_verdicts_of_play),
        cmocka_unit_test(setups_are_checked),
        cmocka_unit_test(without_memory_nothing_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
