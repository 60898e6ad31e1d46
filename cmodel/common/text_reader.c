/* Contract: text_reader.h. */
#include "common/text_reader.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { CHUNK = 1 << 17, SHOWN_PATH = 250, SHOWN_WORD = 24 };

bool rs_text_fail(rs_text_reader *reader, uint64_t line, const char *format, ...)
{
    char message[240];
    const size_t length = strlen(reader->path);
    const char *shown = length > SHOWN_PATH ? reader->path + (length - SHOWN_PATH) : reader->path;
    va_list arguments;
    if (reader->failed) {
        return false;
    }
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    rs_error_set(reader->error, "%s%s:%llu: %s", length > SHOWN_PATH ? "..." : "", shown, (unsigned long long)line, message);
    reader->failed = true;
    return false;
}

rs_text_quote rs_text_shown(const char *word, size_t length)
{
    rs_text_quote shown;
    size_t used = 0;
    for (; used < length && used < SHOWN_WORD; used++) {
        shown.text[used] = word[used] >= ' ' && word[used] <= '~' ? word[used] : '?';
    }
    memcpy(shown.text + used, used < length ? "..." : "", used < length ? 4 : 1);
    return shown;
}

static bool fail_unreadable(rs_text_reader *reader, const char *why)
{
    return rs_text_fail(reader, reader->number, "found no readable file (%s), expected %s", why, reader->what);
}

bool rs_text_open(rs_text_reader *reader, const char *path, size_t longest, const char *what, rs_error *error)
{
    memset(reader, 0, sizeof *reader);
    reader->path = path;
    reader->what = what;
    reader->longest = longest;
    reader->error = error;
    reader->hash = RS_HASH_START;
    reader->newline = true;
    reader->capacity = 256;
    reader->buffer = (char *)malloc(CHUNK);
    reader->line = (char *)malloc(reader->capacity);
    if (reader->buffer != NULL && reader->line != NULL) {
        errno = 0;
        reader->file = gzopen(path, "rb");
        if (reader->file != NULL) {
            return true;
        }
    }
    reader->number = 1;
    if (reader->buffer == NULL || reader->line == NULL || errno == 0 || errno == ENOMEM) {
        rs_error_memory(error, "%s: found no memory left, expected room for a line", path);
    } else {
        (void)fail_unreadable(reader, strerror(errno));
    }
    rs_text_close(reader);
    return false;
}

void rs_text_close(rs_text_reader *reader)
{
    if (reader->file != NULL) {
        (void)gzclose_r((gzFile)reader->file);
    }
    free(reader->buffer);
    free(reader->line);
    reader->file = NULL;
    reader->buffer = reader->line = NULL;
}

/* More bytes; false at the end of the file and on an error. */
static bool fill(rs_text_reader *reader)
{
    int status = Z_OK;
    const int count = gzread((gzFile)reader->file, reader->buffer, CHUNK);
    const char *text = gzerror((gzFile)reader->file, &status);
    reader->from = 0;
    reader->to = count > 0 ? (size_t)count : 0;
    if (count > 0) {
        return true;
    }
    if (status == Z_BUF_ERROR) {
        return rs_text_fail(reader, reader->number, "found the end of the file inside the gzip stream, expected the whole stream");
    }
    if (status == Z_ERRNO) {
        return fail_unreadable(reader, strerror(errno));
    }
    if (status != Z_OK && status != Z_STREAM_END) {
        const char *reason = strrchr(text, ':'); /* behind the path */
        reason = reason != NULL && reason[1] == ' ' ? reason + 2 : text;
        return rs_text_fail(reader, reader->number, "found a damaged gzip stream (%s), expected a sound one",
                            rs_text_shown(reason, strlen(reason)).text);
    }
    return false;
}

/* Adds bytes of the buffer to the line. */
static bool append(rs_text_reader *reader, size_t count)
{
    const char *bytes = reader->buffer + reader->from;
    if (memchr(bytes, '\0', count) != NULL) {
        return rs_text_fail(reader, reader->number, "found a zero byte, expected %s", reader->what);
    }
    if (reader->length + count > reader->longest) {
        return rs_text_fail(reader, reader->number, "found a line of more than %zu characters, expected %s", reader->longest,
                            reader->what);
    }
    if (reader->length + count >= reader->capacity) {
        const size_t capacity = 2 * (reader->length + count);
        char *grown = (char *)realloc(reader->line, capacity);
        if (grown == NULL) {
            return rs_text_fail(reader, reader->number, "found a line of over %zu characters, expected one that fits the memory",
                                reader->length);
        }
        reader->line = grown;
        reader->capacity = capacity;
    }
    memcpy(reader->line + reader->length, bytes, count);
    reader->length += count;
    reader->from += count;
    return true;
}

bool rs_text_next(rs_text_reader *reader)
{
    bool any = false;
    if (reader->ended || reader->failed) {
        return false;
    }
    reader->number += reader->newline;
    reader->newline = false;
    reader->length = 0;
    while (!reader->newline) {
        if (reader->from == reader->to && !fill(reader)) {
            break;
        }
        const char *bytes = reader->buffer + reader->from;
        const char *stop = (const char *)memchr(bytes, '\n', reader->to - reader->from);
        const size_t count = stop != NULL ? (size_t)(stop - bytes) : reader->to - reader->from;
        any = true;
        if (!append(reader, count)) {
            break;
        }
        reader->newline = stop != NULL;
        reader->from += stop != NULL;
        reader->hash = rs_hash_bytes(reader->hash, bytes, count + (stop != NULL));
    }
    reader->line[reader->length] = '\0';
    reader->ended = !any;
    return any && !reader->failed;
}
