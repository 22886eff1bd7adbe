#include "cli/nogo/selfplay.h"

#include "cli/letters.h"
#include "cli/nogo/thinking.h"
#include "cli/verbs.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A rank's last letter has no game. */
#define NO_GAME UINT64_MAX

/* The games of all ranks: each plays every n-th. */
typedef struct run {
    const cli_spec *spec;
    selfplay_plan plan;
    uint64_t first, count;
    uint32_t threads, rank, ranks;
    cli_letters letters; /* a game's number each, and behind it its line */
    _Atomic uint64_t begun;
    _Atomic uint32_t playing; /* threads */
    atomic_bool stop;
    /* Rank 0: */
    cli_out out;
    cli_letter *early; /* games whose turn has not come, in their order */
    uint64_t written;
    uint32_t ended; /* other ranks */
    cli_progress progress;
} run;

static void fail(qi_result result)
{
    cluster_fail(qi_result_text(result));
}

/* ---- the threads of a rank ------------------------------------------------------------------ */

static void *play(void *context)
{
    run *const all = context;
    selfplay_table *table = NULL;
    qi_buffer line = {0};
    qi_result result = selfplay_table_new(&all->plan, &table);
    while (result == QI_OK && !atomic_load(&all->stop)) {
        const uint64_t number = all->rank + (uint64_t)all->ranks * atomic_fetch_add(&all->begun, 1);
        if (number >= all->count)
            break;
        qi_buffer_clear(&line);
        result = selfplay_play(table, all->first + number, &line);
        if (result == QI_OK)
            cli_letters_put(&all->letters, &number, sizeof number, line.bytes, line.length);
    }
    if (result != QI_OK)
        fail(result);
    qi_buffer_free(&line);
    selfplay_table_free(table);
    atomic_fetch_sub(&all->playing, 1);
    return NULL;
}

/* ---- rank 0 --------------------------------------------------------------------------------- */

static uint64_t number_of(const cli_letter *game)
{
    uint64_t number;
    memcpy(&number, game->bytes, sizeof number);
    return number;
}

/* Puts a game among the early ones, and writes those whose turn it is. */
static void take_in(run *all, cli_letter *game)
{
    cli_letter **at = &all->early;
    while (*at && number_of(*at) < number_of(game))
        at = &(*at)->next;
    game->next = *at;
    *at = game;
    for (cli_letter *next; (next = all->early) && number_of(next) == all->written;) {
        all->early = next->next;
        all->written++;
        cli_write(&all->out, next->bytes + sizeof(uint64_t), next->length - sizeof(uint64_t));
        free(next);
    }
}

/* What other ranks have sent. */
static void read_mail(run *all)
{
    qi_buffer mail = {0};
    while (cluster_receive(&mail)) {
        uint64_t number = NO_GAME;
        if (mail.length < sizeof number)
            cluster_fail("found a message that is too short");
        memcpy(&number, mail.bytes, sizeof number);
        if (number == NO_GAME) {
            all->ended++;
            continue;
        }
        cli_letter *const game = malloc(sizeof *game + mail.length);
        if (!game) {
            fail(QI_NO_MEMORY);
            break;
        }
        game->length = mail.length;
        memcpy(game->bytes, mail.bytes, mail.length);
        take_in(all, game);
    }
    qi_buffer_free(&mail);
}

/* Writes what has been played, until all is there or the output has failed. */
static void gather(run *all)
{
    read_mail(all);
    for (cli_letter *mine; (mine = cli_letters_take(&all->letters));)
        take_in(all, mine);
    cli_flush(&all->out);
    if (all->out.file.error && all->ranks > 1)
        cli_letters_stop(&all->letters);
    if (all->out.file.error)
        atomic_store(&all->stop, true);
    cli_progress_set(&all->progress, (double)all->written, (double)all->count, 0);
    if (cli_progress_due(&all->progress))
        cli_progress_line(&all->progress, "%llu of %llu games, %.0f %%",
                          (unsigned long long)all->written, (unsigned long long)all->count,
                          100.0 * (double)all->written / (double)all->count);
}

/* ---- all ranks ------------------------------------------------------------------------------ */

static void attend(run *all)
{
    const struct timespec pause = {0, 2000000};
    if (all->rank == 0)
        gather(all);
    else if (!cli_letters_send(&all->letters))
        atomic_store(&all->stop, true);
    nanosleep(&pause, NULL);
}

/* Together: plays and writes all games. */
static void play_all(run *all, pthread_t *threads)
{
    const uint64_t last = NO_GAME;
    uint32_t started = 0;
    cli_letters_start(&all->letters);
    cli_progress_start(&all->progress);
    atomic_store(&all->playing, all->threads);
    while (started < all->threads && pthread_create(&threads[started], NULL, play, all) == 0)
        started++;
    if (started < all->threads)
        fail(QI_NO_MEMORY);
    while (atomic_load(&all->playing))
        attend(all);
    for (uint32_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    if (all->rank > 0) {
        cli_letters_put(&all->letters, &last, sizeof last, NULL, 0);
        (void)cli_letters_send(&all->letters);
    } else {
        do {
            attend(all);
        } while (all->ended + 1 < all->ranks);
    }
    cli_progress_end(&all->progress);
    cli_letters_end(&all->letters);
    for (cli_letter *rest; (rest = all->early);) {
        all->early = rest->next;
        free(rest);
    }
}

static int write_games(run *all)
{
    cli_out_stdout(&all->out);
    pthread_t *const threads = calloc(all->threads, sizeof *threads);
    if (!threads) {
        fail(QI_NO_MEMORY);
        return CLI_BAD;
    }
    play_all(all, threads);
    free(threads);
    return all->rank == 0 ? cli_out_close(all->spec, &all->out, CLI_DONE) : CLI_DONE;
}

int cli_nogo_selfplay(int argc, char **argv)
{
    enum { MOST_VISITS = 60000, MOST_OPENING = 600 };
    cli_board_size size;
    uint64_t count, from, visits, opening, threads, seed;
    nogo_thinking thinking = {0};
    const cli_option options[] = {
        opt_board("size", &size, "9", QI_NOGO_LEARN_SIDE, "size of the board"),
        opt_number("count", "N", &count, "100", 1, UINT32_MAX, "number of games"),
        opt_number("first", "N", &from, "0", 0, UINT32_MAX, "number of the first game"),
        opt_number("visits", "N", &visits, "32", 1, MOST_VISITS, "visits of the search for a move"),
        opt_number("opening", "N", &opening, "6", 0, MOST_OPENING,
                   "games begin with 0 to N random moves"),
        opt_number("threads", "N", &threads, "1", 1, 256, "number of threads"),
        opt_number("seed", "N", &seed, "1", 0, 0, "seed of the games"),
        NOGO_NET_OPTIONS(thinking, "another network (docs/training.md)"),
        {0}};
    const cli_spec spec = {
        .command = "qi nogo selfplay",
        .operands = "",
        .description =
            "Lets a network play NoGo with itself, as it does to learn, and prints the games.\n"
            "\n"
            "Output: a line of JSON for each game, in the order of their numbers\n"
            "(docs/training.md). A game depends on its number, the seed, the network and the\n"
            "other options only, not on how many threads or ranks play: --first goes on\n"
            "where another run has ended.\n",
        .options = options,
        .more = "Examples:\n"
                "  qi nogo selfplay --size 5 --count 1000 --threads 4 >games.jsonl\n"
                "  qi nogo selfplay --first 1000 --count 1000 --weights mine.qinet >>games.jsonl\n",
        .together = true};
    int first;
    int status = cli_parse(&spec, argc, argv, &first);
    if (status != CLI_GO_ON)
        return status;
    if (size.rows * size.columns < 2)
        return cli_fail(&spec, "--size: found 1x1, expected at least two points");
    status = nogo_thinking_load(&spec, &thinking);
    if (status == CLI_GO_ON && !thinking.net) {
        const qi_result result = qi_nogo_net_builtin(QI_NOGO_NET_BEST, NULL, &thinking.net);
        status = result == QI_OK ? CLI_GO_ON : cli_fail_with(&spec, result);
    }
    if (status == CLI_GO_ON) {
        run all = {.spec = &spec,
                   .plan = {.net = thinking.net,
                            .seed = seed,
                            .rows = size.rows,
                            .columns = size.columns,
                            .visits = (uint32_t)visits,
                            .opening = (uint32_t)opening},
                   .first = from,
                   .count = count,
                   .threads = (uint32_t)threads,
                   .rank = cluster_rank(),
                   .ranks = cluster_size()};
        status = write_games(&all);
    }
    nogo_thinking_end(&thinking);
    return status;
}
