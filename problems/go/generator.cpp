// Makes games, each of so many moves (of `collide` and `several`: at most): generator FAMILY GAMES MOVES SEED
//
//     uniform   any point at any time: long games, late captures, occupied points
//     game      legal moves near the last ones, captures preferred: like people's games
//     corner    a crowd on a few points of a corner: captures, suicide, repetition
//     ko        one to four kos taken and taken back: cycles of any length
//     cycle     looks for moves that repeat a position, also those that capture nothing
//     eyes      plays inside walls: suicide of one and several stones, captures from inside
//     long      legal moves all over the board, lost stones taken back: the longest history
//     collide   different positions that weak hashes take for the same: sums, xors, polynomials
//     several   every game of another family, and some are short: what is left of the last one
#include "testlib.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <set>
#include <string>
#include <utility>
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

// ---- collide ---------------------------------------------------------------------------------------

// A hash that adds or xors a weight for every stone.
struct Hash {
    bool xors;
    unsigned bits;                                  // 32 or 64; 0: sums or xors of small numbers
    std::array<uint64_t, WIDTH * WIDTH> weights[2]; // of Black and White

    uint64_t join(uint64_t a, uint64_t b) const
    {
        return xors ? a ^ b : a + b;
    }
    uint64_t of(const std::string &on) const
    {
        uint64_t hash = 0;
        for (size_t i = 0; i < on.size(); i++)
            if (on[i] == 'B' || on[i] == 'W')
                hash = join(hash, weights[on[i] == 'W'][i]);
        return hash;
    }
};

// The first numbers of std::mt19937, or of rand in glibc, when nobody has seeded them.
static std::vector<uint32_t> unseeded(bool twister, size_t count)
{
    std::vector<uint32_t> numbers(1, 1);
    std::mt19937 source;
    if (twister) {
        for (numbers.clear(); numbers.size() < count;)
            numbers.push_back(uint32_t(source()));
        return numbers;
    }
    for (size_t i = 1; i < 34; i++)
        numbers.push_back(i < 31 ? uint32_t(uint64_t(16807) * numbers[i - 1] % 2147483647)
                                 : numbers[i - 31]);
    while (numbers.size() < 344 + count)
        numbers.push_back(numbers[numbers.size() - 3] + numbers[numbers.size() - 31]);
    numbers.erase(numbers.begin(), numbers.begin() + 344);
    for (uint32_t &number : numbers)
        number >>= 1;
    return numbers;
}

// The hashes: polynomials in six bases, modulo 2^32 and 2^64, of three codes for the stones, by
// rows and by columns; tables of unseeded random numbers in three layouts; sums of small numbers;
// xors of them.
static Hash hash_number(int kind)
{
    const uint64_t bases[] = {3, 31, 131, 233, 13331, 1000000007};
    const int codes[][2] = {{'B' - '.', 'W' - '.'}, {1, 2}, {1, -1}};
    const int polynomials = 72, tables = 6, sums = 6, all = polynomials + tables + sums + 2,
              area = SIDE * SIDE;
    kind %= all;
    Hash it = {};
    uint64_t power = 1;
    const std::vector<uint32_t> table = unseeded(kind < polynomials + 3, size_t(3 * area));
    for (int i = area - 1; i >= 0; i--) {
        const bool by_columns = kind < polynomials && kind & 2;
        const int row = by_columns ? i % SIDE : i / SIDE, column = by_columns ? i / SIDE : i % SIDE;
        const size_t point = size_t((row + 1) * WIDTH + column + 1);
        for (int stone = 0; stone < 2; stone++) {
            uint64_t &weight = it.weights[stone][point];
            int number = kind;
            if (number < polynomials) {
                it.bits = number % 2 ? 64 : 32;
                weight = power * uint64_t(int64_t(codes[number / 4 % 3][stone]));
            } else if ((number -= polynomials) < tables) {
                it.bits = 32;
                it.xors = true;
                weight = table[size_t(number % 3 == 0   ? 2 * i + stone
                                      : number % 3 == 1 ? stone * area + i
                                                        : 3 * i + 1 + stone)];
            } else if ((number -= tables) < sums) {
                const int offsets[] = {0, 1, 20};
                weight = uint64_t((i + offsets[number % 3]) * codes[number / 3][stone]);
            } else {
                number -= sums;
                it.xors = true;
                weight = uint64_t(2 * (i + number) + stone + number);
            }
        }
        if (kind < polynomials)
            power *= bases[kind / 12];
    }
    return it;
}

// A set of stones on one part of the board, 8 bits for each in `left`; or two sets, of the two lists that were joined.
struct Stones {
    uint64_t total; // of their weights
    uint32_t left, right;
};
typedef std::vector<Stones> List;

// Joins sets of two lists whose next bits come to nothing together.
static List join_lists(const Hash &hash, const List &a, const List &b, unsigned shift, unsigned slice, bool last)
{
    const uint64_t mask = (uint64_t(1) << slice) - 1, whole = last ? ~uint64_t(0) >> (64 - hash.bits) : 0;
    const size_t limit = last ? 1 : size_t(1) << slice;
    std::vector<uint32_t> heads(size_t(mask) + 1), next(a.size()); // the sets of `a` by their next bits
    for (size_t i = 0; i < a.size(); i++) {
        uint32_t &head = heads[size_t(a[i].total >> shift & mask)];
        next[i] = head;
        head = uint32_t(i + 1);
    }
    List joined;
    for (size_t k = 0; k < b.size() && joined.size() < limit; k++) {
        const uint64_t rest = b[k].total >> shift;
        for (size_t i = heads[size_t((hash.xors ? rest : 0 - rest) & mask)]; i && joined.size() < limit; i = next[i - 1]) {
            const uint64_t total = hash.join(a[i - 1].total, b[k].total);
            if (!(total & whole))
                joined.push_back({total, uint32_t(i - 1), uint32_t(k)});
        }
    }
    return joined;
}

// Stones, as points and whether they are white, whose weights come to nothing. Wagner's tree: lists of sets of stones on each part
// of the board, joined two at a time until one is left.
static std::vector<std::pair<int, bool>> find_stones(const Hash &hash)
{
    const size_t parts = hash.bits > 32 ? 16 : 4;
    const unsigned slice = hash.bits > 32 ? 13 : 11;
    std::vector<int> empty;
    for (int point = 0; point < WIDTH * WIDTH; point++)
        if (board[size_t(point)] == '.')
            empty.push_back(point);
    shuffle(empty.begin(), empty.end());
    const int size = std::min(int(empty.size() / parts), 64);
    std::vector<List> lists(parts, List(size >= 8 ? size_t(1) << slice : 0));
    for (size_t part = 0; part < parts; part++)
        for (Stones &set : lists[part]) {
            uint64_t taken = 0;
            for (int count = rnd.next(3, 4), byte = 0; byte < 8 * count; byte += 8) {
                const uint32_t at = uint32_t(rnd.next(size)), white = uint32_t(rnd.next(2));
                if (taken >> at & 1)
                    continue;
                taken |= uint64_t(1) << at;
                set.left |= (at << 2 | 2 | white) << byte;
                set.total = hash.join(set.total, hash.weights[white][size_t(empty[part * size_t(size) + at])]);
            }
        }
    unsigned shift = 0;
    for (size_t level = parts / 2, i = 0; level > 0; level /= 2, shift += slice)
        for (size_t k = 0; k < level; k++, i += 2)
            lists.push_back(join_lists(hash, lists[i], lists[i + 1], shift, slice, level == 1));
    std::vector<std::pair<int, bool>> stones;
    std::vector<uint32_t> chosen(lists.size());
    if (lists.back().empty())
        return stones;
    for (size_t i = lists.size() - 1; i >= parts; i--) {
        chosen[2 * (i - parts)] = lists[i][chosen[i]].left;
        chosen[2 * (i - parts) + 1] = lists[i][chosen[i]].right;
    }
    for (size_t part = 0; part < parts; part++)
        for (uint32_t packed = lists[part][chosen[part]].left; packed; packed >>= 8)
            if (packed & 255)
                stones.push_back({empty[part * size_t(size) + (packed >> 2 & 63)], packed & 1});
    return stones;
}

// Puts stones whose weights come to nothing, so that an earlier hash comes back; a colour without
// one plays where a stone is.
static void put_stones(Hash hash)
{
    hash.bits = most - int(moves.size()) < 128 ? 32 : hash.bits;
    std::vector<std::pair<int, bool>> stones;
    for (int tries = 24; tries > 0 && stones.empty(); tries--)
        stones = find_stones(hash);
    for (const int occupied = moves.back(); !stones.empty() && !is_over();) {
        const bool white = colour == 'W';
        const auto next =
            std::find_if(stones.begin(), stones.end(),
                         [white](const std::pair<int, bool> &it) { return it.second == white; });
        move_to(next == stones.end() ? occupied : next->first);
        if (next != stones.end())
            stones.erase(next);
    }
}

// Looks for a move that brings an earlier hash back; until there is one, captures and plays near
// the last move.
static void look_for_collision(const Hash &hash)
{
    std::set<uint64_t> seen = {hash.of(board)};
    for (bool found = false; !found && !is_over(); seen.insert(hash.of(board))) {
        const std::vector<int> around = rectangle(moves.back() / WIDTH - 2, moves.back() % WIDTH - 2, 5, 5);
        const int capture = look_for(false, true, true, around);
        int point = capture ? capture : any_of(around);
        for (int next : rectangle(1, 1, SIDE, SIDE)) {
            const uint64_t adding = hash.join(hash.of(board), hash.weights[colour == 'W'][size_t(next)]);
            if (next != capture && (board[size_t(next)] != '.' || !seen.count(adding)))
                continue; // not worth a try
            const Outcome it = try_move(next);
            if (it.miss == 0 && seen.count(hash.of(it.board))) {
                found = true;
                point = next;
            }
        }
        move_to(point);
    }
}

static void collide(int kind)
{
    const Hash hash = hash_number(kind);
    for (int count = rnd.next(1, 4); count > 0; count--)
        move_to(anywhere());
    if (hash.bits && !is_over())
        put_stones(hash);
    else if (!is_over())
        look_for_collision(hash);
    for (int count = 4; count > 0; count--)
        move_to(anywhere());
}

// ---- all families
// ----------------------------------------------------------------------------------

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
    const std::vector<std::string> families = {"corner", "ko", "cycle", "eyes", "uniform", "game", "long", "collide", "several"};
    const std::string family = argv[1];
    if (!std::count(families.begin(), families.end(), family))
        quit(_fail, "no family " + family);
    const int first_kind = rnd.next(1000);
    std::printf("%d\n", games);
    for (int game = 0; game < games; game++) {
        const char first = colour = chance(50) ? 'B' : 'W';
        moves.clear();
        board = std::string(size_t(WIDTH * WIDTH), '#');
        for (int point : rectangle(1, 1, SIDE, SIDE))
            board[size_t(point)] = '.';
        history = {board};
        most = family == "several" ? rnd.next(longest + 1) : longest;
        if (family == "collide")
            collide(first_kind + game);
        else
            play(family == "several" ? families[size_t(rnd.next(4))] : family);
        std::printf("%d\n", int(moves.size()));
        for (size_t i = 0; i < moves.size(); i++)
            std::printf("%c %d %d\n", i % 2 ? 'B' + 'W' - first : first, moves[i] / WIDTH, moves[i] % WIDTH);
    }
}
