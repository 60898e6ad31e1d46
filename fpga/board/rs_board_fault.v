// rs_board_fault: breaks something on purpose, once, so that a FAIL can be seen. Around SM 0 and channel 0.
//
// fault: 0 nothing; 1 a bit of a word that the DRAM returns; 2 a read request is lost; 3 writes are lost; 4 an ACT does not
// reach the DRAM; 5 an ACT reaches it a cycle late; 6 a data flit of a reply is lost; 7 a reply carries another tag.
// It happens at the first occasion while `armed`, and not again before armed has been 0; writes are lost all that time, for
// one alone may be written over before it is read.
// Timing: combinational but for what a lost packet and a late ACT remember; with fault = 0 all wires pass straight.
`default_nettype none
module rs_board_fault #(
    parameter BANK_BITS = 2,
    parameter PIN_BITS  = 12,
    parameter DQ_BITS   = 4,
    parameter PAYLOAD   = 32
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire [2:0]           fault,
    input  wire                 armed,
    // requests: SM -> path
    input  wire                 request_valid,
    input  wire                 request_head,
    input  wire                 request_tail,
    output wire                 request_ready,
    output wire                 path_request_valid,
    input  wire                 path_request_ready,
    // replies: path -> SM
    input  wire                 path_reply_valid,
    input  wire                 path_reply_head,
    input  wire [PAYLOAD-1:0]   path_reply_payload,
    output wire                 reply_valid,
    input  wire                 reply_ready,
    output wire [PAYLOAD-1:0]   reply_payload,
    // commands: path -> DRAM, {cs_n, ras_n, cas_n, we_n}
    input  wire [3:0]           path_command,
    input  wire [BANK_BITS-1:0] path_bank,
    input  wire [PIN_BITS-1:0]  path_address,
    output wire [3:0]           command,
    output wire [BANK_BITS-1:0] bank,
    output wire [PIN_BITS-1:0]  address,
    // data: DRAM -> path
    input  wire                 rddata_valid,
    input  wire [DQ_BITS-1:0]   rddata,
    output wire [DQ_BITS-1:0]   path_rddata
);
    localparam [3:0] ACT = 4'b0011, NOP = 4'b1111;
    reg  done, losing, late;
    reg  [BANK_BITS-1:0] late_bank;
    reg  [PIN_BITS-1:0]  late_address;
    wire now   = armed && !done;
    wire act   = path_command == ACT;
    wire reply = path_reply_valid && reply_ready;

    wire flip      = now && fault == 3'd1 && rddata_valid;
    wire lose      = losing || (now && request_valid && request_head && (request_tail ? fault == 3'd2 : fault == 3'd3));
    wire lose_act  = now && fault == 3'd4 && act;
    wire delay_act = now && fault == 3'd5 && act;
    wire lose_data = now && fault == 3'd6 && reply && !path_reply_head;
    wire other_tag = now && fault == 3'd7 && path_reply_valid && path_reply_head;

    assign path_request_valid = request_valid && !lose;
    assign request_ready      = path_request_ready || lose;
    assign reply_valid        = path_reply_valid && !lose_data;
    assign reply_payload      = path_reply_payload ^ {{(PAYLOAD-1){1'b0}}, other_tag};
    assign path_rddata        = rddata ^ {{(DQ_BITS-1){1'b0}}, flip};
    // A late ACT takes the place of no command, or is lost after all.
    wire   insert  = late && path_command == NOP;
    assign command = insert ? ACT : lose_act || delay_act ? NOP : path_command;
    assign bank    = insert ? late_bank : path_bank;
    assign address = insert ? late_address : path_address;

    always @(posedge clk) begin
        if (rst || !armed)
            done <= 1'b0;
        else if (flip || (lose && request_tail && !losing) || lose_act || delay_act || lose_data || (other_tag && reply_ready))
            done <= 1'b1;
        if (rst)
            losing <= 1'b0;
        else if (request_valid && request_tail)
            losing <= 1'b0;
        else if (lose)
            losing <= 1'b1;
        late         <= delay_act && !rst;
        late_bank    <= path_bank;
        late_address <= path_address;
    end
endmodule
`default_nettype wire
