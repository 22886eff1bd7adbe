/* Plays the main line of a game: stones are set up together, and a side is to move. */
#include "sgf/play.h"
#include "base/text.h"
#include "sgf/tree.h"

#include <qi/sgf.h>
#include <string.h>

enum { MAX_POINTS = QI_SGF_MAX_SIDE * QI_SGF_MAX_SIDE };

typedef struct playing {
    qi_sgf_walk *walk;
    const qi_sgf_player *player;
    void *context;
    qi_text_error *error;
    qi_sgf_event event;
    size_t unread;
    bool pending;           /* something was set up and not reported */
    qi_colour pl_colour;    /* as PL says since the last move, or QI_EMPTY */
    qi_colour default_turn; /* at the start */
    qi_sgf_setup setup;
    qi_stone stones[MAX_POINTS];
    uint16_t place[MAX_POINTS]; /* of each point among the stones, from 1; 0: not among them */
} playing;

/* White begins after handicap stones. */
static qi_colour read_handicap(const qi_sgf_walk *walk)
{
    qi_sgf_value value;
    char text[8];
    int64_t stones;
    if (!qi_sgf_find(walk->sgf, walk->node, "HA", 0, &value))
        return QI_BLACK;
    qi_sgf_decode(value, QI_SGF_SIMPLE_TEXT, text, sizeof text);
    qi_scanner scanner = qi_scan(text, strlen(text));
    return qi_scan_integer(&scanner, &stones) && stones >= 2 ? QI_WHITE : QI_BLACK;
}

static void take_stone(playing *it)
{
    if (it->setup.count == 0)
        memset(it->place, 0, sizeof it->place);
    uint16_t *const place = &it->place[it->event.point];
    if (*place == 0) {
        *place = (uint16_t)++it->setup.count;
        it->stones[*place - 1].point = it->event.point;
    }
    it->stones[*place - 1].colour = it->event.colour;
    it->setup.at = it->event.at;
    it->pending = true;
}

/* Reports the setup; `next` moves then, unless it is QI_EMPTY. */
static qi_result report_setup(playing *it, qi_colour next)
{
    qi_sgf_setup *const setup = &it->setup;
    setup->stones = it->stones;
    setup->turn_given = it->pl_colour != QI_EMPTY;
    setup->to_move = setup->turn_given ? it->pl_colour : next != QI_EMPTY ? next : it->default_turn;
    const qi_result result = it->player->set_up(it->context, setup);
    *setup = (qi_sgf_setup){0};
    it->default_turn = QI_EMPTY;
    it->pending = false;
    return result;
}

/* The next event. Skips unreadable values if there is a callback to report them to. */
static qi_result next_event(playing *it)
{
    if (!it->player->unread)
        return qi_sgf_walk_next(it->walk, &it->event, it->error);
    for (;; it->unread++) {
        qi_text_error wrong = {0};
        qi_text_error *const error = it->unread < QI_SGF_MAX_ERRORS ? &wrong : NULL;
        const qi_result result = qi_sgf_walk_next(it->walk, &it->event, error);
        if (result != QI_BAD_TEXT)
            return result;
        it->player->unread(it->context, error);
    }
}

static qi_result play(playing *it, size_t max_moves)
{
    for (size_t moves = 0;;) {
        qi_result result = next_event(it);
        if (result != QI_OK)
            return result;
        const qi_sgf_event_kind kind = it->event.kind;
        if (kind == QI_SGF_END || (kind == QI_SGF_MOVE && moves == max_moves))
            break;
        if (kind == QI_SGF_SETUP)
            take_stone(it);
        if (kind == QI_SGF_TURN)
            it->pl_colour = it->event.colour;
        if (kind != QI_SGF_MOVE)
            continue;
        result = it->pending ? report_setup(it, it->event.colour) : QI_OK;
        if (result == QI_OK)
            result = it->player->move(it->context, &it->event);
        if (result != QI_OK)
            return result;
        it->pl_colour = QI_EMPTY;
        moves++;
    }
    const bool over = it->event.kind == QI_SGF_END;
    const qi_colour next = over ? QI_EMPTY : it->event.colour;
    const qi_result result = it->pending ? report_setup(it, next) : QI_OK;
    const qi_colour turn = it->pl_colour != QI_EMPTY ? it->pl_colour : next;
    if (result == QI_OK && turn != QI_EMPTY && it->player->turn)
        it->player->turn(it->context, turn);
    return result == QI_OK && !over ? QI_STOPPED : result;
}

qi_result qi_sgf_play(qi_sgf_walk *walk, size_t max_moves, const qi_sgf_player *player,
                      void *context, qi_text_error *error)
{
    playing it; /* most of it need not be set */
    it.walk = walk;
    it.player = player;
    it.context = context;
    it.error = error;
    it.unread = 0;
    it.pending = true;
    it.pl_colour = QI_EMPTY;
    it.default_turn = read_handicap(walk);
    it.setup = (qi_sgf_setup){0};
    return play(&it, max_moves);
}
