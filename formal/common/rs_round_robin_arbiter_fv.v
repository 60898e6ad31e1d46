// Proof of rs_round_robin_arbiter: the exact pick against a pointer kept as a number, and the fairness bound.
// `subject` is one arbitrary requester; `waited` counts the advancing grants to others since it has been asking.
`default_nettype none
module rs_round_robin_arbiter_fv #(
    parameter N = 8,
    parameter INDEX_BITS = N > 1 ? $clog2(N) : 1 // derived, not to be set
) (
    input wire         clk,
    input wire         rst,
    input wire [N-1:0] request,
    input wire         advance
);
    wire [N-1:0]          grant;
    wire [INDEX_BITS-1:0] index;
    rs_round_robin_arbiter #(.N(N)) dut (
        .clk(clk), .rst(rst), .request(request), .advance(advance), .grant(grant), .index(index));
    localparam PLACES = 4, GROUPS = N > 1 ? (N + PLACES - 1) / PLACES : 1;
    (* keep *) wire [GROUPS-1:0] own;    // probe dut.own
    (* keep *) wire [PLACES-1:0] behind; // probe dut.behind

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);

    (* anyconst *) reg [INDEX_BITS-1:0] subject;
    always @(posedge clk) assume (subject < N);

    // First requester at or above `from`, wrapping.
    function [INDEX_BITS-1:0] first_from;
        input [N-1:0] asked;
        input integer from;
        integer k;
        begin
            first_from = 0;
            for (k = N - 1; k >= 0; k = k - 1)
                if (asked[k] && k < from)
                    first_from = k[INDEX_BITS-1:0];
            for (k = N - 1; k >= 0; k = k - 1)
                if (asked[k] && k >= from)
                    first_from = k[INDEX_BITS-1:0];
        end
    endfunction

    reg  [7:0] pointer; // where the search begins
    reg  [7:0] waited;
    wire [7:0] winner = {{(8-INDEX_BITS){1'b0}}, first_from(request, {24'd0, pointer})};
    wire [7:0] at     = {{(8-INDEX_BITS){1'b0}}, subject};
    wire [7:0] steps  = at >= pointer ? at - pointer : at + N - pointer; // from the pointer to the subject
    always @(posedge clk) begin
        if (advance && request != 0)
            pointer <= winner == N - 1 ? 8'd0 : winner + 8'd1;
        if (!request[subject] || (advance && grant[subject]))
            waited <= 8'd0;
        else if (advance)
            waited <= waited + 8'd1;
        if (rst) begin
            pointer <= 8'd0;
            waited  <= 8'd0;
        end
    end

    wire [7:0] last = pointer == 0 ? N - 1 : pointer - 8'd1; // the last winner
    wire linked = own == {{(GROUPS-1){1'b0}}, 1'b1} << (last / PLACES) && behind == {PLACES{1'b1}} << (last % PLACES + 1);

    genvar g;
    generate
        for (g = 0; g < N; g = g + 1) begin : each
            always @(posedge clk) if (started && !rst) begin cover (grant[g] && advance && request == {N{1'b1}}); end
        end
    endgenerate
    always @(posedge clk)
        if (started && !rst) begin
            exact_pick:   assert (grant == (request == 0 ? {N{1'b0}} : {{(N-1){1'b0}}, 1'b1} << winner));
            index_agrees: assert (index == (request == 0 ? 0 : winner));
            pointer_link: assert (pointer < N && linked);
            fair:         assert (waited + steps <= N - 1); // so at most N-1 grants to others
            longest_wait: cover (waited == N - 1 && grant[subject]);
        end
endmodule
`default_nettype wire
