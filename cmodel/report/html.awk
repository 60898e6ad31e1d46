# Functions that the other scripts of this folder take with a second -f.
function escape(text) {
    gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); gsub(/>/, "\\&gt;", text); gsub(/"/, "\\&quot;", text)
    return text
}
# The name by which a heading is linked.
function anchor(heading) { heading = tolower(heading); gsub(/[^a-z0-9]+/, "-", heading); gsub(/^-|-$/, "", heading); return heading }
# A number, perhaps with a unit or sign, stands to the right in a table.
function is_number(text) { return text ~ /^[-+]?[0-9][0-9.,]*( ?%)?$/ }
function cell(kind, text, shown) { return "<" kind (is_number(text) ? " class=\"number\"" : "") ">" shown "</" kind ">" }
# Fields of a line of CSV, in value[1..].
function csv(line, value,    n, text) {
    n = 0
    delete value
    do {
        if (match(line, /^"([^"]|"")*"/)) {
            text = substr(line, 2, RLENGTH - 2)
            gsub(/""/, "\"", text)
        } else {
            match(line, /^[^,]*/)
            text = substr(line, 1, RLENGTH)
        }
        value[++n] = text
        line = substr(line, RLENGTH + 1)
    } while (sub(/^,/, "", line))
    return n
}
# Files of SVG stand in the page itself; names within the picture get a prefix, as those of two pictures may be the same.
function picture(file, label, prefix,    line, within, ours, n, open, width) {
    open = 0
    while ((getline line < file) > 0) {
        if (!within) {
            if (!match(line, /<svg/)) continue
            within = open = 1
            line = substr(line, RSTART + 4)
            printf "<figure><div class=\"picture\"><svg role=\"img\" aria-label=\"%s\"", escape(label)
        }
        gsub(/ id="/, "&" prefix, line); gsub(/ id='/, "&" prefix, line)
        gsub(/href='#/, "&" prefix, line); gsub(/href="#/, "&" prefix, line); gsub(/url\(#/, "&" prefix, line)
        if (line ~ /^<title>Gnuplot<\/title>$/ || line ~ /^<desc>Produced by GNUPLOT/) continue
        print line
    }
    close(file)
    if (!open) { print "report: " file ": found no picture, expected an SVG file" > "/dev/stderr"; exit 2 }
    printf "</div><figcaption>%s</figcaption></figure>\n", escape(label)
}
