// Right, but plays the whole game again for every move, to know what the board was like.
#include <iostream>
#include <string>
#include <unordered_set>
#include <vector>

const int SIDE = 19, STRIDE = SIDE + 2;
const int ways[4] = {-STRIDE, -1, 1, STRIDE};

// Whether the group at a point has a liberty. If not, `stones` are all of it.
static bool breathes(const std::string &board, int from, std::vector<int> &stones)
{
    static int seen[STRIDE * STRIDE], turn;
    turn++;
    stones.assign(1, from);
    seen[from] = turn;
    for (size_t at = 0; at < stones.size(); at++)
        for (int way : ways) {
            const int to = stones[at] + way;
            if (board[to] == '.')
                return true;
            if (board[to] == board[from] && seen[to] != turn) {
                seen[to] = turn;
                stones.push_back(to);
            }
        }
    return false;
}

struct Move {
    char colour;
    int point;
};

// Plays the first moves of a game; returns what becomes of the last one.
static int verdict_of(const std::vector<Move> &moves, size_t count, std::string &board)
{
    for (int r = 1; r <= SIDE; r++)
        for (int c = 1; c <= SIDE; c++)
            board[r * STRIDE + c] = '.';
    std::unordered_set<std::string> earlier;
    earlier.insert(board);
    std::vector<int> group;
    int verdict = 0;
    for (size_t i = 0; i < count; i++) {
        const int p = moves[i].point;
        verdict = board[p] != '.';
        if (verdict)
            continue;
        std::string after = board;
        after[p] = moves[i].colour;
        bool captured = false;
        for (int way : ways)
            if ((after[p + way] == 'B' || after[p + way] == 'W') && after[p + way] != moves[i].colour &&
                !breathes(after, p + way, group)) {
                captured = true;
                for (int stone : group)
                    after[stone] = '.';
            }
        if (!captured && !breathes(after, p, group))
            verdict = 2;
        else if (!earlier.insert(after).second)
            verdict = 3;
        else
            board.swap(after);
    }
    return verdict;
}

int main()
{
    int games;
    std::cin >> games;
    while (games--) {
        int count;
        std::cin >> count;
        std::vector<Move> moves(count);
        std::string board(STRIDE * STRIDE, ' ');
        verdict_of(moves, 0, board); // the empty board
        for (int i = 0; i < count; i++) {
            int r, c;
            std::cin >> moves[i].colour >> r >> c;
            moves[i].point = r * STRIDE + c;
            const int verdict = verdict_of(moves, i + 1, board);
            if (verdict)
                std::cout << "miss " << verdict << '\n';
        }
        for (int r = 1; r <= SIDE; r++)
            std::cout << board.substr(r * STRIDE + 1, SIDE) << '\n';
    }
}
