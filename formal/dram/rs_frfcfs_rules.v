// Contract between rs_dram_commands and rs_queue_frfcfs beyond rs_open_row_rules.
//   Only a hit leaves, and none in the cycle after another, as a request takes two data cycles at least. With AHEAD 1 it is the candidate of the bank `midway`, which has been open for a cycle at least and stays
//   open, and a bank that was closed is not ready in the next cycle.
//   A closed bank that is picked opens. A bank is closed when its candidate, which misses, is picked, or (REFRESH 1) for refresh. A bank
//   closed for refresh is not ready before all banks have been closed for BANKS + 1 cycles in a row, none of which is the first of a
//   bank closed for refresh: REF takes its time.
//   REFRESH 3, banks refreshed one by one: a bank closed for refresh is not ready before four cycles, two of them not the last, in which its next
//   candidate can be looked for: none leaves, and with AHEAD none is midway, or it rests, nor has left in the cycle before.
//   When it rests none leaves.
// CHECK 1 asserts it, 0 assumes it.
`default_nettype none
module rs_frfcfs_rules #(
    parameter BANKS   = 2,
    parameter AHEAD   = 0,
    parameter REFRESH = 0, // 3: below; 2: with refresh, without a rule for it, as T_RP + T_RFC is too short for FR-FCFS
    parameter CHECK   = 1
) (
    input wire             clk,
    input wire             rst,
    input wire [BANKS-1:0] open,
    input wire [BANKS-1:0] hit,
    input wire [BANKS-1:0] ready,
    input wire [BANKS-1:0] oldest,
    input wire [BANKS-1:0] midway,
    input wire             rests,
    input wire [BANKS-1:0] served,
    input wire             pop
);
    localparam BITS = $clog2(BANKS + 2);
    localparam [31:0] QUIET = BANKS + 1;
    wire [BANKS-1:0] picked = ready & oldest & {BANKS{!pop}};
    reg  [BANKS-1:0] had_open, had_missed, had_closed, refreshed, had_midway;
    reg  [BITS-1:0]  quiet;
    reg  [BANKS-1:0] had_left;
    wire             had_pop = had_left != 0;
    wire [BANKS-1:0] for_refresh = had_open & ~open & ~had_missed;
    wire [BANKS-1:0] waits = (refreshed | for_refresh) & ~open;
    wire free        = AHEAD != 0 ? (midway == 0 || rests) && !had_pop : !pop;
    reg  [BANKS*3-1:0] searches; // REFRESH 3: of each bank that waits, the free cycles since, up to 4; 5 and 6: one and two cycles later
    reg  [BANKS-1:0]   searched;
    wire long_enough = quiet == QUIET[BITS-1:0] && for_refresh == 0;
    integer b;
    always @* for (b = 0; b < BANKS; b = b + 1) searched[b] = searches[b*3 +: 3] == 3'd5;
    always @(posedge clk) begin
        had_open   <= open & {BANKS{!rst}};
        had_missed <= picked & ~hit;
        had_closed <= picked & ~open & {BANKS{!rst}}; // picked while it was closed
        had_left   <= pop && !rst ? served : {BANKS{1'b0}};
        had_midway <= midway & {BANKS{!rst && !pop}};
        refreshed  <= rst ? {BANKS{1'b0}} : REFRESH == 3 ? waits & ~searched : long_enough ? {BANKS{1'b0}} : waits;
        for (b = 0; b < BANKS; b = b + 1)
            searches[b*3 +: 3] <= rst || for_refresh[b] || !waits[b] ? 3'd0
                                : searches[b*3 +: 3] >= 3'd4 || free ? searches[b*3 +: 3] + 3'd1 : searches[b*3 +: 3];
        if (rst || open != 0 || for_refresh != 0)
            quiet <= 0;
        else if (quiet != QUIET[BITS-1:0])
            quiet <= quiet + 1;
    end
    wire hit_leaves = !pop || (!had_pop && (oldest & hit & ready) != 0 && served == oldest);
    wire right_bank = AHEAD == 0 || ((midway & (midway - 1)) == 0 && (midway & ~(open & had_open)) == 0 && (!pop || served == midway)
                                     && (had_midway & ~midway) == 0 && (ready & had_open & ~open) == 0 && !(rests && pop));
    wire closings   = REFRESH == 2 ? 1'b1 : REFRESH == 3 ? (ready & waits) == 0 : REFRESH != 0 ? (ready & waits) == 0 || long_enough : for_refresh == 0;
    wire follows    = (had_open & open & had_missed) == 0 && (had_left & ~open) == 0 && (had_closed & ~open) == 0;
    generate
        if (CHECK != 0) begin : check
            always @(posedge clk) if (!rst) begin
                pop_is_hit:  assert (hit_leaves);
                is_midway:   assert (right_bank);
                closed_for:  assert (closings && follows);
            end
        end else begin : promise
            always @(posedge clk) if (!rst) begin
                pop_is_hit:  assume (hit_leaves);
                is_midway:   assume (right_bank);
                closed_for:  assume (closings && follows);
            end
        end
    endgenerate
endmodule
`default_nettype wire
