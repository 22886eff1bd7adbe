/* What the tests of SGF share: texts that are read, and a sink that is a text. */
#ifndef QI_TESTS_SGF_SHEET_H
#define QI_TESTS_SGF_SHEET_H

#include "check.h"
#include <qi/sgf.h>

#include <string.h>

static inline qi_sgf *parsed(const char *text)
{
    qi_sgf *sgf = NULL;
    qi_text_error error;
    const qi_result result = qi_sgf_parse(text, strlen(text), NULL, &sgf, &error);
    if (result != QI_OK)
        fail_msg("%s: %d:%d: found %s, expected %s", text, (int)error.line, (int)error.column,
                 error.found, error.expected);
    return sgf;
}

typedef struct sheet {
    char text[1 << 16];
    size_t length;
} sheet;

static inline bool write_on(void *context, const char *bytes, size_t count)
{
    sheet *on = context;
    if (count > sizeof on->text - on->length - 1)
        return false;
    memcpy(on->text + on->length, bytes, count);
    on->length += count;
    on->text[on->length] = '\0';
    return true;
}

#endif
