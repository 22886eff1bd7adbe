/* The form of a proof file, which qi/nogo_solve.h describes. */
#ifndef QI_NOGO_PROOF_FORM_H
#define QI_NOGO_PROOF_FORM_H

#include "base/text.h"

#define PROOF_TITLE "qi nogo proof 2"
enum { PROOF_FIRST_CHARACTER = '0', PROOF_LAST_LINE = 48 };

#define PROOF_DIGEST_START 0xcbf29ce484222325U

/* The digest of a text (64-bit FNV-1a) with a byte more. */
static inline uint64_t proof_digest(uint64_t digest, char byte)
{
    return (digest ^ (unsigned char)byte) * 0x100000001b3U;
}

/* The last line, without its end, for so many answers and the digest of all before. */
void qi_proof_last_line(qi_string *line, uint64_t answers, uint64_t digest);

#endif
