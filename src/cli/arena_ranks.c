#include "cli/arena_ranks.h"

#include "cli/letters.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { NO_GAME = UINT32_MAX }; /* the number in a rank's last letter, which may have its error */

typedef struct ranks {
    arena_match *match;
    cli_letters letters; /* a game each, and behind it its SGF */
    uint32_t ended;      /* rank 0: others that have sent their last letter */
} ranks;

/* ---- ranks that play ------------------------------------------------------------------------ */

static void write_letter(void *context, const arena_game *game, const qi_buffer *sgf)
{
    ranks *const r = context;
    if (sgf->failed)
        cluster_fail(qi_result_text(QI_NO_MEMORY));
    cli_letters_put(&r->letters, game, sizeof *game, sgf->bytes, sgf->length);
}

static void send_letters(void *context)
{
    ranks *const r = context;
    if (!cli_letters_send(&r->letters))
        atomic_store(r->match->stop, true);
}

static void play(ranks *r)
{
    r->match->hand_over = write_letter;
    r->match->attend = send_letters;
    arena_run(r->match);
    send_letters(r);
    const arena_game last = {.number = NO_GAME, .error = r->match->own_error};
    cluster_send(&last, sizeof last);
}

/* ---- rank 0 --------------------------------------------------------------------------------- */

static void read_letter(ranks *r, const qi_buffer *mail)
{
    arena_game game;
    if (mail->length < sizeof game)
        cluster_fail("found a message that is too short");
    memcpy(&game, mail->bytes, sizeof game);
    game.record = NULL;
    const qi_buffer sgf = {.bytes = mail->bytes + sizeof game,
                           .length = mail->length - sizeof game};
    if (game.number != NO_GAME) {
        arena_match_take(r->match, &game, &sgf);
        return;
    }
    r->ended++;
    if (game.error)
        arena_match_give_up(r->match, game.error);
}

static void read_letters(void *context)
{
    ranks *const r = context;
    qi_buffer mail = {0};
    while (cluster_receive(&mail))
        read_letter(r, &mail);
    qi_buffer_free(&mail);
    if (atomic_load(r->match->stop))
        cli_letters_stop(&r->letters);
}

static void lead(ranks *r)
{
    const struct timespec pause = {0, 5000000};
    r->match->attend = read_letters;
    arena_run(r->match);
    while (r->ended + 1 < cluster_size()) {
        read_letters(r);
        nanosleep(&pause, NULL);
    }
}

/* ---- all ------------------------------------------------------------------------------------ */

/* Of the games that are left, in their order, each rank plays every n-th. */
static uint8_t *leave_to_others(const arena_match *match)
{
    const uint32_t rank = cluster_rank(), size = cluster_size();
    uint8_t *const elsewhere = calloc(match->plan.games, 1);
    if (!elsewhere)
        cluster_fail(qi_result_text(QI_NO_MEMORY));
    for (uint32_t i = 0, left = 0; i < match->plan.games; i++)
        if (!match->won[i])
            elsewhere[i] = left++ % size != rank;
    return elsewhere;
}

void arena_run_by_ranks(arena_match *match)
{
    if (cluster_size() == 1) {
        arena_run(match);
        return;
    }
    cluster_share(match->won, match->plan.games, 0);
    uint8_t *const elsewhere = leave_to_others(match);
    ranks *const r = malloc(sizeof *r);
    if (!r) {
        cluster_fail(qi_result_text(QI_NO_MEMORY));
        return;
    }
    *r = (ranks){.match = match};
    cli_letters_start(&r->letters);
    match->elsewhere = elsewhere;
    match->others = r;
    if (cluster_rank() == 0)
        lead(r);
    else
        play(r);
    cli_letters_end(&r->letters);
    match->elsewhere = NULL;
    match->others = NULL;
    free(elsewhere);
    free(r);
}
