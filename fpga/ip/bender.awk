# Bender.yml, from the same lines as rowstreak.core. Without a target all modules; with the target block only those of the blocks
# whose names are targets as well. Files that the same blocks need stand together.
FNR == NR {
    for (i = 3; i <= NF; i++) uses[$i] = uses[$i] ", " $1
    next
}
!($2 in seen) {
    seen[$2] = 1
    target = "any(not(block)" uses[$2] ")"
    if (!(target in files)) order[++groups] = target
    files[target] = files[target] "\n      - " $2
}
END {
    print "# Written by `make pages`, the files from the RTL lists that the benches of tb/ run with: not to be edited. See fpga/ip/README.md."
    print "package:\n  name: rowstreak\n  authors: [The authors of Rowstreak]\n\nexport_include_dirs: [.]\n\nsources:"
    for (i = 1; i <= groups; i++)
        print "  - target: " order[i] "\n    include_dirs: [.]\n    files:" files[order[i]]
}
