# awk -v requests=N -f tests/traces/mixed.awk: a DRAMsim3 trace, one third writes, half of the requests to 48 lines that
# come again and again, bursts and pauses. The same N gives the same trace.
function draw(limit) { state = (state * 16807) % 2147483647; return state % limit }
BEGIN {
    state = 4711
    for (i = 0; i < requests; i++) {
        line = draw(2) ? draw(48) : draw(8388608)
        cycle += draw(20) ? draw(3) : draw(80)
        printf "0x%X %s %d\n", line * 64, draw(3) ? "READ" : "WRITE", cycle
    }
}
