/* Smaller inputs of a format that is not known: delta debugging over lines, words, letters and
 * numbers. */
#include "lab/external.h"
#include "lab/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A word of an input. */
typedef struct word {
    char *text; /* NULL: a number that was changed, in `digits` */
    uint32_t line;
    char digits[24];
} word;

/* An input as words. */
typedef struct text {
    char *letters; /* of the words, each with a null byte behind it; NULL in a smaller text */
    word *words;
    size_t count;
    uint32_t lines;
} text;

static const char *text_of(const word *it)
{
    return it->text ? it->text : it->digits;
}

static void free_text(text *it)
{
    free(it->letters);
    free(it->words);
    *it = (text){0};
}

/* False when there is no memory. */
static bool read_text(const qi_buffer *input, text *it)
{
    const char *const from = qi_buffer_text(input);
    *it = (text){.letters = strdup(from), .words = calloc(strlen(from) / 2 + 2, sizeof *it->words)};
    uint32_t line = 0;
    for (char *at = it->letters; at && it->words && *at;) {
        char *const end = at + strcspn(at, " \t\r\n");
        const char blank = *end;
        if (end > at) {
            it->words[it->count++] = (word){.text = at, .line = line};
            it->lines = line + 1;
        }
        *end = '\0';
        line += blank == '\n';
        at = blank ? end + 1 : end;
    }
    return it->letters && it->words;
}

/* Says that there is no memory for smaller cases. */
static bool give_up(const qi_lab_shrinker *work)
{
    const qi_lab_case none = {.text = {.failed = true}};
    work->attempt(work->context, &none);
    return false;
}

/* A text for some of the words of another, which lends it their letters. */
static bool start_smaller(const qi_lab_shrinker *work, const text *whole, text *it)
{
    *it = (text){.words = calloc(whole->count + 1, sizeof *it->words)};
    return it->words || give_up(work);
}

/* A whole number of at most nine digits. */
static bool is_number(const char *it, long *value)
{
    char *end;
    const size_t digits = strspn(it + (*it == '-'), "0123456789");
    *value = strtol(it, &end, 10);
    return digits > 0 && digits <= 9 && !*end;
}

static size_t words_in_line(const text *it, uint32_t line)
{
    size_t count = 0;
    for (size_t i = 0; i < it->count; i++)
        count += it->words[i].line == line;
    return count;
}

/* Three bits for each of the first words in the first line: whether it equals the number of
 * lines after its own, the words of the next line, the letters of the next line's first word. */
static uint64_t relations_of(const text *it)
{
    enum { FIRST = 6 };
    uint64_t relations = 0;
    for (size_t i = 0; i < it->count && i < FIRST; i++) {
        long value;
        if (it->words[i].line || !is_number(text_of(&it->words[i]), &value) || value < 0)
            continue;
        const uint32_t line = it->words[i].line;
        size_t next = i;
        while (next < it->count && it->words[next].line == line)
            next++;
        long other;
        const bool letters_next = next < it->count && !is_number(text_of(&it->words[next]), &other);
        const size_t letters = letters_next ? strlen(text_of(&it->words[next])) : SIZE_MAX;
        relations |= (uint64_t)(it->lines - line - 1 == (size_t)value) << 3 * i;
        relations |= (uint64_t)(words_in_line(it, line + 1) == (size_t)value) << (3 * i + 1);
        relations |= (uint64_t)(letters == (size_t)value) << (3 * i + 2);
    }
    return relations;
}

static void write_text(const text *it, qi_buffer *to)
{
    for (size_t i = 0; i < it->count; i++) {
        if (i)
            qi_buffer_add_char(to, it->words[i].line == it->words[i - 1].line ? ' ' : '\n');
        /* Lines that have lost all their words stay. */
        for (uint32_t line = i ? it->words[i - 1].line + 1 : 0; line < it->words[i].line; line++)
            qi_buffer_add_char(to, '\n');
        qi_buffer_add_text(to, text_of(&it->words[i]));
    }
    qi_buffer_add_char(to, '\n');
}

static bool take(const qi_lab_shrinker *work, const text *smaller)
{
    const uint64_t kept = relations_of(smaller) & work->from->relations;
    if (kept != work->from->relations || !qi_lab_goes_on(work))
        return false;
    qi_lab_case it = {.rows = work->from->rows, .relations = work->from->relations};
    write_text(smaller, &it.text);
    return qi_lab_offer(work, &it, true);
}

/* ---- removing ----------------------------------------------------------------------------- */

static void set_number(word *it, long value)
{
    snprintf(it->digits, sizeof it->digits, "%ld", value);
    it->text = NULL;
}

/* Tries the text as it is, then with one of the numbers near its beginning, or before `place`,
 * lower by what was removed. */
static bool take_counted(const qi_lab_shrinker *work, text *it, size_t place, long removed)
{
    enum { FIRST = 4 };
    if (take(work, it))
        return true;
    for (size_t i = 0; i < it->count && i < place; i++) {
        long value;
        if ((i >= FIRST && place - i > 2) || !is_number(text_of(&it->words[i]), &value) ||
            value < removed)
            continue;
        set_number(&it->words[i], value - removed);
        if (take(work, it))
            return true;
        set_number(&it->words[i], value);
    }
    return false;
}

/* Without the words of some lines, or without some words. */
static bool take_without(const qi_lab_shrinker *work, const text *it, size_t from, size_t count,
                         bool lines)
{
    text smaller;
    if (!start_smaller(work, it, &smaller))
        return false;
    size_t place = it->count;
    for (size_t i = 0; i < it->count; i++) {
        const size_t unit = lines ? it->words[i].line : i;
        if (unit >= from && unit < from + count) {
            place = i < place ? i : place;
            continue;
        }
        word kept = it->words[i];
        if (lines && kept.line >= from + count)
            kept.line -= (uint32_t)count;
        smaller.words[smaller.count++] = kept;
        smaller.lines = kept.line + 1;
    }
    const bool taken =
        smaller.count < it->count && take_counted(work, &smaller, place, (long)count);
    free_text(&smaller);
    return taken;
}

static bool shrink_units(const qi_lab_shrinker *work, const text *it, bool lines)
{
    const size_t units = lines ? it->lines : it->count;
    for (size_t count = units / 2 + 1; count; count /= 2)
        for (size_t from = 0; from < units && qi_lab_goes_on(work); from += count)
            if (take_without(work, it, from, count, lines))
                return true;
    return false;
}

/* Without some letters of a word that is no number. */
static bool shrink_letters(const qi_lab_shrinker *work, text *it)
{
    bool taken = false;
    for (size_t i = 0; i < it->count && !taken; i++) {
        char *const whole = it->words[i].text;
        const size_t length = whole ? strlen(whole) : 0;
        long value;
        if (length < 2 || is_number(whole, &value))
            continue;
        char *const cut = malloc(length + 1);
        if (!cut)
            return give_up(work);
        it->words[i].text = cut;
        for (size_t count = length / 2; count && !taken; count /= 2)
            for (size_t from = 0; from + count <= length && !taken; from += count) {
                memcpy(cut, whole, from);
                memcpy(cut + from, whole + from + count, length - from - count + 1);
                taken = take_counted(work, it, i, (long)count);
            }
        it->words[i].text = whole;
        free(cut);
    }
    return taken;
}

/* All words that are equal to one, from `first` on, become a number. */
static bool take_equal(const qi_lab_shrinker *work, const text *it, size_t first, long value)
{
    text changed;
    if (!start_smaller(work, it, &changed))
        return false;
    changed.lines = it->lines;
    for (size_t i = 0; i < it->count; i++) {
        changed.words[changed.count++] = it->words[i];
        if (i >= first && strcmp(text_of(&it->words[i]), text_of(&it->words[first])) == 0)
            set_number(&changed.words[i], value);
    }
    const bool taken = take(work, &changed);
    free_text(&changed);
    return taken;
}

/* Numbers nearer to 0, and letters nearer to 'a'. */
static bool shrink_values(const qi_lab_shrinker *work, text *it)
{
    for (size_t i = 0; i < it->count; i++) {
        long value;
        if (!is_number(text_of(&it->words[i]), &value))
            continue;
        const long smaller[] = {0, 1, value / 2, value > 0 ? value - 1 : value + 1};
        for (int k = 0; k < 4; k++) {
            if (labs(smaller[k]) >= labs(value))
                continue;
            set_number(&it->words[i], smaller[k]);
            if (take(work, it))
                return true;
            set_number(&it->words[i], value);
            if (take_equal(work, it, i, smaller[k]))
                return true;
        }
    }
    for (size_t i = 0; i < it->count; i++)
        for (char *at = it->words[i].text; at && *at; at++) {
            const char was = *at;
            if (was <= 'a' || was > 'z')
                continue;
            *at = 'a';
            if (take(work, it))
                return true;
            *at = was;
        }
    return false;
}

/* ---- all together ------------------------------------------------------------------------- */

uint64_t qi_lab_external_relations(const qi_buffer *input)
{
    text it;
    const uint64_t relations = read_text(input, &it) ? relations_of(&it) : 0;
    free_text(&it);
    return relations;
}

bool qi_lab_external_shrink(const qi_lab_case *it, qi_lab_try *attempt, void *context)
{
    const qi_lab_shrinker work = {it, attempt, context};
    text now;
    const bool taken = read_text(&it->text, &now)
                           ? shrink_units(&work, &now, true) || shrink_units(&work, &now, false) ||
                                 shrink_letters(&work, &now) || shrink_values(&work, &now)
                           : give_up(&work);
    free_text(&now);
    return taken;
}
