// Proof that rs_queue_frfcfs with ROW_COMPARATORS sees the same row hits as with a comparator for every place. Pushes, pops
// and the ready banks are free; the open rows are those of any DRAM timing that rs_dram_controller accepts: with SCAN =
// QUEUE / ROW_COMPARATORS cycles, ACTs come SCAN cycles apart, and a bank is closed, and its candidate ready, from SCAN + 2
// cycles after its ACT on. rs_dram_commands_fv asserts T_RRD, T_RCD and T_RAS of these.
//   From then on the bit of every request of the bank says whether its row is the open one. So with equal state, candidate,
//   hit, row, entry and oldest are equal to those of ROW_COMPARATORS = 0, which differ in this bit only.
//   A scan is on exactly in the open cycles 2 to SCAN + 1 of a bank, so two never meet.
`default_nettype none
module rs_queue_scan_fv #(
    parameter QUEUE       = 8,
    parameter BANKS       = 4,
    parameter ROW_BITS    = 3,
    parameter COMPARATORS = 2,
    parameter BANK_BITS = (BANKS > 1) ? $clog2(BANKS) : 1 // derived, not to be set
) (
    input wire                 clk,
    input wire                 rst,
    input wire                 push,
    input wire [BANK_BITS-1:0] push_bank,
    input wire [ROW_BITS-1:0]  push_row,
    input wire [BANKS-1:0]     ready,
    input wire [BANKS-1:0]     served,
    input wire                 pop,
    input wire [BANKS-1:0]     act,
    input wire [BANKS-1:0]     pre,
    input wire [ROW_BITS-1:0]  act_row
);
    localparam SCAN       = QUEUE / COMPARATORS;
    localparam GROUP_BITS = $clog2(SCAN);
    localparam AGE_BITS   = $clog2(SCAN + 3);
    localparam PLACE      = BANK_BITS + ROW_BITS + 1;

    reg  [BANKS-1:0]          open;
    reg  [BANKS*ROW_BITS-1:0] open_row;
    reg  [AGE_BITS-1:0]       age [0:BANKS-1]; // cycles since the bank's ACT, up to SCAN + 2: settled
    reg  [AGE_BITS-1:0]       since;           // since the last ACT of all
    wire [BANKS-1:0]          room, candidate, hit, oldest;
    wire [BANKS*ROW_BITS-1:0] row;
    wire [BANKS-1:0]          entry;
    wire                      empty;
    rs_queue_frfcfs #(.QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .ENTRY(1), .ROW_COMPARATORS(COMPARATORS)) dut (
        .clk(clk), .rst(rst), .push(push), .push_bank(push_bank), .push_row(push_row), .push_entry(1'b0), .room(room),
        .open(open), .open_row(open_row), .candidate(candidate), .hit(hit), .row(row), .entry(entry), .ready(ready),
        .oldest(oldest), .served(served), .pop(pop), .empty(empty), .age_cap(1'b0));
    (* keep *) wire [QUEUE*PLACE-1:0]  place;     // probe dut.place[*QUEUE]
    (* keep *) wire [QUEUE-1:0]        valid;     // probe dut.valid
    (* keep *) wire [QUEUE-1:0]        hit_bits;  // probe dut.keeps.hit_bits
    (* keep *) wire                    scanning;  // probe dut.scan.scanning
    (* keep *) wire [GROUP_BITS-1:0]   group;     // probe dut.scan.group
    (* keep *) wire [BANK_BITS-1:0]    scan_bank; // probe dut.scan.scan_bank
    (* keep *) wire [BANKS-1:0]        was_open;  // probe dut.scan.was_open

    integer b, e;
    reg [BANKS-1:0] settled;
    always @*
        for (b = 0; b < BANKS; b = b + 1)
            settled[b] = open[b] && age[b] == SCAN + 2;

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) begin
        if (!started) assume (rst);
        assume (!push || room[push_bank]);
        assume ((ready & ~candidate) == 0 && (ready & open & ~settled) == 0);
        assume (!pop || ((oldest & hit) != 0 && served == oldest));
        assume ((act & (act - 1)) == 0 && (act & open) == 0 && (act == 0 || since >= SCAN));
        assume ((pre & ~settled) == 0);
    end
    wire check = started && !rst;

    always @(posedge clk)
        if (rst) begin
            open  <= {BANKS{1'b0}};
            since <= SCAN;
            for (b = 0; b < BANKS; b = b + 1)
                age[b] <= {AGE_BITS{1'b0}};
        end else begin
            open  <= (open | act) & ~pre;
            since <= act != 0 ? 1 : since == SCAN ? since : since + 1'b1;
            for (b = 0; b < BANKS; b = b + 1) begin
                if (act[b]) open_row[b*ROW_BITS +: ROW_BITS] <= act_row;
                age[b] <= act[b] ? 1 : age[b] == SCAN + 2 ? age[b] : age[b] + 1'b1;
            end
        end

    // Which bits must be right: all of a settled bank, and those that a scan has passed.
    reg [QUEUE-1:0] known, right;
    reg [BANK_BITS-1:0] its_bank;
    always @*
        for (e = 0; e < QUEUE; e = e + 1) begin
            its_bank = place[e*PLACE + ROW_BITS + 1 +: BANK_BITS];
            known[e] = valid[e] && open[its_bank]
                && (age[its_bank] == SCAN + 2 || (age[its_bank] > 2 && age[its_bank] + e / COMPARATORS > SCAN + 1));
            right[e] = hit_bits[e] == (place[e*PLACE + 1 +: ROW_BITS] == open_row[its_bank*ROW_BITS +: ROW_BITS]);
        end

    reg [BANKS-1:0] scanned, in_order;
    integer c;
    always @*
        for (b = 0; b < BANKS; b = b + 1) begin
            scanned[b] = (scanning && scan_bank == b) == (open[b] && age[b] >= 2 && age[b] <= SCAN + 1)
                && (!(scanning && scan_bank == b) || group == SCAN + 1 - age[b])
                && (!open[b] || was_open[b] == (age[b] != 1)) && (open[b] || !was_open[b] || age[b] == SCAN + 2);
            in_order[b] = age[b] <= SCAN + 2 && since != 0 && since <= SCAN;
            in_order[b] = in_order[b] && (!open[b] || age[b] == SCAN + 2 || (age[b] >= since && (age[b] == since || since == SCAN || age[b] >= since + SCAN)));
            for (c = 0; c < BANKS; c = c + 1)
                if (c != b && open[b] && open[c] && age[b] < SCAN + 2 && age[c] < SCAN + 2)
                    in_order[b] = in_order[b] && (age[b] >= age[c] + SCAN || age[c] >= age[b] + SCAN);
        end

    always @(posedge clk)
        if (check) begin
            assert ((valid & (valid + 1'b1)) == 0);
            assert (&scanned);
            assert (&in_order);
            assert (&(~known | right));
        end

    always @(posedge clk)
        if (check) begin
            cover (scanning && pop && push);
            cover (scanning && settled != 0 && (oldest & settled) != 0 && pop);
            cover ((settled & hit) != 0 && (settled & ~hit & candidate) != 0);
            cover (open == {BANKS{1'b1}} && settled == open && !room[0]);
        end
endmodule
`default_nettype wire
