// Age cap of a request queue: bounds how often requests are overtaken. age_cap n, 0 = off.
//
// Per bank it counts the requests that left while an older request of that bank stayed, since the bank's oldest
// request became its oldest. At n the bank is `forced`: its candidate is its oldest request, hit or not, until that
// has left.
// For the controller it counts the requests that left while its oldest request stayed; at n * BANKS `urgent` leaves
// only that request as a candidate, until it has left (all banks are `forced` then).
// So a request leaves its bank within (older requests of its bank + 1) * (n + 1) departures from the bank, and the
// controller within (older requests + 1) * (n * BANKS + 1), that is QUEUE * (n * BANKS + 1), departures.
// The second count is needed because a bank may wait for other banks without end: reads ready in turn keep a write
// from turning the bus round (tRTW), and with T_CCD = 1 column commands may fill the command bus before ACT and PRE.
// Counters change only when a request leaves, so never between the column commands of one request.
// CAP_BITS = 0 leaves the cap out; age_cap is then ignored.
// Timing: outputs are functions of registered state and of age_cap, which is static; alone_after also of in_turn.
`default_nettype none
module rs_age_cap #(
    parameter BANKS    = 4,
    parameter CAP_BITS = 8
) (
    input  wire                                 clk,
    input  wire                                 rst,
    input  wire [(CAP_BITS > 0 ? CAP_BITS : 1)-1:0] age_cap,
    input  wire [BANKS-1:0]                     leaves,  // one-hot: a request of this bank leaves
    input  wire [BANKS-1:0]                     in_turn, // per bank: its candidate is its oldest request
    input  wire                                 first,   // the request that leaves is the oldest of all
    output wire [BANKS-1:0]                     forced,  // alone, or because of urgent
    output wire [BANKS-1:0]                     alone,   // by the bank's own count
    output wire [BANKS-1:0]                     alone_after, // by it if the bank's candidate leaves in this cycle
    output wire                                 urgent,
    output wire                                 calm     // 0: the next to leave may make it urgent
);
    generate
        if (CAP_BITS == 0) begin : none
            wire unused = &{clk, rst, age_cap, leaves, in_turn, first};
            assign forced = {BANKS{1'b0}};
            assign alone  = {BANKS{1'b0}};
            assign alone_after = {BANKS{1'b0}};
            assign urgent = 1'b0;
            assign calm   = 1'b1;
        end else begin : cap
            localparam BANK_BITS = $clog2(BANKS);
            localparam ALL_BITS  = CAP_BITS + BANK_BITS;
            localparam [CAP_BITS-1:0] ONE     = 1;
            localparam [ALL_BITS-1:0] ALL_ONE = 1;
            wire on = age_cap != {CAP_BITS{1'b0}};
            reg [ALL_BITS-1:0] passed;
            assign urgent = on && passed == {age_cap, {BANK_BITS{1'b0}}};
            assign calm   = !on || passed + ALL_ONE != {age_cap, {BANK_BITS{1'b0}}};
            always @(posedge clk)
                if (rst || (leaves != {BANKS{1'b0}} && first))
                    passed <= {ALL_BITS{1'b0}};
                else if (leaves != {BANKS{1'b0}} && on)
                    passed <= passed + ALL_ONE;
            genvar b;
            for (b = 0; b < BANKS; b = b + 1) begin : bank
                reg [CAP_BITS-1:0] passed_here;
                assign alone[b]  = on && passed_here == age_cap;
                assign forced[b] = urgent || alone[b];
                assign alone_after[b] = on && !in_turn[b] && passed_here + ONE == age_cap;
                always @(posedge clk)
                    if (rst || (leaves[b] && in_turn[b]))
                        passed_here <= {CAP_BITS{1'b0}};
                    else if (leaves[b] && on)
                        passed_here <= passed_here + ONE;
            end
        end
    endgenerate
endmodule
`default_nettype wire
