// rs_memory_1r1w: data of packets and DRAM lines, nothing else. One write port, one read port.
//
// DEPTH words of WIDTH bits, written WRITE_WORDS and read READ_WORDS at a time; addresses count such groups, word 0 of a
// group lowest. A word has LANES parts of WIDTH / LANES bits, lane 0 lowest, and each lane of a group's words its own bit of
// `write` (byte enables). Words are written at the clock edge and read combinationally from the next cycle on; with
// READ_REGISTER = 1 read_data comes from a register, which takes what read_address shows at every edge. Not reset.
// A registered read of a lane that is written at the same edge means nothing: no SRAM macro or block RAM promises the old bits or the
// new ones (rs_write_first_memory). With RS_ASSERT it brings the old ones inverted, so that who relies on them fails.
// A macro for WRITE_WORDS above READ_WORDS is as many as that side by side, of which the read selects one.
// For Yosys 0.23: an address that is a word of an array comes through a wire (otherwise it ends at rtlil.cc:663).
// Payload sits in this module alone, so that area rows can leave it out by name (THESIS 4.5 does not count it).
`default_nettype none
module rs_memory_1r1w #(
    parameter WIDTH = 256,
    parameter DEPTH = 64,
    parameter WRITE_WORDS = 1,
    parameter READ_WORDS  = 1,
    parameter READ_REGISTER = 0,
    parameter LANES = 1,
    // derived, not to be set
    parameter WRITE_BITS = DEPTH > WRITE_WORDS ? $clog2(DEPTH / WRITE_WORDS) : 1,
    parameter READ_BITS  = DEPTH > READ_WORDS ? $clog2(DEPTH / READ_WORDS) : 1
) (
    input  wire                         clk,
    input  wire [LANES-1:0]             write,
    input  wire [WRITE_BITS-1:0]        write_address,
    input  wire [WRITE_WORDS*WIDTH-1:0] write_data,
    input  wire [READ_BITS-1:0]         read_address,
    output wire [READ_WORDS*WIDTH-1:0]  read_data
);
    generate
        if (WIDTH < 1 || DEPTH < 1)
            rs_memory_1r1w_WIDTH_and_DEPTH_must_be_at_least_1 illegal_parameter ();
        if (LANES < 1 || WIDTH % LANES != 0)
            rs_memory_1r1w_WIDTH_must_be_a_multiple_of_LANES illegal_parameter ();
        if (WRITE_WORDS < 1 || READ_WORDS < 1 || DEPTH % WRITE_WORDS != 0 || DEPTH % READ_WORDS != 0)
            rs_memory_1r1w_DEPTH_must_be_a_multiple_of_WRITE_WORDS_and_READ_WORDS illegal_parameter ();
    endgenerate

    localparam LANE = WIDTH / LANES;
    localparam PLACE_BITS = DEPTH > 1 ? $clog2(DEPTH) : 1;
`ifdef YOSYS // no logic for such reads beside block RAM
    (* no_rw_check = (READ_REGISTER != 0) *)
`endif
    reg [WIDTH-1:0] memory [0:DEPTH-1];
    wire [READ_WORDS*WIDTH-1:0] words;
    genvar k, l;
    generate
        for (k = 0; k < WRITE_WORDS; k = k + 1) begin : put
            wire [31:0] at;
            for (l = 0; l < LANES; l = l + 1) begin : lane
                always @(posedge clk)
                    if (write[l])
                        memory[at[PLACE_BITS-1:0]][l*LANE +: LANE] <= write_data[k*WIDTH + l*LANE +: LANE];
            end
            localparam integer SELF = k;
            if (WRITE_WORDS > 1 && WRITE_WORDS == 1 << $clog2(WRITE_WORDS)) begin : power // as Yosys sees a wide port of a block RAM
                assign at = {{(32-WRITE_BITS-$clog2(WRITE_WORDS)){1'b0}}, write_address, SELF[$clog2(WRITE_WORDS)-1:0]};
            end else begin : any
                assign at = {{(32-WRITE_BITS){1'b0}}, write_address} * WRITE_WORDS + k;
            end
            wire unused = &{1'b0, at};
        end
        for (k = 0; k < READ_WORDS; k = k + 1) begin : get
            wire [31:0] at;
            assign words[k*WIDTH +: WIDTH] = memory[at[PLACE_BITS-1:0]];
            localparam integer SELF = k;
            if (READ_WORDS > 1 && READ_WORDS == 1 << $clog2(READ_WORDS)) begin : power
                assign at = {{(32-READ_BITS-$clog2(READ_WORDS)){1'b0}}, read_address, SELF[$clog2(READ_WORDS)-1:0]};
            end else begin : any
                assign at = {{(32-READ_BITS){1'b0}}, read_address} * READ_WORDS + k;
            end
            wire unused = &{1'b0, at};
        end
        if (READ_REGISTER != 0) begin : registered
            reg [READ_WORDS*WIDTH-1:0] kept;
            assign read_data = kept;
`ifdef RS_ASSERT
            wire [READ_WORDS*WIDTH-1:0] clash; // bits that are written at this edge
            for (k = 0; k < READ_WORDS; k = k + 1) begin : read
                for (l = 0; l < LANES; l = l + 1) begin : lane
                    assign clash[k*WIDTH + l*LANE +: LANE] =
                        {LANE{write[l] && get[k].at / WRITE_WORDS == {{(32-WRITE_BITS){1'b0}}, write_address}}};
                end
            end
            always @(posedge clk)
                kept <= words ^ clash;
`else
            always @(posedge clk)
                kept <= words;
`endif
        end else begin : direct
            assign read_data = words;
        end
    endgenerate
endmodule
`default_nettype wire
