# awk -v heading=TEXT -v folder=DIR -v prefix=NAME -f cmodel/report/html.awk -f cmodel/report/markdown.awk FILE.md
# The section of that heading (## TEXT) as HTML, without the heading itself: what this project's pages use of Markdown, that is
# paragraphs, ### headings, tables, lists, code, pictures of the page's own folder DIR, `code`, **bold**, *emphasis* and
# [links](x), whose text alone stays, since the page stands alone. Exits 2 if there is no such section.
function code_free(text,    word) { # between two `: everything but code
    gsub(/\[([^]]*)\]\([^)]*\)/, "&\001", text)
    while (match(text, /\[[^]]*\]\([^)]*\)\001/)) {
        word = substr(text, RSTART + 1, RLENGTH - 2)
        word = substr(word, 1, index(word, "](") - 1)
        text = substr(text, 1, RSTART - 1) word substr(text, RSTART + RLENGTH)
    }
    while (match(text, /\*\*[^*]+\*\*/))
        text = substr(text, 1, RSTART - 1) "<strong>" substr(text, RSTART + 2, RLENGTH - 4) "</strong>" substr(text, RSTART + RLENGTH)
    while (match(text, /\*[A-Za-z][^*]*[^* ]\*/))
        text = substr(text, 1, RSTART - 1) "<em>" substr(text, RSTART + 1, RLENGTH - 2) "</em>" substr(text, RSTART + RLENGTH)
    return text
}
function inline(text,    part, word, n, i, out) {
    gsub(/\\\|/, "|", text)
    while (match(text, /\[`[^`]*`\]\([^)]*\)/)) { # a link whose text is code
        word = substr(text, RSTART + 1, RLENGTH - 1)
        word = substr(word, 1, index(word, "](") - 1)
        text = substr(text, 1, RSTART - 1) word substr(text, RSTART + RLENGTH)
    }
    n = split(escape(text), part, "`")
    for (i = 1; i <= n; i++) out = out (i % 2 ? code_free(part[i]) : "<code>" part[i] "</code>")
    return out
}
function close_block() {
    if (block == "p") print "<p>" inline(text) "</p>"
    if (block == "ul") print "<li>" inline(text) "</li></ul>"
    if (block == "table") print "</tbody></table></div>"
    block = text = ""
}
function row(kind, line,    n, i, part) {
    gsub(/^\| *| *\|$/, "", line)
    gsub(/\\\|/, "\002", line)
    n = split(line, part, / *\| */)
    printf "<tr>"
    for (i = 1; i <= n; i++) { gsub(/\002/, "|", part[i]); printf "%s", cell(kind, part[i], inline(part[i])) }
    print "</tr>"
}
/^```/ && within { close_block(); if (code) print "</pre>"; else printf "<pre>"; code = !code; next }
code { print escape($0); next }
/^## / { close_block(); within = substr($0, 4) == heading; if (within) found = 1; next }
!within { next }
/^### / { close_block(); print "<h3>" inline(substr($0, 5)) "</h3>"; next }
/^!\[/ {
    close_block()
    text = $0
    sub(/^!\[/, "", text)
    file = text
    sub(/\].*/, "", text); sub(/^[^]]*\]\(/, "", file); sub(/\).*/, "", file)
    picture(folder "/" file, text " (in the repository: " folder "/" file ")", prefix (++pictures) "-")
    text = ""
    next
}
/^\|[-| :]+\|$/ { next }
/^\|/ {
    if (block != "table") { close_block(); block = "table"; print "<div class=\"wide\"><table><thead>"; row("th", $0); print "</thead><tbody>" }
    else row("td", $0)
    next
}
/^- / {
    if (block == "ul") print "<li>" inline(text) "</li>"; else { close_block(); print "<ul>" }
    block = "ul"
    text = substr($0, 3)
    next
}
/^ *$/ { close_block(); next }
{ if (block == "table") close_block(); if (block == "") block = "p"; sub(/^ +/, ""); text = text (text == "" ? "" : " ") $0 }
END {
    close_block()
    if (!found) { print "report: " FILENAME ": found no section '## " heading "', expected one" > "/dev/stderr"; exit 2 }
}
