/* Contract: text_reader.h. */
#define _POSIX_C_SOURCE 200809L
#include "common/text_reader.h"

#include <errno.h>
#include <lzma.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { CHUNK = 1 << 16, XZ_MEMORY = 512 << 20, XZ_MAGIC = 6, SHOWN_PATH = 250, SHOWN_WORD = 24 };

/* An xz stream: what zlib read of the file, which it passes on as it is, goes through it. */
typedef struct xz_decoder {
    lzma_stream stream;
    bool ended; /* nothing more is decoded */
    uint8_t bytes[CHUNK];
} xz_decoder;

bool rs_text_fail(rs_text_reader *reader, uint64_t line, const char *format, ...)
{
    char message[400];
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

static bool open_file(rs_text_reader *reader, const char *path, bool standard, size_t longest, const char *what, rs_error *error)
{
    int descriptor = -1;
    memset(reader, 0, sizeof *reader);
    reader->path = standard ? "standard input" : path;
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
        descriptor = standard ? dup(STDIN_FILENO) : -1; /* the caller's stays open */
        reader->file = standard ? descriptor < 0 ? NULL : (void *)gzdopen(descriptor, "rb") : (void *)gzopen(path, "rb");
        if (reader->file != NULL) {
            return true;
        }
        if (descriptor >= 0) {
            (void)close(descriptor);
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

bool rs_text_open(rs_text_reader *reader, const char *path, size_t longest, const char *what, rs_error *error)
{
    return open_file(reader, path, false, longest, what, error);
}

bool rs_text_open_input(rs_text_reader *reader, const char *path, size_t longest, const char *what, rs_error *error)
{
    return open_file(reader, path, strcmp(path, "-") == 0, longest, what, error);
}

void rs_text_close(rs_text_reader *reader)
{
    if (reader->xz != NULL) {
        lzma_end(&((xz_decoder *)reader->xz)->stream);
        free(reader->xz);
    }
    if (reader->file != NULL) {
        (void)gzclose_r((gzFile)reader->file);
    }
    free(reader->buffer);
    free(reader->line);
    reader->file = reader->xz = NULL;
    reader->buffer = reader->line = NULL;
}

/* More bytes of the file, out of gzip; 0 at its end and on an error. */
static size_t read_bytes(rs_text_reader *reader, void *bytes)
{
    int status = Z_OK;
    const int count = gzread((gzFile)reader->file, bytes, CHUNK);
    const char *text = gzerror((gzFile)reader->file, &status);
    if (count > 0) {
        return (size_t)count;
    }
    if (status == Z_BUF_ERROR) {
        (void)rs_text_fail(reader, reader->number, "found the end of the file inside the gzip stream, expected the whole stream");
    } else if (status == Z_ERRNO) {
        (void)fail_unreadable(reader, strerror(errno));
    } else if (status != Z_OK && status != Z_STREAM_END) {
        const char *reason = strrchr(text, ':'); /* behind the path */
        reason = reason != NULL && reason[1] == ' ' ? reason + 2 : text;
        (void)rs_text_fail(reader, reader->number, "found a damaged gzip stream (%s), expected a sound one",
                           rs_text_shown(reason, strlen(reason)).text);
    }
    return 0;
}

/* The bytes just read begin an xz stream: what is read from now on goes through its decoder. */
static bool begin_xz(rs_text_reader *reader)
{
    xz_decoder *xz = (xz_decoder *)calloc(1, sizeof *xz);
    const lzma_stream fresh = LZMA_STREAM_INIT;
    reader->xz = xz;
    if (xz == NULL) {
        return fail_unreadable(reader, "no memory left");
    }
    xz->stream = fresh;
    if (lzma_stream_decoder(&xz->stream, XZ_MEMORY, LZMA_CONCATENATED) != LZMA_OK) {
        return fail_unreadable(reader, "no memory left");
    }
    memcpy(xz->bytes, reader->buffer, reader->to);
    xz->stream.next_in = xz->bytes;
    xz->stream.avail_in = reader->to;
    return true;
}

static bool fill_from_xz(rs_text_reader *reader)
{
    xz_decoder *xz = (xz_decoder *)reader->xz;
    xz->stream.next_out = (uint8_t *)reader->buffer;
    xz->stream.avail_out = CHUNK;
    while (!xz->ended && xz->stream.avail_out == CHUNK) {
        if (xz->stream.avail_in == 0) {
            xz->stream.avail_in = read_bytes(reader, xz->bytes);
            xz->stream.next_in = xz->bytes;
            if (reader->failed) {
                return false;
            }
        }
        const lzma_ret status = lzma_code(&xz->stream, xz->stream.avail_in == 0 ? LZMA_FINISH : LZMA_RUN);
        xz->ended = status == LZMA_STREAM_END;
        if (status == LZMA_BUF_ERROR) {
            return rs_text_fail(reader, reader->number, "found the end of the file inside the xz stream, expected the whole stream");
        }
        if (status == LZMA_MEM_ERROR || status == LZMA_MEMLIMIT_ERROR) {
            return rs_text_fail(reader, reader->number, "found an xz stream that needs more than %d MB, expected a smaller dictionary",
                                XZ_MEMORY >> 20);
        }
        if (status != LZMA_OK && status != LZMA_STREAM_END) {
            return rs_text_fail(reader, reader->number, "found a damaged xz stream, expected a sound one");
        }
    }
    reader->from = 0;
    reader->to = CHUNK - xz->stream.avail_out;
    return reader->to != 0;
}

/* More bytes; false at the end of the file and on an error. */
static bool fill(rs_text_reader *reader)
{
    static const char magic[XZ_MAGIC + 1] = "\xfd" "7zXZ";
    if (reader->xz != NULL) {
        return fill_from_xz(reader);
    }
    const bool first = reader->to == 0;
    reader->from = 0;
    reader->to = read_bytes(reader, reader->buffer);
    if (first && reader->to >= XZ_MAGIC && memcmp(reader->buffer, magic, XZ_MAGIC) == 0) {
        return begin_xz(reader) && fill_from_xz(reader);
    }
    return reader->to != 0;
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
