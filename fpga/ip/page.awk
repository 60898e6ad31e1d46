# The page of a block (pages.sh), from files that each come behind an assignment of kind:
#   module   what module.awk says of it        readme   rtl/*/README.md, whose tables say what ports and parameters mean
#   proofs   formal/*/*.proofs                 record   tests/record/formal
#   area     fpga/baselines/area.csv           template the instantiation template
# Variables: name, module, files, further (sections of READMEs), own (formal: blocks with rows of their own), rows (area), drawn (what
# the timing diagram is of, empty: none). Ends with 2 and a line on stderr if a port has no meaning or a row is missing.
function trim(text) { gsub(/^[ \t]+|[ \t]+$/, "", text); return text }
function without_backtick(text) { gsub(/`/, "", text); return text } # of a macro
function missing(text) { print "ip: " name ": " text > "/dev/stderr"; failed = 1 }
function within(list, word) { return index(" " list " ", " " word " ") > 0 }

kind == "module" {
    split($0, column, "\t")
    if (column[1] != "text") for (i = 5; i in column; i++) gsub(/[|]/, "\\\\|", column[i]) # a cell of a table
    if (column[1] == "text") text[++texts] = column[2]
    if (column[1] == "parameter") {
        parameter[++parameters] = column[2]
        value[column[2]] = column[3]
        derived[column[2]] = column[4]
        parameter_means[column[2]] = column[5]
    }
    if (column[1] == "port") {
        port[++ports] = column[4]
        number[column[4]] = ports
        direction[ports] = column[2]
        range[ports] = column[3]
        strap[ports] = column[5] != "" || column[6] ~ /^strap/
        straps_above[ports] = column[5]
        comment[ports] = column[6]
    }
    next
}

# READMEs: of a row of a table of ports, or of parameters, what it says of each name that its first cell has. A section of the module
# itself counts before one of further, that before what stands in front of the first section of its room, that (for parameters) before
# the other sections there.
kind == "readme" && FNR == 1 { room = FILENAME; sub(/\/[^\/]*$/, "", room); own_room = within(files, room "/" module ".v"); rank = own_room ? 3 : 0; table = "" }
kind == "readme" && /^## / {
    rank = own_room ? 4 : 0
    n = split($0, word, /[^a-z0-9_]+/)
    for (i = 1; i <= n; i++) {
        if (word[i] == module) rank = 1
        else if (rank != 1 && within(further, word[i])) rank = 2
    }
    next
}
kind == "readme" && !/^\|/ { table = ""; next }
kind == "readme" {
    if (!rank) next
    $0 = linked($0)
    columns = split($0, cell, "|") - 1
    if (table == "") {
        table = trim(cell[2])
        for (i = 2; i <= columns; i++) heading[i] = trim(cell[i])
        next
    }
    if (cell[2] ~ /^ ?-+ ?$/) next
    if (table ~ /^port/ && rank < 4) about_port()
    if (table == "parameter") about_parameter()
    next
}
# A README's line with links as they are from fpga/ip/.
function linked(rest,    done, link) {
    while (match(rest, /\]\([^) ]+\)/)) {
        link = substr(rest, RSTART + 2, RLENGTH - 3)
        done = done substr(rest, 1, RSTART + 1)
        rest = substr(rest, RSTART + RLENGTH - 1)
        if (link ~ /^#/) link = FILENAME link
        else if (link !~ /^[a-z]+:/) link = room "/" link
        while (sub(/[^\/]+\/[.][.]\//, "", link));
        done = done (link ~ /^[a-z]+:/ ? "" : "../../") link
    }
    return done rest
}
# The names of the first cell, in backticks: NAME, PREFIX*, FIRST .. LAST.
function each_name(cell_text,    rest, token, before, previous) {
    names = 0
    rest = cell_text
    while (match(rest, /`[^`]*`/)) {
        before = substr(rest, 1, RSTART - 1)
        token = substr(rest, RSTART + 1, RLENGTH - 2)
        rest = substr(rest, RSTART + RLENGTH)
        if (before ~ /^ [.][.] $/) name_from[names] = previous
        else name_from[++names] = ""
        name_of[names] = previous = token
    }
}
function covers(i, candidate,    pattern) {
    if (name_from[i] != "") return number[candidate] >= number[name_from[i]] && number[candidate] <= number[name_of[i]]
    pattern = name_of[i]
    gsub(/\*/, ".*", pattern)
    return candidate ~ "^" pattern "$"
}
function about_port(    i, k, j, says, is_strap, not_strap) {
    each_name(cell[2])
    says = ""
    not_strap = 0
    for (j = 3; j <= columns; j++)
        if (heading[j] == "meaning") says = trim(cell[j]) (says == "" ? "" : "; " says)
        else if (heading[j] == "timing" && trim(cell[j]) != "") says = says (says == "" ? "" : "; ") "timing: " trim(cell[j])
        else if (heading[j] == "direction") { is_strap = trim(cell[j]) == "strap"; not_strap = !is_strap && rank == 1 }
    if (says ~ /^as above/) says = ""
    for (i = 1; i <= names; i++)
        for (k = 1; k <= ports; k++)
            if (covers(i, port[k])) {
                if (is_strap) strap[k] = 1
                if (not_strap) signal[k] = 1 # the module's own section says so, whatever a part of it says
                if (says != "" && (!(k in port_rank) || rank < port_rank[k])) {
                    port_rank[k] = rank
                    port_means[k] = says
                }
            }
}
function about_parameter(    i, k, says, j, first, rank_here) {
    rank_here = rank
    each_name(cell[2])
    first = heading[3] == "default" ? 4 : 3 # the page has the default from the module
    says = trim(cell[first])
    if (says ~ /^as above/) return
    if (says == "below") { says = ""; rank_here = 5 }
    for (j = first + 1; j <= columns; j++) if (trim(cell[j]) != "") says = says (says == "" ? "" : "; ") trim(cell[j])
    for (i = 1; i <= names; i++)
        for (k = 1; k <= parameters; k++)
            if (covers(i, parameter[k]) && says != "" && (!((parameter[k]) in parameter_rank) || rank_here < parameter_rank[parameter[k]])) {
                parameter_rank[parameter[k]] = rank_here
                readme_says[parameter[k]] = says
            }
}

kind == "proofs" {
    if (/^ *(#|$)|^(files|break) /) next
    split($0, column, "|")
    for (i = 1; i <= 9; i++) column[i] = trim(column[i])
    proof[++proofs] = column[1]
    block_of[column[1]] = column[2]
    property[column[1]] = column[3]
    sizes[column[1]] = column[6]
    next
}
kind == "record" {
    split($0, column, "\t")
    split(column[5], part, "|")
    result[part[1]] = part[6] == "bounded" ? "first " part[7] " cycles" : part[6]
    next
}
kind == "area" {
    if (!match($0, /^[^,]*,"[^"]*"/)) next
    found = substr($0, 1, RLENGTH)
    figures[found] = substr($0, RLENGTH + 2)
    next
}
kind == "template" { template = template $0 "\n"; next }

# What the header says of ports: lines "NAMES  text", names with *, and the lines behind them that are set in.
function header_says(    i, k, n, word, j, pattern) {
    for (i = 1; i <= texts; i++) {
        if (match(text[i], /^[a-z][a-z_*0-9]*(, [a-z_*0-9]+)* +/) && substr(text[i], RSTART, RLENGTH) ~ /(  |\* )$/) {
            n = split(trim(substr(text[i], 1, RLENGTH)), word, ", ")
            said = substr(text[i], RLENGTH + 1)
            for (k = i + 1; k <= texts && text[k] ~ /^    /; k++) said = said " " trim(text[k])
            for (j = 1; j <= n; j++) {
                pattern = word[j]
                gsub(/\*/, ".*", pattern)
                for (k = 1; k <= ports; k++)
                    if (port[k] ~ "^" pattern "$" && !(k in header_means)) header_means[k] = said
            }
        }
        # "age_cap n (strap, ..": a sentence that begins a line
        for (k = 1; k <= ports; k++)
            if (index(text[i], port[k] " n (strap") == 1) {
                strap[k] = 1
                header_means[k] = text[i] " " text[i + 1]
                sub(/[.] .*/, "", header_means[k])
            }
    }
}
function meaning(k) {
    if (port[k] == "clk") return "rising edge"
    if (port[k] == "rst") return "synchronous, active high"
    if (port[k] ~ /^s_axi_/) return "AXI4's " toupper(substr(port[k], 7))
    if (k in port_means && port_rank[k] == 1) return port_means[k]
    if (comment[k] != "" && comment[k] !~ /^strap/) return comment[k]
    if (k in port_means) return port_means[k]
    if (comment[k] != "") return comment[k]
    return k in header_means ? header_means[k] : straps_above[k]
}
function all_ports(    k, says, last) {
    print "## Ports\n\n| port | direction | bits | meaning |\n| --- | --- | --- | --- |"
    for (k = 1; k <= ports; k++) {
        says = meaning(k)
        if (says == "") missing("found no meaning of port " port[k] ", expected it in rtl/*/README.md, behind the port or in the header")
        print "| `" port[k] "` | " (strap[k] ? "strap" : direction[k]) " | " (range[k] == "" ? "1" : "`" range[k] "`") " | " \
            (says == last ? "\"" : says) " |"
        last = says
    }
    for (k = 1; k <= ports; k++) any_strap = any_strap || strap[k]
    print "\nA \" repeats the line above." (any_strap ? " A strap is an input that stands still while the block runs; tied to a constant, what it does not need goes in synthesis." : "") "\n"
}
function parameter_meaning(p) { # a comment that only says whose parameter it is gives way
    if (p in readme_says && (parameter_rank[p] == 1 || parameter_means[p] ~ /^(rs_[a-z0-9_]+)?$/)) return readme_says[p]
    if (parameter_means[p] != "") return parameter_means[p]
    if (p ~ /_MASK$/) return "bits of a byte address that are its " tolower(substr(p, 1, length(p) - 5)) " (`rs_address_map`)"
    if (p ~ /_BITS$/) return "bits of a " tolower(substr(p, 1, length(p) - 5))
}
function all_parameters(    k, later) {
    print "## Parameters\n\n| parameter | default | values, meaning |\n| --- | --- | --- |"
    for (k = 1; k <= parameters; k++) {
        p = parameter[k]
        if (derived[p]) later = later (later == "" ? "" : ", ") "`" p "` = `" without_backtick(value[p]) "`"
        else {
            if (parameter_meaning(p) == "") missing("found no meaning of parameter " p ", expected it in rtl/*/README.md or behind the parameter")
            print "| `" p "` | `" value[p] "` | " parameter_meaning(p) " |"
        }
    }
    print "\n" (later == "" ? "" : "Derived, not to be set: " later ". ") "A combination that does not work stops elaboration with a message.\n"
}
function all_proofs(    i, n, part, k, row, count, any, module_of) {
    print "## What is proven\n"
    for (i = 1; i <= proofs; i++) {
        n = split(block_of[proof[i]], part, /[^a-z0-9_]+/)
        for (k = 1; k <= n; k++)
            if (within(own, part[k])) {
                if (!any++) print "| row of `make formal` | what | parameters | result |\n| --- | --- | --- | --- |"
                print "| `" proof[i] "` | " property[proof[i]] " | `" sizes[proof[i]] "` | " (proof[i] in result ? result[proof[i]] : "not run") " |"
                break
            }
    }
    n = split(files, part, " ")
    for (k = 1; k <= n; k++) {
        module_of = part[k]
        sub(/.*\//, "", module_of)
        sub(/[.]v$/, "", module_of)
        if (within(own, module_of)) continue
        delete count
        for (i = 1; i <= proofs; i++)
            if (block_of[proof[i]] ~ "(^|[^a-z0-9_])" module_of "($|[^a-z0-9_])") {
                row = proof[i] in result ? result[proof[i]] : "not run"
                sub(/^first.*/, "bounded", row)
                count[row]++
            }
        row = ""
        for (i in count) ;
        if (count["proven"] + count["bounded"] + count["unproven"] + count["not run"] == 0) continue
        row = (count["proven"] ? count["proven"] " proven" : "")
        if (count["bounded"]) row = row (row == "" ? "" : ", ") count["bounded"] " to a depth"
        if (count["unproven"]) row = row (row == "" ? "" : ", ") count["unproven"] " open"
        if (count["not run"]) row = row (row == "" ? "" : ", ") count["not run"] " not run"
        inside = inside (inside == "" ? "" : "; ") "`" module_of "` " row
    }
    if (inside != "") print (any ? "\n" : "") "Rows of the parts inside: " inside "."
    print "\nResults are those in `tests/record/formal`; \"proven\" is without bound in time, at these parameters. What is assumed of the block's\n" \
        "surroundings, and where that is asserted: [formal/](../../formal/README.md).\n"
}
# The text up to the parenthesis that closes one opened before it.
function enclosed(text,    k, depth, c) {
    for (k = depth = 1; k <= length(text); k++) {
        c = substr(text, k, 1)
        depth += (c == "(") - (c == ")")
        if (!depth) break
    }
    return substr(text, 1, k - 1)
}
# What stands behind the name NAME in a list of connections ".A(x), .B(y)"; `otherwise` without it.
function connected(list, wanted, otherwise,    at) {
    at = index(list, "." wanted "(")
    return at ? enclosed(substr(list, at + length(wanted) + 2)) : otherwise
}
# Instances of the two memory modules in the block's files.
function memories(    n, i, file, line, text, kind, any, list, instance, in_module, registered) {
    n = split(files, file, " ")
    for (i = 1; i <= n; i++) {
        if (file[i] ~ /rs_(memory_1r1w|write_first_memory)[.]v$/) continue
        text = ""
        while ((getline line < file[i]) > 0) { sub(/\/\/.*/, "", line); text = text " " line }
        close(file[i])
        in_module = file[i]
        gsub(/.*\/|[.]v$/, "", in_module)
        while (match(text, /rs_(memory_1r1w|write_first_memory) #\(/)) {
            kind = substr(text, RSTART, RLENGTH - 3)
            text = substr(text, RSTART + RLENGTH)
            list = enclosed(text)
            text = substr(text, length(list) + 2)
            match(text, /[a-z0-9_]+/)
            instance = substr(text, RSTART, RLENGTH)
            if (!any++) print "## Memories\n\n| in module | memory | bits of a word | write enables | words | written, read at a time | read |\n| --- | --- | --- | --- | --- | --- | --- |"
            registered = kind == "rs_write_first_memory" ? "register; a word written at the edge is the one read" : \
                connected(list, "READ_REGISTER", "0") == "1" ? "register" : connected(list, "READ_REGISTER", "0") == "0" ? "combinational" : \
                "register if `" connected(list, "READ_REGISTER", "0") "`"
            print "| `" in_module "` | `" instance "` | `" connected(list, "WIDTH", "256") "` | `" connected(list, "LANES", "1") "` | `" connected(list, "DEPTH", "64") "` | " \
                connected(list, "WRITE_WORDS", "1") ", " connected(list, "READ_WORDS", "1") " | " registered " |"
        }
    }
    if (any) print "\nEach is an instance of `rs_memory_1r1w`, the one module to put an SRAM macro in: one port writes, one reads; a register\n" \
        "behind the read takes a word at every edge. Write enables are those of a word's lanes, all of one width. Some of these are there for some parameters only.\n"
}
function area_rows(    n, item, i, block, row, number_of, figure) {
    print "## Area and clock\n\n| `make area` row | flip-flops | bits of payload memory | cells | um2 | ns | MHz |\n| --- | --- | --- | --- | --- | --- | --- |"
    n = split(rows, item, / *; */)
    for (i = 1; i <= n; i++) {
        if (match(item[i], /^[a-z0-9_]+: /)) {
            block = substr(item[i], 1, RLENGTH - 2)
            item[i] = substr(item[i], RLENGTH + 1)
        }
        row = block ",\"" item[i] "\""
        if (!(row in figures)) { missing("found no row " row " in fpga/baselines/area.csv, expected one"); continue }
        split(figures[row], figure, ",")
        print "| " block ", " item[i] " | " figure[1] " | " figure[5] " | " figure[6] " | " figure[7] " | " figure[8] " | " figure[9] " |"
    }
    if (n < 3) missing("found " n " rows of area, expected three sizes")
    print "\nosu018 (0.18 um), from `fpga/baselines/area.csv`; bits of memory stand beside the um2 of logic. Recipe and what a row\n" \
        "is: [fpga/](../../fpga/README.md).\n"
}
END {
    if (failed) exit 2
    header_says()
    for (k in signal) strap[k] = 0
    said = ""
    for (i = 1; i <= texts && text[i] != ""; i++) { said = said (i == 1 ? "" : " ") text[i]; if (text[i] ~ /[.]$/) break }
    sub(/^rs_[a-z0-9_]+: /, "", said)
    if (match(said, /[.] /)) said = substr(said, 1, RSTART)
    print "<!-- Written by `make pages` from the RTL, the READMEs of its rooms, the proof rows and the recorded areas: not to be edited. -->"
    print "# " module "\n\n" toupper(substr(said, 1, 1)) substr(said, 2) "\n\nThe contract, as the header of [the module](../../" own_file(files) ") has it:\n\n```"
    for (i = 1; i <= texts; i++) print text[i]
    print "```\n"
    all_ports()
    all_parameters()
    if (drawn != "") print "## Timing\n\n![timing diagram](" name ".svg)\n\n" toupper(substr(drawn, 1, 1)) substr(drawn, 2) ".\n"
    all_proofs()
    memories()
    area_rows()
    print "## Instantiation\n\nCompiled by `make test` with the files below (`verilator --lint-only -Wall`):\n\n```verilog\n" template "```\n"
    print "| use | with |\n| --- | --- |\n| FuseSoC | `rowstreak:ip:rowstreak`, targets `lint_" name "`, `synth_" name "` |\n| Bender | targets `block` and `" name "` |\n" \
        "| synthesis, static timing | [" name ".sdc](" name ".sdc) |\n"
    n = split(files, part, " ")
    print "Files, read from the top folder of the repository (`-I` and that folder elsewhere):\n"
    for (i = 1; i <= n; i++) print "- `" part[i] "`"
    if (failed) exit 2
}
function own_file(list,    n, part, i) {
    n = split(list, part, " ")
    for (i = 1; i <= n; i++) if (part[i] ~ "/" module "[.]v$") return part[i]
}
