# Verilog in which a name is used above its declaration: net, variable, parameter, genvar, function, task.
#   awk -f tests/declared.awk FILE...
# Prints "FILE:LINE: NAME is used above its declaration in line N" for the first use of each; exit 1 if there is one. Names are
# looked up by scope: module, function, begin .. end. Labels of blocks and names of instances are no uses.
function declare(name, line,    k, n, use, uses) {
    declared[scope, name] = 1
    n = split(undeclared[name], uses, " ")
    for (k = 1; k <= n; k++) {
        split(uses[k], use, ":") # line:scope
        if (index(use[2] "/", scope "/") == 1) {
            printf "%s:%d: %s is used above its declaration in line %d\n", FILENAME, use[1], name, line
            failed = 1
            delete undeclared[name]
            return
        }
    }
}
function look_up(name, line,    path) {
    for (path = scope; path != ""; sub(/\/[0-9]+$/, "", path))
        if ((path, name) in declared) return
    uses_before = undeclared[name]
    undeclared[name] = uses_before " " line ":" scope
    looked_up = name
}
function enter() { scope = scope "/" ++scopes }
function leave() { sub(/\/[0-9]+$/, "", scope) }
# expects: what a name at depth 0 of brackets is: the name of a declaration, of a module or of a function; "value": in a
# declaration behind the = of a name; "": in an expression or statement.
function token(t, line) {
    if (t == "module") { enter(); expects = "module" }
    else if (t == "begin") { enter(); expects = "" }
    else if (t ~ /^(end|endmodule|endfunction|endtask)$/) { leave(); expects = "" }
    else if (t == "function" || t == "task") { expects = "function"; depth = 0 }
    else if (t ~ declares) { if (expects != "function") { expects = "name"; depth = 0 } }
    else if (t ~ /^[[({]$/) {
        depth++
        if (t == "(" && last == looked_up && (second_last == ")" || second_last ~ /^[a-z_]*[A-Za-z0-9_]+$/)) # MODULE #(..) INSTANCE (
            undeclared[looked_up] = uses_before
    } else if (t ~ /^[])}]$/) { if (--depth < 0) expects = "" } # the end of a list of ports
    else if (t == ";") expects = ""
    else if (t == "," && expects == "value" && depth == 0) expects = "name"
    else if (t == "=" && expects == "name" && depth == 0) expects = "value"
    else if (t ~ /^[A-Za-z_]/ && t !~ keyword) {
        if (expects == "module") expects = ""
        else if (expects == "function" && depth == 0) { declare(t, line); enter(); expects = "" }
        else if (expects == "name" && depth == 0) declare(t, line)
        else if (last != "." && !(last == ":" && second_last == "begin")) { look_up(t, line); second_last = last; last = t; return }
    }
    looked_up = ""
    second_last = last
    last = t
}
BEGIN {
    declares = "^(wire|reg|integer|genvar|localparam|parameter|input|output|inout|real|time)$"
    keyword = "^(signed|automatic|generate|endgenerate|always|initial|assign|if|else|for|case|casez|endcase|default|posedge|negedge|or)$"
}
FNR == 1 { split("", undeclared); split("", declared); scope = expects = last = second_last = looked_up = "" }
{
    text = $0
    gsub(/"([^"\\]|\\.)*"/, " ", text)
    sub(/\/\/.*/, "", text)
    if (text ~ /^[ \t]*`/) next
    gsub(/\/\*[^*]*\*\/|\(\*[^)]*\*\)/, " ", text)              # comments, attributes
    gsub(/[0-9]*'[sS]?[bodhBODH][0-9a-fA-FxzXZ_?]+/, "0", text)
    gsub(/[$`][A-Za-z_0-9]+/, "0", text)                         # system functions, macros
    while (match(text, /[A-Za-z_][A-Za-z_0-9]*|[][(){};,.:=#]/)) {
        if (substr(text, 1, RSTART - 1) ~ /[^ \t]/) { second_last = last; last = "operator" }
        found = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        token(found, FNR)
    }
}
END { exit failed }
