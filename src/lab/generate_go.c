/*
 * Families of Go move lists. The colours alternate, as the problem promises, Black first; scheduled
 * cases have games that White begins, too (schedule.c). A move may well be illegal.
 * Captures and repetitions need crowded points, so most families play inside a small window, often
 * in a corner, and ask the oracle what the board looks like.
 */
#include "lab/generate_go.h"

#include <assert.h>

typedef struct go_window {
    uint32_t top, left, rows, columns;
} go_window;

bool qi_lab_go_begin(qi_lab_go_maker *make, qi_random *random, const qi_lab_request *request,
                     qi_lab_case *it, qi_oracle_go_ko ko)
{
    *make = (qi_lab_go_maker){.random = random, .it = it, .left = request->moves, .black = true};
    make->good =
        qi_lab_case_add_game(it) &&
        qi_oracle_go_start(&make->board, request->rows, request->columns, ko, false, it->allocator);
    return make->good;
}

bool qi_lab_go_end(qi_lab_go_maker *make)
{
    qi_oracle_go_end(&make->board);
    return make->good;
}

void qi_lab_go_move(qi_lab_go_maker *make, qi_point point)
{
    if (!make->left || !make->good)
        return;
    const uint32_t columns = make->it->columns;
    assert(columns); /* requests are for boards with points */
    const qi_lab_move move = {.colour = (uint8_t)qi_lab_go_colour(make),
                              .row = (uint8_t)(point / columns),
                              .column = (uint8_t)(point % columns)};
    make->good = qi_lab_case_add_move(make->it, move) &&
                 !qi_oracle_go_play(&make->board, qi_lab_go_colour(make), point).no_memory;
    make->left--;
    make->black = !make->black;
}

qi_point qi_lab_go_anywhere(qi_lab_go_maker *make)
{
    return qi_random_below(make->random, make->it->rows * make->it->columns);
}

/* A case of one game. */
static bool begin(qi_lab_go_maker *make, qi_random *random, const qi_lab_request *request,
                  qi_lab_case *it, qi_oracle_go_ko ko)
{
    const bool good = qi_lab_case_games(it, request->rows, request->columns);
    return qi_lab_go_begin(make, random, request, it, ko) && good;
}

/* A point of the window, mostly an empty one if a few tries find it: in a full window nearly every
 * move would be on an occupied point. */
static qi_point in_window(qi_lab_go_maker *make, const go_window *window)
{
    const bool any = qi_lab_chance(make->random, 15);
    qi_point point = 0;
    for (int i = 0; i < 6; i++) {
        const uint32_t row = window->top + qi_random_below(make->random, window->rows);
        point =
            row * make->it->columns + window->left + qi_random_below(make->random, window->columns);
        if (any || make->board.cells[point] == QI_EMPTY)
            break;
    }
    return point;
}

static uint32_t at_most(uint32_t number, uint32_t limit)
{
    return number < limit ? number : limit;
}

/* A window of 1 to 4 points a side, often in a corner. */
static go_window some_window(qi_lab_go_maker *make)
{
    go_window it;
    it.rows = at_most(1 + qi_random_below(make->random, 4), make->it->rows);
    it.columns = at_most(1 + qi_random_below(make->random, 4), make->it->columns);
    it.top = make->it->rows - it.rows;
    it.left = make->it->columns - it.columns;
    const bool corner = qi_lab_chance(make->random, 60);
    it.top = corner ? it.top * qi_random_below(make->random, 2)
                    : qi_random_below(make->random, it.top + 1);
    it.left = corner ? it.left * qi_random_below(make->random, 2)
                     : qi_random_below(make->random, it.left + 1);
    return it;
}

/* Puts stones of both colours around the window, so that groups inside have liberties only there,
 * as on a small board, and can be captured. Left out if it would take most of the moves. */
static void fence(qi_lab_go_maker *make, const go_window *window)
{
    enum { MAX_FENCE = 20 };
    qi_point points[MAX_FENCE];
    uint32_t count = 0;
    const uint32_t columns = make->it->columns;
    for (uint32_t row = window->top; row < window->top + window->rows; row++) {
        if (window->left)
            points[count++] = row * columns + window->left - 1;
        if (window->left + window->columns < columns)
            points[count++] = row * columns + window->left + window->columns;
    }
    for (uint32_t column = window->left; column < window->left + window->columns; column++) {
        if (window->top)
            points[count++] = (window->top - 1) * columns + column;
        if (window->top + window->rows < make->it->rows)
            points[count++] = (window->top + window->rows) * columns + column;
    }
    if (2 * count > make->left || qi_lab_chance(make->random, 20))
        return;
    for (uint32_t i = count; i > 0; i--) {
        const uint32_t k = qi_random_below(make->random, i);
        qi_lab_go_move(make, points[k]);
        points[k] = points[i - 1];
    }
}

/* ---- families ----------------------------------------------------------------------------- */

static bool make_uniform(qi_random *random, const qi_lab_request *request, qi_lab_case *it)
{
    qi_lab_go_maker make;
    if (begin(&make, random, request, it, QI_ORACLE_GO_FREE))
        while (make.left && make.good)
            qi_lab_go_move(&make, qi_lab_go_anywhere(&make));
    return qi_lab_go_end(&make);
}

qi_point qi_lab_go_nearby(qi_lab_go_maker *make)
{
    const qi_lab_case *const it = make->it;
    const size_t back = at_most((uint32_t)it->move_count, 8);
    if (!back || qi_lab_chance(make->random, 15))
        return qi_lab_go_anywhere(make);
    const qi_lab_move *const from =
        &it->moves[it->move_count - 1 - qi_random_below(make->random, (uint32_t)back)];
    const int64_t row = (int64_t)from->row + (int64_t)qi_random_below(make->random, 5) - 2;
    const int64_t column = (int64_t)from->column + (int64_t)qi_random_below(make->random, 5) - 2;
    if (row < 0 || column < 0 || row >= it->rows || column >= it->columns)
        return qi_lab_go_anywhere(make);
    return (qi_point)row * it->columns + (qi_point)column;
}

/* A few tries for a legal move, by preference one that captures. */
static bool make_game(qi_random *random, const qi_lab_request *request, qi_lab_case *it)
{
    qi_lab_go_maker make;
    if (begin(&make, random, request, it, QI_ORACLE_GO_FREE))
        while (make.left && make.good) {
            qi_point best = qi_lab_go_nearby(&make);
            uint32_t max = 0;
            for (int i = 0; i < 6; i++) {
                const qi_point point = qi_lab_go_nearby(&make);
                const qi_oracle_go_move move =
                    qi_oracle_go_judge(&make.board, qi_lab_go_colour(&make), point);
                if (move.verdict == QI_ORACLE_GO_OK && move.captured + 1 > max) {
                    max = move.captured + 1;
                    best = point;
                }
            }
            qi_lab_go_move(&make, best);
        }
    return qi_lab_go_end(&make);
}

/* How many of the window's points are empty. */
static uint32_t room_in(const qi_lab_go_maker *make, const go_window *window)
{
    uint32_t room = 0;
    for (uint32_t row = 0; row < window->rows; row++)
        for (uint32_t column = 0; column < window->columns; column++)
            room += make->board
                        .cells[(window->top + row) * make->it->columns + window->left + column] ==
                    QI_EMPTY;
    return room;
}

/* Plays in one window after another, leaving each when it is full or has been played in long
 * enough; `choose` picks the points. */
static bool crowd(qi_random *random, const qi_lab_request *request, qi_lab_case *it,
                  qi_oracle_go_ko ko,
                  qi_point (*choose)(qi_lab_go_maker *make, const go_window *window))
{
    qi_lab_go_maker make;
    if (begin(&make, random, request, it, ko))
        while (make.left && make.good) {
            const go_window window = some_window(&make);
            fence(&make, &window);
            uint32_t turns = 4 * window.rows * window.columns + qi_random_below(random, 20);
            while (turns-- && make.left && make.good && room_in(&make, &window))
                qi_lab_go_move(&make, choose(&make, &window));
            qi_lab_go_move(&make, in_window(&make, &window));
        }
    return qi_lab_go_end(&make);
}

static bool make_corner(qi_random *random, const qi_lab_request *request, qi_lab_case *it)
{
    return crowd(random, request, it, QI_ORACLE_GO_FREE, in_window);
}

/* The kind of move to look for in the window. */
typedef enum go_wish { A_REPETITION, A_QUIET_REPETITION, A_CAPTURE, A_LEGAL_MOVE } go_wish;

static bool grants(const qi_oracle_go_move *move, go_wish wish)
{
    switch (wish) {
    case A_REPETITION:
        return move->verdict == QI_ORACLE_GO_SUPERKO;
    case A_QUIET_REPETITION:
        return move->verdict == QI_ORACLE_GO_SUPERKO && move->captured == 0;
    case A_CAPTURE:
        return move->verdict == QI_ORACLE_GO_OK && move->captured;
    case A_LEGAL_MOVE:
        return move->verdict == QI_ORACLE_GO_OK;
    }
    return false;
}

/* A random point of the window where such a move is possible, or else any of its points. */
static qi_point look_for(qi_lab_go_maker *make, const go_window *window, go_wish wish)
{
    qi_point chosen = in_window(make, window);
    uint32_t found = 0;
    for (uint32_t row = 0; row < window->rows; row++)
        for (uint32_t column = 0; column < window->columns; column++) {
            const qi_point point = (window->top + row) * make->it->columns + window->left + column;
            const qi_oracle_go_move move =
                qi_oracle_go_judge(&make->board, qi_lab_go_colour(make), point);
            if (grants(&move, wish) && qi_random_below(make->random, ++found) == 0)
                chosen = point;
        }
    return chosen;
}

static qi_point wish_in_window(qi_lab_go_maker *make, const go_window *window)
{
    static const go_wish wishes[] = {A_REPETITION, A_QUIET_REPETITION, A_CAPTURE, A_CAPTURE,
                                     A_LEGAL_MOVE};
    return qi_lab_chance(make->random, 30)
               ? in_window(make, window)
               : look_for(make, window, wishes[qi_random_below(make->random, 5)]);
}

static bool make_cycle(qi_random *random, const qi_lab_request *request, qi_lab_case *it)
{
    return crowd(random, request, it, QI_ORACLE_GO_POSITIONAL, wish_in_window);
}

/* ---- ko ----------------------------------------------------------------------------------- */

enum { MAX_KOS = 4 };

/*  . B W .
 *  B . . W     the two points in the middle are taken and taken back
 *  . B W .                                                                                    */
typedef struct ko {
    qi_point middle[2]; /* Black's, which White captures into, and White's */
    qi_point black[3], white[3];
} ko;

/* A ko at a place of its own: the board is cut into strips of 3 rows and 4 columns. */
static ko ko_at(const qi_lab_go_maker *make, uint32_t place, bool mirrored)
{
    const uint32_t columns = make->it->columns;
    const uint32_t per_row = columns / 4;
    const qi_point top = place / per_row * 3 * columns + place % per_row * 4;
    const qi_point middle = top + columns;
    const qi_point bottom = middle + columns;
    ko it = {
        {middle + 1, middle + 2}, {top + 1, middle, bottom + 1}, {top + 2, middle + 3, bottom + 2}};
    if (mirrored) {
        const ko other = it;
        for (int i = 0; i < 3; i++) {
            it.black[i] = other.white[i];
            it.white[i] = other.black[i];
        }
        it.middle[0] = other.middle[1];
        it.middle[1] = other.middle[0];
    }
    return it;
}

/* Plays the points of `mine` when it is that colour's turn, something else otherwise. */
static void lay(qi_lab_go_maker *make, qi_point black, qi_point white)
{
    qi_lab_go_move(make, make->black ? black : white);
    qi_lab_go_move(make, make->black ? black : white);
}

static bool make_ko(qi_random *random, const qi_lab_request *request, qi_lab_case *it)
{
    qi_lab_go_maker make;
    const uint32_t places = request->rows / 3 * (request->columns / 4);
    if (!places)
        return make_corner(random, request, it);
    if (begin(&make, random, request, it, QI_ORACLE_GO_POSITIONAL)) {
        ko kos[MAX_KOS];
        uint32_t count = 1 + qi_random_below(random, at_most(MAX_KOS, places));
        count = at_most(count, 1 + request->moves / 12);
        const uint32_t first = qi_random_below(random, places);
        for (uint32_t k = 0; k < count; k++) {
            kos[k] = ko_at(&make, (first + k) % places, qi_lab_chance(random, 50));
            for (int i = 0; i < 3; i++)
                lay(&make, kos[k].black[i], kos[k].white[i]);
            lay(&make, kos[k].middle[1], kos[k].middle[0]);
        }
        while (make.left && make.good) {
            const ko *const fight = &kos[qi_random_below(random, count)];
            const qi_point take = fight->middle[make.black ? 1 : 0];
            qi_lab_go_move(&make, qi_lab_chance(random, 15)   ? qi_lab_go_anywhere(&make)
                                  : qi_lab_chance(random, 10) ? fight->middle[make.black ? 0 : 1]
                                                              : take);
        }
    }
    return qi_lab_go_end(&make);
}

/* ---- eyes --------------------------------------------------------------------------------- */

/* One colour builds a wall round a few points, the other plays inside; the points outside the wall
 * are filled now and then, so that a move inside is suicide at one time and a capture at another.
 */
static bool make_eyes(qi_random *random, const qi_lab_request *request, qi_lab_case *it)
{
    qi_lab_go_maker make;
    if (begin(&make, random, request, it, QI_ORACLE_GO_FREE)) {
        const go_window outside = some_window(&make);
        go_window inside = outside;
        inside.rows = 1 + qi_random_below(random, at_most(outside.rows, 2));
        inside.columns = 1 + qi_random_below(random, at_most(outside.columns, 2));
        inside.top += qi_random_below(random, outside.rows - inside.rows + 1);
        inside.left += qi_random_below(random, outside.columns - inside.columns + 1);
        const bool black_walls = qi_lab_chance(random, 50);
        fence(&make, &outside);
        while (make.left && make.good) {
            qi_point point = in_window(&make, &outside);
            const uint32_t row = point / it->columns;
            const uint32_t column = point % it->columns;
            const bool is_inside = row >= inside.top && row < inside.top + inside.rows &&
                                   column >= inside.left && column < inside.left + inside.columns;
            if (make.black == black_walls && is_inside && !qi_lab_chance(random, 10))
                point = in_window(&make, &outside);
            else if (make.black != black_walls && !is_inside && qi_lab_chance(random, 50))
                point = in_window(&make, &inside);
            qi_lab_go_move(&make, point);
        }
    }
    return qi_lab_go_end(&make);
}

/* ---- long games --------------------------------------------------------------------------- */

/* The stone that a legal move would capture, if it captures just one. */
static qi_point only_prey(qi_lab_go_maker *make, qi_point point)
{
    const uint32_t columns = make->it->columns;
    const qi_point next[4] = {point - columns, point - 1, point + 1, point + columns};
    const bool there[4] = {point >= columns, point % columns > 0, point % columns + 1 < columns,
                           point + columns < columns * make->it->rows};
    for (int i = 0; i < 4; i++) {
        uint32_t liberties;
        if (there[i] && make->board.cells[next[i]] == qi_opponent(qi_lab_go_colour(make)) &&
            qi_oracle_go_group(&make->board, next[i], &liberties) == 1 && liberties == 1)
            return next[i];
    }
    return QI_NO_POINT;
}

/* Nearly every move is legal, so that the list of positions grows as long as it can, and a player
 * who lost a single stone tries to retake at once: a ko late in a long game. */
static bool make_long(qi_random *random, const qi_lab_request *request, qi_lab_case *it)
{
    enum { TRIES = 30 };
    qi_lab_go_maker make;
    qi_point back = QI_NO_POINT;
    if (begin(&make, random, request, it, QI_ORACLE_GO_POSITIONAL))
        while (make.left && make.good) {
            qi_point point = back;
            back = QI_NO_POINT;
            for (int i = 0; i < TRIES && point == QI_NO_POINT; i++) {
                const qi_point some = qi_lab_go_anywhere(&make);
                if (make.board.cells[some] != QI_EMPTY)
                    continue;
                const qi_oracle_go_move move =
                    qi_oracle_go_judge(&make.board, qi_lab_go_colour(&make), some);
                if (move.verdict != QI_ORACLE_GO_OK)
                    continue;
                point = some;
                if (move.captured == 1 && qi_lab_chance(random, 70))
                    back = only_prey(&make, some);
            }
            qi_lab_go_move(&make, point == QI_NO_POINT ? qi_lab_go_anywhere(&make) : point);
        }
    return qi_lab_go_end(&make);
}

/* ---- several games ------------------------------------------------------------------------ */

static bool make_several(qi_random *random, const qi_lab_request *request, qi_lab_case *it)
{
    const uint32_t games =
        request->games == QI_LAB_ANY ? 2 + qi_random_below(random, 3) : (uint32_t)request->games;
    bool good = qi_lab_case_games(it, request->rows, request->columns);
    for (uint32_t game = 0; good && game < games; game++) {
        good = qi_lab_case_add_game(it);
        qi_lab_request part = *request;
        part.moves = qi_random_below(random, request->moves / games + 1);
        qi_lab_case one = {.allocator = it->allocator};
        bool (*const makes[])(qi_random *, const qi_lab_request *,
                              qi_lab_case *) = {make_corner, make_ko, make_cycle, make_eyes};
        good &= makes[qi_random_below(random, 4)](random, &part, &one);
        for (size_t i = 0; good && i < one.move_count; i++)
            good = qi_lab_case_add_move(it, one.moves[i]);
        qi_lab_case_free(&one);
    }
    return good;
}

const qi_lab_family qi_lab_go_families[] = {
    {"uniform", "any point at any time: long games, late captures, occupied points", make_uniform},
    {"game", "legal moves near the last ones, captures preferred: like people's games", make_game},
    {"corner", "a crowd on a few points of a corner: captures, suicide, repetition", make_corner},
    {"ko", "one to four kos taken and taken back: cycles of any length", make_ko},
    {"cycle", "looks for moves that repeat a position, also those that capture nothing",
     make_cycle},
    {"eyes", "plays inside walls: suicide of one and several stones, captures from inside",
     make_eyes},
    {"long", "legal moves all over the board, lost stones taken back: the longest history",
     make_long},
    {"collide", "different positions that weak hashes take for the same: sums, xors, polynomials",
     qi_lab_go_collide},
    {"several", "several short games in one input, some empty: what is left of the last one",
     make_several},
    {0}};
