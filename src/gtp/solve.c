/* The GTP command that asks the NoGo solver. */
#include "gtp/game.h"

#include <qi/nogo_solve.h>

#include "base/clock.h"

enum { DEFAULT_SECONDS = 10, SECONDS_IN_A_DAY = 86400 };
#define SOLVER_MEMORY ((size_t)256 << 20)

typedef struct budget {
    double end;
    bool interrupted; /* set from another thread */
} budget;

static void interrupt(void *context)
{
    budget *p = context;
    __atomic_store_n(&p->interrupted, true, __ATOMIC_RELAXED);
}

static bool is_patient(void *context, const qi_nogo_solve_progress *progress)
{
    budget *p = context;
    (void)progress;
    return qi_seconds() < p->end && !__atomic_load_n(&p->interrupted, __ATOMIC_RELAXED);
}

/* Solves a copy of the board with `colour` to move. */
static qi_result solve_board(qi_gtp *session, const qi_nogo *board, qi_colour colour,
                             uint32_t seconds, qi_nogo_solution *solution)
{
    const qi_allocator *allocator = qi_gtp_allocator_of(session);
    qi_nogo *game;
    qi_nogo_solver *solver;
    qi_result result = qi_nogo_copy(board, allocator, &game);
    if (result != QI_OK)
        return result;
    qi_nogo_set_to_move(game, colour);
    result = qi_nogo_solver_new(SOLVER_MEMORY, allocator, &solver);
    if (result == QI_OK) {
        budget p = {.end = qi_seconds() + seconds};
        const qi_nogo_solve_limits limits = {.watch = is_patient, .context = &p};
        qi_gtp_let_interrupt(session, true, interrupt, &p);
        result = qi_nogo_solve(solver, game, &limits, solution);
        qi_gtp_end_interrupt(session);
        qi_nogo_solver_free(solver);
    }
    qi_nogo_free(game);
    return result;
}

/* Function:  Tells who wins with best play, proved.
 * Arguments: a colour to move (without one, the player to move), seconds to try (without them, 10)
 * Fails:     syntax error, too many points can still be played
 * Returns:   the winner, black or white, and a winning move when the winner is to move; or
 *            unknown when the time was up, or "# interrupt" came, first
 */
static bool solve(qi_gtp *session)
{
    const qi_gtp_game *game = qi_gtp_game_of(session);
    qi_colour colour = game->kind->to_move(game);
    uint32_t seconds = DEFAULT_SECONDS;
    size_t next = 0;
    if (qi_gtp_argument(session, 0) &&
        !qi_gtp_read_number(qi_gtp_argument(session, 0), 0, SECONDS_IN_A_DAY, &seconds)) {
        if (!qi_gtp_read_colour(session, 0, &colour))
            return false;
        next = 1;
    }
    if (qi_gtp_argument(session, next) &&
        !qi_gtp_read_number(qi_gtp_argument(session, next), 0, SECONDS_IN_A_DAY, &seconds))
        return qi_gtp_fail_syntax(session, "seconds");
    qi_nogo_solution solution = {.outcome = QI_NOGO_UNKNOWN, .move = QI_NO_POINT};
    const qi_result result =
        solve_board(session, qi_gtp_nogo_board(session), colour, seconds, &solution);
    if (result == QI_UNSUPPORTED)
        return qi_gtp_fail(session, "too many points can still be played");
    if (result != QI_OK && result != QI_STOPPED)
        return qi_gtp_fail(session, "%s", qi_result_text(result));
    if (solution.outcome == QI_NOGO_UNKNOWN) {
        qi_gtp_say(session, "unknown");
        return true;
    }
    const bool won = solution.outcome == QI_NOGO_WON;
    qi_gtp_say(session, "%s", (colour == QI_BLACK) == won ? "black" : "white");
    if (won) {
        qi_gtp_say(session, " ");
        qi_gtp_say_vertex(session, solution.move);
    }
    return true;
}

const qi_gtp_command qi_gtp_solve_commands[] = {{"solve", solve}, {0}};
