/* The validators of the three problems (qi_lab_validate): exactly the statement's grammar and
 * limits. Each is alone in its file, because a problem's package holds one of them. */
#ifndef QI_LAB_VALIDATE_H
#define QI_LAB_VALIDATE_H

#include <qi/base.h>

typedef qi_result qi_lab_validator(const char *input, size_t length, const qi_allocator *allocator,
                                   qi_text_error *error);

qi_lab_validator qi_lab_nogo_validate, qi_lab_go_validate, qi_lab_maze_validate;

#endif
