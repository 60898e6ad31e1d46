# awk -v banks=B -v tRC=... -f tests/traces/check_commands.awk COMMANDS: checks a command stream in DRAMsim3's form (no
# bank groups) against the rules between commands and prints "reads writes activates"; exits 1 at the first violation.
function bad(rule, since, least) {
    printf "line %d: %s, %d cycles since the earlier command, expected %d\n", NR, rule, since, least
    failed = 1
    exit 1
}
function need(rule, earlier, least) { if (earlier != "" && $1 - earlier < least) bad(rule, $1 - earlier, least) }
NF != 8 { printf "line %d: %d fields, expected 8\n", NR, NF; failed = 1; exit 1 }
$1 < last { bad("time running backwards", $1 - last, 0) }
{ last = $1; c = $3; b = $3 "," $6; need("one command a cycle", any[c], 1); any[c] = $1 }
$6 >= banks || $4 != 0 || $5 != 0 { bad("bank, rank or group out of range", 0, 0) }
$2 == "activate" {
    if (b in open) bad("activate of an open bank", 0, 0)
    need("tRC", act[b], tRC); need("tRP", pre[b], tRP); need("tRRD", any_act[c], tRRD)
    act[b] = any_act[c] = $1; open[b] = $7; activates++
}
$2 == "precharge" {
    if (open[b] != $7) bad("precharge of another row", 0, 0)
    need("tRAS", act[b], tRAS); need("tRTP", read[b], tRTP); need("tWR", write[b], WL + burst + tWR)
    pre[b] = $1; delete open[b]
}
$2 == "read" || $2 == "write" {
    if (open[b] != $7) bad("column command without its row", 0, 0)
    need("tRCD", act[b], tRCD); need("tCCD", column[c], tCCD); column[c] = $1
}
$2 == "read" { need("tWTR", any_write[c], WL + burst + tWTR); read[b] = any_read[c] = $1; reads++ }
$2 == "write" { need("tRTW", any_read[c], tRTW); write[b] = any_write[c] = $1; writes++ }
$2 !~ /^(activate|precharge|read|write)$/ { printf "line %d: command %s\n", NR, $2; failed = 1; exit 1 }
END { if (!failed) print reads + 0, writes + 0, activates + 0; exit failed }
