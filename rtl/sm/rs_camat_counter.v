// rs_camat_counter: the two numbers from which an SM's concurrent average memory access time follows, C-AMAT =
// active_cycles / accesses (CAMAT 2.2 equation 1, 3 figure 4 and table 1).
//
// active_cycles counts the cycles in which the table of outstanding requests is not empty, or else the load/store unit is
// busy: each cycle once, however many warps wait in it. accesses counts access, the warp-level accesses, one a cycle.
// table_empty  `empty` of the table, for several tables their conjunction
// unit_busy    from taking an instruction or group on until its last line has left for the table or was a hit
// clear        both 0 from the next cycle on; the cycle of the clear itself is not counted. rst does the same
// Registered: a cycle's inputs are in the outputs from the next cycle on. The counters wrap; at 64 bits and 1 GHz after
// five centuries. table_empty, unit_busy and access only enable: the sums come from registers alone.
// C twin: cmodel/sm/camat_counter.c.
`default_nettype none
module rs_camat_counter #(
    parameter COUNTER_BITS = 64
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire                    clear,
    input  wire                    table_empty,
    input  wire                    unit_busy,
    input  wire                    access,
    output reg  [COUNTER_BITS-1:0] active_cycles,
    output reg  [COUNTER_BITS-1:0] accesses
);
    generate
        if (COUNTER_BITS < 1)
            rs_camat_counter_COUNTER_BITS_must_be_at_least_1 illegal_parameter ();
    endgenerate

    localparam [COUNTER_BITS-1:0] ONE = 1;
    wire active = !table_empty || unit_busy;
    always @(posedge clk) begin
        if (active)
            active_cycles <= active_cycles + ONE;
        if (access)
            accesses <= accesses + ONE;
        if (clear || rst) begin
            active_cycles <= {COUNTER_BITS{1'b0}};
            accesses      <= {COUNTER_BITS{1'b0}};
        end
    end
endmodule
`default_nettype wire
