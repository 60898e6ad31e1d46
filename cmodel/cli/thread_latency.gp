# gnuplot -e "folder='build/thread-latency'; table='MSHR128x8'" cmodel/cli/thread_latency.gp
# Draws folder/TABLE.csv ('rowstreak thread-latency') as folder/TABLE.svg, TABLE.pdf and TABLE.png, in the manner of OUTSTANDING's
# figures 2 to 9: a panel for each pattern and number of loads, latency on the left, variance on the right.
load "cmodel/cli/palette.gp"
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
set grid xtics linecolor rgb grey
set key off

do for [format in formats] {
    eval terminal(format, 1500, 1500, 11)
    set output folder . "/" . table . "." . format
    set multiplot layout 6,4 title table . ": latency of N loads a thread in cycles (blue, left), three-point variance (orange, right), over threads"
    do for [p=1:6] {
        do for [n=1:4] {
            set title sprintf("%s, N = %d", word(patterns, p), n) offset 0,-0.7
            plot data using (strcol(1) eq word(patterns, p) && $2 == n ? $3 : NaN):5 axes x1y2 with lines linecolor rgb colour[2] dashtype dashes[2], \
                 data using (strcol(1) eq word(patterns, p) && $2 == n ? $3 : NaN):4 with lines linewidth 1.5 linecolor rgb colour[1]
        }
    }
    unset multiplot
    unset output
}
