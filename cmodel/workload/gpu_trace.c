/* Contract: gpu_trace.h. */
#include "workload/gpu_trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WINDOW (UINT64_C(1) << 24) /* of generic addresses, shared or local memory */

enum { LONGEST_LINE = 4096 };

static const char list_what[] = "a list of kernel traces (kernelslist.g) or a kernel trace of Accel-Sim (.traceg)";

/* ---- accesses --------------------------------------------------------------------------------------------- */

static bool in_window(uint64_t base, uint64_t address)
{
    return base != 0 && address - base < WINDOW;
}

/* The space of an address, which becomes one from that space's begin. */
static enum rs_sass_space place(const rs_gpu_trace_header *header, enum rs_sass_space space, uint64_t *address)
{
    if (space != RS_SASS_GLOBAL && space != RS_SASS_LOCAL && in_window(header->shared_base, *address)) {
        *address -= header->shared_base;
        return RS_SASS_SHARED;
    }
    if (space != RS_SASS_GLOBAL && space != RS_SASS_SHARED && in_window(header->local_base, *address)) {
        *address -= header->local_base;
        return RS_SASS_LOCAL;
    }
    return space == RS_SASS_GENERIC ? RS_SASS_GLOBAL : space;
}

bool rs_traced_access_of(const rs_gpu_trace_header *header, const rs_traced_instruction *instruction, rs_traced_access *access)
{
    const rs_sass_opcode *opcode = &instruction->opcode;
    uint32_t mask = instruction->mask;
    if (opcode->kind < RS_SASS_LOAD || instruction->width == 0) {
        return false;
    }
    memset(access->mask, 0, sizeof access->mask);
    access->bytes = instruction->width < 4 || opcode->kind == RS_SASS_ATOMIC ? 4 : instruction->width;
    if (opcode->kind == RS_SASS_MATRIX) {
        access->bytes = 16;
        mask &= opcode->rows < RS_TRACED_LANES ? (UINT32_C(1) << opcode->rows) - 1 : UINT32_MAX;
    }
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint64_t address = instruction->address[lane];
        access->mask[place(header, opcode->space, &address)] |= UINT32_C(1) << lane;
        access->address[lane] = address & ~UINT64_C(3);
    }
    return mask != 0;
}

/* ---- reading through -------------------------------------------------------------------------------------- */

typedef struct scan {
    rs_gpu_trace *trace;
    rs_gpu_trace_kernel *kernel;
    rs_gpu_trace_file file;
    uint64_t last_page;
    rs_error *error;
} scan;

static bool fail_short(scan *s)
{
    return rs_text_fail(&s->file.text, s->file.text.number, "found no memory left, expected room for the trace's pages");
}

static bool touch(scan *s, uint64_t page)
{
    rs_gpu_trace *trace = s->trace;
    if (page == s->last_page || rs_hash_table_find(&trace->frames, page) != RS_NONE) {
        s->last_page = page;
        return true;
    }
    if (trace->pages == RS_GPU_TRACE_PAGES_MAX) {
        return rs_text_fail(&s->file.text, s->file.text.number, "found more than %d pages of 64 KB, expected a trace of less memory",
                            RS_GPU_TRACE_PAGES_MAX);
    }
    s->last_page = page;
    return rs_hash_table_add(&trace->frames, page, trace->pages++) || fail_short(s);
}

static bool scan_global(scan *s, uint32_t mask, const rs_traced_access *access)
{
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        const uint64_t first = access->address[__builtin_ctz(left)], last = first + access->bytes - 4;
        if (last < first) {
            return rs_text_fail(&s->file.text, s->file.text.number, "found address 0x%llx, expected an access that does not wrap around",
                                (unsigned long long)first);
        }
        if (!touch(s, first >> RS_GPU_TRACE_PAGE_SHIFT) || !touch(s, last >> RS_GPU_TRACE_PAGE_SHIFT)) {
            return false;
        }
    }
    return true;
}

/* Shared and local memory: up to where it is accessed, in bytes. */
static bool scan_window(scan *s, uint32_t mask, const rs_traced_access *access, const char *name, uint64_t *low, uint64_t *high)
{
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        const uint64_t first = access->address[__builtin_ctz(left)];
        if (first > WINDOW - access->bytes) {
            return rs_text_fail(&s->file.text, s->file.text.number, "found address 0x%llx of %s memory, expected one below 16 MB or in its window",
                                (unsigned long long)first, name);
        }
        *low = *high == 0 || first < *low ? first : *low;
        *high = first + access->bytes > *high ? first + access->bytes : *high;
    }
    return true;
}

static void scan_registers(rs_gpu_trace_kernel *kernel, const rs_traced_instruction *instruction)
{
    for (uint32_t i = 0; i <= instruction->sources; i++) {
        const uint32_t reg = i < instruction->sources ? instruction->source[i] : instruction->destination;
        kernel->registers = reg != RS_NO_REGISTER && reg >= kernel->registers ? reg + 1 : kernel->registers;
    }
}

static bool scan_instruction(scan *s, const rs_traced_instruction *instruction)
{
    rs_gpu_trace_kernel *kernel = s->kernel;
    const enum rs_sass_kind kind = instruction->opcode.kind;
    rs_traced_access access;
    uint64_t low = 0, shared = kernel->shared_bytes;
    kernel->instructions++;
    scan_registers(kernel, instruction);
    if (!rs_traced_access_of(&s->file.header, instruction, &access)) {
        return true;
    }
    kernel->spare = kernel->spare || (instruction->destination == RS_NO_REGISTER && (kind == RS_SASS_LOAD || kind >= RS_SASS_MATRIX));
    if (kind == RS_SASS_ATOMIC && access.mask[RS_SASS_GLOBAL] != 0 && kernel->atomic_line == 0) {
        kernel->atomic_line = s->file.text.number;
    }
    if (!scan_global(s, access.mask[RS_SASS_GLOBAL], &access) || !scan_window(s, access.mask[RS_SASS_SHARED], &access, "shared", &low, &shared) ||
        !scan_window(s, access.mask[RS_SASS_LOCAL], &access, "local", &kernel->local_low, &kernel->local_high)) {
        return false;
    }
    kernel->shared_bytes = (uint32_t)shared;
    return true;
}

/* A kernel whose place in the list and path are set. */
static bool scan_kernel(scan *s)
{
    rs_gpu_trace_kernel *kernel = s->kernel;
    rs_traced_instruction instruction;
    if (!rs_gpu_trace_open(&s->file, kernel->path, s->error)) {
        return false;
    }
    kernel->cta_warps = s->file.warps;
    kernel->registers = s->file.header.registers;
    kernel->shared_bytes = s->file.header.shared_bytes;
    bool good = true;
    while (good && rs_gpu_trace_block(&s->file)) {
        kernel->ctas++;
        while (good && rs_gpu_trace_next(&s->file, &instruction)) {
            good = scan_instruction(s, &instruction);
        }
    }
    good = good && !s->file.text.failed;
    kernel->registers = (kernel->registers + 1) & ~UINT32_C(1); /* pairs */
    kernel->registers += kernel->registers == 0 ? 2 : 0;
    s->trace->instructions += kernel->instructions;
    s->trace->hash = s->trace->hash * UINT64_C(0x100000001b3) ^ s->file.text.hash;
    rs_gpu_trace_close(&s->file);
    return good;
}

/* ---- the list --------------------------------------------------------------------------------------------- */

static bool add_kernel(rs_gpu_trace *trace, const char *folder, size_t folder_length, const char *name)
{
    static const char *const endings[] = {"", ".gz", ".xz"};
    const size_t length = strlen(name);
    if ((trace->kernels & (trace->kernels - 1)) == 0) {
        const size_t room = trace->kernels == 0 ? 1 : 2 * (size_t)trace->kernels;
        rs_gpu_trace_kernel *grown = (rs_gpu_trace_kernel *)realloc(trace->kernel, room * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        trace->kernel = grown;
    }
    rs_gpu_trace_kernel *kernel = &trace->kernel[trace->kernels];
    memset(kernel, 0, sizeof *kernel);
    kernel->path = (char *)malloc(folder_length + length + 4);
    if (kernel->path == NULL) {
        return false;
    }
    trace->kernels++;
    folder_length = *name == '/' ? 0 : folder_length;
    memcpy(kernel->path, folder, folder_length);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        (void)sprintf(kernel->path + folder_length, "%s%s", name, endings[i]);
        FILE *there = fopen(kernel->path, "rb");
        if (there != NULL) {
            (void)fclose(there);
            return true;
        }
    }
    kernel->path[folder_length + length] = '\0'; /* what the message says of it */
    return true;
}

/* A line of the list, without blanks behind it. */
static bool read_list_line(rs_gpu_trace *trace, rs_text_reader *text, size_t folder_length)
{
    char *line = text->line;
    size_t length = strlen(line);
    while (length != 0 && (line[length - 1] == ' ' || line[length - 1] == '\t' || line[length - 1] == '\r')) {
        line[--length] = '\0';
    }
    if (length == 0 || strncmp(line, "Memcpy", 6) == 0 || strncmp(line, "Memset", 6) == 0 || strncmp(line, "nccl", 4) == 0) {
        return true;
    }
    if (strstr(line, ".trace") == NULL) {
        return rs_text_fail(text, text->number, "found '%s', expected the name of a kernel trace (.traceg) or a copy (MemcpyHtoD,...)",
                            rs_text_shown(line, length).text);
    }
    if (trace->kernels == RS_GPU_TRACE_KERNELS_MAX) {
        return rs_text_fail(text, text->number, "found more than %d kernels, expected fewer", RS_GPU_TRACE_KERNELS_MAX);
    }
    return add_kernel(trace, text->path, folder_length, line) || rs_text_fail(text, text->number, "found no memory left, expected room for a list");
}

/* The kernels of a list; or the file itself, if it is a trace. */
static bool read_list(rs_gpu_trace *trace, const char *path, rs_error *error)
{
    const char *slash = strrchr(path, '/');
    rs_text_reader text;
    bool good = true, is_trace = false;
    if (!rs_text_open(&text, path, 1 << 16, list_what, error)) {
        return false;
    }
    for (bool first = true; good && !is_trace && rs_text_next(&text); first = first && text.length == 0) {
        is_trace = first && rs_gpu_trace_begins(text.line);
        if (!is_trace && text.length > LONGEST_LINE) {
            good = rs_text_fail(&text, text.number, "found a line of more than %d characters, expected %s", LONGEST_LINE, list_what);
        }
        good = good && (is_trace || read_list_line(trace, &text, slash == NULL ? 0 : (size_t)(slash - path) + 1));
    }
    good = good && !text.failed;
    if (good && !is_trace && trace->kernels == 0) {
        good = rs_text_fail(&text, text.number, "found the end of the file, expected %s", list_what);
    }
    if (is_trace && !add_kernel(trace, "", 0, path)) {
        good = rs_text_fail(&text, text.number, "found no memory left, expected room for a trace");
    }
    trace->hash = is_trace ? 0 : text.hash;
    rs_text_close(&text);
    return good;
}

static int by_number(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return left < right ? -1 : left > right;
}

/* Frames in the order of the pages' addresses. */
static bool give_frames(rs_gpu_trace *trace)
{
    uint64_t *page = (uint64_t *)malloc(((size_t)trace->pages + 1) * sizeof *page);
    uint32_t count = 0;
    if (page == NULL) {
        return false;
    }
    for (uint64_t i = 0; i <= trace->frames.mask; i++) {
        if (trace->frames.slot[i].number != RS_NONE) {
            page[count++] = trace->frames.slot[i].key;
        }
    }
    qsort(page, count, sizeof *page, by_number);
    for (uint32_t i = 0; i < count; i++) {
        trace->frames.slot[rs_hash_table_slot(&trace->frames, page[i])].number = i;
    }
    free(page);
    return true;
}

rs_gpu_trace *rs_gpu_trace_read(const char *path, rs_error *error)
{
    rs_gpu_trace *trace = (rs_gpu_trace *)calloc(1, sizeof *trace);
    scan *s = (scan *)calloc(1, sizeof *s);
    bool good = trace != NULL && s != NULL && rs_hash_table_init(&trace->frames, 64);
    if (!good) {
        rs_error_set(error, "found no memory left, expected room for a kernel trace");
    }
    good = good && read_list(trace, path, error);
    for (uint32_t i = 0; good && i < trace->kernels; i++) {
        s->trace = trace;
        s->kernel = &trace->kernel[i];
        s->last_page = UINT64_MAX;
        s->error = error;
        good = scan_kernel(s);
    }
    if (good && !give_frames(trace)) {
        rs_error_set(error, "found no memory left, expected room for a kernel trace");
        good = false;
    }
    free(s);
    if (!good) {
        rs_gpu_trace_free(trace);
        return NULL;
    }
    return trace;
}

void rs_gpu_trace_free(rs_gpu_trace *trace)
{
    if (trace != NULL) {
        for (uint32_t i = 0; i < trace->kernels; i++) {
            free(trace->kernel[i].path);
        }
        rs_hash_table_free(&trace->frames);
        free(trace->kernel);
        free(trace);
    }
}
