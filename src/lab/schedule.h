/*
 * How large the cases of a stress run are. Most are small, which is where mistakes are found
 * soonest and read most easily. But arrays that are too short and algorithms that are too slow show
 * only at full size, so after the first small cases each family comes twice with the largest size
 * allowed, and later sizes of every order of magnitude keep coming.
 */
#ifndef QI_LAB_SCHEDULE_H
#define QI_LAB_SCHEDULE_H

#include "lab/lab.h"

/* What the problem's statement allows, and what stress takes for small. Sizes are rows, or moves of
 * Go. */
typedef struct qi_lab_schedule {
    uint32_t smallest; /* size there is */
    uint32_t telling;  /* smallest size of most cases: below it, answers tell little */
    uint32_t first;    /* largest size of the first cases */
    uint32_t small;    /* largest size of most cases */
    uint32_t largest;  /* by the statement */
    int games;         /* Go: most games, by the statement; QI_LAB_ANY: there is one */
    uint32_t large;    /* number of the first case that may be large */
    double seconds;    /* time limit */
    bool counts_moves; /* the size is the moves */
    /* Outputs that are right for too many small inputs; the rest is NULL. */
    const char *dull[3];
} qi_lab_schedule;

extern const qi_lab_schedule qi_lab_nogo_schedule, qi_lab_go_schedule, qi_lab_maze_schedule;

/* In one case of so many anything may happen: tiny sizes, and an answer that tells nothing. */
enum { QI_LAB_ONE_DULL_IN = 9 };

/* What to ask for in case number `index`, given the largest sizes. */
qi_lab_request qi_lab_scheduled(const qi_lab_schedule *schedule, qi_random *random, uint64_t index,
                                uint32_t families, const qi_lab_request *most);

/* The request's size, and the same request with another one. */
uint32_t qi_lab_request_size(const qi_lab_schedule *schedule, const qi_lab_request *request);
void qi_lab_request_resize(const qi_lab_schedule *schedule, qi_lab_request *request, uint32_t size);

/* A case of the family as scheduled: with several games of Go when the request says so, some of
 * which White begins. */
bool qi_lab_make_scheduled(const qi_lab_family *family, qi_random *random,
                           const qi_lab_request *request, qi_lab_case *it);

#endif
