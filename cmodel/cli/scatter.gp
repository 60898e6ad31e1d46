# gnuplot -e "folder='build/figures-predict/6.11'" cmodel/cli/scatter.gp
# Draws folder/points.dat (measured, then a column a prediction with its name in the first line) as figure.svg and figure.png.
data = folder . "/points.dat"
stats data skip 1 using 0 nooutput
columns = int(STATS_columns)
set xrange [0:1]
set yrange [0:1]
set size square
set grid linecolor rgb "#dddddd"
set xlabel "measured DRAM efficiency"
set ylabel "predicted DRAM efficiency"
set title "THESIS 6.11: a point a controller and program"
set key outside right top samplen 1.5
array colour[4] = ["#1b6ca8", "#e07a1f", "#4a9b4f", "#b0413e"]
do for [format in "svg png"] {
    if (format eq "svg") {
        set terminal svg size 620,460 font "DejaVu Sans,11" background rgb "white"
    } else {
        set terminal pngcairo size 620,460 font "DejaVu Sans,10" background rgb "white"
    }
    set output folder . "/figure." . format
    plot x with lines linecolor rgb "#888888" notitle, \
        for [c=2:columns] data using 1:c title columnheader(c) with points pointtype 7 pointsize 0.5 linecolor rgb colour[(c - 2) % 4 + 1]
    unset output
}
