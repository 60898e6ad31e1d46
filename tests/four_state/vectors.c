/* Contract: vectors.h. */
#include "vectors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *opened(const char *folder, const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        fprintf(stderr, "%s: cannot be written\n", path);
        exit(2);
    }
    return file;
}

static void closed(FILE *file, const char *folder)
{
    if (ferror(file) != 0 || fclose(file) != 0) {
        fprintf(stderr, "%s: vectors could not be written\n", folder);
        exit(2);
    }
}

void vectors_open(vectors *all, const char *folder, const char *module)
{
    memset(all, 0, sizeof *all);
    all->folder = folder;
    all->module = module;
    all->file = opened(folder, "vectors");
}

static uint32_t add(vectors *all, const char *name, uint32_t width, bool input)
{
    const vectors_port port = {name, width, input, false, false, (char *)malloc(width)};
    if (port.bits == NULL || all->ports == VECTORS_PORTS) {
        fprintf(stderr, "%s: no room for port %s\n", all->folder, name);
        exit(2);
    }
    all->port[all->ports] = port;
    return all->ports++;
}

uint32_t vectors_input(vectors *all, const char *name, uint32_t width)
{
    return add(all, name, width, true);
}

uint32_t vectors_output(vectors *all, const char *name, uint32_t width)
{
    return add(all, name, width, false);
}

void vectors_never(vectors *all, uint32_t port)
{
    all->port[port].never = true;
}

void vectors_begin(vectors *all)
{
    for (uint32_t i = 0; i < all->ports; i++) {
        memset(all->port[i].bits, 'x', all->port[i].width);
    }
}

void vectors_words(vectors *all, uint32_t port, uint32_t low, uint32_t width, const uint32_t *words)
{
    for (uint32_t i = 0; i < width; i++) {
        all->port[port].bits[low + i] = (words[i / 32] >> i % 32 & 1) != 0 ? '1' : '0';
    }
}

void vectors_set(vectors *all, uint32_t port, uint32_t low, uint32_t width, uint64_t value)
{
    const uint32_t words[2] = {(uint32_t)value, (uint32_t)(value >> 32)};
    vectors_words(all, port, low, width, words);
}

void vectors_unknown(vectors *all, uint32_t port, uint32_t low, uint32_t width)
{
    memset(all->port[port].bits + low, 'x', width);
}

void vectors_known(vectors *all, uint32_t port)
{
    for (uint32_t i = 0; i < all->port[port].width; i++) {
        if (all->port[port].bits[i] == 'x') {
            all->port[port].bits[i] = '?';
        }
    }
}

/* Bits of all ports of one direction, the last port's lowest; each as `letter` translates "01?x". */
static void put(const vectors *all, bool input, const char *letters)
{
    for (uint32_t i = 0; i < all->ports; i++) {
        const vectors_port *port = &all->port[i];
        for (uint32_t k = port->width; port->input == input && k-- > 0;) {
            putc(letters[strchr("01?x", port->bits[k]) - "01?x"], (FILE *)all->file);
        }
    }
}

void vectors_end(vectors *all)
{
    for (uint32_t i = 0; i < all->ports; i++) {
        vectors_port *port = &all->port[i];
        port->was_1 = port->was_1 || port->input || memchr(port->bits, '1', port->width) != NULL;
    }
    put(all, true, "01xx");
    put(all, false, "0100"); /* what it is, if it must be */
    put(all, false, "1100"); /* it must be that */
    put(all, false, "1110"); /* it must be known */
    putc('\n', (FILE *)all->file);
    all->cycles++;
}

static void list(const vectors *all, FILE *file, bool input, const char *macro, const char *format)
{
    const char *comma = "";
    fprintf(file, "`define %s ", macro);
    for (uint32_t i = 0; i < all->ports; i++) {
        if (all->port[i].input == input) {
            fprintf(file, "%s", comma);
            fprintf(file, format, all->port[i].name, all->port[i].name);
            comma = ", ";
        }
    }
    fprintf(file, "\n");
}

void vectors_close(vectors *all)
{
    uint32_t bits[2] = {0, 0};
    closed((FILE *)all->file, all->folder);
    for (uint32_t i = 0; i < all->ports; i++) {
        if (all->port[i].was_1 == all->port[i].never) {
            fprintf(stderr, "%s: found output %s %s\n", all->folder, all->port[i].name,
                    all->port[i].never ? "1, expected that it never is" : "never 1, expected a stimulus that makes it 1");
            exit(2);
        }
    }
    FILE *file = opened(all->folder, "ports.vh");
    for (uint32_t i = 0; i < all->ports; i++) {
        const vectors_port *port = &all->port[i];
        fprintf(file, "%s [%u:0] %s;\n", port->input ? "reg" : "wire", port->width - 1, port->name);
        bits[port->input] += port->width;
    }
    fprintf(file, "`define MODULE %s\n`define CYCLES %u\n`define INPUT_BITS %u\n`define OUTPUT_BITS %u\n", all->module,
            all->cycles, bits[1], bits[0]);
    if (all->parameters[0] != '\0') {
        fprintf(file, "`define PARAMETERS %s\n", all->parameters);
    }
    list(all, file, true, "INPUTS", "%s");
    list(all, file, false, "OUTPUTS", "%s");
    list(all, file, true, "INPUT_PORTS", ".%s(%s)");
    list(all, file, false, "OUTPUT_PORTS", ".%s(%s)");
    /* Names the port in which the lowest wrong bit is. */
    fprintf(file, "`define NAME_PORT");
    uint32_t low = bits[0];
    for (uint32_t i = 0; i < all->ports; i++) {
        if (!all->port[i].input) {
            low -= all->port[i].width;
            fprintf(file, " \\\n    `WRONG(\"%s\", %u, %u)", all->port[i].name, low, all->port[i].width);
        }
        free(all->port[i].bits);
    }
    fprintf(file, "\n");
    closed(file, all->folder);
}
