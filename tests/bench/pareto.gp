# Run time against bits compared and bits stored. Usage: gnuplot -e "folder='build/pareto'" pareto.gp
load "cmodel/cli/palette.gp"
data = folder . "/pareto.dat"
stats data using 1 nooutput
blocks = STATS_blocks
set key outside right top samplen 1
set grid
set logscale x 2
set offsets graph 0.02, graph 0.02, graph 0.03, graph 0.03
set ylabel "run time / FR-FCFS, 32 entries"
do for [format in formats] {
    eval terminal(format, 1100, 900, 12)
    set output folder . "/pareto." . format
    set multiplot layout 2,1
    set xlabel "bits compared (8 controllers and the hold, from the netlist)"
    plot for [b=0:blocks-1] data index b using 1:3 title columnheader(1) with points pointtype (b % 14) + 4 pointsize 0.8 linecolor rgb colour[series(b + 1)]
    unset logscale x
    set xlabel "bits stored beyond plain FIFO controllers and plain PIM (from the netlist)"
    plot for [b=0:blocks-1] data index b using 2:3 title columnheader(1) with points pointtype (b % 14) + 4 pointsize 0.8 linecolor rgb colour[series(b + 1)]
    set logscale x 2
    unset multiplot
    unset output
}
