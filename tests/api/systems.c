/* The library of one file on another system: inputs of all families are made, answered by the
 * engine and by the oracle, which must agree, and judged; a small search thinks, and boards
 * are solved. Prints a digest of it all, which is the same on every system. (tools/systems.sh) */
#include "qi.h"

#include <stdio.h>
#include <string.h>

static uint64_t digest = 14695981039346656037U;

static void take(const void *bytes, size_t count)
{
    const unsigned char *const at = bytes;
    for (size_t i = 0; i < count; i++)
        digest = (digest ^ at[i]) * 1099511628211U;
}

static bool try_case(qi_problem problem, uint64_t index)
{
    qi_lab_text input = {0}, fast = {0}, slow = {0};
    qi_verdict verdict = {.size = sizeof verdict};
    qi_lab_request request = {.size = sizeof request};
    qi_lab_default_request(problem, &request);
    request.moves = 60;
    const qi_judging how = {.size = sizeof how, .rows = request.rows, .columns = request.columns};
    bool good = qi_lab_generate(problem, NULL, &request, 1, index, NULL, &input) == QI_OK &&
                qi_lab_validate(problem, input.bytes, input.length, NULL, NULL) != QI_NO_MEMORY &&
                qi_lab_answer(problem, QI_LAB_ENGINE, &request, input.bytes, input.length, NULL,
                              &fast, NULL) == QI_OK &&
                qi_lab_answer(problem, QI_LAB_ORACLE, &request, input.bytes, input.length, NULL,
                              &slow, NULL) == QI_OK &&
                qi_judge(problem, &how, input.bytes, input.length, slow.bytes, slow.length, NULL,
                         &verdict, NULL) == QI_OK &&
                verdict.right && fast.length == slow.length &&
                memcmp(fast.bytes, slow.bytes, fast.length) == 0;
    take(input.bytes ? input.bytes : "", input.length);
    take(fast.bytes ? fast.bytes : "", fast.length);
    qi_lab_free_text(&input, NULL);
    qi_lab_free_text(&fast, NULL);
    qi_lab_free_text(&slow, NULL);
    return good;
}

/* The learnt player's first moves on 9 x 9. */
static bool think(void)
{
    const qi_nogo_player_options options = {
        .size = sizeof options, .engine = QI_NOGO_STRONG, .playouts = 20, .seed = 1};
    qi_nogo *position = NULL;
    qi_nogo_player *player = NULL;
    bool good = qi_nogo_new(9, 9, NULL, &position) == QI_OK &&
                qi_nogo_player_new(&options, NULL, &player) == QI_OK;
    for (int i = 0; i < 3 && good; i++) {
        qi_nogo_choice choice = {.size = sizeof choice};
        good =
            qi_nogo_player_choose(player, position, qi_nogo_to_move(position), NULL, &choice) ==
                QI_OK &&
            qi_nogo_play(position, qi_nogo_to_move(position), choice.move, NULL) == QI_NOGO_LEGAL;
        take(&choice.move, sizeof choice.move);
    }
    qi_nogo_player_free(player);
    qi_nogo_free(position);
    return good;
}

/* Small boards, one for each of the solver's tables. */
static bool solve(void)
{
    static const uint32_t sizes[][2] = {{1, 16}, {2, 6}, {3, 4}, {4, 4}, {5, 5}};
    bool good = true;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes && good; i++) {
        const qi_nogo_solve_limits limits = {.size = sizeof(qi_nogo_solve_limits), .nodes = 3000};
        qi_nogo *position = NULL;
        qi_nogo_solver *solver = NULL;
        qi_nogo_solution solution = {.size = sizeof(qi_nogo_solution)};
        good = qi_nogo_new(sizes[i][0], sizes[i][1], NULL, &position) == QI_OK &&
               qi_nogo_solver_new((size_t)64 << 20, NULL, &solver) == QI_OK &&
               qi_nogo_solve(solver, position, &limits, &solution) == QI_OK;
        if (good) {
            take(&solution.move, sizeof solution.move);
            take(&solution.nodes, sizeof solution.nodes);
        }
        qi_nogo_solver_free(solver);
        qi_nogo_free(position);
    }
    return good;
}

int main(void)
{
    static const qi_problem problems[] = {QI_NOGO, QI_GO, QI_MAZE};
    for (size_t p = 0; p < 3; p++)
        for (uint64_t index = 0; index < 40; index++)
            if (!try_case(problems[p], index)) {
                printf("problem %zu, case %u: engine and oracle differ\n", p, (unsigned)index);
                return 1;
            }
    if (!think()) {
        printf("the player cannot play\n");
        return 1;
    }
    if (!solve()) {
        printf("the solver cannot solve\n");
        return 1;
    }
    printf("%016llx\n", (unsigned long long)digest);
    return 0;
}
