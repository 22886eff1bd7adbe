// Makes a maze: generator FAMILY N SEED
//
//     open      no walls inside: every order of the moves
//     dense     some walls, many moves: the usual test
//     corridor  one winding corridor: the order is forced
//     tree      passages without a circle: dead ends, walking back
//     islands   parts that cannot be reached, a start that may be shut in
//     few       two to five kinds of moves: squares that are already filled
//     line      mostly the moves of one line: every line, MOO and OOM
//     all       all 18 moves: the most boards
#include "testlib.h"

#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <vector>

static int n;
static std::vector<std::vector<std::string>> maze; // [row][column]

static bool chance(int percent) { return rnd.next(100) < percent; }

static std::string &inner(int i) // the inner cells, i from 0 to (n - 2)^2 - 1
{
    return maze[size_t(1 + i / (n - 2))][size_t(1 + i % (n - 2))];
}

// Makes this percentage of the inner cells walls and opens the others.
static void open_cells(int walls)
{
    for (int i = 0; i < (n - 2) * (n - 2); i++)
        inner(i) = chance(walls) ? "###" : "...";
}

// The moves: 'M' and 'O' for each of the nine squares.
static std::string move(int number)
{
    return {"MO"[number % 2], char('1' + number / 2 / 3), char('1' + number / 2 % 3)};
}

// Puts moves of these kinds on this percentage of the open cells.
static void put_moves(int percent, const std::vector<std::string> &kinds)
{
    for (int i = 0; i < (n - 2) * (n - 2); i++)
        if (inner(i) == "..." && chance(percent))
            inner(i) = kinds[size_t(rnd.next(int(kinds.size())))];
}

// Walls between the lanes, open at one end and at the other in turn.
static void build_corridor()
{
    open_cells(0);
    for (int lane = 2; lane < n - 1; lane += 2)
        for (int along = 1; along < n - 1; along++)
            if (along != (lane % 4 == 2 ? n - 2 : 1))
                maze[size_t(lane)][size_t(along)] = "###";
}

// Opens rooms on odd rows and columns, one after another, each from a neighbour.
static void grow_tree(int row, int column)
{
    maze[size_t(row)][size_t(column)] = "...";
    std::vector<int> ways = {0, 1, 2, 3};
    shuffle(ways.begin(), ways.end());
    for (int way : ways) {
        const int down = way == 0 ? 1 : way == 1 ? -1 : 0, right = way == 2 ? 1 : way == 3 ? -1 : 0;
        const int to_row = row + 2 * down, to_column = column + 2 * right;
        if (to_row < 1 || to_column < 1 || to_row > n - 2 || to_column > n - 2 ||
            maze[size_t(to_row)][size_t(to_column)] != "###")
            continue;
        maze[size_t(row + down)][size_t(column + right)] = "...";
        grow_tree(to_row, to_column);
    }
}

// The moves of one line, and another move.
static std::vector<std::string> moves_of_a_line()
{
    static const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                    {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    const int which = rnd.next(8);
    std::vector<std::string> kinds = {move(rnd.next(18))};
    for (int square : lines[which])
        kinds.push_back(move(2 * square + chance(66)));
    return kinds;
}

struct Family {
    const char *name;
    int walls[2], moves[2]; // least and most: percent of the inner cells, and of the open ones
};

static const Family families[] = {{"open", {0, 0}, {10, 39}},      {"dense", {10, 34}, {20, 79}},
                                  {"corridor", {0, 0}, {20, 79}},  {"tree", {0, 0}, {20, 79}},
                                  {"islands", {35, 59}, {40, 99}}, {"few", {0, 24}, {20, 79}},
                                  {"line", {0, 19}, {30, 89}},     {"all", {0, 14}, {0, 39}}};

static void make(const std::string &name)
{
    const Family *family = families;
    while (family != std::end(families) && family->name != name)
        family++;
    if (family == std::end(families))
        quit(_fail, "no family " + name);
    if (name == "corridor")
        build_corridor();
    else if (name == "tree")
        grow_tree(1, 1);
    else
        open_cells(rnd.next(family->walls[0], family->walls[1]));
    std::vector<std::string> kinds;
    const int count = name == "few" ? rnd.next(2, 5) : 18, first = rnd.next(18);
    for (int i = 0; i < count; i++)
        kinds.push_back(move((first + 5 * i) % 18));
    put_moves(rnd.next(family->moves[0], family->moves[1]), name == "line" ? moves_of_a_line() : kinds);

    std::vector<int> order;
    for (int i = 0; i < (n - 2) * (n - 2); i++)
        order.push_back(i);
    shuffle(order.begin(), order.end());
    // The start, on an open cell if there is one; and each move once.
    size_t start = 0;
    while (start < order.size() && inner(order[start]) == "###")
        start++;
    inner(order[start % order.size()]) = "BBB";
    for (size_t i = 0, kind = 0; name == "all" && i < order.size() && kind < kinds.size(); i++)
        if (inner(order[i]) != "###" && inner(order[i]) != "BBB")
            inner(order[i]) = kinds[kind++];
}

int main(int argc, char **argv)
{
    registerGen(argc, argv, 1);
    n = argc == 4 ? std::atoi(argv[2]) : 0;
    if (n < 3 || n > 25)
        quit(_fail, "usage: generator FAMILY N SEED, N from 3 to 25");
    maze.assign(size_t(n), std::vector<std::string>(size_t(n), "###"));
    make(argv[1]);
    std::printf("%d\n", n);
    for (const std::vector<std::string> &row : maze) {
        for (const std::string &cell : row)
            std::printf("%s", cell.c_str());
        std::printf("\n");
    }
}
