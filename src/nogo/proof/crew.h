/* Threads of a walk: locks where the build has threads, and sharing out tasks. */
#ifndef QI_NOGO_PROOF_CREW_H
#define QI_NOGO_PROOF_CREW_H

#include "base/memory.h"
#include "base/threads.h"

#if QI_HAS_THREADS
#include <pthread.h>
typedef pthread_mutex_t proof_lock;
#define proof_lock_start(lock) pthread_mutex_init(lock, NULL)
#define proof_lock_end(lock) pthread_mutex_destroy(lock)
#define proof_lock_take(lock) pthread_mutex_lock(lock)
#define proof_lock_give(lock) pthread_mutex_unlock(lock)
#else
typedef char proof_lock;
#define proof_lock_start(lock) ((void)(lock))
#define proof_lock_end(lock) ((void)(lock))
#define proof_lock_take(lock) ((void)(lock))
#define proof_lock_give(lock) ((void)(lock))
#endif

/* An allocator for several threads. */
typedef struct proof_memory {
    qi_allocator allocator;
    proof_lock lock;
} proof_memory;

static inline void *proof_allocate(proof_memory *memory, size_t count, size_t size)
{
    proof_lock_take(&memory->lock);
    void *const block = qi_allocate_array(&memory->allocator, count, size);
    proof_lock_give(&memory->lock);
    return block;
}

static inline void proof_release(proof_memory *memory, void *block)
{
    proof_lock_take(&memory->lock);
    qi_release(&memory->allocator, block);
    proof_lock_give(&memory->lock);
}

/* Does one task of several; `worker` is the thread's own. */
typedef void proof_task(void *worker, unsigned task);

enum { PROOF_MOST_WORKERS = 256 };

/* Does tasks `first` to `end` - 1, each once, by `count` workers, which are `size` bytes each. */
void qi_proof_together(proof_task *task, void *workers, size_t size, uint32_t count, unsigned first,
                       unsigned end);

#endif
