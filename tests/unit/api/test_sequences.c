/* Random sequences of calls on a record of NoGo and on one of Go, and a model beside each: plain
 * arrays of stones and moves, which nothing but the rules and the headers' promises went into.
 * QI_TEST_SCALE=500 makes 10^6 calls of each. */
#include "sequence.h"

#include "lab/oracle/nogo.h"
#include "lab/oracle/oracle.h"

#include <qi/go_record.h>
#include <qi/nogo_record.h>

enum { CALLS = 200, MAX_SIDE = 5, MAX_POINTS = MAX_SIDE * MAX_SIDE };

static qi_colour any_colour(sequence *it)
{
    return dice(it, 2) ? QI_BLACK : QI_WHITE;
}

/* Rarely one off the board. */
static qi_point any_point(sequence *it, uint32_t points)
{
    return dice(it, 40) ? dice(it, points) : dice(it, 2) ? points : QI_NO_POINT;
}

/* ---- NoGo ----------------------------------------------------------------------------------- */

typedef struct nogo_model {
    uint32_t rows, columns, points;
    uint8_t start[MAX_POINTS];
    qi_colour first; /* to move at the start */
    qi_move moves[MAX_POINTS];
    size_t count, place;
    qi_nogo_end end; /* as it was set */
    qi_colour winner;
    const char *name[3];
    qi_oracle_nogo board; /* the present position */
} nogo_model;

/* Sets the board to the position after some of the moves; returns who moves then. */
static qi_colour stand(nogo_model *model, size_t place)
{
    memcpy(model->board.cells, model->start, model->points);
    for (size_t i = 0; i < place; i++)
        model->board.cells[model->moves[i].point] = (uint8_t)model->moves[i].colour;
    return place ? qi_opponent(model->moves[place - 1].colour) : model->first;
}

static qi_nogo_end result_of(nogo_model *model, qi_colour *winner)
{
    qi_point legal[MAX_POINTS];
    const qi_colour loser = stand(model, model->count);
    const bool over = qi_oracle_nogo_legal(&model->board, loser, legal) == 0;
    stand(model, model->place);
    *winner = over ? qi_opponent(loser) : model->end ? model->winner : QI_EMPTY;
    return over ? QI_NOGO_BY_NO_MOVE : model->end;
}

static void compare_nogo(sequence *it, nogo_model *model, const qi_nogo_record *record)
{
    uint8_t states[MAX_POINTS];
    const qi_nogo *const now = qi_nogo_record_position(record);
    must(it, qi_nogo_rows(now) == model->rows && qi_nogo_columns(now) == model->columns);
    must(it, qi_nogo_record_count(record) == model->count);
    must(it, qi_nogo_record_place(record) == model->place);
    must(it, qi_nogo_to_move(now) == stand(model, model->place));
    qi_nogo_points(now, states);
    must(it, memcmp(states, model->board.cells, model->points) == 0);
    qi_nogo_points(qi_nogo_record_start(record), states);
    must(it, memcmp(states, model->start, model->points) == 0);
    must(it, qi_nogo_to_move(qi_nogo_record_start(record)) == model->first);
    const qi_move *const moves = qi_nogo_record_moves(record);
    for (size_t i = 0; i < model->count; i++)
        must(it,
             moves[i].point == model->moves[i].point && moves[i].colour == model->moves[i].colour);
    qi_colour winner, expected;
    must(it, qi_nogo_record_result(record, &winner) == result_of(model, &expected));
    must(it, winner == expected);
    for (int i = QI_EMPTY; i <= QI_WHITE; i++)
        must(it, strcmp(qi_nogo_record_name(record, (qi_colour)i), model->name[i]) == 0);
    qi_point legal[MAX_POINTS], slow[MAX_POINTS];
    const qi_colour colour = any_colour(it);
    const size_t count = qi_nogo_legal(now, colour, legal, MAX_POINTS);
    must(it, count == qi_oracle_nogo_legal(&model->board, colour, slow));
    must(it, memcmp(legal, slow, count * sizeof *legal) == 0);
}

static void play_nogo(sequence *it, nogo_model *model, qi_nogo_record *record)
{
    const qi_colour turn = stand(model, model->place);
    const qi_colour colour = dice(it, 5) ? turn : qi_opponent(turn);
    const qi_point point = any_point(it, model->points);
    note(it, "play %d at %u", (int)colour, point);
    const qi_oracle_nogo_move move = qi_oracle_nogo_judge(&model->board, colour, point);
    qi_nogo_verdict verdict;
    qi_point group, judged;
    must(it, qi_nogo_record_judge(record, colour, point, &judged) == move.verdict);
    const qi_result result = qi_nogo_record_play(record, colour, point, &verdict, &group);
    must(it, verdict == move.verdict && group == judged);
    must(it, result == (verdict == QI_NOGO_LEGAL ? QI_OK : QI_BAD_ARGUMENT));
    bool found = verdict != QI_NOGO_CAPTURE && group == QI_NO_POINT;
    for (int i = 0; verdict == QI_NOGO_CAPTURE && i < move.captures; i++)
        found = found || move.victims[i] == group;
    must(it, found || (verdict == QI_NOGO_SUICIDE && group == point));
    if (result != QI_OK)
        return;
    model->moves[model->place++] = (qi_move){point, colour};
    model->count = model->place;
    model->end = QI_NOGO_NOT_OVER;
}

/* Another start of the same size, if every group of it has a liberty. */
static void restart_nogo(sequence *it, nogo_model *model, qi_nogo_record *record)
{
    const uint32_t density = 1 + dice(it, 4);
    const qi_colour first = any_colour(it);
    qi_stone stones[MAX_POINTS];
    size_t count = 0;
    memset(model->board.cells, QI_EMPTY, model->points);
    for (qi_point point = 0; point < model->points; point++) {
        if (dice(it, 8) >= density)
            continue;
        const qi_colour colour = dice(it, 6) ? any_colour(it) : QI_WALL;
        stones[count++] = (qi_stone){point, colour};
        model->board.cells[point] = (uint8_t)colour;
    }
    note(it, "restart with %zu stones, %d to move", count, (int)first);
    qi_nogo *start;
    must(it, qi_nogo_new(model->rows, model->columns, NULL, &start) == QI_OK);
    qi_point wrong;
    const qi_point dead = qi_oracle_nogo_dead(&model->board);
    const qi_result result = qi_nogo_set_up(start, stones, count, first, &wrong);
    must(it, result == (dead == QI_NO_POINT ? QI_OK : QI_BAD_ARGUMENT));
    must(it, result == QI_OK || wrong == dead);
    if (result == QI_OK) {
        memcpy(model->start, model->board.cells, model->points);
        model->first = first;
        model->count = model->place = 0;
        model->end = QI_NOGO_NOT_OVER;
        must(it, qi_nogo_record_restart(record, start) == QI_OK);
    }
    qi_nogo_free(start);
}

static void end_nogo(sequence *it, nogo_model *model, qi_nogo_record *record)
{
    const qi_nogo_end end = (qi_nogo_end)dice(it, QI_NOGO_BY_UNKNOWN + 2);
    const qi_colour winner = (qi_colour)dice(it, 4);
    note(it, "result %d for %d", (int)end, (int)winner);
    const bool good =
        end == QI_NOGO_NOT_OVER || (end != QI_NOGO_BY_NO_MOVE && end <= QI_NOGO_BY_UNKNOWN &&
                                    (winner == QI_BLACK || winner == QI_WHITE));
    must(it, qi_nogo_record_set_result(record, end, winner) == (good ? QI_OK : QI_BAD_ARGUMENT));
    if (good) {
        model->end = end;
        model->winner = winner;
    }
}

static void name_nogo(sequence *it, nogo_model *model, qi_nogo_record *record)
{
    static const char *const names[] = {"",       "Shusaku",   "a]b\\c:d",  "名人",
                                        "hollow", "hollow A1", "\n hollow", "two\nlines"};
    const uint32_t which = dice(it, 3), name = dice(it, which == QI_EMPTY ? 8 : 5);
    note(it, "name %u of %u", name, which);
    must(it, qi_nogo_record_set_name(record, (qi_colour)which, names[name]) == QI_OK);
    must(it, qi_nogo_record_set_name(record, QI_WALL, names[name]) == QI_BAD_ARGUMENT);
    model->name[which] = names[name];
}

/* Goes on with the record that was read. */
static qi_nogo_record *write_nogo(sequence *it, nogo_model *model, qi_nogo_record *record)
{
    sheet paper = {.length = 0};
    const size_t max = dice(it, 2) ? SIZE_MAX : dice(it, MAX_POINTS);
    note(it, "write and read at most %zu moves", max);
    must(it, qi_nogo_record_write(record, write_on, &paper) == QI_OK);
    qi_nogo_record *other;
    qi_nogo_verdict verdict;
    must(it, qi_nogo_record_parse(paper.text, paper.length, max, NULL, &other, &verdict, NULL) ==
                 QI_OK);
    must(it, verdict == QI_NOGO_LEGAL);
    qi_nogo_record_free(record);
    /* SGF has one of the two: who is to move at the start, and who moved first. */
    model->first = model->count ? model->moves[0].colour : model->first;
    qi_colour winner;
    if (result_of(model, &winner) == QI_NOGO_BY_NO_MOVE) {
        model->end = QI_NOGO_BY_UNKNOWN; /* what RE[B+] says, should moves be taken back */
        model->winner = winner;
    }
    model->place = model->count;
    if (max >= model->count)
        return other;
    /* The move that was not read says whose turn it is. */
    must(it, qi_nogo_to_move(qi_nogo_record_position(other)) == model->moves[max].colour);
    model->count = max;
    model->end = QI_NOGO_NOT_OVER;
    qi_nogo_record_seek(other, 0);
    model->place = 0;
    return other;
}

static void call_nogo(sequence *it, nogo_model *model, qi_nogo_record **record)
{
    const uint32_t kind = dice(it, 100);
    if (kind < 60) {
        play_nogo(it, model, *record);
    } else if (kind < 78) {
        const size_t place = dice(it, (uint32_t)model->count + 3);
        note(it, "seek %zu", place);
        qi_nogo_record_seek(*record, place);
        model->place = place < model->count ? place : model->count;
    } else if (kind < 82) {
        note(it, "cut");
        qi_nogo_record_cut(*record);
        model->end = model->count > model->place ? QI_NOGO_NOT_OVER : model->end;
        model->count = model->place;
    } else if (kind < 85) {
        restart_nogo(it, model, *record);
    } else if (kind < 90) {
        end_nogo(it, model, *record);
    } else if (kind < 94) {
        name_nogo(it, model, *record);
    } else {
        *record = write_nogo(it, model, *record);
    }
}

static void records_of_nogo_are_as_the_model_has_them(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < test_cases(1000); i++) {
        sequence it;
        sequence_start(&it, first_seed() + i);
        nogo_model model = {.rows = 1 + dice(&it, MAX_SIDE), .columns = 1 + dice(&it, MAX_SIDE)};
        model.points = model.rows * model.columns;
        model.first = QI_BLACK;
        model.name[0] = model.name[1] = model.name[2] = "";
        note(&it, "new %ux%u", model.rows, model.columns);
        qi_nogo *start;
        qi_nogo_record *record;
        must(&it, qi_oracle_nogo_start(&model.board, model.rows, model.columns, NULL));
        must(&it, qi_nogo_new(model.rows, model.columns, NULL, &start) == QI_OK);
        must(&it, qi_nogo_record_new(start, NULL, &record) == QI_OK);
        qi_nogo_free(start);
        for (int call = 0; call < CALLS; call++) {
            call_nogo(&it, &model, &record);
            compare_nogo(&it, &model, record);
        }
        qi_nogo_record_free(record);
        qi_oracle_nogo_end(&model.board);
    }
}

/* ---- Go ------------------------------------------------------------------------------------- */

typedef struct go_step {
    uint8_t board[MAX_POINTS];
    qi_colour to_move;
    uint64_t captures[3]; /* by colour */
} go_step;

typedef struct go_try {
    qi_go_step_kind kind;
    qi_move move;              /* of a setup: who is to move */
    uint8_t setup[MAX_POINTS]; /* QI_WALL: not set */
    uint32_t stones;
    uint64_t source;
    qi_go_verdict verdict; /* this and the rest: once the place has moved past it */
    uint32_t repeated, step;
} go_try;

typedef struct go_model {
    uint32_t rows, columns, points;
    qi_go_rules rules;
    size_t count, place, judged;
    go_try entry[CALLS];
    go_step step[CALLS + 1];
    uint32_t work[2 * MAX_POINTS + 1], mark;
} go_model;

static uint32_t liberties_at(go_model *model, const uint8_t *board, qi_point point)
{
    const qi_oracle_board all = {model->rows, model->columns, board, model->work, &model->mark};
    uint32_t liberties;
    qi_oracle_group(&all, point, &liberties);
    return liberties;
}

/* Takes a group without a liberty off the board; the number of its stones, or 0. */
static uint32_t take_dead(go_model *model, uint8_t *board, qi_point point)
{
    const qi_oracle_board all = {model->rows, model->columns, board, model->work, &model->mark};
    uint32_t liberties;
    const uint32_t size = qi_oracle_group(&all, point, &liberties);
    if (liberties)
        return 0;
    for (uint32_t i = 0; i < size; i++)
        board[model->work[i]] = QI_EMPTY;
    return size;
}

/* The first step whose position `next` repeats against the rules; UINT32_MAX: none. */
static uint32_t repeats(const go_model *model, uint32_t steps, const go_step *next)
{
    const qi_go_repetition rule = model->rules.repetition;
    for (uint32_t i = 0; i <= steps; i++) {
        const bool counts =
            rule == QI_GO_POSITIONAL ||
            (rule == QI_GO_SITUATIONAL && model->step[i].to_move == next->to_move) ||
            (rule == QI_GO_SIMPLE_KO && steps > 0 && i == steps - 1);
        if (counts && memcmp(model->step[i].board, next->board, model->points) == 0)
            return i;
    }
    return UINT32_MAX;
}

static qi_go_verdict move_go(go_model *model, uint32_t steps, qi_move move, go_step *next,
                             uint32_t *repeated)
{
    *repeated = UINT32_MAX;
    if (move.point >= model->points || (move.colour != QI_BLACK && move.colour != QI_WHITE))
        return QI_GO_OFF_BOARD;
    const qi_colour other = qi_opponent(move.colour);
    *next = model->step[steps];
    next->to_move = other;
    if (next->board[move.point] != QI_EMPTY)
        return QI_GO_OCCUPIED;
    next->board[move.point] = (uint8_t)move.colour;
    qi_point near[4];
    const int count = qi_oracle_neighbours(model->rows, model->columns, move.point, near);
    for (int i = 0; i < count; i++)
        if (next->board[near[i]] == other)
            next->captures[move.colour] += take_dead(model, next->board, near[i]);
    const uint32_t own = take_dead(model, next->board, move.point);
    if (own && !model->rules.suicide)
        return QI_GO_SUICIDE;
    next->captures[other] += own;
    *repeated = repeats(model, steps, next);
    return *repeated == UINT32_MAX ? QI_GO_OK : QI_GO_SUPERKO;
}

static qi_go_verdict set_up_go(go_model *model, const go_try *entry, go_step *next)
{
    for (qi_point point = 0; point < model->points; point++)
        if (entry->setup[point] != QI_WALL)
            next->board[point] = entry->setup[point];
    for (qi_point point = 0; point < model->points; point++)
        if (next->board[point] != QI_EMPTY && !liberties_at(model, next->board, point))
            return QI_GO_SUICIDE;
    if (entry->move.colour != QI_EMPTY)
        next->to_move = entry->move.colour;
    return QI_GO_OK;
}

static uint32_t steps_at(const go_model *model, size_t place)
{
    return place ? model->entry[place - 1].step : 0;
}

static void seek_go(go_model *model, size_t place)
{
    place = place < model->count ? place : model->count;
    for (; model->judged < place; model->judged++) {
        go_try *const entry = &model->entry[model->judged];
        const uint32_t steps = steps_at(model, model->judged);
        go_step next = model->step[steps];
        entry->verdict = QI_GO_OK;
        if (entry->kind == QI_GO_MOVE)
            entry->verdict = move_go(model, steps, entry->move, &next, &entry->repeated);
        else if (entry->kind == QI_GO_SETUP)
            entry->verdict = set_up_go(model, entry, &next);
        else
            next.to_move = qi_opponent(entry->move.colour);
        const bool nothing =
            entry->kind == QI_GO_SETUP && !entry->stones && entry->move.colour == QI_EMPTY;
        entry->step = steps + (entry->verdict == QI_GO_OK && !nothing);
        model->step[entry->step] = entry->step > steps ? next : model->step[steps];
    }
    model->place = place;
}

static void compare_go(sequence *it, go_model *model, const qi_go_record *record)
{
    const qi_go *const game = qi_go_record_position(record);
    const qi_go_entry *const entries = qi_go_record_entries(record);
    const uint32_t steps = steps_at(model, model->place);
    const go_step *const now = &model->step[steps];
    must(it, qi_go_record_count(record) == model->count);
    must(it, qi_go_record_place(record) == model->place);
    must(it, qi_go_steps(game) == steps && qi_go_to_move(game) == now->to_move);
    must(it, qi_go_captures(game, QI_BLACK) == now->captures[QI_BLACK]);
    must(it, qi_go_captures(game, QI_WHITE) == now->captures[QI_WHITE]);
    for (qi_point point = 0; point < model->points; point++)
        must(it, qi_go_at(game, point) == now->board[point]);
    for (size_t i = 0; i < model->place; i++) {
        const go_try *const entry = &model->entry[i];
        must(it, entries[i].kind == entry->kind && entries[i].verdict == entry->verdict);
        must(it, entries[i].repeated == entry->repeated && entries[i].step == entry->step);
        must(it, entries[i].move.colour == entry->move.colour);
        must(it, entries[i].move.point == entry->move.point);
        must(it, entry->source == UINT64_MAX || entries[i].source == entry->source);
        if (entry->step > steps_at(model, i))
            must(it, qi_go_record_index_of_step(record, entry->step) == i);
    }
    if (dice(it, 4))
        return;
    qi_point legal[MAX_POINTS];
    const qi_colour colour = any_colour(it);
    const size_t all = qi_go_legal(game, colour, legal, MAX_POINTS);
    size_t count = 0;
    for (qi_point point = 0; point < model->points; point++) {
        go_step next;
        uint32_t repeated, expected;
        const qi_go_verdict verdict =
            move_go(model, steps, (qi_move){point, colour}, &next, &expected);
        must(it, qi_go_judge(game, colour, point, &repeated) == verdict && repeated == expected);
        if (verdict == QI_GO_OK)
            must(it, legal[count++] == point);
    }
    must(it, count == all);
}

static void add_go(sequence *it, go_model *model, qi_go_record *record)
{
    const qi_colour colour = any_colour(it);
    const bool passes = dice(it, 15) == 0;
    const qi_point point = passes         ? QI_NO_POINT
                           : dice(it, 60) ? dice(it, model->points)
                                          : model->points + dice(it, 3);
    note(it, "add %d at %d", (int)colour, (int)point);
    model->entry[model->count++] = (go_try){.kind = passes ? QI_GO_PASS : QI_GO_MOVE,
                                            .move = {point, colour},
                                            .source = it->calls,
                                            .repeated = UINT32_MAX};
    must(it, qi_go_record_add(record, (qi_move){point, colour}, it->calls) == QI_OK);
}

static void add_setup_go(sequence *it, go_model *model, qi_go_record *record)
{
    enum { MAX_STONES = 6 };
    qi_stone stones[MAX_STONES];
    const uint32_t count = dice(it, MAX_STONES + 1);
    const qi_colour to_move = (qi_colour)(dice(it, 30) ? dice(it, 3) : 3);
    go_try entry = {.kind = QI_GO_SETUP,
                    .move = {QI_NO_POINT, to_move},
                    .stones = count,
                    .source = it->calls,
                    .repeated = UINT32_MAX};
    memset(entry.setup, QI_WALL, sizeof entry.setup);
    bool good = to_move <= QI_WHITE;
    for (uint32_t i = 0; i < count; i++) {
        stones[i] = (qi_stone){any_point(it, model->points), (qi_colour)dice(it, 3)};
        good = good && stones[i].point < model->points;
        if (stones[i].point < model->points)
            entry.setup[stones[i].point] = (uint8_t)stones[i].colour;
    }
    note(it, "set up %u stones, %d to move", count, (int)to_move);
    must(it, qi_go_record_add_setup(record, stones, count, to_move, entry.source) ==
                 (good ? QI_OK : QI_BAD_ARGUMENT));
    if (good)
        model->entry[model->count++] = entry;
}

/* What remains of a record in SGF: what was carried out, with setups in a row as one, and with the
 * next move's colour to move after a setup that does not say it. With situational superko that may
 * refuse a move that was played. */
static void as_in_sgf(go_model *model)
{
    size_t kept = 0;
    go_try setup = {.kind = QI_GO_SETUP, .move = {QI_NO_POINT, QI_EMPTY}};
    memset(setup.setup, QI_WALL, sizeof setup.setup);
    const go_try none = setup;
    for (size_t i = 0; i <= model->count; i++) {
        const go_try entry = i < model->count ? model->entry[i] : none;
        if (i < model->count && entry.verdict != QI_GO_OK)
            continue;
        if (i < model->count && entry.kind == QI_GO_SETUP) {
            for (qi_point point = 0; point < model->points; point++)
                if (entry.setup[point] != QI_WALL)
                    setup.setup[point] = entry.setup[point];
            setup.stones += entry.stones;
            setup.move.colour = entry.move.colour ? entry.move.colour : setup.move.colour;
            continue;
        }
        /* A turn alone is only kept at the start. */
        if (setup.stones || (kept == 0 && setup.move.colour != QI_EMPTY)) {
            const qi_colour next = i < model->count ? entry.move.colour
                                   : kept           ? QI_EMPTY
                                                    : QI_BLACK;
            setup.move.colour = setup.move.colour ? setup.move.colour : next;
            model->entry[kept++] = setup;
        }
        setup = none;
        if (i < model->count)
            model->entry[kept++] = entry;
    }
    model->count = kept;
    model->place = model->judged = 0;
    for (size_t i = 0; i < kept; i++) {
        model->entry[i].source = UINT64_MAX; /* a place in the text */
        model->entry[i].repeated = UINT32_MAX;
    }
    seek_go(model, kept);
}

static void write_go(sequence *it, go_model *model, qi_go_record *record)
{
    note(it, "write and read");
    must(it, qi_go_record_seek(record, SIZE_MAX) == QI_OK);
    seek_go(model, SIZE_MAX);
    sheet paper = {.length = 0};
    must(it, qi_go_write_sgf(record, write_on, &paper) == QI_OK);
    qi_sgf *sgf;
    qi_sgf_walk walk;
    must(it, qi_sgf_parse(paper.text, paper.length, NULL, &sgf, NULL) == QI_OK);
    must(it, qi_sgf_walk_start(sgf, qi_sgf_first_game(sgf), &walk, NULL) == QI_OK);
    qi_go_sgf_reading reading = {.record = record, .text = paper.text};
    as_in_sgf(model);
    size_t good = 0; /* a setup that is refused now ends the reading */
    while (good < model->count &&
           (model->entry[good].kind != QI_GO_SETUP || model->entry[good].verdict == QI_GO_OK))
        good++;
    must(it, qi_go_read_sgf(&reading, &walk, SIZE_MAX, NULL) ==
                 (good == model->count ? QI_OK : QI_BAD_TEXT));
    model->count = model->place = model->judged = good;
    qi_sgf_free(sgf);
}

static void call_go(sequence *it, go_model *model, qi_go_record *record)
{
    const uint32_t kind = dice(it, 100);
    if (kind < 70) {
        add_go(it, model, record);
        if (dice(it, 4) == 0)
            return;
        must(it, qi_go_record_seek(record, SIZE_MAX) == QI_OK);
        seek_go(model, SIZE_MAX);
    } else if (kind < 75) {
        add_setup_go(it, model, record);
    } else if (kind < 90) {
        const size_t place = dice(it, (uint32_t)model->count + 3);
        note(it, "seek %zu", place);
        must(it, qi_go_record_seek(record, place) == QI_OK);
        seek_go(model, place);
    } else if (kind < 97) {
        const size_t most = model->count + 1;
        const size_t count = dice(it, 8) ? most - dice(it, (uint32_t)(most < 4 ? most : 4))
                                         : dice(it, (uint32_t)most);
        note(it, "cut %zu", count);
        qi_go_record_cut(record, count);
        model->count = count < model->count ? count : model->count;
        model->place = model->place < model->count ? model->place : model->count;
        model->judged = model->judged < model->count ? model->judged : model->count;
    } else {
        write_go(it, model, record);
    }
}

static void records_of_go_are_as_the_model_has_them(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < test_cases(1000); i++) {
        sequence it;
        sequence_start(&it, first_seed() + i);
        go_model model = {.rows = 1 + dice(&it, 4), .columns = 1 + dice(&it, 4)};
        model.points = model.rows * model.columns;
        model.rules = (qi_go_rules){(qi_go_repetition)dice(&it, 4), dice(&it, 2)};
        model.step[0].to_move = QI_BLACK;
        note(&it, "new %ux%u, repetition %d, suicide %d", model.rows, model.columns,
             (int)model.rules.repetition, model.rules.suicide);
        qi_go_record *record;
        must(&it,
             qi_go_record_new(model.rows, model.columns, &model.rules, NULL, &record) == QI_OK);
        for (int call = 0; call < CALLS; call++) {
            call_go(&it, &model, record);
            compare_go(&it, &model, record);
        }
        qi_go_record_free(record);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_of_nogo_are_as_the_model_has_them),
        cmocka_unit_test(records_of_go_are_as_the_model_has_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
