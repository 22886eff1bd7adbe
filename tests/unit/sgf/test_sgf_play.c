/* Main lines that are played: what is set up together, and who is to move. */
#include "sgf_sheet.h"

#include <stdarg.h>
#include <stdio.h>

typedef struct story {
    char text[1 << 12];
    size_t used;
    size_t unread, placed;
} story;

static void tell(story *to, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    to->used +=
        (size_t)vsnprintf(to->text + to->used, sizeof to->text - to->used, format, arguments);
    va_end(arguments);
}

/* "set +2 -5 W!;": White becomes 2, 5 becomes empty, White is to move as PL says. */
static qi_result set_up(void *context, const qi_sgf_setup *setup)
{
    tell(context, "set");
    for (size_t i = 0; i < setup->count; i++)
        tell(context, " %c%u", "-BW"[setup->stones[i].colour], setup -> stones[i].point);
    tell(context, " %c%s;", "?BW"[setup->to_move], setup -> told ? "!" : "");
    assert_true((setup->at != NULL) == (setup->count > 0));
    return QI_OK;
}

static qi_result play(void *context, const qi_sgf_event *move)
{
    if (move->point == 8)
        return QI_NO_MEMORY;
    tell(context, "%c", "?BW"[move->colour]);
    if (move->point != QI_NO_POINT)
        tell(context, "%u", move->point);
    tell(context, ";");
    return QI_OK;
}

static void set_turn(void *context, qi_colour colour)
{
    tell(context, "turn %c;", "?BW"[colour]);
}

static void leave_out(void *context, const qi_text_error *error)
{
    story *to = context;
    to->unread++;
    to->placed += error != NULL;
}

static void assert_played(const char *text, size_t most, qi_result expected, const char *events)
{
    static const qi_sgf_player player = {set_up, play, set_turn, NULL};
    story seen = {.used = 0};
    qi_sgf *sgf = parsed(text);
    qi_sgf_walk walk;
    qi_text_error error;
    assert_int_equal(qi_sgf_walk_start(sgf, qi_sgf_first_game(sgf), &walk, &error), QI_OK);
    assert_int_equal(qi_sgf_play(&walk, most, &player, &seen, &error), expected);
    assert_string_equal(seen.text, events);
    qi_sgf_free(sgf);
}

static void somebody_is_to_move(void **state)
{
    (void)state;
    assert_played("(;SZ[3])", SIZE_MAX, QI_OK, "set B;");
    assert_played("(;SZ[3]HA[2])", SIZE_MAX, QI_OK, "set W;");
    assert_played("(;SZ[3]HA[2];B[aa])", SIZE_MAX, QI_OK, "set B;B0;");
    assert_played("(;SZ[3]PL[W]HA[1];B[])", SIZE_MAX, QI_OK, "set W!;B;");
    assert_played("(;SZ[3];W[aa];PL[W])", SIZE_MAX, QI_OK, "set W;W0;turn W;");
    assert_played("(;SZ[3]PL[W])", SIZE_MAX, QI_OK, "set W!;turn W;");
}

static void stones_between_moves_are_one_setup(void **state)
{
    (void)state;
    assert_played("(;SZ[3]AB[ba][aa];AW[aa]AE[ca];B[bb];AE[bb];W[])", SIZE_MAX, QI_OK,
                  "set B1 W0 -2 B;B4;set -4 W;W;");
    assert_played("(;SZ[3];B[aa];AW[bb];AB[bb])", SIZE_MAX, QI_OK, "set B;B0;set B4 ?;");
    assert_played("(;SZ[3];B[aa];AW[bb];W[cc])", SIZE_MAX, QI_NO_MEMORY, "set B;B0;set W4 W;");
}

static void lines_are_cut(void **state)
{
    (void)state;
    const char line[] = "(;SZ[3];B[aa];W[bb];AE[aa];B[ca])";
    assert_played(line, 0, QI_STOPPED, "set B;turn B;");
    assert_played(line, 1, QI_STOPPED, "set B;B0;turn W;");
    assert_played(line, 2, QI_STOPPED, "set B;B0;W4;set -0 B;turn B;");
    assert_played(line, 3, QI_OK, "set B;B0;W4;set -0 B;B2;");
    assert_played("(;SZ[3]PL[B];W[aa])", 0, QI_STOPPED, "set B!;turn B;");
}

/* A value that cannot be read ends the line, or is left out if somebody is told. */
static void bad_values_end_it_or_are_skipped(void **state)
{
    (void)state;
    static const qi_sgf_player player = {set_up, play, set_turn, leave_out};
    enum { BAD = 150 };
    char text[BAD * 8 + 64];
    size_t length = (size_t)sprintf(text, "(;SZ[3];B[aa]");
    for (int i = 0; i < BAD; i++)
        length += (size_t)sprintf(text + length, ";W[xx]");
    sprintf(text + length, ";W[ba])");
    assert_played(text, SIZE_MAX, QI_BAD_TEXT, "set B;B0;");
    story seen = {.used = 0};
    qi_sgf *sgf = parsed(text);
    qi_sgf_walk walk;
    assert_int_equal(qi_sgf_walk_start(sgf, qi_sgf_first_game(sgf), &walk, NULL), QI_OK);
    assert_int_equal(qi_sgf_play(&walk, SIZE_MAX, &player, &seen, NULL), QI_OK);
    assert_string_equal(seen.text, "set B;B0;W1;");
    assert_int_equal(seen.unread, BAD);
    assert_int_equal(seen.placed, QI_SGF_MAX_ERRORS);
    qi_sgf_free(sgf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(somebody_is_to_move),
        cmocka_unit_test(stones_between_moves_are_one_setup),
        cmocka_unit_test(lines_are_cut),
        cmocka_unit_test(bad_values_end_it_or_are_skipped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
