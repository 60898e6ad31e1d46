// The oldest candidate among ready banks, for queues that list their requests in order of acceptance.
//
//   from    per bank: the place of the list that names its candidate, and all behind it; bit b*QUEUE + k for place k, oldest at 0
//   ready   banks to choose from; each has a candidate
//   oldest  one-hot: the bank among them whose candidate stands first; 0 without any
//   behind  the place of the candidate of bank `served` (one-hot) and all behind it
// `ready` comes last, from bank timing. Up to 8 banks all pairs are compared before it comes; their number grows with the
// square of BANKS, so with more banks the ready ones are merged first and looked for once.
// Timing: combinational.
`default_nettype none
module rs_oldest_bank #(
    parameter QUEUE = 32,
    parameter BANKS = 4
) (
    input  wire [BANKS*QUEUE-1:0] from,
    input  wire [BANKS-1:0]       ready,
    input  wire [BANKS-1:0]       served,
    output wire [BANKS-1:0]       oldest,
    output wire [QUEUE-1:0]       behind
);
    generate
        if (QUEUE < 1 || BANKS < 1) begin : illegal
            rs_oldest_bank_needs_queue_and_banks_above_0 stop ();
        end
    endgenerate

    function [BANKS-1:0] choose;
        input [BANKS*QUEUE-1:0] all;
        input [BANKS-1:0]       mask;
        integer i, k;
        reg i_first;
        begin
            choose = mask;
            for (k = 1; k < BANKS; k = k + 1)
                for (i = 0; i < k; i = i + 1) begin
                    i_first = (all[i*QUEUE +: QUEUE] & ~all[k*QUEUE +: QUEUE]) != {QUEUE{1'b0}};
                    choose[k] = choose[k] && !(i_first && mask[i]);
                    choose[i] = choose[i] && !(!i_first && mask[k]);
                end
        end
    endfunction

    rs_select #(.WIDTH(QUEUE > 0 ? QUEUE : 1), .COUNT(BANKS)) select_served (.words(from), .select(served), .word(behind));
    genvar b;
    generate
        if (BANKS <= 8) begin : pairs
            assign oldest = choose(from, ready);
        end else begin : merged
            wire [QUEUE-1:0] of_ready; // from the first candidate of any ready bank on
            rs_select #(.WIDTH(QUEUE > 0 ? QUEUE : 1), .COUNT(BANKS)) select_ready (.words(from), .select(ready), .word(of_ready));
            wire [QUEUE-1:0] first    = of_ready & ~(of_ready << 1);
            for (b = 0; b < BANKS; b = b + 1) begin : bank
                assign oldest[b] = ready[b] && (from[b*QUEUE +: QUEUE] & first) != {QUEUE{1'b0}};
            end
        end
    endgenerate
endmodule
`default_nettype wire
