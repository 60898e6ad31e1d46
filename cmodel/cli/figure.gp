# gnuplot -e "folder='build/figure-4.1'; caption='...'; axis='...'; quantity='...'" cmodel/cli/figure.gp; perhaps ticks='%.0f', the
# format of the numbers at the axis, else per cent; slanted=1: many groups, names at an angle.
# Draws folder/figure.dat (first line the bars' names, then a line a group) as folder/figure.svg and figure.png.
data = folder . "/figure.dat"
stats data skip 1 using 0 nooutput
bars = int(STATS_columns) - 1

set style data histograms
set style histogram clustered gap 1
set style fill solid 0.9 border -1
set boxwidth 0.9
set grid ytics linecolor rgb "#dddddd"
set xtics nomirror
width = 860
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
array colour[7] = ["#1b6ca8", "#e07a1f", "#4a9b4f", "#b0413e", "#7a5ea8", "#8c6d4f", "#3aa6a0"]

do for [format in "svg png"] {
    if (format eq "svg") {
        set terminal svg size width,420 font "DejaVu Sans,11" background rgb "white"
    } else {
        set terminal pngcairo size width,420 font "DejaVu Sans,10" background rgb "white"
    }
    set output folder . "/figure." . format
    plot for [b=2:bars+1] data using b:xtic(1) title columnheader(b) linecolor rgb colour[(b - 2) % 7 + 1]
    unset output
}
