/* A sheet of paper that GTP sessions under test write their answers on. */
#ifndef QI_TESTS_GTP_SHEET_H
#define QI_TESTS_GTP_SHEET_H

#include "check.h"

#include "gtp/go.h"
#include "gtp/nogo.h"

#include <string.h>

typedef struct sheet {
    char text[1 << 18];
    size_t length;
} sheet;

static inline bool write_on(void *context, const char *bytes, size_t count)
{
    sheet *on = context;
    assert_true(count < sizeof on->text - on->length);
    memcpy(on->text + on->length, bytes, count);
    on->length += count;
    on->text[on->length] = '\0';
    return true;
}

static sheet paper;

static inline void clear_paper(void)
{
    paper.length = 0;
    paper.text[0] = '\0';
}

static inline size_t count_replies(const char *text)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, "\n\n")); at += 2)
        count++;
    return count;
}

#endif
