// Virtual channels into one port, a packet at a time (THESIS 4.4).
//
// What it does: while no packet is under way, the first VC from the pointer on whose front packet the sink can take
// (acceptable, told by the sink's own room, not by out_ready) sends its packet; the pointer then moves behind it. So a
// packet that finds no room blocks its own VC only, and packets never interleave. A flit on offer stays until it is taken: the sink may
// refuse an acceptable packet for a reason of its own (a BLISS controller that holds a request to the same line, an L2 bank).
// Timing: combinational from the VC buffers to the port; midway and pointer change at the clock edge.
`default_nettype none
module rs_vc_merge #(
    parameter VCS  = 2,   // a power of two, 2 or more
    parameter FLIT = 258, // bits: {tail, head, payload}
    // derived, not to be set
    parameter VC_BITS = $clog2(VCS)
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [VCS-1:0]      in_valid,
    output wire [VCS-1:0]      in_ready,
    input  wire [VCS*FLIT-1:0] in_flit,
    input  wire [VCS-1:0]      acceptable,
    output wire                out_valid,
    input  wire                out_ready,
    output wire [FLIT-1:0]     out_flit
);
    generate
        if (VCS < 2 || (VCS & (VCS - 1)) != 0) begin : illegal
            rs_vc_merge_VCS_must_be_a_power_of_two_from_2_on stop ();
        end
    endgenerate

    reg                midway;  // a packet is on offer, or in its middle
    reg  [VC_BITS-1:0] pointer; // midway its VC, else the one from which the next is looked for

    wire [VCS-1:0]     next; // one-hot: the first from the pointer on that may send
    wire [VC_BITS-1:0] first;
    wire               found = next != {VCS{1'b0}};
    rs_next_set #(.WIDTH(VCS)) next_acceptable (.bits(in_valid & acceptable), .start(pointer), .next(next));
    rs_encode #(.WIDTH(VCS)) encode_next (.one_hot(next), .index(first));

    wire [VC_BITS-1:0] chosen = midway ? pointer : first;
    wire [31:0]        at     = {{(32-VC_BITS){1'b0}}, chosen};
    assign out_valid = midway ? in_valid[chosen] : found;
    assign out_flit  = in_flit[at*FLIT +: FLIT];
    wire ends        = out_ready && out_flit[FLIT-1];
    assign in_ready  = {{(VCS-1){1'b0}}, out_valid && out_ready} << chosen;

    always @(posedge clk)
        if (rst) begin
            midway  <= 1'b0;
            pointer <= {VC_BITS{1'b0}};
        end else if (out_valid) begin
            midway  <= !ends;
            pointer <= chosen + {{(VC_BITS-1){1'b0}}, ends};
        end
endmodule
`default_nettype wire
