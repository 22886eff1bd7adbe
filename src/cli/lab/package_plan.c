/* Which tests a package has. */
#include "cli/lab/package.h"
#include "lab/lab.h"

#include <stdlib.h>
#include <string.h>

package_source package_file(const char *name)
{
    const package_source *source = package_sources;
    while (source->name && strcmp(source->name, name) != 0)
        source++;
    return source->name ? *source : (package_source){name, "", 0};
}

package_source package_find(const qi_lab_game *game, const char *name)
{
    char path[96];
    snprintf(path, sizeof path, "%s/%s", game->name, name);
    return package_file(path);
}

const char *package_group_purpose(const char *group)
{
    static const char *const groups[][2] = {
        {"sample", "the samples of the statement"},
        {"small", "small enough to be followed by hand; mistakes of the rules"},
        {"family", "one of every kind, of middle size"},
        {"worst", "the worst cases known at full size"},
        {"full", "full size: arrays that are too short, algorithms that are too slow"}};
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (strcmp(groups[i][0], group) == 0)
            return groups[i][1];
    return "";
}

const char *package_test_purpose(const package_test *test)
{
    return test->family              ? test->family->purpose
           : package_is_sample(test) ? "shown in the statement"
                                     : "made for wrong programs, or shrunk from their failures";
}

package_source package_test_source(const qi_lab_game *game, const package_test *test)
{
    char name[40];
    snprintf(name, sizeof name, "%s.%llu.in", test->group, (unsigned long long)test->index);
    return package_find(game, name);
}

/* A row of a plan: `count` tests of a family (NULL: of all families, in turn), of sizes from
 * `min` to `max`. */
typedef struct row {
    const char *group, *family;
    int count;
    uint32_t min, max;
    int games; /* Go; QI_LAB_ANY: one, or as many as the family likes */
} row;

static const row nogo_rows[] = {
    {"small", NULL, 16, 1, 8, QI_LAB_ANY},       {"family", NULL, 8, 40, 60, QI_LAB_ANY},
    {"worst", "snake", 2, 600, 600, QI_LAB_ANY}, {"worst", "checkers", 1, 600, 600, QI_LAB_ANY},
    {"worst", "empty", 1, 599, 599, QI_LAB_ANY}, {"full", "empty", 1, 600, 600, QI_LAB_ANY},
    {"full", "play", 1, 600, 600, QI_LAB_ANY},   {"full", "scatter", 1, 600, 600, QI_LAB_ANY},
    {"full", "atari", 1, 600, 600, QI_LAB_ANY},  {"full", "endgame", 1, 600, 600, QI_LAB_ANY},
    {"full", "full", 1, 600, 600, QI_LAB_ANY},   {0}};
static const row go_rows[] = {{"small", NULL, 18, 2, 40, QI_LAB_ANY},
                              {"family", NULL, 9, 300, 300, QI_LAB_ANY},
                              {"family", "collide", 2, 200, 200, 100},
                              {"worst", "several", 4, 200, 200, 100},
                              {"worst", "corner", 3, 2000, 2000, QI_LAB_ANY},
                              {"worst", "long", 1, 2000, 2000, 3},
                              {"worst", "cycle", 1, 2000, 2000, QI_LAB_ANY},
                              {"worst", "ko", 1, 2000, 2000, QI_LAB_ANY},
                              {"full", "long", 1, 2000, 2000, 100},
                              {"full", "uniform", 1, 2000, 2000, 100},
                              {"full", "game", 1, 2000, 2000, 100},
                              {"full", "corner", 1, 2000, 2000, 100},
                              {0}};
static const row maze_rows[] = {
    {"small", NULL, 16, 3, 8, QI_LAB_ANY},   {"family", NULL, 8, 14, 14, QI_LAB_ANY},
    {"worst", "all", 3, 25, 25, QI_LAB_ANY}, {"worst", "corridor", 1, 25, 25, QI_LAB_ANY},
    {"full", NULL, 16, 25, 25, QI_LAB_ANY},  {0}};

static const row *rows_of(const qi_lab_game *game)
{
    return game->problem == QI_NOGO ? nogo_rows : game->problem == QI_GO ? go_rows : maze_rows;
}

static void add_test(const qi_lab_game *game, const row *from, int k, uint64_t index,
                     package_plan *plan)
{
    package_test *const test = &plan->tests[plan->count];
    const qi_lab_family *const family = from->family ? qi_lab_find_family(game, from->family)
                                                     : qi_lab_family_in_turn(game, (uint64_t)k);
    *test = (package_test){.group = from->group, .family = family};
    test->index = index;
    test->number = plan->count - plan->samples + 1;
    test->request.size = sizeof test->request;
    qi_lab_default_request(game->problem, &test->request);
    const uint32_t spread = from->max - from->min;
    const uint32_t size = from->count > 1
                              ? from->min + spread * (uint32_t)k / (uint32_t)(from->count - 1)
                              : from->max;
    qi_lab_request_resize(game->schedule, &test->request, size);
    if (!game->schedule->counts_moves)
        test->request.columns = size;
    test->request.games = from->games;
    snprintf(test->name, sizeof test->name, "%02d-%s-%s", test->number, from->group, family->name);
    plan->count++;
}

/* Adds the fixed tests of a group, at most `max` of them: "sample.1.in", "sample.2.in", ...
 * Returns their number. */
static uint64_t add_fixed(const qi_lab_game *game, const char *group, uint64_t max,
                          package_plan *plan)
{
    uint64_t added = 0;
    for (; added < max; added++) {
        package_test *const test = &plan->tests[plan->count];
        *test = (package_test){.group = group, .index = added + 1};
        if (!package_test_source(game, test).length)
            break;
        plan->count++;
        test->number = plan->count - plan->samples;
        if (package_is_sample(test))
            snprintf(test->name, sizeof test->name, "%02d", test->number);
        else
            snprintf(test->name, sizeof test->name, "%02d-%s-fixed", test->number, group);
    }
    return added;
}

bool package_make_plan(const qi_lab_game *game, uint64_t max, package_plan *plan)
{
    size_t capacity = 1;
    for (const package_source *source = package_sources; source->name; source++)
        capacity++;
    for (const row *from = rows_of(game); from->group; from++)
        capacity += (size_t)from->count;
    if (!max)
        max = UINT64_MAX;
    *plan = (package_plan){.tests = calloc(capacity, sizeof *plan->tests)};
    if (!plan->tests)
        return false;
    plan->samples = (int)add_fixed(game, "sample", UINT64_MAX, plan);
    const char *group = "";
    uint64_t taken = 0, index = (uint64_t)plan->samples;
    for (const row *from = rows_of(game); from->group; from++) {
        if (strcmp(group, from->group) != 0)
            taken = add_fixed(game, from->group, max, plan);
        group = from->group;
        /* Of fewer tests than there are, the last are the largest. */
        const uint64_t left = max - taken;
        int first = 0;
        if (left < (uint64_t)from->count)
            first = from->count - (int)left;
        for (int k = first; k < from->count; k++, taken++)
            add_test(game, from, k, index++, plan);
    }
    return true;
}

void package_free_plan(package_plan *plan)
{
    for (int i = 0; i < plan->count; i++)
        qi_buffer_free(&plan->tests[i].describe);
    free(plan->tests);
}

bool package_make_input(const qi_lab_game *game, const package_test *test, uint64_t seed,
                        qi_buffer *input)
{
    qi_random random;
    qi_lab_case_random(&random, seed, test->index);
    qi_lab_case it = {0};
    const bool good = qi_lab_make_scheduled(test->family, &random, &test->request, &it);
    qi_buffer_clear(input);
    if (good)
        game->write(&it, input);
    qi_lab_case_free(&it);
    return good && !input->failed;
}
