# Cuts the flip-flops out of a design (Yosys RTLIL, one module, all nets one bit wide, flip-flops only $_DFF_P_), so that
# combinational logic is left:
#   what a register holds       input  held:SIDE:NAME, NAME the net it drives
#   what it holds next          output next:SIDE:NAME
# An instance of a black box is cut in the same way: its output PORT becomes an input, what goes into it outputs.
#   awk -v side=SIDE -v boxes="MODULE:PORT ..." -v state=FILE -f cut.awk DESIGN.il      prints the logic
# FILE: a line "NAME ALIAS..." for each register, names as in BLIF; "0 ALIAS..." and "1 ALIAS..." for the nets that are constant.
function find(x) {
    while (x in up) x = up[x]
    return x
}
function join(a, b) { # constants stay representatives
    a = find(a); b = find(b)
    if (a == b) return
    if (a ~ /^[01]$/) up[b] = a
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
function constant(bit) { return bit ~ /^[01x]$/ ? "1'" bit : bit }
function blif(name) { # as Yosys writes it there
    gsub(/[#=<>]/, "?", name)
    return name ~ /^\\/ ? substr(name, 2) : name
}
function wire(direction, name) { print "  wire " direction " " (++port) " " name }
function finish(    i, name, root) {
    for (i = 1; i <= registers; i++) {
        wire("input", "\\held:" side ":" blif(q_of[i]))
        wire("output", "\\next:" side ":" blif(q_of[i]))
        print "  connect " q_of[i] " \\held:" side ":" blif(q_of[i])
        print "  connect \\next:" side ":" blif(q_of[i]) " " constant(d_of[i])
        line[find(q_of[i])] = blif(q_of[i])
    }
    line["0"] = "0"
    line["1"] = "1"
    for (name in net) {
        root = find(name)
        if (root in line) line[root] = line[root] " " blif(name)
    }
    for (root in line) print line[root] > state
}
BEGIN {
    port = 1000000
    box_count = split(boxes, box, " ")
    for (i = 1; i <= box_count; i++) {
        split(box[i], part, ":")
        box[i] = part[1]
        output_of[i] = "\\" part[2]
    }
}
/^ *attribute / { kept = kept $0 "\n"; next }
$1 == "cell" {
    inside = 1
    flip_flop = $2 == "$_DFF_P_"
    boxed = 0
    for (i = 1; i <= box_count; i++) if (index($2, box[i])) boxed = i
    instance = $3
}
inside && boxed {
    kept = ""
    if ($1 == "connect") {
        port_name = $2
        sub(/^ *connect [^ ]* /, "")
        n = bits($0, one)
        for (i = 1; i <= n; i++) {
            wire(port_name == output_of[boxed] ? "input" : "output", "\\box:" instance port_name i)
            if (port_name == output_of[boxed])
                print "  connect " one[i] " \\box:" instance port_name i
            else
                print "  connect \\box:" instance port_name i " " constant(one[i])
        }
    }
    if ($1 == "end") inside = boxed = 0
    next
}
inside && flip_flop {
    kept = ""
    if ($1 == "connect" && $2 == "\\C" && $3 != "\\clk") { print "cut: found a flip-flop clocked by " $3 ", expected clk" > "/dev/stderr"; exit 2 }
    if ($1 == "connect" && $2 == "\\Q") q_of[registers + 1] = $3
    if ($1 == "connect" && $2 == "\\D") d_of[registers + 1] = $3
    if ($1 == "end") {
        inside = 0
        registers++
    }
    next
}
!inside && $1 == "wire" { net[$NF] = 1 }
!inside && $1 == "connect" {
    rest = $0
    sub(/^ *connect /, "", rest)
    at = rest ~ /^\{/ ? index(rest, "}") : index(rest, " ")
    n = bits(substr(rest, 1, at), left)
    if (bits(substr(rest, at + 1), right) != n) { print "cut: found " $0 > "/dev/stderr"; exit 2 }
    for (i = 1; i <= n; i++) join(left[i], right[i])
}
/^end$/ { finish() }
{ printf "%s%s\n", kept, $0; kept = "" }
$1 == "end" { inside = 0 }
