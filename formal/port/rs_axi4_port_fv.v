// Proof of rs_axi4_port around its halves, which rs_axi4_store_fv and rs_axi4_load_fv prove with refusals that are free. Bursts with
// any address of AXI_BITS, size and kind, every ready, and the moment of each reply and acceptance are free; what is offered stays,
// bursts have at most 2^LEN_BITS beats.
//   A burst is refused exactly if it begins outside of memory, its beats are wider than the bus or its kind is reserved: then its
//   answers are SLVERR, with words 0; else OKAY, unless since reset a line was not written or not read. A write is requested only
//   while a write burst is here that was not refused, a read likewise.
//   A request stays until it is taken. When a write and a read wait, the kind that was not taken last is shown. One tag is always free.
`default_nettype none
module rs_axi4_port_fv #(
    parameter BEAT_BYTES   = 2,
    parameter LINE_BYTES   = 4,
    parameter AXI_BITS     = 15,
    parameter ADDRESS_BITS = 13,
    parameter TAG_BITS     = 1,
    parameter LEN_BITS     = 1,
    // derived, not to be set
    parameter LINE_SHIFT = $clog2(LINE_BYTES),
    parameter LINE_BITS  = ADDRESS_BITS - LINE_SHIFT
) (
    input wire                    clk,
    input wire                    rst,
    input wire                    awid,
    input wire [AXI_BITS-1:0]     awaddr,
    input wire [7:0]              awlen,
    input wire [2:0]              awsize,
    input wire [1:0]              awburst,
    input wire                    awvalid,
    input wire [8*BEAT_BYTES-1:0] wdata,
    input wire [BEAT_BYTES-1:0]   wstrb,
    input wire                    wvalid,
    input wire                    bready,
    input wire                    arid,
    input wire [AXI_BITS-1:0]     araddr,
    input wire [7:0]              arlen,
    input wire [2:0]              arsize,
    input wire [1:0]              arburst,
    input wire                    arvalid,
    input wire                    rready,
    input wire                    request_ready,
    input wire                    reply_valid,
    input wire                    reply_id,
    input wire [8*LINE_BYTES-1:0] reply_data,
    input wire                    reply_error,
    input wire                    accepted_valid,
    input wire [TAG_BITS-1:0]     accepted_tag,
    input wire                    accepted_error
);
    localparam TAGS = 1 << TAG_BITS;
    wire                    awready, wready, bid, bvalid, arready, rid, rlast, rvalid, request_valid, request_write, request_id, idle;
    wire [1:0]              bresp, rresp;
    wire [8*BEAT_BYTES-1:0] rdata;
    wire [LINE_BITS-1:0]    request_address;
    wire [LINE_BYTES-1:0]   request_bytes;
    wire [8*LINE_BYTES-1:0] request_data;
    rs_axi4_port #(.BEAT_BYTES(BEAT_BYTES), .LINE_BYTES(LINE_BYTES), .AXI_BITS(AXI_BITS), .ADDRESS_BITS(ADDRESS_BITS), .AXI_ID_BITS(1),
        .WRITES(1), .READS(1), .LINES(2), .TAG_BITS(TAG_BITS), .CHANNELS(1)) dut (
        .clk(clk), .rst(rst), .s_axi_awid(awid), .s_axi_awaddr(awaddr), .s_axi_awlen(awlen), .s_axi_awsize(awsize), .s_axi_awburst(awburst),
        .s_axi_awvalid(awvalid), .s_axi_awready(awready), .s_axi_wdata(wdata), .s_axi_wstrb(wstrb), .s_axi_wvalid(wvalid),
        .s_axi_wready(wready), .s_axi_bid(bid), .s_axi_bresp(bresp), .s_axi_bvalid(bvalid), .s_axi_bready(bready), .s_axi_arid(arid),
        .s_axi_araddr(araddr), .s_axi_arlen(arlen), .s_axi_arsize(arsize), .s_axi_arburst(arburst), .s_axi_arvalid(arvalid),
        .s_axi_arready(arready), .s_axi_rid(rid), .s_axi_rdata(rdata), .s_axi_rresp(rresp), .s_axi_rlast(rlast), .s_axi_rvalid(rvalid),
        .s_axi_rready(rready), .request_valid(request_valid), .request_ready(request_ready), .request_write(request_write),
        .request_address(request_address), .request_id(request_id), .request_bytes(request_bytes), .request_data(request_data),
        .reply_valid(reply_valid), .reply_id(reply_id), .reply_data(reply_data), .reply_error(reply_error),
        .accepted_valid(accepted_valid), .accepted_tag(accepted_tag), .accepted_error(accepted_error), .idle(idle));
    (* keep *) wire store_valid; // probe dut.store_valid
    (* keep *) wire load_valid;  // probe dut.load_valid

    rs_stream_source_rules #(.WIDTH(AXI_BITS + 14), .CHECK(0)) write_stays (
        .clk(clk), .rst(rst), .valid(awvalid), .ready(awready), .payload({awid, awaddr, awlen, awsize, awburst}));
    rs_stream_source_rules #(.WIDTH(9 * BEAT_BYTES), .CHECK(0)) beat_stays (
        .clk(clk), .rst(rst), .valid(wvalid), .ready(wready), .payload({wdata, wstrb}));
    rs_stream_source_rules #(.WIDTH(AXI_BITS + 14), .CHECK(0)) read_stays (
        .clk(clk), .rst(rst), .valid(arvalid), .ready(arready), .payload({arid, araddr, arlen, arsize, arburst}));
    (* anyconst *) reg [LINE_SHIFT-1:0] place; // a byte of the lines that are written
    rs_stream_source_rules #(.WIDTH(LINE_BITS + LINE_BYTES + 10), .CHECK(1)) request_stays (
        .clk(clk), .rst(rst), .valid(request_valid), .ready(request_ready), .payload({request_write, request_address, request_id,
        request_bytes, request_data[8*place +: 8] & {8{request_bytes[place]}}}));

    // ---- bursts that are here, whether they ought to be refused, oldest lowest: two of a kind --------------------------------
    wire aw_refused = awaddr >> ADDRESS_BITS != 0 || 1 << awsize > BEAT_BYTES || awburst == 2'd3;
    wire ar_refused = araddr >> ADDRESS_BITS != 0 || 1 << arsize > BEAT_BYTES || arburst == 2'd3;
    reg  [1:0] writes;        // how many
    reg  [1:0] write_refused;
    reg  [1:0] reads;
    reg  [1:0] read_refused;
    reg        failed_write, failed_read, last_write, waits;
    reg  [TAGS-1:0]     out;
    reg  [TAG_BITS-1:0] next_tag;
    reg  [1:0]          slots; // reads of lines that are out
    wire answers = bvalid && bready, ends = rvalid && rready && rlast;
    wire takes = request_valid && request_ready;
    always @(posedge clk) begin
        waits <= request_valid && !request_ready;
        if (answers)
            write_refused[0] <= write_refused[1];
        if (awvalid && awready)
            write_refused[writes - {1'b0, answers}] <= aw_refused;
        writes <= writes + {1'b0, awvalid && awready} - {1'b0, answers};
        if (ends)
            read_refused[0] <= read_refused[1];
        if (arvalid && arready)
            read_refused[reads - {1'b0, ends}] <= ar_refused;
        reads <= reads + {1'b0, arvalid && arready} - {1'b0, ends};
        failed_write <= failed_write || (accepted_valid && accepted_error);
        failed_read  <= failed_read || (reply_valid && reply_error);
        if (takes) begin
            last_write <= request_write;
            if (request_write) begin
                out[next_tag] <= 1'b1;
                next_tag      <= next_tag + 1'b1;
            end else
                slots[request_id] <= 1'b1;
        end
        if (accepted_valid)
            out[accepted_tag] <= 1'b0;
        if (reply_valid)
            slots[reply_id] <= 1'b0;
        if (rst) begin
            writes       <= 2'd0;
            reads        <= 2'd0;
            failed_write <= 1'b0;
            failed_read  <= 1'b0;
            last_write   <= 1'b1;
            waits        <= 1'b0;
            out          <= {TAGS{1'b0}};
            next_tag     <= {TAG_BITS{1'b0}};
            slots        <= 2'd0;
        end
    end

    reg started = 1'b0;
    always @(posedge clk) begin
        started <= 1'b1;
        if (!started) assume (rst);
        if (awvalid) assume (awlen < (1 << LEN_BITS));
        if (arvalid) assume (arlen < (1 << LEN_BITS));
        if (arvalid && arburst == 2'd1 && !ar_refused) // within its page
            assume ({1'b0, araddr[11:0] & ~((12'd1 << arsize) - 12'd1)} + ((arlen + 13'd1) << arsize) <= 13'd4096);
        if (arvalid && arburst == 2'd2 && !ar_refused)
            assume (arlen != 0 && ((arlen + 1) & arlen) == 0 && (araddr & ((1 << arsize) - 1)) == 0);
        if (accepted_valid) assume (out[accepted_tag]);
        if (reply_valid) assume (slots[reply_id]);
        if (started && !rst) begin
            write_here:    assert (!bvalid || writes != 2'd0);
            read_here:     assert (!rvalid || reads != 2'd0);
            write_answer:  assert (!bvalid || (write_refused[0] ? bresp == 2'd2 : bresp == 2'd0 || (bresp == 2'd2 && failed_write)));
            read_answer:   assert (!rvalid || (read_refused[0] ? rresp == 2'd2 && rdata == 0 : rresp == 2'd0 || (rresp == 2'd2 && failed_read)));
            write_asked:   assert (!(request_valid && request_write) || (writes != 2'd0 && !write_refused[0])
                                   || (writes == 2'd2 && !write_refused[1]));
            read_asked:    assert (!(request_valid && !request_write) || (reads != 2'd0 && !read_refused[0])
                                   || (reads == 2'd2 && !read_refused[1]));
            turns:         assert (!(request_valid && !waits && store_valid && load_valid) || request_write != last_write);
            tag_left:      assert (!(request_valid && request_write) || (out | ({{(TAGS-1){1'b0}}, 1'b1} << next_tag)) != {TAGS{1'b1}});
            quiet:         assert (idle == (writes == 2'd0 && reads == 2'd0));
            outside:       cover (bvalid && write_refused[0] && writes == 2'd2);
            refused_read:  cover (rvalid && read_refused[0] && rlast);
            both:          cover (store_valid && load_valid && takes && request_write);
            answered:      cover (bvalid && !write_refused[0] && bresp == 2'd0);
        end
    end
endmodule
`default_nettype wire
