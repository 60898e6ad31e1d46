#!/bin/sh
# area_check.sh AREA.csv [all]: compares rows with fpga/baselines/area.csv; all: no row may be missing either.
# Bits must be equal; cells and um2 may differ by 3 %, ns by 10 %, for Yosys and abc order gates by generated names, so
# that even a comment moves these figures a little. Prints a line per difference and appends "pass|FAIL area BLOCK
# CONFIGURATION" to $RESULTS. Exits 1 on a difference.
# area_check.sh --take AREA.csv: takes these rows into the baseline, in the order of fpga/area.rows, with the tools' versions
# as a comment line. Rows that were not measured stay if they were made by the same versions; else all rows must be there.
# Other versions of Yosys, OpenSTA or the library are not comparable: a line on stderr says so.
set -u
taken=$1
[ "$taken" = --take ] && taken=${2:-}
for file in "$taken" "${LIB:=/usr/share/qflow/tech/osu018/osu018_stdcells.lib}"; do
    [ -r "$file" ] || { echo "area: cannot read '$file', expected the CSV of 'make area' and a Liberty file" >&2; exit 2; }
done
baseline=fpga/baselines/area.csv
versions() {
    echo "# $(yosys -V | sed 's/ (.*//'), OpenSTA $(sta -version), $(basename "$LIB") $(cksum < "$LIB" | cut -d ' ' -f 1)"
}
if [ "$1" = --take ]; then
    mkdir -p "$(dirname "$baseline")"
    kept=/dev/null
    [ "$(head -n 1 "$baseline" 2>/dev/null)" = "$(versions)" ] && kept=$baseline
    { versions; awk -F '|' -v kept="$kept" -v taken="$2" '
        function read_rows(file,    line) {
            while ((getline line < file) > 0) {
                if (line ~ /^block,/) header = line
                else if (match(line, /^[^,]*,"[^"]*"/)) row[substr(line, 1, RLENGTH)] = line
            }
        }
        BEGIN { read_rows(kept); read_rows(taken); print header }
        /^#/ || NF < 3 { next }
        {
            for (i = 1; i <= 2; i++) gsub(/^ +| +$/, "", $i)
            name = $1 ",\"" $2 "\""
            if (name in row) print row[name]
            else if (kept == "/dev/null") missing++
        }
        END {
            if (missing) print "area: the baseline is of other versions: found no result of " missing " rows, expected all" > "/dev/stderr"
            exit missing > 0
        }' fpga/area.rows; } > "$baseline.new" && mv "$baseline.new" "$baseline" && exit
    rm -f "$baseline.new"
    exit 2
fi
if [ "$(head -n 1 "$baseline")" != "$(versions)" ]; then
    echo "area: baseline made with $(head -n 1 "$baseline" | cut -c 3-); found $(versions | cut -c 3-)" >&2
fi
mkdir -p "$(dirname "${RESULTS:=build/test/results}")"
awk -v all="${2:-}" -v results="$RESULTS" '
    function far(a, b, part) { return a - b > part * b || b - a > part * b }
    function differs(a, b,    x, y, n, k) {
        n = split(a, x, ",")
        if (split(b, y, ",") != n)
            return 1
        for (k = 1; k <= n; k++) # behind the name: ff_bits stored compared bound payload cells um2 ns mhz
            if (k <= 5 ? x[k] != y[k] : far(x[k], y[k], k >= 8 ? 0.1 : 0.03))
                return 1
        return 0
    }
    /^#/ { next }
    match($0, /^[^,]*,"[^"]*"/) {
        name = substr($0, 1, RLENGTH)
        figures = substr($0, RLENGTH + 2)
        if (FNR == NR) { expected[name] = figures; next }
        found[name] = 1
        shown = name
        gsub(/,"/, " ", shown); gsub(/"/, "", shown)
        if ((name in expected) && !differs(figures, expected[name]))
            print "pass area " shown >> results
        else {
            print "FAIL area " shown >> results
            print "area: " shown ": found " figures ", expected " (name in expected ? expected[name] : "no such row")
            bad = 1
        }
    }
    END {
        for (name in expected)
            if (all == "all" && !(name in found)) {
                print "area: row " name " of the baseline is missing"
                print "FAIL area " name >> results
                bad = 1
            }
        exit bad
    }' "$baseline" "$1"
