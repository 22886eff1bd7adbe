/* Two players play NoGo with half a second each; the record goes to stdout as SGF. */
#include <qi/nogo_player.h>
#include <qi/nogo_record.h>
#include <stdio.h>

static bool print(void *context, const char *bytes, size_t count)
{
    return fwrite(bytes, 1, count, context) == count;
}

int main(void)
{
    const qi_nogo_player_options options = {.size = sizeof options, .engine = QI_NOGO_PLAYOUTS};
    qi_nogo *board = NULL;
    qi_nogo_record *record = NULL;
    qi_nogo_player *player[2] = {NULL, NULL};
    qi_nogo_clock clock[2] = {qi_nogo_clock_start(0.5, 0, 0), qi_nogo_clock_start(0.5, 0, 0)};
    qi_result result = qi_nogo_new(7, 7, NULL, &board);
    if (result == QI_OK)
        result = qi_nogo_record_new(board, NULL, &record);
    for (int i = 0; i < 2 && result == QI_OK; i++)
        result = qi_nogo_player_new(&options, NULL, &player[i]);
    for (int i = 0; result == QI_OK && !qi_nogo_record_result(record, NULL); i = !i) {
        const qi_colour colour = i ? QI_WHITE : QI_BLACK;
        const qi_nogo_thinking how = {.size = sizeof how, .clock = &clock[i]};
        qi_nogo_choice choice = {.size = sizeof choice};
        result = qi_nogo_player_choose(player[i], qi_nogo_record_position(record), colour, &how,
                                       &choice);
        if (result != QI_OK)
            break;
        qi_nogo_clock_use(&clock[i], choice.seconds);
        if (choice.resigns)
            qi_nogo_record_set_result(record, QI_NOGO_BY_RESIGNATION, qi_opponent(colour));
        else
            qi_nogo_record_play(record, colour, choice.move, NULL, NULL);
    }
    if (result == QI_OK)
        result = qi_nogo_record_write(record, print, stdout);
    if (result != QI_OK)
        fprintf(stderr, "%s\n", qi_result_text(result));
    qi_nogo_player_free(player[0]);
    qi_nogo_player_free(player[1]);
    qi_nogo_record_free(record);
    qi_nogo_free(board);
    return result != QI_OK;
}
