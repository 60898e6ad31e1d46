// rs_issue_waiting: the warp whose wait is charged, and the register it waits for (rs_issue_stage.v, waiting_*). In three steps, as
// nothing but the stall inspector hears of it: a warp that waits at t does not issue at t, so head and registers are as they were.
//
// At t:   who waits (waits).
// At t+1: the oldest of them (look, one-hot): its head and its memory-pending registers are read. Registers that become ready at
//         t+1 are still among them (shown_pending), those of t are not.
// At t+2: of the registers that the head names, in the order of its sources and destination, those of the first field that has a
//         pending one; without any all pending ones of the warp.
// At t+3: waiting_*, with the lowest of these.
// looked: a record a scheduler, of the cycle behind look.
`default_nettype none
module rs_issue_waiting #(
    parameter WARPS      = 32,
    parameter REGISTERS  = 64,
    parameter SCHEDULERS = 1,
    parameter PLACES     = 4,
    // derived, not to be set
    parameter PLACE_BITS  = PLACES > 1 ? $clog2(PLACES) : 1,
    parameter INDEX_BITS  = WARPS > 1 ? $clog2(WARPS) : 1,
    parameter NUMBER_BITS = $clog2(REGISTERS)
) (
    input  wire                        clk,
    input  wire                        rst,
    input  wire [WARPS-1:0]            waits,
    input  wire [WARPS*PLACE_BITS-1:0] place,
    input  wire [PLACES*PLACES-1:0]    older,
    output wire [WARPS-1:0]            look,
    input  wire [REGISTERS-1:0]        shown_pending,
    input  wire [SCHEDULERS*48-1:0]    looked,
    output reg                         waiting_valid,
    output reg  [INDEX_BITS-1:0]       waiting_warp,
    output wire [NUMBER_BITS-1:0]      waiting_register
);
    localparam [REGISTERS-1:0] NO_REGISTER = 0;
    reg  [WARPS-1:0]      waited; // at t+1
    wire [INDEX_BITS-1:0] look_index;
    rs_issue_oldest #(.WARPS(WARPS), .PLACES(PLACES)) oldest_waited (.warps(waited), .place(place), .older(older), .oldest(look));
    rs_encode #(.WIDTH(WARPS)) encode_look (.one_hot(look), .index(look_index));

    reg                  shown_valid; // at t+2
    reg [INDEX_BITS-1:0] shown_warp;
    reg [REGISTERS-1:0]  pending;
    reg [REGISTERS-1:0]  charged; // at t+3
    wire [47:0]          word;
    wire [REGISTERS-1:0] named_0, named_1, named_2, named_3, lowest_charged;
    wire [REGISTERS-1:0] in_0 = named_0 & pending, in_1 = named_1 & pending, in_2 = named_2 & pending, in_3 = named_3 & pending;
    wire                 unused_beyond;
    generate
        if (SCHEDULERS == 1) begin : whole
            assign word = looked;
        end else begin : some // the scheduler is the number's lowest bits
            localparam TURN_BITS = $clog2(SCHEDULERS);
            assign word = looked[shown_warp[TURN_BITS-1:0]*48 +: 48];
        end
    endgenerate
    rs_issue_names #(.REGISTERS(REGISTERS)) names (
        .record(word), .source_0(named_0), .source_1(named_1), .source_2(named_2), .destination(named_3), .beyond(unused_beyond));
    rs_lowest #(.WIDTH(REGISTERS)) lowest_register (.bits(charged), .lowest(lowest_charged));
    rs_encode #(.WIDTH(REGISTERS)) encode_register (.one_hot(lowest_charged), .index(waiting_register));
    always @(posedge clk) begin
        waited        <= rst ? {WARPS{1'b0}} : waits;
        shown_valid   <= !rst && waited != {WARPS{1'b0}};
        shown_warp    <= look_index;
        pending       <= shown_pending;
        waiting_valid <= !rst && shown_valid;
        waiting_warp  <= shown_warp;
        charged       <= in_0 != NO_REGISTER ? in_0 : in_1 != NO_REGISTER ? in_1 : in_2 != NO_REGISTER ? in_2
                       : in_3 != NO_REGISTER ? in_3 : pending;
    end
endmodule
`default_nettype wire
