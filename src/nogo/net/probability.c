/* From logits to chances, in integers: e^-x is the product of three numbers from tables. */
#include "nogo/net/evaluate.h"

#include <qi/nogo_net.h>

/* Powers of e in 2^-31: e^-i, e^-(i/64) and e^-(i/4096). */
enum { WHOLES = 23, SIXTYFOURTHS = 64, FRACTIONS = 64 };
static const uint32_t whole[WHOLES] = {
    0x80000000, 0x2f16ac6c, 0x1152aaa4, 0x065f6c33, 0x02582ab7, 0x00dcc9ff, 0x00513948, 0x001de16c,
    0x000afe11, 0x00040b3d, 0x00017cd8, 0x00008c1b, 0x0000338b, 0x000012f6, 0x000006fa, 0x00000291,
    0x000000f2, 0x00000059, 0x00000021, 0x0000000c, 0x00000004, 0x00000002, 0x00000001,
};
static const uint32_t sixtyfourth[SIXTYFOURTHS] = {
    0x80000000, 0x7e03fab0, 0x7c0fd5aa, 0x7a2371ac, 0x783eafef, 0x76617227, 0x748b9a80, 0x72bd0b9d,
    0x70f5a894, 0x6f3554ee, 0x6d7bf4a8, 0x6bc96c2a, 0x6a1da04b, 0x6878764f, 0x66d9d3e4, 0x65419f1e,
    0x63afbe7b, 0x622418dc, 0x609e9586, 0x5f1f1c22, 0x5da594b8, 0x5c31e7af, 0x5ac3fdcb, 0x595bc030,
    0x57f91858, 0x569bf018, 0x5544319f, 0x53f1c770, 0x52a49c65, 0x515c9baa, 0x5019b0c0, 0x4edbc777,
    0x4da2cbf2, 0x4c6eaa9f, 0x4b3f503e, 0x4a14a9d8, 0x48eea4c3, 0x47cd2e9e, 0x46b03552, 0x4597a710,
    0x4483724d, 0x437385c8, 0x4267d080, 0x416041bb, 0x405cc8ff, 0x3f5d5616, 0x3e61d907, 0x3d6a421b,
    0x3c7681d8, 0x3b868902, 0x3a9a489a, 0x39b1b1db, 0x38ccb63c, 0x37eb476d, 0x370d5758, 0x3632d81c,
    0x355bbc13, 0x3487f5c9, 0x33b77804, 0x32ea35ba, 0x32202218, 0x3159307c, 0x30955477, 0x2fd481cc,
};
static const uint32_t fraction[FRACTIONS] = {
    0x80000000, 0x7ff80040, 0x7ff00100, 0x7fe80240, 0x7fe00400, 0x7fd8063f, 0x7fd008ff, 0x7fc80c3e,
    0x7fc00ffd, 0x7fb8143c, 0x7fb018fb, 0x7fa81e39, 0x7fa023f7, 0x7f982a35, 0x7f9030f2, 0x7f88382e,
    0x7f803feb, 0x7f784826, 0x7f7050e2, 0x7f685a1c, 0x7f6063d6, 0x7f586e10, 0x7f5078c9, 0x7f488401,
    0x7f408fb8, 0x7f389bef, 0x7f30a8a5, 0x7f28b5da, 0x7f20c38e, 0x7f18d1c1, 0x7f10e074, 0x7f08efa5,
    0x7f00ff56, 0x7ef90f85, 0x7ef12034, 0x7ee93161, 0x7ee1430e, 0x7ed95539, 0x7ed167e3, 0x7ec97b0c,
    0x7ec18eb3, 0x7eb9a2da, 0x7eb1b77f, 0x7ea9cca3, 0x7ea1e246, 0x7e99f867, 0x7e920f06, 0x7e8a2625,
    0x7e823dc2, 0x7e7a55dd, 0x7e726e77, 0x7e6a878f, 0x7e62a126, 0x7e5abb3b, 0x7e52d5cf, 0x7e4af0e0,
    0x7e430c70, 0x7e3b287f, 0x7e33450b, 0x7e2b6216, 0x7e237f9f, 0x7e1b9da6, 0x7e13bc2b, 0x7e0bdb2f,
};

/* e^-(x / 4096) in 2^-31; 0 from x = 23 * 4096. */
static uint32_t exp_minus(uint32_t x)
{
    if (x >> 12 >= WHOLES)
        return 0;
    const uint64_t fine = (uint64_t)sixtyfourth[x >> 6 & 63] * fraction[x & 63] >> 31;
    return (uint32_t)(fine * whole[x >> 12] >> 31);
}

void qi_nogo_policy_shares(const int16_t *policy, const uint16_t *points, size_t count,
                           uint16_t *share)
{
    int32_t best = INT16_MIN;
    for (size_t i = 0; i < count; i++) {
        const int32_t logit = policy[points ? points[i] : i];
        best = logit > best ? logit : best;
    }
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += exp_minus((uint32_t)(best - policy[points ? points[i] : i]) << 4);
    if (!sum)
        return; /* no points */
    for (size_t i = 0; i < count; i++) {
        const uint64_t part = exp_minus((uint32_t)(best - policy[points ? points[i] : i]) << 4);
        const uint64_t parts = (part * 65535 + sum / 2) / sum;
        share[i] = (uint16_t)(parts ? parts : 1);
    }
}

uint16_t qi_nogo_win_share(int16_t value)
{
    const uint64_t one = 1ULL << 31;
    const uint64_t sum = one + exp_minus((uint32_t)(value < 0 ? -value : value));
    const uint16_t larger = (uint16_t)((one * 65535 + sum / 2) / sum);
    return value < 0 ? (uint16_t)(65535 - larger) : larger;
}
