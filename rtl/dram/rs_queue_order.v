// Order of acceptance of the requests of rs_queue_lookahead: which places of the windows hold older requests than the one
// that moves up into a window.
//
// A list of names, oldest first, that closes up when a request leaves. A name is {bank, behind its window, place in the
// window}; a request that moves up takes the place of the one that leaves, and is renamed.
//   count     requests before the edge
//   push      a request comes to push_place of the window of push_bank, one-hot; 0: behind the window
//   pop       the request in leaving_place (one-hot) of bank `served` leaves; what is first behind its window moves up
//   earlier   bit b*WINDOW + k: place k of bank b holds an older request than the one that moves up; anything for an empty
//             place and while none moves up
// Entries behind the live ones keep stale names; only the first entry of a name counts.
// Timing: earlier is combinational from served and the list.
`default_nettype none
module rs_queue_order #(
    parameter QUEUE  = 32,
    parameter BANKS  = 4,
    parameter WINDOW = 4, // a power of two from 2
    // derived, not to be set
    parameter BANK_BITS  = (BANKS > 1) ? $clog2(BANKS) : 1,
    parameter COUNT_BITS = $clog2(QUEUE + 1)
) (
    input  wire                    clk,
    input  wire [COUNT_BITS-1:0]   count,
    input  wire                    push,
    input  wire [BANK_BITS-1:0]    push_bank,
    input  wire [WINDOW-1:0]       push_place,
    input  wire                    pop,
    input  wire [BANKS-1:0]        served,
    input  wire [WINDOW-1:0]       leaving_place,
    output wire [BANKS*WINDOW-1:0] earlier
);
    localparam PLACE_BITS = $clog2(WINDOW);
    localparam NAME       = BANK_BITS + 1 + PLACE_BITS;

    generate
        if (QUEUE < 1 || BANKS < 1 || WINDOW < 2 || (WINDOW & (WINDOW - 1)) != 0) begin : illegal
            rs_queue_order_needs_queue_and_banks_above_0_and_a_window_that_is_a_power_of_two_from_2 stop ();
        end
    endgenerate

    reg  [QUEUE*NAME-1:0]         names;  // entry n, oldest at 0: bits n*NAME
    wire [BANKS*WINDOW*QUEUE-1:0] named;  // per place: the entries that name it
    wire [QUEUE-1:0]              leaves, second; // entries that name what leaves; requests behind the window of its bank
    wire [QUEUE-1:0]              behind, from_second;   // what leaves and all behind it; the first of `second` and the like
    wire [QUEUE-1:0]              renamed = from_second & ~(from_second << 1);
    wire [PLACE_BITS-1:0]         leaving_number, pushed_number; // of leaving_place, of push_place
    rs_from_first #(.WIDTH(QUEUE)) first_leaving (.bits(leaves), .from_first(behind));
    rs_from_first #(.WIDTH(QUEUE)) first_second (.bits(second), .from_first(from_second));
    rs_encode #(.WIDTH(WINDOW)) encode_pushed (.one_hot(push_place), .index(pushed_number));
    rs_encode #(.WIDTH(WINDOW)) encode_leaving (.one_hot(leaving_place), .index(leaving_number));
    genvar n, p;
    generate
        for (n = 0; n < QUEUE; n = n + 1) begin : listed
            localparam [31:0] SELF = n, NEXT = n + 1;
            localparam LATER = n < QUEUE - 1 ? n + 1 : n;
            wire [NAME-1:0]   name       = names[n*NAME +: NAME];
            wire [NAME-1:0]   later      = names[LATER*NAME +: NAME];
            wire [BANKS-1:0]  its_bank   = {{(BANKS-1){1'b0}}, 1'b1} << name[NAME-1 -: BANK_BITS];
            wire [WINDOW-1:0] its_place  = {{(WINDOW-1){1'b0}}, !name[PLACE_BITS]} << name[PLACE_BITS-1:0];
            wire              of_served  = (its_bank & served) != {BANKS{1'b0}};
            wire              is_end     = count == SELF[COUNT_BITS-1:0];
            wire              is_end_pop = count == NEXT[COUNT_BITS-1:0];
            assign leaves[n] = of_served && (its_place & leaving_place) != {WINDOW{1'b0}};
            assign second[n] = of_served && name[PLACE_BITS];
            for (p = 0; p < BANKS * WINDOW; p = p + 1) begin : place
                assign named[p*QUEUE + n] = its_bank[p / WINDOW] && its_place[p % WINDOW];
            end
            always @(posedge clk)
                if (push && (pop ? is_end_pop : is_end))
                    names[n*NAME +: NAME] <= {push_bank, push_place == {WINDOW{1'b0}}, pushed_number};
                else if (pop && behind[n])
                    names[n*NAME +: NAME] <= renamed[LATER] ? {later[NAME-1 -: BANK_BITS], 1'b0, leaving_number} : later;
        end
        for (p = 0; p < BANKS * WINDOW; p = p + 1) begin : compared
            assign earlier[p] = (named[p*QUEUE +: QUEUE] & ~from_second) != {QUEUE{1'b0}};
        end
    endgenerate
endmodule
`default_nettype wire
