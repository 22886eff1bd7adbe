/* The engines of a match, as a command line names them. */
#include "arena/arena.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

void arena_escape(const char *text, char *to, size_t capacity)
{
    qi_writer writer = qi_write_into(to, capacity);
    qi_put_shown(&writer, text, strlen(text), SIZE_MAX);
    qi_put_end(&writer);
}

/* As arena_escape does it. */
static char *escaped(const char *text, size_t length)
{
    qi_buffer whole = {0};
    qi_buffer_show(&whole, text, length, false);
    return qi_buffer_take(&whole);
}

/* The command line of one of our own players: "strong", "plain:10000", "level:3", "random"; what
 * follows a space are further options of `qi nogo gtp`, which come last and so overrule. */
static char *own_command(const char *word, const char *program, double seconds)
{
    const int whole = (int)strcspn(word, " "), name = (int)strcspn(word, ": ");
    const int playouts = name < whole ? whole - name - 1 : 0;
    const char *const number = word + whole - playouts;
    qi_buffer line = {0};
    qi_buffer_add_text(&line, "exec '"); /* for the shell */
    for (const char *at = program; *at; at++)
        if (*at == '\'')
            qi_buffer_add_text(&line, "'\\''");
        else
            qi_buffer_add_char(&line, *at);
    qi_buffer_add_text(&line, "' nogo gtp");
    if (name == 5 && playouts && strncmp(word, "level", 5) == 0)
        qi_buffer_printf(&line, " --level %.*s", playouts, number);
    else if (name < whole)
        qi_buffer_printf(&line, " --player %.*s --playouts %.*s", name, word, playouts, number);
    else
        qi_buffer_printf(&line, " --player %.*s --time %g", name, word, seconds);
    qi_buffer_add_text(&line, word + whole);
    return qi_buffer_take(&line);
}

/* Adds an engine; both texts are freed in the end. A name that is taken gets a number. */
static bool add(arena_engines *all, char *name, char *command)
{
    for (uint32_t i = 0; name && i < all->count; i++)
        if (strcmp(all->list[i].name, name) == 0) {
            qi_buffer other = {0};
            qi_buffer_printf(&other, "%s #%u", name, all->count + 1);
            free(name);
            name = qi_buffer_take(&other);
        }
    arena_engine *const engine = &all->list[all->count++];
    engine->name = name;
    engine->command = command;
    return name && command;
}

bool arena_add_engine(arena_engines *all, const char *word, const char *program, double seconds)
{
    const char *const equals = strchr(word, '=');
    const size_t before = equals ? (size_t)(equals - word) : 0;
    const bool named = before > 0 && strcspn(word, " /'\"@") > before;
    const char *const command = named ? equals + 1 : word;
    const char *const shown = *word == '@' ? word + 1 : word;
    return add(all, escaped(shown, named ? before : strlen(shown)),
               *command == '@' ? own_command(command + 1, program, seconds) : strdup(command));
}

bool arena_add_recorded(arena_engines *all, const char *name, const char *command)
{
    return add(all, escaped(name, strlen(name)), escaped(command, strlen(command)));
}

void arena_free_engines(arena_engines *all)
{
    for (uint32_t i = 0; i < all->count; i++) {
        free((void *)all->list[i].name);
        free((void *)all->list[i].command);
    }
    all->count = 0;
}
