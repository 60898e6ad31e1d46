# gnuplot -e "folder='build/run'" cmodel/cli/stalls.gp
# Draws folder/stalls.dat (stalls.awk) as folder/stalls.svg and folder/stalls.png: a bar a run, stacked of the classes of the stall
# inspector, in per cent of all cycles of all SMs.
data = folder . "/stalls.dat"
set style data histograms
set style histogram rowstacked
set style fill solid 0.9 border -1
set boxwidth 0.6
set grid ytics back linetype 1 linewidth 1 linecolor rgb "#dddddd"
set xtics nomirror font ",8" scale 0
set ytics nomirror
set yrange [0:100]
set ylabel "% of the SMs' cycles"
set bmargin 4.5
set key outside right top invert reverse Left samplen 1.5
array colour[8] = ["#4a9b4f", "#e07a1f", "#1b6ca8", "#7a5ea8", "#c969a5", "#8c6d4f", "#b0413e", "#c8c8c8"]
array name[8] = ["issuing", "memory structural", "memory data", "synchronization", "compute structural", "compute data", "control", "idle"]
set title "Whole machine: what the SMs did, by STALLS' classes"
do for [format in "svg png"] {
    if (format eq "svg") {
        set terminal svg size 1400,480 font "DejaVu Sans,11" background rgb "white"
    } else {
        set terminal pngcairo size 1400,480 font "DejaVu Sans,10" background rgb "white"
    }
    set output folder . "/stalls." . format
    plot for [k=1:8] data using (column(k + 1)):xtic(1) title name[k] linecolor rgb colour[k]
    unset output
}
