# gnuplot -e "folder='build/sensitivity-queue'; title='...'; key='QUEUE'" cmodel/cli/sensitivity.gp
# Draws folder/sensitivity.csv (sensitivity.awk) as folder/sensitivity.svg, .pdf and .png: on the left the speed over FR-FCFS with the same value, on the
# right over FR-FCFS with the default value.
load "cmodel/cli/palette.gp"
data = folder . "/sensitivity.csv"
set datafile separator ","
set xtics nomirror
set ytics nomirror
set grid ytics linecolor rgb grey
set border 3
set yrange [0:*]
set key below samplen 3
set offsets graph 0.05, graph 0.05, graph 0.05, 0
set xlabel key noenhanced
machines = system("awk -F, 'NR > 1 { seen[$1] } END { n = split(\"FIFO BFIFO BFIFO+HG BFIFO+HMHG4 FR-FCFS\", all, \" \"); for (i = 1; i <= n; i++) if (all[i] in seen) print all[i] }' " . data . " | tr '\\n' ' '")
# The values stand at equal distances, in the order of the file.
values = system("awk -F, 'NR > 1 && !($2 in seen) { seen[$2]; print $2 }' " . data . " | sort -n | tr '\\n' ' '")
place(value) = sum [i=1:words(values)] (word(values, i) + 0 == value ? i : 0)
set xrange [0.7:words(values) + 0.3]
set for [i=1:words(values)] xtics (word(values, i) i)
do for [i=1:8] { set linetype i linewidth 1.5 linecolor rgb colour[i] dashtype dashes[i] pointtype points[i] }
do for [format in formats] {
    eval terminal(format, 980, 460, 12)
    set output folder . "/sensitivity." . format
    set multiplot layout 1,2 title title noenhanced
    set ylabel "speed over FR-FCFS with this value"
    plot for [i=1:words(machines)] data using (strcol(1) eq word(machines, i) ? place($2) : NaN):3 with linespoints linetype i title word(machines, i)
    set ylabel "speed over FR-FCFS with the default"
    plot for [i=1:words(machines)] data using (strcol(1) eq word(machines, i) ? place($2) : NaN):6 with linespoints linetype i title word(machines, i)
    unset multiplot
    unset output
}
