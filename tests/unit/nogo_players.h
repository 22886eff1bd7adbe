/* Players of NoGo for tests, and a clock that nobody waits for. */
#ifndef QI_TESTS_NOGO_PLAYERS_H
#define QI_TESTS_NOGO_PLAYERS_H

#include "search_games.h"
#include "test_clock.h"

#include <qi/nogo_player.h>

static inline qi_nogo_player *seat(qi_nogo_player_options options)
{
    qi_nogo_player *player;
    options.memory = options.memory ? options.memory : (size_t)16 << 20;
    assert_int_equal(qi_nogo_player_new(&options, NULL, &player), QI_OK);
    return player;
}

static const uint64_t MILLISECOND = 1000000; /* in the test clock's nanoseconds */

static inline qi_nogo_thinking think_by(const test_clock *time, const qi_nogo_clock *clock)
{
    return (qi_nogo_thinking){
        .size = sizeof(qi_nogo_thinking), .clock = clock, .host = &time->host};
}

#endif
