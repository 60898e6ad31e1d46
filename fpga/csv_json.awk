# Any CSV with a header line as a JSON array of objects; fields without quotes are numbers, empty ones null.
function fields(line,    n) {
    n = 0
    while (line != "" || n == 0) {
        if (match(line, /^"[^"]*"/)) {
            value[++n] = substr(line, 1, RLENGTH)
        } else {
            match(line, /^[^,]*/)
            value[++n] = substr(line, 1, RLENGTH)
        }
        line = substr(line, RLENGTH + 1)
        if (line == ",") { value[++n] = ""; break }
        sub(/^,/, "", line)
    }
    return n
}
NR == 1 { columns = fields($0); for (i = 1; i <= columns; i++) key[i] = value[i]; printf "["; next }
{
    fields($0)
    printf "%s\n  {", NR == 2 ? "" : ","
    for (i = 1; i <= columns; i++) {
        text = value[i]
        if (text == "")
            text = "null"
        else if (text !~ /^"/ && text !~ /^-?[0-9]+(\.[0-9]+)?$/)
            text = "\"" text "\""
        printf "%s\"%s\": %s", i == 1 ? "" : ", ", key[i], text
    }
    printf "}"
}
END { print "\n]" }
