/* Fact files: what a solver has proved, so that a long run can be continued.
 *
 * Chunks (base/chunk.h) of up to CHUNK_FACTS facts. Only the last may be shorter, so that a damaged
 * chunk does not hide where the next one begins.
 */
#include "nogo/solve/facts.h"
#include "base/chunk.h"
#include "base/memory.h"

#include <qi/nogo_proof.h>
#include <qi/nogo_solve.h>

static const char magic[] = "QIFACTS\1";
enum {
    WORD_BYTES = 8,
    FACT_BYTES = 2 * WORD_BYTES,
    CHUNK_FACTS = 256,
    CHUNK_BYTES = QI_CHUNK_START + CHUNK_FACTS * FACT_BYTES,
    MIN_EFFORT = 6
};

typedef struct fact_writer {
    qi_sink *sink;
    void *context;
    uint64_t count;
    uint32_t length; /* of the payload */
    char chunk[CHUNK_BYTES];
} fact_writer;

static bool write_chunk(fact_writer *writer)
{
    qi_chunk_seal(writer->chunk, magic, 0, writer->length);
    const bool good =
        writer->sink(writer->context, writer->chunk, QI_CHUNK_START + (size_t)writer->length);
    writer->length = 0;
    return good;
}

static bool write_fact(void *context, const qi_nogo_fact *fact)
{
    fact_writer *writer = context;
    char *const to = writer->chunk + QI_CHUNK_START + writer->length;
    qi_put_little(to, WORD_BYTES, fact->word[0]);
    qi_put_little(to + WORD_BYTES, WORD_BYTES, fact->word[1]);
    writer->length += FACT_BYTES;
    writer->count++;
    return writer->length < CHUNK_FACTS * FACT_BYTES || write_chunk(writer);
}

qi_result qi_nogo_write_facts(const qi_nogo_solver *solver, qi_sink *sink, void *context,
                              uint64_t *count)
{
    fact_writer writer = {.sink = sink, .context = context};
    qi_result result = qi_nogo_solver_export(solver, MIN_EFFORT, write_fact, &writer);
    /* A file without facts is a chunk without any. */
    if (result == QI_OK && (writer.length || !writer.count) && !write_chunk(&writer))
        result = QI_STOPPED;
    if (count)
        *count = writer.count;
    return result;
}

/* Learns the facts of a chunk, or nothing of it when it is damaged. */
static qi_result read_chunk(qi_nogo_solver *solver, const char *bytes, size_t size, uint64_t *taken)
{
    qi_chunk chunk;
    if (qi_chunk_read(bytes, size, magic, 0, &chunk) || chunk.length % FACT_BYTES != 0)
        return QI_BAD_DATA;
    qi_result result = QI_OK;
    for (uint32_t at = 0; result == QI_OK && at < chunk.length; at += FACT_BYTES) {
        const uint8_t *const word = chunk.payload + at;
        const qi_nogo_fact fact = {
            {qi_get_little(word, WORD_BYTES), qi_get_little(word + WORD_BYTES, WORD_BYTES)}};
        result = qi_nogo_solver_learn(solver, &fact);
        *taken += result == QI_OK;
    }
    return result;
}

qi_result qi_nogo_read_facts(qi_nogo_solver *solver, const char *bytes, size_t length,
                             uint64_t *count)
{
    uint64_t taken = 0;
    qi_result result = length ? QI_OK : QI_BAD_DATA;
    for (size_t at = 0; at < length; at += CHUNK_BYTES) {
        const size_t rest = length - at;
        if (read_chunk(solver, bytes + at, rest < CHUNK_BYTES ? rest : CHUNK_BYTES, &taken) !=
            QI_OK)
            result = QI_BAD_DATA;
    }
    if (count)
        *count = taken;
    return result;
}
