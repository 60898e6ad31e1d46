# awk -v caption=TEXT -f cmodel/report/html.awk -f cmodel/report/csv_table.awk FILE.csv: the file as a table; lines with # in front are left out.
BEGIN { print "<div class=\"wide\"><table>"; if (caption != "") print "<caption>" escape(caption) "</caption>" }
/^#/ { next }
{
    n = csv($0, value)
    printf "%s<tr>", rows ? "" : "<thead>"
    for (i = 1; i <= n; i++) {
        if (!rows) gsub(/_/, " ", value[i])
        printf "%s", cell(rows ? "td" : "th", value[i], escape(value[i]))
    }
    print rows++ ? "</tr>" : "</tr></thead><tbody>"
}
END { print "</tbody></table></div>" }
