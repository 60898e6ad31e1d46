/* dg: one step in time of Maxwell's equations by the discontinuous Galerkin method (gpuDG; THESIS 5.2, table 2.1): 268 tetrahedra of 84 nodes
 * with six fields, Hx Hy Hz Ex Ey Ez, mirrors all around. Five stages of three launches:
 *   volume   268 CTAs of 84 threads, a thread a node: fields into the scratchpad, derivatives by products with the basis' three
 *            matrices (texture), curls
 *   surface  268 of 112, a thread a node of a face: fields on both sides, gathered; what flows through into the scratchpad; then 84
 *            threads add its products with the lift matrix (texture)
 *   update   603 of 256, a thread a field of a node, padding included: low-storage Runge-Kutta of order 4 (Carpenter and Kennedy)
 * Fields of an element are 6 x 96 words. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "workload/dg_mesh.h"
#include "workload/kernel_math.h"

enum { ELEMENTS = 268, STAGES = 5, NODES = RS_DG_NODES, SURFACE_NODES = RS_DG_SURFACE, PADDED = 96, FIELDS = 6, PITCH = FIELDS * PADDED };
enum { FACTORS = 9, UNROLL = 4, UPDATE_WARPS = 8, VOLUME_WARPS = 3, SURFACE_WARPS = 4, LIFT_ROWS = SURFACE_NODES / UNROLL };
enum { FIELD, RIGHT, KEPT, DERIVATIVE, LIFT, GEOMETRY, FACE, INPUT }; /* arrays; INPUT: the host's copy of FIELD */
enum { OWN, BEHIND, SCALE, MIRROR, NORMAL, FACE_WORDS = NORMAL + 3 }; /* of a face's node; words of FIELD, then floats */
enum { STAGE };                                                       /* sizes */

static const float step = 0.01f;
static const double keep[STAGES] = {0.0, -567301805773.0 / 1357537059087.0, -2404267990393.0 / 2016746695238.0,
                                    -3550918686646.0 / 2091501179385.0, -1275806237668.0 / 842570457699.0};
static const double take[STAGES] = {1432997174477.0 / 9575080441755.0, 5161836677717.0 / 13612068292357.0,
                                    1720146321549.0 / 2090206949498.0, 3134564353537.0 / 4481467310338.0,
                                    2277821191437.0 / 14882151754819.0};

static uint32_t elements(const rs_kernel_run *run)
{
    return ELEMENTS / run->options.shrink;
}

/* ---- host ---------------------------------------------------------------------------------------------------------- */

static void lay_out_basis(rs_kernel_run *run, const rs_dg_basis *basis)
{
    for (uint32_t m = 0; m < SURFACE_NODES; m++) {
        for (uint32_t n = 0; n < NODES; n++) {
            for (uint32_t along = 0; along < 3 && m < NODES; along++) {
                rs_host_set_float(&run->machine, run->array[DERIVATIVE], (m * PADDED + n) * 4 + along, (float)basis->derivative[along][n][m]);
            }
            rs_host_set_float(&run->machine, run->array[LIFT], (m / UNROLL * PADDED + n) * UNROLL + m % UNROLL, (float)basis->lift[n][m]);
        }
    }
}

static uint32_t word_of(uint32_t node) /* of all elements: its first field */
{
    return node / NODES * PITCH + node % NODES;
}

static void lay_out_element(rs_kernel_run *run, const rs_dg_basis *basis, const rs_dg_element *element, uint32_t e)
{
    uint32_t *face_words = rs_host(&run->machine, run->array[FACE]) + (size_t)e * FACE_WORDS * SURFACE_NODES;
    for (uint32_t factor = 0; factor < FACTORS; factor++) {
        rs_host_set_float(&run->machine, run->array[GEOMETRY], e * FACTORS + factor, (float)element->gradient[factor / 3][factor % 3]);
    }
    for (uint32_t m = 0; m < SURFACE_NODES; m++) {
        const uint32_t face = m / RS_DG_FACE_NODES;
        const double *normal = element->normal[face];
        const float number[] = {(float)(0.5 * element->scale[face]), element->rim[face] ? -1.0f : 1.0f,
                                (float)normal[0], (float)normal[1], (float)normal[2]};
        face_words[OWN * SURFACE_NODES + m] = word_of(e * NODES + basis->face_node[face][m % RS_DG_FACE_NODES]);
        face_words[BEHIND * SURFACE_NODES + m] = word_of(element->neighbour[m]);
        for (uint32_t k = SCALE; k < FACE_WORDS; k++) {
            memcpy(&face_words[k * SURFACE_NODES + m], &number[k - SCALE], sizeof *face_words);
        }
    }
    for (uint32_t n = 0; n < NODES; n++) {
        double place[3];
        rs_dg_place(basis, element, n, place);
        for (uint32_t field = 0; field < FIELDS; field++) {
            const double value = sin(0.7 * place[field % 3] + 0.4 * field) * cos(0.9 * place[(field + 1) % 3]);
            rs_host_set_float(&run->machine, run->array[FIELD], e * PITCH + field * PADDED + n, (float)value);
        }
    }
}

static bool prepare(rs_kernel_run *run, rs_error *error)
{
    const uint32_t count = elements(run);
    const uint32_t words[] = {count * PITCH, count * PITCH, count * PITCH, NODES * PADDED * 4, LIFT_ROWS * PADDED * UNROLL, count * FACTORS,
                              count * FACE_WORDS * SURFACE_NODES, count * PITCH};
    rs_dg_basis *basis = (rs_dg_basis *)malloc(sizeof *basis);
    rs_dg_element *element = (rs_dg_element *)malloc(count * sizeof *element);
    const bool good = basis != NULL && element != NULL && rs_dg_basis_make(basis);
    for (uint32_t array = FIELD; array <= INPUT; array++) {
        run->array[array] = rs_warp_machine_array(&run->machine, words[array]);
    }
    if (good) {
        rs_dg_mesh_make(basis, element, count);
        lay_out_basis(run, basis);
        for (uint32_t e = 0; e < count; e++) {
            lay_out_element(run, basis, &element[e], e);
        }
        memcpy(rs_host(&run->machine, run->array[INPUT]), rs_host(&run->machine, run->array[FIELD]), (size_t)count * PITCH * sizeof(uint32_t));
    } else {
        rs_error_memory(error, "dg: found no memory left, expected room for the elements");
    }
    free(basis);
    free(element);
    return good;
}

/* ---- volume -------------------------------------------------------------------------------------------------------- */

typedef struct node_warp {
    rs_warp warp;
    rs_reg thread;
} node_warp;

static uint32_t lanes_below(uint32_t threads, uint32_t warp)
{
    const uint32_t left = threads > warp * RS_WARP_LANES ? threads - warp * RS_WARP_LANES : 0;
    return left >= RS_WARP_LANES ? UINT32_MAX : (1u << left) - 1;
}

static void begin(node_warp *own, rs_cta *cta, uint32_t number, uint32_t threads)
{
    own->warp = rs_warp_begin(cta, number);
    own->warp.active = lanes_below(threads, number);
    own->thread = rs_do_thread(&own->warp);
}

static void bring_fields(node_warp *own, const rs_kernel_run *run)
{
    rs_warp *warp = &own->warp;
    rs_pointer to;
    rs_reg word[FIELDS];
    const rs_pointer from = rs_do_point_in_cta(&own->warp, run->array[FIELD], PITCH, own->thread);
    rs_kernel_load_known(warp, false, word, FIELDS, &from, 0, PADDED);
    rs_point_scratchpad(warp, &to, &own->thread);
    rs_kernel_store_known(warp, false, &to, PADDED, word, FIELDS);
    const uint32_t active = warp->active;
    warp->active = rs_do_if(warp, RS_LESS, own->thread, rs_constant(FACTORS));
    if (warp->active != 0) {
        const rs_pointer factors = rs_do_point_in_cta(&own->warp, run->array[GEOMETRY], FACTORS, own->thread);
        rs_load(warp, &word[0], &factors, 0);
        rs_store(warp, &to, PITCH, &word[0]);
    }
    warp->active = active;
    rs_barrier(warp);
}

/* d[field][along]: sums over the element's nodes. */
static void derive(node_warp *own, const rs_kernel_run *run, rs_reg d[FIELDS][3])
{
    const rs_pointer matrix = rs_window(RS_SPACE_TEXTURE, run->array[DERIVATIVE]);
    const rs_reg zero = rs_constant(0), end = rs_constant(NODES), two = rs_constant(2), round = rs_constant(UNROLL * PADDED * 4);
    rs_warp *warp = &own->warp;
    rs_pointer at = matrix, from;
    rs_reg m = zero;
    const rs_reg place = rs_do(warp, RS_SHIFT_LEFT, own->thread, two);
    rs_point(warp, &at, &matrix, &place);
    for (uint32_t k = 0; k < FIELDS * 3; k++) {
        d[k / 3][k % 3] = zero;
        rs_do_move(warp, &d[k / 3][k % 3], zero);
    }
    rs_do_move(warp, &m, zero);
    for (uint32_t going = UINT32_MAX; going != 0;) {
        rs_point_scratchpad(warp, &from, &m);
        for (int32_t u = 0; u < UNROLL; u++) {
            rs_reg factor[3], value[FIELDS];
            rs_kernel_load_known(warp, false, factor, 3, &at, u * PADDED * 4, 1);
            rs_kernel_load_known(warp, false, value, FIELDS, &from, u, PADDED);
            for (uint32_t k = 0; k < FIELDS * 3; k++) {
                rs_alu(warp, RS_FMA, &d[k / 3][k % 3], &factor[k % 3], &value[k / 3], &d[k / 3][k % 3]);
            }
        }
        rs_point(warp, &at, &at, &round);
        going = rs_kernel_again(warp, &m, UNROLL, &end);
    }
}

/* Derivative of a field by x, y or z. */
static rs_reg along_axis(rs_warp *warp, const rs_reg factor[FACTORS], const rs_reg d[3], uint32_t axis)
{
    const rs_reg first = rs_do(warp, RS_FMUL, factor[axis], d[0]);
    return rs_do_fma(warp, factor[6 + axis], d[2], rs_do_fma(warp, factor[3 + axis], d[1], first));
}

static void write_curls(node_warp *own, const rs_kernel_run *run, rs_reg d[FIELDS][3])
{
    const rs_pointer start = {{0}, 0, RS_SPACE_SCRATCHPAD};
    rs_warp *warp = &own->warp;
    rs_reg factor[FACTORS], curl[FIELDS];
    rs_kernel_load_known(warp, false, factor, FACTORS, &start, PITCH, 1);
    for (uint32_t field = 0; field < FIELDS; field++) { /* H: - curl E; E: curl H */
        const uint32_t other = field < 3 ? 3 : 0, a = (field + 1) % 3, b = (field + 2) % 3;
        const rs_reg ba = along_axis(warp, factor, d[other + b], a), ab = along_axis(warp, factor, d[other + a], b);
        curl[field] = field < 3 ? rs_do(warp, RS_FSUB, ab, ba) : rs_do(warp, RS_FSUB, ba, ab);
    }
    const rs_pointer to = rs_do_point_in_cta(&own->warp, run->array[RIGHT], PITCH, own->thread);
    rs_kernel_store_known(warp, false, &to, PADDED, curl, FIELDS);
}

static void volume(rs_cta *cta, const rs_kernel_run *run)
{
    node_warp of[VOLUME_WARPS];
    for (uint32_t w = 0; w < VOLUME_WARPS; w++) {
        begin(&of[w], cta, w, NODES);
        bring_fields(&of[w], run);
    }
    for (uint32_t w = 0; w < VOLUME_WARPS; w++) {
        rs_reg d[FIELDS][3];
        derive(&of[w], run, d);
        write_curls(&of[w], run, d);
    }
}

/* ---- surface ------------------------------------------------------------------------------------------------------- */

/* scale * (behind - own), of E with the mirror's sign. */
static void jump_of_fields(node_warp *own, const rs_kernel_run *run, const rs_reg word[FACE_WORDS], rs_reg jump[FIELDS])
{
    const rs_pointer fields = rs_parameter(run->array[FIELD]);
    rs_warp *warp = &own->warp;
    rs_pointer side[2] = {fields, fields};
    rs_reg there[FIELDS], here[FIELDS];
    rs_point(warp, &side[0], &fields, &word[OWN]);
    rs_point(warp, &side[1], &fields, &word[BEHIND]);
    rs_kernel_load_known(warp, false, here, FIELDS, &side[0], 0, PADDED);
    rs_kernel_load_known(warp, false, there, FIELDS, &side[1], 0, PADDED);
    for (uint32_t field = 0; field < FIELDS; field++) {
        const rs_reg seen = field < 3 ? there[field] : rs_do(warp, RS_FMUL, word[MIRROR], there[field]);
        jump[field] = rs_do(warp, RS_FMUL, word[SCALE], rs_do(warp, RS_FSUB, seen, here[field]));
    }
}

static void flow(node_warp *own, const rs_kernel_run *run)
{
    rs_warp *warp = &own->warp;
    rs_reg word[FACE_WORDS], jump[FIELDS], flux[FIELDS], across[2];
    rs_pointer to;
    const rs_pointer from = rs_do_point_in_cta(&own->warp, run->array[FACE], FACE_WORDS * SURFACE_NODES, own->thread);
    rs_kernel_load_known(warp, false, word, FACE_WORDS, &from, 0, SURFACE_NODES);
    jump_of_fields(own, run, word, jump);
    for (uint32_t of = 0; of < 2; of++) { /* normal part of the jump: H, E */
        const rs_reg *part = &jump[3 * of];
        across[of] = rs_do(warp, RS_FMUL, word[NORMAL], part[0]);
        across[of] = rs_do_fma(warp, word[NORMAL + 2], part[2], rs_do_fma(warp, word[NORMAL + 1], part[1], across[of]));
    }
    for (uint32_t field = 0; field < FIELDS; field++) { /* H: - n x E, E: n x H, and the tangential jump of its own */
        const uint32_t axis = field % 3, other = field < 3 ? 3 : 0, a = (axis + 1) % 3, b = (axis + 2) % 3;
        const rs_reg first = rs_do(warp, RS_FMUL, word[NORMAL + (field < 3 ? b : a)], jump[other + (field < 3 ? a : b)]);
        const rs_reg second = rs_do(warp, RS_FMUL, word[NORMAL + (field < 3 ? a : b)], jump[other + (field < 3 ? b : a)]);
        const rs_reg turned = rs_do(warp, RS_FADD, rs_do(warp, RS_FSUB, first, second), jump[field]);
        flux[field] = rs_do(warp, RS_FSUB, turned, rs_do(warp, RS_FMUL, across[field / 3], word[NORMAL + axis]));
    }
    rs_point_scratchpad(warp, &to, &own->thread);
    rs_kernel_store_known(warp, false, &to, SURFACE_NODES, flux, FIELDS);
    rs_barrier(warp);
}

static void lift(node_warp *own, const rs_kernel_run *run)
{
    const rs_pointer matrix = rs_window(RS_SPACE_TEXTURE, run->array[LIFT]);
    const rs_reg zero = rs_constant(0), end = rs_constant(SURFACE_NODES), two = rs_constant(2), round = rs_constant(PADDED * UNROLL);
    rs_warp *warp = &own->warp;
    rs_pointer at = matrix, from;
    rs_reg m = zero, sum[FIELDS], before[FIELDS];
    const rs_reg place = rs_do(warp, RS_SHIFT_LEFT, own->thread, two);
    rs_point(warp, &at, &matrix, &place);
    for (uint32_t field = 0; field < FIELDS; field++) {
        sum[field] = zero;
        rs_do_move(warp, &sum[field], zero);
    }
    rs_do_move(warp, &m, zero);
    for (uint32_t going = UINT32_MAX; going != 0;) {
        rs_reg factor[UNROLL];
        rs_kernel_load_known(warp, false, factor, UNROLL, &at, 0, 1);
        rs_point_scratchpad(warp, &from, &m);
        for (int32_t u = 0; u < UNROLL; u++) {
            rs_reg flux[FIELDS];
            rs_kernel_load_known(warp, false, flux, FIELDS, &from, u, SURFACE_NODES);
            for (uint32_t field = 0; field < FIELDS; field++) {
                rs_alu(warp, RS_FMA, &sum[field], &factor[u], &flux[field], &sum[field]);
            }
        }
        rs_point(warp, &at, &at, &round);
        going = rs_kernel_again(warp, &m, UNROLL, &end);
    }
    const rs_pointer to = rs_do_point_in_cta(&own->warp, run->array[RIGHT], PITCH, own->thread);
    rs_kernel_load_known(warp, false, before, FIELDS, &to, 0, PADDED);
    for (uint32_t field = 0; field < FIELDS; field++) {
        sum[field] = rs_do(warp, RS_FADD, before[field], sum[field]);
    }
    rs_kernel_store_known(warp, false, &to, PADDED, sum, FIELDS);
}

static void surface(rs_cta *cta, const rs_kernel_run *run)
{
    node_warp of[SURFACE_WARPS];
    for (uint32_t w = 0; w < SURFACE_WARPS; w++) {
        begin(&of[w], cta, w, SURFACE_NODES);
        flow(&of[w], run);
    }
    for (uint32_t w = 0; w < SURFACE_WARPS; w++) {
        of[w].warp.active = rs_do_if(&of[w].warp, RS_LESS, of[w].thread, rs_constant(NODES));
        if (of[w].warp.active != 0) {
            lift(&of[w], run);
        }
    }
}

/* ---- update -------------------------------------------------------------------------------------------------------- */

static void update(rs_warp *warp, const rs_kernel_run *run)
{
    const rs_pointer fields = rs_parameter(run->array[FIELD]), rights = rs_parameter(run->array[RIGHT]), kept = rs_parameter(run->array[KEPT]);
    const rs_reg by_keep = rs_float_constant((float)keep[run->size[STAGE]]), by_take = rs_float_constant((float)take[run->size[STAGE]]);
    rs_reg i;
    rs_thread_id(warp, &i);
    warp->active = rs_do_if(warp, RS_LESS, i, rs_constant(elements(run) * PITCH));
    if (warp->active == 0) {
        return;
    }
    const rs_reg right = rs_do_load(warp, &rights, i, 0), before = rs_do_load(warp, &kept, i, 0), field = rs_do_load(warp, &fields, i, 0);
    const rs_reg now = rs_do_fma(warp, rs_float_constant(step), right, rs_do(warp, RS_FMUL, by_keep, before));
    rs_do_store(warp, &kept, i, 0, now);
    rs_do_store(warp, &fields, i, 0, rs_do_fma(warp, by_take, now, field));
}

static bool launch(rs_kernel_run *run, uint32_t n, rs_launch *next)
{
    enum { VOLUME, ON_SURFACE, UPDATE, LAUNCHES };
    const uint32_t part = n % LAUNCHES, threads = UPDATE_WARPS * RS_WARP_LANES;
    run->size[STAGE] = n / LAUNCHES;
    next->run = part == VOLUME ? volume : part == ON_SURFACE ? surface : NULL;
    next->run_warp = part == UPDATE ? update : NULL;
    next->ctas = part == UPDATE ? (elements(run) * PITCH + threads - 1) / threads : elements(run);
    next->cta_warps = part == VOLUME ? VOLUME_WARPS : part == ON_SURFACE ? SURFACE_WARPS : UPDATE_WARPS;
    next->scratchpad_words = part == VOLUME ? PITCH + FACTORS : part == ON_SURFACE ? FIELDS * SURFACE_NODES : 0;
    next->registers = part == VOLUME ? 40 : 32;
    return run->size[STAGE] < STAGES;
}

/* ---- reference ----------------------------------------------------------------------------------------------------- */

typedef struct solver {
    uint32_t elements;
    const float *derivative, *lift, *geometry; /* as laid out */
    const uint32_t *face;
    float *field, *right, *kept;
} solver;

static float at_face(const solver *s, uint32_t e, uint32_t word, uint32_t m)
{
    float value;
    memcpy(&value, &s->face[(e * FACE_WORDS + word) * SURFACE_NODES + m], sizeof value);
    return value;
}

static float reference_derivative(const solver *s, uint32_t e, uint32_t field, uint32_t n, uint32_t axis)
{
    const float *factor = &s->geometry[e * FACTORS];
    float d[3] = {0.0f, 0.0f, 0.0f};
    for (uint32_t m = 0; m < NODES; m++) {
        for (uint32_t along = 0; along < 3; along++) {
            d[along] = fmaf(s->derivative[(m * PADDED + n) * 4 + along], s->field[e * PITCH + field * PADDED + m], d[along]);
        }
    }
    return fmaf(factor[6 + axis], d[2], fmaf(factor[3 + axis], d[1], factor[axis] * d[0]));
}

static void reference_volume(const solver *s, uint32_t e)
{
    for (uint32_t n = 0; n < NODES; n++) {
        for (uint32_t field = 0; field < FIELDS; field++) {
            const uint32_t other = field < 3 ? 3 : 0, a = (field + 1) % 3, b = (field + 2) % 3;
            const float ba = reference_derivative(s, e, other + b, n, a), ab = reference_derivative(s, e, other + a, n, b);
            s->right[e * PITCH + field * PADDED + n] = field < 3 ? ab - ba : ba - ab;
        }
    }
}

/* Through a node of a face. */
static void reference_flux(const solver *s, uint32_t e, uint32_t m, float flux[FIELDS])
{
    const uint32_t own = s->face[(e * FACE_WORDS + OWN) * SURFACE_NODES + m], behind = s->face[(e * FACE_WORDS + BEHIND) * SURFACE_NODES + m];
    const float n[3] = {at_face(s, e, NORMAL, m), at_face(s, e, NORMAL + 1, m), at_face(s, e, NORMAL + 2, m)};
    float jump[FIELDS];
    for (uint32_t field = 0; field < FIELDS; field++) {
        const float there = s->field[behind + field * PADDED], seen = field < 3 ? there : at_face(s, e, MIRROR, m) * there;
        jump[field] = at_face(s, e, SCALE, m) * (seen - s->field[own + field * PADDED]);
    }
    for (uint32_t axis = 0; axis < 3; axis++) {
        const uint32_t a = (axis + 1) % 3, b = (axis + 2) % 3;
        const float across_h = fmaf(n[2], jump[2], fmaf(n[1], jump[1], n[0] * jump[0]));
        const float across_e = fmaf(n[2], jump[5], fmaf(n[1], jump[4], n[0] * jump[3]));
        const float h[2] = {n[b] * jump[3 + a], n[a] * jump[3 + b]}, electric[2] = {n[a] * jump[b], n[b] * jump[a]};
        const float normal_h = across_h * n[axis], normal_e = across_e * n[axis];
        flux[axis] = h[0] - h[1] + jump[axis] - normal_h;
        flux[3 + axis] = electric[0] - electric[1] + jump[3 + axis] - normal_e;
    }
}

static void reference_surface(const solver *s, uint32_t e)
{
    float flux[SURFACE_NODES][FIELDS];
    for (uint32_t m = 0; m < SURFACE_NODES; m++) {
        reference_flux(s, e, m, flux[m]);
    }
    for (uint32_t n = 0; n < NODES; n++) {
        for (uint32_t field = 0; field < FIELDS; field++) {
            float sum = 0.0f;
            for (uint32_t m = 0; m < SURFACE_NODES; m++) {
                sum = fmaf(s->lift[(m / UNROLL * PADDED + n) * UNROLL + m % UNROLL], flux[m][field], sum);
            }
            s->right[e * PITCH + field * PADDED + n] += sum;
        }
    }
}

static void reference_step(const solver *s)
{
    for (uint32_t stage = 0; stage < STAGES; stage++) {
        for (uint32_t e = 0; e < s->elements; e++) {
            reference_volume(s, e);
            reference_surface(s, e);
        }
        for (uint32_t i = 0; i < s->elements * PITCH; i++) {
            const float before = (float)keep[stage] * s->kept[i];
            s->kept[i] = fmaf(step, s->right[i], before);
            s->field[i] = fmaf((float)take[stage], s->kept[i], s->field[i]);
        }
    }
}

static const float *floats(rs_kernel_run *run, uint32_t array)
{
    return (const float *)(const void *)rs_host(&run->machine, run->array[array]);
}

static bool check(rs_kernel_run *run, rs_error *error)
{
    const uint32_t words = elements(run) * PITCH;
    float *room = (float *)calloc(3 * (size_t)words, sizeof *room);
    const solver s = {elements(run), floats(run, DERIVATIVE), floats(run, LIFT), floats(run, GEOMETRY),
                      rs_host(&run->machine, run->array[FACE]), room, room + words, room + 2 * (size_t)words};
    if (room == NULL) {
        rs_error_memory(error, "dg: found no memory left, expected room for the reference");
        return false;
    }
    memcpy(s.field, floats(run, INPUT), words * sizeof *room);
    reference_step(&s);
    const bool good = rs_kernel_same(run, "field", run->array[FIELD], (const uint32_t *)(const void *)s.field, words, error);
    free(room);
    return good;
}

const rs_kernel rs_kernel_dg = {"dg", "268 tetrahedra", false, true, false, false, prepare, launch, check};
