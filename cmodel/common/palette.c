/* Contract: palette.h. */
#include "common/palette.h"

const rs_series rs_palette[RS_PALETTE_SIZE] = {
#define RS_SERIES(colour, ink, dashes, point) {colour, ink, dashes, point},
#include "common/palette.def"
#undef RS_SERIES
};
