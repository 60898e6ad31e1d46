#!/bin/sh
# The rooms of cmodel/ are a tower: a file includes only what stands in its own room or below it; and a block has one
# stem and one room: rtl/ROOM/rs_STEM.v, cmodel/ROOM/STEM.{c,h}, tb/ROOM/STEM_cosim.cpp, formal/ROOM/rs_STEM_fv.v.
# Prints a line for each file that breaks this, and fails if there is one.
{
    grep -o '^#include "[^"]*"' -r cmodel --include='*.[ch]' | sed 's/:#include "\(.*\)"/ include \1/'
    find rtl cmodel tb formal -name '*.v' -o -name '*.[ch]' -o -name '*_cosim.cpp' | sed 's/$/ file/'
} | awk '
BEGIN {
    n = split("common network dram dfi sm slice port workload observe machine study cli", tower, " ")
    for (i = 1; i <= n; i++) height[tower[i]] = i
    height["top"] = 0 # rowstreak.h, config
}
function room(path,    part) { return split(path, part, "/") > 2 ? part[2] : "top" }
$2 == "include" {
    from = room($1)
    to = $3 ~ /\// ? room("cmodel/" $3) : ($3 ~ /^(rowstreak[.]h|config[.]def)$/ ? "top" : from)
    if (!(from in height)) bad($1 ": found room " from ", expected one of the tower")
    else if (from != to && from != "top" && height[to] >= height[from])
        bad($1 ": found room " from " including " $3 ", expected only rooms below it")
    else if ((from == "dram" && to == "network") || (from == "sm" && (to == "network" || to == "dram")) ||
             (from == "slice" && (to == "network" || to == "sm")) || (from == "port" && (to == "network" || to == "dram" || to == "sm" || to == "slice")))
        bad($1 ": found room " from " including " $3 ", expected twins of one room to know none of another")
    next
}
{
    stem = $1
    sub(/.*\//, "", stem)
    sub(/[.][a-z]+$/, "", stem)
    sub(/^rs_/, "", stem)
    sub(/_(cosim|fv)$/, "", stem)
    if ($1 ~ /^rtl\//) home[stem] = room($1)
    else others[stem] = others[stem] " " $1
}
function bad(text) { print "rooms: " text; failed = 1 }
END {
    for (stem in home) {
        m = split(others[stem], path, " ")
        for (i = 1; i <= m; i++)
            if (room(path[i]) != home[stem]) bad(path[i] ": found room " room(path[i]) ", expected " home[stem] " as rtl/ has it")
    }
    exit failed
}'
