# awk -f cmodel/report/html.awk -f cmodel/report/netlist.awk < lines of fpga/netlist.sh, bars in place of tabs:
#   block|configuration (or row|day of the record)|result|flops|shared|constant|free|cells|compared|changed cell seen|lost flop seen|cycles|seconds
BEGIN {
    FS = "|"
    print "<div class=\"wide\"><table><thead><tr><th>block, row</th><th>configuration, day</th><th>result</th><th>flops</th><th>cells</th><th>signals compared</th>" \
        "<th>changed cell seen</th><th>lost flop seen</th><th>lockstep cycles</th><th>seconds</th></tr></thead><tbody>"
}
{
    printf "<tr>"
    n = split("1 2 3 4 8 9 10 11 12 13", column, " ")
    for (i = 1; i <= n; i++) printf "%s", cell("td", $column[i], escape($column[i]))
    print "</tr>"
}
END { print "</tbody></table></div>" }
