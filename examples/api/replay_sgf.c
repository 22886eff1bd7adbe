/* Replays a game of NoGo from SGF, move by move. Prints: 3: 22 points open to Black */
#include <qi/qi.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    const char *const text = "(;GM[1]RU[NoGo]SZ[5];B[cc];W[bb];B[dd])";
    qi_nogo_record *game = NULL;
    qi_nogo_verdict verdict;
    qi_text_error error;
    if (qi_nogo_record_parse(text, strlen(text), 1000, NULL, &game, &verdict, &error) != QI_OK)
        return 1;
    const size_t moves = qi_nogo_record_count(game);
    for (size_t place = 0; place <= moves; place++) {
        qi_nogo_record_seek(game, place);
        const qi_nogo *const now = qi_nogo_record_position(game);
        printf("%zu: %zu points open to Black\n", place, qi_nogo_legal(now, QI_BLACK, NULL, 0));
    }
    qi_nogo_record_free(game);
}
