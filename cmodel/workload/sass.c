/* Contract: sass.h. */
#include "workload/sass.h"

#include <string.h>

typedef struct entry {
    const char *name;
    enum rs_sass_kind kind;
    enum rs_sass_space space;
    bool returns;
} entry;

/* By name; what is not here is an ALU instruction. */
static const entry entries[] = {
    {"ATOM", RS_SASS_ATOMIC, RS_SASS_GENERIC, true},
    {"ATOMG", RS_SASS_ATOMIC, RS_SASS_GLOBAL, true},
    {"ATOMS", RS_SASS_ATOMIC, RS_SASS_SHARED, true},
    {"BAR", RS_SASS_BARRIER, RS_SASS_GENERIC, false},
    {"BRA", RS_SASS_BRANCH, RS_SASS_GENERIC, false},
    {"BREAK", RS_SASS_BRANCH, RS_SASS_GENERIC, false},
    {"BREV", RS_SASS_SFU, RS_SASS_GENERIC, false},
    {"BRK", RS_SASS_BRANCH, RS_SASS_GENERIC, false},
    {"BRX", RS_SASS_BRANCH, RS_SASS_GENERIC, false},
    {"BRXU", RS_SASS_BRANCH, RS_SASS_GENERIC, false},
    {"BSYNC", RS_SASS_BRANCH, RS_SASS_GENERIC, false},
    {"CAL", RS_SASS_BRANCH, RS_SASS_GENERIC, false},
    {"CALL", RS_SASS_BRANCH, RS_SASS_GENERIC, false},
    {"CONT", RS_SASS_BRANCH, RS_SASS_GENERIC, false},
    {"DADD", RS_SASS_SFU, RS_SASS_GENERIC, false},
    {"DFMA", RS_SASS_SFU, RS_SASS_GENERIC, false},
    {"DMNMX", RS_SASS_SFU, RS_SASS_GENERIC, false},
    {"DMUL", RS_SASS_SFU, RS_SASS_GENERIC, false},
    {"DSET", RS_SASS_SFU, RS_SASS_GENERIC, false},
    {"DSETP", RS_SASS_SFU, RS_SASS_GENERIC, false},
    {"EXIT", RS_SASS_EXIT, RS_SASS_GENERIC, false},
    {"F2F", RS_SASS_SFU, RS_SASS_GENERIC, false},
    {"F2I", RS_SASS_SFU, RS_SASS_GENERIC, false},
    {"FLO", RS_SASS_SFU, RS_SASS_GENERIC, false},
    {"FRND", RS_SASS_SFU, RS_SASS_GENERIC, false},
    {"I2F", RS_SASS_SFU, RS_SASS_GENERIC, false},
    {"I2I", RS_SASS_SFU, RS_SASS_GENERIC, false},
    {"JCAL", RS_SASS_BRANCH, RS_SASS_GENERIC, false},
    {"JMP", RS_SASS_BRANCH, RS_SASS_GENERIC, false},
    {"JMX", RS_SASS_BRANCH, RS_SASS_GENERIC, false},
    {"JMXU", RS_SASS_BRANCH, RS_SASS_GENERIC, false},
    {"LD", RS_SASS_LOAD, RS_SASS_GENERIC, false},
    {"LDG", RS_SASS_LOAD, RS_SASS_GLOBAL, false},
    {"LDGSTS", RS_SASS_COPY, RS_SASS_GLOBAL, false},
    {"LDL", RS_SASS_LOAD, RS_SASS_LOCAL, false},
    {"LDS", RS_SASS_LOAD, RS_SASS_SHARED, false},
    {"LDSM", RS_SASS_MATRIX, RS_SASS_SHARED, false},
    {"MUFU", RS_SASS_SFU, RS_SASS_GENERIC, false},
    {"POPC", RS_SASS_SFU, RS_SASS_GENERIC, false},
    {"RED", RS_SASS_ATOMIC, RS_SASS_GENERIC, false},
    {"REDG", RS_SASS_ATOMIC, RS_SASS_GLOBAL, false},
    {"RET", RS_SASS_BRANCH, RS_SASS_GENERIC, false},
    {"RRO", RS_SASS_SFU, RS_SASS_GENERIC, false},
    {"ST", RS_SASS_STORE, RS_SASS_GENERIC, false},
    {"STG", RS_SASS_STORE, RS_SASS_GLOBAL, false},
    {"STL", RS_SASS_STORE, RS_SASS_LOCAL, false},
    {"STS", RS_SASS_STORE, RS_SASS_SHARED, false},
    {"SUATOM", RS_SASS_SFU, RS_SASS_GENERIC, false},
    {"SULD", RS_SASS_SFU, RS_SASS_GENERIC, false},
    {"SURED", RS_SASS_SFU, RS_SASS_GENERIC, false},
    {"SUST", RS_SASS_SFU, RS_SASS_GENERIC, false},
    {"SYNC", RS_SASS_BRANCH, RS_SASS_GENERIC, false},
    {"TEX", RS_SASS_SFU, RS_SASS_GENERIC, false},
    {"TEXS", RS_SASS_SFU, RS_SASS_GENERIC, false},
    {"TLD", RS_SASS_SFU, RS_SASS_GENERIC, false},
    {"TLD4", RS_SASS_SFU, RS_SASS_GENERIC, false},
    {"TLD4S", RS_SASS_SFU, RS_SASS_GENERIC, false},
    {"TLDS", RS_SASS_SFU, RS_SASS_GENERIC, false},
    {"TMML", RS_SASS_SFU, RS_SASS_GENERIC, false},
    {"TXD", RS_SASS_SFU, RS_SASS_GENERIC, false},
    {"TXQ", RS_SASS_SFU, RS_SASS_GENERIC, false},
    {"WARPSYNC", RS_SASS_BRANCH, RS_SASS_GENERIC, false},
};

/* As strcmp() of the name that ends at a dot. */
static int compare(const char *opcode, size_t length, const char *name)
{
    const int order = strncmp(opcode, name, length);
    return order != 0 ? order : name[length] == '\0' ? 0 : -1;
}

/* Whether one of the words between dots is this one. */
static bool has_word(const char *opcode, const char *word)
{
    const size_t length = strlen(word);
    for (const char *dot = strchr(opcode, '.'); dot != NULL; dot = strchr(dot + 1, '.')) {
        if (strncmp(dot + 1, word, length) == 0 && (dot[1 + length] == '.' || dot[1 + length] == '\0')) {
            return true;
        }
    }
    return false;
}

/* INC, DEC and additions of other types are additions. */
static enum rs_atomic operation_of(const char *opcode)
{
    static const struct {
        const char *word;
        enum rs_atomic operation;
    } operations[] = {{"MIN", RS_ATOMIC_MIN}, {"MAX", RS_ATOMIC_MAX}, {"EXCH", RS_ATOMIC_EXCHANGE}, {"CAS", RS_ATOMIC_COMPARE_SWAP},
                      {"AND", RS_ATOMIC_AND}, {"OR", RS_ATOMIC_OR},   {"XOR", RS_ATOMIC_XOR}};
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
        if (has_word(opcode, operations[i].word)) {
            return operations[i].operation;
        }
    }
    return RS_ATOMIC_ADD;
}

rs_sass_opcode rs_sass_opcode_of(const char *opcode)
{
    const size_t length = strcspn(opcode, ".");
    rs_sass_opcode found = {RS_SASS_ALU, RS_SASS_GENERIC, RS_ATOMIC_ADD, false, 0};
    size_t low = 0, high = sizeof entries / sizeof entries[0];
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = compare(opcode, length, entries[middle].name);
        if (order == 0) {
            found.kind = entries[middle].kind;
            found.space = entries[middle].space;
            found.returns = entries[middle].returns;
            break;
        }
        low = order > 0 ? middle + 1 : low;
        high = order < 0 ? middle : high;
    }
    if (found.kind == RS_SASS_ATOMIC) {
        found.atomic = strncmp(opcode, "ATOMS.CAST", 10) == 0 ? RS_ATOMIC_COMPARE_SWAP : operation_of(opcode);
    } else if (found.kind == RS_SASS_MATRIX) {
        found.rows = has_word(opcode, "4") || has_word(opcode, "x4") ? 32 : has_word(opcode, "2") || has_word(opcode, "x2") ? 16 : 8;
    } else if (found.kind == RS_SASS_BARRIER && has_word(opcode, "ARV")) {
        found.kind = RS_SASS_ALU; /* arrives without waiting */
    } else if (found.kind == RS_SASS_ALU && strncmp(opcode, "MEMBAR", length) == 0 && length == 6) {
        found.kind = has_word(opcode, "CTA") ? RS_SASS_ALU : RS_SASS_RELEASE;
    } else if (found.kind == RS_SASS_ALU && strncmp(opcode, "CCTL", length) == 0 && length == 4 && has_word(opcode, "IVALL")) {
        found.kind = RS_SASS_ACQUIRE;
    }
    return found;
}
