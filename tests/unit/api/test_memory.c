/* Go, mazes, SGF, GTP and the laboratory without memory. */
#include "go/games.h"
#include "maze/trail.h"
#include "scenario.h"
#include "sgf/tree.h"
#include "sgf_tree.h"

#include <qi/go.h>
#include <qi/go_record.h>
#include <qi/gtp.h>
#include <qi/lab.h>
#include <qi/maze.h>
#include <qi/maze_steps.h>
#include <qi/sgf.h>

/* ---- Go ------------------------------------------------------------------------------------ */

/* A long game on a small board: captures, repetitions, history. Moves that find no memory are left
 * out; the game goes on, and is cleared in the end. */
static qi_result play_go(scene *it)
{
    qi_go *game, *copy;
    qi_result result = qi_go_new(5, 5, NULL, it->allocator, &game);
    if (result != QI_OK)
        return result;
    uint64_t random = 1;
    for (int i = 0; i < 3000; i++) {
        random = random * 6364136223846793005U + 1442695040888963407U;
        const qi_point point = (qi_point)(random >> 33) % 25;
        const uint32_t before = qi_go_steps(game);
        qi_go_verdict verdict;
        const qi_colour colour = i % 2 ? QI_WHITE : QI_BLACK;
        if (qi_go_play(game, colour, point, &verdict, NULL) == QI_NO_MEMORY) {
            assert_int_equal(qi_go_steps(game), before);
            result = QI_NO_MEMORY;
        }
        see(it, verdict);
        if (i % 500 == 499)
            for (int back = 0; back < 40 && qi_go_undo(game); back++)
                continue;
    }
    if (qi_go_pass(game, QI_BLACK) != QI_OK)
        result = QI_NO_MEMORY;
    see(it, qi_go_hash(game));
    see(it, qi_go_stones(game, QI_BLACK));
    see(it, qi_go_legal(game, QI_WHITE, NULL, 0));
    qi_go_step step;
    qi_point changed[25];
    for (uint32_t number = 1; number <= qi_go_steps(game); number += 97)
        assert_int_equal(qi_go_step_at(game, number, &step, changed, 25), QI_OK);
    if (qi_go_copy(game, it->allocator, &copy) == QI_OK) {
        assert_int_equal(qi_go_hash(copy), qi_go_hash(game));
        while (qi_go_undo(copy))
            continue;
        assert_int_equal(qi_go_hash(copy), 0);
        qi_go_free(copy);
    } else {
        result = QI_NO_MEMORY;
    }
    qi_go_clear(game);
    assert_int_equal(qi_go_steps(game), 0);
    assert_int_equal(qi_go_hash(game), 0);
    if (qi_go_play(game, QI_BLACK, 12, NULL, NULL) != QI_OK)
        result = QI_NO_MEMORY;
    see(it, qi_go_hash(game));
    qi_go_clear(game);
    qi_go_clear(game);
    qi_go_free(game);
    return result;
}

static qi_result set_up_go(scene *it)
{
    qi_go *game;
    const qi_stone stones[] = {{0, QI_BLACK}, {1, QI_WHITE}, {40, QI_WHITE}, {0, QI_EMPTY}};
    qi_result result = qi_go_new(19, 19, NULL, it->allocator, &game);
    if (result != QI_OK)
        return result;
    for (uint32_t i = 0; i < 200 && result == QI_OK; i++) {
        result = qi_go_set_up(game, stones, 1 + i % 4, QI_WHITE, NULL);
        if (result != QI_OK)
            assert_int_equal(qi_go_steps(game), i);
    }
    see(it, qi_go_hash(game));
    while (qi_go_undo(game))
        continue;
    see(it, qi_go_hash(game));
    qi_go_free(game);
    return result;
}

static const char go_text[] = "2\n5\nB 1 1\nW 1 2\nB 2 2\nW 1 1\nB 1 1\n3\nB 3 3\nW 3 3\nB 4 4\n";

static bool see_refusal(void *context, const qi_go_refusal *refusal)
{
    see(context, (uint64_t)refusal->verdict);
    return true;
}

static qi_result replay_go(scene *it)
{
    qi_go *game;
    qi_go_reader reader;
    qi_go_moves moves = {0};
    qi_result result = qi_go_new(5, 5, NULL, it->allocator, &game);
    if (result != QI_OK)
        return result;
    result = qi_go_read(&reader, go_text, sizeof go_text - 1, 5, 5, true, NULL);
    while (result == QI_OK) {
        result = qi_go_read_game(&reader, it->allocator, &moves, NULL);
        if (result == QI_OK)
            result = qi_go_replay(game, moves.list, moves.count, see_refusal, it);
        qi_go_clear(game);
    }
    qi_go_free_moves(&moves, it->allocator);
    qi_go_free(game);
    return result == QI_STOPPED ? QI_OK : result;
}

static qi_result check_go(scene *it)
{
    qi_go_report report;
    const char output[] = "miss 1\nB....\n.B...\n.....\n.....\n.....\nmiss 1\n";
    const qi_result result = qi_go_check(go_text, sizeof go_text - 1, output, sizeof output - 1, 5,
                                         5, NULL, it->allocator, &report, NULL);
    if (result == QI_OK)
        see(it, report.line);
    return result;
}

/* ---- mazes --------------------------------------------------------------------------------- */

static const char maze_text[] = "7\n#####################\n###O11..............#\n";

/* A maze with all 18 moves, made once. */
static qi_lab_text maze_of(uint32_t side)
{
    qi_lab_request request = {.size = sizeof request};
    qi_lab_default_request(QI_MAZE, &request);
    qi_lab_text text;
    request.rows = request.columns = side;
    assert_int_equal(qi_lab_generate(QI_MAZE, "all", &request, 5, 0, NULL, &text), QI_OK);
    return text;
}

static qi_lab_text small_maze, large_maze;

static bool see_visit(void *context, const qi_maze_visit *visit)
{
    see(context, visit->board);
    return true;
}

static qi_result search_maze(scene *it)
{
    static qi_maze_reach reach;
    static uint8_t cells[64 * 64];
    qi_maze *maze;
    uint32_t flooded;
    qi_result result =
        qi_maze_parse(large_maze.bytes, large_maze.length, it->allocator, &maze, NULL);
    if (result != QI_OK)
        return result;
    const qi_result searched = qi_maze_search(maze, &reach);
    if (searched == QI_OK)
        see(it, reach.winning_count);
    const qi_result walked = qi_maze_flood(maze, 3, cells, &flooded);
    if (walked == QI_OK)
        see(it, flooded);
    result = searched != QI_OK ? searched : walked;
    qi_maze_free(maze);
    assert_int_equal(
        qi_maze_parse(maze_text, sizeof maze_text - 1, it->allocator, &maze, NULL) == QI_OK, false);
    return result;
}

static qi_result watch_maze(scene *it)
{
    qi_maze *maze;
    qi_result result =
        qi_maze_parse(small_maze.bytes, small_maze.length, it->allocator, &maze, NULL);
    if (result != QI_OK)
        return result;
    result = qi_maze_watch(maze, see_visit, it);
    qi_maze_free(maze);
    return result;
}

static qi_result walk_maze(scene *it, const qi_lab_text *text)
{
    qi_maze *maze;
    qi_maze_walks *walks = NULL;
    static char line[1 << 20];
    qi_result result = qi_maze_parse(text->bytes, text->length, it->allocator, &maze, NULL);
    if (result != QI_OK)
        return result;
    result = qi_maze_walks_new(maze, NULL, &walks);
    if (result == QI_OK) {
        const qi_maze_set *boards = qi_maze_walks_boards(walks);
        unsigned count = 0;
        for (qi_maze_board board = qi_maze_set_next(boards, QI_MAZE_NO_BOARD);
             board != QI_MAZE_NO_BOARD && ++count; board = qi_maze_set_next(boards, board))
            see(it, qi_maze_walks_length(walks, board));
        qi_maze_verdict verdict;
        const qi_maze_board first = qi_maze_set_next(boards, QI_MAZE_NO_BOARD);
        const size_t length = qi_maze_walks_write(walks, first, line, sizeof line);
        result = qi_maze_check_walks(maze, line, length, &verdict, NULL);
        if (result == QI_OK)
            assert_true(verdict.good);
        see(it, count);
    }
    qi_maze_walks_free(walks);
    qi_maze_free(maze);
    return result;
}

static qi_result walk_small_maze(scene *it)
{
    return walk_maze(it, &small_maze);
}

static qi_result walk_large_maze(scene *it)
{
    return walk_maze(it, &large_maze);
}

/* ---- SGF ----------------------------------------------------------------------------------- */

static qi_result read_sgf(scene *it)
{
    static char text[1 << 14];
    size_t length = 0;
    length += (size_t)sprintf(text, "(;FF[4]GM[1]SZ[9]AB[aa][bb:cc]");
    for (int i = 0; i < 200; i++)
        length += (size_t)sprintf(text + length, "%s;B[%c%c]C[one \\] of many]W[aa]",
                                  i % 7 ? "" : "(", 'a' + i % 9, 'a' + i / 9 % 9);
    for (int i = 0; i < 200; i++)
        length += (size_t)sprintf(text + length, "%s", i % 7 ? "" : ")");
    length += (size_t)sprintf(text + length, ")(;GM[1];W[])");
    qi_sgf *sgf;
    const qi_result result = qi_sgf_parse(text, length, it->allocator, &sgf, NULL);
    if (result != QI_OK)
        return result;
    see(it, qi_sgf_games(sgf));
    write_sgf_tree(sgf, see_piece, it);
    qi_sgf_free(sgf);
    return QI_OK;
}

/* ---- GTP ----------------------------------------------------------------------------------- */

typedef struct listener {
    scene *it;
    bool no_memory;
} listener;

/* Adds the replies up; one of them may say that there is no memory. */
static bool listen(void *context, const char *bytes, size_t count)
{
    listener *ear = context;
    static const char excuse[] = "out of memory";
    for (size_t i = 0; i + sizeof excuse - 1 <= count; i++)
        ear->no_memory |= memcmp(bytes + i, excuse, sizeof excuse - 1) == 0;
    see_bytes(ear->it, bytes, count);
    return true;
}

/* A session goes on whatever became of a command. */
static qi_result talk(qi_gtp *session, listener *ear)
{
    static const char commands[] = "1 protocol_version\nboardsize 7\nclear_board\nkomi 0\n"
                                   "play b a1\nplay w b1\nplay b c3\nundo\nplay b c4\n"
                                   "genmove w\nshowboard\nlist_commands\nprintsgf\n"
                                   "# a comment\nno such command with some words\nboardsize 9\n"
                                   "play b e5\nplay w e5\nquit\n";
    qi_gtp_feed(session, commands, sizeof commands - 1);
    qi_gtp_feed(session, NULL, 0);
    qi_gtp_free(session);
    return ear->no_memory ? QI_NO_MEMORY : QI_OK;
}

static qi_result serve_go(scene *it)
{
    qi_gtp *session;
    listener ear = {it, false};
    const qi_gtp_go_options options = {.size = sizeof options, .seed = 1};
    const qi_result result = qi_gtp_new_go(&options, listen, &ear, it->allocator, &session);
    return result == QI_OK ? talk(session, &ear) : result;
}

static qi_result choose_first(void *context, const qi_gtp_question *question, qi_point *move)
{
    (void)context;
    return qi_nogo_legal(question->nogo, question->colour, move, 1) ? QI_OK : QI_BAD_ARGUMENT;
}

static qi_result serve_nogo(scene *it)
{
    qi_gtp *session;
    listener ear = {it, false};
    const qi_gtp_engine engine = {
        .size = sizeof engine, .description = "the first", .choose = choose_first};
    const qi_gtp_nogo_options options = {.size = sizeof options, .engine = &engine};
    const qi_result result = qi_gtp_new_nogo(&options, listen, &ear, it->allocator, &session);
    return result == QI_OK ? talk(session, &ear) : result;
}

/* ---- the laboratory ------------------------------------------------------------------------ */

/* Every family of a problem, answered by both and judged. */
static qi_result use_lab(scene *it, qi_problem problem)
{
    qi_lab_request request = {.size = sizeof request};
    qi_lab_default_request(problem, &request);
    request.rows = request.columns = 5;
    request.moves = 40;
    qi_result result = QI_OK;
    const char *name;
    for (size_t i = 0; result == QI_OK && (name = qi_lab_family_name(problem, i, NULL)); i++) {
        qi_lab_text input = {NULL, 0}, output = {NULL, 0}, slow = {NULL, 0};
        qi_verdict verdict = {.size = sizeof verdict};
        const qi_judging how = {
            .size = sizeof how, .rows = request.rows, .columns = request.columns};
        result = qi_lab_generate(problem, name, &request, 4, i, it->allocator, &input);
        if (result == QI_OK)
            result = qi_lab_answer(problem, QI_LAB_ENGINE, &request, input.bytes, input.length,
                                   it->allocator, &output, NULL);
        if (result == QI_OK)
            result = qi_lab_answer(problem, QI_LAB_ORACLE, &request, input.bytes, input.length,
                                   it->allocator, &slow, NULL);
        if (result == QI_OK)
            result = qi_judge(problem, &how, input.bytes, input.length, slow.bytes, slow.length,
                              it->allocator, &verdict, NULL);
        if (result == QI_OK) {
            assert_true(verdict.right);
            assert_string_equal(output.bytes, slow.bytes);
            see_bytes(it, input.bytes, input.length);
        }
        qi_lab_free_text(&input, it->allocator);
        qi_lab_free_text(&output, it->allocator);
        qi_lab_free_text(&slow, it->allocator);
    }
    return result;
}

static qi_result use_nogo_lab(scene *it)
{
    return use_lab(it, QI_NOGO);
}

static qi_result use_go_lab(scene *it)
{
    return use_lab(it, QI_GO);
}

static qi_result use_maze_lab(scene *it)
{
    return use_lab(it, QI_MAZE);
}

/* ---- all ----------------------------------------------------------------------------------- */

static void nothing_is_lost(void **state)
{
    static const scenario_case cases[] = {
        {"playing Go", play_go},
        {"setting up Go", set_up_go},
        {"replaying Go", replay_go},
        {"checking Go", check_go},
        {"searching a maze", search_maze},
        {"watching a maze", watch_maze},
        {"walking a small maze", walk_small_maze},
        {"walking a large maze", walk_large_maze},
        {"reading SGF", read_sgf},
        {"a session of Go", serve_go},
        {"a session of NoGo", serve_nogo},
        {"the lab of NoGo", use_nogo_lab},
        {"the lab of Go", use_go_lab},
        {"the lab of mazes", use_maze_lab},
    };
    (void)state;
    small_maze = maze_of(7);
    large_maze = maze_of(40);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        scenario_run(&cases[i]);
    qi_lab_free_text(&small_maze, NULL);
    qi_lab_free_text(&large_maze, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_is_lost)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
