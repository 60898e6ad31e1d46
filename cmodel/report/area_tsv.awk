# awk -f cmodel/report/html.awk -f cmodel/report/area_tsv.awk area.csv: its rows as fpga/area.sh has them in area.tsv.
/^#/ || /^block,/ { next }
{ n = csv($0, value); for (i = 1; i < n; i++) printf "%s%s", value[i], i < n - 1 ? "\t" : "\n" }
