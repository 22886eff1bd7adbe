/*
 * Three problems that have nothing to do with qi, for `qi stress`: `problems ROLE PROBLEM`, where
 * the role is gen (with SEED SIZE), brute, valid, check or wrong, and the problem sort (n numbers
 * in order), graph (n, m and m edges: the number of components) or word (n and n letters: the
 * length of the longest palindrome).
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX = 1000 };

static int n, m, a[MAX + 1], b[MAX + 1], parent[MAX + 1];
static char letters[MAX + 2];

static bool is(const char *word, const char *other)
{
    return strcmp(word, other) == 0;
}

static void generate(const char *problem, unsigned seed, int size)
{
    srand(seed * 7919U + (unsigned)size);
    if (is(problem, "sort")) {
        printf("%d\n", size);
        for (int i = 0; i < size; i++)
            printf("%d%c", rand() % 1000, i + 1 < size ? ' ' : '\n');
    } else if (is(problem, "graph")) {
        const int edges = rand() % (2 * size);
        printf("%d %d\n", size, edges);
        for (int i = 0; i < edges; i++)
            printf("%d %d\n", 1 + rand() % size, 1 + rand() % size);
    } else {
        printf("%d\n", size);
        for (int i = 0; i < size; i++)
            putchar('a' + rand() % 8);
        putchar('\n');
    }
}

/* False when the input is not one. */
static bool read_input(const char *problem)
{
    if (scanf("%d", &n) != 1 || n < 1 || n > MAX)
        return false;
    if (is(problem, "sort")) {
        for (int i = 0; i < n; i++)
            if (scanf("%d", &a[i]) != 1)
                return false;
    } else if (is(problem, "graph")) {
        if (scanf("%d", &m) != 1 || m < 0 || m > MAX)
            return false;
        for (int i = 0; i < m; i++)
            if (scanf("%d %d", &a[i], &b[i]) != 2 || a[i] < 1 || a[i] > n || b[i] < 1 || b[i] > n)
                return false;
    } else if (scanf("%1000s", letters) != 1 || (int)strlen(letters) != n) {
        return false;
    }
    char more;
    return scanf(" %c", &more) != 1;
}

/* The mistakes: equal numbers are printed once, a union forgets the root, even palindromes are
 * forgotten. */
static void answer(const char *problem, bool wrong)
{
    if (is(problem, "sort")) {
        for (int i = 0; i < n; i++)
            for (int k = 0; k + 1 < n; k++)
                if (a[k] > a[k + 1]) {
                    const int other = a[k];
                    a[k] = a[k + 1];
                    a[k + 1] = other;
                }
        for (int i = 0; i < n; i++)
            if (!wrong || i == 0 || a[i] != a[i - 1])
                printf("%d ", a[i]);
        putchar('\n');
    } else if (is(problem, "graph")) {
        for (int i = 1; i <= n; i++)
            parent[i] = i;
        for (int i = 0; i < m; i++) {
            int u = a[i], v = b[i];
            while (!wrong && parent[u] != u)
                u = parent[u];
            while (parent[v] != v)
                v = parent[v];
            if (!wrong || u != v)
                parent[u] = v;
        }
        int count = 0;
        for (int i = 1; i <= n; i++)
            count += parent[i] == i;
        printf("%d\n", count);
    } else {
        int best = 0;
        for (int from = 0; from < n; from++)
            for (int to = from; to < n; to++) {
                int i = from, k = to;
                while (i < k && letters[i] == letters[k])
                    i++, k--;
                const int length = to - from + 1;
                if (i >= k && length > best && (!wrong || length % 2))
                    best = length;
            }
        printf("%d\n", best);
    }
}

/* testlib's convention: INPUT OUTPUT ANSWER. */
static int check(const char *output, const char *right)
{
    FILE *const mine = fopen(output, "r");
    FILE *const theirs = fopen(right, "r");
    int x = 0, y = 0;
    if (!mine || !theirs)
        return 3;
    for (;;) {
        const bool more = fscanf(mine, "%d", &x) == 1;
        if (more != (fscanf(theirs, "%d", &y) == 1) || (more && x != y)) {
            fprintf(stderr, "wrong answer found %d, expected %d\n", x, y);
            return 1;
        }
        if (!more)
            return 0;
    }
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 3;
    const char *const role = argv[1];
    if (is(role, "gen") && argc > 4) {
        generate(argv[2], (unsigned)atoi(argv[3]), atoi(argv[4]));
        return 0;
    }
    if (is(role, "check") && argc > 5)
        return check(argv[4], argv[5]);
    if (!read_input(argv[2]))
        return 1;
    if (!is(role, "valid"))
        answer(argv[2], is(role, "wrong"));
    return 0;
}
