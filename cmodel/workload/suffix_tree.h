/* Suffix tree of a text of four letters, built letter by letter (E. Ukkonen, "On-line construction of suffix trees", 1995). */
#ifndef RS_SUFFIX_TREE_H
#define RS_SUFFIX_TREE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_SUFFIX_LETTERS = 4 };

/* first, end: letters of the edge to it, where the text has them first. link: node of its string without the first letter, of leaves
 * too. child: by the edge's first letter, 0: none (the root, node 0, is nobody's child). Every suffix ends in a node. */
typedef struct rs_suffix_node {
    uint32_t first, end, link, child[RS_SUFFIX_LETTERS];
} rs_suffix_node;

typedef struct rs_suffix_tree {
    rs_suffix_node *node;
    uint32_t nodes;
} rs_suffix_tree;

/* Letters 0 to 3. False without memory. */
bool rs_suffix_tree_build(rs_suffix_tree *tree, const uint8_t *letter, uint32_t count);
void rs_suffix_tree_free(rs_suffix_tree *tree);

#ifdef __cplusplus
}
#endif
#endif
