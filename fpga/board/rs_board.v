// rs_board: the memory path on an FPGA board, alone: SMs that make traffic and check every read (rs_board_sm), the path,
// block RAM as its DRAM (rs_board_dram), a verdict on LEDs and over a serial line (rs_board_report).
//
// Parameters and straps of the path are those of one configuration file (board.cfg), constants from
// `rowstreak config --format verilog`. Rounds: traffic until the DRAM has served 2^ROUND_BITS requests, the rest drains,
// a line is printed. Quarters of a round: full load; replies stalled; slow requests; both. An error, or nothing moving for
// 4,095 cycles, ends the round and everything: from then on the line with FAIL is repeated.
// Counters of a line: rounds since power-up; of the round requests the DRAM served, cycles, requests that hit an open row
// used before, cycles in which something was found wrong.
//   led 0 a round has passed and none has failed   1 a round has failed   2 traffic   3 toggles with every line
//       4 wrong data   5 wrong reply   6 wrong command or data on the DRAM pins   7 nothing moved (4-7 stay)
// fault_n: rs_board_fault, inverted; open pins (pulled up) mean no fault.
// All ports behind uart_tx are those of the path, for the lockstep bench; they get no pins.
// Reset: registers power up as 0; a counter then holds rst for 256 cycles.
`include "rs_board_parameters.vh"
`default_nettype none
module rs_board #(
    parameter ROUND_BITS = 16,
    parameter DIVIDER    = 104, // rs_board_report
    // derived, not to be set
    parameter SMS          = `ROWSTREAK_SMS,
    parameter CHANNELS     = `ROWSTREAK_CHANNELS,
    parameter CHANNEL_BITS = ones(`ROWSTREAK_CHANNEL_MASK),
    parameter BANK_BITS    = ones(`ROWSTREAK_BANK_MASK),
    parameter ROW_BITS     = ones(`ROWSTREAK_ROW_MASK),
    parameter COLUMN_BITS  = ones(`ROWSTREAK_COLUMN_MASK),
    parameter SM_BITS      = $clog2(SMS),
    parameter TAG_BITS     = `ROWSTREAK_TAG_BITS,
    parameter LINE_BITS    = `ROWSTREAK_ADDRESS_BITS - 6,
    parameter HEADER       = SM_BITS + TAG_BITS + 1 + LINE_BITS,
    parameter PAYLOAD      = (`ROWSTREAK_FLIT_BITS > HEADER) ? `ROWSTREAK_FLIT_BITS : HEADER,
    parameter DQ_BITS      = 2 * `ROWSTREAK_FLIT_BITS / (`ROWSTREAK_COLUMNS * `ROWSTREAK_BURST_CYCLES),
    parameter INDEX_BITS   = (`ROWSTREAK_COLUMNS > 1) ? $clog2(`ROWSTREAK_COLUMNS) : 0,
    parameter PIN_BITS     = (ROW_BITS > COLUMN_BITS + INDEX_BITS) ? ROW_BITS : COLUMN_BITS + INDEX_BITS + 1
) (
    input  wire                          clk,
    input  wire [2:0]                    fault_n,
    output wire [7:0]                    led,
    output wire                          uart_tx,
    output wire                          path_rst,
    output wire [SMS-1:0]                request_valid,
    output wire [SMS-1:0]                request_ready,
    output wire [SMS-1:0]                request_head,
    output wire [SMS-1:0]                request_tail,
    output wire [SMS*PAYLOAD-1:0]        request_payload,
    output wire [SMS-1:0]                reply_valid,
    output wire [SMS-1:0]                reply_ready,
    output wire [SMS-1:0]                reply_head,
    output wire [SMS-1:0]                reply_tail,
    output wire [SMS*PAYLOAD-1:0]        reply_payload,
    output wire [CHANNELS-1:0]           dfi_cs_n,
    output wire [CHANNELS-1:0]           dfi_ras_n,
    output wire [CHANNELS-1:0]           dfi_cas_n,
    output wire [CHANNELS-1:0]           dfi_we_n,
    output wire [CHANNELS*BANK_BITS-1:0] dfi_bank,
    output wire [CHANNELS*PIN_BITS-1:0]  dfi_address,
    output wire [CHANNELS-1:0]           dfi_wrdata_en,
    output wire [CHANNELS*DQ_BITS-1:0]   dfi_wrdata,
    output wire [CHANNELS-1:0]           dfi_wrdata_mask, // 0: whole lines are written
    output wire [CHANNELS-1:0]           dfi_rddata_valid,
    output wire [CHANNELS*DQ_BITS-1:0]   dfi_rddata,
    output wire [CHANNELS-1:0]           accept_valid,
    output wire [CHANNELS-1:0]           accept_write,
    output wire [CHANNELS*SM_BITS-1:0]   accept_sm,
    output wire [CHANNELS*TAG_BITS-1:0]  accept_tag,
    output wire [CHANNELS*LINE_BITS-1:0] accept_line,
    output wire                          idle
);
    function integer ones;
        input [31:0] mask;
        integer i;
        begin
            ones = 0;
            for (i = 0; i < 32; i = i + 1)
                ones = ones + {31'd0, mask[i]};
        end
    endfunction

    localparam KEPT_ROW_BITS = 5, KEPT_COLUMN_BITS = 4, DIGITS = 6;
    localparam RANDOM_BITS = KEPT_ROW_BITS - SM_BITS + BANK_BITS + CHANNEL_BITS + 2 * KEPT_COLUMN_BITS + 8; // an SM

    generate
        if (`ROWSTREAK_HEADER_WIRES != 0) begin : illegal_wires
            rs_board_needs_HEADER_WIRES_0_as_its_packets_have_the_header_in_a_flit_of_its_own stop ();
        end
        if (`ROWSTREAK_BANK_XOR != 0) begin : illegal
            rs_board_needs_BANK_XOR_0_as_its_traffic_chooses_banks_by_address_bits stop ();
        end
    endgenerate

    // ---- reset -----------------------------------------------------------------------------------
    reg  [7:0] up; // cycles since power-up
    reg        alive;
    initial begin
        up    = 8'd0;
        alive = 1'b0;
    end
    wire       rst = !(&up);
    assign path_rst = rst;
    always @(posedge clk) begin
        up    <= rst ? up + 8'd1 : up;
        alive <= alive || !rst;
    end
    reg  [5:0] fault_sampled;
    initial fault_sampled = 6'd0;
    wire [2:0] fault = ~fault_sampled[5:3];
    always @(posedge clk)
        fault_sampled <= {fault_sampled[2:0], fault_n};

    // ---- rounds ----------------------------------------------------------------------------------
    localparam [2:0] START = 3'd0, RUN = 3'd1, DRAIN = 3'd2, VERDICT = 3'd3, PRINT = 3'd4;
    reg  [2:0]            phase;
    reg  [ROUND_BITS:0]   count;     // requests served in the round
    reg                   failed;    // the round
    reg  [11:0]           still;     // cycles without a movement
    reg                   data_seen, reply_seen, dram_seen, still_seen, pass_seen, fail_seen, odd;
    wire [SMS-1:0]        bad_data, bad_reply, quiet;
    wire [CHANNELS-1:0]   served, hit, broken;
    wire                  printing;
    wire                  traffic   = phase == RUN || phase == DRAIN;
    wire                  moving    = accept_valid != {CHANNELS{1'b0}} || (reply_valid & reply_ready) != {SMS{1'b0}};
    wire                  stuck     = &still;
    wire                  error     = traffic && (bad_data != {SMS{1'b0}} || bad_reply != {SMS{1'b0}}
                                                  || broken != {CHANNELS{1'b0}} || stuck);
    wire                  drained   = (&quiet) && idle;
    wire [1:0]            quarter   = count[ROUND_BITS-1 -: 2];
    wire                  stalled   = phase == RUN && quarter[0];
    wire                  slow      = quarter[1];
    wire                  armed     = phase == RUN && quarter == 2'd1;
    wire                  one_served, one_hit; // counted in this cycle
    always @(posedge clk)
        if (!alive) begin
            phase     <= START;
            {data_seen, reply_seen, dram_seen, still_seen, pass_seen, fail_seen, odd} <= 7'd0;
        end else begin
            case (phase)
                START: // counters are cleared
                    phase <= RUN;
                RUN: // streams start
                    if (stuck)
                        phase <= VERDICT;
                    else if (count[ROUND_BITS] || failed)
                        phase <= DRAIN;
                DRAIN: // what was sent is answered
                    if (stuck || drained)
                        phase <= VERDICT;
                VERDICT: // the line starts
                    phase <= PRINT;
                default: // PRINT: until it is over
                    if (!printing)
                        phase <= failed ? VERDICT : START;
            endcase
            if (traffic) begin
                data_seen  <= data_seen || bad_data != {SMS{1'b0}};
                reply_seen <= reply_seen || bad_reply != {SMS{1'b0}};
                dram_seen  <= dram_seen || broken != {CHANNELS{1'b0}};
                still_seen <= still_seen || stuck;
            end
            if (phase == VERDICT) begin
                odd       <= !odd;
                pass_seen <= pass_seen || !failed;
                fail_seen <= fail_seen || failed;
            end
        end
    always @(posedge clk) begin
        if (phase == START)
            count <= {(ROUND_BITS+1){1'b0}};
        else if (one_served && !count[ROUND_BITS])
            count <= count + {{ROUND_BITS{1'b0}}, 1'b1};
        failed <= phase != START && (failed || error);
        still  <= !traffic || moving ? 12'd0 : still + 12'd1;
    end
    assign led = {still_seen, dram_seen, reply_seen, data_seen, odd, traffic, fail_seen, pass_seen && !fail_seen};

    // ---- counters and the line -------------------------------------------------------------------
    rs_board_tally #(.INPUTS(CHANNELS)) served_tally (.clk(clk), .rst(rst), .event_in(served), .count(one_served));
    rs_board_tally #(.INPUTS(CHANNELS)) hit_tally (.clk(clk), .rst(rst), .event_in(hit), .count(one_hit));
    wire [4:0]  rotate;
    wire [19:0] digit;
    wire [4:0]  clear    = {{4{phase == START}}, !alive};
    wire [4:0]  count_up = {error, one_hit, traffic, one_served, phase == START};
    genvar i;
    generate
        for (i = 0; i < 5; i = i + 1) begin : counter
            rs_board_counter #(.DIGITS(DIGITS)) decimal (
                .clk(clk), .clear(clear[i]), .rotate(rotate[i]), .count(count_up[i]), .top(digit[4*i +: 4]));
        end
    endgenerate
    rs_board_report #(.DIVIDER(DIVIDER), .DIGITS(DIGITS)) report (
        .clk(clk), .rst(!alive), .print(phase == VERDICT), .failed(failed), .digit(digit), .rotate(rotate),
        .printing(printing), .uart_tx(uart_tx));

    // ---- SMs -------------------------------------------------------------------------------------
    wire [SMS*RANDOM_BITS-1:0] random;
    rs_lfsr #(.BITS(SMS * RANDOM_BITS)) lfsr (.clk(clk), .rst(!alive), .seed(32'd2), .advance(1'b1), .word(random));
    wire [SMS-1:0]         sm_request_valid, sm_request_ready, sm_reply_valid;
    wire [SMS*PAYLOAD-1:0] sm_reply_payload;
    generate
        for (i = 0; i < SMS; i = i + 1) begin : sm
            rs_board_sm #(
                .SM(i), .SMS(SMS), .FLIT_BITS(`ROWSTREAK_FLIT_BITS), .TAG_BITS(TAG_BITS), .ADDRESS_BITS(`ROWSTREAK_ADDRESS_BITS),
                .CHANNEL_MASK(`ROWSTREAK_CHANNEL_MASK), .BANK_MASK(`ROWSTREAK_BANK_MASK), .ROW_MASK(`ROWSTREAK_ROW_MASK),
                .COLUMN_MASK(`ROWSTREAK_COLUMN_MASK), .CHANNEL_BITS(CHANNEL_BITS), .BANK_BITS(BANK_BITS), .ROW_BITS(ROW_BITS),
                .COLUMN_BITS(COLUMN_BITS), .KEPT_ROW_BITS(KEPT_ROW_BITS), .KEPT_COLUMN_BITS(KEPT_COLUMN_BITS),
                .PAYLOAD(PAYLOAD)) traffic (
                .clk(clk), .rst(rst), .run(phase == RUN), .slow_down(slow), .stall(stalled),
                .random(random[i*RANDOM_BITS +: RANDOM_BITS]),
                .request_valid(sm_request_valid[i]), .request_ready(sm_request_ready[i]), .request_head(request_head[i]),
                .request_tail(request_tail[i]), .request_payload(request_payload[i*PAYLOAD +: PAYLOAD]),
                .reply_valid(sm_reply_valid[i]), .reply_ready(reply_ready[i]), .reply_head(reply_head[i]),
                .reply_tail(reply_tail[i]), .reply_payload(sm_reply_payload[i*PAYLOAD +: PAYLOAD]),
                .bad_data(bad_data[i]), .bad_reply(bad_reply[i]), .quiet(quiet[i]));
            if (i != 0) begin : straight
                assign request_valid[i]    = sm_request_valid[i];
                assign sm_request_ready[i] = request_ready[i];
                assign sm_reply_valid[i]   = reply_valid[i];
                assign sm_reply_payload[i*PAYLOAD +: PAYLOAD] = reply_payload[i*PAYLOAD +: PAYLOAD];
            end
        end
    endgenerate

    // ---- the path --------------------------------------------------------------------------------
    rs_memory_path #(`ROWSTREAK_PARAMETERS) memory_path (
        .clk(clk), .rst(rst), .policy(2'd`ROWSTREAK_HOLD_POLICY), .hash_bits(5'd`ROWSTREAK_HASH_BITS),
        .age_cap(8'd`ROWSTREAK_AGE_CAP), .hold_limit(8'd`ROWSTREAK_HOLD_LIMIT), .wait_guard(1'd`ROWSTREAK_WAIT_GUARD),
        .seed(32'd`ROWSTREAK_SEED), .static_vc(1'd`ROWSTREAK_STATIC_VC), .bank_ready(1'd`ROWSTREAK_BANK_READY),
        .request_valid(request_valid), .request_ready(request_ready), .request_head(request_head),
        .request_tail(request_tail), .request_payload(request_payload), .reply_valid(reply_valid),
        .reply_ready(reply_ready), .reply_head(reply_head), .reply_tail(reply_tail), .reply_payload(reply_payload),
        .dfi_cs_n(dfi_cs_n), .dfi_ras_n(dfi_ras_n), .dfi_cas_n(dfi_cas_n), .dfi_we_n(dfi_we_n), .dfi_bank(dfi_bank),
        .dfi_address(dfi_address), .dfi_wrdata_en(dfi_wrdata_en), .dfi_wrdata(dfi_wrdata),
        .dfi_wrdata_mask(dfi_wrdata_mask), .dfi_rddata_valid(dfi_rddata_valid), .dfi_rddata(dfi_rddata),
        .accept_valid(accept_valid), .accept_write(accept_write), .accept_sm(accept_sm), .accept_tag(accept_tag),
        .accept_line(accept_line), .idle(idle));

    // ---- the DRAM --------------------------------------------------------------------------------
    wire [CHANNELS*4-1:0]         command;   // {cs_n, ras_n, cas_n, we_n} as the DRAM sees it
    wire [CHANNELS*BANK_BITS-1:0] bank;
    wire [CHANNELS*PIN_BITS-1:0]  address;
    wire [CHANNELS*DQ_BITS-1:0]   rddata;
    generate
        for (i = 0; i < CHANNELS; i = i + 1) begin : channel
            rs_board_dram #(
                .BANK_BITS(BANK_BITS), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .PIN_BITS(PIN_BITS), .DQ_BITS(DQ_BITS),
                .COLUMNS(`ROWSTREAK_COLUMNS), .BURST_CYCLES(`ROWSTREAK_BURST_CYCLES), .CL(`ROWSTREAK_CL), .WL(`ROWSTREAK_WL),
                .T_RCD(`ROWSTREAK_T_RCD), .T_RAS(`ROWSTREAK_T_RAS), .T_RP(`ROWSTREAK_T_RP),
                .KEPT_ROW_BITS(KEPT_ROW_BITS), .KEPT_COLUMN_BITS(KEPT_COLUMN_BITS)) dram (
                .clk(clk), .rst(rst), .dfi_cs_n(command[4*i+3]), .dfi_ras_n(command[4*i+2]), .dfi_cas_n(command[4*i+1]),
                .dfi_we_n(command[4*i]), .dfi_bank(bank[i*BANK_BITS +: BANK_BITS]),
                .dfi_address(address[i*PIN_BITS +: PIN_BITS]), .dfi_wrdata_en(dfi_wrdata_en[i]),
                .dfi_wrdata(dfi_wrdata[i*DQ_BITS +: DQ_BITS]), .dfi_rddata_valid(dfi_rddata_valid[i]),
                .dfi_rddata(rddata[i*DQ_BITS +: DQ_BITS]), .served(served[i]), .hit(hit[i]), .broken(broken[i]));
            if (i != 0) begin : straight
                assign command[4*i +: 4] = {dfi_cs_n[i], dfi_ras_n[i], dfi_cas_n[i], dfi_we_n[i]};
                assign bank[i*BANK_BITS +: BANK_BITS]    = dfi_bank[i*BANK_BITS +: BANK_BITS];
                assign address[i*PIN_BITS +: PIN_BITS]   = dfi_address[i*PIN_BITS +: PIN_BITS];
                assign dfi_rddata[i*DQ_BITS +: DQ_BITS]  = rddata[i*DQ_BITS +: DQ_BITS];
            end
        end
    endgenerate

    rs_board_fault #(.BANK_BITS(BANK_BITS), .PIN_BITS(PIN_BITS), .DQ_BITS(DQ_BITS), .PAYLOAD(PAYLOAD)) breaking (
        .clk(clk), .rst(rst), .fault(fault), .armed(armed),
        .request_valid(sm_request_valid[0]), .request_head(request_head[0]), .request_tail(request_tail[0]),
        .request_ready(sm_request_ready[0]), .path_request_valid(request_valid[0]), .path_request_ready(request_ready[0]),
        .path_reply_valid(reply_valid[0]), .path_reply_head(reply_head[0]), .path_reply_payload(reply_payload[PAYLOAD-1:0]),
        .reply_valid(sm_reply_valid[0]), .reply_ready(reply_ready[0]), .reply_payload(sm_reply_payload[PAYLOAD-1:0]),
        .path_command({dfi_cs_n[0], dfi_ras_n[0], dfi_cas_n[0], dfi_we_n[0]}), .path_bank(dfi_bank[BANK_BITS-1:0]),
        .path_address(dfi_address[PIN_BITS-1:0]), .command(command[3:0]), .bank(bank[BANK_BITS-1:0]),
        .address(address[PIN_BITS-1:0]), .rddata_valid(dfi_rddata_valid[0]), .rddata(rddata[DQ_BITS-1:0]),
        .path_rddata(dfi_rddata[DQ_BITS-1:0]));
endmodule
`default_nettype wire
