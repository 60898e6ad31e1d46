# The files that each module needs, itself first: lines "MODULE FILE FILE...", of the Verilog files given. A module is in the file of
# its name, and needs those whose names its text has; what a module has with RS_ASSERT alone does not count.
FNR == 1 { file = FILENAME; stem = file; sub(/.*\//, "", stem); sub(/[.]v$/, "", stem); path[stem] = file; order[++files] = stem }
/^`ifdef RS_ASSERT/ { asserts = 1 }
asserts { if (/^`endif/) asserts = 0; next }
{ sub(/\/\/.*/, ""); n = split($0, word, /[^A-Za-z0-9_]+/); for (i = 1; i <= n; i++) if (word[i] ~ /^rs_/) uses[stem, word[i]] = 1 }
function add(module,    i) {
    if (seen[module] == round) return
    seen[module] = round
    line = line " " path[module]
    for (i = 1; i <= files; i++) if ((module, order[i]) in uses) add(order[i])
}
END { for (round = 1; round <= files; round++) { line = order[round]; add(order[round]); print line } }
