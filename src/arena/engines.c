/* The engines of a match, as a command line names them. */
#include "arena/arena.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void arena_escape(const char *text, char *to, size_t capacity)
{
    qi_string string = qi_string_in(to, capacity);
    qi_string_show(&string, text, strlen(text), SIZE_MAX);
}

/* A copy of a text that arena_escape has made. */
static char *escaped(const char *text, size_t length)
{
    char *whole = strndup(text, length);
    char *name = whole ? malloc(4 * length + 1) : NULL;
    if (name)
        arena_escape(whole, name, 4 * length + 1);
    free(whole);
    return name;
}

/* A word that the shell reads as this path. */
static char *quoted(const char *path)
{
    char *word = malloc(4 * strlen(path) + 3);
    char *to = word;
    if (!word)
        return NULL;
    *to++ = '\'';
    for (; *path; path++)
        if (*path == '\'')
            to = stpcpy(to, "'\\''");
        else
            *to++ = *path;
    stpcpy(to, "'");
    return word;
}

/* The command line of one of our own players: "strong", "plain:10000", "level:3", "random"; what
 * follows a space are further options of `qi nogo gtp`, which come last and so overrule. `program`
 * is quoted. */
static char *own_command(const char *word, const char *program, double seconds)
{
    const int whole = (int)strcspn(word, " ");
    const int name = (int)strcspn(word, ": ");
    const char *more = word + whole;
    char *command = NULL;
    int made;
    if (name == 6 && strncmp(word, "random", 6) == 0)
        made = asprintf(&command, "exec %s nogo gtp --random%s", program, more);
    else if (name == 5 && name < whole && strncmp(word, "level", 5) == 0)
        made = asprintf(&command, "exec %s nogo gtp --level %.*s%s", program, whole - name - 1,
                        word + name + 1, more);
    else if (name < whole)
        made = asprintf(&command, "exec %s nogo gtp --player %.*s --playouts %.*s%s", program, name,
                        word, whole - name - 1, word + name + 1, more);
    else
        made = asprintf(&command, "exec %s nogo gtp --player %.*s --time %g%s", program, name, word,
                        seconds, more);
    return made < 0 ? NULL : command;
}

/* Two engines with one name could not be told apart: the later one gets a number. */
static char *unique_name(const arena_engines *all, char *name)
{
    for (uint32_t i = 0; name && i < all->count; i++)
        if (strcmp(all->list[i].name, name) == 0) {
            char *other = NULL;
            if (asprintf(&other, "%s #%u", name, all->count + 1) < 0)
                other = NULL;
            free(name);
            return other;
        }
    return name;
}

bool arena_add_engine(arena_engines *all, const char *word, const char *program, double seconds)
{
    const char *equals = strchr(word, '=');
    const size_t before = equals ? (size_t)(equals - word) : 0;
    char *name;
    if (before > 0 && strcspn(word, " /'\"@") > before) {
        name = escaped(word, before);
        word = equals + 1;
    } else {
        const char *start = word[0] == '@' ? word + 1 : word;
        name = escaped(start, strlen(start));
    }
    name = unique_name(all, name);
    if (!name)
        return false;
    arena_engine *const engine = &all->list[all->count++];
    engine->name = name;
    char *self = quoted(program);
    engine->command = word[0] != '@' ? strdup(word)
                      : self         ? own_command(word + 1, self, seconds)
                                     : NULL;
    free(self);
    return engine->command;
}

bool arena_add_recorded(arena_engines *all, const char *name, const char *command)
{
    arena_engine *const engine = &all->list[all->count++];
    engine->name = escaped(name, strlen(name));
    engine->command = escaped(command, strlen(command));
    return engine->name && engine->command;
}

void arena_free_engines(arena_engines *all)
{
    for (uint32_t i = 0; i < all->count; i++) {
        free((void *)all->list[i].name);
        free((void *)all->list[i].command);
    }
    all->count = 0;
}
