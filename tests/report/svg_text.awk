# LC_ALL=C awk -f tests/report/svg_text.awk FILE.svg...: does the text of each picture lie inside it, and does no text lie on another?
# Prints a line for each text that does not, and at the end how many texts of how many pictures there were. Exits 1 on such a text, on
# a picture without text, and on a file that is no SVG. -v list=1: also a line "width PIXELS TEXT" for each text.
#
# The box of a text comes from the file alone: font size, anchor, position and the transforms around it, as gnuplot and
# cmodel/observe/timeline.c write them, and the widths of DejaVu Sans, which is wider than what most readers have in its place.
# Boxes may be turned: two of them overlap if no line parallel to a side of either parts them (separating axes).
BEGIN {
    RS = ">"
    SLACK = 0.5 # pixels that a box may reach beyond the picture or into another
    GAP = 0.1   # of the font size, on either side: two words side by side need a blank between them
    # Thousandths of the font size by which a letter moves on, from blank to tilde.
    letters = split("318 401 460 838 636 950 780 275 390 390 500 838 318 361 318 337 636 636 636 636 636 636 636 636 636 636 337 337 838 838 838 531 " \
        "1000 684 686 698 770 632 575 775 752 295 295 656 557 863 748 787 603 787 695 635 611 732 684 989 685 611 685 390 337 390 838 500 " \
        "500 613 635 550 635 615 352 635 634 278 278 579 278 974 634 612 635 635 411 521 392 634 592 818 592 592 525 636 337 636 838", advance, " ")
    for (i = 1; i <= letters; i++) width_of[sprintf("%c", 31 + i)] = advance[i] / 1000
    for (i = 128; i < 256; i++) width_of[sprintf("%c", i)] = i < 192 ? 0 : 0.84 # UTF-8: the first byte of a letter counts
    shown["amp"] = "&"; shown["lt"] = "<"; shown["gt"] = ">"; shown["quot"] = "\""; shown["apos"] = "'"
}
FNR == 1 { finish(); name = FILENAME; pictures++; depth = texts = quiet = in_text = width = height = 0; font[0] = 16; anchor[0] = "start"; set_matrix(0, 1, 0, 0, 1, 0, 0) }
{
    at = index($0, "<")
    if (at == 0) next
    if (in_text && !quiet) add_text(substr($0, 1, at - 1))
    tag(substr($0, at + 1))
}
END {
    finish()
    printf "%d texts in %d pictures, %d wrong\n", all_texts, pictures, wrong
    exit wrong > 0
}
function bad(text) { print name ": " text; wrong++ }
function set_matrix(d, a, b, c, e, x, y) { A[d] = a; B[d] = b; C[d] = c; D[d] = e; X[d] = x; Y[d] = y }
function multiply(d, a, b, c, e, x, y) {
    set_matrix(d, A[d] * a + C[d] * b, B[d] * a + D[d] * b, A[d] * c + C[d] * e, B[d] * c + D[d] * e, A[d] * x + C[d] * y + X[d], B[d] * x + D[d] * y + Y[d])
}
# Value of an attribute of tag t, or what stands in place of it.
function attribute(t, key, otherwise,    mark, value) {
    if (!match(t, "[ \t\n]" key "[ \t\n]*=[ \t\n]*[\"']")) return otherwise
    mark = substr(t, RSTART + RLENGTH - 1, 1)
    value = substr(t, RSTART + RLENGTH)
    return substr(value, 1, index(value, mark) - 1)
}
function transform(d, list,    word, v, n, s, c, k) {
    while (match(list, /[a-zA-Z]+ *\([^)]*\)/)) {
        word = substr(list, RSTART, RLENGTH)
        list = substr(list, RSTART + RLENGTH)
        k = word; sub(/ *\(.*/, "", k)
        sub(/.*\( */, "", word); sub(/ *\)$/, "", word)
        n = split(word, v, /[ ,\t\n]+/)
        if (k == "translate") multiply(d, 1, 0, 0, 1, v[1], n > 1 ? v[2] : 0)
        else if (k == "scale") multiply(d, v[1], 0, 0, n > 1 ? v[2] : v[1], 0, 0)
        else if (k == "matrix") multiply(d, v[1], v[2], v[3], v[4], v[5], v[6])
        else if (k == "rotate") {
            s = sin(v[1] * 3.14159265358979 / 180); c = cos(v[1] * 3.14159265358979 / 180)
            if (n == 3) multiply(d, 1, 0, 0, 1, v[2], v[3])
            multiply(d, c, s, -s, c, 0, 0)
            if (n == 3) multiply(d, 1, 0, 0, 1, -v[2], -v[3])
        } else bad("found transform '" k "', expected translate, rotate, scale or matrix")
    }
}
function tag(t,    word, end, box) {
    if (t ~ /^[!?]/) return
    word = t
    sub(/[ \t\n\/].*/, "", word)
    if (t ~ /^\//) {
        word = substr(t, 2)
        sub(/[ \t\n].*/, "", word)
        if (word == "text") { store(); in_text = 0 }
        if (depth == quiet) quiet = 0
        depth--
        return
    }
    d = ++depth
    font[d] = attribute(t, "font-size", font[d - 1]) + 0
    anchor[d] = attribute(t, "text-anchor", anchor[d - 1])
    set_matrix(d, A[d - 1], B[d - 1], C[d - 1], D[d - 1], X[d - 1], Y[d - 1])
    transform(d, attribute(t, "transform", ""))
    if (!quiet && word ~ /^(title|desc|defs|style|metadata)$/) quiet = d
    if (word == "svg" && !width) {
        if (split(attribute(t, "viewBox", ""), box, /[ ,]+/) == 4) { left = box[1]; top = box[2]; width = box[3]; height = box[4] }
        else { left = top = 0; width = attribute(t, "width", 0) + 0; height = attribute(t, "height", 0) + 0 }
    } else if (word == "text") {
        in_text = 1; content = ""; wide = big = 0; text_depth = d
        x0 = attribute(t, "x", 0) + 0; y0 = attribute(t, "y", 0) + 0
    }
    if (in_text) kept = attribute(t, "xml:space", "") == "preserve"
    if (t ~ /\/$/) { if (depth == quiet) quiet = 0; depth-- }
}
function add_text(text,    i, part) {
    if (!kept) { gsub(/[ \t\n]+/, " ", text); if (content == "") sub(/^ /, "", text) }
    while (match(text, /&[#a-z0-9]+;/)) {
        part = substr(text, RSTART + 1, RLENGTH - 2)
        text = substr(text, 1, RSTART - 1) (part in shown ? shown[part] : "?") substr(text, RSTART + RLENGTH)
        if (shown[part] == "&") break
    }
    for (i = 1; i <= length(text); i++) wide += width_of[substr(text, i, 1)] * font[depth]
    content = content text
    if (font[depth] > big) big = font[depth]
}
# The corners of the text's box, from the top left one on, and their bounds; how far those of the text alone lie out of the picture.
function store(    i, k, x, u, v, d, gap) {
    if (content ~ /^[ \t\n]*$/) return
    d = text_depth
    i = ++texts
    all_texts++
    said[i] = content
    if (list) { gsub(/^ +| +$/, "", content); printf "width %.2f %s\n", wide, content }
    x = anchor[d] == "middle" ? x0 - wide / 2 : anchor[d] == "end" ? x0 - wide : x0
    u = y0 - 0.76 * big
    v = y0 + (content ~ /[][gjpqyQ@,;(){}|_$\/]/ ? 0.24 : 0.02) * big
    gap = 0
    for (k = 0; k < 2; k++) {
        corner(i, 1, d, x - gap, u); corner(i, 2, d, x + wide + gap, u); corner(i, 3, d, x + wide + gap, v); corner(i, 4, d, x - gap, v)
        if (k == 0) { shown_x[i] = low_x[i]; shown_y[i] = low_y[i] }
        if (k == 0) out[i] = most(most(left - low_x[i], top - low_y[i]), most(high_x[i] - left - width, high_y[i] - top - height))
        gap = GAP * big
    }
}
function corner(i, k, d, x, y,    a, b) {
    a = A[d] * x + C[d] * y + X[d]
    b = B[d] * x + D[d] * y + Y[d]
    px[i, k] = a; py[i, k] = b
    if (k == 1 || a < low_x[i]) low_x[i] = a
    if (k == 1 || a > high_x[i]) high_x[i] = a
    if (k == 1 || b < low_y[i]) low_y[i] = b
    if (k == 1 || b > high_y[i]) high_y[i] = b
}
# How far boxes i and j reach into one another along side k of box i; 0 or less: apart.
function reach(i, j, k,    ux, uy, n, m, at, low, high, low_j, high_j, depth1, depth2) {
    ux = px[i, k + 1] - px[i, k]; uy = py[i, k + 1] - py[i, k]
    n = sqrt(ux * ux + uy * uy)
    if (n == 0) return 0
    for (m = 1; m <= 4; m++) {
        at = (px[i, m] * ux + py[i, m] * uy) / n
        if (m == 1 || at < low) low = at
        if (m == 1 || at > high) high = at
        at = (px[j, m] * ux + py[j, m] * uy) / n
        if (m == 1 || at < low_j) low_j = at
        if (m == 1 || at > high_j) high_j = at
    }
    depth1 = high - low_j; depth2 = high_j - low
    return depth1 < depth2 ? depth1 : depth2
}
function most(a, b) { return a > b ? a : b }
function finish(    i, j, k, into, n) {
    if (name == "") return
    if (!width || !height) { bad("found no width and height, expected those of an svg element"); return }
    if (!texts) { bad("found no text, expected some"); return }
    for (i = 1; i <= texts; i++) {
        if (out[i] > SLACK) bad(sprintf("'%s' at %.0f,%.0f reaches %.1f pixels out of the picture", said[i], shown_x[i], shown_y[i], out[i]))
        for (j = 1; j < i; j++) {
            if (low_x[i] + SLACK >= high_x[j] || low_x[j] + SLACK >= high_x[i] || low_y[i] + SLACK >= high_y[j] || low_y[j] + SLACK >= high_y[i]) continue
            into = reach(i, j, 1)
            for (k = 0; k < 3; k++) {
                n = k == 0 ? reach(i, j, 2) : reach(j, i, k)
                if (n < into) into = n
            }
            if (into > SLACK) bad(sprintf("'%s' at %.0f,%.0f and '%s' lie on one another by %.1f pixels", said[i], shown_x[i], shown_y[i], said[j], into))
        }
    }
}
