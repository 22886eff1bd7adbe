/* The tables of weights that come with the library. */
#include "nogo/solve/order_net.h"

#include "base/embed.h"

QI_EMBED(qi_solve_wide, "nogo/weights/order_wide.bin");
#ifndef QI_ONE_SOLVE_NET /* a build that has to be small, as the page's, has one for all boards */
QI_EMBED(qi_solve_line, "nogo/weights/order_line.bin");
QI_EMBED(qi_solve_narrow, "nogo/weights/order_narrow.bin");
QI_EMBED(qi_solve_four, "nogo/weights/order_four.bin");
QI_EMBED(qi_solve_five, "nogo/weights/order_five.bin");
#endif

static const char *read_builtin(uint32_t rows, solve_net *net)
{
#ifndef QI_ONE_SOLVE_NET
    const char *wrong;
    switch (rows) {
    case 1:
        return qi_solve_read_net(qi_solve_line, qi_solve_line_size, NULL, net);
    case 2:
        return qi_solve_read_net(qi_solve_narrow, qi_solve_narrow_size, NULL, net);
    case 4: /* it has the hidden layer of the one for all other boards */
        wrong = qi_solve_read_net(qi_solve_wide, qi_solve_wide_size, NULL, net);
        return wrong ? wrong : qi_solve_read_net(qi_solve_four, qi_solve_four_size, net, net);
    case 5:
        return qi_solve_read_net(qi_solve_five, qi_solve_five_size, NULL, net);
    }
#else
    (void)rows;
#endif
    return qi_solve_read_net(qi_solve_wide, qi_solve_wide_size, NULL, net);
}

qi_result qi_solve_builtin_net(uint32_t rows, solve_net *net)
{
    return read_builtin(rows, net) ? QI_BAD_DATA : QI_OK;
}
