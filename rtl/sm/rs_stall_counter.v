// rs_stall_counter: a counter of BITS bits that wraps, in sections that do not wait for each other's carry.
//
// clear: 0 from the next cycle on, whatever count says. A section moves when all below it are full, which is known a cycle ahead:
// a section that moves leaves those below it empty, so that only the lowest can become full in the cycle of a count.
`default_nettype none
module rs_stall_counter #(
    parameter BITS    = 64,
    parameter SECTION = 16
) (
    input  wire            clk,
    input  wire            clear,
    input  wire            count,
    output wire [BITS-1:0] value
);
    localparam SECTIONS = (BITS + SECTION - 1) / (SECTION > 0 ? SECTION : 1);

    generate
        if (BITS < 1 || SECTION < 1)
            rs_stall_counter_BITS_and_SECTION_must_be_at_least_1 illegal_parameter ();
    endgenerate

    wire [SECTIONS-1:0] ones;  // the section is full
    reg  [SECTIONS-1:0] full;  // so are all below it
    wire [SECTIONS-1:0] moves = (full << 1) | {{(SECTIONS-1){1'b0}}, 1'b1};
    wire                lowest_full; // the lowest section will be
    wire                unused = &{1'b0, full[SECTIONS-1], ones[0]};

    function [SECTIONS-1:0] all_to; // bit s: sections 0 to s, if the lowest is
        input [SECTIONS-1:0] set;
        input                lowest;
        integer k;
        reg all;
        begin
            all = lowest;
            all_to = {SECTIONS{1'b0}};
            for (k = 0; k < SECTIONS; k = k + 1) begin
                all       = all && (k == 0 || set[k]);
                all_to[k] = all;
            end
        end
    endfunction
    always @(posedge clk)
        full <= clear ? {SECTIONS{1'b0}} : all_to(ones, lowest_full);

    genvar s;
    generate
        for (s = 0; s < SECTIONS; s = s + 1) begin : section
            localparam WIDTH = s == SECTIONS - 1 ? BITS - s * SECTION : SECTION;
            localparam [WIDTH-1:0] ONE = 1;
            reg [WIDTH-1:0] own;
            assign ones[s] = own == {WIDTH{1'b1}};
            assign value[s*SECTION +: WIDTH] = own;
            if (s == 0) begin : lowest
                assign lowest_full = (own | ONE) == {WIDTH{1'b1}} && own[0] != count;
            end
            always @(posedge clk)
                if (clear)
                    own <= {WIDTH{1'b0}};
                else if (count && moves[s])
                    own <= own + ONE;
        end
    endgenerate
endmodule
`default_nettype wire
