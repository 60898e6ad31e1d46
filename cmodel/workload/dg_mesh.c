/* Contract: dg_mesh.h. */
#include "workload/dg_mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = RS_DG_NODES, F = RS_DG_FACE_NODES, CUBE_ELEMENTS = 6, CUBES_A_SIDE = 4 };

/* ---- basis: monomials r^a s^b t^c with a + b + c <= 6, as many as nodes -------------------------------------------- */

static double power(double base, uint32_t exponent)
{
    double product = 1.0;
    while (exponent-- > 0) {
        product *= base;
    }
    return product;
}

static double factorial(uint32_t n)
{
    return n < 2 ? 1.0 : n * factorial(n - 1);
}

/* Of r^a s^b t^c (plane: of r^a s^b) over the reference simplex. */
static double integral(uint32_t a, uint32_t b, uint32_t c, bool plane)
{
    return factorial(a) * factorial(b) * factorial(c) / factorial(a + b + c + (plane ? 2 : 3));
}

/* matrix = matrix^-1, of size x size; work: as large. Pivots by size. */
static void invert(double *matrix, double *work, uint32_t size)
{
    for (uint32_t i = 0; i < size * size; i++) {
        work[i] = i % (size + 1) == 0 ? 1.0 : 0.0;
    }
    for (uint32_t column = 0; column < size; column++) {
        uint32_t best = column;
        for (uint32_t row = column + 1; row < size; row++) {
            best = fabs(matrix[row * size + column]) > fabs(matrix[best * size + column]) ? row : best;
        }
        const double by = matrix[best * size + column];
        for (uint32_t k = 0; k < size; k++) {
            const double of_matrix = matrix[best * size + k] / by, of_work = work[best * size + k] / by;
            matrix[best * size + k] = matrix[column * size + k];
            work[best * size + k] = work[column * size + k];
            matrix[column * size + k] = of_matrix;
            work[column * size + k] = of_work;
        }
        for (uint32_t row = 0; row < size; row++) {
            const double times = matrix[row * size + column];
            for (uint32_t k = 0; row != column && k < size; k++) {
                matrix[row * size + k] -= times * matrix[column * size + k];
                work[row * size + k] -= times * work[column * size + k];
            }
        }
    }
    memcpy(matrix, work, (size_t)size * size * sizeof *matrix);
}

/* c = a b, square. */
static void multiply(double *c, const double *a, const double *b, uint32_t size)
{
    for (uint32_t i = 0; i < size; i++) {
        for (uint32_t j = 0; j < size; j++) {
            double sum = 0.0;
            for (uint32_t k = 0; k < size; k++) {
                sum += a[i * size + k] * b[k * size + j];
            }
            c[i * size + j] = sum;
        }
    }
}

/* mass = c^T i c: of functions whose coefficients are c's columns, with i the monomials' mass, which is lost. */
static void mass_of(double *mass, const double *c, double *i, double *work, uint32_t size)
{
    multiply(work, i, c, size);
    for (uint32_t row = 0; row < size; row++) {
        for (uint32_t column = 0; column < size; column++) {
            i[column * size + row] = c[row * size + column];
        }
    }
    multiply(mass, i, work, size);
}

static void place_nodes(rs_dg_basis *basis)
{
    uint32_t n = 0, of_face[RS_DG_FACES] = {0};
    for (uint32_t i3 = 0; i3 <= RS_DG_ORDER; i3++) {
        for (uint32_t i2 = 0; i2 + i3 <= RS_DG_ORDER; i2++) {
            for (uint32_t i1 = 0; i1 + i2 + i3 <= RS_DG_ORDER; i1++, n++) {
                const uint8_t lattice[4] = {(uint8_t)(RS_DG_ORDER - i1 - i2 - i3), (uint8_t)i1, (uint8_t)i2, (uint8_t)i3};
                memcpy(basis->lattice[n], lattice, sizeof lattice);
                for (uint32_t face = 0; face < RS_DG_FACES; face++) {
                    if (lattice[face] == 0) {
                        basis->face_node[face][of_face[face]++] = (uint8_t)n;
                    }
                }
            }
        }
    }
}

/* Exponents of monomial n are i1, i2, i3 of node n: there are as many of either. */
static const uint8_t *exponents(const rs_dg_basis *basis, uint32_t n)
{
    return basis->lattice[n] + 1;
}

/* Mass of a face's 28 functions, as the monomials of the two axes that are not `face` - 1 (of the slanted one: s, t). */
static void face_mass(const rs_dg_basis *basis, uint32_t face, double *mass, double *room)
{
    double *values = room, *integrals = room + F * F, *work = room + 2 * F * F;
    const uint32_t first = face == 1 || face == 0 ? 2 : 1, second = face == 3 ? 2 : 3; /* lattice places */
    uint8_t exponent[F][2];
    uint32_t count = 0;
    for (uint32_t a = 0; a <= RS_DG_ORDER; a++) {
        for (uint32_t b = 0; a + b <= RS_DG_ORDER; b++, count++) {
            exponent[count][0] = (uint8_t)a;
            exponent[count][1] = (uint8_t)b;
        }
    }
    for (uint32_t i = 0; i < F; i++) {
        const uint8_t *node = basis->lattice[basis->face_node[face][i]];
        for (uint32_t j = 0; j < F; j++) {
            values[i * F + j] = power(node[first] / (double)RS_DG_ORDER, exponent[j][0]) * power(node[second] / (double)RS_DG_ORDER, exponent[j][1]);
        }
    }
    invert(values, work, F); /* [monomial][node]: coefficients of a node's function */
    for (uint32_t k = 0; k < F; k++) {
        for (uint32_t l = 0; l < F; l++) {
            integrals[k * F + l] = integral(exponent[k][0] + exponent[l][0], exponent[k][1] + exponent[l][1], 0, true);
        }
    }
    mass_of(mass, values, integrals, work, F);
}

static void make_lift(rs_dg_basis *basis, const double *inverse_mass, double *work)
{
    double *mass = work, *room = work + F * F;
    for (uint32_t face = 0; face < RS_DG_FACES; face++) {
        face_mass(basis, face, mass, room);
        for (uint32_t n = 0; n < N; n++) {
            for (uint32_t m = 0; m < F; m++) {
                double sum = 0.0;
                for (uint32_t k = 0; k < F; k++) {
                    sum += inverse_mass[n * N + basis->face_node[face][k]] * mass[k * F + m];
                }
                basis->lift[n][face * F + m] = sum;
            }
        }
    }
}

bool rs_dg_basis_make(rs_dg_basis *basis)
{
    double *matrix = (double *)malloc(4 * N * N * sizeof *matrix);
    double *coefficient = matrix, *work = matrix + N * N, *other = matrix + 2 * N * N, *mass = matrix + 3 * N * N;
    if (matrix == NULL) {
        return false;
    }
    place_nodes(basis);
    for (uint32_t n = 0; n < N; n++) {
        for (uint32_t k = 0; k < N; k++) {
            double value = 1.0;
            for (uint32_t axis = 0; axis < 3; axis++) {
                value *= power(basis->lattice[n][axis + 1] / (double)RS_DG_ORDER, exponents(basis, k)[axis]);
            }
            coefficient[n * N + k] = value;
        }
    }
    invert(coefficient, work, N); /* [monomial][node] */
    for (uint32_t along = 0; along < 3; along++) {
        for (uint32_t n = 0; n < N; n++) {
            for (uint32_t k = 0; k < N; k++) {
                double value = exponents(basis, k)[along];
                for (uint32_t axis = 0; axis < 3 && value != 0.0; axis++) {
                    value *= power(basis->lattice[n][axis + 1] / (double)RS_DG_ORDER, exponents(basis, k)[axis] - (axis == along ? 1u : 0u));
                }
                other[n * N + k] = value;
            }
        }
        multiply(basis->derivative[along][0], other, coefficient, N);
    }
    for (uint32_t k = 0; k < N; k++) {
        for (uint32_t l = 0; l < N; l++) {
            const uint8_t *a = exponents(basis, k), *b = exponents(basis, l);
            other[k * N + l] = integral(a[0] + b[0], a[1] + b[1], a[2] + b[2], false);
        }
    }
    mass_of(mass, coefficient, other, work, N);
    invert(mass, work, N);
    make_lift(basis, mass, coefficient);
    free(matrix);
    return true;
}

/* ---- elements ------------------------------------------------------------------------------------------------------ */

static double cross(const double *a, const double *b, uint32_t axis)
{
    return a[(axis + 1) % 3] * b[(axis + 2) % 3] - a[(axis + 2) % 3] * b[(axis + 1) % 3];
}

/* Cube's corner 0 to its opposite one along the three axes in one of six orders. */
static void place_vertices(rs_dg_element *element, uint32_t number)
{
    static const uint8_t order[CUBE_ELEMENTS][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const uint32_t cube = number / CUBE_ELEMENTS;
    const uint32_t corner[3] = {cube % CUBES_A_SIDE, cube / CUBES_A_SIDE % CUBES_A_SIDE, cube / CUBES_A_SIDE / CUBES_A_SIDE};
    for (uint32_t axis = 0; axis < 3; axis++) {
        element->vertex[0][axis] = (int32_t)corner[axis];
    }
    for (uint32_t v = 1; v < 4; v++) {
        memcpy(element->vertex[v], element->vertex[v - 1], sizeof element->vertex[v]);
        element->vertex[v][order[number % CUBE_ELEMENTS][v - 1]]++;
    }
}

static void measure(rs_dg_element *element)
{
    double edge[3][3];
    for (uint32_t v = 0; v < 3; v++) {
        for (uint32_t axis = 0; axis < 3; axis++) {
            edge[v][axis] = element->vertex[v + 1][axis] - element->vertex[0][axis];
        }
    }
    double volume = 0.0;
    for (uint32_t axis = 0; axis < 3; axis++) {
        volume += edge[0][axis] * cross(edge[1], edge[2], axis);
    }
    for (uint32_t v = 0; v < 3; v++) {
        for (uint32_t axis = 0; axis < 3; axis++) {
            element->gradient[v][axis] = cross(edge[(v + 1) % 3], edge[(v + 2) % 3], axis) / volume;
        }
    }
    for (uint32_t face = 0; face < RS_DG_FACES; face++) {
        double length = 0.0;
        for (uint32_t axis = 0; axis < 3; axis++) {
            const double *of = &element->gradient[0][axis];
            element->normal[face][axis] = face == 0 ? of[0] + of[3] + of[6] : -element->gradient[face - 1][axis];
            length += element->normal[face][axis] * element->normal[face][axis];
        }
        element->scale[face] = sqrt(length);
        for (uint32_t axis = 0; axis < 3; axis++) {
            element->normal[face][axis] /= element->scale[face];
        }
    }
}

/* 6 times its place, exactly. */
static void place_of(const rs_dg_basis *basis, const rs_dg_element *element, uint32_t node, int32_t place[3])
{
    for (uint32_t axis = 0; axis < 3; axis++) {
        place[axis] = 0;
        for (uint32_t v = 0; v < 4; v++) {
            place[axis] += basis->lattice[node][v] * element->vertex[v][axis];
        }
    }
}

void rs_dg_place(const rs_dg_basis *basis, const rs_dg_element *element, uint32_t node, double place[3])
{
    int32_t exact[3];
    place_of(basis, element, node, exact);
    for (uint32_t axis = 0; axis < 3; axis++) {
        place[axis] = exact[axis] / (double)RS_DG_ORDER;
    }
}

/* The node of that element at a place; RS_DG_NODES: none. */
static uint32_t node_at(const rs_dg_basis *basis, const rs_dg_element *element, const int32_t place[3])
{
    for (uint32_t n = 0; n < RS_DG_NODES; n++) {
        int32_t there[3];
        place_of(basis, element, n, there);
        if (memcmp(there, place, sizeof there) == 0) {
            return n;
        }
    }
    return RS_DG_NODES;
}

static bool has_vertex(const rs_dg_element *element, const int32_t *vertex)
{
    bool found = false;
    for (uint32_t v = 0; v < 4; v++) {
        found = found || memcmp(element->vertex[v], vertex, sizeof element->vertex[v]) == 0;
    }
    return found;
}

/* The element that has all vertices of the face; its own number: none. */
static uint32_t behind(const rs_dg_element *element, uint32_t elements, uint32_t own, uint32_t face)
{
    for (uint32_t other = 0; other < elements; other++) {
        bool all = other != own;
        for (uint32_t v = 0; v < 4; v++) {
            all = all && (v == face || has_vertex(&element[other], element[own].vertex[v]));
        }
        if (all) {
            return other;
        }
    }
    return own;
}

void rs_dg_mesh_make(const rs_dg_basis *basis, rs_dg_element *element, uint32_t elements)
{
    for (uint32_t e = 0; e < elements; e++) {
        place_vertices(&element[e], e);
        measure(&element[e]);
    }
    for (uint32_t e = 0; e < elements; e++) {
        for (uint32_t face = 0; face < RS_DG_FACES; face++) {
            const uint32_t other = behind(element, elements, e, face);
            element[e].rim[face] = other == e;
            for (uint32_t m = 0; m < RS_DG_FACE_NODES; m++) {
                int32_t place[3];
                place_of(basis, &element[e], basis->face_node[face][m], place);
                element[e].neighbour[face * RS_DG_FACE_NODES + m] = other * RS_DG_NODES + node_at(basis, &element[other], place);
            }
        }
    }
}
