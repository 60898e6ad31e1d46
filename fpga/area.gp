# gnuplot -e "folder='build/area'" fpga/area.gp
# Draws folder/area.tsv as folder/area.svg, area.pdf and area.png: area of every row, a bar each, path length beside it.
load "cmodel/cli/palette.gp"
data = folder . "/area.tsv"
set datafile separator "\t"
stats data using 9 nooutput
rows = STATS_records
set style fill solid 0.9 border -1
set boxwidth 0.7
set grid xtics linecolor rgb grey
set key off
set yrange [rows-0.4:-0.6]
do for [format in formats] {
    eval terminal(format, 1100, 60+17*rows, 10)
    set output folder . "/area." . format
    set multiplot layout 1,2
    set lmargin at screen 0.32
    set rmargin at screen 0.64
    set title "Area, um^2, osu018 (0.18 um), memories as bits, beside it"
    set logscale x
    set xrange [1000:*]
    set ytics out nomirror noenhanced
    set format x "10^{%T}"
    plot data using (sqrt($9*1000)):0:(1000):9:($0-0.35):($0+0.35):ytic(strcol(1)." ".strcol(2)) with boxxyerror linecolor rgb colour[1]
    unset logscale x
    set lmargin at screen 0.67
    set rmargin at screen 0.97
    set title "Longest path, ns"
    set xrange [0:*]
    set format x
    set format y ""
    plot data using ($10/2):0:(0):10:($0-0.35):($0+0.35) with boxxyerror linecolor rgb colour[2]
    set format y
    unset multiplot
    unset output
}
