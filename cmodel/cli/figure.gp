# gnuplot -e "folder='build/figure-4.1'; caption='...'; axis='...'; quantity='...'" cmodel/cli/figure.gp; perhaps ticks='%.0f', the
# format of the numbers at the axis, else per cent; slanted=1: many groups, names at an angle.
# Draws folder/figure.dat (first line the bars' names, then a line a group) as folder/figure.svg, figure.pdf and figure.png.
load "cmodel/cli/palette.gp"
data = folder . "/figure.dat"
stats data skip 1 using 0 nooutput
bars = int(STATS_columns) - 1
width = STATS_records > 8 ? 1100 : 860

set style data histograms
set style histogram clustered gap 1
set style fill solid 0.9 border -1
set boxwidth 0.9
set grid ytics linecolor rgb grey
set xtics nomirror
if (exists("slanted")) {
    set xtics rotate by -40
    width = 1400
}
if (!exists("ticks")) ticks = "%.0f %%"
set ytics nomirror format ticks
set yrange [0:*]
set xlabel axis
set ylabel quantity
set title caption
set key outside right top samplen 1.5

do for [format in formats] {
    eval terminal(format, width, 420, 11)
    set output folder . "/figure." . format
    plot for [b=2:bars+1] data using b:xtic(1) title columnheader(b) linecolor rgb colour[series(b - 1)]
    unset output
}
