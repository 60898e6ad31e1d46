# Cuts the flip-flops out of two versions of a design, `gold` and `gate` (Yosys RTLIL, one module each, all nets one bit
# wide, flip-flops only $_DFF_P_), so that they compare as combinational logic:
#   what a register of gate holds  input  reg:NAME of both, NAME its net in gate
#   what it holds next             output next:NAME of both, NAME the net of the register in gold
# Registers correspond by the names of their nets, all aliases of a net included. A register of gold that gate shares
# with another or has as a constant is compared with that; one whose net gate does not have any more is an input of its
# own, which must not matter. So equal inputs and equal registers give equal outputs and equal registers.
# An instance of the black box `box` is cut in the same way: its output `box_output` becomes an input of both, what goes
# into it outputs.
#   awk -v box=NAME -v box_output=PORT -f cut.awk gold.il gate.il gold.il gate.il     writes gold.il.cut, gate.il.cut; prints what it found:
# registers of gate, of gold that share one, are constant, are gone. Exits 1 when a register of gate has no partner.
function find(x) {
    while (x in up) x = up[x]
    return x
}
function join(a, b) { # constants stay representatives
    a = find(a); b = find(b)
    if (a == b) return
    if (a ~ / [01]$/) up[b] = a
    else up[a] = b
}
function bits(text, list,    n, i, m, words, k, value) { # "{ \a \b 2'01 }" to single bits, the highest first
    gsub(/[{}]/, " ", text)
    n = split(text, words, " ")
    for (i = 1; i <= n; i++)
        if (words[i] ~ /^[0-9]+'[01x]*$/) {
            value = words[i]
            sub(/.*'/, "", value)
            for (k = 1; k <= length(value); k++) list[++m] = substr(value, k, 1)
        } else
            list[++m] = words[i]
    return m
}
function match_registers(    i, n, q, root, net, names, k) {
    for (i = 1; i <= golds; i++) {
        q = gold_q[i]
        n = split(members[find("gold " q)], names, " ")
        for (k = 0; k <= n && !(q in partner); k++) {
            net = k == 0 ? q : names[k]
            root = find("gate " net)
            if (root in gate_q || root ~ / [01]$/) {
                partner[q] = root
                if (root ~ / [01]$/) constant++
                else if (used[root]++) shared++
            }
        }
        if (!(q in partner)) gone++
    }
    for (root in gate_q)
        if (!(root in used)) { print "cut: register " gate_q[root] " of the netlist has no partner" > "/dev/stderr"; lone = 1 }
    print gates + 0, shared + 0, constant + 0, gone + 0
}
function added(    i, q, root) { # inputs and outputs that both sides have, and what drives them
    for (root in gate_q) wire("input", "\\reg:" gate_q[root])
    for (i = 1; i <= golds; i++) {
        q = gold_q[i]
        root = partner[q]
        if (root == "") {
            wire("input", "\\lost:" q)
            if (side == "gold") print "  connect " q " \\lost:" q > out
            continue
        }
        wire("output", "\\next:" q)
        if (side == "gold") print "  connect " q " " (root ~ / [01]$/ ? "1'" substr(root, length(root)) : "\\reg:" gate_q[root]) > out
        print "  connect \\next:" q " " (side == "gold" ? next_of[q] : root ~ / [01]$/ ? "1'" substr(root, length(root)) : next_of[root]) > out
    }
    if (side == "gate")
        for (root in gate_q) print "  connect " gate_q[root] " \\reg:" gate_q[root] > out
}
function wire(direction, name) { print "  wire " direction " " (++port) " " name > out }
FNR == 1 {
    side = file++ % 2 ? "gate" : "gold"
    writing = file > 2
    if (file == 3) match_registers()
    out = FILENAME ".cut"
    port = 1000000
}
/^ *attribute / { kept = kept $0 "\n"; next }
$1 == "cell" {
    inside = 1
    flip_flop = $2 == "$_DFF_P_"
    boxed = box != "" && index($2, box)
    instance = $3
}
inside && boxed {
    kept = ""
    if (writing && $1 == "connect") {
        port_name = $2
        sub(/^ *connect [^ ]* /, "")
        n = bits($0, one)
        for (i = 1; i <= n; i++) {
            wire(port_name == "\\" box_output ? "input" : "output", "\\box:" instance port_name i)
            if (port_name == "\\" box_output)
                print "  connect " one[i] " \\box:" instance port_name i > out
            else
                print "  connect \\box:" instance port_name i " " (one[i] ~ /^[01x]$/ ? "1'" one[i] : one[i]) > out
        }
    }
    if ($1 == "end") inside = boxed = 0
    next
}
inside && flip_flop {
    kept = ""
    if ($1 == "connect" && $2 == "\\Q") q = $3
    if ($1 == "connect" && $2 == "\\D") d = $3
    if ($1 == "end") {
        inside = 0
        if (!writing && side == "gold") { gold_q[++golds] = q; next_of[q] = d }
        if (!writing && side == "gate") { late_q[++gates] = q; late_d[gates] = d }
    }
    next
}
!writing && !inside && $1 == "wire" { net[side " " $NF] = 1 }
!writing && !inside && $1 == "connect" {
    rest = $0
    sub(/^ *connect /, "", rest)
    at = rest ~ /^\{/ ? index(rest, "}") : index(rest, " ")
    n = bits(substr(rest, 1, at), left)
    if (bits(substr(rest, at + 1), right) != n) { print "cut: found " $0 > "/dev/stderr"; exit 2 }
    for (i = 1; i <= n; i++) join(side " " left[i], side " " right[i])
}
$1 == "end" && inside { inside = 0; if (writing) printf "%s%s\n", kept, $0 > out; kept = ""; next }
/^end$/ {
    if (!writing && side == "gate") for (i = 1; i <= gates; i++) {
        root = find("gate " late_q[i])
        gate_q[root] = late_q[i]
        next_of[root] = late_d[i]
    }
    if (!writing) for (name in net) if (name ~ "^" side " ") { root = find(name); sub(/^[a-z]* /, "", name); members[root] = members[root] " " name }
    if (writing) added()
}
writing { printf "%s%s\n", kept, $0 > out }
{ kept = "" }
END { exit lone }
