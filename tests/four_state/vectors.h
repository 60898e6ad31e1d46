/* Vectors for four_state_bench.v: the inputs of every cycle and what the outputs must be then, bit by bit.
 *
 * A cycle begins with vectors_begin(): every input bit is x, of no output bit anything is said. Then what is known is set, and
 * vectors_end() writes a line of FOLDER/vectors. After the last cycle vectors_close() writes FOLDER/ports.vh, the
 * declarations by which the bench knows the ports.
 * Honest stimulus: every output port is 1 somewhere, but for those of vectors_never().
 * What cannot be written, or is not honest, ends the program with status 2 and one line. */
#ifndef RS_VECTORS_H
#define RS_VECTORS_H

#include <stdbool.h>
#include <stdint.h>

enum { VECTORS_PORTS = 96 };

typedef struct vectors_port {
    const char *name;
    uint32_t width;
    bool input;
    bool was_1, never; /* some bit of it was to be 1; is not to be */
    char *bits; /* lowest first. Input: 0, 1, x. Output: 0, 1: must be; ?: must be known; x: may be anything */
} vectors_port;

typedef struct vectors {
    const char *folder, *module;
    void *file;
    vectors_port port[VECTORS_PORTS];
    uint32_t ports, cycles;
    char parameters[1024]; /* of a module that configurations do not know: .NAME(VALUE), ..; empty: those of the configuration */
} vectors;

void vectors_open(vectors *all, const char *folder, const char *module);
/* Before the first cycle; the number of the port. */
uint32_t vectors_input(vectors *all, const char *name, uint32_t width);
uint32_t vectors_output(vectors *all, const char *name, uint32_t width);
/* This output is 1 in no cycle. */
void vectors_never(vectors *all, uint32_t port);

void vectors_begin(vectors *all);
/* Bits low to low + width - 1 of a port; width <= 64. */
void vectors_set(vectors *all, uint32_t port, uint32_t low, uint32_t width, uint64_t value);
/* The same of any width, 32-bit words, low word first. */
void vectors_words(vectors *all, uint32_t port, uint32_t low, uint32_t width, const uint32_t *words);
/* Back to unknown (input), or to saying nothing (output). */
void vectors_unknown(vectors *all, uint32_t port, uint32_t low, uint32_t width);
/* Of an output: every bit of which nothing is said yet must be 0 or 1. */
void vectors_known(vectors *all, uint32_t port);
void vectors_end(vectors *all);
void vectors_close(vectors *all);

#endif
