#include "lab/strict.h"

qi_result qi_strict_fail(const qi_scanner *scanner, qi_text_error *error, const char *expected)
{
    switch (qi_peek(scanner)) {
    case ' ':
        return qi_text_fail_found(scanner, error, "a blank", expected);
    case '\t':
        return qi_text_fail_found(scanner, error, "a tab", expected);
    case '\r':
        return qi_text_fail_found(scanner, error, "a carriage return", expected);
    default:
        return qi_text_fail(scanner, error, expected);
    }
}

qi_result qi_strict_number(qi_scanner *scanner, const char *name, uint32_t least, uint32_t most,
                           uint32_t *number, qi_text_error *error)
{
    qi_scanner ahead = *scanner;
    int64_t value = 0;
    const bool longer = scanner->end - scanner->at > 1;
    const bool zero = qi_peek(scanner) == '-' || (qi_peek(scanner) == '0' && longer &&
                                                  scanner->at[1] >= '0' && scanner->at[1] <= '9');
    if (!zero && qi_scan_integer(&ahead, &value) && value >= least && value <= most) {
        *scanner = ahead;
        *number = (uint32_t)value;
        return QI_OK;
    }
    char buffer[96];
    qi_string expected = qi_string_in(buffer, sizeof buffer);
    qi_string_text(&expected, name);
    qi_string_text(&expected, " from ");
    qi_string_number(&expected, least);
    qi_string_text(&expected, " to ");
    qi_string_number(&expected, most);
    if (zero && qi_scan_integer(&ahead, &value) && value >= least && value <= most)
        qi_string_text(&expected, " without leading zeros");
    return qi_strict_fail(scanner, error, buffer);
}

qi_result qi_strict_blank(qi_scanner *scanner, const char *after, qi_text_error *error)
{
    if (qi_peek(scanner) != ' ') {
        char buffer[96];
        qi_string expected = qi_string_in(buffer, sizeof buffer);
        qi_string_text(&expected, "one blank after ");
        qi_string_text(&expected, after);
        return qi_strict_fail(scanner, error, buffer);
    }
    scanner->at++;
    return QI_OK;
}

qi_result qi_strict_line_end(qi_scanner *scanner, const char *after, qi_text_error *error)
{
    if (qi_peek(scanner) != '\n') {
        char buffer[96];
        qi_string expected = qi_string_in(buffer, sizeof buffer);
        qi_string_text(&expected, "a newline after ");
        qi_string_text(&expected, after);
        return qi_strict_fail(scanner, error, buffer);
    }
    qi_skip_line_end(scanner);
    return QI_OK;
}

qi_result qi_strict_end(const qi_scanner *scanner, qi_text_error *error)
{
    return scanner->at == scanner->end ? QI_OK : qi_strict_fail(scanner, error, "end of input");
}
