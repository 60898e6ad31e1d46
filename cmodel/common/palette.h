/* The colours of all pictures (palette.def): a series takes the one of its number, again from the first after the last. */
#ifndef RS_PALETTE_H
#define RS_PALETTE_H

#ifdef __cplusplus
extern "C" {
#endif

enum {
    RS_PALETTE_SIZE = 0
#define RS_SERIES(colour, ink, dashes, point) +1
#include "common/palette.def"
#undef RS_SERIES
};

typedef struct rs_series {
    const char *colour, *ink; /* #rrggbb; ink: of text upon the colour */
    int dashes, point;        /* gnuplot's types of lines and points */
} rs_series;

extern const rs_series rs_palette[RS_PALETTE_SIZE];

#ifdef __cplusplus
}
#endif
#endif
