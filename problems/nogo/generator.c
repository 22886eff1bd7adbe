#define GENERATOR_FAMILIES qi_lab_nogo_families
#define GENERATOR_WRITE qi_lab_nogo_write
#include "lab/generator_template.h"
