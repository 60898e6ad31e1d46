# Sourced: the mapping of area rows and of netlist checks. map_script FOLDER TOP LIB prints the Yosys commands from
# FOLDER/elaborated.il (elaborate.sh) to cells of the Liberty file LIB, or to generic gates when LIB is empty, for a delay of
# TARGET ps (environment; 1800), and
# writes FOLDER/mapped.il, which still has all names of nets. Payload memories, and the module that the environment's KEEP names,
# stay instances of a black box.
map_script() {
    cat <<END
read_ilang $1/elaborated.il
setattr -mod -set blackbox 1 *rs_memory_1r1w*${KEEP:+ *$KEEP*}
setattr -mod -unset keep_hierarchy *rs_compare*
synth -top $2 -flatten
END
    if [ -n "$3" ]; then
        printf 'set_driving_cell INVX1\nset_load 0.05 [all_outputs]\n' > "$1/abc.constr"
        printf '%s\n' "dfflibmap -liberty $3" "abc -liberty $3 -D ${TARGET:-1800} -constr $1/abc.constr"
    else
        printf '%s\n' "dfflegalize -cell \$_DFF_P_ x" "abc -g AND,NAND,OR,NOR,XOR,XNOR,MUX"
    fi
    printf '%s\n' "setundef -zero" "write_ilang $1/mapped.il"
}
