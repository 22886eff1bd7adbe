// Makes games, each of so many moves (of `several`: at most): generator FAMILY GAMES MOVES SEED
//
//     uniform   any point at any time: long games, late captures, occupied points
//     game      legal moves near the last ones, captures preferred: like people's games
//     corner    a crowd on a few points of a corner: captures, suicide, repetition
//     ko        one to four kos taken and taken back: cycles of any length
//     cycle     looks for moves that repeat a position, also those that capture nothing
//     eyes      plays inside walls: suicide of one and several stones, captures from inside
//     long      legal moves all over the board, lost stones taken back: the longest history
//     several   every game of another family, and some are short: what is left of the last one
#include "testlib.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

static const int SIDE = 19, WIDTH = SIDE + 2; // a row of cells has a wall at each end

static std::vector<int> moves; // points of the present game
static int most;               // moves of the present game
static char colour;            // of the next move
static int lost;               // where the last move captured a single stone, or 0
static std::string board;      // with walls around
static std::set<std::string> history;

static bool is_over() { return int(moves.size()) >= most; }
static bool chance(int percent) { return rnd.next(100) < percent; }
static int any_of(const std::vector<int> &points) { return points[size_t(rnd.next(int(points.size())))]; }
static int anywhere() { return rnd.next(1, SIDE) * WIDTH + rnd.next(1, SIDE); }
static std::vector<int> near(int point) { return {point - WIDTH, point - 1, point + 1, point + WIDTH}; }

// The stones of a group if it has no liberty, else nothing.
static std::vector<int> dead(const std::string &on, int start)
{
    std::vector<int> group = {start};
    for (size_t i = 0; i < group.size(); i++)
        for (int next : near(group[i])) {
            if (on[size_t(next)] == '.')
                return {};
            if (on[size_t(next)] == on[size_t(start)] && !std::count(group.begin(), group.end(), next))
                group.push_back(next);
        }
    return group;
}

struct Outcome {
    int miss; // the reason why the move is refused; 0: it is legal
    std::vector<int> captured;
    std::string board;
};

static Outcome try_move(int point)
{
    Outcome it = {1, {}, board};
    if (board[size_t(point)] != '.')
        return it;
    it.board[size_t(point)] = colour;
    for (int next : near(point))
        if (it.board[size_t(next)] == (colour == 'B' ? 'W' : 'B'))
            for (int stone : dead(it.board, next)) {
                it.board[size_t(stone)] = '.';
                it.captured.push_back(stone);
            }
    it.miss = it.captured.empty() && !dead(it.board, point).empty() ? 2 : history.count(it.board) ? 3 : 0;
    return it;
}

static void move_to(int point)
{
    if (is_over())
        return;
    const Outcome it = try_move(point);
    lost = it.miss == 0 && it.captured.size() == 1 ? it.captured[0] : 0;
    if (it.miss == 0)
        history.insert(board = it.board);
    moves.push_back(point);
    colour = colour == 'B' ? 'W' : 'B';
}

// Looks, from a random one of the points on, for a legal move, or one that repeats a position; 0: there is none.
static int look_for(bool repeats, bool may_capture, bool must_capture, const std::vector<int> &points)
{
    const size_t first = size_t(rnd.next(int(points.size())));
    for (size_t i = 0; i < points.size(); i++) {
        const int point = points[(first + i) % points.size()];
        const Outcome it = try_move(point);
        if (it.miss == (repeats ? 3 : 0) && (it.captured.empty() ? !must_capture : may_capture))
            return point;
    }
    return 0;
}

// One of the points, mostly an empty one.
static int one_of(const std::vector<int> &points)
{
    int point = any_of(points);
    for (int tries = 6; tries > 0 && board[size_t(point)] != '.' && !chance(15); tries--)
        point = any_of(points);
    return point;
}

// The points of a rectangle that are on the board.
static std::vector<int> rectangle(int top, int left, int rows, int columns)
{
    std::vector<int> points;
    for (int row = std::max(top, 1); row < std::min(top + rows, SIDE + 1); row++)
        for (int column = std::max(left, 1); column < std::min(left + columns, SIDE + 1); column++)
            points.push_back(row * WIDTH + column);
    return points;
}

// At most four rows and columns, often in a corner.
static std::vector<int> some_window()
{
    const int places[] = {rnd.next(-2, 1), rnd.next(2, 15), rnd.next(16, 19)};
    return rectangle(places[rnd.next(3)], places[rnd.next(3)], 4, 4);
}

// Mostly puts stones of both colours around a window: groups inside have liberties only there.
static void fence_in(const std::vector<int> &window)
{
    std::vector<int> fence;
    for (int point : window)
        for (int next : near(point))
            if (board[size_t(next)] != '#' && !std::count(window.begin(), window.end(), next))
                fence.push_back(next);
    shuffle(fence.begin(), fence.end());
    if (!chance(20) && 2 * int(fence.size()) <= most - int(moves.size()))
        for (int point : fence)
            move_to(point);
}

// . B W .
// B x y W   White takes on x, Black on y
// . B W .
static void fight_kos()
{
    std::vector<int> kos; // x of each
    for (int count = rnd.next(1, 4), place = rnd.next(24); count > 0; count--, place = (place + 1) % 24) {
        const int x = (place / 4 * 3 + 2) * WIDTH + place % 4 * 4 + 2, y = x + 1;
        const int black[] = {x - WIDTH, x - 1, x + WIDTH, y}, white[] = {y - WIDTH, y + 1, y + WIDTH, x};
        for (int i = 0; i < 8; i++)
            move_to(colour == 'B' ? black[i / 2] : white[i / 2]);
        kos.push_back(x);
    }
    while (!is_over()) {
        const int x = any_of(kos), take = colour == 'B' ? x + 1 : x;
        move_to(chance(15) ? anywhere() : chance(10) ? 2 * x + 1 - take : take);
    }
}

static void play(const std::string &family)
{
    const bool in_windows = family == "corner" || family == "cycle";
    const char walls = colour;
    std::vector<int> window = some_window();
    const std::vector<int> part(window.begin(), window.begin() + long(window.size() + 3) / 4);
    if (family == "ko")
        fight_kos();
    if (family == "eyes" || in_windows)
        fence_in(window);
    while (!is_over()) {
        if (in_windows && chance(6))
            fence_in(window = some_window());
        int wish = 0;
        if (family == "cycle" && chance(70)) {
            const int kind = rnd.next(5); // 0 and 1: a repetition; 1: without a capture; 2 and 3: a capture
            wish = look_for(kind < 2, kind != 1, kind == 2 || kind == 3, window);
        } else if (family == "game") {
            const int last = moves.empty() || chance(15) ? anywhere() : moves.back();
            const std::vector<int> around = rectangle(last / WIDTH - 2, last % WIDTH - 2, 5, 5);
            wish = look_for(false, true, true, around);
            wish = wish ? wish : look_for(false, true, false, around);
        } else if (family == "long")
            wish = lost && chance(70) ? lost : look_for(false, true, false, rectangle(1, 1, SIDE, SIDE));
        else if (family == "eyes")
            wish = one_of(colour != walls && chance(50) ? part : window);
        move_to(wish ? wish : in_windows ? one_of(window) : anywhere());
    }
}

int main(int argc, char **argv)
{
    registerGen(argc, argv, 1);
    const int games = argc == 5 ? std::atoi(argv[2]) : 0, longest = argc == 5 ? std::atoi(argv[3]) : 0;
    if (games < 1 || games > 100 || longest < 0 || longest > 2000)
        quit(_fail, "usage: generator FAMILY GAMES MOVES SEED, 1 to 100 games of 0 to 2000 moves");
    const std::vector<std::string> families = {"corner", "ko", "cycle", "eyes", "uniform", "game", "long", "several"};
    const std::string family = argv[1];
    if (!std::count(families.begin(), families.end(), family))
        quit(_fail, "no family " + family);
    std::printf("%d\n", games);
    for (int game = 0; game < games; game++) {
        const char first = colour = chance(50) ? 'B' : 'W';
        moves.clear();
        board = std::string(size_t(WIDTH * WIDTH), '#');
        for (int point : rectangle(1, 1, SIDE, SIDE))
            board[size_t(point)] = '.';
        history = {board};
        most = family == "several" ? rnd.next(longest + 1) : longest;
        play(family == "several" ? families[size_t(rnd.next(4))] : family);
        std::printf("%d\n", most);
        for (size_t i = 0; i < moves.size(); i++)
            std::printf("%c %d %d\n", i % 2 ? 'B' + 'W' - first : first, moves[i] / WIDTH, moves[i] % WIDTH);
    }
}
