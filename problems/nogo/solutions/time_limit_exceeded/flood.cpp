// Right, but walks through whole groups for every point that it tries, and tries all of them again.
#include <iostream>
#include <string>
#include <vector>

static int n;
static std::vector<std::string> board;

static bool has_liberty(int row, int column)
{
    const char colour = board[row][column];
    std::vector<std::string> seen(board.size(), std::string(board.size(), 0));
    std::vector<int> waiting(1, row * (n + 2) + column);
    seen[row][column] = 1;
    while (!waiting.empty()) {
        const int r = waiting.back() / (n + 2), c = waiting.back() % (n + 2);
        waiting.pop_back();
        const int near[4][2] = {{r - 1, c}, {r, c - 1}, {r, c + 1}, {r + 1, c}};
        for (const auto &to : near) {
            if (board[to[0]][to[1]] == '.')
                return true;
            if (board[to[0]][to[1]] == colour && !seen[to[0]][to[1]]) {
                seen[to[0]][to[1]] = 1;
                waiting.push_back(to[0] * (n + 2) + to[1]);
            }
        }
    }
    return false;
}

static bool play(int r, int c, char colour)
{
    if (board[r][c] != '.')
        return false;
    board[r][c] = colour;
    bool good = has_liberty(r, c);
    const int near[4][2] = {{r - 1, c}, {r, c - 1}, {r, c + 1}, {r + 1, c}};
    for (const auto &to : near)
        if (board[to[0]][to[1]] == 'X' || board[to[0]][to[1]] == 'O')
            good = good && has_liberty(to[0], to[1]);
    if (!good)
        board[r][c] = '.';
    return good;
}

int main()
{
    if (!(std::cin >> n))
        return 1;
    board.assign(n + 2, std::string(n + 2, ' '));
    for (int r = 1; r <= n; r++) {
        std::string row;
        std::cin >> row;
        board[r].replace(1, n, row);
    }
    for (bool black = true, moved = true; moved; black = !black) {
        moved = false;
        for (int r = 1; r <= n && !moved; r++)
            for (int c = 1; c <= n && !moved; c++)
                if (play(r, c, black ? 'X' : 'O')) {
                    std::cout << r << ' ' << c << '\n';
                    moved = true;
                }
    }
    std::cout << "-1 -1\n";
}
