/* What kernel_dg.c solves on: tetrahedra with nodes of order 6, and the matrices of their basis (Hesthaven and Warburton, Nodal
 * Discontinuous Galerkin Methods, 2008; here with equally spaced nodes). All on the host, in double.
 *
 * Nodes of an element: i0 / 6 of vertex 0 + i1 / 6 of vertex 1 + .. with i0 + i1 + i2 + i3 = 6, in the order of (i3, i2, i1); face f is that
 * with i_f = 0. Reference element: vertex 0 is the origin, 1 to 3 the ends of the axes r, s, t.
 * Elements: cubes of side 1 in a box, cut into six each along a diagonal, the first `elements` of them. */
#ifndef RS_DG_MESH_H
#define RS_DG_MESH_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_DG_ORDER = 6, RS_DG_NODES = 84, RS_DG_FACES = 4, RS_DG_FACE_NODES = 28, RS_DG_SURFACE = RS_DG_FACES * RS_DG_FACE_NODES };

typedef struct rs_dg_basis {
    uint8_t lattice[RS_DG_NODES][4];                     /* i0 .. i3 of a node */
    uint8_t face_node[RS_DG_FACES][RS_DG_FACE_NODES];    /* nodes of a face */
    double derivative[3][RS_DG_NODES][RS_DG_NODES];      /* along r, s, t: of node n by the value at node m, [n][m] */
    double lift[RS_DG_NODES][RS_DG_SURFACE];             /* of a flux at face node m: face * 28 + its number there */
} rs_dg_basis;

typedef struct rs_dg_element {
    int32_t vertex[4][3];
    double gradient[3][3];                               /* of r, s, t: by x, y, z */
    double normal[RS_DG_FACES][3], scale[RS_DG_FACES];   /* outward, of length 1; area over volume, both of the reference's */
    uint32_t neighbour[RS_DG_SURFACE];                   /* of a face node: element * 84 + node behind the face; its own at the rim */
    bool rim[RS_DG_FACES];
} rs_dg_element;

/* False: no memory. */
bool rs_dg_basis_make(rs_dg_basis *basis);
void rs_dg_mesh_make(const rs_dg_basis *basis, rs_dg_element *element, uint32_t elements);
/* Place of a node. */
void rs_dg_place(const rs_dg_basis *basis, const rs_dg_element *element, uint32_t node, double place[3]);

#ifdef __cplusplus
}
#endif
#endif
