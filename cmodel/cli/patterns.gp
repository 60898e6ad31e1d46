# gnuplot -e "folder='build/patterns'" cmodel/cli/patterns.gp
# Draws folder/patterns.dat ('rowstreak patterns --plot') as folder/patterns.svg, patterns.pdf and patterns.png: a panel a figure, a group a
# kernel and input, a bar the version with loads in order and each vector length; 1 is the fastest plain version.
load "cmodel/cli/palette.gp"
data = folder . "/patterns.dat"

set style data histograms
set style histogram clustered gap 1
set style fill solid 0.9 border -1
set boxwidth 0.9
set grid ytics linecolor rgb grey
set xtics rotate by -30 nomirror font ",9"
set ytics nomirror
set yrange [0:*]
set key outside right top samplen 1.5 font ",9"
set datafile missing "-"
array panel[4] = [0, 1, 3, 4]
array caption[4] = ["Dynamic instructions", "L1 misses", "Row-buffer misses", "Cycles"]

do for [format in formats] {
    eval terminal(format, 1100, 1300, 11)
    set output folder . "/patterns." . format
    set multiplot layout 4,1 title "Strided and indirect instructions over plain ones"
    do for [p=1:4] {
        set title caption[p]
        plot for [b=2:5] data index panel[p] using b:xtic(1) title columnheader(b) linecolor rgb colour[series(b - 1)], \
             1 with lines linecolor rgb "#444444" dashtype 2 notitle
    }
    unset multiplot
    unset output
}
