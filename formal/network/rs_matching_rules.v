// Rules of an allocator: `grant` is a matching within `request`. Bit i*OUTPUTS+o is the pair (input i, output o).
//   one grant at most per row and per column; a grant implies its request; some grant whenever there is some request.
// CHECK = 1 asserts them, CHECK = 0 assumes them, in the cycles with enable = 1.
`default_nettype none
module rs_matching_rules #(
    parameter INPUTS  = 4,
    parameter OUTPUTS = 2,
    parameter CHECK   = 1
) (
    input wire                      clk,
    input wire                      enable,
    input wire [INPUTS*OUTPUTS-1:0] request,
    input wire [INPUTS*OUTPUTS-1:0] grant
);
    reg row_ok, column_ok;
    integer i, o;
    reg seen;
    always @* begin
        row_ok = 1'b1;
        for (i = 0; i < INPUTS; i = i + 1) begin
            seen = 1'b0;
            for (o = 0; o < OUTPUTS; o = o + 1) begin
                row_ok = row_ok && !(seen && grant[i*OUTPUTS + o]);
                seen   = seen || grant[i*OUTPUTS + o];
            end
        end
        column_ok = 1'b1;
        for (o = 0; o < OUTPUTS; o = o + 1) begin
            seen = 1'b0;
            for (i = 0; i < INPUTS; i = i + 1) begin
                column_ok = column_ok && !(seen && grant[i*OUTPUTS + o]);
                seen      = seen || grant[i*OUTPUTS + o];
            end
        end
    end
    generate
        if (CHECK != 0) begin : check
            always @(posedge clk) if (enable) begin
                one_per_row:    assert (row_ok);
                one_per_column: assert (column_ok);
                only_requests:  assert ((grant & ~request) == 0);
                some_grant:     assert (request == 0 || grant != 0);
            end
        end else begin : promise
            always @(posedge clk) if (enable) begin
                one_per_row:    assume (row_ok);
                one_per_column: assume (column_ok);
                only_requests:  assume ((grant & ~request) == 0);
                some_grant:     assume (request == 0 || grant != 0);
            end
        end
    endgenerate
endmodule
`default_nettype wire
