/* Records of NoGo games: what is read is a game that is written and read again as the same. */
#include "fuzz.h"

#include "base/buffer.h"

#include <qi/nogo_record.h>

#include <string.h>

static bool collect(void *context, const char *bytes, size_t count)
{
    qi_buffer *const text = context;
    qi_buffer_add(text, bytes, count);
    return !text->failed;
}

static void write_down(const qi_nogo_record *record, qi_buffer *text)
{
    must(qi_nogo_record_write(record, collect, text) == QI_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    qi_nogo_record *record, *again;
    qi_nogo_verdict verdict;
    qi_text_error error;
    const qi_result result =
        qi_nogo_record_parse((const char *)data, size, SIZE_MAX, NULL, &record, &verdict, &error);
    must(result == QI_OK || result == QI_BAD_TEXT);
    must(!record == (result != QI_OK && verdict == QI_NOGO_LEGAL));
    if (!record)
        return 0;
    qi_buffer first = {0}, second = {0};
    write_down(record, &first);
    must(qi_nogo_record_parse(first.bytes, first.length, SIZE_MAX, NULL, &again, NULL, &error) ==
         QI_OK);
    write_down(again, &second);
    must(first.length == second.length && memcmp(first.bytes, second.bytes, first.length) == 0);
    qi_nogo_record_free(again);
    qi_nogo_record_free(record);
    qi_buffer_free(&first);
    qi_buffer_free(&second);
    return 0;
}
