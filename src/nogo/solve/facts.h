/*
 * Proved positions that one solver passes to another.
 */
#ifndef QI_NOGO_SOLVE_FACTS_H
#define QI_NOGO_SOLVE_FACTS_H

#include <qi/nogo_solve.h>

/* One proved position; the bytes are the same on every machine of one byte order. */
typedef struct qi_nogo_fact {
    uint64_t word[2];
} qi_nogo_fact;

/* Gets facts; returning false ends the walk. */
typedef bool qi_nogo_fact_sink(void *context, const qi_nogo_fact *fact);

/* Passes to `sink` every proved fact that took at least 2^`effort` nodes; facts mean the same to
 * any other solver. QI_STOPPED when the sink returned false. */
qi_result qi_nogo_solver_export(const qi_nogo_solver *solver, unsigned effort,
                                qi_nogo_fact_sink *sink, void *context);

/* Gives the solver a fact from another solver. It is not checked: a wrong fact leads to wrong
 * answers. QI_BAD_DATA if it cannot be a fact. */
qi_result qi_nogo_solver_learn(qi_nogo_solver *solver, const qi_nogo_fact *fact);

#endif
