# gnuplot -e "folder='build/run'" cmodel/cli/summary.gp
# Draws folder/summary.dat ('rowstreak report --plot') as folder/summary.svg, summary.pdf and summary.png: a panel per
# figure, a group of bars per machine, a bar per workload and graph; a dashed line where run time is FR-FCFS's.
load "cmodel/cli/palette.gp"
data = folder . "/summary.dat"
stats data using 0 nooutput
blocks = STATS_blocks

set style data histograms
set style histogram clustered gap 1
set style fill solid 0.9 border -1
set boxwidth 0.9
set grid ytics back linetype 1 linewidth 1 linecolor rgb grey
set xtics rotate by 20 right nomirror font ",9" scale 0 offset 1.5,0
set ytics nomirror
set yrange [0:*]
set key off

do for [format in formats] {
    eval terminal(format, 1100, 760, 11)
    set output folder . "/summary." . format
    set multiplot layout 2,2 title "Whole machine: memory systems by program" \
        margins 0.05,0.98,0.09,0.86 spacing 0.07,0.17
    set key at screen 0.515,0.93 center center horizontal font ",10" samplen 1.5 # one for all panels, above them
    set title "Run time over FR-FCFS"
    set arrow 1 from graph 0,first 1 to graph 1,first 1 nohead front linewidth 1.5 dashtype 2 linecolor rgb "#222222"
    plot for [b=0:blocks-1] data index b using 2:xtic(1) title columnheader(1) linecolor rgb colour[series(b + 1)]
    unset arrow 1
    set key off
    set title "DRAM efficiency, %"
    plot for [b=0:blocks-1] data index b using 3:xtic(1) title columnheader(1) linecolor rgb colour[series(b + 1)]
    set title "Row access locality kept through the interconnect, %"
    plot for [b=0:blocks-1] data index b using 4:xtic(1) title columnheader(1) linecolor rgb colour[series(b + 1)]
    set title "Mean read latency, cycles"
    plot for [b=0:blocks-1] data index b using 5:xtic(1) title columnheader(1) linecolor rgb colour[series(b + 1)]
    unset multiplot
    unset output
}
