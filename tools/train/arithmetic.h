/*
 * Functions of real numbers that give the same bits on every machine, so that what is learnt can be
 * made again to the last digit. They use only + - * / and the square root, which IEEE 754 rounds in
 * one way; the tools are compiled without contracting a product and a sum into one operation
 * (-ffp-contract=off), and sums are taken in the order they are written in.
 */
#ifndef QI_TOOLS_TRAIN_ARITHMETIC_H
#define QI_TOOLS_TRAIN_ARITHMETIC_H

#include <stdint.h>

#define TRAIN_LN2 0.69314718055994530942

/* e to the power x; 0 below -700. */
static inline double train_exp(double x)
{
    if (x < -700)
        return 0;
    /* x = whole * ln 2 + rest, and |rest| is at most half of ln 2. */
    const int whole = (int)(x / TRAIN_LN2 + (x < 0 ? -0.5 : 0.5));
    const double rest = x - whole * TRAIN_LN2;
    double sum = 1;
    for (int i = 14; i > 0; i--)
        sum = 1 + sum * rest / i;
    for (int i = 0; i < whole; i++)
        sum *= 2;
    for (int i = 0; i > whole; i--)
        sum /= 2;
    return sum;
}

/* The natural logarithm of x > 0. */
static inline double train_log(double x)
{
    double whole = 0;
    for (; x > 1.5; x /= 2)
        whole++;
    for (; x < 0.75; x *= 2)
        whole--;
    /* ln x = 2 artanh((x - 1) / (x + 1)), and the fraction is at most a fifth. */
    const double s = (x - 1) / (x + 1);
    double sum = 0;
    for (int i = 25; i > 0; i -= 2)
        sum = sum * s * s + 1.0 / i;
    return whole * TRAIN_LN2 + 2 * s * sum;
}

#endif
