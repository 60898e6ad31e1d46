/* The one line, and its code, that a failing function hands to its caller.
 * Control characters (garbled input quoted in a message) become '?', so that it stays one line. */
#include "rowstreak.h"

#include <stdarg.h>

static void set(rs_error *error, enum rs_error_code code, const char *format, va_list arguments)
{
    if (error == NULL)
        return;
    error->code = code;
    (void)vsnprintf(error->text, sizeof(error->text), format, arguments);
    for (char *c = error->text; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || (unsigned char)*c >= 0x7f)
            *c = '?';
}

void rs_error_set(rs_error *error, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    set(error, RS_ERROR_INPUT, format, arguments);
    va_end(arguments);
}

void rs_error_memory(rs_error *error, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    set(error, RS_ERROR_MEMORY, format, arguments);
    va_end(arguments);
}

void rs_error_internal(rs_error *error, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    set(error, RS_ERROR_INTERNAL, format, arguments);
    va_end(arguments);
}
