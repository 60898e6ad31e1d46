# module.awk FILE.v: header, parameters and ports of the module in FILE, a line each, columns separated by tabs:
#   text LINE                                     of the comment in front of the module
#   parameter NAME DEFAULT DERIVED COMMENT        DERIVED 1: it follows from others and is not to be set
#   port DIRECTION RANGE NAME STRAP COMMENT       RANGE empty: one bit; STRAP: the comment above it if that says "straps"
# A list of parameters or ports has one of them a line, as everywhere in rtl/; a value may go on in lines that begin with + - ? or :.
# RS_DRAM_TIMES stands for the times of rs_dram_times.vh, whose comment says what they are. Ends with 2 and a line on stderr at a line
# that it cannot read.
function bad(expected) {
    print FILENAME ":" FNR ": found '" $0 "', expected " expected > "/dev/stderr"
    failed = 1
    exit 2
}
function times(file,    line, part, n, i, value) {
    while ((getline line < file) > 0) {
        if (line ~ /^\/\/   /) {
            n = split(substr(line, 6), part, /  +/)
            for (i = 1; i < n; i += 2) means[part[i]] = part[i + 1]
        }
        if (line ~ /^ *parameter /) {
            gsub(/^ *parameter +|,? *\\? *$/, "", line)
            value = line
            sub(/ *=.*/, "", line)
            sub(/^[^=]*= */, "", value)
            print "parameter\t" line "\t" value "\t0\t" means[line]
        }
    }
    close(file)
}
function print_parameter() {
    if (parameter != "") print "parameter\t" parameter "\t" value end
    parameter = ""
}
FNR == 1 { part = "header" }
part == "header" && /^\/\// { print "text\t" substr($0, 4); next }
part == "header" && /^module / { part = "parameters"; if (!/#\($/) bad("module NAME #("); next }
part == "header" { next }
part == "parameters" && /^\) \($/ { print_parameter(); part = "ports"; next }
part == "ports" && /^\);$/ { part = "done"; exit }
/^ *$/ { next }
/^ *\/\// { derived = derived || /derived, not to be set/; straps = /straps/ ? substr($0, index($0, "//") + 3) : ""; next }
part == "parameters" && /^ *`RS_DRAM_TIMES,$/ { print_parameter(); times("rtl/dram/rs_dram_times.vh"); next }
{
    comment = ""
    line = $0
    if ((at = index(line, "//")) > 0) {
        comment = substr(line, at + 2)
        line = substr(line, 1, at - 1)
    }
    gsub(/^ +| +$/, "", comment)
    gsub(/^ +|,? *$/, "", line)
}
part == "parameters" && line ~ /^[-+?:] / && parameter != "" { value = value " " line; next }
part == "parameters" {
    print_parameter()
    if (line !~ /^parameter (\[[0-9:]+\] )?[A-Z][A-Z0-9_]* *= *./) bad("parameter [RANGE] NAME = VALUE")
    parameter = value = line
    gsub(/^parameter +(\[[0-9:]+\] )?| *=.*/, "", parameter)
    sub(/^[^=]*= */, "", value)
    end = "\t" derived + 0 "\t" comment
    next
}
{
    if (line !~ /^(input|output) +(wire|reg) +(\[.*\] +)?[a-z][a-z0-9_]*$/) bad("input or output, wire or reg, [RANGE] NAME")
    range = ""
    if (match(line, /\[.*\]/)) range = substr(line, RSTART, RLENGTH)
    name = line
    sub(/.* /, "", name)
    print "port\t" (line ~ /^input/ ? "in" : "out") "\t" range "\t" name "\t" straps "\t" comment
}
END { if (!failed && part != "done") { print FILENAME ": found no module with a list of parameters and ports, expected one" > "/dev/stderr"; exit 2 } }
