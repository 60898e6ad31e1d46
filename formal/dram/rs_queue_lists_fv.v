// rs_queue_banked with a shared pool: its lists agree. What leaves is any candidate.
// CHECK 1 proves: each bank's count says whether it has a head and how long its list in the pool is; no place of the pool
//         stands in two lists, and what stands in none is free; the counts add up.
// CHECK 2 proves, with the counts of 1: the list of all requests names each bank as often as its count says.
// CHECK 0 assumes both and proves that `changed` shows the same as `original`: tests/mutate puts a mutant in its place, to show
//         that what the mutant changes is never seen.
`default_nettype none
module rs_queue_lists_fv #(
    parameter CHECK    = 1,
    parameter QUEUE    = 8,
    parameter BANKS    = 4,
    parameter PLACES   = 4, // above QUEUE / BANKS, below QUEUE
    parameter POOL     = 6, // QUEUE - QUEUE / PLACES
    parameter ROW_BITS = 1,
    parameter ENTRY    = 1,
    parameter CAP_BITS = 1,
    // derived, not to be set
    parameter BANK_BITS = (BANKS > 1) ? $clog2(BANKS) : 1
) (
    input wire                      clk,
    input wire                      rst,
    input wire                      push,
    input wire [BANK_BITS-1:0]      push_bank,
    input wire [ROW_BITS-1:0]       push_row,
    input wire [ENTRY-1:0]          push_entry,
    input wire [BANKS-1:0]          open,
    input wire [BANKS*ROW_BITS-1:0] open_row,
    input wire [BANKS-1:0]          ready,
    input wire [BANKS-1:0]          served,
    input wire                      pop,
    input wire [CAP_BITS-1:0]       age_cap
);
    localparam COUNT_BITS = $clog2(QUEUE + 1);
    localparam LEVEL_BITS = $clog2(PLACES + 1);
    localparam INDEX_BITS = $clog2(POOL);
    wire [BANKS-1:0]          room, candidate, hit, oldest;
    wire [BANKS*ROW_BITS-1:0] row;
    wire [BANKS*ENTRY-1:0]    entry;
    wire                      empty;
    rs_queue_banked #(.QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .ENTRY(ENTRY), .PLACES(PLACES),
                      .CAP_BITS(CAP_BITS)) original (
        .clk(clk), .rst(rst), .push(push), .push_bank(push_bank), .push_row(push_row), .push_entry(push_entry),
        .room(room), .open(open), .open_row(open_row), .candidate(candidate), .hit(hit), .row(row),
        .entry(entry), .ready(ready), .oldest(oldest), .served(served), .pop(pop), .empty(empty), .age_cap(age_cap));

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) begin
        if (!started) assume (rst);
        assume (!push || room[push_bank]);
        assume ((ready & ~candidate) == 0);
        assume (!pop || ((served & (served - 1)) == 0 && (served & candidate) != 0));
    end

    wire [COUNT_BITS-1:0]       count;  // probe original.count
    wire [QUEUE*BANK_BITS-1:0]  order;  // probe original.order
    wire [BANKS-1:0]            heads;  // probe original.waiting
    wire [BANKS*LEVEL_BITS-1:0] levels; // probe original.behind_heads.bank[*BANKS].genblk1.genblk1.some.level
    wire [BANKS-1:0]            lists;  // probe original.behind_heads.genblk2.shared.store.waiting
    wire [BANKS*INDEX_BITS-1:0] firsts; // probe original.behind_heads.genblk2.shared.store.heads
    wire [BANKS*INDEX_BITS-1:0] lasts;  // probe original.behind_heads.genblk2.shared.store.tails
    wire [POOL*INDEX_BITS-1:0]  links;  // probe original.behind_heads.genblk2.shared.store.link[*POOL]
    wire [POOL-1:0]             free;   // probe original.behind_heads.genblk2.shared.store.free
    reg                  counted; // the counts are those of all requests and of the heads
    reg                  linked;  // the lists of the pool are as long as the counts say
    reg                  named;   // the list of all requests names each bank as often
    reg [POOL-1:0]       used;
    reg [PLACES:0]       names;   // how often a bank is named: so many ones from bit 0 up
    reg [COUNT_BITS-1:0] total;
    reg [LEVEL_BITS-1:0] level;
    reg [INDEX_BITS-1:0] at;
    integer b, k;
    always @* begin
        counted = count <= QUEUE;
        linked  = 1'b1;
        named   = 1'b1;
        used    = 0;
        total   = 0;
        for (b = 0; b < BANKS; b = b + 1) begin
            level = levels[b*LEVEL_BITS +: LEVEL_BITS];
            total = total + level;
            if (level > PLACES || heads[b] != (level != 0))
                counted = 1'b0;
            if (lists[b] != (level > 1))
                linked = 1'b0;
            at = firsts[b*INDEX_BITS +: INDEX_BITS];
            for (k = 0; k < PLACES - 1; k = k + 1)
                if (k + 1 < level) begin
                    if (at >= POOL || used[at] || (k + 2 == level && lasts[b*INDEX_BITS +: INDEX_BITS] != at))
                        linked = 1'b0;
                    used[at] = 1'b1;
                    at = links[at*INDEX_BITS +: INDEX_BITS];
                end
            names = 0;
            for (k = 0; k < QUEUE; k = k + 1)
                if (k < count && order[k*BANK_BITS +: BANK_BITS] == b)
                    names = {names[PLACES-1:0], 1'b1};
            if (names[PLACES])
                named = 1'b0;
            for (k = 0; k < PLACES; k = k + 1)
                if (names[k] != (level > k))
                    named = 1'b0;
        end
        if (total != count)
            counted = 1'b0;
        if (free != ~used)
            linked = 1'b0;
    end
    generate
        if (CHECK == 1) begin : lists_agree
            always @(posedge clk) if (started) begin
                lists_hold: assert (counted && linked);
                cover (count == QUEUE && lists == {BANKS{1'b1}});
            end
        end else if (CHECK == 2) begin : names_agree
            always @(posedge clk) if (started) begin
                assume (counted);
                names_hold: assert (named);
                cover (count == QUEUE && order[0 +: BANK_BITS] != order[(QUEUE-1)*BANK_BITS +: BANK_BITS]);
            end
        end else begin : same
            wire [BANKS-1:0]          other_room, other_candidate, other_hit, other_oldest;
            wire [BANKS*ROW_BITS-1:0] other_row;
            wire [BANKS*ENTRY-1:0]    other_entry;
            wire                      other_empty;
            rs_queue_banked #(.QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .ENTRY(ENTRY), .PLACES(PLACES),
                              .CAP_BITS(CAP_BITS)) changed (
                .clk(clk), .rst(rst), .push(push), .push_bank(push_bank), .push_row(push_row), .push_entry(push_entry),
                .room(other_room), .open(open), .open_row(open_row), .candidate(other_candidate), .hit(other_hit),
                .row(other_row), .entry(other_entry), .ready(ready), .oldest(other_oldest), .served(served), .pop(pop),
                .empty(other_empty), .age_cap(age_cap));
            always @(posedge clk) if (started) begin
                assume (counted && linked && named);
                assert ({other_room, other_candidate, other_hit, other_row, other_entry, other_oldest, other_empty}
                        == {room, candidate, hit, row, entry, oldest, empty});
            end
        end
    endgenerate
endmodule
`default_nettype wire
