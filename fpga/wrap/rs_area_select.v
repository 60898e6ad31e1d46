// The payload of a switch alone, for `make area-limit`: DATA bits of the input that each output's selection names, coded
// in four ways. Another selection than one-hot or a number within INPUTS means nothing.
//
//   CODE 0  28 grants an output, one-hot: AND, OR
//   CODE 1  {group, place}, both one-hot: the place within each group first, then the group
//   CODE 2  the same: the group first
//   CODE 3  the input's number: multiplexers
// select: OUTPUTS * INPUTS bits, of which CODE 1 and 2 use PLACES + GROUPS an output, CODE 3 the bits of a number.
// Timing: combinational.
`default_nettype none
module rs_area_select #(
    parameter CODE    = 0,
    parameter INPUTS  = 28,
    parameter OUTPUTS = 8,
    parameter DATA    = 32
) (
    input  wire [OUTPUTS*INPUTS-1:0] select,
    input  wire [INPUTS*DATA-1:0]    in_data,
    output wire [OUTPUTS*DATA-1:0]   out_data
);
    localparam PLACES = 4, GROUPS = INPUTS / PLACES, NUMBER_BITS = $clog2(INPUTS);

    generate
        if (CODE < 0 || CODE > 3 || INPUTS < 2 * PLACES || INPUTS % PLACES != 0) begin : illegal
            rs_area_select_needs_code_0_to_3_and_inputs_in_places_of_4 stop ();
        end
    endgenerate

    genvar o;
    generate
        for (o = 0; o < OUTPUTS; o = o + 1) begin : out
            wire [INPUTS-1:0] named = select[o*INPUTS +: INPUTS];
            function [DATA-1:0] chosen;
                input [INPUTS-1:0]      one;
                input [INPUTS*DATA-1:0] data;
                integer g, p;
                reg [DATA-1:0] inner;
                begin
                    chosen = {DATA{1'b0}};
                    if (CODE == 0)
                        for (g = 0; g < INPUTS; g = g + 1)
                            chosen = chosen | (data[g*DATA +: DATA] & {DATA{one[g]}});
                    else if (CODE == 1)
                        for (g = 0; g < GROUPS; g = g + 1) begin
                            inner = {DATA{1'b0}};
                            for (p = 0; p < PLACES; p = p + 1)
                                inner = inner | (data[(g*PLACES+p)*DATA +: DATA] & {DATA{one[p]}});
                            chosen = chosen | (inner & {DATA{one[PLACES+g]}});
                        end
                    else
                        for (p = 0; p < PLACES; p = p + 1) begin
                            inner = {DATA{1'b0}};
                            for (g = 0; g < GROUPS; g = g + 1)
                                inner = inner | (data[(g*PLACES+p)*DATA +: DATA] & {DATA{one[PLACES+g]}});
                            chosen = chosen | (inner & {DATA{one[p]}});
                        end
                end
            endfunction
            if (CODE == 3) begin : number
                assign out_data[o*DATA +: DATA] = in_data[named[NUMBER_BITS-1:0]*DATA +: DATA];
            end else begin : one_hot
                assign out_data[o*DATA +: DATA] = chosen(named, in_data);
            end
        end
    endgenerate
    wire unused = &{1'b0, select};
endmodule
`default_nettype wire
