#include <qi/base.h>

const char *qi_version(void)
{
    return QI_VERSION;
}

void qi_stop_set(qi_stop *stop)
{
    __atomic_store_n(&stop->set, 1, __ATOMIC_SEQ_CST);
}

void qi_stop_clear(qi_stop *stop)
{
    __atomic_store_n(&stop->set, 0, __ATOMIC_SEQ_CST);
}

bool qi_stop_is_set(const qi_stop *stop)
{
    return __atomic_load_n(&stop->set, __ATOMIC_RELAXED) != 0;
}

const char *qi_result_text(qi_result result)
{
    switch (result) {
    case QI_OK:
        return "done";
    case QI_NO_MEMORY:
        return "out of memory";
    case QI_BAD_ARGUMENT:
        return "an argument is out of range";
    case QI_BAD_TEXT:
        return "the text is malformed";
    case QI_STOPPED:
        return "stopped before the end";
    case QI_UNSUPPORTED:
        return "not supported by this build";
    case QI_BAD_DATA:
        return "the data is malformed";
    }
    return "unknown result";
}
