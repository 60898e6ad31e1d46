// RS_PAYLOAD_BITS(data, header, header_wires): bits of a flit without head and tail. A head flit has `header` bits (a write's byte
// mask included), a data flit `data`; with header_wires both have wires of their own, the data above the header.
// No guard against a second definition: Icarus 11 reads a macro with arguments that an earlier library file has defined as none.
`define RS_PAYLOAD_BITS(data, header, header_wires) ((header_wires) != 0 ? (header) + (data) : (data) > (header) ? (data) : (header))
