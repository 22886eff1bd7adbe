// Takes two boards for the same when their hashes are, without comparing the boards.
#include <cstdint>
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

// The board as a number in base 31, as far as 64 bits go.
static uint64_t hash_of(const std::string &board)
{
    uint64_t hash = 0;
    for (int r = 1; r <= SIDE; r++)
        for (int c = 1; c <= SIDE; c++)
            hash = hash * 31 + uint64_t(board[r * STRIDE + c]);
    return hash;
}

int main()
{
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int games;
    std::cin >> games;
    while (games--) {
        std::string board(STRIDE * STRIDE, ' ');
        for (int r = 1; r <= SIDE; r++)
            for (int c = 1; c <= SIDE; c++)
                board[r * STRIDE + c] = '.';
        std::unordered_set<uint64_t> earlier;
        earlier.insert(hash_of(board));
        int moves;
        std::cin >> moves;
        std::vector<int> group;
        while (moves--) {
            char colour;
            int r, c;
            std::cin >> colour >> r >> c;
            const int p = r * STRIDE + c;
            if (board[p] != '.') {
                std::cout << "miss 1\n";
                continue;
            }
            std::string after = board;
            after[p] = colour;
            bool captured = false;
            for (int way : ways)
                if ((after[p + way] == 'B' || after[p + way] == 'W') && after[p + way] != colour &&
                    !breathes(after, p + way, group)) {
                    captured = true;
                    for (int stone : group)
                        after[stone] = '.';
                }
            if (!captured && !breathes(after, p, group)) {
                std::cout << "miss 2\n";
                continue;
            }
            if (!earlier.insert(hash_of(after)).second) {
                std::cout << "miss 3\n";
                continue;
            }
            board.swap(after);
        }
        for (int r = 1; r <= SIDE; r++)
            std::cout << board.substr(r * STRIDE + 1, SIDE) << '\n';
    }
}
