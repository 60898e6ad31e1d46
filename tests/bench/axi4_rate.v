// How many cycles a burst takes at rs_axi4_controller, by kind: a master that is always there, and a DRAM of 64 KB behind a PHY. Prints a
// line: cycles a burst of whole lines written; of 8 bytes written, each to another line, and each to the next 8 bytes; of 8 bytes read, each
// alone (the latency of a read).
`timescale 1ns / 1ps
`default_nettype none
module axi4_rate;
    parameter ECC = 0, MERGES = 4;
    localparam BURSTS = 512, BYTES = 64, PHY_BITS = ECC != 0 ? 144 : 128, DM_BITS = ECC != 0 ? 1 : 16;
    reg clk = 1'b0, rst = 1'b1;
    always #5 clk = !clk;

    reg         awvalid = 1'b0, wvalid = 1'b0, arvalid = 1'b0;
    reg  [31:0] awaddr = 0, araddr = 0;
    reg  [63:0] wstrb = 0;
    wire        awready, wready, bvalid, arready, rvalid, rlast, idle;
    wire [1:0]  bresp, rresp;
    wire [511:0] rdata;
    wire [3:0]  bid, rid;
    wire        init_start, init_complete, reset_n, cke, odt, cs_n, ras_n, cas_n, we_n, wrdata_en, rddata_en, rddata_valid;
    wire [1:0]  bank;
    wire [11:0] address;
    wire [PHY_BITS-1:0] wrdata, rddata;
    wire [DM_BITS-1:0] wrdata_mask;
    wire        ready, stray_error, missing_error, corrected_error, failed_error;
    wire [7:0]  stray_count, missing_count, corrected_count, failed_count;
    rs_axi4_controller #(.BEAT_BYTES(BYTES), .ADDRESS_BITS(16), .BANK_MASK(32'h0300), .COLUMN_MASK(32'h0cc0), .ROW_MASK(32'hf000), .WRITES(16),
        .ECC(ECC), .MERGES(MERGES), .T_RESET(20), .T_CKE(10), .T_XPR(10), .T_MRD(6), .T_MOD(12), .T_ZQINIT(20),
        .T_DLLK(40)) dut (
        .clk(clk), .rst(rst), .s_axi_awid(4'd0), .s_axi_awaddr(awaddr), .s_axi_awlen(8'd0), .s_axi_awsize(3'd6), .s_axi_awburst(2'd1),
        .s_axi_awvalid(awvalid), .s_axi_awready(awready), .s_axi_wdata(512'd0), .s_axi_wstrb(wstrb), .s_axi_wvalid(wvalid), .s_axi_wready(wready),
        .s_axi_bid(bid), .s_axi_bresp(bresp), .s_axi_bvalid(bvalid), .s_axi_bready(1'b1), .s_axi_arid(4'd0), .s_axi_araddr(araddr),
        .s_axi_arlen(8'd0), .s_axi_arsize(3'd3), .s_axi_arburst(2'd1), .s_axi_arvalid(arvalid), .s_axi_arready(arready), .s_axi_rid(rid),
        .s_axi_rdata(rdata), .s_axi_rresp(rresp), .s_axi_rlast(rlast), .s_axi_rvalid(rvalid), .s_axi_rready(1'b1),
        .dfi_init_start(init_start), .dfi_init_complete(init_complete), .dfi_reset_n(reset_n), .dfi_cke(cke), .dfi_odt(odt),
        .dfi_cs_n(cs_n), .dfi_ras_n(ras_n), .dfi_cas_n(cas_n), .dfi_we_n(we_n), .dfi_bank(bank), .dfi_address(address),
        .dfi_wrdata_en(wrdata_en), .dfi_wrdata(wrdata), .dfi_wrdata_mask(wrdata_mask), .dfi_rddata_en(rddata_en),
        .dfi_rddata_valid(rddata_valid), .dfi_rddata(rddata), .ready(ready), .error_clear(1'b0), .stray_error(stray_error),
        .missing_error(missing_error), .stray_count(stray_count), .missing_count(missing_count), .corrected_error(corrected_error),
        .failed_error(failed_error), .corrected_count(corrected_count), .failed_count(failed_count), .age_cap(1'b0), .idle(idle));
    dfi_phy_pins #(.DQ_BITS(PHY_BITS), .DM_BITS(DM_BITS)) phy (
        .clk(clk), .rst(rst), .dfi_init_start(init_start), .dfi_init_complete(init_complete), .dfi_cs_n(cs_n), .dfi_ras_n(ras_n),
        .dfi_cas_n(cas_n), .dfi_we_n(we_n), .dfi_bank(bank), .dfi_address(address), .dfi_wrdata(wrdata), .dfi_wrdata_mask(wrdata_mask),
        .dfi_rddata_valid(rddata_valid), .dfi_rddata(rddata));

    integer cycles = 0, from, addresses, words, answers, n;
    always @(posedge clk) cycles <= cycles + 1;

    // Bytes of a burst, and how far on the next one begins. Inputs change behind the clock edge.
    task write(input integer bytes, input integer step);
        begin
            from      = cycles;
            addresses = 0;
            words     = 0;
            answers   = 0;
            while (answers < BURSTS) begin
                awvalid = addresses < BURSTS;
                awaddr  = addresses * step % 65536;
                wvalid  = words < BURSTS;
                wstrb   = bytes == 64 ? ~64'd0 : 64'hff << (words * step % 64);
                @(negedge clk);
                addresses = addresses + (awvalid && awready);
                words     = words + (wvalid && wready);
                answers   = answers + bvalid;
                @(posedge clk) #1;
            end
            $write(" %0d.%0d", (cycles - from) / BURSTS, (cycles - from) % BURSTS * 10 / BURSTS);
        end
    endtask

    initial begin
        repeat (4) @(posedge clk);
        #1 rst = 1'b0;
        while (!ready) @(posedge clk);
        #1 write(64, 64);
        write(8, 64);
        write(8, 8);
        while (!idle) @(posedge clk);
        #1 from = cycles;
        for (n = 0; n < 64; n = n + 1) begin
            araddr  = n * 64;
            arvalid = 1'b1;
            @(negedge clk) while (!arready) @(negedge clk);
            @(posedge clk) #1 arvalid = 1'b0;
            @(negedge clk) while (!rvalid) @(negedge clk);
            @(posedge clk) #1;
        end
        $display(" %0d.%0d", (cycles - from) / 64, (cycles - from) % 64 * 10 / 64);
        $finish;
    end
endmodule
`default_nettype wire
