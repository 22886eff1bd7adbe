/* Fact files: what a solver has proved, so that a long run can be continued. */
#include "base/memory.h"

#include <qi/nogo_solve.h>

static const char header[] = "qi nogo facts 2\n";
enum { FACT_BYTES = 16, LEAST_EFFORT = 6 };

typedef struct fact_writer {
    qi_sink *sink;
    void *context;
    uint64_t count;
} fact_writer;

static bool write_fact(void *context, const qi_nogo_fact *fact)
{
    fact_writer *writer = context;
    char bytes[FACT_BYTES];
    for (unsigned i = 0; i < FACT_BYTES; i++)
        bytes[i] = (char)(fact->word[i / 8] >> (i % 8 * 8) & 255);
    writer->count++;
    return writer->sink(writer->context, bytes, sizeof bytes);
}

qi_result qi_nogo_write_facts(const qi_nogo_solver *solver, qi_sink *sink, void *context,
                              uint64_t *count)
{
    fact_writer writer = {sink, context, 0};
    qi_result result = QI_STOPPED;
    if (sink(context, header, sizeof header - 1))
        result = qi_nogo_solver_tell(solver, LEAST_EFFORT, write_fact, &writer);
    if (count)
        *count = writer.count;
    return result;
}

qi_result qi_nogo_read_facts(qi_nogo_solver *solver, const char *bytes, size_t length,
                             uint64_t *count)
{
    const size_t start = sizeof header - 1;
    uint64_t learnt = 0;
    qi_result result = QI_OK;
    if (length < start || memcmp(bytes, header, start) != 0 || (length - start) % FACT_BYTES != 0)
        result = QI_BAD_ARGUMENT;
    for (size_t at = start; result == QI_OK && at < length; at += FACT_BYTES) {
        qi_nogo_fact fact = {{0, 0}};
        for (unsigned i = 0; i < FACT_BYTES; i++)
            fact.word[i / 8] |= (uint64_t)(unsigned char)bytes[at + i] << (i % 8 * 8);
        result = qi_nogo_solver_learn(solver, &fact);
        learnt += result == QI_OK;
    }
    if (count)
        *count = learnt;
    return result;
}
