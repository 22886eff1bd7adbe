#define VALIDATOR qi_lab_maze_validate
#include "lab/validator_template.h"
