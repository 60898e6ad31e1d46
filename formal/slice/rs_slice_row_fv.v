// Proof of rs_slice_row, whose row goes through any look-ups and changes. A line is found where it was put last, and in one way at
// most; its sectors have the states they were given; the victim is the way without a pending sector whose look-up is longest ago,
// by ranks that are counted here: the way looked up goes to rank 0, those before it one further.
// One line is marked. Environment: a look-up of a line that is absent takes the victim, which is there (rs_memory_slice.v: `served`).
`default_nettype none
module rs_slice_row_fv #(
    parameter WAYS = 4,
    parameter TAG  = 2,
    // derived, not to be set
    parameter WAY_BITS = $clog2(WAYS),
    parameter ROW      = WAYS * (TAG + 7 + WAY_BITS)
) (
    input wire                clk,
    input wire                rst,
    input wire [TAG-1:0]      line,
    input wire                sector,
    input wire                fixed,
    input wire [WAY_BITS-1:0] fixed_way,
    input wire                touch,
    input wire                change,
    input wire                changed,
    input wire [2:0]          state // {pending, some, whole}
);
    reg  [ROW-1:0] row;
    wire [ROW-1:0] new_row;
    wire           present, victim_there, whole, some, pending;
    wire [WAY_BITS-1:0] way;
    wire [TAG-1:0] way_line;
    wire [1:0]     way_some, way_whole;
    rs_slice_row #(.TAG(TAG), .WAYS(WAYS)) dut (
        .row(row), .line(line), .sector(sector), .fixed(fixed), .fixed_way(fixed_way), .present(present), .victim_there(victim_there),
        .way(way), .way_line(way_line), .way_some(way_some), .way_whole(way_whole), .whole(whole), .some(some), .pending(pending),
        .touch(touch), .change(change), .changed(changed), .new_pending(state[2]), .new_some(state[1]), .new_whole(state[0]),
        .new_row(new_row));

    (* keep *) wire [TAG-1:0] marked_line = $anyconst;
    reg                     here;         // the marked line, in its way, with the states of its sectors
    reg  [WAY_BITS-1:0]     its_way;
    reg  [2:0]              its_state0, its_state1;
    reg  [WAYS*WAY_BITS-1:0] rank;        // of each way
    reg  [WAYS-1:0]         busy0, busy1; // its sectors are pending
    wire [WAYS-1:0]         busy = busy0 | busy1;
    wire [WAY_BITS-1:0]     own_rank = rank[way*WAY_BITS +: WAY_BITS];
    wire                    replaces = touch && !present; // the line comes in place of another one
    wire                    victim = !fixed && !present;
    integer k;
    always @(posedge clk) begin
        row <= new_row;
        if (touch)
            for (k = 0; k < WAYS; k = k + 1)
                rank[k*WAY_BITS +: WAY_BITS] <= k == way ? 0
                    : rank[k*WAY_BITS +: WAY_BITS] + (rank[k*WAY_BITS +: WAY_BITS] < own_rank);
        if (replaces && its_way == way)
            here <= 1'b0;
        if (replaces && line == marked_line) begin
            here    <= 1'b1;
            its_way <= way;
            its_state0 <= 3'd0;
            its_state1 <= 3'd0;
        end
        if (change && (replaces && line == marked_line || here && its_way == way && !(replaces && its_way == way)))
            if (changed)
                its_state1 <= state;
            else
                its_state0 <= state;
        if (change && !changed)
            busy0[way] <= state[2];
        if (change && changed)
            busy1[way] <= state[2];
        if (rst) begin
            here  <= 1'b0;
            busy0 <= 0;
            busy1 <= 0;
            row   <= 0;
            for (k = 0; k < WAYS; k = k + 1) begin
                rank[k*WAY_BITS +: WAY_BITS] <= k;
                row[WAYS*(TAG+7) + k*WAY_BITS +: WAY_BITS] <= k; // as rs_memory_slice shows a row that was never written
            end
        end
    end
    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) begin
        if (!started) assume (rst);
        assume (!touch || (!fixed && (present || victim_there)));
        assume (!change || fixed || present || victim_there);
    end

    reg older; // a way without a pending sector whose rank is higher than that of the way in question
    integer n;
    always @* begin
        older = 1'b0;
        for (n = 0; n < WAYS; n = n + 1)
            older = older || (!busy[n] && rank[n*WAY_BITS +: WAY_BITS] > own_rank);
    end
    wire of_it = line == marked_line && !fixed;
    // Where the row must stand for the above to be inductive: order and ranks are one list; no line
    // stands in two ways; the marked one has the states it was given.
    reg linked;
    integer m, j;
    reg [TAG+6:0] one, other;
    always @* begin
        linked = 1'b1;
        for (m = 0; m < WAYS; m = m + 1) begin
            one = row[m*(TAG+7) +: TAG+7];
            for (j = 0; j < m; j = j + 1) begin
                other = row[j*(TAG+7) +: TAG+7];
                linked = linked && !(one[TAG+6] && other[TAG+6] && one[6 +: TAG] == other[6 +: TAG]);
            end
            linked = linked && row[WAYS*(TAG+7) + rank[m*WAY_BITS +: WAY_BITS]*WAY_BITS +: WAY_BITS] == m
                  && one[5:4] == {busy1[m], busy0[m]} && (one[TAG+6] && one[6 +: TAG] == marked_line) == (here && its_way == m)
                  && (!(here && its_way == m) || one[5:0] == {its_state1[2], its_state0[2], its_state1[1], its_state0[1],
                      its_state1[0], its_state0[0]});
        end
    end
    always @(posedge clk)
        if (started && !rst) begin
            row_link:     assert (linked);
            found:        assert (!of_it || (present == here && (!here || way == its_way)));
            its_sector:   assert (!(of_it && here) || {pending, some, whole} == (sector ? its_state1 : its_state0));
            none_if_gone: assert (!(of_it && !here) || {pending, some, whole} == 3'd0);
            its_line:     assert (!(here && way == its_way) || way_line == marked_line);
            its_bytes:    assert (!(here && way == its_way) || (way_some == {its_state1[1], its_state0[1]}
                                  && way_whole == {its_state1[0], its_state0[0]}));
            victim_free:  assert (!victim || victim_there == (busy != {WAYS{1'b1}}));
            victim_last:  assert (!(victim && victim_there) || (!busy[way] && !older));
            not_the_last: cover (victim && victim_there && touch && own_rank != WAYS - 1);
            leaves:       cover (here && replaces && its_way == way && its_state0[1]);
        end
endmodule
`default_nettype wire
