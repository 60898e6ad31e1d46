# Which register of the netlist is which of the RTL. Input: the state files of cut.awk and, in a second round, what
# settling the first one's assumptions has left. Output: lines "REGISTER PARTNER" for each register of the RTL;
# PARTNER is a register of the netlist, or what is assumed where it has none: 0, 1, - (anything).
#   awk -v counts=FILE -f match.awk gold.state gate.state [settled]
# Registers correspond by the names of their nets, all aliases of a net included. Yosys' opt_mem takes constant bits out of a
# memory's words and moves the others together; so where bits of a word are gone, the first round assumes all bits of the
# word constant, and the second gives those that are not, in their order, to the bits that the netlist has.
# Nothing depends on a right choice here but the proof's success. FILE: registers of the netlist, of the RTL that share
# one. Exits 1 when a register of the netlist has no partner.
function word_of(name) { return name ~ /\[[0-9]+\]$/ ? substr(name, 1, match(name, /\[[0-9]+\]$/) - 1) : "" }
function bit_of(name) { return substr(name, match(name, /\[[0-9]+\]$/) + 1) + 0 }
FILENAME == ARGV[1] {
    if ($1 ~ /^[01]$/) next
    gold[++golds] = $1
    alias[golds] = $0
    word = word_of($1)
    if (word != "") {
        at[word, bit_of($1)] = golds
        if (!(word in top) || bit_of($1) > top[word]) top[word] = bit_of($1)
    }
    next
}
FILENAME == ARGV[2] {
    if ($1 !~ /^[01]$/) gate[++gates] = $1
    for (i = 1; i <= NF; i++) owner[$i] = $1
    next
}
{ settled[$1] = $2 }
END {
    for (i = 1; i <= golds; i++) {
        n = split(alias[i], names, " ")
        for (k = 1; k <= n && !(i in partner); k++)
            if (names[k] in owner) partner[i] = owner[names[k]]
        if (!(i in partner)) {
            partner[i] = ARGC > 3 ? settled[gold[i]] : 0
            short[word_of(gold[i])] = 1
        }
    }
    delete short[""]
    for (word in short) {
        kept = found = 0
        for (bit = 0; bit <= top[word]; bit++) {
            if (((word, bit) in at) && ARGC > 3 && settled[gold[at[word, bit]]] == "-") left[++kept] = at[word, bit]
            name = word "[" bit "]"
            if ((name in owner) && owner[name] !~ /^[01]$/) had[++found] = owner[name]
        }
        if (ARGC > 3 && kept != found) continue
        for (bit = 0; bit <= top[word]; bit++)
            if ((word, bit) in at) partner[at[word, bit]] = ARGC > 3 ? settled[gold[at[word, bit]]] : 0
        for (k = 1; k <= kept; k++) partner[left[k]] = had[k]
    }
    for (i = 1; i <= golds; i++) {
        print gold[i], partner[i]
        if (partner[i] !~ /^[01-]$/ && used[partner[i]]++) shared++
    }
    print gates + 0, shared + 0 > counts
    for (i = 1; i <= gates; i++)
        if (!(gate[i] in used)) {
            print "match: register " gate[i] " of the netlist has no partner" > "/dev/stderr"
            exit 1
        }
}
