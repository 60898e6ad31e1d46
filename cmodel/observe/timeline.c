/* Contract: timeline.h. Commands of the window, and those shortly before it whose effect reaches into it, are kept;
 * of everything earlier only which rows are open. */
#include "observe/timeline.h"

#include "common/palette.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { REACH = 4200, /* cycles a command's effect may last: T_RFC, or CL or WL and a burst */
       NAME_WIDTH = 96, MARGIN = 16, HEAD = 62, LANE = 34, GAP = 8,
       STRIP_GAP = 44,  /* between two strips, for the cycle's numbers */
       STRIP_WIDTH = 1800, LETTER = 6 /* pixels */ };

typedef struct command {
    uint64_t cycle;
    uint32_t address, row; /* row: the one opened, closed or accessed */
    uint8_t command, bank;
} command;

typedef struct bank_state {
    bool open;
    uint32_t row;
} bank_state;

struct rs_timeline {
    rs_config config;
    uint32_t channel, cycles, count;
    uint64_t from;
    bank_state before[RS_MAX_BANKS]; /* of the first command kept */
    bank_state now[RS_MAX_BANKS];
    command commands[];
};

/* A picture under way: strips of so many cycles, one below the other, and pixels a cycle; the strip that is drawn now. */
typedef struct picture {
    const rs_timeline *timeline;
    FILE *file;
    double scale;
    uint32_t strip_cycles, strips, lanes;
    uint64_t from, to; /* cycles of this strip, to: behind the last */
    double top;        /* of its first lane */
} picture;

static const char *colour_of(uint32_t bank)
{
    return rs_palette[bank % RS_PALETTE_SIZE].colour;
}

/* What is legible upon a colour; all but those of the palette are light. */
static const char *ink_upon(const char *fill)
{
    for (int i = 0; i < RS_PALETTE_SIZE; i++) {
        if (strcmp(fill, rs_palette[i].colour) == 0) {
            return rs_palette[i].ink;
        }
    }
    return "#222222";
}

rs_timeline *rs_timeline_create(const rs_config *config, uint32_t channel, uint64_t from, uint32_t cycles, rs_error *error)
{
    if (channel >= config->channels) {
        rs_error_set(error, "timeline: found channel %u, expected 0 to %u", channel, config->channels - 1);
        return NULL;
    }
    rs_timeline *timeline = (rs_timeline *)calloc(1, sizeof *timeline + (REACH + (size_t)cycles) * sizeof(command));
    if (timeline == NULL) {
        rs_error_memory(error, "timeline: found no memory for %u cycles, expected some", cycles);
        return NULL;
    }
    timeline->config = *config;
    timeline->channel = channel;
    timeline->from = from;
    timeline->cycles = cycles;
    return timeline;
}

void rs_timeline_destroy(rs_timeline *timeline)
{
    free(timeline);
}

void rs_timeline_observe(rs_timeline *timeline, uint64_t cycle, const rs_path_outputs *outputs)
{
    const rs_dram_pins *pins = &outputs->dram[timeline->channel];
    if (pins->command == RS_DRAM_NOP || pins->bank >= timeline->config.banks || cycle >= timeline->from + timeline->cycles) {
        return;
    }
    bank_state *bank = &timeline->now[pins->bank];
    if (pins->command == RS_DRAM_ACT) {
        bank->row = pins->address;
    }
    if (pins->command == RS_DRAM_ACT || pins->command == RS_DRAM_PRE) {
        bank->open = pins->command == RS_DRAM_ACT;
    }
    if (cycle + REACH < timeline->from) {
        memcpy(timeline->before, timeline->now, sizeof timeline->now);
    } else {
        command *kept = &timeline->commands[timeline->count++];
        kept->cycle = cycle;
        kept->address = pins->address;
        kept->row = bank->row;
        kept->command = pins->command;
        kept->bank = pins->bank;
    }
}

uint32_t rs_timeline_commands(const rs_timeline *timeline)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < timeline->count; i++) {
        count += timeline->commands[i].cycle >= timeline->from;
    }
    return count;
}

/* ---- drawing ------------------------------------------------------------------------------------------ */

static double x_of(const picture *p, uint64_t cycle)
{
    return NAME_WIDTH + MARGIN + (double)(cycle - p->from) * p->scale;
}

static double y_of(const picture *p, uint32_t lane)
{
    return p->top + (double)lane * (LANE + GAP);
}

/* A box over the cycles from .. to - 1, cut to the strip, with a label if it fits and a title. */
static void draw_box(const picture *p, uint32_t lane, uint64_t from, uint64_t to, const char *fill, const char *ink,
                     const char *label, const char *title)
{
    from = from < p->from ? p->from : from;
    to = to > p->to ? p->to : to;
    if (from >= to) {
        return;
    }
    const double x = x_of(p, from), width = (double)(to - from) * p->scale, y = y_of(p, lane);
    const double letters = LETTER * (double)strlen(label);
    (void)fprintf(p->file, "<g><title>%s</title><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"%s\" stroke=\"%s\"/>",
                  title, x, y, width, LANE, fill, ink);
    if (letters <= width + 1) {
        (void)fprintf(p->file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" fill=\"%s\">%s</text>", x + width / 2,
                      y + LANE / 2 + 3.5, ink_upon(fill), label);
    }
    (void)fputs("</g>\n", p->file);
}

static void draw_lane_name(const picture *p, uint32_t lane, const char *name)
{
    (void)fprintf(p->file, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\" font-size=\"12\">%s</text>\n", NAME_WIDTH + MARGIN - 8,
                  y_of(p, lane) + LANE / 2 + 4, name);
    (void)fprintf(p->file, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#999999\"/>\n",
                  x_of(p, p->from), y_of(p, lane) + LANE / 2.0, x_of(p, p->to), y_of(p, lane) + LANE / 2.0);
}

static void draw_axis(const picture *p)
{
    const double bottom = y_of(p, p->lanes) - GAP;
    const int top = (int)p->top;
    char last[24];
    uint32_t step = 1;
    const int digits = snprintf(last, sizeof last, "%" PRIu64, p->to);
    while ((double)step * p->scale < LETTER * digits + 14) {
        step *= step == 1 || step % 10 == 0 ? 5 : 2; /* 1 5 10 50 100 ... */
    }
    for (uint64_t cycle = (p->from + step - 1) / step * step; cycle <= p->to; cycle += step) {
        (void)fprintf(p->file,
                      "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#dddddd\"/><text x=\"%.1f\" y=\"%d\" "
                      "text-anchor=\"middle\" fill=\"#555555\">%" PRIu64 "</text>\n",
                      x_of(p, cycle), top - 8, x_of(p, cycle), bottom, x_of(p, cycle), top - 13, cycle);
    }
    (void)fprintf(p->file, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\" font-size=\"12\">cycle</text>\n",
                  NAME_WIDTH + MARGIN - 24, top - 13);
}

/* "RD of bank 2, row 0x1a, column 3, cycle 812" */
static void describe(const rs_timeline *t, const command *c, char text[96])
{
    static const char *const names[] = {"NOP", "ACT", "PRE", "RD", "WR", "REF"};
    const bool column = c->command == RS_DRAM_RD || c->command == RS_DRAM_WR;
    int used;
    if (c->command == RS_DRAM_REF) {
        used = t->config.refresh == RS_REFRESH_BANK ? snprintf(text, 96, "REF of bank %u", c->bank) : snprintf(text, 96, "REF");
        (void)snprintf(text + used, 96 - (size_t)used, ", cycle %" PRIu64, c->cycle);
        return;
    }
    used = snprintf(text, 96, "%s of bank %u, row 0x%" PRIx32, names[c->command], c->bank, c->row);
    if (column) {
        used += snprintf(text + used, 96 - (size_t)used, ", column %" PRIu32 ".%" PRIu32, c->address / t->config.columns,
                         c->address % t->config.columns);
    }
    (void)snprintf(text + used, 96 - (size_t)used, ", cycle %" PRIu64, c->cycle);
}

static bool refreshes_all(const rs_timeline *t, const command *c)
{
    return c->command == RS_DRAM_REF && t->config.refresh == RS_REFRESH_ALL;
}

static void draw_command_bus(const picture *p)
{
    static const char letters[] = "-APRWF";
    const rs_timeline *t = p->timeline;
    for (uint32_t i = 0; i < t->count; i++) {
        const command *c = &t->commands[i];
        char label[16], title[96];
        (void)snprintf(label, sizeof label, refreshes_all(t, c) ? "%c" : "%c%u", letters[c->command], c->bank);
        describe(t, c, title);
        draw_box(p, 0, c->cycle, c->cycle + 1, "white", refreshes_all(t, c) ? "#444444" : colour_of(c->bank),
                 label, title);
    }
}

/* The row that is open from `from` to `to`. */
static void draw_row(const picture *p, uint32_t bank, uint64_t from, uint64_t to, uint32_t row)
{
    char label[24], title[64];
    (void)snprintf(label, sizeof label, "row 0x%" PRIx32, row);
    (void)snprintf(title, sizeof title, "bank %" PRIu32 ", row 0x%" PRIx32 " open", bank, row);
    draw_box(p, 1 + bank, from, to, "#eef3f7", colour_of(bank), label, title);
}

static void draw_column_mark(const picture *p, const command *c)
{
    if (c->cycle >= p->from && c->cycle < p->to) {
        (void)fprintf(p->file, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"6\" fill=\"%s\"/>\n", x_of(p, c->cycle),
                      y_of(p, 1U + c->bank) + LANE - 6, p->scale, c->command == RS_DRAM_WR ? "#222222" : colour_of(c->bank));
    }
}

static void draw_bank(const picture *p, uint32_t bank)
{
    const rs_timeline *t = p->timeline;
    const char *ink = colour_of(bank);
    bool open = t->before[bank].open;
    uint32_t row = t->before[bank].row;
    uint64_t open_from = 0;
    char title[96];
    for (uint32_t pass = 0; pass < 2; pass++) { /* boxes, then the marks on them */
        for (uint32_t i = 0; i < t->count; i++) {
            const command *c = &t->commands[i];
            const bool ours = c->bank == bank;
            describe(t, c, title);
            if (pass == 1) {
                if (ours && (c->command == RS_DRAM_RD || c->command == RS_DRAM_WR)) {
                    draw_column_mark(p, c);
                }
            } else if (refreshes_all(t, c)) {
                draw_box(p, 1 + bank, c->cycle, c->cycle + t->config.t_rfc, "#f3dcdc", "#b0413e", "refresh, tRFC", title);
            } else if (ours && c->command == RS_DRAM_REF) {
                draw_box(p, 1 + bank, c->cycle, c->cycle + t->config.t_rfc_pb, "#f3dcdc", "#b0413e", "refresh, tRFCpb", title);
            } else if (ours && c->command == RS_DRAM_PRE) {
                draw_row(p, bank, open_from, c->cycle, row);
                draw_box(p, 1 + bank, c->cycle, c->cycle + t->config.t_rp, "#e4e4e4", ink, "precharge, tRP", title);
                open = false;
            } else if (ours && c->command == RS_DRAM_ACT) {
                draw_box(p, 1 + bank, c->cycle, c->cycle + t->config.t_rcd, "#fdf1d6", ink, "activate, tRCD", title);
                open = true;
                row = c->row;
                open_from = c->cycle + t->config.t_rcd;
            }
        }
        if (pass == 0 && open) {
            draw_row(p, bank, open_from, p->to, row);
        }
    }
}

static void draw_data_bus(const picture *p)
{
    const rs_timeline *t = p->timeline;
    for (uint32_t i = 0; i < t->count; i++) {
        const command *c = &t->commands[i];
        char label[16], title[96];
        if (c->command != RS_DRAM_RD && c->command != RS_DRAM_WR) {
            continue;
        }
        const uint64_t from = c->cycle + (c->command == RS_DRAM_RD ? t->config.cl : t->config.wl);
        (void)snprintf(label, sizeof label, "%c%u", c->command == RS_DRAM_RD ? 'R' : 'W', c->bank);
        describe(t, c, title);
        draw_box(p, 1 + t->config.banks, from, from + t->config.burst_cycles, colour_of(c->bank),
                 c->command == RS_DRAM_RD ? "white" : "#222222", label, title);
    }
}

static void write_escaped(FILE *file, const char *text)
{
    for (; *text != '\0'; text++) {
        if (strchr("<>&\"", *text) != NULL || (unsigned char)*text < 0x20) {
            (void)fprintf(file, "&#%d;", (unsigned char)*text < 0x20 ? ' ' : *text);
        } else {
            (void)fputc(*text, file);
        }
    }
}

static void draw_strip(const picture *p)
{
    draw_axis(p);
    draw_lane_name(p, 0, "command bus");
    for (uint32_t bank = 0; bank < p->timeline->config.banks; bank++) {
        char name[24];
        (void)snprintf(name, sizeof name, "bank %" PRIu32, bank);
        draw_lane_name(p, 1 + bank, name);
        draw_bank(p, bank);
    }
    draw_lane_name(p, p->lanes - 1, "data bus");
    draw_command_bus(p);
    draw_data_bus(p);
}

/* A line of text of so many pixels' height, no less than its width. */
static double text_width(const char *text, int height)
{
    return (double)strlen(text) * LETTER * height / 9;
}

static double wider(double a, double b)
{
    return a > b ? a : b;
}

static const char legend[] = "command bus: A activate, P precharge, R read, W write with the bank, F refresh; banks: yellow activate (tRCD), grey "
                             "precharge (tRP), marks for reads (coloured) and writes (dark)";

void rs_timeline_write_svg(const rs_timeline *timeline, const char *title, FILE *file)
{
    /* A cycle is as wide as the letters of its command: 'A3', 'A12'. What does not fit into one strip goes on below. */
    const double scale = timeline->config.banks > 10 ? 20 : 14;
    const uint32_t most = (uint32_t)(STRIP_WIDTH / scale), strips = (timeline->cycles + most - 1) / most;
    picture p = {timeline, file, scale, (timeline->cycles + strips - 1) / strips, strips, timeline->config.banks + 2, 0, 0, HEAD};
    const double strip_height = p.lanes * (LANE + GAP) + STRIP_GAP;
    /* Not narrower than title and legend, be the window as short as it may. */
    const double width = 2 * MARGIN + wider(NAME_WIDTH + wider(p.scale * p.strip_cycles, text_width(legend, 9)), text_width(title, 14));
    const double height = HEAD + strips * strip_height - STRIP_GAP + 22;
    (void)fprintf(file,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
                  "font-family=\"DejaVu Sans, sans-serif\" font-size=\"9\">\n<rect width=\"100%%\" height=\"100%%\" "
                  "fill=\"white\"/>\n<text x=\"%d\" y=\"22\" font-size=\"14\">",
                  width, height, width, height, MARGIN);
    write_escaped(file, title);
    (void)fputs("</text>\n", file);
    for (uint32_t strip = 0; strip < strips; strip++) {
        const uint64_t end = timeline->from + timeline->cycles;
        p.from = timeline->from + (uint64_t)strip * p.strip_cycles;
        p.to = p.from + p.strip_cycles < end ? p.from + p.strip_cycles : end;
        p.top = HEAD + strip * strip_height;
        draw_strip(&p);
    }
    (void)fprintf(file, "<text x=\"%d\" y=\"%.1f\" fill=\"#555555\">%s</text>\n</svg>\n", NAME_WIDTH + MARGIN,
                  height - 10, legend);
}
