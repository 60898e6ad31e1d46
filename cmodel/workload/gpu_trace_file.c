/* Contract: gpu_trace_file.h. */
#include "workload/gpu_trace_file.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST_LINE = 1 << 16, OPCODE_MAX = 31, REGISTERS_MAX = 16, NONE = RS_NO_REGISTER };

static const char what[] = "a kernel trace of Accel-Sim (.traceg)";

/* Lines of the header, the known ones; needed: without them an instruction cannot be read. */
enum header_line {
    KERNEL_NAME, KERNEL_ID, GRID, BLOCK, SHMEM, NREGS, BINARY, STREAM, SHARED_BASE, LOCAL_BASE, NVBIT, VERSION, LINE_INFO, FORMAT, LINES
};
static const char *const header_names[LINES] = {
    "kernel name", "kernel id", "grid dim", "block dim", "shmem", "nregs", "binary version", "cuda stream id", "shmem base_addr",
    "local mem base_addr", "nvbit version", "accelsim tracer version", "enable lineinfo", "#traces format"};

/* ---- words ------------------------------------------------------------------------------------------------ */

static bool fail_word(rs_gpu_trace_file *file, const char *name, const char *word, size_t length, const char *expected)
{
    if (length == 0) {
        return rs_text_fail(&file->text, file->text.number, "found the end of the line, expected %s: %s", name, expected);
    }
    return rs_text_fail(&file->text, file->text.number, "found %s '%s', expected %s", name, rs_text_shown(word, length).text, expected);
}

static bool fail_line(rs_gpu_trace_file *file, const char *expected)
{
    const char *line = file->text.line;
    return rs_text_fail(&file->text, file->text.number, "found '%s', expected %s", rs_text_shown(line, strlen(line)).text, expected);
}

static const char *skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t' || *at == '\r') {
        at++;
    }
    return at;
}

static size_t word_length(const char *at)
{
    const char *end = at;
    while (*end != '\0' && *end != ' ' && *end != '\t' && *end != '\r') {
        end++;
    }
    return (size_t)(end - at);
}

/* A digit's value, 16 of no digit. */
static uint32_t digit_of(char c)
{
    if (c >= '0' && c <= '9') {
        return (uint32_t)(c - '0');
    }
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a') + 10 : 16;
}

/* Digits up to a blank or the end; NULL: no number of 64 bits. */
static const char *take_digits(const char *at, uint32_t base, uint64_t *value)
{
    const char *start = at;
    uint64_t number = 0;
    for (uint32_t digit; (digit = digit_of(*at)) < base; at++) {
        if (__builtin_mul_overflow(number, base, &number) || __builtin_add_overflow(number, digit, &number)) {
            return NULL;
        }
    }
    *value = number;
    return at == start || word_length(at) != 0 ? NULL : at;
}

/* The next word of the line: a decimal number up to `most`. */
static bool take_number(rs_gpu_trace_file *file, const char **at, uint64_t most, const char *name, const char *expected, uint64_t *value)
{
    const char *word = skip_blanks(*at), *end = take_digits(word, 10, value);
    *at = end;
    return (end != NULL && *value <= most) || fail_word(file, name, word, word_length(word), expected);
}

/* Hexadecimal, with 0x where it must be. */
static bool take_hex(rs_gpu_trace_file *file, const char **at, bool prefix, uint64_t most, const char *name, const char *expected, uint64_t *value)
{
    const char *word = skip_blanks(*at);
    const bool has = word[0] == '0' && (word[1] == 'x' || word[1] == 'X');
    const char *end = prefix && !has ? NULL : take_digits(word + (has ? 2 : 0), 16, value);
    *at = end;
    return (end != NULL && *value <= most) || fail_word(file, name, word, word_length(word), expected);
}

/* A decimal number with sign, as the 64 bits that are added. */
static bool take_signed(rs_gpu_trace_file *file, const char **at, const char *name, uint64_t *value)
{
    const char *word = skip_blanks(*at), *end = take_digits(word + (*word == '-'), 10, value);
    *at = end;
    if (end == NULL || *value > (uint64_t)INT64_MAX + (*word == '-')) {
        return fail_word(file, name, word, word_length(word), "a decimal number of 64 bits");
    }
    *value = *word == '-' ? 0 - *value : *value;
    return true;
}

/* ---- header ----------------------------------------------------------------------------------------------- */

bool rs_gpu_trace_begins(const char *line)
{
    return line[0] == '-' || line[0] == '#';
}

/* (x,y,z) */
static bool read_dimensions(rs_gpu_trace_file *file, const char *text, uint32_t dimensions[3], uint64_t most)
{
    const char *at = text;
    uint64_t product = 1;
    bool good = *at == '(';
    for (uint32_t i = 0; good && i < 3; i++) {
        char *end;
        at++;
        const unsigned long long value = *at >= '0' && *at <= '9' ? strtoull(at, &end, 10) : 0;
        good = value != 0 && value <= most && *end == (i < 2 ? ',' : ')');
        if (good) {
            at = end;
            dimensions[i] = (uint32_t)value;
            product *= value;
            good = product <= most;
        }
    }
    if (!good || *skip_blanks(at + 1) != '\0') {
        char expected[80];
        (void)snprintf(expected, sizeof expected, "(x,y,z) of 1 to %llu in all", (unsigned long long)most);
        return fail_word(file, "dimensions", text, strlen(text), expected);
    }
    return true;
}

static bool read_value(rs_gpu_trace_file *file, enum header_line line, const char *text)
{
    rs_gpu_trace_header *header = &file->header;
    const char *at = text;
    uint64_t value = 0;
    bool good = true, ends = true;
    switch (line) {
    case GRID: return read_dimensions(file, text, header->grid, UINT32_MAX);
    case BLOCK: return read_dimensions(file, text, header->block, RS_TRACED_WARPS_MAX * RS_TRACED_LANES);
    case SHMEM:
        good = take_number(file, &at, 1 << 24, "shmem", "bytes of shared memory, up to 16 MB", &value);
        header->shared_bytes = (uint32_t)value;
        break;
    case NREGS:
        good = take_number(file, &at, 256, "nregs", "registers of a thread, up to 256", &value);
        header->registers = (uint32_t)value;
        break;
    case SHARED_BASE: good = take_hex(file, &at, true, UINT64_MAX, "shmem base_addr", "0x and hexadecimal digits", &header->shared_base); break;
    case LOCAL_BASE: good = take_hex(file, &at, true, UINT64_MAX, "local mem base_addr", "0x and hexadecimal digits", &header->local_base); break;
    case VERSION:
        good = take_number(file, &at, UINT32_MAX, "tracer version", "3, 4 or 5", &value);
        header->version = (uint32_t)value;
        if (good && (value < RS_TRACED_VERSION_MIN || value > RS_TRACED_VERSION_MAX)) {
            return fail_word(file, "a trace of tracer version", text, word_length(text), "3, 4 or 5");
        }
        break;
    case LINE_INFO:
        good = take_number(file, &at, 1, "enable lineinfo", "0 or 1", &value);
        header->line_info = value == 1;
        break;
    case FORMAT:
        if (strncmp(text, "threadblock_x", 13) == 0) {
            return rs_text_fail(&file->text, file->text.number, "found a raw trace, its blocks and warps mixed, expected a .traceg, as Accel-Sim's "
                                "post-traces-processing makes of it");
        }
        header->immediate = strstr(text, "immediate") != NULL;
        ends = false;
        break;
    default: ends = false; break; /* names and numbers that nobody needs */
    }
    if (good && ends && *skip_blanks(at) != '\0') {
        return fail_word(file, header_names[line], skip_blanks(at), strlen(skip_blanks(at)), "nothing behind the value");
    }
    return good;
}

static bool read_header_line(rs_gpu_trace_file *file)
{
    const char *line = file->text.line;
    const char *name = line + (*line == '-'), *equals = strstr(line, " = ");
    for (uint32_t i = 0; equals != NULL && i < LINES; i++) {
        const size_t length = strlen(header_names[i]);
        if ((i == FORMAT) == (*line == '#') && (size_t)(equals - name) == length && strncmp(name, header_names[i], length) == 0) {
            if ((file->given >> i & 1) != 0) {
                return rs_text_fail(&file->text, file->text.number, "found %s twice, expected it once", header_names[i]);
            }
            file->given |= UINT32_C(1) << i;
            return read_value(file, (enum header_line)i, equals + 3);
        }
    }
    return fail_line(file, "'-NAME = VALUE' of a header that the tracer writes, or '#traces format = ...'");
}

static bool check_header(rs_gpu_trace_file *file)
{
    static const enum header_line needed[] = {KERNEL_NAME, GRID, BLOCK, SHMEM, NREGS, VERSION, FORMAT};
    for (uint32_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
        if ((file->given >> needed[i] & 1) == 0) {
            return rs_text_fail(&file->text, file->text.number, "found no '%s' before the blocks, expected it in the header", header_names[needed[i]]);
        }
    }
    file->warps = (file->header.block[0] * file->header.block[1] * file->header.block[2] + RS_TRACED_LANES - 1) / RS_TRACED_LANES;
    return true;
}

static bool is_blank_line(const rs_gpu_trace_file *file)
{
    return *skip_blanks(file->text.line) == '\0';
}

/* Whether the line is this word alone. */
static bool is_line(const rs_gpu_trace_file *file, const char *text)
{
    const size_t length = strlen(text);
    return strncmp(file->text.line, text, length) == 0 && *skip_blanks(file->text.line + length) == '\0';
}

bool rs_gpu_trace_open(rs_gpu_trace_file *file, const char *path, rs_error *error)
{
    memset(file, 0, sizeof *file);
    if (!rs_text_open(&file->text, path, LONGEST_LINE, what, error)) {
        return false;
    }
    while (rs_text_next(&file->text)) {
        if (is_line(file, "#BEGIN_TB")) {
            file->in_block = check_header(file);
            break;
        }
        if (!is_blank_line(file) && !read_header_line(file)) {
            break;
        }
    }
    if (!file->text.failed && !file->in_block) {
        (void)rs_text_fail(&file->text, file->text.number, "found the end of the file, expected #BEGIN_TB");
    }
    if (file->text.failed) {
        rs_text_close(&file->text);
        return false;
    }
    file->any = true;
    return true;
}

void rs_gpu_trace_close(rs_gpu_trace_file *file)
{
    rs_text_close(&file->text);
}

/* ---- blocks ----------------------------------------------------------------------------------------------- */

bool rs_gpu_trace_block(rs_gpu_trace_file *file)
{
    if (file->any) { /* #BEGIN_TB behind the header */
        file->any = false;
    } else {
        file->in_block = false;
        while (!file->in_block && rs_text_next(&file->text)) {
            file->in_block = is_line(file, "#BEGIN_TB");
            if (!file->in_block && !is_blank_line(file)) {
                return fail_line(file, "#BEGIN_TB");
            }
        }
    }
    file->placed = file->in_warp = false;
    file->left = 0;
    file->seen = 0;
    return file->in_block && !file->text.failed;
}

static bool read_place(rs_gpu_trace_file *file, const char *text)
{
    const uint32_t *grid = file->header.grid;
    const char *at = text;
    bool good = !file->placed;
    for (uint32_t i = 0; good && i < 3; i++) {
        char *end;
        const unsigned long long value = *at >= '0' && *at <= '9' ? strtoull(at, &end, 10) : UINT64_MAX;
        good = value < grid[i] && (i == 2 ? *skip_blanks(end) == '\0' : *end == ',');
        at = good ? end + 1 : at;
    }
    file->placed = true;
    if (!good) {
        char expected[96];
        (void)snprintf(expected, sizeof expected, "x,y,z inside the grid of %u,%u,%u, once a block", grid[0], grid[1], grid[2]);
        return fail_word(file, "thread block", text, strlen(text), expected);
    }
    return true;
}

static bool read_warp(rs_gpu_trace_file *file, const char *text)
{
    const char *at = text;
    uint64_t warp = 0;
    char expected[64];
    (void)snprintf(expected, sizeof expected, "one of the block's %u from 0, each once", file->warps);
    if (!take_number(file, &at, file->warps - 1, "warp", expected, &warp)) {
        return false;
    }
    if ((file->seen >> warp & 1) != 0 || *skip_blanks(at) != '\0') {
        return fail_word(file, "warp", text, strlen(text), expected);
    }
    file->warp = (uint32_t)warp;
    file->seen |= UINT32_C(1) << warp;
    file->in_warp = true;
    return true;
}

/* A line of a block that is no instruction. False: the block's end, or an error. */
static bool read_block_line(rs_gpu_trace_file *file)
{
    const char *line = file->text.line;
    if (strncmp(line, "thread block = ", 15) == 0) {
        return read_place(file, line + 15);
    }
    if (is_line(file, "#END_TB")) {
        if (!file->placed || file->in_warp) {
            return fail_line(file, file->placed ? "'insts = N' behind the warp's number" : "'thread block = x,y,z'");
        }
        file->in_block = false;
        return false;
    }
    if (strncmp(line, "warp = ", 7) == 0 && file->placed && !file->in_warp) {
        return read_warp(file, line + 7);
    }
    if (strncmp(line, "insts = ", 8) == 0 && file->in_warp) {
        const char *at = line + 8;
        file->in_warp = false;
        return take_number(file, &at, UINT32_MAX, "insts", "a number of instructions", &file->left) &&
               (*skip_blanks(at) == '\0' || fail_line(file, "'insts = N'"));
    }
    return fail_line(file, !file->placed  ? "'thread block = x,y,z'"
                           : file->in_warp ? "'insts = N' behind the warp's number"
                                           : "'warp = N' or #END_TB: the warp's instructions are over");
}

/* ---- instructions ----------------------------------------------------------------------------------------- */

/* R0 to R254; R255 reads as 0 and takes nothing; registers of other kinds (UR, P, B) are none of the record's. */
static bool take_register(rs_gpu_trace_file *file, const char **at, uint32_t *reg)
{
    const char *word = skip_blanks(*at);
    const size_t length = word_length(word);
    uint64_t number = NONE;
    *at = word + length;
    *reg = NONE;
    if (word[0] < 'A' || word[0] > 'Z') {
        return fail_word(file, "register", word, length, "R and its number");
    }
    if (word[0] == 'R' && (take_digits(word + 1, 10, &number) == NULL || number > NONE)) {
        return fail_word(file, "register", word, length, "R0 to R255");
    }
    *reg = (uint32_t)number;
    return true;
}

static bool take_registers(rs_gpu_trace_file *file, const char **at, const char *name, uint32_t *kept, uint32_t most, uint32_t *count)
{
    uint64_t number = 0;
    if (!take_number(file, at, REGISTERS_MAX, name, "how many registers follow, up to 16", &number)) {
        return false;
    }
    *count = number < most ? (uint32_t)number : most;
    for (uint32_t i = 0; i < number; i++) {
        uint32_t reg;
        if (!take_register(file, at, &reg)) {
            return false;
        }
        if (i < most) {
            kept[i] = reg;
        }
    }
    return true;
}

static bool take_opcode(rs_gpu_trace_file *file, const char **at, rs_traced_instruction *instruction)
{
    const char *word = skip_blanks(*at);
    const size_t length = word_length(word);
    uint32_t place = (uint32_t)length;
    *at = word + length;
    if (length == 0 || word[0] < 'A' || word[0] > 'Z' || length > OPCODE_MAX) {
        return fail_word(file, "opcode", word, length, "one of SASS, capital letters, up to 31 characters");
    }
    for (size_t i = 0; i < length; i++) {
        place = place * 31 + (unsigned char)word[i];
    }
    place %= sizeof file->known / sizeof file->known[0];
    if (strncmp(file->known[place].name, word, length) != 0 || file->known[place].name[length] != '\0') {
        memcpy(file->known[place].name, word, length);
        file->known[place].name[length] = '\0';
        file->known[place].opcode = rs_sass_opcode_of(file->known[place].name);
    }
    instruction->opcode = file->known[place].opcode;
    instruction->name = file->known[place].name;
    return true;
}

static bool take_addresses(rs_gpu_trace_file *file, const char **at, rs_traced_instruction *instruction)
{
    static const char hex[] = "0x and up to 16 hexadecimal digits";
    const uint32_t mask = instruction->mask, lowest = mask == 0 ? 0 : (uint32_t)__builtin_ctz(mask);
    uint64_t mode = 0, address = 0, step = 0;
    if (!take_number(file, at, 2, "address mode", "0, 1 or 2", &mode)) {
        return false;
    }
    if (mode != 0 && !take_hex(file, at, true, UINT64_MAX, "address", hex, &address)) {
        return false;
    }
    if (mode == 1) {
        if (!take_signed(file, at, "stride", &step)) {
            return false;
        }
        if (((mask >> lowest) & ((mask >> lowest) + 1)) != 0) {
            return rs_text_fail(&file->text, file->text.number, "found a stride with mask %08x, expected a mask of lanes side by side", mask);
        }
    }
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        if (mode == 0 && !take_hex(file, at, true, UINT64_MAX, "address", hex, &address)) {
            return false;
        }
        if (mode == 2 && lane != lowest && !take_signed(file, at, "distance", &step)) {
            return false;
        }
        address += mode == 0 || lane == lowest ? 0 : step;
        instruction->address[lane] = address;
    }
    return true;
}

static bool read_instruction(rs_gpu_trace_file *file, rs_traced_instruction *instruction)
{
    const char *at = file->text.line;
    uint64_t number = 0, mask = 0;
    uint32_t destinations = 0;
    instruction->warp = file->warp;
    instruction->destination = NONE;
    if ((file->header.line_info && !take_number(file, &at, UINT32_MAX, "source line", "a number", &number)) ||
        !take_hex(file, &at, false, UINT64_MAX, "program counter", "hexadecimal digits", &number) ||
        !take_hex(file, &at, false, UINT32_MAX, "mask", "up to 8 hexadecimal digits", &mask) ||
        !take_registers(file, &at, "destinations", &instruction->destination, 1, &destinations) || !take_opcode(file, &at, instruction) ||
        !take_registers(file, &at, "sources", instruction->source, RS_TRACED_SOURCES, &instruction->sources) ||
        !take_number(file, &at, 32, "width", "0, 1, 2, 4, 8, 16 or 32 bytes", &number)) {
        return false;
    }
    instruction->mask = (uint32_t)mask;
    instruction->width = (uint32_t)number;
    if ((number & (number - 1)) != 0) {
        return rs_text_fail(&file->text, file->text.number, "found width %u, expected 0, 1, 2, 4, 8, 16 or 32 bytes", instruction->width);
    }
    if ((number != 0 && !take_addresses(file, &at, instruction)) ||
        (file->header.immediate && !take_signed(file, &at, "immediate", &number))) {
        return false;
    }
    at = skip_blanks(at);
    return *at == '\0' || fail_word(file, "behind the instruction", at, word_length(at), "the end of the line");
}

bool rs_gpu_trace_next(rs_gpu_trace_file *file, rs_traced_instruction *instruction)
{
    while (file->in_block && rs_text_next(&file->text)) {
        if (is_blank_line(file)) {
            continue;
        }
        if (file->left != 0) {
            instruction->last = --file->left == 0;
            return read_instruction(file, instruction);
        }
        if (!read_block_line(file)) {
            return false;
        }
    }
    if (file->in_block && !file->text.failed) {
        if (file->left != 0) {
            return rs_text_fail(&file->text, file->text.number, "found the end of the file, expected %llu more instructions of the warp",
                                (unsigned long long)file->left);
        }
        return rs_text_fail(&file->text, file->text.number, "found the end of the file, expected #END_TB");
    }
    return false;
}
