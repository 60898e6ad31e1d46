// rs_board_delay: data_out is data_in CYCLES clocks later, from 2 on. Kept in a block RAM, where a board has bits to spare.
//
// No reset: what comes out in the first CYCLES clocks after power-up means nothing.
// Timing: data_out is registered.
`default_nettype none
module rs_board_delay #(
    parameter WIDTH  = 8,
    parameter CYCLES = 4
) (
    input  wire             clk,
    input  wire [WIDTH-1:0] data_in,
    output reg  [WIDTH-1:0] data_out
);
    localparam BITS = $clog2(CYCLES);
    localparam [31:0] BACK = CYCLES - 1;

    generate
        if (CYCLES < 2) begin : illegal
            rs_board_delay_needs_2_cycles_or_more stop ();
        end
    endgenerate

    (* ram_style = "block" *) reg [WIDTH-1:0] memory [0:(1<<BITS)-1];
    reg  [BITS-1:0] place;
    wire [BITS-1:0] past  = place - BACK[BITS-1:0];
    initial place = {BITS{1'b0}}; // at power-up
    always @(posedge clk) begin
        place         <= place + {{(BITS-1){1'b0}}, 1'b1};
        memory[place] <= data_in;
        data_out      <= memory[past];
    end
endmodule
`default_nettype wire
