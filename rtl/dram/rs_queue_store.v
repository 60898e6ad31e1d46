// Store behind rs_queue_banked and rs_queue_lookahead when the banks share their places (BANK_PLACES): the requests that
// wait behind the oldest ones of their bank, in PLACES places, as a linked list per bank in order of acceptance.
//
//   append   one-hot or 0: a request goes to the end of this bank's list; only while a place is free, which the user's
//            own count of requests ensures
//   served   one-hot: the bank whose first request is shown at `first`; one leaves a cycle, so one read port serves all
//   remove   `served` or 0: the first request of this bank's list leaves; only where `waiting`
// Both may come in one cycle, for one bank or for two. A new request takes the lowest place free before the edge.
// Timing: waiting is registered; first is combinational from served.
`default_nettype none
module rs_queue_store #(
    parameter PLACES = 31,
    parameter BANKS  = 4,
    parameter WIDTH  = 36, // bits of a request
    // derived, not to be set
    parameter INDEX_BITS = (PLACES > 1) ? $clog2(PLACES) : 1
) (
    input  wire             clk,
    input  wire             rst,
    input  wire [BANKS-1:0] append,
    input  wire [WIDTH-1:0] append_data,
    input  wire [BANKS-1:0] served,
    input  wire [BANKS-1:0] remove,
    output wire [WIDTH-1:0] first,
    output wire [BANKS-1:0] waiting
);
    generate
        if (PLACES < 1 || BANKS < 1) begin : illegal
            rs_queue_store_needs_places_and_banks_above_0 stop ();
        end
    endgenerate

    reg [WIDTH-1:0]      memory [0:PLACES-1];
    reg [INDEX_BITS-1:0] link [0:PLACES-1]; // the next place of the list; of its last place: anything
    reg [PLACES-1:0]     free;

    function [PLACES-1:0] lowest; // as a one-hot vector
        input [PLACES-1:0] bits;
        integer k;
        reg [PLACES-1:0] from;
        begin
            from = bits;
            for (k = 1; k < PLACES; k = k * 2)
                from = from | (from << k);
            lowest = from & ~(from << 1);
        end
    endfunction
    function [INDEX_BITS-1:0] encode; // of a one-hot vector
        input [PLACES-1:0] one;
        integer k;
        begin
            encode = {INDEX_BITS{1'b0}};
            for (k = 0; k < PLACES; k = k + 1)
                if (one[k])
                    encode = encode | k[INDEX_BITS-1:0];
        end
    endfunction
    function [INDEX_BITS-1:0] of_bank;
        input [BANKS*INDEX_BITS-1:0] index;
        input [BANKS-1:0]            bank;
        integer k;
        begin
            of_bank = {INDEX_BITS{1'b0}};
            for (k = 0; k < BANKS; k = k + 1)
                of_bank = of_bank | (index[k*INDEX_BITS +: INDEX_BITS] & {INDEX_BITS{bank[k]}});
        end
    endfunction

    wire [BANKS*INDEX_BITS-1:0] heads, tails;
    wire                        appends = append != {BANKS{1'b0}};
    wire                        removes = remove != {BANKS{1'b0}};
    wire [PLACES-1:0]           taken   = lowest(free);
    wire [INDEX_BITS-1:0]       place   = encode(taken);
    wire [INDEX_BITS-1:0]       leaving = of_bank(heads, served);
    wire [INDEX_BITS-1:0]       next    = link[leaving];
    assign first = memory[leaving];

    always @(posedge clk) begin
        if (appends)
            memory[place] <= append_data;
        if ((append & waiting) != {BANKS{1'b0}}) // the tail of an empty list is stale
            link[of_bank(tails, append)] <= place;
        if (rst)
            free <= {PLACES{1'b1}};
        else
            free <= (free | (removes ? {{(PLACES-1){1'b0}}, 1'b1} << leaving : {PLACES{1'b0}})) & ~(taken & {PLACES{appends}});
    end

    genvar b;
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : list
            reg                  holds;
            reg [INDEX_BITS-1:0] head, tail;
            wire                 last = head == tail;
            assign waiting[b] = holds;
            assign heads[b*INDEX_BITS +: INDEX_BITS] = head;
            assign tails[b*INDEX_BITS +: INDEX_BITS] = tail;
            always @(posedge clk) begin
                if (append[b])
                    tail <= place;
                if (append[b] && (!holds || (remove[b] && last)))
                    head <= place;
                else if (remove[b])
                    head <= next;
                if (rst)
                    holds <= 1'b0;
                else if (append[b])
                    holds <= 1'b1;
                else if (remove[b] && last)
                    holds <= 1'b0;
            end
        end
    endgenerate
endmodule
`default_nettype wire
