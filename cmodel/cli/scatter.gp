# gnuplot -e "folder='build/figures-predict/6.11'" cmodel/cli/scatter.gp
# Draws folder/points.dat (measured, then a column a prediction with its name in the first line) as figure.svg, figure.pdf and figure.png.
load "cmodel/cli/palette.gp"
data = folder . "/points.dat"
stats data skip 1 using 0 nooutput
columns = int(STATS_columns)
set xrange [0:1]
set yrange [0:1]
set size square
set grid linecolor rgb grey
set xlabel "measured DRAM efficiency"
set ylabel "predicted DRAM efficiency"
set title "THESIS 6.11: a point a controller and program"
set key outside right top samplen 1.5
do for [format in formats] {
    eval terminal(format, 620, 460, 11)
    set output folder . "/figure." . format
    plot x with lines linecolor rgb "#888888" notitle, \
        for [c=2:columns] data using 1:c title columnheader(c) with points pointtype points[series(c - 1)] pointsize 0.5 linecolor rgb colour[series(c - 1)]
    unset output
}
