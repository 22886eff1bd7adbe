// Compares the number of an output with the judge's. Blanks, blank lines and leading zeros do not
// matter.
#include "testlib.h"

#include <limits>
#include <string>

// All of a stream, its line ends "\n".
static std::string read_all(InStream &stream)
{
    std::string text;
    while (!stream.eof()) {
        const char c = stream.readChar();
        if (c == '\n' && !text.empty() && text.back() == '\r')
            text.pop_back();
        text += c;
    }
    if (!text.empty() && text.back() == '\r')
        text.pop_back();
    return text;
}

// Whether the word is an integer: digits, perhaps after a minus.
static bool read_integer(const std::string &word, long long &value)
{
    const bool negative = word.size() > 1 && word[0] == '-';
    value = 0;
    for (size_t i = negative; i < word.size(); i++) {
        const int digit = word[i] - '0';
        if (digit < 0 || digit > 9 || value > (std::numeric_limits<long long>::max() - digit) / 10)
            return false;
        value = 10 * value + digit;
    }
    value = negative ? -value : value;
    return !word.empty();
}

int main(int argc, char **argv)
{
    registerTestlibCmd(argc, argv);
    const int expected = ans.readInt();
    const std::string expects = "expected " + std::to_string(expected), output = read_all(ouf);
    const char *const blanks = " \t\n";
    const size_t from = output.find_first_not_of(blanks);
    if (from == std::string::npos)
        quit(_pe, expects + ", got nothing");
    const size_t end = std::min(output.find_first_of(blanks, from), output.size());
    long long value;
    if (!read_integer(output.substr(from, end - from), value))
        quit(_pe, expects + ", got what is not a number");
    if (output.find_first_not_of(blanks, end) != std::string::npos)
        quit(_pe, expects + " and nothing more");
    if (value != expected)
        quit(_wa, expects + ", got " + std::to_string(value));
    quit(_ok, std::to_string(expected));
}
