# The combinational logic of cut.awk (BLIF, as Yosys writes it) with what it holds and holds next as match.awk's PAIRS say,
# so that RTL and netlist have the same inputs and outputs: a register of the netlist holds what the first of its partners
# holds, and holds next what each of them does; one without partner is 0. A constant is that; what is anything, an input.
#   awk -v side=gold|gate -f pair.awk PAIRS LOGIC            prints the logic
#   awk -v side=gold -v settle=1 -f pair.awk PAIRS LOGIC     the outputs are what the registers assumed constant hold next
#   awk -v settle=2 -f pair.awk PAIRS LOGIC                  LOGIC: what abc has made of that; prints the PAIRS, an assumption
#       that does not hold changed from 0 to 1, from 1 to -
function paired(i) { return partner[i] !~ /^[01-]$/ }
function same(from, to) { print ".names " from " " to "\n1 1" }
function constant(name, value) { print ".names " name (value == 1 ? "\n1" : "") }
FILENAME == ARGV[1] {
    pair[++pairs] = $1
    partner[pairs] = $2
    if (paired(pairs) && !($2 in first)) first[$2] = $1
    next
}
settle == 2 {
    if ($1 == ".names") name = NF == 2 ? $2 : ""
    else if (name != "") { value[name] = $1; name = "" }
    next
}
$1 == ".inputs" {
    printf ".inputs"
    for (i = 2; i <= NF; i++) if ($i !~ /^held:g(old|ate):/) printf " %s", $i
    for (i = 1; i <= pairs; i++) if (partner[i] == "-" || (paired(i) && first[partner[i]] == pair[i])) printf " held:gold:%s", pair[i]
    print ""
    for (i = 2; i <= NF; i++) if ($i ~ /^held:gate:/) gates[++registers] = substr($i, 11)
    next
}
$1 == ".outputs" {
    printf ".outputs"
    if (!settle) for (i = 2; i <= NF; i++) if ($i !~ /^next:g(old|ate):/) printf " %s", $i
    for (i = 1; i <= pairs; i++) if (settle ? partner[i] ~ /^[01]$/ : paired(i)) printf " next:gold:%s", pair[i]
    print ""
    for (i = 1; i <= pairs; i++) {
        if (side == "gate") { if (paired(i)) same("next:gate:" partner[i], "next:gold:" pair[i]) }
        else if (!paired(i)) { if (partner[i] != "-") constant("held:gold:" pair[i], partner[i]) }
        else if (first[partner[i]] != pair[i]) same("held:gold:" first[partner[i]], "held:gold:" pair[i])
    }
    for (i = 1; i <= registers; i++)
        if (gates[i] in first) same("held:gold:" first[gates[i]], "held:gate:" gates[i])
        else constant("held:gate:" gates[i], 0)
    next
}
{ print }
END {
    if (settle == 2) for (i = 1; i <= pairs; i++) {
        if (partner[i] ~ /^[01]$/ && value["next:gold:" pair[i]] != partner[i] "") partner[i] = partner[i] == 0 ? 1 : "-"
        print pair[i], partner[i]
    }
}
