// rs_payload_memory: data of packets and DRAM lines, nothing else. One write port, one read port.
//
// A word is written at the clock edge and read combinationally from the next cycle on. Not reset.
// Payload sits in this module alone, so that area rows can leave it out by name (THESIS 4.5 does not count it).
`default_nettype none
module rs_payload_memory #(
    parameter WIDTH = 256,
    parameter DEPTH = 64,
    parameter ADDRESS_BITS = DEPTH > 1 ? $clog2(DEPTH) : 1 // derived, not to be set
) (
    input  wire                    clk,
    input  wire                    write,
    input  wire [ADDRESS_BITS-1:0] write_address,
    input  wire [WIDTH-1:0]        write_data,
    input  wire [ADDRESS_BITS-1:0] read_address,
    output wire [WIDTH-1:0]        read_data
);
    generate
        if (WIDTH < 1 || DEPTH < 1)
            rs_payload_memory_WIDTH_and_DEPTH_must_be_at_least_1 illegal_parameter ();
    endgenerate

    reg [WIDTH-1:0] memory [0:DEPTH-1];
    assign read_data = memory[read_address];
    always @(posedge clk)
        if (write)
            memory[write_address] <= write_data;
endmodule
`default_nettype wire
