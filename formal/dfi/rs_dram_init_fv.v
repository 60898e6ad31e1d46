// Proof of rs_dram_init by its pins alone, with times of its own: what the DRAM must see before it may be used.
//   order       mode registers and other commands in the order of the standard, none but those, none with CKE at 0
//   apart       each command its time behind what was before it; reset_n and cke low long enough
//   locked      done not before T_DLLK behind the DLL's reset, nor before the time of the last command; all commands are out
//   stays       reset_n, cke and done stay 1; behind done there is no command
//   ends        done within the sum of the times behind phy_ready
`default_nettype none
module rs_dram_init_fv #(
    parameter DRAM     = 1,
    parameter T_RESET  = 3,
    parameter T_CKE    = 4,
    parameter T_XPR    = 5,
    parameter T_MRD    = 2,
    parameter T_MOD    = 3,
    parameter T_ZQINIT = 4,
    parameter T_DLLK   = 9,
    parameter T_RP     = 2,
    parameter T_RFC    = 3
) (
    input wire clk,
    input wire rst,
    input wire phy_ready
);
    localparam AGE = 6;
    localparam COMMANDS = DRAM == 1 ? 5 : 6;
    wire        start, reset_n, cke, cs_n, ras_n, cas_n, we_n, done;
    wire [1:0]  bank;
    wire [12:0] address;
    rs_dram_init #(.DRAM(DRAM), .BURST_CYCLES(4), .CL(6), .WL(6), .T_WR(7), .T_RP(T_RP), .T_RFC(T_RFC), .T_RESET(T_RESET), .T_CKE(T_CKE),
                   .T_XPR(T_XPR), .T_MRD(T_MRD), .T_MOD(T_MOD), .T_ZQINIT(T_ZQINIT), .T_DLLK(T_DLLK), .BANK_BITS(2), .PIN_BITS(13)) dut (
        .clk(clk), .rst(rst), .phy_ready(phy_ready), .start(start), .reset_n(reset_n), .cke(cke), .cs_n(cs_n), .ras_n(ras_n),
        .cas_n(cas_n), .we_n(we_n), .bank(bank), .address(address), .done(done));

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);
    wire check = started && !rst;

    // Ages stop at their greatest value. runs: the PHY has been ready in a cycle before.
    wire       command = !cs_n;
    reg        runs, was_reset_n, was_cke, was_done;
    reg  [2:0] seen;                   // commands
    reg  [AGE-1:0] low, low_cke, quiet, unlocked, all, wait_for;
    function [AGE-1:0] older;
        input [AGE-1:0] age;
        older = &age ? age : age + 1;
    endfunction
    wire [AGE-1:0] low_next = older(low), low_cke_next = older(low_cke), quiet_next = older(quiet), unlocked_next = older(unlocked),
                   all_next = older(all);
    always @(posedge clk) begin
        runs        <= !rst && (runs || phy_ready);
        was_reset_n <= !rst && reset_n;
        was_cke     <= !rst && cke;
        was_done    <= !rst && done;
        low         <= rst ? 0 : runs && !reset_n ? low_next : low;
        low_cke     <= rst ? 0 : reset_n && !cke ? low_cke_next : low_cke;
        quiet       <= rst || command || (cke && !was_cke) ? 1 : quiet_next;
        unlocked    <= rst || (command && {ras_n, cas_n, we_n} == 3'b000 && bank == 0) ? 1 : unlocked_next;
        all         <= rst ? 0 : runs ? all_next : 0;
        seen        <= rst ? 0 : seen + (command && seen != 7 ? 1 : 0);
        if (cke && !was_cke)
            wait_for <= T_XPR;
        else if (command)
            wait_for <= its_time;
    end
    reg            its_turn;
    reg  [AGE-1:0] its_time;
    wire [2:0]     kind = {ras_n, cas_n, we_n};
    wire           mrs  = kind == 3'b000;
    always @* begin
        if (DRAM == 1) begin
            its_turn = seen == 0 ? mrs && bank == 2 : seen == 1 ? mrs && bank == 3 : seen == 2 ? mrs && bank == 1
                     : seen == 3 ? mrs && bank == 0 && address[8] : seen == 4 && kind == 3'b110 && address[10];
            its_time = seen < 3 ? T_MRD : seen == 3 ? T_MOD : T_ZQINIT;
        end else begin
            its_turn = seen == 0 || seen == 3 ? kind == 3'b010 && address[8] : seen == 1 ? mrs && bank == 1
                     : seen == 2 ? mrs && bank == 0 && address[8] : seen < 6 && kind == 3'b001;
            its_time = seen == 0 || seen == 3 ? T_RP : seen < 3 ? T_MRD : T_RFC;
        end
    end
    localparam SUM_DDR3  = T_RESET + T_CKE + T_XPR + 3 * T_MRD + T_MOD + (T_ZQINIT > T_DLLK - T_MOD ? T_ZQINIT : T_DLLK - T_MOD);
    localparam GDDR3_LEFT = T_DLLK - T_MRD - T_RP - T_RFC;
    localparam SUM_GDDR3 = T_RESET + T_CKE + T_XPR + 2 * T_RP + 2 * T_MRD + T_RFC + (T_RFC > GDDR3_LEFT ? T_RFC : GDDR3_LEFT);
    localparam SUM       = DRAM == 1 ? SUM_DDR3 : SUM_GDDR3;
    always @(posedge clk)
        if (check) begin
            order:      assert (!command || its_turn);
            apart:      assert (!command || (cke && was_cke && quiet >= wait_for));
            reset_low:  assert (!reset_n || was_reset_n || low >= T_RESET);
            cke_low:    assert (!cke || was_cke || (was_reset_n && low_cke >= T_CKE));
            in_reset:   assert (reset_n || (!cke && !done));
            all_out:    assert (!done || was_done || (seen == COMMANDS && quiet >= wait_for));
            locked:     assert (!done || was_done || unlocked >= T_DLLK);
            stays:      assert ((!was_reset_n || reset_n) && (!was_cke || cke) && (!was_done || done));
            no_more:    assert (!was_done || !command);
            asks:       assert (start == !runs);
            ends:       assert (all < SUM || done);
            cover (done && was_done && all == SUM + 1);
            cover (runs && command && seen == COMMANDS - 1);
        end
endmodule
`default_nettype wire
