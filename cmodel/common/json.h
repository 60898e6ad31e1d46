/* The one writer of JSON. Commas, line ends and quotation marks are its business; the caller opens and closes objects and
 * arrays in pairs. name is NULL in an array. Texts come out as valid UTF-8 whatever they hold: a byte that is none
 * is written as the Latin-1 letter that it would be. Numbers that are not finite are null. */
#ifndef RS_JSON_H
#define RS_JSON_H

#include "rowstreak.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_JSON_DEPTH = 8 };

typedef struct rs_json {
    FILE *file;
    unsigned depth;
    bool any[RS_JSON_DEPTH], lines[RS_JSON_DEPTH], array[RS_JSON_DEPTH];
} rs_json;

/* lines: a line for each member, else all in one. */
void rs_json_object(rs_json *json, const char *name, bool lines);
void rs_json_array(rs_json *json, const char *name, bool lines);
void rs_json_end(rs_json *json); /* of the innermost; a line end behind the outermost */
void rs_json_text(rs_json *json, const char *name, const char *value);
void rs_json_count(rs_json *json, const char *name, uint64_t value);
void rs_json_real(rs_json *json, const char *name, double value);              /* nine significant digits */
void rs_json_fixed(rs_json *json, const char *name, double value, int digits); /* so many behind the point */
void rs_json_bool(rs_json *json, const char *name, bool value);
void rs_json_null(rs_json *json, const char *name);

/* The bytes of a valid UTF-8 sequence at text, 1 to 4; 0: none. */
unsigned rs_utf8_length(const char *text);

#ifdef __cplusplus
}
#endif
#endif
