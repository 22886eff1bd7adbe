/* Fact files: what a solver has proved, so that a long run can be continued.
 *
 * A line of text, then blocks of up to BLOCK_FACTS facts, each after a digest of them. Only the
 * last block may be shorter, so that a damaged block does not hide where the next one begins.
 */
#include "nogo/proof/facts.h"

#include "base/hash.h"
#include "base/memory.h"

static const char header[] = "qi nogo facts 3\n";
enum {
    WORD_BYTES = 8,
    FACT_BYTES = 2 * WORD_BYTES,
    BLOCK_FACTS = 256,
    BLOCK_BYTES = WORD_BYTES + BLOCK_FACTS * FACT_BYTES,
    LEAST_EFFORT = 6
};

static void put_word(char *bytes, uint64_t word)
{
    for (unsigned i = 0; i < WORD_BYTES; i++)
        bytes[i] = (char)(word >> (i * 8) & 255);
}

static uint64_t get_word(const char *bytes)
{
    uint64_t word = 0;
    for (unsigned i = 0; i < WORD_BYTES; i++)
        word |= (uint64_t)(unsigned char)bytes[i] << (i * 8);
    return word;
}

/* The digest of the facts of a block of `length` bytes. */
static uint64_t digest_block(const char *block, size_t length)
{
    uint64_t digest = qi_digest(QI_DIGEST_START, length);
    for (size_t at = WORD_BYTES; at < length; at += WORD_BYTES)
        digest = qi_digest(digest, get_word(block + at));
    return digest;
}

typedef struct fact_writer {
    qi_sink *sink;
    void *context;
    uint64_t count;
    size_t length; /* of the block, with its digest */
    char block[BLOCK_BYTES];
} fact_writer;

static bool write_block(fact_writer *writer)
{
    put_word(writer->block, digest_block(writer->block, writer->length));
    const bool good = writer->sink(writer->context, writer->block, writer->length);
    writer->length = WORD_BYTES;
    return good;
}

static bool write_fact(void *context, const qi_nogo_fact *fact)
{
    fact_writer *writer = context;
    put_word(writer->block + writer->length, fact->word[0]);
    put_word(writer->block + writer->length + WORD_BYTES, fact->word[1]);
    writer->length += FACT_BYTES;
    writer->count++;
    return writer->length < BLOCK_BYTES || write_block(writer);
}

qi_result qi_nogo_write_facts(const qi_nogo_solver *solver, qi_sink *sink, void *context,
                              uint64_t *count)
{
    fact_writer writer = {.sink = sink, .context = context, .length = WORD_BYTES};
    qi_result result = QI_STOPPED;
    if (sink(context, header, sizeof header - 1))
        result = qi_nogo_solver_tell(solver, LEAST_EFFORT, write_fact, &writer);
    if (result == QI_OK && writer.length > WORD_BYTES && !write_block(&writer))
        result = QI_STOPPED;
    if (count)
        *count = writer.count;
    return result;
}

/* Gives away the facts of a block, or nothing of it when it is damaged. */
static qi_result read_block(const char *block, size_t length, facts_taker *take, void *context,
                            uint64_t *taken)
{
    if (length < WORD_BYTES + FACT_BYTES || (length - WORD_BYTES) % FACT_BYTES != 0 ||
        get_word(block) != digest_block(block, length))
        return QI_BAD_ARGUMENT;
    qi_result result = QI_OK;
    for (size_t at = WORD_BYTES; result == QI_OK && at < length; at += FACT_BYTES) {
        const qi_nogo_fact fact = {{get_word(block + at), get_word(block + at + WORD_BYTES)}};
        result = take(context, &fact);
        *taken += result == QI_OK;
    }
    return result;
}

qi_result qi_facts_read(const char *bytes, size_t length, facts_taker *take, void *context,
                        uint64_t *count)
{
    const size_t start = sizeof header - 1;
    uint64_t taken = 0;
    qi_result result = QI_OK;
    const bool titled = length >= start && memcmp(bytes, header, start) == 0;
    if (!titled)
        result = QI_BAD_ARGUMENT;
    for (size_t at = start; titled && at < length; at += BLOCK_BYTES) {
        const size_t rest = length - at;
        if (read_block(bytes + at, rest < BLOCK_BYTES ? rest : BLOCK_BYTES, take, context,
                       &taken) != QI_OK)
            result = QI_BAD_ARGUMENT;
    }
    if (count)
        *count = taken;
    return result;
}

static qi_result learn(void *context, const qi_nogo_fact *fact)
{
    qi_nogo_solver *const solver = context;
    return qi_nogo_solver_learn(solver, fact);
}

qi_result qi_nogo_read_facts(qi_nogo_solver *solver, const char *bytes, size_t length,
                             uint64_t *count)
{
    return qi_facts_read(bytes, length, learn, solver, count);
}
