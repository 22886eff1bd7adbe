#define VALIDATOR qi_lab_nogo_validate
#include "lab/validator_template.h"
