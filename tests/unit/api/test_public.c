/* Public functions that only the command and the page call. */
#include "check.h"

#include <qi/go_record.h>
#include <qi/maze_steps.h>
#include <qi/nogo_player.h>

#include <string.h>

static bool append(void *context, const char *bytes, size_t count)
{
    strncat((char *)context, bytes, count);
    return true;
}

static const char games[] = "1\n4\nB 1 2\nB 2 1\nW 1 1\nB 1 2\n";

static void a_text_of_games_is_answered(void **state)
{
    (void)state;
    qi_go *game;
    char output[64] = "";
    assert_int_equal(qi_go_new(3, 3, NULL, NULL, &game), QI_OK);
    assert_int_equal(qi_go_answer(game, games, sizeof games - 1, NULL, append, output, NULL),
                     QI_OK);
    assert_string_equal(output, "miss 2\nmiss 1\n.B.\nB..\n...\n");
    qi_go_free(game);
    assert_string_equal(qi_go_verdict_text(QI_GO_OCCUPIED), "the point is occupied");
    assert_string_equal(qi_nogo_verdict_text(QI_NOGO_OCCUPIED), "the point is occupied");
}

static void a_record_goes_through_sgf(void **state)
{
    (void)state;
    qi_go_reader reader;
    qi_go_moves moves = {0};
    qi_text_error error;
    qi_go_record *record;
    assert_int_equal(qi_go_read(&reader, games, sizeof games - 1, 3, 3, true, &error), QI_OK);
    assert_int_equal(qi_go_look_through(reader, NULL, &moves, &error), QI_OK);
    assert_int_equal(qi_go_read_game(&reader, NULL, &moves, &error), QI_OK);
    assert_int_equal(qi_go_record_new(3, 3, NULL, NULL, &record), QI_OK);
    assert_int_equal(qi_go_record_moves(record, &moves, 3), QI_OK);
    assert_int_equal(qi_go_record_entries(record)[2].verdict, QI_GO_SUICIDE);
    char text[512] = "";
    assert_int_equal(qi_go_write_sgf(record, append, text), QI_OK);
    assert_non_null(strstr(text, ";B[ba];B[ab]"));
    assert_non_null(strstr(text, "refused: W 1 1"));

    qi_sgf *sgf;
    qi_sgf_walk walk;
    qi_go_sgf_reading reading = {.record = record, .text = text};
    assert_int_equal(qi_sgf_parse(text, strlen(text), NULL, &sgf, &error), QI_OK);
    assert_int_equal(qi_sgf_walk_start(sgf, qi_sgf_first_game(sgf), &walk, &error), QI_OK);
    assert_int_equal(qi_go_read_sgf(&reading, &walk, 1, &error), QI_STOPPED);
    assert_int_equal(qi_go_record_count(record), 1);
    qi_sgf_free(sgf);
    qi_go_record_free(record);
    qi_go_free_moves(&moves, NULL);
}

static void a_board_has_letters(void **state)
{
    (void)state;
    qi_maze_board board;
    assert_int_equal(qi_maze_board_parse("..M/.O./...", 11, &board, NULL), QI_OK);
    assert_int_equal(qi_maze_board_at(board, 2), QI_MAZE_M);
    assert_int_equal(qi_maze_board_at(board, 4), QI_MAZE_O);
    assert_int_equal(qi_maze_board_at(board, 8), QI_MAZE_NONE);
}

static bool look(void *context, const qi_nogo_snapshot *now)
{
    *(size_t *)context = now->move_count;
    assert_int_equal(now->line[0], now->moves[0].point);
    assert_true(now->visits > 0 && now->win_rate >= 0 && now->win_rate <= 1);
    return true;
}

/* Analysing needs neither the search nor a decision. */
static void an_analysis_is_reported(void **state)
{
    (void)state;
    size_t seen = 0;
    qi_nogo *position;
    qi_nogo_player *player;
    const qi_nogo_player_options options = {
        .size = sizeof options, .engine = QI_NOGO_PLAYOUTS, .playouts = 50, .memory = 1 << 20};
    const qi_nogo_thinking how = {.size = sizeof how, .report = look, .context = &seen};
    assert_int_equal(qi_nogo_new(5, 5, NULL, &position), QI_OK);
    assert_int_equal(qi_nogo_player_new(&options, NULL, &player), QI_OK);
    assert_int_equal(qi_nogo_player_analyze(player, position, QI_WALL, &how), QI_BAD_ARGUMENT);
    assert_int_equal(qi_nogo_player_analyze(player, position, QI_BLACK, &how), QI_OK);
    assert_int_equal(seen, 25);
    qi_nogo_player_free(player);
    qi_nogo_free(position);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_of_games_is_answered), cmocka_unit_test(a_record_goes_through_sgf),
        cmocka_unit_test(a_board_has_letters), cmocka_unit_test(an_analysis_is_reported)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
