# awk -v rows="NAME..." -f cmodel/report/html.awk -f cmodel/report/proofs.awk < lines: where a result is from, a tab, and the line of formal/prove.sh:
#   row|block|group|parameters|engine|result|depth|covers|of|controls|of|seconds|broken|reason
# Rows by block, then every row. `rows`: those that there are; one without a line has no result.
BEGIN { FS = "\t" }
{
    n = split($2, f, "|")
    if (n < 14 || f[1] in line) next
    line[f[1]] = $2
    from[f[1]] = $1
    if (!(f[2] in seen)) { seen[f[2]] = 1; block[++blocks] = f[2] }
    count[f[2], f[6]]++
    sum[f[6]]++
}
END {
    there = split(rows, name, " ")
    for (i = 1; i <= there; i++) if (!(name[i] in line)) missing = missing " " name[i]
    printf "<p>%d rows: %d proven for all time at their parameters, %d without counterexample up to a depth (bounded), %d open%s.</p>\n", there, sum["proven"],
        sum["bounded"], sum["unproven"], missing == "" ? "" : "; without a result, which <code>make formal</code> finds: " escape(missing)
    print "<div class=\"wide\"><table><thead><tr><th>block</th><th>proven</th><th>bounded</th><th>open</th></tr></thead><tbody>"
    for (i = 1; i <= blocks; i++)
        printf "<tr><td>%s</td><td class=\"number\">%d</td><td class=\"number\">%d</td><td class=\"number\">%d</td></tr>\n", escape(block[i]),
            count[block[i], "proven"], count[block[i], "bounded"], count[block[i], "unproven"]
    print "</tbody></table></div>"
    print "<div class=\"wide\"><table><thead><tr><th>row</th><th>property</th><th>parameters</th><th>engine</th><th>result</th><th>depth</th><th>covers</th>" \
        "<th>controls</th><th>seconds</th><th>reason</th><th>result of</th></tr></thead><tbody>"
    for (i = 1; i <= there; i++) {
        if (!(name[i] in line)) continue
        split(line[name[i]], f, "|")
        gsub(/,/, ", ", f[4])
        print "<tr>" cell("td", f[1], escape(f[1])) cell("td", f[3], escape(f[3])) cell("td", f[4], escape(f[4])) cell("td", f[5], escape(f[5])) \
            "<td class=\"" f[6] "\">" (f[6] == "unproven" ? "open" : f[6]) "</td>" cell("td", f[7], f[7]) "<td>" f[8] " of " f[9] "</td><td>" f[10] " of " f[11] "</td>" \
            cell("td", f[12], f[12]) cell("td", f[14], escape(f[14])) cell("td", "", escape(from[name[i]])) "</tr>"
    }
    print "</tbody></table></div>"
}
