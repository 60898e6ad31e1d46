# limit.awk LIBERTY area.csv PIECES: what the function of the 28x8 control costs at least, beside the mapped rows of the CSV.
# PIECES (limit.sh): name, um2, ns of a piece; separated by tabs.
#
# Prices from the Liberty file: `flop`, the smallest flip-flop; `cell`, the smallest gate of two or more inputs, the least
# that any signal costs which is neither an input nor an inverse; `join`, the least area for every input that a gate
# merges into its output (area / (inputs - 1)), so that a function of n inputs costs (n - 1) joins; `xor`, an XOR gate or two
# cells; `load`, what a flip-flop needs to keep or take (a function of three inputs).
# The parts are those of rs_hold_arbiters, counted by function and not by netlist. Not counted: inverters, buffers, reset, drive
# strength, and what merges the parts; the ratio of the mapped rows says what these come to. Picks and hashes share
# nothing with the rest, so what they are mapped to alone is in every control of this recipe; the second sum has that in place of
# their prices, and the prices of the rest.
# Delay: a way through the control is at least the sum of its pieces, with nothing between them; what fan-out and the pieces'
# company cost shows in one output alone, and in all eight with the same target.
function least(a, b) { return a < b ? a : b }
function bits(states,    n) { while (2 ^ n < states) n++; return n }
function close_cell() {
    if (name == "" || area == 0) return
    if (is_flop) flop = flop ? least(flop, area) : area
    else if (inputs > 1 && outputs == 1 && !is_other) {
        cell = cell ? least(cell, area) : area
        join = join ? least(join, area / (inputs - 1)) : area / (inputs - 1)
        if (is_xor && inputs == 2) xor = xor ? least(xor, area) : area
    }
}
FNR == NR && /^ *cell *\(/ {
    close_cell()
    name = $0; sub(/^[^(]*\( */, "", name); sub(/ *\).*/, "", name)
    area = inputs = outputs = is_flop = is_xor = is_other = 0
}
FNR == NR && /^ *area *:/ { area = $0; gsub(/[^0-9.]/, "", area); area += 0 }
FNR == NR && /^ *ff *\(/ { is_flop = 1 }
FNR == NR && (/^ *latch *\(/ || /three_state *:/) { is_other = 1 }
FNR == NR && /direction *: *"?input/ { inputs++ }
FNR == NR && /direction *: *"?output/ { outputs++ }
FNR == NR && /function *:/ && /\^/ { is_xor = 1 }
FNR == NR { next }
FNR == 1 { file++ }
file == 2 { area_of[$1] = $2; ns[$1] = $3; next }
/^control,/ {
    split($0, quoted, "\"")
    n = split(quoted[3], field, ",")
    mapped[quoted[2]] = field[n - 2]
    delay[quoted[2]] = field[n - 1]
}
function add(item, count, unit, price) {
    printf "    %-56s %5d x %-28s %7.0f\n", item, count, unit, count * price
    sum += count * price
}
function piece(name, what) { printf "    %-56s %5.2f\n", what, ns[name] }
function together(what, value) { printf "    %-56s %5.2f\n", what, value }
function way(configuration, name, pieces,    n, k, part, total) {
    n = split(pieces, part, " ")
    for (k = 1; k <= n; k++) {
        if (!(part[k] in ns)) { print "limit: found no piece " part[k] > "/dev/stderr"; exit 2 }
        total += ns[part[k]]
    }
    gsub(/ /, " + ", pieces)
    printf "    %-16s %-22s %-42s %5.2f\n", configuration, name, pieces, total
}
function payload(name, what,    um2) {
    um2 = area_of["payload_" name] / (32 * O)
    printf "    %-56s %7.0f %10.0f %5.2f\n", what, um2, um2 * 256 * O, ns["payload_" name]
}
function row(configuration) {
    if (configuration in mapped)
        printf "  at least, for %-42s %39.0f um2, mapped %d: %.2f times\n", configuration, sum, mapped[configuration],
            mapped[configuration] / sum
    else
        printf "  at least, for %-42s %39.0f um2\n", configuration, sum
}
END {
    close_cell()
    if (!(area_of["picks"] && area_of["kept"])) { print "limit: found no piece picks or kept" > "/dev/stderr"; exit 2 }
    if (!flop || !cell || !xor) { print "limit: found no flip-flop, gate or XOR in the Liberty file" > "/dev/stderr"; exit 2 }
    I = 28; O = 8; P = 4; G = I / P; ROW = 12; HASH = 4; LIMIT = 8; LFSR = 41
    xor = least(xor, 2 * cell)
    load = 2 * join > cell ? 2 * join : cell
    number = bits(I); found = 2 * I - 1 # joins: the one of I signals that a number names
    printf "Prices in um2: flop %.0f, cell %.0f, join %.1f, xor %.0f, load %.0f\n", flop, cell, join, xor, load
    add("LFSR: bits", LFSR, "(flop + xor + load)", flop + xor + load)
    add("who asks for which output", I * O, "cell", cell)
    add("trees of groups and places: nodes (any, which half, two grants)", O * (G - 1 + P - 1), "4 cells", 4 * cell)
    add("a group's requests, the chosen group's places: outputs", O, G * (P - 1) + P * (2 * G - 1) " joins",
        (G * (P - 1) + P * (2 * G - 1)) * join)
    add("grants by group and place", I * O, "cell", cell)
    row("28x8 NONE")
    picks = sum
    add("holders: bits", O * number, "(flop + load)", flop + load)
    add("does the holder ask: outputs", O, found " joins", found * join)
    add("holder or picked: bits of the number", O * number, "load", load)
    row("28x8 HG")
    before_hashes = sum
    add("row hashes: XORs", I * (ROW - HASH), "xor", xor)
    by_input = I * HASH * (flop + load + xor + join)
    by_output = O * HASH * (flop + load + xor + join + found * join)
    if (by_input < by_output)
        add("hashes kept and compared at the inputs: bits", I * HASH, "(flop + load + xor + join)", flop + load + xor + join)
    else
        add("hashes kept at the outputs, the holder's selected: bits", O * HASH, "(flop + load + xor + " found + 1 " joins)",
            flop + load + xor + join + found * join)
    row("28x8 HMHG4")
    hashes = sum - before_hashes
    add("limit: count, bits", O * bits(LIMIT + 1), "(flop + load + xor)", flop + load + xor)
    add("guard: visited input, bits", O * number, "(flop + load + xor)", flop + load + xor)
    add("does the visited input ask: outputs", O, found " joins", found * join)
    add("visited or picked: bits of the number", O * number, "load", load)
    row("28x8 HMHG4 L8 G")
    printf "\nThe same with picks and hashes as mapped alone:\n"
    rest = sum - picks - hashes
    sum = 0
    add("picks of all outputs, their LFSR and decoder (policy NONE)", 1, "", area_of["picks"])
    add("hashes of the inputs: hash, flops, comparison", I, sprintf("%.0f", area_of["kept"]), area_of["kept"])
    add("holders, limit and guard, by the prices above", 1, "", rest)
    row("28x8 HMHG4 L8 G")
    printf "\nPayload of the switch, 32 bits of %d inputs to %d outputs, mapped alone; um2 for each output bit, for 256 bits, ns:\n", I, O
    payload("grants", "by grants: AND, OR")
    payload("place", "by {group, place}: place first")
    payload("group", "by {group, place}: group first")
    payload("number", "by number: multiplexers")
    printf "\nDelays in ns, each piece mapped alone for least delay:\n"
    piece("decode", "a request decoded for " O " outputs")
    piece("hash", "the request's row hashed and compared")
    piece("found", "the holder's request found among " I)
    piece("pick", "a random pick among " I ", as a number")
    piece("choice", "holder or pick")
    piece("choice_bounded", "limit; holder, guard or pick")
    piece("join", "a pick joined with the holder, selection known")
    piece("register", "set-up of a register")
    printf "Ways from a request to the holder's register, nothing between the pieces:\n"
    way("28x8 HG", "holder", "decode found choice register")
    way("28x8 HG", "pick", "decode pick join register")
    way("28x8 HMHG4 L8 G", "holder, its hash", "hash found choice_bounded register")
    way("28x8 HMHG4 L8 G", "pick", "decode pick join register")
    printf "All pieces together, mapped:\n"
    together("one output alone, HG, for least delay", ns["one_HG"])
    together("one output alone, HMHG4, for least delay", ns["one_HMHG4"])
    together("one output alone, HMHG4 L8 G, for least delay", ns["one_HMHG4_L8_G"])
    together("28x8 HMHG4 L8 G, for least delay", ns["all_HMHG4_L8_G"])
    together("28x8 HMHG4 L8 G, the row of make area", delay["28x8 HMHG4 L8 G"])
}
