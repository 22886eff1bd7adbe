// Makes a board: generator FAMILY N SEED
//
//     play      random legal play for some time
//     scatter   stones anywhere: shapes that play seldom makes
//     atari     many groups with one liberty: shared and last liberties
//     snake     one group through the whole board: merging, deep recursion
//     checkers  single stones or blocks in a checkerboard: many small groups
//     endgame   a few moves before the end: the last legal points
//     full      hardly a free point: the game is over at once or soon
//     empty     the empty board: the longest games
#include "testlib.h"

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

static const char EMPTY = '.', BLACK = 'X', WHITE = 'O';
static int n, width;      // a row of cells has a wall at each end
static std::string cells; // with walls around
static std::vector<int> points, group;

static char &at(int point) { return cells[size_t(point)]; }
static char other(char colour) { return colour == BLACK ? WHITE : BLACK; }
static bool chance(int percent) { return rnd.next(100) < percent; }
static std::vector<int> near(int point) { return {point - width, point - 1, point + 1, point + width}; }

static std::vector<int> shuffled_points()
{
    std::vector<int> order = points;
    shuffle(order.begin(), order.end());
    return order;
}

// Counts a group's liberties up to `enough`; `group` gets the stones that were looked at.
static int liberties(int start, int enough)
{
    static std::vector<int> seen(cells.size()); // by which call
    static int call;
    group = {start};
    seen[size_t(start)] = ++call;
    int count = 0;
    for (size_t i = 0; i < group.size() && count < enough; i++)
        for (int next : near(group[i])) {
            if (seen[size_t(next)] == call || (at(next) != EMPTY && at(next) != at(start)))
                continue;
            seen[size_t(next)] = call;
            count += at(next) == EMPTY;
            if (at(next) != EMPTY)
                group.push_back(next);
        }
    return count;
}

// Puts a stone if every group keeps a liberty.
static bool play(int point, char colour)
{
    if (at(point) != EMPTY)
        return false;
    at(point) = colour;
    bool legal = liberties(point, 1) > 0;
    for (int next : near(point))
        legal = legal && (at(next) != other(colour) || liberties(next, 1) > 0);
    at(point) = legal ? colour : EMPTY;
    return legal;
}

// Makes any stones a valid board by taking some away: the first, in this order, of every group
// without a liberty, and then those of the colour that has more.
static void mend(const std::vector<int> &order)
{
    std::vector<char> good(cells.size());
    for (int point : order) {
        if (at(point) == EMPTY || good[size_t(point)])
            continue;
        if (liberties(point, INT_MAX) == 0)
            at(point) = EMPTY;
        for (int stone : group)
            good[size_t(stone)] = true;
    }
    auto surplus = std::count(cells.begin(), cells.end(), BLACK) - std::count(cells.begin(), cells.end(), WHITE);
    for (int point : order)
        if (surplus && at(point) == (surplus > 0 ? BLACK : WHITE)) {
            at(point) = EMPTY;
            surplus += surplus > 0 ? -1 : 1;
        }
}

static void scatter(int fill)
{
    for (int point : points)
        if (chance(fill))
            at(point) = chance(50) ? BLACK : WHITE;
    mend(shuffled_points());
}

// A random game of at most so many moves, without the last ones. What is illegal stays illegal:
// each player goes through the points once.
static void play_game(int most, int take_back)
{
    const std::vector<int> orders[2] = {shuffled_points(), shuffled_points()};
    std::vector<int> moves;
    for (size_t next[2] = {0, 0}; int(moves.size()) < most;) {
        const int side = int(moves.size() % 2);
        while (next[side] < orders[side].size() && !play(orders[side][next[side]], side ? WHITE : BLACK))
            next[side]++;
        if (next[side] == orders[side].size())
            break;
        moves.push_back(orders[side][next[side]]);
    }
    for (; !moves.empty() && (take_back > 0 || moves.size() % 2); take_back--) {
        at(moves.back()) = EMPTY;
        moves.pop_back();
    }
}

// Stones where they leave a neighbour one liberty.
static void press()
{
    scatter(rnd.next(20, 59));
    for (int point : shuffled_points())
        for (char colour : {BLACK, WHITE}) {
            if (!play(point, colour))
                continue;
            bool presses = false;
            for (int next : near(point))
                presses = presses || (at(next) == other(colour) && liberties(next, 2) < 2);
            if (presses)
                break;
            at(point) = EMPTY;
        }
    mend(shuffled_points());
}

// One colour on every other lane, and where it turns into the next; mended from its tail, it stays
// in one piece.
static void lay_snake()
{
    const bool upright = chance(50);
    const char snake = chance(50) ? BLACK : WHITE;
    const int gaps = rnd.next(30);
    std::vector<int> body, rest;
    for (int lane = 0; lane < n; lane++)
        for (int step = 0; step < n; step++) {
            const int along = lane % 4 < 2 ? step : n - 1 - step;
            const int point = upright ? (along + 1) * width + lane + 1 : (lane + 1) * width + along + 1;
            const bool is_body = lane % 2 == 0 || along == (lane % 4 == 1 ? n - 1 : 0);
            (is_body ? body : rest).push_back(point);
            if (is_body || !chance(gaps))
                at(point) = is_body ? snake : other(snake);
        }
    std::reverse(body.begin(), body.end());
    at(body[0]) = EMPTY;
    body.insert(body.end(), rest.begin(), rest.end());
    mend(body);
}

static void lay_checkers()
{
    const int block = rnd.next(1, 2), holes = rnd.next(40);
    for (int point : points)
        if (!chance(holes))
            at(point) = ((point / width - 1) / block + (point % width - 1) / block) % 2 ? WHITE : BLACK;
    mend(shuffled_points());
}

int main(int argc, char **argv)
{
    registerGen(argc, argv, 1);
    n = argc == 4 ? std::atoi(argv[2]) : 0;
    if (n < 1 || n > 600)
        quit(_fail, "usage: generator FAMILY N SEED, N from 1 to 600");
    width = n + 2;
    cells.assign(size_t(width * width), '#');
    for (int point = width; point < width * (n + 1); point++)
        if (point % width > 0 && point % width <= n) {
            points.push_back(point);
            at(point) = EMPTY;
        }
    const std::string family = argv[1];
    if (family == "play" || family == "endgame")
        play_game(family == "play" ? n * n * rnd.next(101) / 100 : n * n, family == "play" ? 0 : rnd.next(8));
    else if (family == "scatter" || family == "full")
        scatter(family == "full" ? 100 : rnd.next(101));
    else if (family == "atari")
        press();
    else if (family == "snake")
        lay_snake();
    else if (family == "checkers")
        lay_checkers();
    else if (family != "empty")
        quit(_fail, "no family " + family);
    std::printf("%d\n", n);
    for (int row = 1; row <= n; row++)
        std::printf("%s\n", cells.substr(size_t(row * width + 1), size_t(n)).c_str());
}
