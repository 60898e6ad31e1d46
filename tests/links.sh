#!/bin/sh
# Links of the documents to files and headings of this repository lead somewhere. Prints a line for each that does not, and fails if there
# is one. From the top folder.
files=$(find . \( -path ./build -o -path ./.git \) -prune -o -name '*.md' -print | sed 's|^\./||')
# Headings as GitHub names them (small letters, words joined by dashes), then, in the second reading, the links: document, link, path.
# shellcheck disable=SC2086 # words on purpose
awk '
FNR == 1 { code = 0; folder = FILENAME; if (!sub(/[^\/]*$/, "", folder)) folder = "" }
/^```/ { code = !code }
code { next }
FNR == 1 && seen[FILENAME]++ { second = 1 }
!second && /^#+ / {
    name = tolower($0)
    sub(/^#+ /, "", name)
    gsub(/\]\([^)]*\)/, "", name)
    gsub(/[^a-z0-9_ -]/, "", name)
    gsub(/ /, "-", name)
    heading[FILENAME, name] = 1
}
second {
    rest = $0
    while (match(rest, /\]\([^) ]+\)/)) {
        link = substr(rest, RSTART + 2, RLENGTH - 3)
        rest = substr(rest, RSTART + RLENGTH)
        if (link ~ /^[a-z]+:/) continue
        path = link
        sub(/#.*/, "", path)
        path = path == "" ? FILENAME : folder path
        while (sub(/[^\/]+\/[.][.]\//, "", path));
        sub(/\/$/, "", path)
        if (link ~ /#/ && !((path, substr(link, index(link, "#") + 1)) in heading)) path = "-"
        print FILENAME, link, path
    }
}' $files $files | {
    bad=0
    while read -r file link path; do
        [ -e "$path" ] || { echo "$file: found a link to $link, expected a file or heading that there is"; bad=1; }
    done
    exit $bad
}
