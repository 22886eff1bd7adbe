/*
 * The program that a problem's package brings as its checker: one file, made by tools/amalgamate.py
 * from this and from the library. A template, with these parameters:
 *
 *     CHECKER_VERDICT  the function that judges (lab/verdict.h)
 *     CHECKER_SCORES   whether the problem has partial scores
 *     QI_ICPC          defined: ICPC's convention; else testlib's
 *     QI_FULL_POINTS   testlib's convention: what a right output is worth, 10 unless defined
 */
#include "lab/verdict.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef QI_FULL_POINTS
#define QI_FULL_POINTS QI_LAB_FULL_POINTS
#endif

/* All of a file; ends the program when it cannot be read. */
static qi_lab_piece read_all(FILE *file, const char *name, int failure)
{
    char *text = NULL;
    size_t length = 0, room = 0;
    for (;;) {
        if (length == room) {
            room = room ? 2 * room : 1 << 16;
            char *const larger = (char *)realloc(text, room);
            if (!larger) {
                fprintf(stderr, "FAIL no memory for %s\n", name);
                exit(failure);
            }
            text = larger;
        }
        const size_t got = file ? fread(text + length, 1, room - length, file) : 0;
        if (!got)
            break;
        length += got;
    }
    if (!file || ferror(file)) {
        fprintf(stderr, "FAIL cannot read %s\n", name);
        exit(failure);
    }
    fclose(file);
    qi_lab_piece piece = {text, length};
    return piece;
}

static void release(qi_lab_piece piece)
{
    free((void *)piece.bytes);
}

static qi_lab_piece read_file(const char *name, int failure)
{
    return read_all(fopen(name, "rb"), name, failure);
}

#ifdef QI_ICPC

static void say(const char *folder, const char *name, const char *text)
{
    char path[4096];
    const size_t length = strlen(folder);
    const char *const slash = length && folder[length - 1] == '/' ? "" : "/";
    const int written = snprintf(path, sizeof path, "%s%s%s", folder, slash, name);
    FILE *const file = written > 0 && written < (int)sizeof path ? fopen(path, "wb") : NULL;
    if (!file || fprintf(file, "%s\n", text) < 0 || fclose(file) != 0) {
        fprintf(stderr, "FAIL cannot write %s in %s\n", name, folder);
        exit(1);
    }
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "Usage: %s INPUT ANSWER FEEDBACK_DIR [pass-fail] < OUTPUT\n", argv[0]);
        return 1;
    }
    const qi_lab_piece input = read_file(argv[1], 1), answer = read_file(argv[2], 1);
    const qi_lab_piece output = read_all(stdin, "standard input", 1);
    bool scores = CHECKER_SCORES;
    for (int i = 4; i < argc; i++)
        scores = scores && strcmp(argv[i], "pass-fail") != 0;
    static qi_lab_verdict verdict;
    qi_lab_decide(CHECKER_VERDICT, input, output, answer, &verdict);
    const int status = qi_lab_icpc_status(&verdict, scores);
    say(argv[3], "judgemessage.txt", verdict.sentence);
    if (scores && status == 42) {
        char points[16];
        snprintf(points, sizeof points, "%u", verdict.points);
        say(argv[3], "score.txt", points);
    }
    release(input);
    release(answer);
    release(output);
    return status;
}

#else

int main(int argc, char **argv)
{
    enum { FAIL = 3 };
    if (argc < 3) {
        fprintf(stderr, "FAIL usage: %s INPUT OUTPUT [ANSWER [REPORT]]\n", argv[0]);
        return FAIL;
    }
    const qi_lab_piece input = read_file(argv[1], FAIL), output = read_file(argv[2], FAIL);
    qi_lab_piece answer = {NULL, 0};
    if (argc > 3)
        answer = read_file(argv[3], FAIL);
    static qi_lab_verdict verdict;
    static char text[sizeof verdict.sentence + 32];
    qi_lab_decide(CHECKER_VERDICT, input, output, answer, &verdict);
    qi_lab_testlib_text(&verdict, QI_FULL_POINTS, text, sizeof text);
    release(input);
    release(output);
    release(answer);
    FILE *const report = argc > 4 ? fopen(argv[4], "wb") : stderr;
    if (!report || fprintf(report, "%s\n", text) < 0 || fflush(report) != 0) {
        fprintf(stderr, "FAIL cannot write the report\n");
        return FAIL;
    }
    if (argc > 4)
        fclose(report);
    return qi_lab_testlib_status(&verdict);
}

#endif
