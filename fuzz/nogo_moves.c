/* The judge of NoGo games: any text as the output of a program, on a small board. */
#include "fuzz.h"

#include "lab/oracle/nogo.h"
#include "nogo/rules/judge.h"

#include <qi/nogo.h>

#include <string.h>

static const char board[] = "3 4\nX..O\n.XO.\n....\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    qi_nogo *position;
    must(qi_nogo_parse(board, strlen(board), 0, NULL, &position, NULL) == QI_OK);
    qi_nogo_report report;
    char sentence[256];
    qi_nogo_check(position, (const char *)data, size, &report);
    const qi_message message = qi_nogo_explain_message(position, &report);
    qi_message_write(&message, NULL, NULL, sentence, sizeof sentence);
    must(sentence[0] && strlen(sentence) < sizeof sentence - 1);
    must(report.moves <= 12 && report.moves <= report.correct_lines + 1);
    if (report.fault == QI_NOGO_COMPLETE) {
        /* The oracle finds the same stones alive, and nothing left to play. */
        qi_oracle_nogo oracle;
        must(qi_oracle_nogo_start(&oracle, 3, 4, NULL));
        for (qi_point i = 0; i < 12; i++)
            oracle.cells[i] = (uint8_t)qi_nogo_at(position, i);
        qi_point legal[12];
        must(qi_oracle_nogo_dead(&oracle) == QI_NO_POINT);
        must(qi_oracle_nogo_legal(&oracle, qi_nogo_to_move(position), legal) == 0);
        qi_oracle_nogo_end(&oracle);
    }
    qi_nogo_free(position);
    return 0;
}
