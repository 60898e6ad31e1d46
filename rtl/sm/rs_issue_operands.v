// rs_issue_operands: the operand stage of rs_issue_stage: operand reads of an instruction, and what stands at in_* meanwhile.
//
// What comes in: the memory instruction that issues (enters, its record and warp), or the oldest SEND (sending, its warp and what was kept
// of its ATOMIC: operation, returns, destination). A SEND is known sooner than an issue, and where one sends none enters; so it chooses.
// stage_free: nothing is here but what goes in this cycle, and no read is to come. sends: the SEND comes in. reads_left: reads to come;
// reads_on: one of them happens.
// load_*: registers that what comes in makes memory-pending, if it loads. first_taken: the first operand cycle of a load is taken.
`default_nettype none
module rs_issue_operands #(
    parameter WARP_BITS     = 5,
    parameter REGISTER_BITS = 8,
    parameter NUMBER_BITS   = 6,
    parameter KEPT          = 4 + NUMBER_BITS // derived, not to be set
) (
    input  wire                     clk,
    input  wire                     rst,
    input  wire                     enters,
    input  wire [47:0]              word,
    input  wire [WARP_BITS-1:0]     enter_warp,
    input  wire                     sending,
    input  wire [WARP_BITS-1:0]     send_warp,
    input  wire [KEPT-1:0]          kept,
    input  wire                     in_ready,
    output wire                     stage_free,
    output wire                     sends,
    output reg  [3:0]               reads_left,
    output wire                     reads_on,
    output wire                     read_valid,
    output wire                     read_first,
    output wire [WARP_BITS-1:0]     read_warp,
    output wire [3:0]               read_number,
    output reg                      in_valid,
    output reg  [2:0]               in_opcode,
    output reg  [4:0]               in_length,
    output reg  [WARP_BITS-1:0]     in_warp,
    output reg  [REGISTER_BITS-1:0] in_register,
    output reg                      in_scratchpad,
    output reg                      in_atomic,
    output reg  [2:0]               in_atomic_op,
    output reg                      in_atomic_returns,
    output wire [4:0]               load_length,
    output wire [NUMBER_BITS-1:0]   load_first,
    output wire                     first_taken
);
    localparam [3:0] MEMORY = 4'd4;
    wire       is_memory = word[3:0] == MEMORY;
    wire       write     = is_memory && word[7];
    wire       vector    = is_memory && word[11:10] != 2'd0;
    wire [4:0] length    = vector ? 5'd2 << word[11:10] : 5'd1;
    wire [2:0] quads     = vector ? length[4:2] : 3'd0;
    wire       indexed   = word[9:8] == 2'd2;
    wire [3:0] rows_more = {1'b0, indexed ? quads : 3'd0} + {1'b0, write && word[9:8] != 2'd0 ? quads : 3'd0};
    wire       unused    = &{1'b0, word};
    reg        first_row, stage_loads; // the operand cycle shown is its instruction's first; it is a load's
    reg  [3:0] row;                    // number of the next read

    assign stage_free  = (!in_valid || in_ready) && reads_left == 4'd0;
    assign sends       = sending && stage_free;
    assign reads_on    = reads_left != 4'd0 && (!in_valid || in_ready);
    assign read_valid  = enters || sends || reads_on;
    assign read_first  = enters || sends;
    assign read_warp   = sends ? send_warp : reads_left != 4'd0 ? in_warp : enter_warp;
    assign read_number = reads_on ? row : 4'd0;
    assign load_length = sends ? 5'd1 : length;
    assign load_first  = sends ? kept[NUMBER_BITS-1:0] : word[16 +: NUMBER_BITS];
    assign first_taken = in_valid && in_ready && first_row && stage_loads;
    always @(posedge clk) begin
        if (read_first) begin
            in_warp           <= read_warp;
            in_atomic         <= sends || !is_memory;
            in_opcode         <= !sends && is_memory ? word[9:7] : 3'd0;
            in_length         <= load_length;
            in_scratchpad     <= !sends && word[6:4] == 3'd1;
            in_atomic_op      <= sends ? kept[NUMBER_BITS+1 +: 3] : is_memory ? 3'd0 : word[9:7];
            in_atomic_returns <= sends ? kept[NUMBER_BITS] : !is_memory && word[14];
            in_register       <= sends ? {{(REGISTER_BITS-NUMBER_BITS){1'b0}}, kept[NUMBER_BITS-1:0]}
                               : write ? word[40 +: REGISTER_BITS] : word[16 +: REGISTER_BITS];
            stage_loads       <= sends ? kept[NUMBER_BITS] : is_memory ? !write : word[14];
        end
        if (read_valid) begin
            first_row <= read_first;
            row       <= read_number + 4'd1;
        end
        in_valid <= !rst && (read_valid || (in_valid && !in_ready));
        if (rst)
            reads_left <= 4'd0;
        else if (enters)
            reads_left <= rows_more;
        else if (reads_on)
            reads_left <= reads_left - 4'd1;
    end
endmodule
`default_nettype wire
