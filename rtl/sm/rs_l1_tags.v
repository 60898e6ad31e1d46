// rs_l1_tags: which lines are in which way of rs_l1_cache, which of their sectors are there, and whose fill brings the rest.
//
// A load takes the way of its line; without one, the lowest empty way of the set or else the victim (rs_l1_replacement), which
// has the line from then on and no sector. A store empties the way of its line, clear all ways; what is booked for a way after
// that may own it, empty, until a load takes it. A way is owned by the last
// request for its line (own); a fill installs its sector only in a way that its request owns. So neither a line that was
// stored to nor one that was evicted gets old data, also when it is asked for again. A sector that is there stays as it is: of two
// entries for one line (rs_mshr_table, all slots used) the first fill installs it. So the words of a hit can be read as it is taken.
//
// place    way of the line, or the way that a load would take: the set in the upper bits, the way in the lower ones
// hit      the line is there with all sectors of `need`
// load, store   what moves at `line` in this cycle, at most one of them
// line_behind, stays   `line` of the next cycle, as far as it is used then: that of this cycle if it stays, else line_behind
// own      an entry of the outstanding table was booked for what is in own_place
// fill     installs: the sector is there from the next cycle on, its data is to be written to fill_place
// Timing: place and hit are combinational from line and need, installs from fill_*. Where load, store and clear meet own or
// fill for one way, they win. C twin: none of its own, in cmodel/sm/l1_cache.c.
`default_nettype none
module rs_l1_tags #(
    parameter SETS        = 64, // powers of two
    parameter WAYS        = 4,
    parameter SECTORS     = 2,
    parameter LINE_BITS   = 41,
    parameter OWNER_BITS  = 7,
    parameter REPLACEMENT = 0,
    // derived, not to be set
    parameter PLACE_BITS  = (SETS > 1 ? $clog2(SETS) : 1) + (WAYS > 1 ? $clog2(WAYS) : 1),
    parameter SECTOR_BITS = SECTORS > 1 ? $clog2(SECTORS) : 1
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire                   clear,
    input  wire [LINE_BITS-1:0]   line,
    input  wire [LINE_BITS-1:0]   line_behind,
    input  wire                   stays,
    input  wire [SECTORS-1:0]     need,
    output wire                   hit,
    output wire [PLACE_BITS-1:0]  place,
    input  wire                   load,
    input  wire                   store,
    input  wire                   own,
    input  wire [PLACE_BITS-1:0]  own_place,
    input  wire [OWNER_BITS-1:0]  own_id,
    input  wire                   fill,
    input  wire [PLACE_BITS-1:0]  fill_place,
    input  wire [OWNER_BITS-1:0]  fill_owner,
    input  wire [SECTOR_BITS-1:0] fill_sector,
    output wire                   installs
);
    localparam SET_WIDTH = SETS > 1 ? $clog2(SETS) : 1;
    localparam WAY_WIDTH = WAYS > 1 ? $clog2(WAYS) : 1;

    generate
        if (SETS < 1 || WAYS < 1 || SETS != 1 << $clog2(SETS) || WAYS != 1 << $clog2(WAYS) || LINE_BITS <= $clog2(SETS))
            rs_l1_tags_needs_sets_and_ways_as_powers_of_two_and_a_line_beyond_its_set illegal_parameter ();
    endgenerate

    wire [SET_WIDTH-1:0] set      = SETS > 1 ? line[SET_WIDTH-1:0] : {SET_WIDTH{1'b0}};
    wire [SET_WIDTH-1:0] own_set  = own_place[PLACE_BITS-1 -: SET_WIDTH];
    wire [SET_WIDTH-1:0] fill_set = fill_place[PLACE_BITS-1 -: SET_WIDTH];
    // Of the set: ways with this line's label; that hold a line; with all sectors of `need`; the lowest that holds none.
    wire [WAYS-1:0]      equal, occupied, complete, lowest_empty, victim, owner_fills, fills_new;
    wire [WAYS-1:0]      found  = equal & occupied;
    wire                 known  = found != {WAYS{1'b0}};
    wire [WAYS-1:0]      taken  = known ? found : occupied == {WAYS{1'b1}} ? victim : lowest_empty;
    wire [WAY_WIDTH-1:0] taken_way;
    wire [WAYS-1:0]      takes  = taken & {WAYS{load && !known}};
    wire [WAYS-1:0]      leaves = found & {WAYS{store}};
    assign hit      = (found & complete) != {WAYS{1'b0}};
    assign place    = {set, taken_way};
    assign installs = fills_new != {WAYS{1'b0}};
    rs_lowest #(.WIDTH(WAYS)) lowest_of_empty (.bits(~occupied), .lowest(lowest_empty));
    rs_encode #(.WIDTH(WAYS)) encode_taken (.one_hot(taken), .index(taken_way));

    rs_line_lookup #(.ENTRIES(SETS * WAYS), .WAYS(WAYS), .LINE_BITS(LINE_BITS)) tags (
        .clk(clk), .write(takes), .write_line(line), .line(line), .line_behind(line_behind), .stays(stays), .equal(equal));
    rs_l1_replacement #(.SETS(SETS), .WAYS(WAYS), .REPLACEMENT(REPLACEMENT)) replacement (
        .clk(clk), .rst(rst), .touch(load), .index(set), .way(taken), .victim(victim));

    genvar w, s;
    generate
        for (w = 0; w < WAYS; w = w + 1) begin : way
            localparam [31:0] SELF = w;
            reg  [OWNER_BITS-1:0] owners [0:SETS-1];
            reg  [SETS-1:0]       present, owned;
            wire [OWNER_BITS-1:0] owner = owners[fill_set];
            wire [SECTORS-1:0]    filled_here, is_new; // is_new: the fill's sector, and not there
            wire                  same;
            rs_compare #(.WIDTH(OWNER_BITS)) owner_compare (.a(owner), .b(fill_owner), .equal(same));
            assign occupied[w]    = present[set];
            assign complete[w]    = (need & ~filled_here) == {SECTORS{1'b0}};
            assign fills_new[w]   = owner_fills[w] && is_new != {SECTORS{1'b0}};
            assign owner_fills[w] = fill && fill_place[WAY_WIDTH-1:0] == SELF[WAY_WIDTH-1:0] && owned[fill_set] && same;
            always @(posedge clk) begin
                if (own && own_place[WAY_WIDTH-1:0] == SELF[WAY_WIDTH-1:0]) begin
                    owners[own_set] <= own_id;
                    owned[own_set]  <= 1'b1;
                end
                if (takes[w] || leaves[w])
                    owned[set] <= 1'b0;
                if (takes[w])
                    present[set] <= 1'b1;
                else if (leaves[w])
                    present[set] <= 1'b0;
                if (rst || clear) begin
                    present <= {SETS{1'b0}};
                    owned   <= {SETS{1'b0}};
                end
            end
            for (s = 0; s < SECTORS; s = s + 1) begin : sector
                localparam [31:0] SECTOR = s;
                reg [SETS-1:0] filled; // of a way that has a line
                wire of_fill = fill_sector == SECTOR[SECTOR_BITS-1:0];
                assign filled_here[s] = filled[set];
                assign is_new[s] = of_fill && !filled[fill_set];
                always @(posedge clk) begin
                    if (owner_fills[w] && of_fill)
                        filled[fill_set] <= 1'b1;
                    if (takes[w])
                        filled[set] <= 1'b0;
                end
            end
        end
    endgenerate
endmodule
`default_nettype wire
