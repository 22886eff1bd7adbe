#include "lab/verdict.h"

#include <qi/nogo.h>

void qi_lab_nogo_verdict(qi_lab_piece input, qi_lab_piece output, qi_lab_verdict *verdict)
{
    qi_nogo *game;
    qi_text_error error;
    const qi_result result = qi_nogo_parse(input.bytes, input.length, 0, NULL, &game, &error);
    if (result != QI_OK) {
        qi_lab_cannot(verdict, result, &error);
        return;
    }
    qi_nogo_report report;
    qi_nogo_check(game, output.bytes, output.length, &report);
    qi_nogo_explain(game, &report, verdict->sentence, sizeof verdict->sentence);
    qi_nogo_free(game);
    if (report.fault == QI_NOGO_COMPLETE) {
        verdict->kind = QI_RULED_ACCEPTED;
        verdict->points = QI_LAB_FULL_POINTS;
        return;
    }
    verdict->points = qi_nogo_partial_score(report.correct_lines);
    verdict->kind = verdict->points ? QI_RULED_POINTS
                    : report.fault == QI_NOGO_NOT_A_MOVE || report.fault == QI_NOGO_CUT_SHORT ||
                            report.fault == QI_NOGO_NO_END_LINE
                        ? QI_RULED_MALFORMED
                        : QI_RULED_WRONG;
}
