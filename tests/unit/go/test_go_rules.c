/* The rules of Go, case by case, in pictures. */
#include "go/games.h"
#include "go_picture.h"

static void capture_takes_every_group_without_liberties(void **state)
{
    (void)state;
    qi_go *game = picture(QI_GO_POSITIONAL, false,
                          ".BW.W\n"
                          "BWWBB\n"
                          ".BBB.\n");
    assert_int_equal(play_at(game, 'B', 1, 4), QI_GO_OK);
    assert_picture(game, ".B.B.\n"
                         "B..BB\n"
                         ".BBB.\n");
    assert_int_equal(qi_go_captures(game, QI_BLACK), 4);
    assert_int_equal(qi_go_captures(game, QI_WHITE), 0);
    qi_go_step step;
    qi_point taken[8];
    assert_int_equal(qi_go_step_at(game, 2, &step, taken, 8), QI_OK);
    assert_int_equal(step.kind, QI_GO_MOVE);
    assert_int_equal(step.move.point, 3);
    assert_int_equal(step.captured, 4);
    assert_true(qi_go_undo(game));
    assert_picture(game, ".BW.W\n"
                         "BWWBB\n"
                         ".BBB.\n");
    assert_int_equal(qi_go_captures(game, QI_BLACK), 0);
    assert_int_equal(qi_go_measure_group(game, 2, NULL, NULL, 0).stones, 3);
    assert_int_equal(qi_go_measure_group(game, 2, NULL, NULL, 0).liberties, 1);
    qi_go_free(game);
}

static void one_stone_has_no_liberty(void **state)
{
    (void)state;
    qi_go *game = picture(QI_GO_POSITIONAL, false,
                          ".W.\n"
                          "W..\n"
                          "...\n");
    assert_int_equal(play_at(game, 'B', 1, 1), QI_GO_SUICIDE);
    assert_int_equal(play_at(game, 'W', 1, 1), QI_GO_OK);
    assert_int_equal(play_at(game, 'B', 1, 1), QI_GO_OCCUPIED);
    assert_int_equal(play_at(game, 'B', 4, 1), QI_GO_OFF_BOARD);
    assert_int_equal(play_at(game, 'B', 1, 4), QI_GO_OFF_BOARD);
    assert_int_equal(judge_and_play(game, QI_WALL, 8, NULL), QI_GO_OFF_BOARD);
    assert_int_equal(judge_and_play(game, QI_EMPTY, 8, NULL), QI_GO_OFF_BOARD);
    assert_int_equal(qi_go_steps(game), 2);
    qi_go_free(game);
}

static void several_stones_have_no_liberty(void **state)
{
    (void)state;
    const char before[] = "B.BW\n"
                          "WBW.\n"
                          ".W..\n";
    qi_go *game = picture(QI_GO_POSITIONAL, false, before);
    assert_int_equal(play_at(game, 'B', 1, 2), QI_GO_SUICIDE);
    assert_picture(game, before);
    qi_go_free(game);

    game = picture(QI_GO_POSITIONAL, true, before);
    assert_int_equal(play_at(game, 'B', 1, 2), QI_GO_OK);
    assert_picture(game, "...W\n"
                         "W.W.\n"
                         ".W..\n");
    assert_int_equal(qi_go_captures(game, QI_WHITE), 4);
    qi_go_step step;
    assert_int_equal(qi_go_step_at(game, 2, &step, NULL, 0), QI_OK);
    assert_int_equal(step.move.point, 1);
    assert_int_equal(step.move.colour, QI_BLACK);
    assert_int_equal(step.captured, 3);
    /* The white stones around have their liberties back. */
    assert_int_equal(qi_go_measure_group(game, 4, NULL, NULL, 0).liberties, 3);
    assert_int_equal(play_at(game, 'B', 1, 1), QI_GO_OK);
    assert_true(qi_go_undo(game));
    assert_true(qi_go_undo(game));
    assert_picture(game, before);
    assert_int_equal(qi_go_captures(game, QI_WHITE), 0);
    assert_int_equal(qi_go_measure_group(game, 0, NULL, NULL, 0).liberties, 1);
    qi_go_free(game);
}

static void suicide_of_one_stone_repeats_the_position(void **state)
{
    (void)state;
    const char before[] = ".W.\n"
                          "W..\n";
    qi_go *game = picture(QI_GO_POSITIONAL, true, before);
    uint32_t repeated;
    assert_int_equal(qi_go_judge(game, QI_BLACK, 0, &repeated), QI_GO_SUPERKO);
    assert_int_equal(repeated, 1);
    qi_go_free(game);
    /* With free repetition it changes nothing but the number of captured stones. */
    game = picture(QI_GO_FREE, true, before);
    assert_int_equal(play_at(game, 'B', 1, 1), QI_GO_OK);
    assert_picture(game, before);
    assert_int_equal(qi_go_captures(game, QI_WHITE), 1);
    assert_int_equal(qi_go_steps(game), 2);
    assert_true(qi_go_undo(game));
    assert_int_equal(qi_go_captures(game, QI_WHITE), 0);
    assert_picture(game, before);
    qi_go_free(game);
    /* The empty board can come back only so. */
    game = picture(QI_GO_POSITIONAL, true, "..\n");
    assert_int_equal(play_at(game, 'B', 1, 1), QI_GO_OK);
    assert_int_equal(qi_go_judge(game, QI_BLACK, 1, &repeated), QI_GO_SUPERKO);
    assert_int_equal(repeated, 0);
    qi_go_free(game);
}

static void a_capture_frees_the_suicide(void **state)
{
    (void)state;
    qi_go *game = picture(QI_GO_POSITIONAL, false,
                          ".WB.\n"
                          "WWB.\n"
                          "BBB.\n");
    assert_int_equal(play_at(game, 'B', 1, 1), QI_GO_OK);
    assert_picture(game, "B.B.\n"
                         "..B.\n"
                         "BBB.\n");
    qi_go_free(game);
    /* One of two groups around dies, and that is enough. */
    game = picture(QI_GO_POSITIONAL, false,
                   ".WB\n"
                   "W.B\n"
                   "BB.\n");
    assert_int_equal(play_at(game, 'W', 2, 2), QI_GO_OK);
    assert_int_equal(play_at(game, 'B', 1, 1), QI_GO_OK);
    assert_picture(game, "B.B\n"
                         "..B\n"
                         "BB.\n");
    qi_go_free(game);
}

/* ---- repetition --------------------------------------------------------------------------- */

static const char a_ko[] = ".BW.\n"
                           "BW.W\n"
                           ".BW.\n";

static void ko_is_forbidden_at_once_and_later(void **state)
{
    (void)state;
    static const qi_go_repetition rules[] = {QI_GO_POSITIONAL, QI_GO_SITUATIONAL, QI_GO_SIMPLE_KO,
                                             QI_GO_FREE};
    for (int i = 0; i < 4; i++) {
        qi_go *game = picture(rules[i], false, a_ko);
        assert_int_equal(play_at(game, 'B', 2, 3), QI_GO_OK);
        uint32_t repeated;
        assert_int_equal(qi_go_judge(game, QI_WHITE, 5, &repeated),
                         rules[i] == QI_GO_FREE ? QI_GO_OK : QI_GO_SUPERKO);
        assert_int_equal(repeated, rules[i] == QI_GO_FREE ? UINT32_MAX : 1);
        /* After two passes a simple ko is open again, a superko is not. */
        assert_int_equal(qi_go_pass(game, QI_WHITE), QI_OK);
        assert_int_equal(qi_go_pass(game, QI_BLACK), QI_OK);
        assert_int_equal(qi_go_judge(game, QI_WHITE, 5, NULL),
                         rules[i] == QI_GO_POSITIONAL || rules[i] == QI_GO_SITUATIONAL
                             ? QI_GO_SUPERKO
                             : QI_GO_OK);
        qi_go_free(game);
    }
}

static void taking_two_back_is_no_ko(void **state)
{
    (void)state;
    static const qi_go_repetition rules[] = {QI_GO_POSITIONAL, QI_GO_SITUATIONAL, QI_GO_SIMPLE_KO};
    for (int i = 0; i < 3; i++) {
        qi_go *game = picture(rules[i], false,
                              ".WW.B\n"
                              "WBBBB\n"
                              "W.WW.\n");
        assert_int_equal(play_at(game, 'B', 1, 4), QI_GO_OK);
        assert_int_equal(play_at(game, 'B', 1, 1), QI_GO_OK);
        assert_picture(game, "B..BB\n"
                             "WBBBB\n"
                             "W.WW.\n");
        assert_int_equal(play_at(game, 'W', 1, 2), QI_GO_OK);
        assert_picture(game, ".W.BB\n"
                             "WBBBB\n"
                             "W.WW.\n");
        qi_go_free(game);
    }
}

static void sending_two_returning_one(void **state)
{
    (void)state;
    const char before[] = "B.B.W\n"
                          "BBWWW\n"
                          ".B.W.\n";
    static const struct {
        qi_go_repetition repetition;
        qi_go_verdict verdict;
    } cases[] = {{QI_GO_POSITIONAL, QI_GO_SUPERKO},
                 /* The same position, but now the other player is to move. */
                 {QI_GO_SITUATIONAL, QI_GO_OK},
                 {QI_GO_SIMPLE_KO, QI_GO_OK},
                 {QI_GO_FREE, QI_GO_OK}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        qi_go *game = picture(cases[i].repetition, false, before);
        assert_int_equal(play_at(game, 'B', 1, 4), QI_GO_OK);
        assert_int_equal(play_at(game, 'W', 1, 2), QI_GO_OK);
        assert_picture(game, "BW..W\n"
                             "BBWWW\n"
                             ".B.W.\n");
        uint32_t repeated;
        assert_int_equal(qi_go_judge(game, QI_BLACK, 2, &repeated), cases[i].verdict);
        if (cases[i].verdict == QI_GO_SUPERKO)
            assert_int_equal(repeated, 1);
        qi_go_free(game);
    }
}

static void triple_ko(void **state)
{
    (void)state;
    /* Black may take in the first and the third, White in the second. */
    const char before[] = ".BW.\n"
                          "BW.W\n"
                          ".BW.\n"
                          "....\n"
                          ".BW.\n"
                          "B.BW\n"
                          ".BW.\n"
                          "....\n"
                          ".BW.\n"
                          "BW.W\n"
                          ".BW.\n";
    static const struct {
        qi_go_repetition repetition;
        qi_go_verdict verdict;
    } cases[] = {{QI_GO_POSITIONAL, QI_GO_SUPERKO},
                 {QI_GO_SITUATIONAL, QI_GO_SUPERKO},
                 {QI_GO_SIMPLE_KO, QI_GO_OK},
                 {QI_GO_FREE, QI_GO_OK}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        qi_go *game = picture(cases[i].repetition, false, before);
        assert_int_equal(play_at(game, 'B', 2, 3), QI_GO_OK);
        assert_int_equal(play_at(game, 'W', 6, 2), QI_GO_OK);
        assert_int_equal(play_at(game, 'B', 10, 3), QI_GO_OK);
        assert_int_equal(play_at(game, 'W', 2, 2), QI_GO_OK);
        assert_int_equal(play_at(game, 'B', 6, 3), QI_GO_OK);
        uint32_t repeated;
        const qi_point last = qi_go_point(game, 9, 1);
        assert_int_equal(judge_and_play(game, QI_WHITE, last, &repeated), cases[i].verdict);
        if (cases[i].verdict == QI_GO_SUPERKO)
            assert_int_equal(repeated, 1);
        else
            assert_picture(game, before);
        qi_go_free(game);
    }
}

static void repetition_without_a_capture(void **state)
{
    (void)state;
    qi_go *game = picture(QI_GO_POSITIONAL, false, "...\n");
    assert_int_equal(play_at(game, 'B', 1, 1), QI_GO_OK);
    assert_int_equal(play_at(game, 'W', 1, 3), QI_GO_OK);
    assert_picture(game, "B.W\n");
    assert_int_equal(play_at(game, 'B', 1, 2), QI_GO_OK);
    assert_picture(game, "BB.\n");
    assert_int_equal(play_at(game, 'W', 1, 3), QI_GO_OK);
    assert_picture(game, "..W\n");
    uint32_t repeated;
    assert_int_equal(judge_and_play(game, QI_BLACK, 0, &repeated), QI_GO_SUPERKO);
    assert_int_equal(repeated, 2);
    assert_picture(game, "..W\n");
    qi_go_free(game);
}

static void passes_count_for_the_situation(void **state)
{
    (void)state;
    static const struct {
        qi_go_repetition repetition;
        bool pass;
        qi_go_verdict verdict;
    } cases[] = {{QI_GO_SITUATIONAL, false, QI_GO_OK},
                 {QI_GO_SITUATIONAL, true, QI_GO_SUPERKO},
                 {QI_GO_POSITIONAL, false, QI_GO_SUPERKO},
                 {QI_GO_POSITIONAL, true, QI_GO_SUPERKO}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        qi_go *game = picture(cases[i].repetition, false, "...\n");
        assert_int_equal(play_at(game, 'B', 1, 1), QI_GO_OK);
        assert_int_equal(play_at(game, 'W', 1, 3), QI_GO_OK);
        /* Black passes: White is to move at "B.W". */
        if (cases[i].pass)
            assert_int_equal(qi_go_pass(game, QI_BLACK), QI_OK);
        assert_int_equal(play_at(game, 'B', 1, 2), QI_GO_OK);
        assert_int_equal(play_at(game, 'W', 1, 3), QI_GO_OK);
        assert_int_equal(play_at(game, 'B', 1, 1), cases[i].verdict);
        qi_go_free(game);
    }
}

/* ---- setting up, looking back ------------------------------------------------------------- */

static void a_setup_is_one_step(void **state)
{
    (void)state;
    qi_go *game = picture(QI_GO_POSITIONAL, false,
                          ".BW.\n"
                          "BW..\n");
    const uint64_t hash = qi_go_hash(game);
    const qi_stone stones[] = {{1, QI_EMPTY}, {2, QI_BLACK}, {3, QI_WHITE}, {3, QI_BLACK}};
    assert_int_equal(qi_go_set_up(game, stones, 4, QI_WHITE, NULL), QI_OK);
    assert_picture(game, "..BB\n"
                         "BW..\n");
    assert_int_equal(qi_go_to_move(game), QI_WHITE);
    qi_go_step step;
    qi_point changed[4];
    assert_int_equal(qi_go_step_at(game, 2, &step, changed, 4), QI_OK);
    assert_int_equal(step.kind, QI_GO_SETUP);
    assert_int_equal(step.captured, 3);
    assert_int_equal(step.move.point, QI_NO_POINT);
    assert_int_equal(play_at(game, 'W', 2, 3), QI_GO_OK);
    assert_true(qi_go_undo(game));
    assert_true(qi_go_undo(game));
    assert_picture(game, ".BW.\n"
                         "BW..\n");
    assert_true(qi_go_hash(game) == hash);
    assert_int_equal(qi_go_to_move(game), QI_BLACK);
    assert_true(qi_go_undo(game));
    assert_false(qi_go_undo(game));
    assert_int_equal(qi_go_hash(game), 0);
    qi_go_free(game);
}

/* Whoever moved before, also when one side moves several times. */
static void undo_restores_who_moved_before(void **state)
{
    (void)state;
    qi_go *game = picture(QI_GO_POSITIONAL, false, "....\n....\n");
    assert_int_equal(play_at(game, 'B', 1, 1), QI_GO_OK);
    for (uint32_t column = 1; column <= 3; column++)
        assert_int_equal(play_at(game, 'W', 2, column), QI_GO_OK);
    for (int i = 0; i < 2; i++) {
        assert_true(qi_go_undo(game));
        assert_int_equal(qi_go_to_move(game), QI_BLACK);
    }
    assert_true(qi_go_undo(game));
    assert_int_equal(qi_go_to_move(game), QI_WHITE);
    qi_go_free(game);
}

static void a_bad_setup_changes_nothing(void **state)
{
    (void)state;
    const char before[] = ".BW.\n"
                          "B...\n";
    qi_go *game = picture(QI_GO_POSITIONAL, false, before);
    qi_point wrong;
    const qi_stone breathless[] = {{0, QI_WHITE}};
    assert_int_equal(qi_go_set_up(game, breathless, 1, QI_BLACK, &wrong), QI_BAD_ARGUMENT);
    assert_int_equal(wrong, 0);
    const qi_stone outside[] = {{5, QI_WHITE}, {8, QI_WHITE}};
    assert_int_equal(qi_go_set_up(game, outside, 2, QI_BLACK, &wrong), QI_BAD_ARGUMENT);
    assert_int_equal(wrong, 8);
    const qi_stone wall[] = {{5, QI_WALL}};
    assert_int_equal(qi_go_set_up(game, wall, 1, QI_BLACK, &wrong), QI_BAD_ARGUMENT);
    assert_int_equal(qi_go_set_up(game, NULL, 0, QI_EMPTY, &wrong), QI_BAD_ARGUMENT);
    assert_picture(game, before);
    assert_int_equal(qi_go_steps(game), 1);
    assert_int_equal(qi_go_measure_group(game, 1, NULL, NULL, 0).liberties, 2);
    assert_int_equal(play_at(game, 'W', 2, 2), QI_GO_OK);
    qi_go_free(game);
}

static void many_passes_and_setups_are_cheap(void **state)
{
    (void)state;
    static const qi_go_repetition rules[] = {QI_GO_POSITIONAL, QI_GO_SITUATIONAL};
    for (int i = 0; i < 2; i++) {
        qi_go *game = picture(rules[i], false, a_ko);
        /* They would make one endless chain of equal positions if each were remembered. */
        for (int pass = 0; pass < 100000; pass++) {
            assert_int_equal(qi_go_pass(game, pass % 2 ? QI_WHITE : QI_BLACK), QI_OK);
            if (pass % 100 == 0)
                assert_int_equal(qi_go_set_up(game, NULL, 0, QI_BLACK, NULL), QI_OK);
        }
        assert_int_equal(play_at(game, 'B', 2, 3), QI_GO_OK);
        uint32_t repeated;
        assert_int_equal(qi_go_judge(game, QI_WHITE, 5, &repeated), QI_GO_SUPERKO);
        assert_int_equal(repeated, 1);
        qi_go_step step;
        assert_int_equal(qi_go_step_at(game, 50000, &step, NULL, 0), QI_OK);
        assert_int_equal(step.kind, QI_GO_PASS);
        while (qi_go_undo(game))
            ;
        assert_int_equal(qi_go_hash(game), 0);
        qi_go_free(game);
    }
}

static void groups_are_distinct(void **state)
{
    (void)state;
    qi_go *game = picture(QI_GO_POSITIONAL, false,
                          "BB.BW\n"
                          ".B.BW\n"
                          "WWW..\n");
    assert_int_equal(qi_go_group(game, 0), qi_go_group(game, 6));
    assert_int_not_equal(qi_go_group(game, 0), qi_go_group(game, 3));
    assert_int_equal(qi_go_group(game, 2), QI_NO_POINT);
    assert_int_equal(qi_go_group(game, 99), QI_NO_POINT);
    qi_point stones[4];
    qi_point liberties[4];
    const qi_group_size size = qi_go_measure_group(game, 1, stones, liberties, 4);
    assert_int_equal(size.stones, 3);
    assert_int_equal(size.liberties, 3);
    for (uint32_t i = 0; i < size.stones; i++)
        assert_int_equal(qi_go_group(game, stones[i]), qi_go_group(game, 0));
    for (uint32_t i = 0; i < size.liberties; i++)
        assert_int_equal(qi_go_at(game, liberties[i]), QI_EMPTY);
    assert_int_equal(qi_go_measure_group(game, 2, NULL, NULL, 0).stones, 0);
    assert_int_equal(qi_go_stones(game, QI_BLACK), 5);
    qi_point legal[16];
    assert_int_equal(qi_go_legal(game, QI_BLACK, legal, 16), 5);
    assert_int_equal(legal[0], 2);
    assert_int_equal(qi_go_legal(game, QI_BLACK, NULL, 0), 5);
    qi_go_free(game);
}

static void a_copy_goes_its_own_way(void **state)
{
    (void)state;
    qi_go *game = picture(QI_GO_POSITIONAL, false, a_ko);
    assert_int_equal(play_at(game, 'B', 2, 3), QI_GO_OK);
    qi_go *copy;
    assert_int_equal(qi_go_copy(game, NULL, &copy), QI_OK);
    assert_true(qi_go_undo(game));
    qi_go_free(game);
    assert_int_equal(play_at(copy, 'W', 2, 2), QI_GO_SUPERKO);
    assert_true(qi_go_undo(copy));
    assert_picture(copy, a_ko);
    qi_go_free(copy);
}

/* No block is larger than a game of some hundred moves needs. */
static void *allocate_little(void *context, size_t size)
{
    (void)context;
    return size < 1 << 18 ? malloc(size) : NULL;
}

static void release_it(void *context, void *block)
{
    (void)context;
    free(block);
}

static void a_game_takes_little_memory(void **state)
{
    (void)state;
    const qi_allocator little = {allocate_little, release_it, NULL};
    for (uint32_t size = 1; size <= 52; size += 17) {
        qi_go *game;
        assert_int_equal(qi_go_new(size, size, NULL, &little, &game), QI_OK);
        for (int i = 0; i < 600; i++)
            assert_int_equal(qi_go_pass(game, i % 2 ? QI_WHITE : QI_BLACK), QI_OK);
        qi_go_free(game);
    }
}

static void sizes_from_1_to_52(void **state)
{
    (void)state;
    qi_go *game;
    assert_int_equal(qi_go_new(0, 9, NULL, NULL, &game), QI_BAD_ARGUMENT);
    assert_int_equal(qi_go_new(9, 53, NULL, NULL, &game), QI_BAD_ARGUMENT);
    assert_int_equal(qi_go_new(1, 1, NULL, NULL, &game), QI_OK);
    assert_int_equal(play_at(game, 'B', 1, 1), QI_GO_SUICIDE);
    assert_int_equal(qi_go_legal(game, QI_WHITE, NULL, 0), 0);
    qi_go_free(game);
    /* One white stone, then black ones until it is taken; White may take them all, unless that
     * brings its first stone back alone. */
    for (int i = 0; i < 2; i++) {
        const qi_go_rules rules = {i ? QI_GO_FREE : QI_GO_POSITIONAL, false};
        assert_int_equal(qi_go_new(52, 52, &rules, NULL, &game), QI_OK);
        assert_int_equal(play_at(game, 'W', 52, 52), QI_GO_OK);
        for (qi_point point = 0; point < 52 * 52 - 2; point++)
            assert_int_equal(judge_and_play(game, QI_BLACK, point, NULL), QI_GO_OK);
        assert_int_equal(qi_go_measure_group(game, 0, NULL, NULL, 0).stones, 52 * 52 - 2);
        assert_int_equal(play_at(game, 'B', 52, 51), QI_GO_OK);
        assert_int_equal(qi_go_captures(game, QI_BLACK), 1);
        uint32_t repeated;
        assert_int_equal(judge_and_play(game, QI_WHITE, 52 * 52 - 1, &repeated),
                         i ? QI_GO_OK : QI_GO_SUPERKO);
        assert_int_equal(repeated, i ? UINT32_MAX : 1);
        if (i) {
            assert_int_equal(qi_go_captures(game, QI_WHITE), 52 * 52 - 1);
            assert_int_equal(qi_go_stones(game, QI_BLACK), 0);
            assert_true(qi_go_undo(game));
        }
        assert_int_equal(qi_go_stones(game, QI_BLACK), 52 * 52 - 1);
        qi_go_free(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(capture_takes_every_group_without_liberties),
        cmocka_unit_test(one_stone_has_no_liberty),
        cmocka_unit_test(several_stones_have_no_liberty),
        cmocka_unit_test(suicide_of_one_stone_repeats_the_position),
        cmocka_unit_test(a_capture_frees_the_suicide),
        cmocka_unit_test(ko_is_forbidden_at_once_and_later),
        cmocka_unit_test(taking_two_back_is_no_ko),
        cmocka_unit_test(sending_two_returning_one),
        cmocka_unit_test(triple_ko),
        cmocka_unit_test(repetition_without_a_capture),
        cmocka_unit_test(passes_count_for_the_situation),
        cmocka_unit_test(a_setup_is_one_step),
        cmocka_unit_test(undo_restores_who_moved_before),
        cmocka_unit_test(a_bad_setup_changes_nothing),
        cmocka_unit_test(many_passes_and_setups_are_cheap),
        cmocka_unit_test(groups_are_distinct),
        cmocka_unit_test(a_copy_goes_its_own_way),
        cmocka_unit_test(a_game_takes_little_memory),
        cmocka_unit_test(sizes_from_1_to_52),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
