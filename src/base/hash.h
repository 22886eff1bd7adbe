/* A running 64-bit digest of results, for signatures of behaviour; not for tables. */
#ifndef QI_BASE_HASH_H
#define QI_BASE_HASH_H

#include <stdint.h>

#define QI_DIGEST_START 0x716920e6b0940000U

static inline uint64_t qi_digest(uint64_t digest, uint64_t value)
{
    digest ^= value + 0x9e3779b97f4a7c15U + (digest << 6) + (digest >> 2);
    digest = (digest ^ (digest >> 32)) * 0xd6e8feb86659fd93U;
    return digest ^ (digest >> 32);
}

#endif
