# The manual page from the command's own help: the output of `rowstreak --help`, then that of each `rowstreak COMMAND --help`, each
# behind a line "@COMMAND". -v version=VERSION.
function text(s) { # troff: a backslash, a hyphen, and what a line may not begin with
    gsub(/\\/, "\\e", s)
    gsub(/-/, "\\-", s)
    return s ~ /^[.']/ ? "\\&" s : s
}
function section(name) {
    if (open) print ".fi"
    print ".SH " toupper(text(name))
    print ".nf"
    open = fresh = 1
}
BEGIN {
    printf ".TH ROWSTREAK 1 \"\" \"Rowstreak %s\" \"User Commands\"\n", version
    print ".SH NAME"
    print "rowstreak \\- simulate the memory system of a GPU, cycle for cycle as its RTL"
}
/^@/ { section("rowstreak " substr($0, 2)); blank = 0; next }
/^Usage: / && !usage { usage = 1; section("synopsis"); print text(substr($0, 8)); section("description"); blank = 0; next }
/^[A-Z][A-Za-z ]*$/ && !/^ / && length($0) < 24 && usage { section($0); blank = 0; next }
/^$/ { blank = 1; next }
{
    if (blank && !fresh) print ""
    blank = fresh = 0
    print text($0)
}
END {
    if (open) print ".fi"
    print ".SH SEE ALSO"
    print "The library behind the command: rowstreak.h, pkg\\-config rowstreak."
}
