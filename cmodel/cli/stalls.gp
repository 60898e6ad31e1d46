# gnuplot -e "folder='build/run'" cmodel/cli/stalls.gp
# Draws folder/stalls.dat (stalls.awk) as folder/stalls.svg, stalls.pdf and stalls.png: a bar a run, stacked of the classes of the stall
# inspector, in per cent of all cycles of all SMs; idle cycles are white.
load "cmodel/cli/palette.gp"
data = folder . "/stalls.dat"
set style data histograms
set style histogram rowstacked
set style fill solid 0.9 border -1
set boxwidth 0.6
set grid ytics back linetype 1 linewidth 1 linecolor rgb grey
set xtics nomirror font ",8" scale 0
set ytics nomirror
set yrange [0:100]
set ylabel "% of the SMs' cycles"
set bmargin 4.5
set key outside right top invert reverse Left samplen 1.5
array name[8] = ["issuing", "memory structural", "memory data", "synchronization", "compute structural", "compute data", "control", "idle"]
set title "Whole machine: what the SMs did, by STALLS' classes"
do for [format in formats] {
    eval terminal(format, 1400, 480, 11)
    set output folder . "/stalls." . format
    plot for [k=1:8] data using (column(k + 1)):xtic(1) title name[k] linecolor rgb (k == 8 ? "#ffffff" : colour[k])
    unset output
}
