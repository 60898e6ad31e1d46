#!/bin/sh
# tests/figure_files.sh ROWSTREAK: the figure targets' files on a small graph. Appends a line
# per figure to $RESULTS.
rowstreak=$1
suite="figure files"
. tests/verdict.sh
work=$(dirname "$results")/figure_files
shown=$work/log
mkdir -p "$work"
: > "$work/log"
REQUESTS=20000 # of a pattern of figure 6.20
export REQUESTS

# Rings of 300 vertices with chords, in METIS format.
ring() { # ring CHORD
    awk -v chord="$1" 'BEGIN { n = 300; print n, 2 * n
        for (i = 0; i < n; i++) print (i + 1) % n + 1, (i + n - 1) % n + 1, (i + chord) % n + 1, (i + n - chord) % n + 1 }'
}
ring 37 > "$work/ring.graph"
ring 101 > "$work/wide_ring.graph"

# figure NAME BARS QUANTITY CONDITION: as many bars, the same in CSV and JSON, a run for each in runs.json, and every bar
# (x: group, bar, value) meets the condition
figure() {
    sh cmodel/cli/figures.sh "$1" "$rowstreak" "$work/ring.graph $work/wide_ring.graph" "$work/$1" 1 2> "$work/log" &&
        [ -s "$work/$1/figure.txt" ] && python3 - "$work/$1" "$2" "$3" "$4" << 'END'
import csv, json, sys
folder, bars, quantity, condition = sys.argv[1:]
figure = json.load(open(folder + "/figure.json"))
rows = list(csv.DictReader(open(folder + "/figure.csv")))
runs = json.load(open(folder + "/runs.json"))
assert len(figure) == len(rows) == int(bars), len(figure)
assert len(runs) == len(list(csv.DictReader(open(folder + "/runs.csv")))) >= int(bars)
for row, bar in zip(rows, figure):
    group, name, value = bar["group"], bar["bar"], bar[quantity]
    assert row["group"] == group and row["bar"] == name and float(row[quantity]) == value
    assert eval(condition), bar
END
    judge "$1" $?
}
figure 4.1 9 dram_efficiency '0.1 < value <= 1'
# What another version of the program has left in the folder goes: its database would be refused.
cp "$rowstreak" "$work/newer" && echo >> "$work/newer" && # another file, the same program
    python3 -c 'import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute("PRAGMA user_version = 1")' "$work/4.1/runs.sqlite" &&
    sh cmodel/cli/figures.sh 4.1 "$work/newer" "$work/ring.graph $work/wide_ring.graph" "$work/4.1" 1 2> "$work/log" &&
    [ "$(wc -l < "$work/4.1/figure.csv")" -eq 10 ]
judge "4.1 by another version" $?
figure 6.20 25 speed '0.1 < value < 2 and (value == 1 or (group, name) != ("vc1", "FR-FCFS"))'
figure 6.21 15 speed '0.1 < value < 2 and (value == 1 or name != "FR-FCFS")'
figure 6.22 44 speed '0.1 < value < 2 and (value == 1 or name != "FR-FCFS")'

# THESIS' figures on its whole machine: two kernels, one of which a quarter of an SM has no room for, and two programs on a graph; every bar is in both files, FR-FCFS is 100 % of itself
PROGRAMS=nn,fwt sh cmodel/cli/thesis_figures.sh "$rowstreak" "$work/ring.graph" "$work/thesis" 1 8 2> "$work/log" && python3 - "$work/thesis" << 'END'
import csv, json, os, sys
folder = sys.argv[1]
bars = json.load(open(folder + "/figures.json"))
rows = list(csv.DictReader(open(folder + "/figures.csv")))
assert [(b["figure"], b["program"], b["bar"], b["value"]) for b in bars] == [(r["figure"], r["program"], r["bar"], float(r["value"])) for r in rows]
figures = {b["figure"] for b in bars}
assert figures == {name for name in os.listdir(folder) if os.path.isdir(folder + "/" + name)} and len(figures) == 14, figures
assert {b["program"] for b in bars if b["figure"] == "6.8"} == {"bfs ring", "spmv ring", "fwt", "nn"}
assert not any(b["program"] == "fwt" and b["bar"] == "25" for b in bars if b["figure"] == "6.8") # its CTAs need 16 warps
for b in bars:
    share = b["figure"] in ("6.1", "6.2", "6.3", "6.6", "6.7", "6.13", "6.18a")
    assert 0 <= b["value"] <= 100 if share else b["value"] >= 0, b
    assert b["value"] == 100 or (b["figure"], b["bar"]) not in (("6.5", "32"), ("6.8", "100"), ("6.17a", "FR-FCFS")), b
END
judge "THESIS on the whole machine" $?
for name in 6.8 6.19; do
    gnuplot -e "folder='$work/thesis/$name'; $(cat "$work/thesis/$name/figure.gp")" cmodel/cli/figure.gp 2> "$work/log" && [ -s "$work/thesis/$name/figure.svg" ]
    judge "picture of THESIS $name" $?
done

# THESIS' analytical model: two programs; every bar is in both files and follows from runs.csv, whose runs are the tables'
PROGRAMS="bfs vadd" sh cmodel/cli/predict_figures.sh "$rowstreak" "$work/ring.graph" "$work/predict" 1 8 50000 2> "$work/log" && python3 - "$work/predict" << 'END'
import csv, json, os, sys
folder = sys.argv[1]
bars = json.load(open(folder + "/figures.json"))
rows = list(csv.DictReader(open(folder + "/figures.csv")))
runs = list(csv.DictReader(open(folder + "/runs.csv")))
assert [(b["figure"], b["program"], b["bar"], b["value"]) for b in bars] == [(r["figure"], r["program"], r["bar"], float(r["value"])) for r in rows]
assert {b["figure"] for b in bars} == {"6.9", "6.10", "6.12", "6.13", "6.14", "6.15", "6.16"}
assert {r["run"] for r in runs} == {"queue8", "queue16", "queue32", "queue64", "chips1", "chips4", "most_pending"} and len(runs) == 7 * 2 * 8
for r in runs:
    assert r["queue"] == (r["run"][5:] if r["run"].startswith("queue") else "32") and r["chips"] == (r["run"][5:] if r["run"].startswith("chips") else "2"), r
    assert r["machine"] == ("MOST-PENDING" if r["run"] == "most_pending" else "FR-FCFS"), r
points = open(folder + "/6.11/points.dat").read().split("\n")
assert len(points) - 2 == sum(r["run"] == "queue32" and r["dram_efficiency"] != "" for r in runs)
of = {(b["figure"], b["program"], b["bar"]): b["value"] for b in bars}
for program, workload in (("bfs ring", "bfs"), ("vadd", "vadd")):
    some = [r for r in runs if r["run"] == "queue32" and r["workload"] == workload and r["dram_efficiency"]]
    def mean(value): return 100 * sum(map(value, some)) / len(some)
    for bar in ("no", "full", "averaged", "occupancy", "timed"):
        assert abs(of["6.9", program, bar] - mean(lambda r: float(r[bar]))) < 1e-3, bar
        assert abs(of["6.10", program, bar] - mean(lambda r: abs(float(r[bar]) - float(r["dram_efficiency"])))) < 1e-3, bar
        if program == "vadd": assert abs(of["6.10", "AM", bar] - (of["6.10", "bfs ring", bar] + of["6.10", "vadd", bar]) / 2) < 1e-3
        assert of["6.14", "32", bar] == of["6.10", "AM", bar] == of["6.15", "2", bar]
    assert of["6.10", program, "timed"] < 5
assert of["6.9", "vadd", "no"] < of["6.9", "vadd", "measured"] < of["6.9", "vadd", "full"]
END
judge "THESIS' analytical model" $?
for name in 6.9 6.14; do
    gnuplot -e "folder='$work/predict/$name'; $(cat "$work/predict/$name/figure.gp")" cmodel/cli/figure.gp 2> "$work/log" && [ -s "$work/predict/$name/figure.svg" ]
    judge "picture of THESIS $name" $?
done
gnuplot -e "folder='$work/predict/6.11'" cmodel/cli/scatter.gp 2> "$work/log" && [ -s "$work/predict/6.11/figure.svg" ]
judge "picture of THESIS 6.11" $?

# Some of PATTERNS' kernels, small: every version of each; CSV, JSON and picture's data tell the same, and the counts fit
"$rowstreak" patterns --kernel spmv --kernel vadd --kernel transpose --kernel histo --kernel kmeans --kernel scatter --graph "$work/ring.graph" --small --set SMS=4 --set CHANNELS=4 --jobs 2 --csv "$work/patterns.csv" --json "$work/patterns.json" \
    --plot "$work/patterns.dat" > "$work/patterns.txt" 2> "$work/log" && python3 - "$work" << 'END'
import csv, json, sys
folder = sys.argv[1]
result = json.load(open(folder + "/patterns.json"))
rows = list(csv.DictReader(open(folder + "/patterns.csv")))
runs = result["runs"]
assert len(rows) == len(runs) == 3 * (5 + 3 + 4 + 5 + 3 + 5), len(runs)
assert result["paper_over_plain"]["instructions"] == 0.67 and result["mean_over_plain"]["instructions"] < 0.9
versions = {}
for row, run in zip(rows, runs):
    sms = run["camat_sms"]
    assert len(sms) == 4 and row["camat_sms"].split(";") == ["" if c is None else "%.4f" % c for c in sms]
    used = [c for c in sms if c is not None]
    assert min(used) == run["camat_least"] and max(used) == run["camat_most"]
    assert abs(sum(used) / len(used) - run["camat_mean"]) < 2e-4
    form = run["camat_hit_time"] / run["camat_hit_concurrency"] \
        + run["camat_pure_miss_rate"] * run["camat_pure_miss_penalty"] / (run["camat_miss_concurrency"] or 1)
    assert abs(form - run["camat_all"]) < 1e-3 * form and min(used) <= form + 1e-3 and form <= max(used) + 1e-3
    for name in run.keys() - {"camat_sms"}:
        assert str(run[name]) == row[name] or float(run[name]) == float(row[name]), (name, run[name], row[name])
    versions.setdefault(run["kernel"], []).append(run)
    assert sum(run[c + "_instructions"] for c in ("address", "memory", "control", "compute")) == run["instructions"]
    assert run["ld"] + run["st"] + run["ld_stride"] + run["st_stride"] + run["ld_indirect"] + run["st_indirect"] \
        == run["memory_instructions"]
    assert run["l1_loads"] == run["l1_hits"] + run["l1_merged"] + run["l1_misses"]
    assert run["l1_misses"] <= run["l2_reads"] <= 2 * run["l1_misses"] and run["l2_read_misses"] == run["dram_reads"] <= run["l2_reads"]
    time = sum(count for name, count in run.items() if name.startswith("stall_"))
    assert 0 <= 4 * run["cycles"] - time <= 8 and run["stall_none"] >= run["issued"] > run["instructions"], (time, run)
    assert abs(run["ipc"] - run["thread_instructions"] / run["cycles"]) < 1e-3
    assert 1 <= run["l2_writes"] <= 2 * run["store_lines"] and 1 <= run["camat_least"] <= run["camat_mean"] <= run["camat_most"]
    assert (run["st_indirect"] != 0) == (run["kernel"] == "scatter" and run["version"] in ("indirect", "both"))
assert len(versions) == 6
for over in "plain", "ordered": # what is gained in time: instructions and stalls
    gain = result["gain_over_" + over]
    assert gain["issuing"] < 0 and -1 < gain["issuing"] + gain["stalled"] < 1
for runs in versions.values():
    assert sum(run["baseline"] for run in runs) == sum(run["best"] for run in runs) == 1
    plain = {run["length"]: run["instructions"] for run in runs if run["version"] == "plain"}
    assert all(run["version"] in ("plain", "ordered") or run["instructions"] < plain[run["length"]] for run in runs)
    fastest = min(run["cycles"] for run in runs if run["version"] == "plain")
    assert all(run["cycles"] == fastest and run["version"] == "plain" for run in runs if run["baseline"])
blocks = open(folder + "/patterns.dat").read().split("\n\n\n")
assert len(blocks) == 5 and all(len(block.strip().split("\n")) == 7 for block in blocks)
END
judge "patterns" $?

# Rivals of hold grant: the table, worked out anew from the runs and the areas; a picture
sh cmodel/cli/sweep_runs.sh "$rowstreak" cmodel/cli/rivals.sweep "$work/rivals" --jobs 2 --shrink 8 --workload nn,rand2 --requests 2000 2> "$work/log" &&
    awk -f cmodel/cli/rivals.awk fpga/baselines/area.csv "$work/rivals/runs.csv" > "$work/rivals/rivals.csv" && python3 - "$work/rivals" << 'END'
import csv, statistics, sys
folder = sys.argv[1]
runs = list(csv.DictReader(open(folder + "/runs.csv")))
area = {(r["block"], r["configuration"]): r for r in csv.DictReader(l for l in open("fpga/baselines/area.csv") if l[0] != "#")}
at = {(r["machine"], r["workload"], r["seed"]): r for r in runs}
table = list(csv.DictReader(open(folder + "/rivals.csv")))
assert len(runs) == len(at) == 16 * 2 * 3 and len(table) == 16, (len(runs), len(table))
def near(a, b): assert abs(float(a) - b) < 1e-3 * max(1, abs(b)), (row["machine"], a, b)
for row in table:
    machine = row["machine"]
    figures = []
    for seed in "123":
        own, base = ([at[m, w, seed] for w in ("nn", "rand2")] for m in (machine, "FR-FCFS"))
        figures.append((statistics.harmonic_mean([float(b["cycles"]) / float(o["cycles"]) for o, b in zip(own, base)]),
                        statistics.mean(float(o["fairness_slowdown"]) for o in own),
                        100 * statistics.harmonic_mean([float(o["row_locality_post"]) / float(b["row_locality_pre"]) for o, b in zip(own, base)]),
                        statistics.mean(float(o["energy_per_request_nj"]) for o in own)))
    for name, values in zip(("speed", "slowdown", "kept", "energy"), zip(*figures)):
        assert abs(float(row[name]) - statistics.mean(values)) < 0.06, (machine, name, row[name], values)
        near(row[name + "_half"], 4.303 * statistics.stdev(values) / 3 ** 0.5)
    joined, plain = "/S4" in machine, machine.replace("/S4", "")
    scheduler, _, hold = plain.partition("+")
    controller = area.get(("controller", scheduler + ", queue 32"))
    assert (row["mm2"] == "-") == (controller is None) == (machine in ("PAR-BS", "WG")), row
    if controller:
        blocks = [controller, area["crossbar", "28x8 " + (hold.replace("/", " ") or "NONE")]]
        stages = [area["superpacket", "4 requests"]] if joined else []
        assert abs(float(row["mm2"]) - (8 * float(controller["um2"]) + float(blocks[1]["um2"]) + float(area["crossbar", "8x28 NONE"]["um2"]) + 28 * sum(float(b["um2"]) for b in stages)) / 1e6) < 0.006
        assert float(row["ns"]) == max(float(b["ns"]) for b in blocks + stages + [area["crossbar", "8x28 NONE"]]), row
        assert int(row["compared"]) == 8 * int(controller["bits_compared"]) + int(blocks[1]["bits_compared"]) + 28 * sum(int(b["bits_compared"]) for b in stages), row
    assert row["wait"] == ("252" if machine == "BFIFO+HMHG4/L8/G" else "-"), row
assert float(next(r for r in table if r["machine"] == "FR-FCFS")["speed"]) == 1
END
judge "rivals" $?
gnuplot -e "folder='$work/rivals'" cmodel/cli/rivals.gp 2> "$work/log" && [ -s "$work/rivals/rivals.svg" ]
judge "picture of rivals" $?
[ "$failed" -eq 0 ]
