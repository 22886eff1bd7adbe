/* The network that comes with the library. */
#include <qi/nogo_net.h>

#include "base/embed.h"

QI_EMBED(qi_nogo_net_bytes, "nogo/weights/nogo.qinet");

qi_result qi_nogo_net_builtin(qi_nogo_net_path path, const qi_allocator *allocator,
                              qi_nogo_net **net)
{
    return qi_nogo_net_load(qi_nogo_net_bytes, qi_nogo_net_bytes_size, path, allocator, net, NULL);
}
