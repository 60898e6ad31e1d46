/* Contract: suffix_tree.h. */
#include "workload/suffix_tree.h"

#include <stdlib.h>
#include <string.h>

/* Where the next suffix goes on: `length` letters below a node, along the edge that begins with letter number `edge`. */
typedef struct building {
    rs_suffix_tree *tree;
    const uint8_t *letter;
    uint32_t count, node, edge, length, left; /* left: suffixes that end inside the tree */
    uint32_t unlinked;                        /* inner node made last, without a link; 0: none */
    uint32_t leaf;                            /* leaf made last, without a link; 0: none */
} building;

static uint32_t add_node(rs_suffix_tree *tree, uint32_t first, uint32_t end)
{
    const rs_suffix_node fresh = {first, end, 0, {0}};
    tree->node[tree->nodes] = fresh;
    return tree->nodes++;
}

static void link_to(building *b, uint32_t node)
{
    if (b->unlinked != 0) {
        b->tree->node[b->unlinked].link = node;
    }
    b->unlinked = node;
}

/* A suffix ends in this node, the one before it in the leaf that was made last. */
static void end_suffix(building *b, uint32_t node, bool is_leaf)
{
    if (b->leaf != 0) {
        b->tree->node[b->leaf].link = node;
    }
    b->leaf = is_leaf ? node : 0;
}

static uint32_t add_leaf(building *b, uint32_t at)
{
    const uint32_t leaf = add_node(b->tree, at, b->count);
    end_suffix(b, leaf, true);
    return leaf;
}

/* Behind the text no letter is like another, and no edge begins there. */
static bool same_letter(const building *b, uint32_t at, uint32_t other)
{
    return at < b->count && other < b->count && b->letter[at] == b->letter[other];
}

static uint32_t *child_of(building *b, uint32_t node, uint32_t at)
{
    return at < b->count ? &b->tree->node[node].child[b->letter[at]] : NULL;
}

/* A leaf for the suffix that ends at letter `at`, below the edge to *child or in it; false: it is inside the tree. */
static bool add_suffix(building *b, uint32_t at, uint32_t *child)
{
    rs_suffix_tree *tree = b->tree;
    if (child == NULL || *child == 0) {
        if (child != NULL) {
            *child = add_leaf(b, at);
        } else {
            end_suffix(b, b->node, false);
        }
        link_to(b, b->node);
        return true;
    }
    const uint32_t below = *child, first = tree->node[below].first, middle = first + b->length;
    if (same_letter(b, middle, at)) {
        b->length++;
        link_to(b, b->node);
        return false;
    }
    const uint32_t split = add_node(tree, first, middle);
    *child = split;
    tree->node[below].first = middle;
    if (middle < b->count) {
        tree->node[split].child[b->letter[middle]] = below;
    }
    if (at < b->count) {
        tree->node[split].child[b->letter[at]] = add_leaf(b, at);
    } else {
        end_suffix(b, split, false);
    }
    link_to(b, split);
    return true;
}

static void add_letter(building *b, uint32_t at)
{
    b->unlinked = 0;
    b->left++;
    while (b->left > 0) {
        b->edge = b->length == 0 ? at : b->edge;
        uint32_t *child = child_of(b, b->node, b->edge);
        if (child != NULL && *child != 0) {
            const rs_suffix_node *below = &b->tree->node[*child];
            const uint32_t length = (below->end < at + 1 ? below->end : at + 1) - below->first;
            if (b->length >= length) {
                b->edge += length;
                b->length -= length;
                b->node = *child;
                continue;
            }
        }
        if (!add_suffix(b, at, child)) {
            break;
        }
        b->left--;
        if (b->node == 0 && b->length > 0) {
            b->length--;
            b->edge = at - b->left + 1;
        } else {
            b->node = b->tree->node[b->node].link;
        }
    }
}

bool rs_suffix_tree_build(rs_suffix_tree *tree, const uint8_t *letter, uint32_t count)
{
    building b = {tree, letter, count, 0, 0, 0, 0, 0, 0};
    tree->nodes = 0;
    tree->node = (rs_suffix_node *)malloc((2 * (size_t)count + 2) * sizeof *tree->node);
    if (tree->node == NULL) {
        return false;
    }
    (void)add_node(tree, 0, 0);
    for (uint32_t at = 0; at <= count; at++) {
        add_letter(&b, at);
    }
    return true;
}

void rs_suffix_tree_free(rs_suffix_tree *tree)
{
    free(tree->node);
    memset(tree, 0, sizeof *tree);
}
