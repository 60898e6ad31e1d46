# gnuplot -e "folder='build/load-latency'; machines='FIFO BFIFO FR-FCFS'" cmodel/cli/load_latency.gp
# Draws folder/curves.csv (load_latency.awk) as folder/load_latency.svg, .pdf and .png: latency over offered load, a curve a machine.
load "cmodel/cli/palette.gp"
data = folder . "/curves.csv"
set datafile separator ","
set logscale y
set yrange [50:20000]
set xrange [0:*]
set xtics nomirror
set ytics nomirror
set grid ytics linecolor rgb grey
set border 3
set key outside right top width 1 samplen 3
set xlabel "offered load, requests a cycle"
set ylabel "mean read latency, cycles (logarithmic)"
do for [i=1:8] { set linetype i linewidth 1.5 linecolor rgb colour[i] dashtype dashes[i] pointtype points[i] }
do for [format in formats] {
    eval terminal(format, 860, 480, 12)
    set output folder . "/load_latency." . format
    plot for [i=1:words(machines)] data using (strcol(1) eq word(machines, i) ? $2 : NaN):4 with linespoints linetype i title word(machines, i)
    unset output
}
