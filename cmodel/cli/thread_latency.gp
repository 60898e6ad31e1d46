# gnuplot -e "folder='build/thread-latency'; table='MSHR128x8'" cmodel/cli/thread_latency.gp
# Draws folder/TABLE.csv ('rowstreak thread-latency') as folder/TABLE.svg and TABLE.png, in the manner of OUTSTANDING's
# figures 2 to 9: a panel for each pattern and number of loads, latency on the left, variance on the right.
data = folder . "/" . table . ".csv"
patterns = "UNQ Merger2 Merger4 Merger8 Merger16 Merger32"

set datafile separator ","
set datafile missing NaN
set xrange [0:1024]
set xtics 256 nomirror font ",8" offset 0,0.4
set ytics nomirror font ",8"
set y2tics nomirror font ",8"
set y2range [0:1e6<*] # at least, or panels without a jump show single cycles
set yrange [0:*]
set format y "%.1s%c"
set format y2 "%.1s%c"
set grid xtics linecolor rgb "#dddddd"
set key off

do for [format in "svg png"] {
    if (format eq "svg") {
        set terminal svg size 1500,1500 font "DejaVu Sans,11" background rgb "white"
    } else {
        set terminal pngcairo size 1500,1500 font "DejaVu Sans,10" background rgb "white"
    }
    set output folder . "/" . table . "." . format
    set multiplot layout 6,4 title table . ": latency of N loads a thread in cycles (blue, left), three-point variance (orange, right), over threads"
    do for [p=1:6] {
        do for [n=1:4] {
            set title sprintf("%s, N = %d", word(patterns, p), n) offset 0,-0.7
            plot data using (strcol(1) eq word(patterns, p) && $2 == n ? $3 : NaN):5 axes x1y2 with lines linecolor rgb "#e07a1f", \
                 data using (strcol(1) eq word(patterns, p) && $2 == n ? $3 : NaN):4 with lines linewidth 1.5 linecolor rgb "#1b6ca8"
        }
    }
    unset multiplot
    unset output
}
