/* Reading files of facts without a solver. */
#ifndef QI_NOGO_PROOF_FACTS_H
#define QI_NOGO_PROOF_FACTS_H

#include <qi/nogo_solve.h>

/* Takes a fact; any result but QI_OK says that it cannot be one. */
typedef qi_result facts_taker(void *context, const qi_nogo_fact *fact);

/* As qi_nogo_read_facts, but gives the facts to `take`. */
qi_result qi_facts_read(const char *bytes, size_t length, facts_taker *take, void *context,
                        uint64_t *count);

#endif
