// rs_write_first_memory: rs_memory_1r1w with a registered read that sees what is written at the same edge, for memories whose
// words are wanted in the cycle after they came. SRAM macros and block RAMs promise nothing for such a read, so the words that
// are written pass them by in a register, READ_WORDS * WIDTH + 1 flip-flops: of these area rows count all.
//
// Ports and addresses as in rs_memory_1r1w, READ_REGISTER = 1; WRITE_WORDS a multiple of READ_WORDS.
// Timing: read_data in the next cycle, from the memory or the register. Not reset.
`default_nettype none
module rs_write_first_memory #(
    parameter WIDTH = 256,
    parameter DEPTH = 64,
    parameter WRITE_WORDS = 1,
    parameter READ_WORDS  = 1,
    // derived, not to be set
    parameter WRITE_BITS = DEPTH > WRITE_WORDS ? $clog2(DEPTH / WRITE_WORDS) : 1,
    parameter READ_BITS  = DEPTH > READ_WORDS ? $clog2(DEPTH / READ_WORDS) : 1
) (
    input  wire                         clk,
    input  wire                         write,
    input  wire [WRITE_BITS-1:0]        write_address,
    input  wire [WRITE_WORDS*WIDTH-1:0] write_data,
    input  wire [READ_BITS-1:0]         read_address,
    output wire [READ_WORDS*WIDTH-1:0]  read_data
);
    localparam GROUP = READ_WORDS * WIDTH;
    localparam PARTS = WRITE_WORDS / READ_WORDS; // reads that a write covers

    generate
        if (WIDTH < 1 || DEPTH < 1 || READ_WORDS < 1 || WRITE_WORDS < READ_WORDS || WRITE_WORDS % READ_WORDS != 0) begin : illegal
            rs_write_first_memory_needs_sizes_above_0_and_write_words_a_multiple_of_read_words stop ();
        end
    endgenerate

    wire [GROUP-1:0] kept;
    rs_memory_1r1w #(.WIDTH(WIDTH), .DEPTH(DEPTH), .WRITE_WORDS(WRITE_WORDS), .READ_WORDS(READ_WORDS), .READ_REGISTER(1)) store (
        .clk(clk), .write(write), .write_address(write_address), .write_data(write_data), .read_address(read_address),
        .read_data(kept));

    reg              passes;
    reg  [GROUP-1:0] passed;
    wire [31:0]      number = {{(32-READ_BITS){1'b0}}, read_address}; // of the read,
    wire             covers = write && number / PARTS == {{(32-WRITE_BITS){1'b0}}, write_address}; // and the write has it
    assign read_data = passes ? passed : kept;
    always @(posedge clk) begin
        passes <= covers;
        if (covers)
            passed <= write_data[number % PARTS * GROUP +: GROUP];
    end
endmodule
`default_nettype wire
