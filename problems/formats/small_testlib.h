// The part of testlib.h that the programs of a problem use, for judges that do not have it. With
// ICPC defined, checker and validator follow ICPC's convention: exit status 42 or 43, and the
// checker's reason in the feedback folder. With ANSWER_FIRST, the checker's second argument is the
// judge's answer and the third is the output, as HUSTOJ has it.
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <utility>

enum TResult { _ok = 0, _wa = 1, _pe = 2, _fail = 3, _points = 7 };

static int fail_status = 3;  // exit status when the input or the judge's answer is wrong
static std::string feedback; // ICPC: the folder for the reason; testlib: the file for it, or empty

inline void write_to(const std::string &path, const std::string &text)
{
    FILE *const file = path.empty() ? stderr : std::fopen(path.c_str(), "wb");
    if (!file || std::fprintf(file, "%s\n", text.c_str()) < 0 || std::fflush(file) != 0)
        std::exit(1);
}

#ifndef ICPC
static bool reports_xml; // testlib's -appes

inline std::string xml_report(TResult result, const std::string &message, const std::string &points)
{
    std::string text;
    for (const char c : message)
        text += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
    return "<?xml version=\"1.0\" encoding=\"utf-8\"?><result outcome=\"" +
           std::string(result == _ok       ? "accepted"
                       : result == _wa     ? "wrong-answer"
                       : result == _pe     ? "presentation-error"
                       : result == _points ? "points\" points=\"" + points
                                           : "fail") +
           "\">" + text + "</result>";
}
#endif

[[noreturn]] inline void finish(TResult result, const std::string &message, double points)
{
    char number[40];
    std::snprintf(number, sizeof number, "%g", points);
#ifdef ICPC
    write_to(feedback.empty() ? "" : feedback + "/judgemessage.txt", message);
    const bool right = result == _ok || result == _points;
    if (right && points > 0)
        write_to(feedback + "/score.txt", number);
    std::exit(right ? 42 : result == _fail ? fail_status : 43);
#else
    const std::string begin = result == _ok       ? "ok "
                              : result == _wa     ? "wrong answer "
                              : result == _pe     ? "wrong output format "
                              : result == _points ? "points " + std::string(number) + " "
                                                  : "FAIL ";
    write_to("", begin + message);
    if (!feedback.empty())
        write_to(feedback, reports_xml ? xml_report(result, message, number) : message);
    std::exit(result == _fail ? fail_status : result);
#endif
}

#ifdef ICPC
// What the team may read: the rule, and a family of inputs to try at home.
inline void write_team_message(const std::string &rule, const std::string &family)
{
    write_to(feedback + "/teammessage.txt", rule + "; try: qi " + family);
}
#endif

[[noreturn]] inline void quit(TResult result, const std::string &message)
{
#ifdef FULL_POINTS
    finish(result, message, result == _ok ? FULL_POINTS : 0);
#else
    finish(result, message, 0);
#endif
}

[[noreturn]] inline void quitp(double points, const std::string &message)
{
    finish(_points, message, points);
}

struct InStream {
    std::string text;
    size_t at = 0;
    bool strict = false; // a validator's: every blank counts

    void open(FILE *file)
    {
        char part[1 << 14];
        size_t length;
        while (file && (length = std::fread(part, 1, sizeof part, file)) > 0)
            text.append(part, length);
        if (!file || std::ferror(file))
            quit(_fail, "cannot read a file");
    }
    void open(const char *name)
    {
        open(std::fopen(name, "rb"));
    }
    bool eof() const
    {
        return at == text.size();
    }
    char readChar()
    {
        return eof() ? '\xff' : text[at++];
    }
    void readChar(char expected)
    {
        ensuref(!eof() && text[at] == expected, "another character expected at byte %d",
                int(at) + 1);
        at++;
    }
    void readSpace()
    {
        readChar(' ');
    }
    void readEoln()
    {
        readChar('\n');
    }
    void readEof()
    {
        ensuref(eof(), "the end expected at byte %d", int(at) + 1);
#ifdef ICPC
        std::exit(42); // the last call of a validator
#endif
    }
    std::string readToken()
    {
        const char *const blanks = " \t\r\n";
        if (!strict && !eof())
            at = std::min(text.find_first_not_of(blanks, at), text.size());
        const size_t from = at;
        at = std::min(text.find_first_of(blanks, at), text.size());
        ensuref(at > from, "a word expected at byte %d", int(at) + 1);
        return text.substr(from, at - from);
    }
    int readInt(int least = INT_MIN, int most = INT_MAX, const char *name = "a number")
    {
        const std::string word = readToken();
        char *end;
        const long long value = std::strtoll(word.c_str(), &end, 10);
        ensuref(std::to_string(value) == word && value >= least && value <= most,
                "%s expected from %d to %d, not '%s'", name, least, most, word.c_str());
        return int(value);
    }
#ifdef __GNUC__
    __attribute__((format(printf, 3, 4)))
#endif
    void
    ensuref(bool good, const char *format, ...)
    {
        if (good)
            return;
        char message[256];
        va_list values;
        va_start(values, format);
        std::vsnprintf(message, sizeof message, format, values);
        va_end(values);
        quit(_fail, message);
    }
};

static InStream inf, ouf, ans;

inline void registerTestlibCmd(int argc, char **argv)
{
    if (argc < 4)
        quit(_fail, "three arguments expected");
    inf.open(argv[1]);
#ifdef ICPC
    fail_status = 1;
    ans.open(argv[2]);
    feedback = argv[3];
    ouf.open(stdin);
#else
#ifdef ANSWER_FIRST
    std::swap(argv[2], argv[3]);
#endif
    ouf.open(argv[2]);
    ans.open(argv[3]);
    if (argc > 4)
        feedback = argv[4];
    reports_xml = argc > 5;
#endif
}

inline void registerValidation(int, char **)
{
#ifdef ICPC
    fail_status = 43;
#endif
    inf.strict = true;
    inf.open(stdin);
}

struct random_t {
    std::mt19937_64 engine;
    int next(int count)
    {
        return int(engine() % unsigned(count));
    }
    int next(int least, int most)
    {
        return least + next(most - least + 1);
    }
};

static random_t rnd;

inline void registerGen(int argc, char **argv, int)
{
    std::string words;
    for (int i = 1; i < argc; i++)
        words += argv[i] + std::string(1, '\0');
    std::seed_seq seed(words.begin(), words.end());
    rnd.engine.seed(seed);
}

template <class Iterator> void shuffle(Iterator begin, Iterator end)
{
    for (int i = 1; i < int(end - begin); i++)
        std::swap(begin[i], begin[rnd.next(i + 1)]);
}
