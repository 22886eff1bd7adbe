/* Threads that stay alive between one piece of work and the next. Not part of the freestanding
 * core. */
#ifndef QI_NOGO_SELFPLAY_CREW_H
#define QI_NOGO_SELFPLAY_CREW_H

#include <qi/base.h>

typedef struct qi_crew qi_crew;

/* Does the parts first .. end-1 of a piece of work, as member `member` of the crew. */
typedef void qi_crew_task(void *context, uint32_t member, uint32_t first, uint32_t end);

/* A crew of `members`, whoever calls qi_crew_run being member 0. QI_NO_MEMORY, also when a thread
 * cannot be started. */
qi_result qi_crew_new(uint32_t members, const qi_allocator *allocator, qi_crew **crew);
void qi_crew_free(qi_crew *crew);

/* Does all `count` parts, `block` of them at a time, and returns when they are done. */
void qi_crew_run(qi_crew *crew, qi_crew_task *task, void *context, uint32_t count, uint32_t block);

#endif
