/* Without a host nobody would read what an assertion says. */
#ifndef QI_FREESTANDING_ASSERT_H
#define QI_FREESTANDING_ASSERT_H

#define assert(condition) ((void)0)

#endif
