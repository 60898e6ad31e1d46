# gnuplot -e "folder='build/rivals'" cmodel/cli/rivals.gp
# Draws folder/rivals.csv (rivals.awk) as folder/rivals.svg, .pdf and .png: each machine's speed with its confidence interval over the area of
# its controllers and networks, beside it over the largest slowdown of an SM. The line joins the machines that no smaller one is as fast as.
load "cmodel/cli/palette.gp"
data = folder . "/rivals.csv"
set datafile separator ","
set xtics nomirror
set ytics nomirror
set grid linecolor rgb grey
set border 3
set yrange [0:*]
set offsets graph 0.05, graph 0.05, graph 0.05, 0
set ylabel "speed over FR-FCFS"
machines = system("awk -F, 'NR > 1 { print $1 }' " . data . " | tr '\\n' ' '")
front = "< awk -F, 'NR > 1 && $13 != \"-\" { print $13 \",\" $2 }' " . data . " | sort -t, -k1,1n -k2,2rg | awk -F, '$2 > best { best = $2; print }'"
half(i) = valid(3) ? column(3) : 0
place(i, k) = strcol(1) eq word(machines, i) && strcol(k) ne "-" ? column(k) : NaN
mark(i) = i <= 8 ? points[i] : i - 8 # plus, cross, star behind the eighth, whose colours begin again
do for [i=1:words(machines)] { set linetype i linewidth 1.5 pointsize 1.2 linecolor rgb colour[series(i)] pointtype mark(i) }
do for [format in formats] {
    eval terminal(format, 980, 520, 12)
    set output folder . "/rivals." . format
    set multiplot layout 1,2
    set xlabel "mm2 of controllers and networks"
    set key below samplen 1 font ",10" noenhanced
    plot front using 1:2 with steps linecolor rgb "#888888" notitle, \
         for [i=1:words(machines)] data using (place(i, 13)):2:(half(i)) with yerrorbars linetype i title word(machines, i)
    set xlabel "largest slowdown of an SM over the mean"
    plot for [i=1:words(machines)] data using (place(i, 6)):2:(half(i)) with yerrorbars linetype i title word(machines, i)
    unset multiplot
    unset output
}
