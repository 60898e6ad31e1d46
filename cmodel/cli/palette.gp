# load "cmodel/cli/palette.gp": what all pictures by gnuplot share, in the top folder of the repository. Colours, dashes and points of the
# series, from 1 on, are those of cmodel/common/palette.def. A script draws its picture once for each of `formats`:
#   do for [format in formats] { eval terminal(format, WIDTH, HEIGHT, FONT); set output FILE . format; plot ...; unset output }
# WIDTH, HEIGHT and FONT in pixels of the SVG file; a PDF page has points in their place, a PNG file two pixels for each.
array colour[8]
array dashes[8]
array points[8]
eval system("awk -F '[(),]' '/^RS_SERIES/ { n++; printf \"colour[%d] = %s; dashes[%d] = %d; points[%d] = %d; \", n, $2, n, $4, n, $5 }' cmodel/common/palette.def")
series(n) = (int(n) - 1) % 8 + 1
grey = "#dddddd"

formats = "svg pdf png"
terminal(format, width, height, size) = \
    format eq "svg" ? sprintf("set terminal svg size %d,%d font \"DejaVu Sans,%d\" background rgb \"white\"", width, height, size) : \
    format eq "pdf" ? sprintf("set terminal pdfcairo size %.3fin,%.3fin font \"DejaVu Sans,%d\" background rgb \"white\"", width / 72., height / 72., size) : \
    sprintf("set terminal pngcairo size %d,%d font \"DejaVu Sans,%.4g\" linewidth 2 pointscale 2 background rgb \"white\"", 2 * width, 2 * height, 1.5 * size)
