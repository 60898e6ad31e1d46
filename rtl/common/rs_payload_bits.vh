// Function payload_bits, included in a module: bits of a flit without head and tail. A head flit has `header` bits (a write's mask
// included), a data flit `data`; with header_wires both have wires of their own, the data above the header (rs_memory_path).
    function integer payload_bits;
        input integer data, header, header_wires;
        payload_bits = header_wires != 0 ? header + data : data > header ? data : header;
    endfunction
