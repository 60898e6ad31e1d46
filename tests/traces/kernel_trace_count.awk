# What a kernel trace asks of the machine, counted from its text alone, as an independent answer to what the simulator counts:
#   instructions N    warp instructions issued: of the trace, 2, 4 or 8 of an access of 8, 16 or 32 bytes a lane, one a turn of shared atomics
#   threads N         thread instructions, the last EXIT of a warp among them
#   loads N stores N  lines of 64 B that loads and stores of global and local memory touch: an access of 8, 16, 32 bytes is served by half,
#                     quarter, eighth warps
#   atomics N         atomic operations in global memory, of warps
#   global N shared N local N   lanes that access these
# Plain POSIX awk; addresses are below 2^53. Windows of generic addresses: 16 MB from the header's bases on.
function number(text,    value, i, c) {
    text = tolower(text)
    sub(/^0x/, "", text)
    value = 0
    for (i = 1; i <= length(text); i++) {
        c = index("0123456789abcdef", substr(text, i, 1)) - 1
        value = value * 16 + c
    }
    return value
}
function bit(mask, lane) { return int(mask / 2 ^ lane) % 2 }
function ones(mask,    lane, n) { for (lane = 0; lane < 32; lane++) n += bit(mask, lane); return n + 0 }
function inside(address, base) { return base > 0 && address >= base && address < base + 16777216 }
/^-shmem base_addr/ { shared = number($4) }
/^-local mem base_addr/ { local = number($5) }
/^-enable lineinfo/ { lineinfo = $4 }
/^insts = / { left = $3; next }
/^[-#]/ || /^$/ || /^thread block/ || /^warp =/ { next }
left > 0 {
    left--
    at = 1 + (lineinfo > 0)
    mask = number($(at + 1))
    active = ones(mask)
    at += 2
    destinations = $at
    at += 1 + destinations
    opcode = $at
    at++
    at += 1 + $at
    width = $at
    at++
    split(opcode, part, ".")
    name = part[1]
    load = name ~ /^(LD|LDG|LDL|LDS)$/
    store = name ~ /^(ST|STG|STL|STS)$/
    atomic = name ~ /^(ATOM|ATOMG|ATOMS|RED)$/
    threads += active
    if (!(load || store || atomic) || width == 0 || active == 0) { instructions++; next }
    mode = $at
    if (mode != 0) { at++; address = number($at) }
    at++
    first = 1
    delete where
    for (lane = 0; lane < 32; lane++) {
        if (!bit(mask, lane)) continue
        if (mode == 0) { address = number($at); at++ }
        else if (!first) { address += $at; if (mode == 2) at++ }
        first = 0
        where[lane] = address - address % 4
    }
    words = atomic || width < 4 ? 1 : width / 4
    for (quarter = 0; quarter < words; quarter++) {
        delete seen
        delete space_seen
        delete turn
        turns = 0
        for (lane = 0; lane < 32; lane++) {
            if (int(lane * words / 32) != quarter || !(lane in where)) continue
            address = where[lane]
            space = name ~ /^(LDS|STS|ATOMS)$/ ? "shared" : name ~ /^(LDL|STL)$/ ? "local" : inside(address, shared) ? "shared" : inside(address, local) ? "local" : "global"
            if (space == "local" && inside(address, local)) address -= local
            space_seen[space] = 1
            lanes[space]++
            if (atomic && space == "shared" && ++turn[sprintf("%.0f", address)] > turns) turns = turn[sprintf("%.0f", address)]
            for (word = 0; word < words; word++)
                if (space == "global") seen[sprintf("%.0f", int((address + 4 * word) / 64))] = 1
                else if (space == "local") seen[sprintf("l%.0f.%d", int(address / 4 + word), int(lane / 16))] = 1
        }
        for (space in space_seen) {
            if (atomic && space == "shared") instructions += turns + (name != "RED" && destinations > 0)
            else instructions++
        }
        for (line in seen) if (load) loads++; else if (store) stores++
    }
    if (atomic && "global" in space_seen) atomics++
    next
}
END {
    printf "instructions %d\nthreads %d\nloads %d\nstores %d\natomics %d\nglobal %d\nshared %d\nlocal %d\n",
        instructions, threads, loads, stores, atomics, lanes["global"], lanes["shared"], lanes["local"]
}
