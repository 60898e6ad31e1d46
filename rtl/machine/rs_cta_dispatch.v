// rs_cta_dispatch: the CTAs of a launch to the SMs, one after the other, and the fence behind a launch (THESIS 5.1,
// "breadth-first": the SM with the fewest CTAs; STALLS VI: a kernel's end releases, a kernel's start acquires).
//
// A launch is launch_ctas CTAs, of which an SM may have `limit` at a time. While CTAs are left, each cycle one of them goes to the
// SM with the fewest residents, if these are fewer than the limit: of several the SM with the lowest number, there the lowest
// free place. As an SM that has fewer than `limit` residents has a free place below `limit`, no other place is ever used.
// When all CTAs have been started, all places are free and all SMs are quiet, the launch ends, in this order:
//   release   fence_release_valid of every SM, each until its release_ready: the stores of the launch have left the SM
//   settle    until `settled`: no request, store or reply is under way in the machine
//   acquire   one cycle of fence_acquire_valid, for all SMs: nothing that an L1 cache holds is older than the next launch.
//             It is the launch's last cycle (launch_over); launch_ready follows in the next one
// So all that a launch has stored is seen by all loads of the next one.
//
// launch_*     taken when launch_valid and launch_ready are set; limit is taken with it. launch_ctas >= 1 (with 0 the launch has
//              only its end), 1 <= limit <= SM_CTAS
// place_free   registers of the issue stages: a place is not free from the cycle after the start of its CTA on until that after
//              its last warp has finished
// start_*      the CTA start_cta, 0 .. launch_ctas - 1 in turn, comes to place start_place of SM start_sm; always taken
// Timing: the first CTA starts in the cycle after its launch was taken. launch_ready, fence_* and launch_over are registers,
// start_* depend on registers and place_free. C twin: cmodel/machine/cta_dispatch.c.
`default_nettype none
module rs_cta_dispatch #(
    parameter SMS     = 28,
    parameter SM_CTAS = 4, // places for CTAs of an SM
    // derived, not to be set
    parameter ID_BITS    = SMS > 1 ? $clog2(SMS) : 1,
    parameter PLACE_BITS = SM_CTAS > 1 ? $clog2(SM_CTAS) : 1
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire                   launch_valid,
    output wire                   launch_ready,
    input  wire [31:0]            launch_ctas,
    input  wire [PLACE_BITS:0]    limit,               // CTAs of an SM in this launch
    input  wire [SMS*SM_CTAS-1:0] place_free,          // SM s from bit s*SM_CTAS on
    input  wire [SMS-1:0]         sm_quiet,            // no live warp, nothing pending
    input  wire                   settled,             // of the whole machine
    output wire                   start_valid,
    output wire [ID_BITS-1:0]     start_sm,
    output wire [PLACE_BITS-1:0]  start_place,
    output reg  [31:0]            start_cta,
    output reg  [SMS-1:0]         fence_release_valid,
    input  wire [SMS-1:0]         release_ready,
    output wire                   fence_acquire_valid, // for all SMs
    output wire                   launch_over
);
    localparam COUNT_BITS = $clog2(SM_CTAS + 1);

    generate
        if (ID_BITS != (SMS > 1 ? $clog2(SMS) : 1) || PLACE_BITS != (SM_CTAS > 1 ? $clog2(SM_CTAS) : 1))
            rs_cta_dispatch_ID_BITS_and_PLACE_BITS_are_derived_and_must_not_be_set illegal_derived ();
    endgenerate

    // ---- the SM with the fewest residents -----------------------------------------------------------------------------
    reg  [PLACE_BITS:0]    most;       // limit of the launch
    reg  [31:0]            unstarted;  // CTAs to be started
    wire [SM_CTAS*SMS-1:0] has;        // SM s has r residents, r below the limit: bit r*SMS + s
    wire [SM_CTAS-1:0]     some, fewest;
    wire [SMS-1:0]         candidates, chosen;
    wire [SM_CTAS-1:0]     free, place;
    genvar s, r;
    generate
        if (SMS < 1 || SM_CTAS < 1)
            rs_cta_dispatch_needs_an_sm_and_a_place illegal_parameter ();
        else begin : pick
            for (s = 0; s < SMS; s = s + 1) begin : sm
                wire [COUNT_BITS-1:0] residents;
                rs_count #(.WIDTH(SM_CTAS)) count_residents (.bits(~place_free[s*SM_CTAS +: SM_CTAS]), .count(residents));
                for (r = 0; r < SM_CTAS; r = r + 1) begin : number
                    localparam [31:0] SELF = r;
                    assign has[r*SMS + s] = residents == SELF[COUNT_BITS-1:0] && SELF[PLACE_BITS:0] < most;
                end
            end
            for (r = 0; r < SM_CTAS; r = r + 1) begin : level
                assign some[r] = has[r*SMS +: SMS] != {SMS{1'b0}};
            end
            rs_lowest #(.WIDTH(SM_CTAS)) lowest_number (.bits(some), .lowest(fewest));
            rs_select #(.WIDTH(SMS), .COUNT(SM_CTAS)) select_number (.words(has), .select(fewest), .word(candidates));
            rs_lowest #(.WIDTH(SMS)) lowest_sm (.bits(candidates), .lowest(chosen));
            rs_encode #(.WIDTH(SMS)) encode_sm (.one_hot(chosen), .index(start_sm));
            rs_select #(.WIDTH(SM_CTAS), .COUNT(SMS)) select_places (.words(place_free), .select(chosen), .word(free));
            rs_lowest #(.WIDTH(SM_CTAS)) lowest_place (.bits(free), .lowest(place));
            rs_encode #(.WIDTH(SM_CTAS)) encode_place (.one_hot(place), .index(start_place));
        end
    endgenerate

    // ---- the launch ---------------------------------------------------------------------------------------------------
    localparam [2:0] READY = 3'd0, RUN = 3'd1, RELEASE = 3'd2, SETTLE = 3'd3, ACQUIRE = 3'd4;
    reg [2:0] phase;
    wire      all_started = unstarted == 32'd0;
    wire      all_done    = (&place_free) && (&sm_quiet);
    assign launch_ready        = phase == READY;
    assign fence_acquire_valid = phase == ACQUIRE;
    assign launch_over         = phase == ACQUIRE;
    assign start_valid         = phase == RUN && !all_started && some != {SM_CTAS{1'b0}};
    always @(posedge clk) begin
        case (phase)
            READY: // a launch may come
                if (launch_valid) begin
                    most      <= limit;
                    unstarted <= launch_ctas;
                    start_cta <= 32'd0;
                    phase     <= RUN;
                end
            RUN: // CTAs start and end
                if (start_valid) begin
                    unstarted <= unstarted - 32'd1;
                    start_cta <= start_cta + 32'd1;
                end else if (all_started && all_done) begin
                    fence_release_valid <= {SMS{1'b1}};
                    phase               <= RELEASE;
                end
            RELEASE: begin // every SM lets its stores go
                fence_release_valid <= fence_release_valid & ~release_ready;
                if ((fence_release_valid & ~release_ready) == {SMS{1'b0}})
                    phase <= SETTLE;
            end
            SETTLE: // until nothing is under way
                if (settled)
                    phase <= ACQUIRE;
            default: // ACQUIRE: every SM's cache is emptied
                phase <= READY;
        endcase
        if (rst) begin
            phase               <= READY;
            fence_release_valid <= {SMS{1'b0}};
        end
    end
endmodule
`default_nettype wire
