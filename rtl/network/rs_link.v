// Virtual channels (VC) of a router's output onto one link, a flit a cycle.
//
// What it does: of the VCs with a flit whose buffer at the far end has room, the first from the pointer on sends; the pointer
// moves behind it, so that VCs with flits take turns and a blocked one costs the others nothing. Flits of several packets may
// alternate on a link; each has its own VC, so that none interleaves in a buffer. One VC: wires.
// Contract: out_ready, the far end's room, is a function of registered state there. With several VCs out_valid is set only
// where out_ready is (at most one bit: a flit that goes); with one VC it does not wait for it.
// Timing: combinational from buffers to link; the pointer moves at the clock edge.
// C twin: rs_router_offer() of cmodel/network/router.c.
`default_nettype none
module rs_link #(
    parameter VCS  = 2,  // a power of two
    parameter FLIT = 258
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [VCS-1:0]      in_valid,
    output wire [VCS-1:0]      in_ready,
    input  wire [VCS*FLIT-1:0] in_flit,
    output wire [VCS-1:0]      out_valid,
    input  wire [VCS-1:0]      out_ready,
    output wire [FLIT-1:0]     out_flit
);
    localparam VC_BITS = (VCS > 1) ? $clog2(VCS) : 1;

    generate
        if (VCS < 1 || (VCS & (VCS - 1)) != 0) begin : illegal
            rs_link_VCS_must_be_a_power_of_two stop ();
        end
        if (VCS <= 1) begin : one
            wire unused = &{1'b0, clk, rst};
            assign out_valid = in_valid;
            assign in_ready  = out_ready;
            assign out_flit  = in_flit;
        end else begin : several
            reg  [VC_BITS-1:0] pointer;
            wire [VCS-1:0]     next; // one-hot or 0
            wire [VC_BITS-1:0] number;
            rs_next_set #(.WIDTH(VCS)) next_free (.bits(in_valid & out_ready), .start(pointer), .next(next));
            rs_encode #(.WIDTH(VCS)) encode_next (.one_hot(next), .index(number));
            rs_select #(.WIDTH(FLIT), .COUNT(VCS)) select_flit (.words(in_flit), .select(next), .word(out_flit));
            assign out_valid = next;
            assign in_ready  = next;
            always @(posedge clk)
                if (rst)
                    pointer <= {VC_BITS{1'b0}};
                else if (next != {VCS{1'b0}})
                    pointer <= number + {{(VC_BITS-1){1'b0}}, 1'b1};
        end
    endgenerate
endmodule
`default_nettype wire
