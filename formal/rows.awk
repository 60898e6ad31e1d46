# Reads the tables of rows (formal/*/*.proofs). Blank-trimmed columns, separated by |:
#   NAME | block | group | harness | sources | parameters | engine | cover | run
# A line "files NAME = FILE..." makes @NAME in the columns below it stand for those files (patterns like rtl/dram/*.v, too).
# A line "break NAME | FILE | SED" is a negative control of row NAME: with the sed expression applied to that source
# file the row's proof must fail. "break NAME LABEL | FILE | SED": it must fail in the assertion of that label, whichever fails
# first. See formal/README.md for the columns.
#   -v want=list -v run=quick   names of the rows with that run class (run=all: every row); -v block=rs_fifo: of that block
#   -v want=row -v name=NAME    shell assignments row_block=... for one row
#   -v want=breaks -v name=NAME one line "LABEL|FILE|SED" per control; LABEL is - where none is named
#   -v want=check               exit 2 with file:line, found and expected on a malformed line
function trim(text) { gsub(/^[ \t]+|[ \t]+$/, "", text); return text }
function quote(text) { gsub(/'/, "'\\''", text); return "'" text "'" }
function bad(found, expected) {
    print FILENAME ":" FNR ": found " found ", expected " expected > "/dev/stderr"
    failed = 1
    exit 2
}
BEGIN { FS = "|" }
/^[ \t]*(#|$)/ { next }
/^files / {
    if (!match($0, /^files [a-z_]+ = ./)) bad("'" $0 "'", "files NAME = FILE...")
    set = $0
    sub(/^files /, "", set)
    sub(/ = .*/, "", set)
    files["@" set] = substr($0, RLENGTH)
    next
}
/^break / {
    n = split(trim(substr($1, 7)), words, " ")
    if (NF < 3 || n < 1 || n > 2) bad("'" $0 "'", "break NAME | FILE | SED or break NAME LABEL | FILE | SED")
    its = words[1]
    if (!(its in seen)) bad("a control of '" its "'", "the name of a row above it")
    if (want == "breaks" && its == name) {
        text = $0
        sub(/^[^|]*\|[^|]*\|/, "", text)
        print (n > 1 ? words[2] : "-") "|" trim($2) "|" trim(text)
    }
    next
}
{
    if (NF != 9) bad(NF " columns", "9: NAME | block | group | harness | sources | parameters | engine | cover | run")
    for (i = 1; i <= 9; i++) column[i] = trim($i)
    if (column[1] !~ /^[a-z0-9_]+$/) bad("name '" column[1] "'", "lower case letters, digits and _")
    if (column[1] in seen) bad("a second row '" column[1] "'", "each name once")
    seen[column[1]] = 1
    if (column[7] !~ /^(pdr|scorr pdr|ind [0-9]+|bmc [0-9]+)$/)
        bad("engine '" column[7] "'", "pdr, scorr pdr, ind K or bmc DEPTH")
    if (column[8] !~ /^(-|[0-9]+)$/) bad("cover '" column[8] "'", "a number of cycles or -")
    if (column[7] ~ /^bmc/ && column[8] != "-" && column[8] + 0 > substr(column[7], 5) + 0)
        bad("covers to cycle " column[8] " of '" column[7] "'", "no cover beyond the cycles that are checked")
    if (column[9] !~ /^(quick|long|open: .+)$/) bad("run '" column[9] "'", "quick, long or open: REASON")
    n = split(column[5], words, " ")
    column[5] = ""
    for (i = 1; i <= n; i++) {
        if (words[i] ~ /^@/ && !(words[i] in files)) bad("'" words[i] "'", "a set of files named above")
        column[5] = column[5] (i > 1 ? " " : "") (words[i] ~ /^@/ ? files[words[i]] : words[i])
    }
    if (want == "list" && (run == "all" || column[9] == run) && (block == "" || column[2] ~ ("(^|[^a-z0-9_])" block "($|[^a-z0-9_])"))) print column[1]
    if (want == "row" && column[1] == name) {
        print "row_block=" quote(column[2]) " row_group=" quote(column[3]) " row_harness=" quote(column[4])
        print "row_sources=" quote(column[5]) " row_parameters=" quote(column[6]) " row_engine=" quote(column[7])
        print "row_cover=" quote(column[8]) " row_run=" quote(column[9])
        found = 1
    }
}
END {
    if (failed) exit 2
    if (want == "row" && !found) {
        print "formal: found no row '" name "', expected one of formal/*/*.proofs" > "/dev/stderr"
        exit 2
    }
}
