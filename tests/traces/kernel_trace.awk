# A kernel trace in the form of Accel-Sim's tracer, for tests and speeds: vector sums, gathers, shared memory, divergence, local memory.
# awk -f kernel_trace.awk -v blocks=28 -v warps=4 -v rounds=10 [-v version=5] [-v lineinfo=1] [-v atomics=1]
# Every block: `warps` warps of `rounds` rounds of 14 instructions and 4 more. Addresses in all three forms.
function line(pc, mask, text,    head) {
    head = lineinfo ? int(pc / 16) " " : ""
    body = body sprintf("%s%04x %08x %s%s\n", head, pc, mask, text, version >= 5 ? " 0" : "")
    count++
}
function hex(value) { return sprintf("0x%x%07x", int(value / 268435456), value % 268435456) } # %x ends at 32 bits in some awks
function random() { seed = (seed * 16807) % 2147483647; return seed }
function gather(pc, base, span,    text, lane) {
    text = "1 R6 LDG.E.SYS 1 R4 4 0"
    for (lane = 0; lane < 32; lane++) text = text " " hex(base + 4 * (random() % (span / 4)))
    line(pc, 4294967295, text)
}
function distances(pc, mask, lanes, base,    text, i) {
    text = "1 R7 LDG.E.64.SYS 1 R4 8 2 " hex(base)
    for (i = 1; i < lanes; i++) text = text " " ((i % 3 == 0) ? -8 : 16)
    line(pc, mask, text)
}
BEGIN {
    if (!version) version = 5
    seed = 1
    all = 4294967295
    a = 140000000000000; b = a + 1073741824; c = b + 1073741824
    print "-kernel name = _Z3sumPfS_S_"
    print "-kernel id = 1"
    print "-grid dim = (" blocks ",1,1)"
    print "-block dim = (" 32 * warps ",1,1)"
    print "-shmem = 4096"
    print "-nregs = 24"
    print "-binary version = 70"
    print "-cuda stream id = 0"
    print "-shmem base_addr = 0x00007fb400000000"
    print "-local mem base_addr = 0x00007fb402000000"
    print "-nvbit version = 1.5.5"
    print "-accelsim tracer version = " version
    if (version >= 4) print "-enable lineinfo = " lineinfo + 0
    print ""
    print "#traces format = [line_num] PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width [adrrescompress?] [mem_addresses]" (version >= 5 ? " immediate" : "")
    for (block = 0; block < blocks; block++) {
        print "\n#BEGIN_TB\n\nthread block = " block ",0,0"
        for (warp = 0; warp < warps; warp++) {
            body = ""
            count = 0
            line(0, all, "1 R1 IMAD.MOV.U32 2 R255 R255 0")
            line(16, all, "1 R4 S2R 0 0")
            for (round = 0; round < rounds; round++) {
                at = 128 * ((block * warps + warp) * rounds + round)
                line(32, all, "1 R4 IMAD.WIDE 2 R4 R2 0")
                line(48, all, "1 R5 LDG.E.SYS 1 R4 4 1 " hex(a + at) " 4")
                gather(64, b, 1048576)
                distances(80, 3 * 2 ^ 16 + 15, 6, c + 4 * at)
                line(96, all, "1 R8 FADD 2 R5 R6 0")
                line(112, all, "1 R9 MUFU.RCP 1 R8 0")
                line(128, all, "0 STS 2 R10 R9 4 1 " hex(128 * warp) " 4")
                line(144, all, "0 BAR.SYNC 0 0")
                line(160, 65535, "1 R11 LDS.U.64 1 R10 8 1 " hex(128 * warp) " 8")
                line(176, all, "0 STL 2 R1 R11 4 1 " hex(16776704 + 4 * (round % 8)) " 0")
                line(192, all, "1 R12 LD.E.128.SYS 1 R4 16 1 " hex(c + 4 * at) " 16")
                line(208, 1, "0 STG.E.U8.SYS 2 R4 R12 1 1 " hex(a + at + 1) " 0")
                line(224, all, "0 STG.E.128.SYS 2 R4 R12 16 1 " hex(c + 4 * at) " 16")
                line(240, all, atomics ? "0 RED.E.ADD.F32.FTZ.RN.STRONG.GPU 2 R4 R12 4 1 " hex(a + at) " 4" : "0 BRA 0 0")
            }
            line(256, 0, "1 R13 LDG.E.SYS 1 R4 4 1 0x0 0")
            line(272, all, "0 EXIT 0 0")
            print "\nwarp = " warp "\ninsts = " count
            printf "%s", body
        }
        print "\n#END_TB"
    }
}
