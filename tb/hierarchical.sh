#!/bin/sh
# Verilates and compiles a top with its SMs as a library of their own, compiled once however many there are:
#   tb/hierarchical.sh FOLDER OPTIMIZE TOP "-GNAME=VALUE ..." VERILATOR... -- FILE.v...
# Leaves FOLDER/Vdut.h and FOLDER/Vdut__ALL.a as Verilator and make do for other tops (tb/tb.mk). Blocks are the modules
# with `verilator hier_block` in them. Verilator 5.006 hands the top's -G flags to the blocks as well, which do not have
# these parameters: so they are written into a copy of the top's file. --language holds for the SystemVerilog that it
# makes around a block, too: so the language goes by the files' ending. And it traces the first SM alone (its issue 5027): so its
# wrapper of a block remembers the SMs and traces all.
set -eu
folder=$1
optimize=$2
top=$3
flags=$4
shift 4
command=""
while [ "$1" != -- ]; do
    case $1 in
    --language) command="$command +$2ext+v" && shift ;;
    *) command="$command $1" ;;
    esac
    shift
done
shift
mkdir -p "$folder/top"
files=""
for file in "$@"; do
    case $file in
    */"$top".v)
        echo "$flags" | tr ' ' '\n' | sed -n 's/^-G\([A-Z0-9_]*\)=\(.*\)$/s|^\\( *parameter \1 *= *\\)[^,]*|\\1\2|/p' > "$folder/top/changes"
        sed -f "$folder/top/changes" "$file" > "$folder/top/$top.v"
        files="$files $folder/top/$top.v"
        ;;
    *) files="$files $file" ;;
    esac
done
build() {
    make -s -j"$(nproc)" --no-print-directory -C "$folder" -f Vdut_hier.mk OPT_FAST="$optimize" "$1"
}
trace_all() {
    for wrapper in $(grep -ls '^ *handlep__V->trace(' "$folder"/V*/*.cpp); do
        container=V$(basename "$wrapper" .cpp)_container
        sed -i -E -e '1s/^/#include <vector>\n/' -e "s/^extern \"C\" \{/static std::vector<$container*> instances;\n&/" \
            -e 's/^ *return handlep__V;/instances.push_back(handlep__V);\n&/' \
            -e 's/^ *handlep__V->trace\(/for (auto *handlep__V : instances) &/' "$wrapper"
    done
}
{ $command --hierarchical -Wno-DECLFILENAME -Mdir "$folder" --top-module "$top" $files && build hier_verilation && trace_all &&
    build hier_build; } > "$folder/compile.log" 2>&1 || { cat "$folder/compile.log"; exit 1; }
# The archive holds the blocks' archives, where a linker does not look.
{ echo "create $folder/all.a" && for library in "$folder"/Vdut__ALL.a "$folder"/*/lib*.a; do echo "addlib $library"; done &&
    echo save && echo end; } | ar -M
mv "$folder/all.a" "$folder/Vdut__ALL.a"
