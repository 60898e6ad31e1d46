#!/bin/sh
# setup.sh [run | fpga | report | slurm]: looks for every tool and data package that the make targets need (run: those of `make run` alone; fpga:
# those that `make fpga` needs besides; report: the browser that looks at the report in `make test-full`; slurm: those of `make test-slurm`) and
# installs the missing ones with apt-get, through sudo when not root. Waits up to ten
# minutes for another package manager to end. SETUP=no: only lists what is missing; exits 2 if something is.
# Where there is no apt-get, install what the message lists by the system's own means.
# Nothing missing: no output, well under half a second.
set -u

missing=
need() { # need PACKAGE TEST...: the package is missing if the test fails
    package=$1
    shift
    "$@" >/dev/null 2>&1 || missing="$missing $package"
}
have() { command -v "$1"; }
have_daemon() { PATH=$PATH:/usr/sbin:/sbin command -v "$1"; }
have_header() { for folder in /usr/include /usr/local/include /opt/*/include; do
    [ -f "$folder/$1" ] && return 0; done; return 1; }
have_font() { for folder in /usr/share/fonts /usr/local/share/fonts; do
    [ -n "$(find "$folder" -name '*.[to]tf' 2>/dev/null | head -n 1)" ] && return 0; done; return 1; }
have_cells() { [ -n "${LIB:-}" ] || [ -r /usr/share/qflow/tech/osu018/osu018_stdcells.lib ]; }
have_graphs() { sh tests/graphs.sh; }
have_chip() { ls /usr/share/*/chipdb/chipdb-8k.txt* /usr/share/*box/chipdb-8k.txt* /usr/local/share/*box/chipdb-8k.txt* 2>/dev/null |
    grep -q .; }

what=${1:-}

check() {
    missing=
    if [ "$what" = fpga ]; then
        need nextpnr-ice40 have nextpnr-ice40
        need fpga-icestorm have icetime
        need fpga-icestorm-chipdb have_chip
        return
    fi
    if [ "$what" = report ]; then
        need chromium have chromium
        return
    fi
    if [ "$what" = slurm ]; then
        need slurm-wlm have_daemon slurmctld
        need munge have_daemon munged
        return
    fi
    need make have make
    need gcc have gcc
    need g++ have g++
    need perl have perl
    need python3 have python3
    need verilator have verilator
    need gnuplot-nox have gnuplot
    need fonts-dejavu-core have_font
    need zlib1g-dev have_header zlib.h
    need liblzma-dev have_header lzma.h
    need libsqlite3-dev have_header sqlite3.h
    need libmetis-doc have_graphs
    [ "$what" = run ] && return
    need yosys have yosys
    need z3 have z3
    need iverilog have iverilog
    need opensta have sta
    need qflow-tech-osu018 have_cells
    need libcmocka-dev have_header cmocka.h
    need clang have clang++
    need pkgconf have pkg-config
    need xz-utils have xz
}

check
[ -z "$missing" ] && exit 0
if [ "${SETUP:-yes}" = no ]; then
    echo "setup: missing:$missing" >&2
    exit 2
fi
if ! command -v apt-get >/dev/null 2>&1; then
    echo "setup: found no apt-get, expected these Debian packages or their equals:$missing" >&2
    exit 2
fi

as_root=
if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "setup: found neither root nor sudo, expected one of them to install:$missing" >&2
        exit 2
    fi
    as_root=sudo
fi
echo "setup: installing$missing"
log=build/setup$what.log
mkdir -p build
waited=0
try() { # try COMMAND...: apt-get, again while another package manager has one of its locks
    while ! $as_root env DEBIAN_FRONTEND=noninteractive LC_ALL=C "$@" >"$log.try" 2>&1; do
        cat "$log.try" >>"$log"
        grep -Eq 'Could not get lock|Unable to (lock|acquire)' "$log.try" && [ "$waited" -lt 600 ] || return 1
        [ "$waited" -gt 0 ] || echo "setup: another package manager is at work, waiting for it"
        sleep 5
        waited=$((waited + 5))
    done
    cat "$log.try" >>"$log"
}
install() { try apt-get install -y --no-install-recommends $missing; }
: >"$log"
if [ -z "$(find /var/lib/apt/lists -name '*Packages*' 2>/dev/null | head -n 1)" ]; then
    try apt-get update || { echo "setup: apt-get update failed, see $log" >&2; exit 2; }
fi
if ! install; then # the package lists may be out of date
    try apt-get update
    install || { tail -n 5 "$log" >&2; echo "setup: apt-get failed, see $log" >&2; exit 2; }
fi
rm -f "$log.try"

# Systems that strip documentation install the package without its graphs: unpack them under build/data.
if [ "$what" != fpga ] && [ "$what" != report ] && [ "$what" != slurm ] && ! have_graphs >/dev/null 2>&1; then
    mkdir -p build/data
    (cd build/data && apt-get download libmetis-doc) >>"$log" 2>&1 &&
        dpkg-deb -x build/data/libmetis-doc_*.deb build/data >>"$log" 2>&1
fi
check
if [ -n "$missing" ]; then
    echo "setup: still missing after apt-get:$missing, see $log" >&2
    exit 2
fi
