#include "lab/strict.h"

qi_result qi_strict_fail(const qi_scanner *scanner, qi_text_error *error, const char *expected, ...)
{
    if (!error)
        return QI_BAD_TEXT;
    qi_text_fail(scanner, error, " ");
    const int c = qi_peek(scanner);
    const qi_message found = c == ' '    ? qi_message_of("a blank")
                             : c == '\t' ? qi_message_of("a tab")
                             : c == '\r' ? qi_message_of("a carriage return")
                                         : error->found_message;
    va_list arguments;
    va_start(arguments, expected);
    const qi_message wanted = qi_message_of_list(expected, arguments);
    va_end(arguments);
    return qi_text_fail_at(error, error->line, error->column, found, wanted);
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
    const bool zeros = zero && qi_scan_integer(&ahead, &value) && value >= least && value <= most;
    return qi_strict_fail(scanner, error,
                          zeros ? "%s from %u to %u without leading zeros" : "%s from %u to %u",
                          name, least, most);
}

qi_result qi_strict_blank(qi_scanner *scanner, const char *after, qi_text_error *error)
{
    if (qi_peek(scanner) != ' ')
        return qi_strict_fail(scanner, error, "one blank after %s", after);
    scanner->at++;
    return QI_OK;
}

qi_result qi_strict_line_end(qi_scanner *scanner, const char *after, qi_text_error *error)
{
    if (qi_peek(scanner) != '\n')
        return qi_strict_fail(scanner, error, "a newline after %s", after);
    qi_skip_line_end(scanner);
    return QI_OK;
}

qi_result qi_strict_end(const qi_scanner *scanner, qi_text_error *error)
{
    return scanner->at == scanner->end ? QI_OK : qi_strict_fail(scanner, error, "end of input");
}
