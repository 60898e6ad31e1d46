/* Configuration from a file: where in it stands what the checks of the whole do not like. */
#include "rowstreak.h"

#include "common/text_reader.h"

#include <ctype.h>
#include <string.h>

/* The line of the file that assigns the key which the message names first; 0: none does. */
static unsigned line_of_message(const char *path, const char *message)
{
    const char *first = NULL;
    unsigned found = 0;
    rs_text_reader text;
    rs_error ignored;

    if (!rs_text_open(&text, path, 1024, "KEY = VALUE lines", &ignored))
        return 0;
    while (rs_text_next(&text)) {
        char *key = text.line, *place;
        size_t length;

        while (isspace((unsigned char)*key))
            key++;
        for (length = 0; isupper((unsigned char)key[length]) || isdigit((unsigned char)key[length]) ||
                         key[length] == '_'; length++)
            ;
        if (length == 0)
            continue;
        key[length] = '\0';
        place = strstr(message, key);
        if (place == NULL || (place > message && (isalnum((unsigned char)place[-1]) || place[-1] == '_')) ||
            isalnum((unsigned char)place[length]) || place[length] == '_')
            continue;
        if (first == NULL || place < first) {
            first = place;
            found = (unsigned)text.number;
        }
    }
    rs_text_close(&text);
    return found;
}

bool rs_config_finish_file(rs_config *config, const char *path, rs_error *error)
{
    rs_error inner;
    unsigned line;

    if (rs_config_finish(config, &inner))
        return true;
    line = path != NULL ? line_of_message(path, inner.text) : 0;
    if (line != 0)
        rs_error_set(error, "%s:%u: %.300s", path, line, inner.text);
    else if (error != NULL)
        *error = inner;
    return false;
}
