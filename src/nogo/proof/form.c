#include "nogo/proof/form.h"

void qi_proof_last_line(qi_string *line, uint64_t answers, uint64_t digest)
{
    qi_string_text(line, "end ");
    qi_string_number(line, (int64_t)answers);
    qi_string_char(line, ' ');
    for (unsigned shift = 64; shift > 0; shift -= 4)
        qi_string_char(line, "0123456789abcdef"[digest >> (shift - 4) & 15]);
}
