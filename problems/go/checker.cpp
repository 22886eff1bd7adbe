// Compares an output with the judge's, line by line. Blanks at the end of a line and blank lines at the end of the
// output do not matter.
#include "testlib.h"

#include <string>
#include <vector>

// The lines of a stream. Of blanks at their ends, "\r" is left out before "\n" and at the end of the stream.
static std::vector<std::string> read_lines(InStream &stream)
{
    std::vector<std::string> lines(1);
    while (!stream.eof()) {
        const char c = stream.readChar();
        if (c == '\n' && !lines.back().empty() && lines.back().back() == '\r')
            lines.back().pop_back();
        if (c == '\n')
            lines.push_back("");
        else
            lines.back() += c;
    }
    if (!lines.back().empty() && lines.back().back() == '\r')
        lines.back().pop_back();
    return lines;
}

static std::string without(const std::string &line, const char *blanks)
{
    return line.substr(0, line.find_last_not_of(blanks) + 1);
}

// Whether a right output could have this line: "miss 1" to "miss 3", or a row.
static bool is_a_line(const std::string &line)
{
    return line == "miss 1" || line == "miss 2" || line == "miss 3" ||
           (line.size() == 19 && line.find_first_not_of("BW.") == std::string::npos);
}

// A line as a message may show it.
static std::string show(const std::string &line)
{
    std::string text;
    for (const char c : line.substr(0, 40))
        text += c >= ' ' && c <= '~' ? c : '?';
    return "'" + text + "'";
}

int main(int argc, char **argv)
{
    registerTestlibCmd(argc, argv);
    std::vector<std::string> expected = read_lines(ans);
    const std::vector<std::string> found = read_lines(ouf);
    while (!expected.empty() && without(expected.back(), " \t").empty())
        expected.pop_back();
    int rows = 0; // of final boards, 19 in each game
    for (size_t i = 0; i < expected.size(); i++) {
        const std::string where = "line " + std::to_string(i + 1) + ": expected " + show(expected[i]) + " in game " +
                                  std::to_string(rows / 19 + 1) + ", found ";
        if (i == found.size() || (i + 1 == found.size() && found[i].empty()))
            quit(_pe, where + "the end");
        const std::string line = without(found[i], " \t\r");
        if (line != expected[i])
            quit(is_a_line(line) ? _wa : _pe, where + show(line));
        rows += expected[i][0] != 'm';
    }
    for (size_t i = expected.size(); i < found.size(); i++)
        if (!without(found[i], " \t").empty())
            quit(_pe, "line " + std::to_string(i + 1) + ": expected the end, found " + show(found[i]));
    quit(_ok, std::to_string(rows / 19) + " games, every line is right");
}
