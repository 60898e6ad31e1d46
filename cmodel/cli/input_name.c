/* Contract: input_name.h. */
#include "input_name.h"
#include "common/json.h"

#include <inttypes.h>
#include <string.h>

void rs_input_name(const char *path, char *name, size_t size)
{
    const char *base = strrchr(path, '/');
    size_t length, dot, used = 0;

    base = base != NULL ? base + 1 : path;
    length = strlen(base);
    if (length > 3 && strcmp(base + length - 3, ".gz") == 0)
        length -= 3;
    for (dot = length; dot > 1 && base[dot - 1] != '.'; dot--)
        ;
    length = dot > 1 ? dot - 1 : length;
    for (size_t i = 0; i < length;) {
        const unsigned char byte = (unsigned char)base[i];
        const unsigned bytes = rs_utf8_length(base + i);
        char letter[4] = {(char)byte, 0, 0, 0};
        unsigned letter_bytes = bytes;

        if (bytes > 1) {
            memcpy(letter, base + i, bytes);
        } else if (bytes == 0) {
            letter[0] = (char)(0xc0 | byte >> 6);
            letter[1] = (char)(0x80 | (byte & 0x3f));
            letter_bytes = 2;
        } else if (byte < 0x20 || byte == 0x7f) {
            letter[0] = '_';
        }
        if (used + letter_bytes >= size)
            break;
        memcpy(name + used, letter, letter_bytes);
        used += letter_bytes;
        i += bytes > 0 ? bytes : 1;
    }
    name[used] = '\0';
}

void rs_input_hash(uint64_t hash, char *text, size_t size)
{
    (void)snprintf(text, size, "%016" PRIx64, hash);
}
