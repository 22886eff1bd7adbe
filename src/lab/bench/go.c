/* The Go engine, as `qi bench` sees it: the replay of moves like those of real games, with and
 * without superko. */
#include "base/numbers.h"
#include "base/random.h"
#include "go/games.h"
#include "lab/bench/bench.h"

enum { SIDE = 19, POINTS = SIDE * SIDE, GAMES = 100, LONGEST = 300, ROUNDS = 20 };

/* ---- games that look like games ----------------------------------------------------------- */

/* Whether all neighbours have the player's colour: players do not fill such a point. */
static bool is_eye(const qi_go *game, qi_colour colour, qi_point point)
{
    const uint32_t row = point / SIDE;
    const uint32_t column = point % SIDE;
    const qi_point around[4] = {
        qi_go_point(game, row - 1, column), qi_go_point(game, row + 1, column),
        qi_go_point(game, row, column - 1), qi_go_point(game, row, column + 1)};
    for (int i = 0; i < 4; i++) {
        const qi_colour there = qi_go_at(game, around[i]);
        if (there != colour && there != QI_WALL)
            return false;
    }
    return true;
}

/* Mostly a point within three lines of the last move, as players answer each other. */
static qi_point choose_point(const qi_go *game, qi_random *random, qi_point last)
{
    enum { REACH = 3, SPAN = 2 * REACH + 1 };
    if (last == QI_NO_POINT || qi_random_below(random, 4) == 0)
        return qi_random_below(random, POINTS);
    const uint32_t row = last / SIDE + qi_random_below(random, SPAN) - REACH;
    const uint32_t column = last % SIDE + qi_random_below(random, SPAN) - REACH;
    return qi_go_point(game, row, column);
}

/* Plays a game into `moves`, at most LONGEST; returns their number. */
static size_t make_game(qi_go *game, qi_random *random, qi_move *moves)
{
    size_t count = 0;
    qi_point last = QI_NO_POINT;
    qi_colour colour = QI_BLACK;
    qi_go_clear(game);
    for (int tries = 0; tries < 4 * LONGEST && count < LONGEST; tries++) {
        const qi_point point = choose_point(game, random, last);
        if (qi_go_at(game, point) != QI_EMPTY || is_eye(game, colour, point) ||
            qi_go_play(game, colour, point, NULL, NULL) != QI_OK)
            continue;
        moves[count++] = (qi_move){point, colour};
        last = point;
        colour = qi_opponent(colour);
    }
    return count;
}

/* ---- the engine --------------------------------------------------------------------------- */

static bool digest_refusal(void *context, const qi_go_refusal *refusal)
{
    uint64_t *digest = context;
    *digest = qi_digest(*digest, refusal->index);
    *digest = qi_digest(*digest, refusal->verdict);
    *digest = qi_digest(*digest, refusal->repeated);
    return true;
}

/* Random moves of random colours on a small board, where every rule is broken all the time. */
static uint64_t digest_quarrel(uint64_t digest, qi_go_rules rules, uint64_t seed)
{
    enum { QUARREL = 2000, SMALL = 4 };
    qi_random random;
    qi_random_seed(&random, seed);
    qi_go *game;
    if (qi_go_new(SMALL, SMALL, &rules, NULL, &game) != QI_OK)
        return 0;
    qi_move moves[QUARREL];
    for (int i = 0; i < QUARREL; i++)
        moves[i] = (qi_move){qi_random_below(&random, SMALL * SMALL),
                             qi_random_below(&random, 2) ? QI_BLACK : QI_WHITE};
    const qi_result result = qi_go_replay(game, moves, QUARREL, digest_refusal, &digest);
    digest = qi_digest(digest, result == QI_OK ? qi_go_hash(game) : 0);
    qi_go_free(game);
    return digest;
}

static uint64_t replay_signature(int which)
{
    const qi_go_repetition repetition = (qi_go_repetition)which;
    uint64_t digest = QI_DIGEST_START;
    for (uint64_t seed = 0; seed < 20; seed++)
        digest = digest_quarrel(digest, (qi_go_rules){repetition, seed % 2 != 0}, seed);
    const qi_go_rules rules = {repetition, false};
    qi_go *game;
    if (qi_go_new(SIDE, SIDE, &rules, NULL, &game) != QI_OK)
        return 0;
    qi_random random;
    qi_random_seed(&random, 1);
    for (int i = 0; i < GAMES; i++) {
        qi_move moves[LONGEST];
        digest = qi_digest(digest, make_game(game, &random, moves));
        digest = qi_digest(digest, qi_go_hash(game));
    }
    qi_go_free(game);
    return digest;
}

static uint64_t replay_work(int which)
{
    const qi_go_rules rules = {(qi_go_repetition)which, false};
    qi_go *game;
    if (qi_go_new(SIDE, SIDE, &rules, NULL, &game) != QI_OK)
        return 0;
    qi_move moves[GAMES][LONGEST];
    size_t counts[GAMES];
    uint64_t played = 0;
    qi_random random;
    qi_random_seed(&random, 1);
    for (int i = 0; i < GAMES; i++)
        played += counts[i] = make_game(game, &random, moves[i]);
    for (int round = 0; round < ROUNDS && played; round++)
        for (int i = 0; i < GAMES; i++) {
            qi_go_clear(game);
            if (qi_go_replay(game, moves[i], counts[i], NULL, NULL) != QI_OK)
                played = 0;
            played += counts[i];
        }
    qi_go_free(game);
    return played;
}

const bench_engine bench_go[] = {
    {"go.replay", "moves", replay_signature, replay_work, QI_GO_POSITIONAL},
    {"go.replay.no-superko", "moves", replay_signature, replay_work, QI_GO_FREE},
    {0}};
