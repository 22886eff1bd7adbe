#define CHECKER_VERDICT qi_lab_go_verdict
#define CHECKER_SCORES false
#include "lab/checker_template.h"
