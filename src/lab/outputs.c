/* The lines of outputs: comparing those of two programs, and quoting one. */
#include "lab/games.h"
#include "lab/lab.h"

#include "base/memory.h"

#include <string.h>

typedef struct line {
    const char *text;
    int length; /* without blanks at the end */
} line;

/* Reads the next line of a text; false at its end. Very long lines are cut. */
static bool next_line(const char **at, const char *end, line *it)
{
    if (*at == end)
        return false;
    const char *stop = memchr(*at, '\n', (size_t)(end - *at));
    const char *const after = stop ? stop + 1 : end;
    if (!stop)
        stop = end;
    while (stop > *at && (stop[-1] == ' ' || stop[-1] == '\t' || stop[-1] == '\r'))
        stop--;
    it->text = *at;
    it->length = stop - *at > 1 << 20 ? 1 << 20 : (int)(stop - *at);
    *at = after;
    return true;
}

static bool same(const line *a, const line *b)
{
    return a->length == b->length && memcmp(a->text, b->text, (size_t)a->length) == 0;
}

/* The first line in which two texts differ, from 1; 0 if they agree. Blanks at the end of
 * lines and blank lines at the end of the texts do not count. A line that is not there is empty. */
static uint64_t first_difference(const char *a, size_t a_length, const char *b, size_t b_length)
{
    const char *const a_end = a + a_length;
    const char *const b_end = b + b_length;
    for (uint64_t number = 1;; number++) {
        line of_a = {"", 0}, of_b = {"", 0};
        const bool more_a = next_line(&a, a_end, &of_a);
        const bool more_b = next_line(&b, b_end, &of_b);
        if (!more_a && !more_b)
            return 0;
        if (!same(&of_a, &of_b))
            return number;
    }
}

const char *qi_lab_quote_line(const char *output, size_t length, uint64_t number,
                              char text[QI_LAB_QUOTED])
{
    enum { MAX = 60 };
    line it = {"", 0};
    const char *const end = output + length;
    while (number && next_line(&output, end, &it))
        number--;
    if (number || !it.length)
        return "nothing";
    qi_writer writer = qi_write_into(text, QI_LAB_QUOTED);
    qi_put(&writer, '\'');
    const size_t shown = qi_put_shown(&writer, it.text, (size_t)it.length, MAX);
    qi_put_text(&writer, shown < (size_t)it.length ? "...'" : "'");
    qi_put_end(&writer);
    return text;
}

void qi_lab_say(qi_verdict *verdict, qi_message message)
{
    verdict->message = message;
    qi_message_write(&message, NULL, NULL, verdict->sentence, sizeof verdict->sentence);
}

qi_result qi_lab_compare(const char *first, size_t first_length, const char *second,
                         size_t second_length, qi_verdict *verdict)
{
    char one[QI_LAB_QUOTED], other[QI_LAB_QUOTED];
    qi_verdict found = {.mark = QI_NO_POINT};
    const uint64_t number = first_difference(first, first_length, second, second_length);
    found.line = number;
    found.right = !number;
    if (!found.right)
        qi_lab_say(&found, qi_message_of("line %llu: the first program prints %s, the second %s",
                                         (unsigned long long)number,
                                         qi_lab_quote_line(first, first_length, number, one),
                                         qi_lab_quote_line(second, second_length, number, other)));
    return qi_struct_write(verdict, &found, sizeof found);
}
