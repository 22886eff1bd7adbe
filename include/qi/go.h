/* qi/go.h */
#ifndef QI_GO_H
#define QI_GO_H

#include <qi/base.h>

#endif
