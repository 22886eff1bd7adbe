// Breadth first over pairs of a cell and a board.
#include <iostream>
#include <queue>
#include <string>
#include <utility>
#include <vector>

static bool wins(const std::string &board)
{
    const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    for (const auto &line : lines) {
        const std::string word = {board[line[0]], board[line[1]], board[line[2]]};
        if (word == "MOO" || word == "OOM")
            return true;
    }
    return false;
}

static std::string spell(int number)
{
    std::string board(9, '.');
    for (int i = 0; i < 9; i++, number /= 3)
        board[i] = ".MO"[number % 3];
    return board;
}

int main()
{
    int n;
    std::cin >> n;
    std::vector<std::string> rows(n);
    for (auto &row : rows)
        std::cin >> row;
    const int boards = 19683;
    std::vector<char> won(boards), counted(boards), seen(n * n * boards);
    std::vector<int> power(9, 1);
    for (int i = 1; i < 9; i++)
        power[i] = 3 * power[i - 1];
    for (int board = 0; board < boards; board++)
        won[board] = wins(spell(board));
    std::queue<std::pair<int, int>> waiting;
    for (int cell = 0; cell < n * n; cell++)
        if (rows[cell / n][cell % n * 3] == 'B') {
            waiting.push({cell, 0});
            seen[cell * boards] = 1;
        }
    int answer = 0;
    while (!waiting.empty()) {
        const int cell = waiting.front().first, board = waiting.front().second;
        waiting.pop();
        const int near[4] = {cell - n, cell - 1, cell + 1, cell + n};
        for (int to : near) {
            const char *text = &rows[to / n][to % n * 3];
            if (*text == '#')
                continue;
            int next = board;
            if (*text == 'M' || *text == 'O') {
                const int square = 3 * (text[1] - '1') + text[2] - '1';
                if (board / power[square] % 3 == 0)
                    next += (*text == 'M' ? 1 : 2) * power[square];
            }
            if (won[next]) {
                answer += !counted[next];
                counted[next] = 1;
            } else if (!seen[to * boards + next]) {
                seen[to * boards + next] = 1;
                waiting.push({to, next});
            }
        }
    }
    std::cout << answer << '\n';
}
