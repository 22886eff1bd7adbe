/* Smaller inputs of a format that is not known: delta debugging over lines, words, letters and
 * numbers. */
#include "base/clock.h"
#include "base/processes.h"
#include "lab/generic.h"
#include "lab/tried.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An input as words. */
typedef struct word {
    char *text; /* owned */
    uint32_t line;
} word;

typedef struct text {
    word *words;
    size_t count;
    uint32_t lines;
} text;

typedef struct shrinker {
    const qi_lab_any_problem *problem;
    qi_lab_any_case *best;
    double deadline;
    uint64_t relations; /* of the first input; see relations_of */
    qi_lab_tried known;
    qi_lab_shrinking so_far;
} shrinker;

static void free_text(text *it)
{
    for (size_t i = 0; i < it->count; i++)
        free(it->words[i].text);
    free(it->words);
    *it = (text){0};
}

static void read_text(const char *at, text *it)
{
    *it = (text){.words = calloc(strlen(at) / 2 + 2, sizeof *it->words)};
    uint32_t line = 0;
    while (it->words && *at) {
        const size_t length = strcspn(at, " \t\r\n");
        if (length) {
            it->words[it->count++] = (word){strndup(at, length), line};
            it->lines = line + 1;
        }
        at += length;
        line += *at == '\n';
        at += *at != '\0';
    }
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

/* What each of the first words counts, if they are in the first line, three bits for each: the
 * lines after its own, the words of the next line, the letters of the next line's first word. */
static uint64_t relations_of(const text *it)
{
    enum { FIRST = 6 };
    uint64_t relations = 0;
    for (size_t i = 0; i < it->count && i < FIRST; i++) {
        long value;
        if (it->words[i].line || !is_number(it->words[i].text, &value) || value < 0)
            continue;
        const uint32_t line = it->words[i].line;
        size_t next = i;
        while (next < it->count && it->words[next].line == line)
            next++;
        long other;
        const bool letters_next = next < it->count && !is_number(it->words[next].text, &other);
        const size_t letters = letters_next ? strlen(it->words[next].text) : SIZE_MAX;
        relations |= (uint64_t)(it->lines - line - 1 == (size_t)value) << 3 * i;
        relations |= (uint64_t)(words_in_line(it, line + 1) == (size_t)value) << (3 * i + 1);
        relations |= (uint64_t)(letters == (size_t)value) << (3 * i + 2);
    }
    return relations;
}

static void write_text(const text *it, qi_buffer *to)
{
    qi_buffer_clear(to);
    for (size_t i = 0; i < it->count; i++) {
        if (i)
            qi_buffer_add_char(to, it->words[i].line == it->words[i - 1].line ? ' ' : '\n');
        /* Lines that have lost all their words stay. */
        for (uint32_t line = i ? it->words[i - 1].line + 1 : 0; line < it->words[i].line; line++)
            qi_buffer_add_char(to, '\n');
        qi_buffer_add_text(to, it->words[i].text);
    }
    qi_buffer_add_char(to, '\n');
}

static bool out_of_time(const shrinker *work)
{
    return (work->problem->stop && atomic_load(work->problem->stop)) ||
           qi_seconds() > work->deadline;
}

/* Takes the case if it fails in the same way; it is freed or kept. */
static bool take_case(shrinker *work, qi_lab_any_case *it)
{
    if (!qi_lab_tried_add(&work->known, &it->input)) {
        qi_lab_any_free(it);
        return false;
    }
    qi_lab_any_examine(work->problem, it);
    qi_processes_end_orphans(NULL, 0);
    work->so_far.tried++;
    if (it->kind != work->best->kind) {
        qi_lab_any_free(it);
        return false;
    }
    qi_lab_any_free(work->best);
    *work->best = *it;
    work->so_far.taken++;
    return true;
}

static bool take(shrinker *work, const text *smaller)
{
    if (out_of_time(work))
        return false;
    const uint64_t kept = relations_of(smaller) & work->relations;
    if (!work->problem->validate && kept != work->relations)
        return false;
    qi_lab_any_case it = {0};
    write_text(smaller, &it.input);
    return take_case(work, &it);
}

/* ---- removing ----------------------------------------------------------------------------- */

static bool set_number(word *it, long value)
{
    char number[24];
    snprintf(number, sizeof number, "%ld", value);
    char *const copy = strdup(number);
    if (copy) {
        free(it->text);
        it->text = copy;
    }
    return copy != NULL;
}

/* Tries the text as it is, then with one of the numbers near its beginning, or before `place`,
 * lower by what was removed. */
static bool take_counted(shrinker *work, text *it, size_t place, long removed)
{
    enum { FIRST = 4 };
    if (take(work, it))
        return true;
    for (size_t i = 0; i < it->count && i < place; i++) {
        long value;
        if ((i >= FIRST && place - i > 2) || !is_number(it->words[i].text, &value) ||
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
static bool take_without(shrinker *work, const text *it, size_t from, size_t count, bool lines)
{
    text smaller = {.words = calloc(it->count + 1, sizeof *it->words)};
    size_t place = it->count;
    for (size_t i = 0; smaller.words && i < it->count; i++) {
        const size_t unit = lines ? it->words[i].line : i;
        if (unit >= from && unit < from + count) {
            place = i < place ? i : place;
            continue;
        }
        word kept = {strdup(it->words[i].text), it->words[i].line};
        if (lines && kept.line >= from + count)
            kept.line -= (uint32_t)count;
        smaller.words[smaller.count++] = kept;
        smaller.lines = kept.line + 1;
    }
    const bool taken = smaller.words && smaller.count < it->count &&
                       take_counted(work, &smaller, place, (long)count);
    free_text(&smaller);
    return taken;
}

static bool shrink_units(shrinker *work, const text *it, bool lines)
{
    const size_t units = lines ? it->lines : it->count;
    for (size_t count = units / 2 + 1; count; count /= 2)
        for (size_t from = 0; from < units && !out_of_time(work); from += count)
            if (take_without(work, it, from, count, lines))
                return true;
    return false;
}

/* Without some letters of a word that is no number. */
static bool shrink_letters(shrinker *work, text *it)
{
    for (size_t i = 0; i < it->count; i++) {
        char *const whole = it->words[i].text;
        const size_t length = strlen(whole);
        long value;
        if (length < 2 || is_number(whole, &value))
            continue;
        for (size_t count = length / 2; count; count /= 2)
            for (size_t from = 0; from + count <= length; from += count) {
                char *const cut = strdup(whole);
                if (!cut)
                    return false;
                memmove(cut + from, cut + from + count, length - from - count + 1);
                it->words[i].text = cut;
                const bool taken = take_counted(work, it, i, (long)count);
                free(cut);
                it->words[i].text = whole;
                if (taken)
                    return true;
            }
    }
    return false;
}

/* All words that are equal to one, from `first` on, become a number. */
static bool take_equal(shrinker *work, const text *it, size_t first, long value)
{
    text changed = {.words = calloc(it->count + 1, sizeof *it->words), .lines = it->lines};
    for (size_t i = 0; changed.words && i < it->count; i++) {
        changed.words[changed.count++] = (word){strdup(it->words[i].text), it->words[i].line};
        if (i >= first && strcmp(it->words[i].text, it->words[first].text) == 0)
            set_number(&changed.words[i], value);
    }
    const bool taken = changed.words && take(work, &changed);
    free_text(&changed);
    return taken;
}

/* Numbers nearer to 0, and letters nearer to 'a'. */
static bool shrink_values(shrinker *work, text *it)
{
    for (size_t i = 0; i < it->count; i++) {
        long value;
        if (!is_number(it->words[i].text, &value))
            continue;
        const long smaller[] = {0, 1, value / 2, value > 0 ? value - 1 : value + 1};
        for (int k = 0; k < 4; k++) {
            if (labs(smaller[k]) >= labs(value))
                continue;
            if (set_number(&it->words[i], smaller[k]) && take(work, it))
                return true;
            set_number(&it->words[i], value);
            if (take_equal(work, it, i, smaller[k]))
                return true;
        }
    }
    for (size_t i = 0; i < it->count; i++)
        for (char *at = it->words[i].text; *at; at++) {
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

/* Fresh inputs of smaller sizes. */
static void shrink_size(shrinker *work, uint64_t size)
{
    enum { SEEDS = 20 };
    for (uint64_t smaller = 1; smaller < size; smaller += 1 + smaller / 4)
        for (uint64_t seed = 1; seed <= SEEDS && !out_of_time(work); seed++) {
            qi_lab_any_case it = {0};
            if (!qi_lab_any_generate(work->problem, seed, smaller, &it))
                qi_lab_any_free(&it);
            else if (take_case(work, &it))
                return;
        }
}

qi_lab_shrinking qi_lab_any_shrink(const qi_lab_any_problem *problem, uint64_t size,
                                   qi_lab_any_case *it, double seconds)
{
    shrinker work = {.problem = problem, .best = it, .deadline = qi_seconds() + seconds};
    shrink_size(&work, size);
    text now;
    read_text(it->input.bytes ? it->input.bytes : "", &now);
    work.relations = relations_of(&now);
    while (shrink_units(&work, &now, true) || shrink_units(&work, &now, false) ||
           shrink_letters(&work, &now) || shrink_values(&work, &now)) {
        free_text(&now);
        read_text(it->input.bytes ? it->input.bytes : "", &now);
    }
    free_text(&now);
    qi_lab_tried_free(&work.known);
    work.so_far.complete = !out_of_time(&work);
    return work.so_far;
}
