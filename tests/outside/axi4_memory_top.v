// What AXI4 masters of others drive: several slaves in front of the memory path, 64 KB of DRAM behind its controllers. The pins of
// slave i are registers port[i].s_axi_*, which the master sets. MACHINE, from the command line, names the machine.
`timescale 1ns / 1ps
`ifndef MACHINE
`define MACHINE 0
`endif
module axi4_memory_top (input wire clk, rst, output wire idle);
    // 0: four slaves, banked FIFOs behind grants held by a row hash, bounded. 1: two wide slaves, two virtual channels, four FR-FCFS.
    // 2: three narrow slaves, an L2 bank in front of each FIFO, so small that it evicts.
    localparam PORTS      = `MACHINE == 0 ? 4 : `MACHINE == 1 ? 2 : 3;
    localparam BEAT_BYTES = `MACHINE == 0 ? 8 : `MACHINE == 1 ? 64 : 4;
    localparam CHANNELS   = `MACHINE == 1 ? 4 : 2;
    localparam BANK_BITS  = 2;
    localparam ROW_BITS   = 4;
    localparam COLUMN_BITS = CHANNELS == 2 ? 3 : 2;
    localparam PIN_BITS   = COLUMN_BITS + 2;
    localparam ID_BITS    = 4;
    localparam DATA_BITS  = 8 * BEAT_BYTES;

    wire [PORTS*ID_BITS-1:0]    awid, bid, arid, rid;
    wire [PORTS*32-1:0]         awaddr, araddr;
    wire [PORTS*8-1:0]          awlen, arlen;
    wire [PORTS*3-1:0]          awsize, arsize;
    wire [PORTS*2-1:0]          awburst, arburst, bresp, rresp;
    wire [PORTS-1:0]            awvalid, awready, wvalid, wready, bvalid, bready, arvalid, arready, rvalid, rready, rlast;
    wire [PORTS*DATA_BITS-1:0]  wdata, rdata;
    wire [PORTS*BEAT_BYTES-1:0] wstrb;
    wire [CHANNELS-1:0]         cs_n, ras_n, cas_n, we_n, wrdata_en, rddata_valid;
    wire [CHANNELS*BANK_BITS-1:0] bank;
    wire [CHANNELS*PIN_BITS-1:0]  address;
    wire [CHANNELS*128-1:0]     wrdata, rddata;
    wire [CHANNELS*16-1:0]      wrdata_mask;
    wire unused = &{1'b0, wrdata_en};

    genvar i;
    generate
        for (i = 0; i < PORTS; i = i + 1) begin : port
            reg  [ID_BITS-1:0]    s_axi_awid, s_axi_arid;
            reg  [31:0]           s_axi_awaddr, s_axi_araddr;
            reg  [7:0]            s_axi_awlen, s_axi_arlen;
            reg  [2:0]            s_axi_awsize, s_axi_arsize;
            reg  [1:0]            s_axi_awburst, s_axi_arburst;
            reg                   s_axi_awvalid, s_axi_wvalid, s_axi_wlast, s_axi_bready, s_axi_arvalid, s_axi_rready;
            reg  [DATA_BITS-1:0]  s_axi_wdata;
            reg  [BEAT_BYTES-1:0] s_axi_wstrb;
            wire [ID_BITS-1:0]    s_axi_bid = bid[i*ID_BITS +: ID_BITS];
            wire [ID_BITS-1:0]    s_axi_rid = rid[i*ID_BITS +: ID_BITS];
            wire [1:0]            s_axi_bresp = bresp[i*2 +: 2];
            wire [1:0]            s_axi_rresp = rresp[i*2 +: 2];
            wire [DATA_BITS-1:0]  s_axi_rdata = rdata[i*DATA_BITS +: DATA_BITS];
            wire                  s_axi_awready = awready[i];
            wire                  s_axi_wready = wready[i];
            wire                  s_axi_bvalid = bvalid[i];
            wire                  s_axi_arready = arready[i];
            wire                  s_axi_rvalid = rvalid[i];
            wire                  s_axi_rlast = rlast[i];
            // cycles in which a channel waits; bursts written; lines that come back in another order than the slots
            integer               aw_waits = 0, w_waits = 0, b_waits = 0, ar_waits = 0, r_waits = 0, out_of_order = 0, bursts = 0;
            integer               before = 0;
            always @(posedge clk)
                if (!rst) begin
                    aw_waits <= aw_waits + (s_axi_awvalid && !s_axi_awready);
                    w_waits  <= w_waits + (s_axi_wvalid && !s_axi_wready);
                    b_waits  <= b_waits + (s_axi_bvalid && !s_axi_bready);
                    ar_waits <= ar_waits + (s_axi_arvalid && !s_axi_arready);
                    r_waits  <= r_waits + (s_axi_rvalid && !s_axi_rready);
                    bursts   <= bursts + (s_axi_wvalid && s_axi_wready && s_axi_wlast);
                    if (dut.slave[i].answer_valid) begin
                        before       <= dut.slave[i].answer_id;
                        out_of_order <= out_of_order + (dut.slave[i].answer_id != (before + 1) % (1 << dut.SLOT_BITS));
                    end
                end
            assign awid[i*ID_BITS +: ID_BITS] = s_axi_awid;
            assign arid[i*ID_BITS +: ID_BITS] = s_axi_arid;
            assign awaddr[i*32 +: 32] = s_axi_awaddr;
            assign araddr[i*32 +: 32] = s_axi_araddr;
            assign awlen[i*8 +: 8] = s_axi_awlen;
            assign arlen[i*8 +: 8] = s_axi_arlen;
            assign awsize[i*3 +: 3] = s_axi_awsize;
            assign arsize[i*3 +: 3] = s_axi_arsize;
            assign awburst[i*2 +: 2] = s_axi_awburst;
            assign arburst[i*2 +: 2] = s_axi_arburst;
            assign awvalid[i] = s_axi_awvalid;
            assign wvalid[i] = s_axi_wvalid;
            assign bready[i] = s_axi_bready;
            assign arvalid[i] = s_axi_arvalid;
            assign rready[i] = s_axi_rready;
            assign wdata[i*DATA_BITS +: DATA_BITS] = s_axi_wdata;
            assign wstrb[i*BEAT_BYTES +: BEAT_BYTES] = s_axi_wstrb;
        end
        for (i = 0; i < CHANNELS; i = i + 1) begin : channel
            dram_pins #(.BANK_BITS(BANK_BITS), .ROW_BITS(ROW_BITS), .PIN_BITS(PIN_BITS), .COLUMN_PINS(COLUMN_BITS + 1)) dram (
                .clk(clk), .rst(rst), .dfi_cs_n(cs_n[i]), .dfi_ras_n(ras_n[i]), .dfi_cas_n(cas_n[i]), .dfi_we_n(we_n[i]),
                .dfi_bank(bank[i*BANK_BITS +: BANK_BITS]), .dfi_address(address[i*PIN_BITS +: PIN_BITS]),
                .dfi_wrdata(wrdata[i*128 +: 128]), .dfi_wrdata_mask(wrdata_mask[i*16 +: 16]), .dfi_rddata_valid(rddata_valid[i]),
                .dfi_rddata(rddata[i*128 +: 128]));
        end
    endgenerate

    // 16 address bits: 0 to 5 within a line, channel from 8 on, then the bank, row from 12 on, all others the column
    rs_axi4_memory #(
        .PORTS(PORTS), .BEAT_BYTES(BEAT_BYTES), .AXI_ID_BITS(ID_BITS), .ADDRESS_BITS(16), .CHANNELS(CHANNELS),
        .CHANNEL_MASK(CHANNELS == 2 ? 32'h0100 : 32'h0300), .BANK_MASK(CHANNELS == 2 ? 32'h0600 : 32'h0c00),
        .COLUMN_MASK(CHANNELS == 2 ? 32'h08c0 : 32'h00c0), .ROW_MASK(32'hf000), .VCS(`MACHINE == 1 ? 2 : 1),
        .SCHEDULER(`MACHINE == 0 ? 1 : `MACHINE == 1 ? 2 : 0), .QUEUE(8), .REPLY_SLOTS(4), .REQUEST_DEPTH(4), .REPLY_DEPTH(4),
        .WRITES(2), .READS(`MACHINE == 0 ? 4 : 2), .LINES(`MACHINE == 0 ? 16 : 4), .TAGS(`MACHINE == 0 ? 16 : 5),
        .L2(`MACHINE == 2 ? 1 : 0), .L2_SETS(8), .L2_WAYS(2), .L2_QUEUE(4), .L2_MISSES(4), .L2_WAITERS(6), .L2_REPLIES(3), .L2_DRAM(4),
        .L2_LATENCY(3)
    ) dut (
        .clk(clk), .rst(rst), .policy(`MACHINE == 0 ? 2'd3 : `MACHINE == 1 ? 2'd1 : 2'd0), .hash_bits(5'd4), .age_cap(8'd0),
        .hold_limit(8'd8), .wait_guard(`MACHINE == 0), .seed(32'd1), .static_vc(`MACHINE == 1), .bank_ready(1'b0),
        .s_axi_awid(awid), .s_axi_awaddr(awaddr), .s_axi_awlen(awlen), .s_axi_awsize(awsize), .s_axi_awburst(awburst),
        .s_axi_awvalid(awvalid), .s_axi_awready(awready), .s_axi_wdata(wdata), .s_axi_wstrb(wstrb), .s_axi_wvalid(wvalid),
        .s_axi_wready(wready), .s_axi_bid(bid), .s_axi_bresp(bresp), .s_axi_bvalid(bvalid), .s_axi_bready(bready), .s_axi_arid(arid),
        .s_axi_araddr(araddr), .s_axi_arlen(arlen), .s_axi_arsize(arsize), .s_axi_arburst(arburst), .s_axi_arvalid(arvalid),
        .s_axi_arready(arready), .s_axi_rid(rid), .s_axi_rdata(rdata), .s_axi_rresp(rresp), .s_axi_rlast(rlast),
        .s_axi_rvalid(rvalid), .s_axi_rready(rready), .dfi_cs_n(cs_n), .dfi_ras_n(ras_n), .dfi_cas_n(cas_n), .dfi_we_n(we_n),
        .dfi_bank(bank), .dfi_address(address), .dfi_wrdata_en(wrdata_en), .dfi_wrdata(wrdata), .dfi_wrdata_mask(wrdata_mask),
        .dfi_rddata_valid(rddata_valid), .dfi_rddata(rddata), .idle(idle));

    // Cycles in which all slaves send a flit at a time, all show a beat, two controllers accept a request.
    integer all_ask = 0, all_answer = 0, two_accept = 0;
    integer moves = 0; // cycles in which a word or an answer moves at some slave
    always @(posedge clk)
        if (!rst) begin
            moves      <= moves + |(wvalid & wready | bvalid & bready | rvalid & rready);
            all_ask    <= all_ask + &dut.request_valid;
            all_answer <= all_answer + &rvalid;
            two_accept <= two_accept + ((dut.accept_valid & (dut.accept_valid - 1)) != 0);
        end
endmodule
