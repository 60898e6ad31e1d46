#!/bin/sh
# Installs what `make area` and `make fpga` need beyond `make setup`: the osu018 library, OpenSTA, nextpnr, icestorm.
# SETUP=no: only lists what is missing; exits 2 if something is. Nothing missing: no output.
set -u
missing=
have() { command -v "$1" >/dev/null 2>&1; }
have yosys || missing="$missing yosys"
have gnuplot || missing="$missing gnuplot-nox"
have sta || missing="$missing opensta"
have nextpnr-ice40 || missing="$missing nextpnr-ice40"
have icetime || missing="$missing fpga-icestorm"
ls /usr/share/*/chipdb/chipdb-8k.txt* /usr/share/*box/chipdb-8k.txt* /usr/local/share/*box/chipdb-8k.txt* 2>/dev/null | grep -q . ||
    missing="$missing fpga-icestorm-chipdb"
have iverilog || missing="$missing iverilog"
[ -n "${LIB:-}" ] || [ -r /usr/share/qflow/tech/osu018/osu018_stdcells.lib ] || missing="$missing qflow-tech-osu018"
[ -z "$missing" ] && exit 0
if [ "${SETUP:-yes}" = no ] || ! have apt-get; then
    echo "setup: missing:$missing" >&2
    exit 2
fi
as_root=
[ "$(id -u)" = 0 ] || as_root=sudo
echo "setup: installing$missing"
mkdir -p build
install() { $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing; }
if ! install > build/setup-area.log 2>&1; then # the package lists may be missing or out of date
    $as_root apt-get update >> build/setup-area.log 2>&1
    install >> build/setup-area.log 2>&1 ||
        { echo "setup: apt-get failed, see build/setup-area.log" >&2; exit 2; }
fi
