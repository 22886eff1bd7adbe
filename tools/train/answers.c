/*
 * The network's answers in integers, for check.py: any planes, on any path that this machine has.
 *
 * The public headers only have a network search; these two functions are added to the library that
 * build.sh and the tests make.
 */
#include "nogo/net/evaluate.h"

#include <string.h>

/* The name of a path; NULL when this build or this machine lacks it. */
QI_API const char *qi_train_path(int path);

/* Evaluates `count` positions of rows x columns points. `policy` is int16_t[count][rows * columns],
 * `value` int16_t[count]. Fails as qi_nogo_net_load and qi_nogo_net_worker_new do. */
QI_API qi_result qi_train_answers(const void *weights, size_t size, int path, uint32_t rows,
                                  uint32_t columns, size_t count, const qi_nogo_planes *planes,
                                  int16_t *policy, int16_t *value);

const char *qi_train_path(int path)
{
    return qi_nogo_net_has_path((qi_nogo_net_path)path)
               ? qi_nogo_net_path_name((qi_nogo_net_path)path)
               : NULL;
}

qi_result qi_train_answers(const void *weights, size_t size, int path, uint32_t rows,
                           uint32_t columns, size_t count, const qi_nogo_planes *planes,
                           int16_t *policy, int16_t *value)
{
    qi_nogo_net *net = NULL;
    qi_nogo_net_worker *worker = NULL;
    qi_result result = qi_nogo_net_load(weights, size, (qi_nogo_net_path)path, NULL, &net, NULL);
    if (result == QI_OK)
        result = qi_nogo_net_worker_new(net, rows, columns, NULL, &worker);
    const size_t area = (size_t)rows * columns;
    for (size_t index = 0; result == QI_OK && index < count; ++index) {
        qi_nogo_evaluation answer;
        qi_nogo_net_evaluate(worker, &planes[index], &answer);
        memcpy(&policy[index * area], answer.policy, area * sizeof *policy);
        value[index] = answer.value;
    }
    qi_nogo_net_worker_free(worker);
    qi_nogo_net_free(net);
    return result;
}
