// The smoke test of rowstreak.core: does the hardware work in this simulator. Writes 64 lines' worth of random words through the AXI4
// slave of axi4_controller_top (tests/outside, DRAM behind its pins) in bursts of 8 beats, reads them back in another order, and
// compares. Ends with PASS, or with FAIL and what was found.
`timescale 1ns / 1ps
module smoke_bench;
    localparam BURSTS = 64, BEATS = 8, LIMIT = 200000;
    reg clk = 1'b0, rst = 1'b1;
    always #5 clk = !clk;

    reg         awvalid = 1'b0, wvalid = 1'b0, bready = 1'b0, arvalid = 1'b0, rready = 1'b0;
    reg  [31:0] awaddr = 0, araddr = 0;
    reg  [63:0] wdata = 0;
    reg         wlast = 1'b0;
    wire        awready, wready, bvalid, arready, rvalid, rlast, idle;
    wire [1:0]  bresp, rresp;
    wire [63:0] rdata;
    wire [3:0]  bid, rid;
    axi4_controller_top top (
        .clk(clk), .rst(rst),
        .s_axi_awid(4'd1), .s_axi_awaddr(awaddr), .s_axi_awlen(8'd7), .s_axi_awsize(3'd3), .s_axi_awburst(2'd1),
        .s_axi_awvalid(awvalid), .s_axi_awready(awready),
        .s_axi_wdata(wdata), .s_axi_wstrb(8'hff), .s_axi_wlast(wlast), .s_axi_wvalid(wvalid), .s_axi_wready(wready),
        .s_axi_bid(bid), .s_axi_bresp(bresp), .s_axi_bvalid(bvalid), .s_axi_bready(bready),
        .s_axi_arid(4'd2), .s_axi_araddr(araddr), .s_axi_arlen(8'd7), .s_axi_arsize(3'd3), .s_axi_arburst(2'd1),
        .s_axi_arvalid(arvalid), .s_axi_arready(arready),
        .s_axi_rid(rid), .s_axi_rdata(rdata), .s_axi_rresp(rresp), .s_axi_rlast(rlast), .s_axi_rvalid(rvalid), .s_axi_rready(rready),
        .idle(idle));

    reg [63:0] written [0:BURSTS*BEATS-1];
    integer    burst, beat, read, cycles = 0, errors = 0;

    // Lines 37 apart, so that banks and rows change from one burst to the next.
    function [31:0] address(input integer number);
        address = (number * 37 % 1024) * 64;
    endfunction
    task fail(input [8*24-1:0] what);
        begin
            errors = errors + 1;
            $display("FAIL: %0s, burst %0d beat %0d: found %h, expected %h", what, burst, beat, rdata, written[burst*BEATS+beat]);
            $finish;
        end
    endtask
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == LIMIT) fail("no end");
    end

    // Inputs change behind the clock edge; a transfer is seen at the next edge.
    initial begin
        repeat (4) @(posedge clk);
        #1 rst = 1'b0;
        for (burst = 0; burst < BURSTS; burst = burst + 1) begin
            awaddr = address(burst);
            awvalid = 1'b1;
            @(negedge clk) while (!awready) @(negedge clk);
            @(posedge clk) #1 awvalid = 1'b0;
            for (beat = 0; beat < BEATS; beat = beat + 1) begin
                written[burst*BEATS+beat] = {$random, $random};
                wdata = written[burst*BEATS+beat];
                wlast = beat == BEATS - 1;
                wvalid = 1'b1;
                @(negedge clk) while (!wready) @(negedge clk);
                @(posedge clk) #1 wvalid = 1'b0;
            end
            bready = 1'b1;
            @(negedge clk) while (!bvalid) @(negedge clk);
            if (bresp != 2'd0 || bid != 4'd1) fail("answer");
            @(posedge clk) #1 bready = 1'b0;
        end
        for (read = 0; read < BURSTS; read = read + 1) begin
            burst = (read * 23 + 5) % BURSTS;
            araddr = address(burst);
            arvalid = 1'b1;
            @(negedge clk) while (!arready) @(negedge clk);
            @(posedge clk) #1 arvalid = 1'b0;
            rready = 1'b1;
            for (beat = 0; beat < BEATS; beat = beat + 1) begin
                @(negedge clk) while (!rvalid) @(negedge clk);
                if (rdata !== written[burst*BEATS+beat]) fail("word");
                if (rresp != 2'd0 || rid != 4'd2 || rlast != (beat == BEATS - 1)) fail("response, id or last");
            end
            @(posedge clk) #1 rready = 1'b0;
        end
        if (errors == 0) $display("PASS: %0d words written and read, %0d cycles", BURSTS * BEATS, cycles);
        $finish;
    end
endmodule
