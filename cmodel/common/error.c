/* rs_error_set(): formats the one line that a failing function hands to its caller.
 * Control characters (garbled input quoted in a message) become '?', so that it stays one line. */
#include "rowstreak.h"

#include <stdarg.h>

void rs_error_set(rs_error *error, const char *format, ...)
{
    va_list arguments;

    if (error == NULL)
        return;
    va_start(arguments, format);
    (void)vsnprintf(error->text, sizeof(error->text), format, arguments);
    va_end(arguments);
    for (char *c = error->text; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || (unsigned char)*c >= 0x7f)
            *c = '?';
}
