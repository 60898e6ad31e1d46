/* The elements and matrices that kernel dg solves on (workload/dg_mesh.h), against polynomials of order 6, of which all are exact. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "workload/dg_mesh.h"

enum { N = RS_DG_NODES, F = RS_DG_FACE_NODES, ORDER = RS_DG_ORDER, ELEMENTS = 268 };

typedef struct state {
    rs_dg_basis basis;
    rs_dg_element element[ELEMENTS];
} state;

static int set_up(void **given)
{
    state *s = (state *)malloc(sizeof *s);
    *given = s;
    if (s == NULL || !rs_dg_basis_make(&s->basis)) {
        return 1;
    }
    rs_dg_mesh_make(&s->basis, s->element, ELEMENTS);
    return 0;
}

static int tear_down(void **given)
{
    free(*given);
    return 0;
}

/* r^a s^b t^c at a node; 0 if an exponent is below 0. */
static double monomial(const rs_dg_basis *basis, uint32_t node, const int *exponent)
{
    double value = 1.0;
    for (int axis = 0; axis < 3; axis++) {
        const double at = basis->lattice[node][axis + 1] / (double)ORDER;
        value = exponent[axis] < 0 ? 0.0 : value * pow(at, exponent[axis]);
    }
    return value;
}

/* The next of all exponents with a sum up to 6. */
static bool next(int *exponent)
{
    for (int axis = 0; axis < 3; axis++) {
        exponent[axis]++;
        if (exponent[0] + exponent[1] + exponent[2] <= ORDER) {
            return true;
        }
        exponent[axis] = 0;
    }
    return false;
}

static void test_derivatives(void **given)
{
    const rs_dg_basis *basis = &((state *)*given)->basis;
    int exponent[3] = {0, 0, 0};
    uint32_t count = 0;
    do {
        for (int along = 0; along < 3; along++) {
            int less[3] = {exponent[0], exponent[1], exponent[2]};
            less[along]--;
            for (uint32_t n = 0; n < N; n++) {
                double sum = 0.0;
                for (uint32_t m = 0; m < N; m++) {
                    sum += basis->derivative[along][n][m] * monomial(basis, m, exponent);
                }
                assert_true(fabs(sum - exponent[along] * monomial(basis, n, less)) < 1e-9);
            }
        }
        count++;
    } while (next(exponent));
    assert_int_equal(count, N);
}

static double factorial(int n)
{
    return n < 2 ? 1.0 : n * factorial(n - 1);
}

/* Of r^a s^b t^c over the reference element; axes 2: of r^a s^b over its face. */
static double integral(const int *a, const int *b, int axes)
{
    double product = 1.0;
    int sum = axes;
    for (int axis = 0; axis < axes; axis++) {
        product *= factorial(a[axis] + b[axis]);
        sum += a[axis] + b[axis];
    }
    return product / factorial(sum);
}

/* value = coefficients of the monomials, in the order of next(), of the polynomial with these values at the nodes. */
static void solve(const rs_dg_basis *basis, double *value)
{
    static double matrix[N][N + 1];
    int exponent[3] = {0, 0, 0};
    uint32_t k = 0;
    do {
        for (uint32_t n = 0; n < N; n++) {
            matrix[n][k] = monomial(basis, n, exponent);
        }
        k++;
    } while (next(exponent));
    for (uint32_t n = 0; n < N; n++) {
        matrix[n][N] = value[n];
    }
    for (uint32_t column = 0; column < N; column++) {
        uint32_t best = column;
        for (uint32_t row = column; row < N; row++) {
            best = fabs(matrix[row][column]) > fabs(matrix[best][column]) ? row : best;
        }
        for (uint32_t j = 0; j <= N; j++) {
            const double kept = matrix[best][j];
            matrix[best][j] = matrix[column][j];
            matrix[column][j] = kept;
        }
        for (uint32_t row = 0; row < N; row++) {
            const double times = matrix[row][column] / matrix[column][column];
            for (uint32_t j = column; row != column && j <= N; j++) {
                matrix[row][j] -= times * matrix[column][j];
            }
        }
    }
    for (uint32_t n = 0; n < N; n++) {
        value[n] = matrix[n][N] / matrix[n][n];
    }
}

/* What the lift makes of a polynomial flux on a face has, weighed with any polynomial and integrated over the element, what the flux
 * has on the face. On the faces along the axes (1: r = 0 and so on) the integrals are those of two axes; the slanted one is taken
 * with polynomials of s and t alone. */
static void test_lift(void **given)
{
    const rs_dg_basis *basis = &((state *)*given)->basis;
    static const int flux[][3] = {{0, 0, 0}, {0, 2, 1}, {3, 0, 2}, {1, 5, 0}, {0, 1, 4}};
    for (uint32_t face = 0; face < RS_DG_FACES; face++) {
        for (uint32_t k = 0; k < sizeof flux / sizeof *flux; k++) {
            double lifted[N];
            int weight[3] = {0, 0, 0};
            uint32_t number = 0;
            for (uint32_t n = 0; n < N; n++) {
                lifted[n] = 0.0;
                for (uint32_t m = 0; m < F; m++) {
                    lifted[n] += basis->lift[n][face * F + m] * monomial(basis, basis->face_node[face][m], flux[k]);
                }
            }
            solve(basis, lifted);
            do {
                const uint32_t gone = face == 0 ? 0 : face - 1, first = gone == 0 ? 1 : 0, second = gone == 2 ? 1 : 2;
                const int of_flux[2] = {flux[k][first], flux[k][second]}, of_weight[2] = {weight[first], weight[second]};
                const double on_face = face != 0 && flux[k][gone] + weight[gone] != 0 ? 0.0 : integral(of_flux, of_weight, 2);
                double inside = 0.0;
                int other[3] = {0, 0, 0};
                uint32_t term = 0;
                do {
                    inside += lifted[term++] * integral(other, weight, 3);
                } while (next(other));
                if (face != 0 || flux[k][0] + weight[0] == 0) {
                    assert_true(fabs(inside - on_face) < 1e-9);
                    number++;
                }
            } while (next(weight));
            assert_true(number > F - 1 || (face == 0 && flux[k][0] != 0));
        }
    }
}

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Gradients against the edges; normals point away from the vertex opposite to the face, across its edges; areas against the
 * normals: those of a closed body add up to nothing. */
static void test_elements(void **given)
{
    const state *s = (const state *)*given;
    for (uint32_t e = 0; e < ELEMENTS; e++) {
        const rs_dg_element *element = &s->element[e];
        double sum[3] = {0.0, 0.0, 0.0};
        for (uint32_t v = 1; v < 4; v++) {
            double edge[3];
            for (int axis = 0; axis < 3; axis++) {
                edge[axis] = element->vertex[v][axis] - element->vertex[0][axis];
            }
            for (uint32_t along = 0; along < 3; along++) {
                assert_true(fabs(dot(element->gradient[along], edge) - (along == v - 1 ? 1.0 : 0.0)) < 1e-12);
            }
        }
        for (uint32_t face = 0; face < RS_DG_FACES; face++) {
            const uint32_t on = face == 0 ? 1 : 0;
            assert_true(fabs(dot(element->normal[face], element->normal[face]) - 1.0) < 1e-12);
            for (uint32_t v = 0; v < 4; v++) {
                double across[3];
                for (int axis = 0; axis < 3; axis++) {
                    across[axis] = element->vertex[v][axis] - element->vertex[on][axis];
                }
                assert_true(v == face ? dot(element->normal[face], across) < 0.0 : fabs(dot(element->normal[face], across)) < 1e-12);
            }
            for (int axis = 0; axis < 3; axis++) {
                sum[axis] += element->normal[face][axis] * element->scale[face];
            }
        }
        assert_true(fabs(sum[0]) + fabs(sum[1]) + fabs(sum[2]) < 1e-12);
    }
}

/* A face's node has the same place on both sides, and from behind it is seen again. Rims are the faces whose vertices no other element
 * has; they are seen as themselves. */
static void test_neighbours(void **given)
{
    const state *s = (const state *)*given;
    uint32_t rims = 0;
    for (uint32_t e = 0; e < ELEMENTS; e++) {
        for (uint32_t m = 0; m < RS_DG_SURFACE; m++) {
            const uint32_t own = s->basis.face_node[m / F][m % F], other = s->element[e].neighbour[m] / N, node = s->element[e].neighbour[m] % N;
            double here[3], there[3];
            uint32_t back = 0;
            assert_true(other < ELEMENTS);
            rs_dg_place(&s->basis, &s->element[e], own, here);
            rs_dg_place(&s->basis, &s->element[other], node, there);
            assert_memory_equal(here, there, sizeof here);
            assert_int_equal(s->element[e].rim[m / F], other == e);
            for (uint32_t b = 0; b < RS_DG_SURFACE; b++) {
                back += s->element[other].neighbour[b] == e * N + own && s->basis.face_node[b / F][b % F] == node;
            }
            assert_true(back >= 1);
        }
        for (uint32_t face = 0; face < RS_DG_FACES; face++) {
            rims += s->element[e].rim[face];
        }
    }
    uint32_t outside = 0;
    for (uint32_t e = 0; e < ELEMENTS; e++) {
        for (uint32_t face = 0; face < RS_DG_FACES; face++) {
            uint32_t shared = 0;
            for (uint32_t other = 0; other < ELEMENTS * RS_DG_FACES; other++) {
                uint32_t same = 0;
                for (uint32_t v = 0; v < 16; v++) {
                    same += v / 4 != face && v % 4 != other % 4
                            && memcmp(s->element[e].vertex[v / 4], s->element[other / 4].vertex[v % 4], sizeof s->element[e].vertex[0]) == 0;
                }
                shared += same == 3 && other / 4 != e;
            }
            assert_true(shared <= 1);
            outside += shared == 0;
        }
    }
    assert_int_equal(rims, outside);
    assert_true(rims > 0 && rims < ELEMENTS * RS_DG_FACES / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_derivatives), cmocka_unit_test(test_lift), cmocka_unit_test(test_elements),
                                       cmocka_unit_test(test_neighbours)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
