#!/bin/sh
# Prints the folder that holds the example graphs of Debian's libmetis-doc; exits 1 if there is none.
# GRAPHS, when set, comes first; build/data is where tests/setup.sh unpacks the package if the system strips it.
place=usr/share/doc/libmetis-dev/examples/graphs
for folder in ${GRAPHS:+"$GRAPHS"} "/$place" "build/data/$place"; do
    if [ -f "$folder/4elt.graph" ] && [ -f "$folder/copter2.graph" ] && [ -f "$folder/mdual.graph" ]; then
        echo "$folder"
        exit 0
    fi
done
exit 1
