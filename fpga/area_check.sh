#!/bin/sh
# area_check.sh AREA.csv [all]: compares rows with fpga/baselines/area.csv, every column exactly; all: no row may be
# missing either. Prints a line per difference; appends "pass|FAIL area BLOCK CONFIGURATION" to $RESULTS. Exits 1 on a difference.
# area_check.sh --take AREA.csv: makes the rows the baseline, with the tools' versions as comment lines.
# A difference under other versions of Yosys, OpenSTA or another library is not comparable: the first line says so.
set -u
baseline=fpga/baselines/area.csv
library=${LIB:-/usr/share/qflow/tech/osu018/osu018_stdcells.lib}
versions() {
    echo "# $(yosys -V | sed 's/ (.*//'), OpenSTA $(sta -version), $(basename "$library") $(cksum < "$library" | cut -d ' ' -f 1)"
}
if [ "$1" = --take ]; then
    { versions; cat "$2"; } > "$baseline.new" && mv "$baseline.new" "$baseline"
    exit
fi
if [ "$(head -n 1 "$baseline")" != "$(versions)" ]; then
    echo "area: baseline made with $(head -n 1 "$baseline" | cut -c 3-); found $(versions | cut -c 3-)" >&2
fi
mkdir -p "$(dirname "${RESULTS:=build/test/results}")"
awk -v all="${2:-}" -v results="$RESULTS" '
    /^#/ { next }
    match($0, /^[^,]*,"[^"]*"/) {
        name = substr($0, 1, RLENGTH)
        if (FNR == NR) { expected[name] = $0; next }
        found[name] = 1
        shown = name
        gsub(/,"/, " ", shown); gsub(/"/, "", shown)
        if ($0 == expected[name])
            print "pass area " shown >> results
        else {
            print "FAIL area " shown >> results
            print "area: " shown ": found " substr($0, length(name) + 2) ", expected " \
                (name in expected ? substr(expected[name], length(name) + 2) : "no such row")
            bad = 1
        }
    }
    END {
        for (name in expected)
            if (all == "all" && !(name in found)) { print "area: row " name " of the baseline is missing"; bad = 1 }
        exit bad
    }' "$baseline" "$1"
