# awk -v heading=TEXT -f cmodel/report/html.awk -f cmodel/report/one.awk: the name by which the heading is linked;
# awk -v file=FILE.svg -v label=TEXT -v prefix=NAME ...: the picture.
BEGIN {
    if (file == "") print anchor(heading)
    else picture(file, label, prefix)
}
