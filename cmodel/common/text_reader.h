/* The one reader of text files: line by line, plain, gzip or xz, with the line's number and a hash of what was read.
 *
 * Configurations, graphs, matrices, traces and CSV files are read through it, so that they share their limits: a line
 * has at most the length that the caller allows, and a zero byte ends the reading at once; so a device that gives bytes
 * for ever is an error of one line. Every failure writes "FILE:LINE: found ..., expected ..." and the first one stays.
 */
#ifndef RS_TEXT_READER_H
#define RS_TEXT_READER_H

#include "rowstreak.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_text_reader {
    const char *path, *what; /* what: the content expected, for the messages */
    void *file;              /* of zlib */
    void *xz;                /* of liblzma, behind it; NULL: the file is plain or gzip */
    char *line;              /* the current line without its end, and a closing 0 */
    size_t length, longest;  /* of it; at most */
    bool newline;            /* it had a line end: only the last line of a file may lack it */
    bool ended, failed;      /* behind the last line; an error was written */
    uint64_t number;         /* of the line, from 1; at the end of a file whose last line has a line end one more */
    uint64_t hash;           /* FNV-1a, 64 bits, of every (decompressed) byte up to the end of the current line */
    rs_error *error;
    char *buffer;            /* bytes read ahead: from .. to */
    size_t from, to, capacity;
} rs_text_reader;

/* FNV-1a, 64 bits, of more bytes; the first ones with RS_HASH_START. */
#define RS_HASH_START UINT64_C(0xcbf29ce484222325)
static inline uint64_t rs_hash_bytes(uint64_t hash, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

enum { RS_HASH_TEXT = 17 }; /* 16 hexadecimal digits and a closing 0 */

/* Opens the file; no line is read yet. path and what must live as long as the reader. The longest line has `longest`
 * characters. False: error is set, nothing is to be closed. */
bool rs_text_open(rs_text_reader *reader, const char *path, size_t longest, const char *what, rs_error *error);
/* The same; the path "-" is standard input. */
bool rs_text_open_input(rs_text_reader *reader, const char *path, size_t longest, const char *what, rs_error *error);
/* The next line. False at the end of the file and on an error, then reader->failed. */
bool rs_text_next(rs_text_reader *reader);
/* Frees everything; a zeroed reader is fine. */
void rs_text_close(rs_text_reader *reader);
/* Writes "FILE:LINE: message" unless an error was written before, and returns false. */
bool rs_text_fail(rs_text_reader *reader, uint64_t line, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;
/* A word in printable characters, cut off with "..." behind 24 of them: what messages quote. */
typedef struct rs_text_quote {
    char text[32];
} rs_text_quote;
rs_text_quote rs_text_shown(const char *word, size_t length);

#ifdef __cplusplus
}
#endif
#endif
