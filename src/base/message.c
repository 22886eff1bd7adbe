#include "base/message.h"
#include "base/text.h"

/* ---- directives --------------------------------------------------------------------------- */

/* "%2$-10.3lu": where it ends and what it says. */
typedef struct directive {
    const char *end;
    size_t number; /* 2 of "%2$", else 0 */
    size_t width;
    bool left, zeros, plus;
    bool width_given, precision_given; /* as '*': each is an argument of its own */
    int64_t precision;                 /* -1: none */
    char size;                         /* 'l', 'L' for "ll", 'z', or 0 */
    char letter;                       /* 0 when the format ends before it */
} directive;

static size_t read_number(const char **at, const char *end)
{
    size_t number = 0;
    for (; *at < end && **at >= '0' && **at <= '9'; ++*at)
        number = number < 1000 ? number * 10 + (size_t)(**at - '0') : number;
    return number;
}

static bool skip(const char **at, const char *end, char c)
{
    const bool there = *at < end && **at == c;
    *at += there;
    return there;
}

/* Reads the directive whose '%' is at `at`. */
static directive read_directive(const char *at, const char *end)
{
    directive it = {.precision = -1};
    const char *ahead = ++at;
    const size_t number = read_number(&ahead, end);
    if (number && skip(&ahead, end, '$')) {
        it.number = number;
        at = ahead;
    }
    for (bool more = true; more;) {
        const bool left = skip(&at, end, '-'), zeros = skip(&at, end, '0');
        const bool plus = skip(&at, end, '+');
        it.left |= left;
        it.zeros |= zeros;
        it.plus |= plus;
        more = left || zeros || plus;
    }
    it.width_given = skip(&at, end, '*');
    it.width = read_number(&at, end);
    if (skip(&at, end, '.')) {
        it.precision_given = skip(&at, end, '*');
        it.precision = (int64_t)read_number(&at, end);
    }
    while (at < end && (*at == 'h' || *at == 'l' || *at == 'z')) {
        it.size = it.size == 'l' ? 'L' : *at == 'h' ? '\0' : *at;
        at++;
    }
    it.letter = at < end ? *at++ : '\0';
    it.end = at;
    return it;
}

/* The next directive from `at`, after "%%"; `end` without one. */
static const char *next_directive(const char *at, const char *end)
{
    for (; at < end; at++)
        if (*at == '%') {
            if (at + 1 < end && at[1] == '%')
                at++;
            else
                return at;
        }
    return end;
}

size_t qi_message_count(const char *format, size_t length)
{
    const char *const end = format + length;
    size_t count = 0;
    for (const char *at = format; (at = next_directive(at, end)) < end; count++)
        at = read_directive(at, end).end;
    return count;
}

const char *qi_message_skip(const char *arguments, size_t count)
{
    while (count--)
        while (*arguments++)
            continue;
    return arguments;
}

/* ---- taking arguments --------------------------------------------------------------------- */

/* Text whose end may not fit; it is counted all the same. */
typedef struct output {
    char *text;
    size_t capacity, length;
    unsigned char last, before; /* the first bytes of the last two characters */
} output;

static void put(output *to, char c)
{
    if (to->length < to->capacity)
        to->text[to->length] = c;
    to->length++;
    if ((c & 0xC0) != 0x80) {
        to->before = to->last;
        to->last = (unsigned char)c;
    }
}

static void put_text(output *to, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        put(to, text[i]);
}

static void put_repeated(output *to, char c, size_t count)
{
    while (count--)
        put(to, c);
}

static void put_number(output *to, uint64_t number, bool hexadecimal)
{
    char digits[20];
    if (!hexadecimal) {
        put_text(to, digits, (size_t)(qi_write_number(digits, number) - digits));
        return;
    }
    int shift = 60;
    while (shift && !(number >> shift))
        shift -= 4;
    for (; shift >= 0; shift -= 4)
        put(to, "0123456789abcdef"[number >> shift & 15]);
}

/* The arguments that wait; a va_list may not be handed on by its address, but in a struct. */
typedef struct waiting {
    va_list list;
} waiting;

static void take_integer(output *to, waiting *from, const directive *it)
{
    if (it->letter == 'd') {
        const int64_t number = it->size == 'L'   ? va_arg(from->list, long long)
                               : it->size == 'l' ? va_arg(from->list, long)
                               : it->size == 'z' ? (int64_t)va_arg(from->list, size_t)
                                                 : va_arg(from->list, int);
        if (number < 0 || it->plus)
            put(to, number < 0 ? '-' : '+');
        put_number(to, number < 0 ? 0U - (uint64_t)number : (uint64_t)number, false);
    } else {
        const uint64_t number = it->size == 'L'   ? va_arg(from->list, unsigned long long)
                                : it->size == 'l' ? va_arg(from->list, unsigned long)
                                : it->size == 'z' ? va_arg(from->list, size_t)
                                                  : va_arg(from->list, unsigned);
        put_number(to, number, it->letter == 'x');
    }
}

static void take_text(output *to, const char *text, int64_t precision)
{
    for (; precision && *text; text++, precision -= precision > 0)
        put(to, *text);
}

static void take_real(output *to, double number, const directive *it, qi_real_writer *real)
{
    char text[64], exact[16];
    qi_writer how = {exact, sizeof exact, 0};
    qi_put_text(&how, it->plus ? "%+" : "%");
    if (it->precision >= 0) {
        qi_put(&how, '.');
        qi_put_number(&how, (uint64_t)it->precision);
    }
    qi_put(&how, it->letter);
    qi_put_end(&how);
    const int length = real ? real(text, sizeof text, exact, number) : 0;
    put_text(to, text, length < 0 ? 0 : (size_t)length < sizeof text ? (size_t)length : 63);
}

/* Takes one argument with what its directive says, but for the width. */
static void take(output *to, waiting *from, directive *it, qi_real_writer *real)
{
    const int width = it->width_given ? va_arg(from->list, int) : 0;
    const size_t start = to->length;
    if (it->precision_given)
        it->precision = va_arg(from->list, int);
    if (it->letter == 's')
        take_text(to, va_arg(from->list, const char *), it->precision);
    else if (it->letter == 'c')
        put(to, (char)va_arg(from->list, int));
    else if (it->letter == 'd' || it->letter == 'u' || it->letter == 'x')
        take_integer(to, from, it);
    else
        take_real(to, va_arg(from->list, double), it, real);
    /* A width that is an argument is kept with the text. */
    const size_t missing =
        width > 0 && to->length - start < (size_t)width ? (size_t)width + start - to->length : 0;
    put_repeated(to, ' ', missing);
    for (size_t i = to->length; missing && !it->left && to->length <= to->capacity && i > start;
         i--)
        to->text[i - 1] = i - 1 >= start + missing ? to->text[i - 1 - missing] : ' ';
}

size_t qi_message_take(char *arguments, size_t capacity, qi_real_writer *real, const char *format,
                       va_list list)
{
    const char *const end = format + strlen(format);
    waiting from;
    va_copy(from.list, list);
    size_t count = 0, used = 0, wanted = QI_MESSAGE_MAX_ARGUMENTS;
    for (const char *at = format;
         (at = next_directive(at, end)) < end && count < QI_MESSAGE_MAX_ARGUMENTS;) {
        directive it = read_directive(at, end);
        at = it.end;
        /* Each argument has a terminator, even where there is no room for its text. */
        const size_t kept = used + QI_MESSAGE_MAX_ARGUMENTS - count++;
        output to = {.capacity = kept < capacity ? capacity - kept : 0};
        to.text = to.capacity ? arguments + used : NULL;
        take(&to, &from, &it, real);
        wanted += to.length;
        if (kept > capacity)
            continue;
        used += to.length < to.capacity ? to.length : to.capacity;
        arguments[used++] = '\0';
    }
    va_end(from.list);
    return wanted;
}

qi_message qi_message_of_list(const char *format, va_list list)
{
    qi_message message = {.format = format};
    qi_message_take(message.arguments, sizeof message.arguments, NULL, format, list);
    return message;
}

qi_message qi_message_of(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const qi_message message = qi_message_of_list(format, list);
    va_end(list);
    return message;
}

/* ---- printing ----------------------------------------------------------------------------- */

/* The first byte of a character that takes two columns: Chinese, and the signs of its texts. */
static bool is_wide(char c)
{
    return (unsigned char)c >= 0xE3;
}

size_t qi_width(const char *text, size_t length)
{
    size_t width = 0;
    for (size_t i = 0; i < length; i++)
        if ((text[i] & 0xC0) != 0x80)
            width += is_wide(text[i]) ? 2 : 1;
    return width;
}

/* Puts an argument, as wide as its directive says. */
static void put_argument(output *to, const directive *it, const char *text)
{
    const size_t length = strlen(text), width = qi_width(text, length);
    const size_t missing = width < it->width ? it->width - width : 0;
    /* No blank stands between Chinese and Chinese. */
    if (!it->width && to->last == ' ' && is_wide((char)to->before) && is_wide(*text)) {
        to->length--;
        to->last = to->before;
    }
    if (!it->left)
        put_repeated(to, it->zeros ? '0' : ' ', missing);
    put_text(to, text, length);
    if (it->left)
        put_repeated(to, ' ', missing);
}

/* Where "{one|many}" ends if it begins at `at`, and where its two words do; else NULL. */
static const char *read_choice(const char *at, const char *end, const char **many)
{
    *many = NULL;
    for (at++; at < end && *at != '}' && *at != '\n' && *at != '%'; at++)
        if (*at == '|')
            *many = at + 1;
    return *many && at < end && *at == '}' ? at + 1 : NULL;
}

size_t qi_message_print(const char *format, size_t length, const char *arguments,
                        qi_translator *translator, void *context, char *text, size_t capacity)
{
    const char *const end = format + length;
    output to = {.text = text, .capacity = capacity ? capacity - 1 : 0};
    size_t next = 0;
    const char *latest = "";
    for (const char *at = format; at < end;) {
        const char *many, *const after = *at == '{' ? read_choice(at, end, &many) : NULL;
        if (after) {
            const bool one = latest[0] == '1' && !latest[1];
            put_text(&to, one ? at + 1 : many, (size_t)(one ? many - at - 2 : after - many - 1));
            at = after;
        } else if (*at != '%' || (at + 1 < end && at[1] == '%')) {
            at += *at == '%';
            put(&to, *at++);
        } else {
            const directive it = read_directive(at, end);
            latest = qi_message_skip(arguments, it.number ? it.number - 1 : next++);
            const bool quoted = at > format && (at[-1] == '\'' || at[-1] == '"' || at[-1] == '/' ||
                                                at[-1] == '=' || at[-1] == '-');
            const char *const other = translator && it.letter == 's' && !quoted
                                          ? translator(context, latest, strlen(latest))
                                          : NULL;
            put_argument(&to, &it, other ? other : latest);
            at = it.end;
        }
    }
    if (capacity)
        text[to.length < capacity ? to.length : capacity - 1] = '\0';
    return to.length;
}

size_t qi_message_write(const qi_message *message, qi_translator *translator, void *context,
                        char *text, size_t capacity)
{
    const char *const format = message->format ? message->format : "";
    const char *const other = translator ? translator(context, format, strlen(format)) : NULL;
    const char *const chosen = other ? other : format;
    return qi_message_print(chosen, strlen(chosen), message->arguments, translator, context, text,
                            capacity);
}
