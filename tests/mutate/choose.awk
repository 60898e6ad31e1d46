# Makes the inputs `mutsel` of a flat BLIF netlist (written by abc, inputs by position) constants: the mutant VALUE.
# First file: Yosys' map of the AIGER inputs, "input POSITION BIT NAME"; second file: the netlist.
# reset=NAME: that input, and only it, is 1 in the first cycle, and the output counts from the second cycle on.
FNR == NR {
    if ($1 == "input" && $4 == "mutsel") bit_at[$2] = $3
    if ($1 == "input" && $4 == reset) reset_at = $2
    next
}
{
    while (sub(/\\$/, "")) { # abc breaks long lines
        line = $0
        if ((getline) <= 0) break
        $0 = line $0
    }
}
$1 == ".inputs" {
    text = ".inputs"
    for (i = 2; i <= NF; i++)
        if ((i - 2) in bit_at)
            constants = constants ".names " $i (int(VALUE / 2 ^ bit_at[i - 2]) % 2 ? "\n1\n" : "\n")
        else if (reset != "" && i - 2 == reset_at) {
            text = text " free"
            constants = constants ".names free started " $i "\n1- 1\n-0 1\n"
        } else
            text = text " " $i
    print text
    next
}
$1 == ".outputs" && reset != "" {
    print ".outputs differs"
    constants = constants ".names always\n1\n.latch always started 0\n.names " $2 " started differs\n11 1\n"
    next
}
$1 == ".end" { printf "%s", constants }
{ print }
