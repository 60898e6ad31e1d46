// Proof of rs_cta_dispatch. Launches, readies and the ends of CTAs are free; places are kept as the issue stages keep them.
//   A CTA starts only where a place is free, below the limit, on an SM with the fewest residents; numbers count from 0 on, all
//   below the launch's CTAs, and none is left when the end begins. No SM ever has more residents than the limit.
//   The end: no release, settle or acquire while a place is taken; the acquire comes after every SM has been ready and the machine
//   settled, lasts a cycle, and is followed by the next launch.
`default_nettype none
module rs_cta_dispatch_fv #(
    parameter SMS     = 2,
    parameter SM_CTAS = 2,
    // derived, not to be set
    parameter ID_BITS    = SMS > 1 ? $clog2(SMS) : 1,
    parameter PLACE_BITS = SM_CTAS > 1 ? $clog2(SM_CTAS) : 1
) (
    input wire                   clk,
    input wire                   rst,
    input wire                   launch_valid,
    input wire [31:0]            launch_ctas,
    input wire [PLACE_BITS:0]    limit,
    input wire [SMS*SM_CTAS-1:0] ends,
    input wire [SMS-1:0]         sm_quiet,
    input wire                   settled,
    input wire [SMS-1:0]         release_ready
);
    wire                  launch_ready, start_valid, fence_acquire_valid, launch_over;
    wire [ID_BITS-1:0]    start_sm;
    wire [PLACE_BITS-1:0] start_place;
    wire [31:0]           start_cta;
    wire [SMS-1:0]        fence_release_valid;
    reg  [SMS*SM_CTAS-1:0] place_free;
    rs_cta_dispatch #(.SMS(SMS), .SM_CTAS(SM_CTAS)) dut (
        .clk(clk), .rst(rst), .launch_valid(launch_valid), .launch_ready(launch_ready), .launch_ctas(launch_ctas), .limit(limit),
        .place_free(place_free), .sm_quiet(sm_quiet), .settled(settled), .start_valid(start_valid), .start_sm(start_sm),
        .start_place(start_place), .start_cta(start_cta), .fence_release_valid(fence_release_valid),
        .release_ready(release_ready), .fence_acquire_valid(fence_acquire_valid), .launch_over(launch_over));

    (* keep *) wire [2:0]  phase; // probe dut.phase
    (* keep *) wire [31:0] unstarted; // probe dut.unstarted
    (* keep *) wire [PLACE_BITS:0] most; // probe dut.most
    reg [31:0]         ctas;
    reg [PLACE_BITS:0] bound;
    reg                running, released, has_settled;
    wire [31:0]        at = {{(32-ID_BITS){1'b0}}, start_sm} * SM_CTAS + {{(32-PLACE_BITS){1'b0}}, start_place};
    wire [SMS*SM_CTAS-1:0] taken = start_valid ? {{(SMS*SM_CTAS-1){1'b0}}, 1'b1} << at : {(SMS*SM_CTAS){1'b0}};
    integer s, p;
    reg [31:0] here, most_here, chosen_here, least_here;
    always @* begin
        most_here   = 0;
        chosen_here = 0;
        least_here  = SM_CTAS;
        for (s = 0; s < SMS; s = s + 1) begin
            here = 0;
            for (p = 0; p < SM_CTAS; p = p + 1)
                here = here + {31'd0, !place_free[s*SM_CTAS + p]};
            if (here > most_here) most_here = here;
            if (here < least_here) least_here = here;
            if (s == start_sm) chosen_here = here;
        end
    end
    reg started = 1'b0;
    reg was_over;
    always @(posedge clk) begin
        started    <= 1'b1;
        was_over   <= launch_over && !rst;
        place_free <= (place_free | ends) & ~taken;
        if (fence_release_valid != {SMS{1'b0}} && (fence_release_valid & ~release_ready) == {SMS{1'b0}})
            released <= 1'b1;
        if (released && settled)
            has_settled <= 1'b1;
        if (launch_over)
            running <= 1'b0;
        if (launch_valid && launch_ready) begin
            ctas        <= launch_ctas;
            bound       <= limit;
            running     <= 1'b1;
            released    <= 1'b0;
            has_settled <= 1'b0;
        end
        if (rst) begin
            place_free <= {(SMS*SM_CTAS){1'b1}};
            running    <= 1'b0;
        end
    end
    always @(posedge clk) begin
        if (!started) assume (rst);
        assume (!launch_valid || (limit >= 1 && limit <= SM_CTAS));
    end
    wire all_free = &place_free;
    always @(posedge clk)
        if (started && !rst) begin
            to_a_free_place: assert (!start_valid || place_free[at]);
            below_the_limit: assert (!start_valid || start_place < bound);
            to_the_fewest:   assert (!start_valid || chosen_here == least_here);
            starts_if_room:  assert (!(phase == 3'd1 && start_cta != ctas && least_here < bound) || start_valid);
            limit_holds:     assert (!running || (most_here <= bound && bound <= SM_CTAS));
            in_order:        assert (!running || (start_cta <= ctas && unstarted == ctas - start_cta && most == bound));
            launch_state:    assert (phase <= 3'd4 && running == (phase != 3'd0) && (running || all_free));
            end_is_empty:    assert (!(phase > 3'd1) || (all_free && start_cta == ctas));
            end_in_order:    assert ((phase == 3'd2) == (fence_release_valid != {SMS{1'b0}})
                                     && (!(phase >= 3'd3) || released) && (!fence_acquire_valid || has_settled)
                                     && (!(phase == 3'd1 || phase == 3'd2) || (!released && !has_settled)));
            one_acquire:     assert (!was_over || (launch_ready && !fence_acquire_valid));
            second_cta:      cover (start_valid && start_cta == 1 && chosen_here == 0);
            no_room:         cover (phase == 3'd1 && start_cta != ctas && !start_valid);
            over:            cover (launch_over && ctas == 3);
        end
endmodule
`default_nettype wire
