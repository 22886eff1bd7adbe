/* What fuzzing the readers found, once each. */
#include "check.h"

#include <qi/nogo.h>

#include <string.h>

enum { MEGABYTE = 1 << 20 };

static void *allocate_little(void *context, size_t size)
{
    (void)context;
    return size <= MEGABYTE ? malloc(size) : NULL;
}

static void release(void *context, void *block)
{
    (void)context;
    free(block);
}

/* "20000" and nothing more took two gigabytes before the missing rows were noticed. */
static void a_short_text_does_not_take_the_memory_it_promises(void **state)
{
    (void)state;
    static const char *const texts[] = {"20000\n", "20000 20000\n..\n", "20000 1\n.\nX\n"};
    static const uint64_t lines[] = {2, 2, 4};
    const qi_allocator little = {allocate_little, release, NULL};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        qi_nogo *position;
        qi_text_error error;
        assert_int_equal(qi_nogo_parse(texts[i], strlen(texts[i]), 0, &little, &position, &error),
                         QI_BAD_TEXT);
        assert_int_equal(error.line, lines[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_short_text_does_not_take_the_memory_it_promises),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
