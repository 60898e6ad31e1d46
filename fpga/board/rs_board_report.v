// rs_board_report: one line of text over a serial line, 8 data bits, no parity, 1 stop bit.
//
// print starts the line when `printing` is 0:
//   rowstreak PASS  round 000001  requests 065536  cycles 212345  hits 043210  errors 000000 CR LF
// (FAIL with failed = 1). The numbers are five counters of DIGITS digits, in this order: digit[4*k +: 4] is the highest
// digit of counter k, which is to move on by one place with rotate[k] (rs_board_counter).
// Timing: DIVIDER clocks a bit; printing is 1 until the line's last stop bit is over.
`default_nettype none
module rs_board_report #(
    parameter DIVIDER = 104, // 12 MHz / 115200
    parameter DIGITS  = 6
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        print,
    input  wire        failed,
    input  wire [19:0] digit,
    output wire [4:0]  rotate,
    output reg         printing,
    output wire        uart_tx
);
    generate
        if (DIVIDER < 2 || DIGITS < 1 || DIGITS > 9) begin : illegal
            rs_board_report_needs_divider_2_or_more_and_1_to_9_digits stop ();
        end
    endgenerate

    // Codes from 128 on stand for what is not fixed: 128 + k the digits of counter k, 192 + i letter i of the verdict.
    localparam LENGTH = 10 + 4 + 8 + 11 + 9 + 7 + 9 + 2 + 5;
    localparam [8*LENGTH-1:0] TEXT = {"rowstreak ", 8'd192, 8'd193, 8'd194, 8'd195, "  round ", 8'd128, "  requests ",
        8'd129, "  cycles ", 8'd130, "  hits ", 8'd131, "  errors ", 8'd132, 8'd13, 8'd10};
    localparam PLACE_BITS = $clog2(LENGTH + 1);
    localparam [31:0] END = LENGTH, LAST_DIGIT = DIGITS - 1, LAST_TICK = DIVIDER - 1;
    localparam TICK_BITS = $clog2(DIVIDER);
    (* ram_style = "block" *) reg [7:0] text [0:(1<<PLACE_BITS)-1];
    integer i;
    initial
        for (i = 0; i < (1 << PLACE_BITS); i = i + 1)
            text[i] = i < LENGTH ? TEXT[8*(LENGTH-1-(i%LENGTH)) +: 8] : 8'd0;

    reg  [PLACE_BITS-1:0] place;
    reg  [3:0]            repeated;  // digits of a number sent so far
    reg  [9:0]            shift;     // stop bit, character, start bit
    reg  [3:0]            bits;      // still to send
    reg  [TICK_BITS-1:0]  tick;
    reg  [7:0]            code;      // at place
    reg                   fetched;   // code is that of place
    wire                  is_number  = code[7:6] == 2'b10;
    wire                  is_verdict = code[7:6] == 2'b11;
    wire [3:0]            shown      = digit[{code[2:0], 2'b00} +: 4];
    wire [7:0]            verdict    = code[1:0] == 2'd0 ? (failed ? "F" : "P") : code[1:0] == 2'd1 ? "A"
                                     : code[1:0] == 2'd2 ? (failed ? "I" : "S") : failed ? "L" : "S";
    wire [7:0]            character  = is_number ? {4'h3, shown} : is_verdict ? verdict : code;
    wire                  over       = place == END[PLACE_BITS-1:0];
    wire                  load       = printing && fetched && bits == 4'd0 && !over;
    wire                  stay       = is_number && repeated != LAST_DIGIT[3:0];
    assign uart_tx = shift[0];
    assign rotate  = load && is_number ? 5'd1 << code[2:0] : 5'd0;

    always @(posedge clk) begin
        code <= text[place];
        if (rst) begin
            printing <= 1'b0;
            fetched  <= 1'b0;
            shift    <= {10{1'b1}};
            bits     <= 4'd0;
        end else begin
            fetched <= printing && !load;
            if (print && !printing) begin
                printing <= 1'b1;
                place    <= {PLACE_BITS{1'b0}};
                repeated <= 4'd0;
            end
            if (load) begin
                shift    <= {1'b1, character, 1'b0};
                bits     <= 4'd10;
                tick     <= {TICK_BITS{1'b0}};
                repeated <= stay ? repeated + 4'd1 : 4'd0;
                if (!stay)
                    place <= place + {{(PLACE_BITS-1){1'b0}}, 1'b1};
            end else if (bits != 4'd0) begin
                tick <= tick == LAST_TICK[TICK_BITS-1:0] ? {TICK_BITS{1'b0}} : tick + {{(TICK_BITS-1){1'b0}}, 1'b1};
                if (tick == LAST_TICK[TICK_BITS-1:0]) begin
                    shift <= {1'b1, shift[9:1]};
                    bits  <= bits - 4'd1;
                end
            end else if (printing && fetched && over)
                printing <= 1'b0;
        end
    end
endmodule
`default_nettype wire
