#define GENERATOR_FAMILIES qi_lab_maze_families
#define GENERATOR_WRITE qi_lab_maze_write
#include "lab/generator_template.h"
