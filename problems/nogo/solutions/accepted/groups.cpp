// One pointer per colour; groups in a forest that counts edges to empty points.
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

struct Board {
    int n, stride;
    std::vector<char> cell;
    std::vector<int> parent, edges;

    explicit Board(int side)
        : n(side), stride(side + 2), cell(stride * stride, ' '), parent(stride * stride), edges(stride * stride)
    {
        for (int p = 0; p < stride * stride; p++)
            parent[p] = p;
    }
    int near(int p, int i) const
    {
        const int ways[4] = {-stride, -1, 1, stride};
        return p + ways[i];
    }
    bool is_stone(int p) const { return cell[p] == 'X' || cell[p] == 'O'; }
    int find(int p)
    {
        while (parent[p] != p)
            p = parent[p] = parent[parent[p]];
        return p;
    }
    void join(int p, int q)
    {
        p = find(p);
        q = find(q);
        if (p != q) {
            edges[p] += edges[q];
            parent[q] = p;
        }
    }
    // Adds `change` to the edges of the groups around a point, once for every side.
    void touch(int p, int change)
    {
        for (int i = 0; i < 4; i++)
            if (is_stone(near(p, i)))
                edges[find(near(p, i))] += change;
    }
    bool play(int p, char colour)
    {
        touch(p, -1);
        bool captures = false;
        int own = 0, room = 0;
        for (int i = 0; i < 4; i++) {
            const int q = near(p, i);
            own += cell[q] == '.';
            if (cell[q] == colour)
                room += edges[find(q)];
            else if (is_stone(q))
                captures = captures || edges[find(q)] == 0;
        }
        if (captures || own + room == 0) {
            touch(p, 1);
            return false;
        }
        cell[p] = colour;
        edges[p] = own;
        for (int i = 0; i < 4; i++)
            if (cell[near(p, i)] == colour)
                join(p, near(p, i));
        return true;
    }
};

int main()
{
    std::ios::sync_with_stdio(false);
    int n;
    if (!(std::cin >> n))
        return 1;
    Board board(n);
    for (int r = 1; r <= n; r++) {
        std::string row;
        std::cin >> row;
        for (int c = 1; c <= n; c++)
            board.cell[r * board.stride + c] = row[c - 1];
    }
    const int end = (n + 1) * board.stride;
    for (int p = 0; p < end; p++)
        if (board.is_stone(p))
            for (int i = 0; i < 4; i++)
                board.edges[p] += board.cell[board.near(p, i)] == '.';
    for (int p = 0; p < end; p++)
        for (int i = 2; i < 4; i++)
            if (board.is_stone(p) && board.cell[board.near(p, i)] == board.cell[p])
                board.join(p, board.near(p, i));
    int next[2] = {board.stride, board.stride};
    std::string out;
    for (int turn = 0;; turn = !turn) {
        int &p = next[turn];
        while (p < end && (board.cell[p] != '.' || !board.play(p, "XO"[turn])))
            p++;
        if (p == end)
            break;
        out += std::to_string(p / board.stride) + ' ' + std::to_string(p % board.stride) + '\n';
    }
    std::cout << out << "-1 -1\n";
}
