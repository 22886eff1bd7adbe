/* The live line of work that cannot be asked how far it is while it runs. */
#include "base/clock.h"
#include "cli/cli.h"

#include <unistd.h>

static void draw(cli_work *work)
{
    const qi_meter meter = qi_meter_look(&work->meter);
    cli_progress_set(&work->progress, (double)meter.done, (double)meter.all, 0);
    if (work->progress.share > 0)
        cli_progress_line(&work->progress, "%s, %.0f %% done", work->what,
                          100 * (work->progress.share < 1 ? work->progress.share : 1));
    else
        cli_progress_line(&work->progress, "%s, %.0f s so far", work->what,
                          qi_seconds() - work->progress.begun);
}

static void *keep_drawing(void *context)
{
    enum { TICK = 100000000, SECOND = 1000000000 }; /* nanoseconds */
    cli_work *work = context;
    pthread_mutex_lock(&work->lock);
    while (!work->over) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += TICK;
        until.tv_sec += until.tv_nsec / SECOND;
        until.tv_nsec %= SECOND;
        pthread_cond_timedwait(&work->news, &work->lock, &until);
        if (!work->over && cli_progress_due(&work->progress))
            draw(work);
    }
    pthread_mutex_unlock(&work->lock);
    return NULL;
}

void cli_work_start(cli_work *work, const char *what, bool prints)
{
    *work = (cli_work){.what = what};
    cli_progress_start(&work->progress);
    if (!work->progress.active || (prints && isatty(STDOUT_FILENO)))
        return;
    pthread_mutex_init(&work->lock, NULL);
    pthread_cond_init(&work->news, NULL);
    work->running = pthread_create(&work->thread, NULL, keep_drawing, work) == 0;
}

void cli_work_end(cli_work *work)
{
    if (!work->running)
        return;
    pthread_mutex_lock(&work->lock);
    work->over = true;
    pthread_cond_signal(&work->news);
    pthread_mutex_unlock(&work->lock);
    pthread_join(work->thread, NULL);
    pthread_cond_destroy(&work->news);
    pthread_mutex_destroy(&work->lock);
    cli_progress_end(&work->progress);
    work->running = false;
}
