/* A template: activations of winograd_template.h in vectors of 256 bits. */

WG_FN wg16 wg_scale(wg16 t, wg16 mult)
{
    return (wg16)_mm256_mulhrs_epi16((__m256i)t, (__m256i)mult);
}

WG_FN wg16 wg_add(wg16 a, wg16 b)
{
    return (wg16)_mm256_adds_epi16((__m256i)a, (__m256i)b);
}

WG_FN wg16 wg_cut(wg16 a)
{
    return (wg16)_mm256_max_epi16(_mm256_min_epi16((__m256i)a, _mm256_set1_epi16(127)),
                                  _mm256_setzero_si256());
}
