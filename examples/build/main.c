/* A program of a project that finds the library. Prints its version. */
#include <qi/qi.h>
#include <stdio.h>

int main(void)
{
    puts(qi_version());
}
