/* The binomial trees of UTS, the unbalanced tree search benchmark (STALLS 5; Olivier et al., LCPC 2006): a node is a SHA-1 state of
 * five words; child i of a node has the SHA-1 of the node's state and i; the root has that of 16 zero bytes and the seed. The
 * root has `root_children` children, any other node `children` if the low 31 bits of its last word are below `limit` (the
 * probability times 2^31, rounded up), else none. */
#ifndef RS_UTS_TREE_H
#define RS_UTS_TREE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_uts_tree {
    uint32_t root_children, children, limit, seed;
} rs_uts_tree;

typedef struct rs_uts_count {
    uint64_t nodes, leaves; /* the root is a node */
    uint32_t sum;           /* exclusive or of the first words of all states but the root's */
    uint64_t most_open;     /* nodes that a depth-first search had to remember */
} rs_uts_count;

/* UTS' sample tree T3: 4,112,897 nodes. */
rs_uts_tree rs_uts_t3(void);
void rs_uts_root(const rs_uts_tree *tree, uint32_t state[5]);
void rs_uts_child(const uint32_t parent[5], uint32_t number, uint32_t state[5]);
bool rs_uts_has_children(const rs_uts_tree *tree, const uint32_t state[5]);
/* Walks the tree, one node after the other; false without memory. */
bool rs_uts_walk(const rs_uts_tree *tree, rs_uts_count *count);

#ifdef __cplusplus
}
#endif
#endif
