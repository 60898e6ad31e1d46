/* Contract: uts_tree.h. SHA-1 as in FIPS 180-4, of messages of one block. */
#include "workload/uts_tree.h"

#include <stdlib.h>
#include <string.h>

static uint32_t rotate(uint32_t word, uint32_t by)
{
    return word << by | word >> (32 - by);
}

/* SHA-1 of `words` big-endian words, at most 13. */
static void sha1(const uint32_t *message, uint32_t words, uint32_t digest[5])
{
    static const uint32_t start[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    uint32_t w[80] = {0}, s[5];
    memcpy(w, message, words * sizeof *w);
    w[words] = 0x80000000;
    w[15] = 32 * words;
    for (uint32_t t = 16; t < 80; t++) {
        w[t] = rotate(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
    }
    memcpy(s, start, sizeof s);
    for (uint32_t t = 0; t < 80; t++) {
        const uint32_t choice = (s[1] & s[2]) | (~s[1] & s[3]), parity = s[1] ^ s[2] ^ s[3];
        const uint32_t majority = (s[1] & s[2]) | (s[1] & s[3]) | (s[2] & s[3]);
        const uint32_t f = t < 20   ? choice + 0x5a827999
                           : t < 40 ? parity + 0x6ed9eba1
                           : t < 60 ? majority + 0x8f1bbcdc
                                    : parity + 0xca62c1d6;
        const uint32_t next = rotate(s[0], 5) + f + s[4] + w[t];
        s[4] = s[3];
        s[3] = s[2];
        s[2] = rotate(s[1], 30);
        s[1] = s[0];
        s[0] = next;
    }
    for (uint32_t i = 0; i < 5; i++) {
        digest[i] = start[i] + s[i];
    }
}

rs_uts_tree rs_uts_t3(void)
{
    const rs_uts_tree tree = {2000, 8, (uint32_t)(0.124875 * 2147483648.0) + 1, 42};
    return tree;
}

void rs_uts_root(const rs_uts_tree *tree, uint32_t state[5])
{
    const uint32_t message[5] = {0, 0, 0, 0, tree->seed};
    sha1(message, 5, state);
}

void rs_uts_child(const uint32_t parent[5], uint32_t number, uint32_t state[5])
{
    uint32_t message[6];
    memcpy(message, parent, 5 * sizeof *message);
    message[5] = number;
    sha1(message, 6, state);
}

bool rs_uts_has_children(const rs_uts_tree *tree, const uint32_t state[5])
{
    return (state[4] & 0x7fffffff) < tree->limit;
}

typedef struct open_node {
    uint32_t state[5], next, children;
} open_node;

bool rs_uts_walk(const rs_uts_tree *tree, rs_uts_count *count)
{
    uint64_t depth = 1, room = 64;
    open_node *path = (open_node *)malloc(room * sizeof *path);
    memset(count, 0, sizeof *count);
    if (path == NULL) {
        return false;
    }
    rs_uts_root(tree, path[0].state);
    path[0].next = 0;
    path[0].children = tree->root_children;
    count->nodes = 1;
    while (depth != 0) {
        open_node *top = &path[depth - 1];
        if (top->next == top->children) {
            depth--;
            continue;
        }
        if (depth == room) {
            void *grown = realloc(path, 2 * room * sizeof *path);
            if (grown == NULL) {
                free(path);
                return false;
            }
            path = (open_node *)grown;
            room *= 2;
            top = &path[depth - 1];
        }
        open_node *child = &path[depth++];
        rs_uts_child(top->state, top->next++, child->state);
        child->next = 0;
        child->children = rs_uts_has_children(tree, child->state) ? tree->children : 0;
        count->nodes++;
        count->leaves += child->children == 0;
        count->sum ^= child->state[0];
        count->most_open = depth > count->most_open ? depth : count->most_open;
    }
    free(path);
    return true;
}
