// rs_issue_delay: a payload that comes out CYCLES later, one a cycle. Results on their way to a register (rs_issue_registers).
//
// in at t is out at t + CYCLES; CYCLES = 0: wires. rst empties it. out_payload means nothing without out_valid.
`default_nettype none
module rs_issue_delay #(
    parameter WIDTH  = 8,
    parameter CYCLES = 4
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             in_valid,
    input  wire [WIDTH-1:0] in_payload,
    output wire             out_valid,
    output wire [WIDTH-1:0] out_payload
);
    generate
        if (WIDTH < 1 || CYCLES < 0)
            rs_issue_delay_needs_a_bit_and_no_negative_time illegal_parameter ();
        if (CYCLES == 0) begin : now
            wire unused_clock = clk | rst;
            assign out_valid   = in_valid;
            assign out_payload = in_payload;
        end else begin : later
            reg  [CYCLES-1:0]           valid;
            reg  [CYCLES*WIDTH-1:0]     payload;
            wire [CYCLES:0]             valids   = {valid, in_valid};
            wire [(CYCLES+1)*WIDTH-1:0] payloads = {payload, in_payload};
            wire                        unused_last = &{1'b0, valids[CYCLES], payloads[CYCLES*WIDTH +: WIDTH]};
            assign out_valid   = valid[CYCLES-1];
            assign out_payload = payload[(CYCLES-1)*WIDTH +: WIDTH];
            always @(posedge clk) begin
                valid   <= rst ? {CYCLES{1'b0}} : valids[CYCLES-1:0];
                payload <= payloads[CYCLES*WIDTH-1:0];
            end
        end
    endgenerate
endmodule
`default_nettype wire
