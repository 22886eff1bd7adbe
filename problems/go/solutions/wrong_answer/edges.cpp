// Counts for every group how often its stones touch empty points, but a captured stone that is reached on two ways gives
// its neighbours their liberty back twice.
#include <iostream>
#include <set>
#include <string>
#include <vector>

const int SIDE = 19, STRIDE = SIDE + 2, CELLS = STRIDE * STRIDE;
const int ways[4] = {-STRIDE, -1, 1, STRIDE};

struct Game {
    std::string cells = std::string(CELLS, ' ');
    std::vector<int> parent = std::vector<int>(CELLS), edges = std::vector<int>(CELLS);

    Game()
    {
        for (int r = 1; r <= SIDE; r++)
            for (int c = 1; c <= SIDE; c++)
                cells[r * STRIDE + c] = '.';
    }
    bool is_stone(int p) const { return cells[p] == 'B' || cells[p] == 'W'; }
    int find(int p)
    {
        while (parent[p] != p)
            p = parent[p] = parent[parent[p]];
        return p;
    }
    void take(int from)
    {
        const char colour = cells[from];
        std::vector<int> waiting(1, from);
        while (!waiting.empty()) {
            const int p = waiting.back();
            waiting.pop_back();
            cells[p] = '.';
            for (int way : ways) {
                if (cells[p + way] == colour)
                    waiting.push_back(p + way);
                else if (is_stone(p + way))
                    edges[find(p + way)]++;
            }
        }
    }
    // Plays a move and returns 0, or returns 2 for suicide, and then the game is no more of use.
    int play(int p, char colour)
    {
        cells[p] = colour;
        parent[p] = p;
        edges[p] = 0;
        for (int way : ways)
            if (cells[p + way] == '.')
                edges[p]++;
            else if (is_stone(p + way))
                edges[find(p + way)]--;
        for (int way : ways)
            if (cells[p + way] == colour && find(p + way) != p) {
                edges[p] += edges[find(p + way)];
                parent[find(p + way)] = p;
            }
        for (int way : ways)
            if (is_stone(p + way) && cells[p + way] != colour && edges[find(p + way)] == 0)
                take(p + way);
        return edges[p] ? 0 : 2;
    }
};

int main()
{
    int games;
    std::cin >> games;
    while (games--) {
        int moves;
        std::cin >> moves;
        Game game;
        std::set<std::string> earlier = {game.cells};
        while (moves--) {
            char colour;
            int r, c;
            std::cin >> colour >> r >> c;
            Game after = game;
            int miss = game.cells[r * STRIDE + c] != '.';
            if (!miss)
                miss = after.play(r * STRIDE + c, colour);
            if (!miss && !earlier.insert(after.cells).second)
                miss = 3;
            if (miss)
                std::cout << "miss " << miss << '\n';
            else
                game = after;
        }
        for (int r = 1; r <= SIDE; r++)
            std::cout << game.cells.substr(r * STRIDE + 1, SIDE) << '\n';
    }
}
