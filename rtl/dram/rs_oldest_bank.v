// The oldest candidate among ready banks, for queues that list their requests in order of acceptance.
//
//   place   per bank: the places of the list that name its candidate, bit b*QUEUE + k for place k, oldest at 0. Only the
//           lowest counts: places that are free may hold stale names, behind all live ones. THERMOMETER = 1: all places
//           behind it are set as well, which saves the logic that sets them.
//   ready   banks to choose from; each has a candidate
//   oldest  one-hot: the bank among them whose candidate stands first; 0 without any
//   behind  the place of that candidate and all behind it
// `ready` comes last, from bank timing. Up to 8 banks all pairs are compared before it comes; their number grows with the
// square of BANKS, so with more banks the ready ones are merged first and looked for once.
// Timing: combinational.
`default_nettype none
module rs_oldest_bank #(
    parameter QUEUE = 32,
    parameter BANKS = 4,
    parameter THERMOMETER = 0
) (
    input  wire [BANKS*QUEUE-1:0] place,
    input  wire [BANKS-1:0]       ready,
    output wire [BANKS-1:0]       oldest,
    output wire [QUEUE-1:0]       behind
);
    generate
        if (QUEUE < 1 || BANKS < 1) begin : illegal
            rs_oldest_bank_needs_queue_and_banks_above_0 stop ();
        end
    endgenerate

    function [QUEUE-1:0] from_first; // thermometer from the lowest set bit up
        input [QUEUE-1:0] bits;
        integer k;
        begin
            from_first = bits;
            for (k = 1; k < QUEUE; k = k * 2)
                from_first = from_first | (from_first << k);
        end
    endfunction
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
    function [QUEUE-1:0] of_banks;
        input [BANKS*QUEUE-1:0] all;
        input [BANKS-1:0]       mask;
        integer k;
        begin
            of_banks = {QUEUE{1'b0}};
            for (k = 0; k < BANKS; k = k + 1)
                of_banks = of_banks | (all[k*QUEUE +: QUEUE] & {QUEUE{mask[k]}});
        end
    endfunction

    genvar b;
    generate
        if (BANKS <= 8) begin : pairs
            wire [BANKS*QUEUE-1:0] from;
            for (b = 0; b < BANKS; b = b + 1) begin : bank
                assign from[b*QUEUE +: QUEUE] = THERMOMETER != 0 ? place[b*QUEUE +: QUEUE] : from_first(place[b*QUEUE +: QUEUE]);
            end
            assign oldest = choose(from, ready);
            assign behind = of_banks(from, ready);
        end else begin : merged
            wire [QUEUE-1:0] first = behind & ~(behind << 1);
            assign behind = THERMOMETER != 0 ? of_banks(place, ready) : from_first(of_banks(place, ready));
            for (b = 0; b < BANKS; b = b + 1) begin : bank
                assign oldest[b] = ready[b] && (place[b*QUEUE +: QUEUE] & first) != {QUEUE{1'b0}};
            end
        end
    endgenerate
endmodule
`default_nettype wire
