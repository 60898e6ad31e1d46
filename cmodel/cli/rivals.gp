# gnuplot -e "folder='build/rivals'" cmodel/cli/rivals.gp
# Draws folder/rivals.csv (rivals.awk) as folder/rivals.svg, .pdf and .png: each machine's speed with its confidence interval over the area of
# its controllers and networks, beside it over the largest slowdown of an SM. The line joins the machines that no smaller one is as fast as.
load "cmodel/cli/palette.gp"
data = folder . "/rivals.csv"
set datafile separator ","
set datafile missing "-"
set xtics nomirror
set ytics nomirror
set grid linecolor rgb grey
set border 3
set yrange [0:*]
set offsets graph 0.1, graph 0.25, graph 0.1, 0
set ylabel "speed over FR-FCFS"
front = "< awk -F, 'NR > 1 && $13 != \"-\" { print $13 \",\" $2 }' " . data . " | sort -t, -k1,1n -k2,2rg | awk -F, '$2 > best { best = $2; print }'"
do for [format in formats] {
    eval terminal(format, 980, 460, 12)
    set output folder . "/rivals." . format
    set multiplot layout 1,2
    set xlabel "mm2 of controllers and networks"
    plot front using 1:2 with steps linecolor rgb grey notitle, \
         data using 13:2:3 every ::1 with yerrorbars linecolor rgb colour[1] pointtype points[1] notitle, \
         data using 13:2:1 every ::1 with labels left offset 0.7,0.5 notitle noenhanced
    set xlabel "largest slowdown of an SM over the mean"
    plot data using 6:2:3 every ::1 with yerrorbars linecolor rgb colour[1] pointtype points[1] notitle, \
         data using 6:2:1 every ::1 with labels left offset 0.7,0.5 notitle noenhanced
    unset multiplot
    unset output
}
