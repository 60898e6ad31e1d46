#!/bin/sh
# cluster.sh start ROOT NODES CPUS | lose ROOT NODE | stop ROOT: a Slurm of Debian's packages on this machine, for a test: munged, slurmctld and
# a slurmd for each node, on the loopback interface, without systemd. All its files are in the folder ROOT, which is made. The ports are
# PORT (default 16817) and those behind it. lose: the node is gone as if it had lost power, with all that runs on it. Commands of
# Slurm find it with SLURM_CONF=ROOT/slurm.conf.
set -u
here=$(cd "$(dirname "$0")" && pwd)
PATH=$PATH:/usr/sbin:/sbin

start() { # start NODES CPUS
    host=$(hostname -s)
    port=${PORT:-16817}
    rm -rf "$root"
    mkdir -p "$root/state" "$root/munge" || exit 2
    chmod 755 "$root/munge"
    for node in $(seq "$1"); do mkdir -p "$root/spool/n$node"; done
    sed -e "s,@ROOT@,$root,g; s,@HOST@,$host,g; s,@USER@,$(id -un),g; s,@NODES@,$1,g; s,@CPUS@,$2,g" \
        -e "s,@PORT@,$port,g; s,@FIRST@,$((port + 1)),g; s,@LAST@,$((port + $1)),g" "$here/slurm.conf" > "$root/slurm.conf"
    (umask 077 && head -c 128 /dev/urandom > "$root/munge/key")
    munged --force --key-file="$root/munge/key" --socket="$root/munge/socket" --pid-file="$root/munge.pid" \
        --log-file="$root/munge/log" --seed-file="$root/munge/seed" > "$root/start.log" 2>&1 || give_up "munged"
    slurmctld >> "$root/start.log" 2>&1 || give_up "slurmctld"
    for node in $(seq "$1"); do slurmd -N "n$node" >> "$root/start.log" 2>&1 || give_up "slurmd of node n$node"; done
    for _ in $(seq 300); do
        [ "$(sinfo --noheader --states=idle --format=%D 2>> "$root/start.log")" = "$1" ] && return
        sleep 0.2
    done
    give_up "cluster of $1 idle nodes"
}
give_up() { # give_up WHAT
    echo "cluster: found no $1 (see $root/start.log, $root/slurmctld.log), expected it to start" >&2
    stop
    exit 2
}
# Processes whose environment has this entry: slurmd gives it to everything it runs.
with_entry() { grep -lszxF -e "$1" /proc/[0-9]*/environ | cut -d/ -f3; }
lose() { # lose NODE
    daemon=$(cat "$root/slurmd.$1.pid")
    jobs=$(with_entry "SLURMD_NODENAME=$1")
    keepers=$(for job in $jobs; do
        parent=$(sed -n 's/^PPid:[[:space:]]*//p' "/proc/$job/status" 2> /dev/null)
        grep -qs slurmstepd "/proc/$parent/comm" && echo "$parent"
    done | sort -u)
    # shellcheck disable=SC2086 # words on purpose
    kill -KILL $daemon $keepers $jobs 2>> "$root/start.log"
    rm -f "$root/slurmd.$1.pid"
}
stop() {
    for file in "$root"/slurmd.*.pid "$root/slurmctld.pid" "$root/munge.pid"; do
        [ -s "$file" ] || continue
        id=$(cat "$file")
        kill "$id" 2>> "$root/start.log" || continue
        for _ in $(seq 100); do
            kill -0 "$id" 2> /dev/null || break
            sleep 0.1
        done
    done
}

command=$1
mkdir -p "$2" && root=$(cd "$2" && pwd) || exit 2
shift 2
export SLURM_CONF="$root/slurm.conf"
case $command in
    start) start "$@" ;;
    lose) lose "$@" ;;
    stop) stop ;;
esac
