#define VALIDATOR qi_lab_go_validate
#include "lab/validator_template.h"
