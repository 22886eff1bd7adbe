#define CHECKER_VERDICT qi_lab_nogo_verdict
#define CHECKER_SCORES true
#include "lab/checker_template.h"
