// Which banks of a controller have a place for one more packet, counting those that are on their way to it (BANK_READY).
//
// The rule: a packet for a bank may be granted its output of the request network only while the bank's queue has a place
// that no packet needs which was granted before and has not entered it. So no head flit ever waits at the controller for a
// place of its bank: the place was kept for it when it was granted.
// How: a place is taken from the grant of its packet until its request leaves the queue. PLACES of them a bank, QUEUE in
// all; the same numbers as those of the controller's queue. One counter a bank, left out where a bank may fill the
// queue (FIFO, FR-FCFS, pool with PLACES = QUEUE), and one for all, left out where the banks' places add up to QUEUE.
//
//   enable   static strap; 0: nothing is counted, room is 1
//   grant    the network grants a packet for grant_bank in this cycle; with enable only where room is set
//   leave    one-hot or 0: a request of this bank leaves its queue in this cycle
// Timing: room is a function of registered state; a grant or a departure shows in it one cycle later.
`default_nettype none
module rs_bank_credits #(
    parameter QUEUE  = 32, // requests of all banks
    parameter BANKS  = 4,  // 2 or more
    parameter PLACES = 8,  // of a bank, QUEUE / BANKS to QUEUE
    // derived, not to be set
    parameter BANK_BITS = $clog2(BANKS)
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 enable,
    input  wire                 grant,
    input  wire [BANK_BITS-1:0] grant_bank,
    input  wire [BANKS-1:0]     leave,
    output wire [BANKS-1:0]     room
);
    localparam OWN = PLACES < QUEUE;          // a bank can be full before the queue is
    localparam ALL = PLACES * BANKS > QUEUE;  // the queue can be full before every bank is
    localparam BANK_COUNT = $clog2(PLACES + 1), ALL_COUNT = $clog2(QUEUE + 1);
    localparam [31:0] BANK_FULL = PLACES, ALL_FULL = QUEUE;

    generate
        if (BANKS < 2 || PLACES < 1 || PLACES > QUEUE || PLACES * BANKS < QUEUE) begin : illegal
            rs_bank_credits_needs_two_banks_and_places_of_queue_by_banks_to_queue stop ();
        end
    endgenerate

    wire leaves = leave != {BANKS{1'b0}};
    wire all_room;
    genvar b;
    generate
        if (ALL) begin : all_banks
            reg [ALL_COUNT-1:0] taken; // places of all banks
            assign all_room = taken != ALL_FULL[ALL_COUNT-1:0];
            always @(posedge clk)
                if (rst || !enable)
                    taken <= {ALL_COUNT{1'b0}};
                else if (grant != leaves)
                    taken <= leaves ? taken - {{(ALL_COUNT-1){1'b0}}, 1'b1} : taken + {{(ALL_COUNT-1){1'b0}}, 1'b1};
        end else begin : split
            wire unused = &{1'b0, leaves};
            assign all_room = 1'b1;
        end
        for (b = 0; b < BANKS; b = b + 1) begin : bank
            if (OWN) begin : counted
                localparam [31:0] SELF = b;
                wire                 comes = grant && grant_bank == SELF[BANK_BITS-1:0];
                reg [BANK_COUNT-1:0] taken; // places of the bank
                assign room[b] = all_room && taken != BANK_FULL[BANK_COUNT-1:0];
                always @(posedge clk)
                    if (rst || !enable)
                        taken <= {BANK_COUNT{1'b0}};
                    else if (comes != leave[b])
                        taken <= leave[b] ? taken - {{(BANK_COUNT-1){1'b0}}, 1'b1} : taken + {{(BANK_COUNT-1){1'b0}}, 1'b1};
            end else begin : whole
                assign room[b] = all_room;
            end
        end
        if (!OWN) begin : by_all
            wire unused = &{1'b0, grant_bank};
        end
    endgenerate
endmodule
`default_nettype wire
