/* The judge of Go outputs: any text as the output of a program, for one small input. */
#include "fuzz.h"
#include "go/games.h"

#include <qi/go.h>

#include <string.h>

static const char input[] = "2\n5\nB 1 1\nW 1 2\nB 1 1\nW 2 1\nB 1 1\n1\nW 2 2\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    qi_go_report report;
    qi_text_error error;
    must(qi_go_check(input, strlen(input), (const char *)data, size, 2, 3, NULL, NULL, &report,
                     &error) == QI_OK);
    char sentence[384];
    const qi_message message = qi_go_explain_message(&report);
    qi_message_write(&message, NULL, NULL, sentence, sizeof sentence);
    must(sentence[0] && strlen(sentence) < sizeof sentence - 1);
    must((report.fault == QI_GO_CORRECT) == (report.line == 0));
    return 0;
}
