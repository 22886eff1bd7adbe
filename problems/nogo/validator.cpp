// Accepts exactly the boards of the statement, to the byte.
#include "testlib.h"

#include <string>
#include <vector>

int main(int argc, char **argv)
{
    registerValidation(argc, argv);
    const int n = inf.readInt(1, 600, "n"), width = n + 2;
    inf.readEoln();
    std::string cells(size_t(width), '#'); // with walls around
    int black = 0, white = 0;
    for (int row = 1; row <= n; row++) {
        const std::string line = inf.readToken();
        inf.ensuref(int(line.size()) == n, "row %d must have %d characters", row, n);
        for (const char c : line) {
            inf.ensuref(c == 'X' || c == 'O' || c == '.', "row %d: neither X, O nor .", row);
            black += c == 'X';
            white += c == 'O';
        }
        inf.readEoln();
        cells += "#" + line + "#";
    }
    cells += std::string(size_t(width), '#');
    inf.ensuref(black == white, "%d X and %d O", black, white);
    std::vector<char> seen(cells.size());
    for (int start = 0; start < width * width; start++) {
        const char colour = cells[size_t(start)];
        if (seen[size_t(start)] || (colour != 'X' && colour != 'O'))
            continue;
        bool has_liberty = false;
        std::vector<int> waiting = {start};
        seen[size_t(start)] = true;
        while (!waiting.empty()) {
            const int point = waiting.back();
            waiting.pop_back();
            for (const int next : {point - width, point - 1, point + 1, point + width}) {
                has_liberty = has_liberty || cells[size_t(next)] == '.';
                if (cells[size_t(next)] == colour && !seen[size_t(next)]) {
                    seen[size_t(next)] = true;
                    waiting.push_back(next);
                }
            }
        }
        inf.ensuref(has_liberty, "the group at row %d, column %d has no liberty", start / width, start % width);
    }
    inf.readEof();
}
