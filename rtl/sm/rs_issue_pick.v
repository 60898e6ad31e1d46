// rs_issue_pick: which of a scheduler's able warps issues (PATTERNS 2; STALLS III). Combinational.
//
// ORDER 0, LRR: the first able one behind the one issued last, by number.
// ORDER 1, GTO: the one issued last if it is able, else the oldest able one (rs_issue_oldest).
// last: number of the warp issued last; after a reset the highest that INDEX_BITS can hold, with last_valid = 0.
// pick: one-hot; 0 where none is able.
`default_nettype none
module rs_issue_pick #(
    parameter WARPS      = 8, // of the scheduler
    parameter PLACES     = 4,
    parameter ORDER      = 0,
    parameter INDEX_BITS = WARPS > 1 ? $clog2(WARPS) : 1,  // derived, not to be set
    parameter PLACE_BITS = PLACES > 1 ? $clog2(PLACES) : 1 // derived, not to be set
) (
    input  wire [WARPS-1:0]            able,
    input  wire [WARPS*PLACE_BITS-1:0] place,
    input  wire [PLACES*PLACES-1:0]    older,
    input  wire                        last_valid,
    input  wire [INDEX_BITS-1:0]       last,
    output wire [WARPS-1:0]            pick
);
    generate
        if (ORDER == 0) begin : round_robin
            wire unused = &{1'b0, place, older, last_valid};
            rs_issue_next #(.WARPS(WARPS)) next_able (.bits(able), .last(last), .next(pick));
        end else begin : greedy
            wire [WARPS-1:0] oldest;
            wire [WARPS-1:0] same = able & ({{(WARPS-1){1'b0}}, last_valid} << last);
            rs_issue_oldest #(.WARPS(WARPS), .PLACES(PLACES)) oldest_able (.warps(able), .place(place), .older(older), .oldest(oldest));
            assign pick = same != {WARPS{1'b0}} ? same : oldest;
        end
    endgenerate
endmodule
`default_nettype wire
