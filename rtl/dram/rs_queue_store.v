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

    wire [BANKS*INDEX_BITS-1:0] heads, tails;
    wire                        appends = append != {BANKS{1'b0}};
    wire                        removes = remove != {BANKS{1'b0}};
    wire [PLACES-1:0]           taken;      // the lowest free place, one-hot
    wire [INDEX_BITS-1:0]       place;      // the same
    wire [INDEX_BITS-1:0]       leaving;    // place of the first request of bank `served`
    wire [INDEX_BITS-1:0]       last_place; // of the list that `append` goes to
    wire [INDEX_BITS-1:0]       next = link[leaving];
    assign first = memory[leaving];
    rs_lowest #(.WIDTH(PLACES)) lowest_free (.bits(free), .lowest(taken));
    rs_encode #(.WIDTH(PLACES)) encode_free (.one_hot(taken), .index(place));
    rs_select #(.WIDTH(INDEX_BITS), .COUNT(BANKS)) select_head (.words(heads), .select(served), .word(leaving));
    rs_select #(.WIDTH(INDEX_BITS), .COUNT(BANKS)) select_tail (.words(tails), .select(append), .word(last_place));

    always @(posedge clk) begin
        if (appends)
            memory[place] <= append_data;
        if ((append & waiting) != {BANKS{1'b0}}) // the tail of an empty list is stale
            link[last_place] <= place;
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
