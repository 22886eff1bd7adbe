/* The clock of a player, and how it divides its time. */
#include <qi/nogo_player.h>
#include <qi/nogo_search.h>

static void enter_byo_yomi(qi_nogo_clock *clock)
{
    clock->left += clock->byo_yomi;
    clock->stones = clock->byo_yomi_stones;
}

qi_nogo_clock qi_nogo_clock_start(double main_time, double byo_yomi, uint32_t stones)
{
    qi_nogo_clock clock = {.given = !(byo_yomi > 0 && stones == 0),
                           .main_time = main_time,
                           .byo_yomi = byo_yomi,
                           .byo_yomi_stones = stones,
                           .left = main_time};
    if (main_time <= 0)
        enter_byo_yomi(&clock);
    return clock;
}

void qi_nogo_clock_use(qi_nogo_clock *clock, double seconds)
{
    if (!clock->given)
        return;
    clock->left -= seconds;
    if (clock->stones > 1)
        clock->stones--;
    else if (clock->stones == 1) { /* this period is done */
        clock->left = 0;
        enter_byo_yomi(clock);
    } else if (clock->left <= 0)
        enter_byo_yomi(clock);
    if (clock->left < 0)
        clock->left = 0;
}

/* In self-play games, a move of each colour closes this many points. */
static const double CLOSED = 2.4;

/*
 * A part of the main time. With about 26 points open somebody's win is proved: after that moves
 * cost nothing. So the time is divided among the moves until then, and three more, in case it takes
 * longer. Early moves get half as much again, because a game may be decided sooner.
 */
static double main_share(double left, uint32_t open)
{
    static const double DECIDED = 26, BEYOND = 3, EARLY = 1.5, MAX = 0.3;
    const double moves = (open > DECIDED ? (open - DECIDED) / CLOSED : 0) + BEYOND;
    const double part = EARLY / moves;
    return left * (part < MAX ? part : MAX);
}

double qi_nogo_clock_share(const qi_nogo_clock *clock, uint32_t open)
{
    static const double DELAY = 0.01; /* lost on every move between the clock and us */
    static const double MIN = 0.005;
    /* A reserve for delays: once, and for each move that may still come. */
    static const double RESERVE = 0.1, FOR_A_MOVE = 0.02, MAX_KEPT = 0.4;
    double seconds;
    if (clock->stones > 0) {
        seconds = clock->left / clock->stones * 0.95 - DELAY;
    } else if (clock->byo_yomi > 0 && clock->byo_yomi_stones > 0) {
        seconds = main_share(clock->left, open) + clock->byo_yomi / clock->byo_yomi_stones * 0.8;
        seconds = (seconds < clock->left * 0.8 ? seconds : clock->left * 0.8) - DELAY;
    } else {
        const double for_moves = open / CLOSED * FOR_A_MOVE, max = clock->left * MAX_KEPT;
        const double kept = RESERVE + (for_moves < max ? for_moves : max);
        seconds = main_share(clock->left - kept, open) - DELAY;
    }
    return seconds > MIN ? seconds : MIN;
}
