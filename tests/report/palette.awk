# awk -f tests/report/palette.awk cmodel/common/palette.def: are the colours as light as the file says, far enough apart for grey print,
# and each ink legible on its colour (contrast 4.5 at least, as WCAG 2 asks of text)? A line for each that is not; exit 1.
BEGIN { for (i = 0; i < 16; i++) digit[sprintf("%x", i)] = i }
function bad(text) { print "palette: " text; failed = 1 }
function part(hex, at,    v) {
    v = (16 * digit[substr(hex, at, 1)] + digit[substr(hex, at + 1, 1)]) / 255
    return v <= 0.04045 ? v / 12.92 : exp(2.4 * log((v + 0.055) / 1.055))
}
function luminance(hex) { return 0.2126 * part(hex, 2) + 0.7152 * part(hex, 4) + 0.0722 * part(hex, 6) }
function lightness(y) { return y > 216 / 24389 ? 116 * exp(log(y) / 3) - 16 : y * 24389 / 27 }
function distance(a, b) { return a > b ? a - b : b - a }
/L[*] of CIE 1976/ { text = $0; sub(/.*\) is /, "", text); sub(/:.*/, "", text); said_n = split(text, said, /,? and |, /) }
/^RS_SERIES/ {
    split($0, f, "\"")
    n++
    y = luminance(f[2])
    light[n] = lightness(y)
    ink = luminance(f[4])
    contrast = ink > y ? (ink + 0.05) / (y + 0.05) : (y + 0.05) / (ink + 0.05)
    if (contrast < 4.5) bad(sprintf("%s on %s: found contrast %.1f, expected 4.5", f[4], f[2], contrast))
    if (distance(light[n], said[n]) > 0.5) bad(sprintf("%s: found L* %.1f, expected %s, as the comment says", f[2], light[n], said[n]))
    for (i = 1; i < n; i++) {
        least = i == n - 1 ? 24 : 8
        if (distance(light[n], light[i]) < least) bad(sprintf("series %d and %d: found L* %.1f and %.1f, expected %d between them", i, n, light[i], light[n], least))
    }
}
END { if (n != said_n || n < 2) bad(sprintf("found %d series, expected %d, as the comment says", n, said_n)); exit failed }
