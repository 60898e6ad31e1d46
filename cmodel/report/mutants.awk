# awk -f cmodel/report/html.awk -f cmodel/report/mutants.awk mutants.csv (tests/mutate/report.awk): mutants of each block by what became of them.
FNR == 1 { next }
{
    csv($0, value)
    if (!(value[1] in count)) block[++blocks] = value[1]
    count[value[1]]++
    verdict[value[1], value[3]]++
    if (value[4] != "") proof[value[1]]++
    if (value[5] != "") bench[value[1]]++
}
END {
    print "<div class=\"wide\"><table><thead><tr><th>block</th><th>mutants</th><th>killed</th><th>by a proof</th><th>in lockstep</th><th>equivalent</th><th>survived</th>" \
        "</tr></thead><tbody>"
    for (i = 1; i <= blocks; i++) {
        b = block[i]
        printf "<tr><td>%s</td><td class=\"number\">%d</td><td class=\"number\">%d</td><td class=\"number\">%d</td><td class=\"number\">%d</td>" \
            "<td class=\"number\">%d</td><td class=\"number\">%d</td></tr>\n", escape(b), count[b], verdict[b, "killed"], proof[b], bench[b], verdict[b, "equivalent"], verdict[b, "survived"]
    }
    print "</tbody></table></div>"
}
