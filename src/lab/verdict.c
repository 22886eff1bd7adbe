#include "lab/verdict.h"

#include "base/text.h"

void qi_lab_cannot(qi_lab_verdict *verdict, qi_result result, const qi_text_error *error)
{
    verdict->kind = QI_RULED_CANNOT;
    verdict->points = 0;
    qi_string sentence = qi_string_in(verdict->sentence, sizeof verdict->sentence);
    if (result != QI_BAD_TEXT) {
        qi_string_text(&sentence, qi_result_text(result));
        return;
    }
    qi_string_text(&sentence, "the input, line ");
    qi_string_number(&sentence, (int64_t)error->line);
    qi_string_text(&sentence, ", column ");
    qi_string_number(&sentence, (int64_t)error->column);
    qi_string_text(&sentence, ": found ");
    qi_string_text(&sentence, error->found);
    qi_string_text(&sentence, ", expected ");
    qi_string_text(&sentence, error->expected);
}

void qi_lab_decide(qi_lab_verdict_of *verdict_of, qi_lab_piece input, qi_lab_piece output,
                   qi_lab_piece answer, qi_lab_verdict *verdict)
{
    verdict_of(input, output, verdict);
    if (!answer.length || verdict->kind == QI_RULED_CANNOT)
        return;
    qi_lab_verdict jury;
    verdict_of(input, answer, &jury);
    if (jury.kind == QI_RULED_ACCEPTED || jury.kind == QI_RULED_CANNOT) {
        if (jury.kind == QI_RULED_CANNOT)
            *verdict = jury;
        return;
    }
    verdict->kind = QI_RULED_CANNOT;
    verdict->points = 0;
    qi_string sentence = qi_string_in(verdict->sentence, sizeof verdict->sentence);
    qi_string_text(&sentence, "the judge's answer is wrong: ");
    qi_string_text(&sentence, jury.sentence);
}

int qi_lab_testlib_status(const qi_lab_verdict *verdict)
{
    switch (verdict->kind) {
    case QI_RULED_ACCEPTED:
        return 0;
    case QI_RULED_WRONG:
        return 1;
    case QI_RULED_MALFORMED:
        return 2;
    case QI_RULED_POINTS:
        return 7;
    case QI_RULED_CANNOT:
        break;
    }
    return 3;
}

void qi_lab_testlib_text(const qi_lab_verdict *verdict, unsigned full, char *text, size_t size)
{
    qi_string string = qi_string_in(text, size);
    switch (verdict->kind) {
    case QI_RULED_ACCEPTED:
        qi_string_text(&string, "ok ");
        break;
    case QI_RULED_WRONG:
        qi_string_text(&string, "wrong answer ");
        break;
    case QI_RULED_MALFORMED:
        qi_string_text(&string, "wrong output format ");
        break;
    case QI_RULED_POINTS:
        qi_string_text(&string, "points ");
        if (full == 1)
            qi_string_text(&string, "0.");
        qi_string_number(&string, verdict->points);
        qi_string_char(&string, ' ');
        break;
    case QI_RULED_CANNOT:
        qi_string_text(&string, "FAIL ");
        break;
    }
    qi_string_text(&string, verdict->sentence);
}

int qi_lab_icpc_status(const qi_lab_verdict *verdict, bool scores)
{
    if (verdict->kind == QI_RULED_CANNOT)
        return 1;
    const bool right =
        verdict->kind == QI_RULED_ACCEPTED || (scores && verdict->kind == QI_RULED_POINTS);
    return right ? 42 : 43;
}
