// rs_issue_records: records of a scheduler's warps, 4 a warp: asked for, kept, and what the heads name (STALLS III).
//
// Each cycle it asks a record of one warp: the first, behind the one asked last and by number, that is live, whose next record
// exists (available), and that has fewer than 4 inside and on their way; one that is taken in this cycle still counts. The
// record comes in the next cycle, is inside from the one behind it on, and is the head when those before it are gone.
// restart: a CTA's warps, at its start: nothing is inside any more.
// Of a head there are registers: which registers it names (a bit each), whether it needs the scheduler's ALU (ALU, BRANCH), the
// SFU, the operand stage (MEMORY, and ATOMIC without release), whether it loads (makes registers memory-pending) and releases.
// pop (one-hot, with its number) takes a head: popped, in the same cycle. What the record behind it names and needs was written down
// when it came, so that nothing is decoded behind the choice. looked: the head that look_warp had in the cycle before, of any warp.
// illegal: the record that comes is none that the SM can execute (rs_issue_stage.v); what follows it means nothing.
// ask_* depends on available and registers.
`default_nettype none
module rs_issue_records #(
    parameter WARPS      = 8,  // of the scheduler
    parameter REGISTERS  = 64, // of a warp
    parameter INDEX_BITS = WARPS > 1 ? $clog2(WARPS) : 1 // derived, not to be set
) (
    input  wire                       clk,
    input  wire                       rst,
    input  wire [WARPS-1:0]           live,
    input  wire [WARPS-1:0]           restart,
    input  wire [WARPS-1:0]           available,
    output wire                       ask_valid,
    output wire [INDEX_BITS-1:0]      ask_warp,
    input  wire [63:0]                record,
    output wire [WARPS-1:0]           present,
    output wire [WARPS-1:0]           needs_alu,
    output wire [WARPS-1:0]           needs_sfu,
    output wire [WARPS-1:0]           needs_stage,
    output wire [WARPS-1:0]           loads,
    output wire [WARPS-1:0]           releases,
    output wire [WARPS*REGISTERS-1:0] names,
    input  wire [WARPS-1:0]           pop,
    input  wire [INDEX_BITS-1:0]      pop_warp,
    output wire [47:0]                popped,
    input  wire [INDEX_BITS-1:0]      look_warp,
    output wire [47:0]                looked,
    output wire                       illegal_valid,
    output wire [INDEX_BITS-1:0]      illegal_warp
);
    localparam ADDRESS_BITS = $clog2(4 * WARPS);
    localparam [3:0] ALU = 4'd0, SFU = 4'd1, BRANCH = 4'd2, MEMORY = 4'd4, ATOMIC = 4'd5, FENCE = 4'd6, EXIT = 4'd7;

    // ---- what a record says -----------------------------------------------------------------------------------------
    function [4:0] needs_of; // releases, loads, operand stage, SFU, ALU
        input [3:0] kind;
        input       store, release_, returns;
        needs_of = {(kind == ATOMIC || kind == FENCE) && release_, kind == MEMORY ? !store : kind == ATOMIC && returns,
                    kind == MEMORY || (kind == ATOMIC && !release_), kind == SFU, kind == ALU || kind == BRANCH};
    endfunction

    function illegal_of; // but for registers beyond the last
        input [14:0] low; // bits of the record
        input [7:0]  destination;
        input [1:0]  words;        // of the first register of what is stored
        reg is_vector;
        begin
            is_vector = low[9:8] != 2'd0;
            illegal_of = low[3:0] > EXIT
                      || (low[3:0] == MEMORY && (low[9:8] == 2'd3 || is_vector != (low[11:10] != 2'd0) || low[12] || low[13]
                                                 || (!low[7] && destination == 8'd255)
                                                 || (is_vector && (low[7] ? words != 2'd0 : destination[1:0] != 2'd0))))
                      || (low[3:0] == ATOMIC && (low[6:4] == 3'd1 || low[6:4] == 3'd5 || (low[12] && !low[14])
                                                 || (low[14] && destination == 8'd255)));
        end
    endfunction

    // ---- asking -----------------------------------------------------------------------------------------------------
    wire                  record_beyond;
    reg                   coming_valid; // a record was asked for in the last cycle,
    reg  [INDEX_BITS-1:0] coming;       // of this warp: the last one asked
    wire [WARPS-1:0]      place_free, filled;
    wire [WARPS-1:0]      asked;
    rs_issue_next #(.WARPS(WARPS)) next_asked (.bits(live & available & place_free), .last(coming), .next(asked));
    rs_encode #(.WIDTH(WARPS)) encode_asked (.one_hot(asked), .index(ask_warp));
    assign ask_valid = asked != {WARPS{1'b0}};
    always @(posedge clk) begin
        coming_valid <= ask_valid && !rst;
        if (rst)
            coming <= {INDEX_BITS{1'b1}};
        else if (ask_valid)
            coming <= ask_warp;
    end
    assign filled = coming_valid ? {{(WARPS-1){1'b0}}, 1'b1} << coming : {WARPS{1'b0}};
    assign illegal_valid = coming_valid && (record_beyond || illegal_of(record[14:0], record[23:16], record[41:40]));
    assign illegal_warp  = coming;

    // ---- records ----------------------------------------------------------------------------------------------------
    // A record stands in three memories: whole where heads are taken, whole where they are looked at, and what it names and needs.
    localparam SAYS = REGISTERS + 5;
    wire [REGISTERS-1:0] named_0, named_1, named_2, named_3;
    rs_issue_names #(.REGISTERS(REGISTERS)) names_in_record (
        .record(record[47:0]), .source_0(named_0), .source_1(named_1), .source_2(named_2), .destination(named_3),
        .beyond(record_beyond));
    wire [SAYS-1:0]       record_says = {needs_of(record[3:0], record[7], record[13], record[14]), named_0 | named_1 | named_2 | named_3};
    wire [SAYS-1:0]       second_says;
    wire [WARPS*2-1:0]    firsts, seconds, ends; // places of the heads, of those behind them, and of the records that come
    wire [1:0]            first_place, second_place;
    wire [INDEX_BITS+1:0] coming_address = {coming, ends[coming*2 +: 2]};
    wire [INDEX_BITS+1:0] first_address  = {pop_warp, first_place};
    wire [INDEX_BITS+1:0] second_address = {pop_warp, second_place};
    wire [INDEX_BITS+1:0] look_address   = {look_warp, firsts[look_warp*2 +: 2]};
    wire unused = &{1'b0, record[63:48], coming_address, first_address, second_address, look_address};
    rs_select #(.WIDTH(2), .COUNT(WARPS)) select_first (.words(firsts), .select(pop), .word(first_place));
    rs_select #(.WIDTH(2), .COUNT(WARPS)) select_second (.words(seconds), .select(pop), .word(second_place));
    rs_memory_1r1w #(.WIDTH(48), .DEPTH(4 * WARPS)) pop_copy (
        .clk(clk), .write(coming_valid), .write_address(coming_address[ADDRESS_BITS-1:0]), .write_data(record[47:0]),
        .read_address(first_address[ADDRESS_BITS-1:0]), .read_data(popped));
    rs_memory_1r1w #(.WIDTH(SAYS), .DEPTH(4 * WARPS)) says_copy (
        .clk(clk), .write(coming_valid), .write_address(coming_address[ADDRESS_BITS-1:0]), .write_data(record_says),
        .read_address(second_address[ADDRESS_BITS-1:0]), .read_data(second_says));
    rs_memory_1r1w #(.WIDTH(48), .DEPTH(4 * WARPS), .READ_REGISTER(1)) look_copy (
        .clk(clk), .write(coming_valid), .write_address(coming_address[ADDRESS_BITS-1:0]), .write_data(record[47:0]),
        .read_address(look_address[ADDRESS_BITS-1:0]), .read_data(looked));

    genvar w;
    generate
        for (w = 0; w < WARPS; w = w + 1) begin : warp
            reg  [2:0]           count; // records inside
            reg  [1:0]           first; // place of the head
            reg  [SAYS-1:0]      says;  // of the head
            wire                 is_next = filled[w] && count <= 3'd1; // if a head goes, or there is none
            assign present[w] = count != 3'd0;
            assign place_free[w] = !count[2] && !(filled[w] && count == 3'd3);
            assign {releases[w], loads[w], needs_stage[w], needs_sfu[w], needs_alu[w], names[w*REGISTERS +: REGISTERS]} = says;
            assign firsts[w*2 +: 2]  = first;
            assign seconds[w*2 +: 2] = first + 2'd1;
            assign ends[w*2 +: 2]    = first + count[1:0];
            always @(posedge clk) begin
                if (rst || restart[w])
                    count <= 3'd0;
                else if (filled[w] != pop[w])
                    count <= filled[w] ? count + 3'd1 : count - 3'd1;
                if (rst)
                    first <= 2'd0;
                else if (pop[w])
                    first <= first + 2'd1;
                if (pop[w] || (filled[w] && count == 3'd0))
                    says <= is_next ? record_says : second_says;
            end
        end
    endgenerate
endmodule
`default_nettype wire
