# awk -f cells.awk file=netlist NETLIST.v file=0 CELLS.0 file=1 CELLS.1: "NET P0 P1" for each cell of the netlist (block.sh). CELLS.n are
# lists of OpenSTA's report_power -instances, whose fifth column is the cell, fourth its power. Exits 1 with a line about a cell that
# drives no net, or several.
file == "netlist" {
    if ($1 ~ /^[A-Z0-9]+$/ && $NF == "(") { cell = $2; sub(/^\\/, "", cell); known[cell] = 1; cells++ }
    else if (match($1, /^\.(Y|Q|YC|YS)\(/)) {
        net = substr($0, index($0, "(") + 1)
        sub(/\)[,]? *$/, "", net)
        gsub(/[ \\]/, "", net)
        if (cell in drives) bad = "found " cell " drives " drives[cell] " and " net ", expected one net"
        drives[cell] = net
    }
    next
}
$5 in known { power[file, $5] = $4; seen[file]++ }
END {
    if (seen[0] != cells || seen[1] != cells) bad = "found power of " seen[0] + 0 " and " seen[1] + 0 " cells, expected " cells
    for (cell in known) {
        if (!(cell in drives)) bad = "found " cell " drives nothing, expected a net"
        printf "%s %s %s\n", drives[cell], power[0, cell], power[1, cell]
    }
    if (bad) { print bad; exit 1 }
}
