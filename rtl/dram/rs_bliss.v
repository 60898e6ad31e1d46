// Blacklist of BLISS, the blacklisting memory scheduler (Subramanian and others, ICCD 2014): sources that were served often in
// a row have to wait. Here a source is an SM.
//
// A request of the SM that the one before it came from adds one to a count, any other sets the count to 0; so does the request
// with which it would come to STREAK, and its SM is on the blacklist from the next cycle on. So after STREAK + 1 requests in a row.
// Every CLEAR cycles, counted from reset, all SMs leave the blacklist: it is empty in cycle CLEAR, 2 CLEAR and so on, also if an
// SM should come on it with the edge before.
// Timing: outputs are functions of registered state; `lists` also of leaves and leaves_sm, `push_listed` also of push_sm.
`default_nettype none
module rs_bliss #(
    parameter SM_BITS = 5,
    parameter STREAK  = 4,
    parameter CLEAR   = 10000
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               leaves,      // a request leaves the queue, its last column command is chosen
    input  wire [SM_BITS-1:0] leaves_sm,
    output wire               lists,       // its SM comes on the blacklist
    output wire               clears,      // the blacklist is empty in the next cycle
    input  wire [SM_BITS-1:0] push_sm,
    output wire               push_listed  // this SM is on the blacklist
);
    localparam COUNT_BITS = (STREAK > 1) ? $clog2(STREAK) : 1;
    localparam TIME_BITS  = (CLEAR > 1) ? $clog2(CLEAR) : 1;
    localparam [31:0] LAST = STREAK - 1, LEFT = CLEAR - 1;
    localparam [COUNT_BITS-1:0] ONE = 1;
    localparam [TIME_BITS-1:0]  CYCLE = 1;
    localparam SMS = 1 << SM_BITS;

    generate
        if (STREAK < 1 || STREAK > 255 || CLEAR < 1 || SM_BITS < 1) begin : illegal
            rs_bliss_needs_streak_1_to_255_clear_and_sm_bits_above_0 stop ();
        end
    endgenerate

    reg                  served; // a request has left since reset
    reg [SM_BITS-1:0]    last;   // the SM of the last one
    reg [COUNT_BITS-1:0] count;
    reg [TIME_BITS-1:0]  left;   // cycles to the end of the interval
    reg [SMS-1:0]        blacklist;
    wire                 equal;
    rs_compare #(.WIDTH(SM_BITS)) same_sm (.a(last), .b(leaves_sm), .equal(equal));
    wire                 same = served && equal;
    wire [SMS-1:0]       sm_0 = {{(SMS-1){1'b0}}, 1'b1};

    assign lists       = leaves && same && count == LAST[COUNT_BITS-1:0];
    assign clears      = left == {TIME_BITS{1'b0}};
    assign push_listed = blacklist[push_sm];
    always @(posedge clk)
        if (rst) begin
            served    <= 1'b0;
            count     <= {COUNT_BITS{1'b0}};
            left      <= LEFT[TIME_BITS-1:0];
            blacklist <= {SMS{1'b0}};
        end else begin
            left <= clears ? LEFT[TIME_BITS-1:0] : left - CYCLE;
            if (leaves) begin
                served <= 1'b1;
                count  <= same && !lists ? count + ONE : {COUNT_BITS{1'b0}};
            end
            if (clears)
                blacklist <= {SMS{1'b0}};
            else if (lists)
                blacklist <= blacklist | sm_0 << leaves_sm;
        end
    always @(posedge clk)
        if (leaves)
            last <= leaves_sm;
endmodule
`default_nettype wire
