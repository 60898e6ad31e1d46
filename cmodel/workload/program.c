#include "workload/program.h"

#include <stdlib.h>

static const char out_of_memory[] = "found no memory left, expected a program that fits";

static void list_push(rs_program *program, rs_list *list, uint32_t value)
{
    if (list->count == list->capacity) {
        const uint32_t capacity = list->capacity == 0 ? 1024 : list->capacity + list->capacity / 2;
        uint32_t *grown = (uint32_t *)realloc(list->item, (size_t)capacity * sizeof *grown);
        if (grown == NULL) {
            program->trouble = out_of_memory;
            return;
        }
        list->item = grown;
        list->capacity = capacity;
    }
    list->item[list->count++] = value;
}

static void list_trim(rs_list *list)
{
    if (list->count == 0) {
        return;
    }
    uint32_t *less = (uint32_t *)realloc(list->item, (size_t)list->count * sizeof *less);
    if (less != NULL) {
        list->item = less;
        list->capacity = list->count;
    }
}

rs_program *rs_program_create(const rs_config *config, rs_error *error)
{
    if (config->sm_memory != 0 && config->map.address_bits > RS_PROGRAM_LANE_BITS) {
        rs_error_set(error, "program: found %u address bits with SM_MEMORY = 1, expected at most %d", config->map.address_bits,
                     RS_PROGRAM_LANE_BITS);
        return NULL;
    }
    rs_program *program = (rs_program *)calloc(1, sizeof *program);
    if (program == NULL) {
        rs_error_set(error, "%s", out_of_memory);
        return NULL;
    }
    program->cta_warps = config->cta_warps;
    program->address_bits = config->map.address_bits;
    program->lanes = config->sm_memory != 0;
    return program;
}

void rs_program_destroy(rs_program *program)
{
    if (program != NULL) {
        free(program->launch.item);
        free(program->warp.item);
        free(program->instruction.item);
        free(program->request.item);
        free(program->lane_mask.item);
        free(program->first_word.item);
        free(program->lane_word.item);
        free(program);
    }
}

bool rs_program_array(rs_program *program, const char *name, uint64_t elements, uint64_t *base, rs_error *error)
{
    const uint64_t space = UINT64_C(1) << program->address_bits;
    const uint64_t bytes = elements * RS_ELEMENT_BYTES;
    if (bytes > space || program->bytes > space - bytes) {
        rs_error_set(error, "array %s: found %llu bytes from address %llu on, expected to end within the %llu bytes of the address map",
                     name, (unsigned long long)bytes, (unsigned long long)program->bytes, (unsigned long long)space);
        return false;
    }
    *base = program->bytes;
    const uint64_t end = program->bytes + bytes;
    program->bytes = (end + RS_PROGRAM_ALIGNMENT - 1) / RS_PROGRAM_ALIGNMENT * RS_PROGRAM_ALIGNMENT;
    return true;
}

/* The launch's last CTA is filled up with empty warps. */
static void fill_cta(rs_program *program)
{
    while (program->trouble == NULL && program->warp.count % program->cta_warps != 0) {
        rs_program_warp(program);
    }
}

void rs_program_launch(rs_program *program)
{
    fill_cta(program);
    list_push(program, &program->launch, program->warp.count / program->cta_warps);
}

void rs_program_warp(rs_program *program)
{
    list_push(program, &program->warp, program->instruction.count);
}

static void add_instruction(rs_program *program, bool write, const uint64_t *line, uint32_t count)
{
    if (program->request.count > RS_PROGRAM_MAX_REQUESTS - count) {
        program->trouble = "found over 2^28 memory requests, expected a smaller input";
    }
    if (program->trouble != NULL) {
        return;
    }
    list_push(program, &program->instruction, program->request.count | (write ? RS_PROGRAM_WRITE : 0));
    for (uint32_t i = 0; i < count; i++) {
        list_push(program, &program->request, (uint32_t)line[i]);
    }
    *(write ? &program->write_requests : &program->read_requests) += count;
}

/* The lanes of the instruction added last. */
static void add_lanes(rs_program *program, const rs_warp_access *access)
{
    if (program->lane_word.count > UINT32_MAX / 2) {
        program->trouble = "found over 2^31 accesses of lanes, expected a smaller input";
    }
    if (!program->lanes || program->trouble != NULL) {
        return;
    }
    list_push(program, &program->lane_mask, access->active);
    list_push(program, &program->first_word, program->lane_word.count);
    for (uint32_t left = access->active; left != 0; left &= left - 1) {
        list_push(program, &program->lane_word, (uint32_t)(access->address[__builtin_ctz(left)] / RS_ELEMENT_BYTES));
    }
}

void rs_program_access(rs_program *program, bool write, uint64_t base, const uint32_t index[RS_WARP_LANES], uint32_t active)
{
    if (active == 0) {
        return;
    }
    rs_warp_access access;
    access.write = write;
    access.active = active;
    for (uint32_t lane = 0; lane < RS_WARP_LANES; lane++) {
        access.address[lane] = base + (uint64_t)index[lane] * RS_ELEMENT_BYTES;
    }
    uint64_t line[RS_WARP_LANES];
    const uint32_t count = rs_coalesce(&access, line);
    add_instruction(program, write, line, count);
    add_lanes(program, &access);
    program->lane_accesses += (uint64_t)__builtin_popcount(active);
}

void rs_program_instruction(rs_program *program, bool write, const uint64_t *line, uint32_t count)
{
    add_instruction(program, write, line, count);
    if (program->lanes) {
        rs_warp_access access;
        access.write = write;
        access.active = UINT32_MAX;
        for (uint32_t lane = 0; lane < RS_WARP_LANES; lane++) {
            access.address[lane] = (line[lane * count / RS_WARP_LANES] << RS_LINE_SHIFT) + lane % RS_LINE_WORDS * RS_ELEMENT_BYTES;
        }
        add_lanes(program, &access);
    }
}

bool rs_program_good(const rs_program *program)
{
    return program->trouble == NULL;
}

bool rs_program_finish(rs_program *program, rs_error *error)
{
    fill_cta(program);
    list_push(program, &program->launch, program->warp.count / program->cta_warps);
    list_push(program, &program->warp, program->instruction.count);
    list_push(program, &program->instruction, program->request.count);
    if (program->lanes) {
        list_push(program, &program->first_word, program->lane_word.count);
    }
    if (program->trouble != NULL) {
        rs_error_set(error, "%s", program->trouble);
        return false;
    }
    rs_list *const lists[] = {&program->launch,    &program->warp,       &program->instruction, &program->request,
                              &program->lane_mask, &program->first_word, &program->lane_word};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        list_trim(lists[i]);
    }
    return true;
}

uint64_t rs_program_footprint(const rs_program *program)
{
    const uint64_t items = (uint64_t)program->launch.capacity + program->warp.capacity +
                           program->instruction.capacity + program->request.capacity + program->lane_mask.capacity +
                           program->first_word.capacity + program->lane_word.capacity;
    return sizeof *program + items * sizeof(uint32_t);
}
