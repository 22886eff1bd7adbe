/* Generates inputs and judges outputs for them. Prints: 20 of 20 right */
#include <qi/lab.h>
#include <stdio.h>

int main(void)
{
    unsigned right = 0;
    for (unsigned i = 0; i < 20; i++) {
        qi_lab_text input = {0}, output = {0}; /* the output would be your program's */
        qi_verdict verdict = {.size = sizeof verdict};
        if (qi_lab_generate(QI_GO, NULL, NULL, 1, i, NULL, &input) == QI_OK &&
            qi_lab_answer(QI_GO, QI_LAB_ORACLE, NULL, input.bytes, input.length, NULL, &output,
                          NULL) == QI_OK &&
            qi_judge(QI_GO, NULL, input.bytes, input.length, output.bytes, output.length, NULL,
                     &verdict, NULL) == QI_OK)
            right += verdict.right;
        if (!verdict.right)
            puts(verdict.sentence);
        qi_lab_free_text(&input, NULL);
        qi_lab_free_text(&output, NULL);
    }
    printf("%u of 20 right\n", right);
}
