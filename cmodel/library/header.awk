# The one header that is installed, from cmodel/rowstreak.h and cmodel/config.def (both arguments, config.def first): the parts marked as
# internal are left out, and the configuration's fields stand in it one by one, with their meaning.
# With -v want=names: the public functions, one a line.
FILENAME ~ /config[.]def$/ {
    if (match($0, /^RS_KEY\(/)) {
        split($0, part, "\"")
        n = split(substr($0, 8), value, / *, */)
        field[++fields] = sprintf("    uint32_t %s; /* %s = %s, %s to %s: %s */", value[2], value[1], value[3], value[4], value[5], part[2])
    }
    next
}
/^\/[*] Internal: not installed[.] [*]\/$/ { internal = 1 }
internal { if (/^\/[*] End of internal[.] [*]\/$/) internal = 0; next }
want == "names" {
    if (/^RS_API / && match($0, /rs_[a-z0-9_]+\(/)) print substr($0, RSTART, RLENGTH - 1)
    next
}
/^#define RS_KEY\(/ || /^#undef RS_KEY$/ { next }
/^#include "config[.]def"$/ { for (i = 1; i <= fields; i++) print field[i]; next }
/^#include "/ { print "header.awk: " $0 ": found a file that is not installed, expected none" > "/dev/stderr"; failed = 1 }
{ print }
END { if (failed || (want != "names" && fields == 0)) exit 1 }
