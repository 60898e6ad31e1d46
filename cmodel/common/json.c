/* Contract: json.h. */
#include "common/json.h"

#include <inttypes.h>
#include <math.h>

unsigned rs_utf8_length(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;
    const unsigned length = c[0] < 0x80 ? 1 : c[0] >= 0xc2 && c[0] < 0xe0 ? 2 : c[0] >= 0xe0 && c[0] < 0xf0 ? 3
                            : c[0] >= 0xf0 && c[0] < 0xf5                  ? 4 : 0;
    for (unsigned i = 1; i < length; i++) {
        if ((c[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    if ((c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xed && c[1] >= 0xa0) || (c[0] == 0xf0 && c[1] < 0x90) ||
        (c[0] == 0xf4 && c[1] >= 0x90)) {
        return 0; /* longer than it need be, half a surrogate pair, beyond the last letter */
    }
    return length;
}

static void write_text(FILE *file, const char *text)
{
    (void)fputc('"', file);
    while (*text != '\0') {
        const unsigned length = rs_utf8_length(text);
        if (length == 0 || (unsigned char)*text < 0x20) {
            (void)fprintf(file, "\\u%04x", (unsigned)(unsigned char)*text++);
            continue;
        }
        if (*text == '"' || *text == '\\') {
            (void)fputc('\\', file);
        }
        for (unsigned i = 0; i < length; i++) {
            (void)fputc(*text++, file);
        }
    }
    (void)fputc('"', file);
}

static void break_line(const rs_json *json)
{
    (void)fprintf(json->file, "\n%*s", (int)(2 * json->depth), "");
}

/* What stands in front of a value. */
static void begin(rs_json *json, const char *name)
{
    if (json->depth > 0) {
        const unsigned inner = json->depth - 1;
        if (json->any[inner]) {
            (void)fputs(json->lines[inner] ? "," : ", ", json->file);
        }
        if (json->lines[inner]) {
            break_line(json);
        }
        json->any[inner] = true;
    }
    if (name != NULL) {
        write_text(json->file, name);
        (void)fputs(": ", json->file);
    }
}

static void open(rs_json *json, const char *name, bool lines, bool array)
{
    begin(json, name);
    (void)fputc(array ? '[' : '{', json->file);
    json->any[json->depth] = false;
    json->lines[json->depth] = lines;
    json->array[json->depth++] = array;
}

void rs_json_object(rs_json *json, const char *name, bool lines)
{
    open(json, name, lines, false);
}

void rs_json_array(rs_json *json, const char *name, bool lines)
{
    open(json, name, lines, true);
}

void rs_json_end(rs_json *json)
{
    json->depth--;
    if (json->lines[json->depth]) {
        break_line(json);
    }
    (void)fputc(json->array[json->depth] ? ']' : '}', json->file);
    if (json->depth == 0) {
        (void)fputc('\n', json->file);
    }
}

void rs_json_text(rs_json *json, const char *name, const char *value)
{
    begin(json, name);
    write_text(json->file, value);
}

void rs_json_count(rs_json *json, const char *name, uint64_t value)
{
    begin(json, name);
    (void)fprintf(json->file, "%" PRIu64, value);
}

void rs_json_real(rs_json *json, const char *name, double value)
{
    begin(json, name);
    if (isfinite(value)) {
        (void)fprintf(json->file, "%.9g", value);
    } else {
        (void)fputs("null", json->file);
    }
}

void rs_json_fixed(rs_json *json, const char *name, double value, int digits)
{
    begin(json, name);
    if (isfinite(value)) {
        (void)fprintf(json->file, "%.*f", digits, value);
    } else {
        (void)fputs("null", json->file);
    }
}

void rs_json_bool(rs_json *json, const char *name, bool value)
{
    begin(json, name);
    (void)fputs(value ? "true" : "false", json->file);
}

void rs_json_null(rs_json *json, const char *name)
{
    begin(json, name);
    (void)fputs("null", json->file);
}
