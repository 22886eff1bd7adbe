#include "scenario.h"

size_t scenario_stray;

static atomic_bool watching;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

void *__wrap_malloc(size_t size)
{
    scenario_stray += atomic_load(&watching);
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    scenario_stray += atomic_load(&watching);
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    scenario_stray += atomic_load(&watching);
    return __real_realloc(block, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    scenario_stray += atomic_load(&watching);
    return __real_aligned_alloc(alignment, size);
}

/* The allocator's own blocks are not counted as strays. */
static void *allocate(void *context, size_t size)
{
    atomic_store(&watching, false);
    void *block = check_allocate(context, size);
    atomic_store(&watching, true);
    return block;
}

typedef struct outcome {
    qi_result result;
    uint64_t sum;
    size_t asked, refused, held, strays;
} outcome;

static outcome run(const scenario_case *it, size_t fail, check_refusal refusal)
{
    check_memory memory = {.fail = fail, .refusal = refusal, .inside = ATOMIC_FLAG_INIT};
    qi_allocator allocator = check_allocator(&memory);
    allocator.allocate = allocate;
    scene stage = {&allocator, 0};
    scenario_stray = 0;
    atomic_store(&watching, true);
    const qi_result result = it->run(&stage);
    atomic_store(&watching, false);
    return (outcome){result, stage.sum, memory.asked, memory.refused, memory.held, scenario_stray};
}

void scenario_run(const scenario_case *it)
{
    enum { MAX_RUNS = 60 };
    static const char *const ways[] = {"one", "from", "every"};
    const outcome whole = run(it, 0, CHECK_ONE);
    if (whole.result != QI_OK || whole.held || whole.strays || !whole.asked)
        fail_msg("%s: result %d, %zu of %zu blocks held, %zu strays", it->name, whole.result,
                 whole.held, whole.asked, whole.strays);
    const size_t runs = (size_t)test_cases(MAX_RUNS);
    const size_t step = whole.asked > runs ? whole.asked / runs : 1;
    size_t without = 0;
    for (size_t number = 1; number <= whole.asked; number += step)
        for (int way = 0; way < 3; way++) {
            const outcome now = run(it, number, (check_refusal)way);
            const bool good = (now.result == QI_NO_MEMORY && now.refused > 0) ||
                              (now.result == QI_OK && now.sum == whole.sum);
            without += now.result == QI_NO_MEMORY;
            if (!good || now.held || now.strays)
                fail_msg("%s, refusing %s %zu of %zu: result %d, sum %s, %zu held, %zu strays",
                         it->name, ways[way], number, whole.asked, now.result,
                         now.sum == whole.sum ? "the same" : "another", now.held, now.strays);
        }
    assert_true(without > 0);
}
