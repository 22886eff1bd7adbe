#define GENERATOR_FAMILIES qi_lab_go_families
#define GENERATOR_WRITE qi_lab_go_write
#include "lab/generator_template.h"
