#!/bin/sh
# tests/side_by_side.sh: runs the shell commands on standard input, one a line, side by side: as many at a time as the job
# server of the make that called has to give, without one JOBS (2). Exits 1 if a command failed; all are run.
# A recipe that calls it (through a script) begins with '+', so that make hands its job server on; Makefile: $(call live,...).
set -u
folder=$(mktemp -d "${TMPDIR:-/tmp}/side_by_side.XXXXXX") || exit 2
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
awk -v folder="$folder" '
    NF {
        n++
        print > (folder "/" n)
        close(folder "/" n)
        all = all " " n
    }
    END {
        print ".PHONY: all" all > (folder "/Makefile")
        print "all:" all > (folder "/Makefile")
        if (n) print substr(all, 2) ":\n\t@sh " folder "/$@" > (folder "/Makefile")
    }'
case ${MAKEFLAGS:-} in
    *--jobserver*) jobs= ;;
    *) jobs=-j${JOBS:-2} ;;
esac
"${MAKE:-make}" -k -s $jobs --no-print-directory -f "$folder/Makefile" all 2> "$folder/errors" || {
    grep -v '^make' "$folder/errors" >&2
    exit 1
}
