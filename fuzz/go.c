/* The reader of Go games. What it accepts is replayed by engine and oracle, on 3x4 points (so that
 * stones meet) and on 19x19. */
#include "fuzz.h"

#include "lab/lab.h"
#include "lab/oracle/go.h"

#include <qi/go.h>

#include <string.h>

static void replay(const char *text, size_t size, uint32_t rows, uint32_t columns)
{
    qi_lab_case it = {.rows = rows, .columns = columns};
    qi_text_error error = {0};
    if (qi_lab_go.read(&it, text, size, &error) != QI_OK) {
        must(error.line >= 1 && error.column >= 1);
        qi_lab_case_free(&it);
        return;
    }
    qi_buffer ours = {0};
    qi_buffer theirs = {0};
    must(qi_lab_go.answer(&it, &ours));
    must(qi_oracle_go_answer(text, size, rows, columns, &theirs));
    must(ours.length == theirs.length);
    must(!ours.length || memcmp(ours.bytes, theirs.bytes, ours.length) == 0);
    qi_buffer_free(&ours);
    qi_buffer_free(&theirs);
    qi_lab_case_free(&it);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    replay((const char *)data, size, 3, 4);
    replay((const char *)data, size, 19, 19);
    return 0;
}
