/* Analyses a position and reports while it thinks. Prints: Black wins 58 % */
#include <qi/qi.h>
#include <stdio.h>

static bool report(void *context, const qi_nogo_snapshot *now)
{
    *(double *)context = now->win_rate; /* now->moves and now->line say more */
    return now->visits < 1000;          /* false ends the analysis */
}

int main(void)
{
    const qi_nogo_player_options options = {.size = sizeof options, .playouts = 300};
    double rate = 0;
    const qi_nogo_thinking how = {.size = sizeof how, .report = report, .context = &rate};
    qi_nogo *position = NULL;
    qi_nogo_player *player = NULL;
    if (qi_nogo_new(7, 7, NULL, &position) == QI_OK &&
        qi_nogo_player_new(&options, NULL, &player) == QI_OK &&
        qi_nogo_player_analyze(player, position, QI_BLACK, &how) == QI_OK)
        printf("Black wins %.0f %%\n", 100 * rate);
    qi_nogo_player_free(player);
    qi_nogo_free(position);
}
