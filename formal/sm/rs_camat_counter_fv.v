// Proof of rs_camat_counter: active_cycles is the sum of the cycles in which the table waits and of those in which only the
// load/store unit works, accesses the number of accesses, both since the last clear or reset; nothing else moves them.
`default_nettype none
module rs_camat_counter_fv #(
    parameter COUNTER_BITS = 64
) (
    input wire clk,
    input wire rst,
    input wire clear,
    input wire table_empty,
    input wire unit_busy,
    input wire access
);
    wire [COUNTER_BITS-1:0] active_cycles, accesses;
    rs_camat_counter #(.COUNTER_BITS(COUNTER_BITS)) dut (
        .clk(clk), .rst(rst), .clear(clear), .table_empty(table_empty), .unit_busy(unit_busy), .access(access),
        .active_cycles(active_cycles), .accesses(accesses));

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);

    localparam [COUNTER_BITS-1:0] ONE = 1, ALL = {COUNTER_BITS{1'b1}};
    reg [COUNTER_BITS-1:0] waits, works, taken; // cycles of the table, of the unit alone; accesses
    always @(posedge clk) begin
        waits <= waits + (table_empty ? {COUNTER_BITS{1'b0}} : ONE);
        works <= works + (table_empty && unit_busy ? ONE : {COUNTER_BITS{1'b0}});
        taken <= taken + (access ? ONE : {COUNTER_BITS{1'b0}});
        if (clear || rst) begin
            waits <= {COUNTER_BITS{1'b0}};
            works <= {COUNTER_BITS{1'b0}};
            taken <= {COUNTER_BITS{1'b0}};
        end
    end
    always @(posedge clk)
        if (started) begin
            active_is_the_sum: assert (active_cycles == waits + works);
            accesses_counted:  assert (accesses == taken);
            both_causes:       cover (!table_empty && unit_busy && waits == 3 && works == 2);
            cleared_in_work:   cover (clear && access && waits + works == 4);
            wraps:             cover (COUNTER_BITS > 4 || (active_cycles == ALL && !table_empty));
        end
endmodule
`default_nettype wire
