/* Reading a text letter by letter, as a validator must: one blank is one blank, numbers have no
 * leading zeros, every line ends with "\n", the last one too. */
#ifndef QI_LAB_STRICT_H
#define QI_LAB_STRICT_H

#include "base/text.h"

/* Fails at the scanner; white space is named, which a reader would otherwise not see. */
qi_result qi_strict_fail(const qi_scanner *scanner, qi_text_error *error, const char *expected, ...)
    __attribute__((format(printf, 3, 4)));

/* One decimal number from `least` to `most`, as a program would print it. `name` is what it is: "a
 * row" gives "a row from 1 to 19". */
qi_result qi_strict_number(qi_scanner *scanner, const char *name, uint32_t least, uint32_t most,
                           uint32_t *number, qi_text_error *error);
qi_result qi_strict_blank(qi_scanner *scanner, const char *after, qi_text_error *error);
/* `after` says what the line holds: "the number of games". */
qi_result qi_strict_line_end(qi_scanner *scanner, const char *after, qi_text_error *error);
qi_result qi_strict_end(const qi_scanner *scanner, qi_text_error *error);

#endif
