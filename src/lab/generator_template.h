/*
 * The program that a problem's package brings as its generator. A template, with these parameters:
 *
 *     GENERATOR_FAMILIES  the families of the game's inputs (lab/generate.h)
 *     GENERATOR_WRITE     the function that writes an input (lab/generate.h)
 */
#include "lab/generate.h"
#include "lab/schedule.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    const qi_lab_family *family = GENERATOR_FAMILIES;
    while (argc == 8 && family->name && strcmp(family->name, argv[1]) != 0)
        family++;
    if (argc != 8 || !family->name) {
        fprintf(stderr, "Usage: %s FAMILY ROWS COLUMNS MOVES GAMES SEED INDEX\n", argv[0]);
        return 2;
    }
    qi_lab_request request = {0};
    request.rows = (uint32_t)strtoul(argv[2], NULL, 10);
    request.columns = (uint32_t)strtoul(argv[3], NULL, 10);
    request.moves = (uint32_t)strtoul(argv[4], NULL, 10);
    request.games = (int)strtol(argv[5], NULL, 10);
    request.fill = request.walls = request.move_cells = QI_LAB_ANY;
    qi_random random;
    qi_lab_case_random(&random, strtoull(argv[6], NULL, 10), strtoull(argv[7], NULL, 10));
    qi_lab_case it = {0};
    qi_buffer text = {0};
    bool good = qi_lab_make_scheduled(family, &random, &request, &it);
    if (good)
        GENERATOR_WRITE(&it, &text);
    good = good && !text.failed && fwrite(text.bytes, 1, text.length, stdout) == text.length;
    qi_lab_case_free(&it);
    qi_buffer_free(&text);
    if (!good)
        fprintf(stderr, "FAIL no memory, or the output cannot be written\n");
    return good && fflush(stdout) == 0 ? 0 : 3;
}
