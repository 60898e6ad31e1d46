# gnuplot -e "folder='build/load-latency'; machines='FIFO BFIFO FR-FCFS'" cmodel/cli/load_latency.gp
# Draws folder/curves.csv (load_latency.awk) as folder/load_latency.svg and .png: latency over offered load, a curve a machine.
data = folder . "/curves.csv"
set datafile separator ","
set logscale y
set yrange [50:20000]
set xrange [0:*]
set xtics nomirror
set ytics nomirror
set grid ytics linecolor rgb "#dddddd"
set border 3
set key outside right top width 1 samplen 3
set xlabel "offered load, requests a cycle"
set ylabel "mean read latency, cycles (logarithmic)"
set linetype 1 linecolor rgb "#7a0177" dashtype 3 pointtype 6
set linetype 2 linecolor rgb "#1b6ca8" dashtype 2 pointtype 4
set linetype 3 linecolor rgb "#41ab5d" dashtype 4 pointtype 8
set linetype 4 linecolor rgb "#e07a1f" dashtype 1 pointtype 10
set linetype 5 linecolor rgb "#000000" dashtype 1 pointtype 7
do for [format in "svg png"] {
    if (format eq "svg") {
        set terminal svg size 860,480 font "DejaVu Sans,12" background rgb "white"
    } else {
        set terminal pngcairo size 860,480 font "DejaVu Sans,11" background rgb "white"
    }
    set output folder . "/load_latency." . format
    plot for [i=1:words(machines)] data using (strcol(1) eq word(machines, i) ? $2 : NaN):4 with linespoints linetype i title word(machines, i)
    unset output
}
