// AXI4 slave in front of rs_sm_port: bursts become reads and writes of memory lines, lines become beats.
//
// Bursts INCR, WRAP and FIXED of any length, beats of 1 to BEAT_BYTES bytes, unaligned starts, write strobes, ids. Memory has
// 2^ADDRESS_BITS bytes from address 0 on: a burst that begins outside, one of the reserved kind, and one with beats wider than
// BEAT_BYTES never reach it and are answered with SLVERR; so are a burst of writes of which memory did not write a line
// (accepted_error), and the beats of a line that could not be read (reply_error), with its data as they came; all others with OKAY. There is no exclusive access: a master that asks
// for one gets OKAY, which says that it failed; LOCK, CACHE, PROT, QOS and REGION are no ports, as nothing depends on them.
// The length of a burst is that of its AWLEN; WLAST is no port.
//
// Write: a burst's beats are put together line by line, in one of two buffers; with its last beat, or the last that goes to it in a
// row, a line is sent, with the bytes that had a strobe (also without any). AWREADY does not wait for WVALID; a beat waits for its
// address, for a buffer, and the last one for a place of the WRITES answers. BVALID comes when memory has accepted all lines of the
// burst, in the order of the bursts, whatever their ids.
// Read: lines are asked for as soon as one of the LINES slots is free for them, in the order of the bursts, each once for the beats
// that come from it in a row; they may return in any order. Beats leave in the order of the bursts, whatever their ids, one a cycle;
// RDATA has the whole word that holds the beat. A slot is free when the last beat of its line has left.
// A write answered before a read's address was taken is seen by it; otherwise nothing is said of the order between the two.
// Reads and writes take turns at request_* when both wait.
//
// request_*  to rs_sm_port: stays until taken. request_id: of a read its slot; 0 of a write
// reply_*    from it, always taken
// accepted_* a bit and a tag for each controller: it accepts the write with this tag, which is its number modulo 2^TAG_BITS, as
//            rs_sm_port counts them; at most 2^TAG_BITS - 1 are out. accepted_error: it is done with it, but has not written the line
// idle       no burst is here
// Timing: a line's read at request_* the cycle after its burst's address or the line before it; RVALID two cycles after the reply;
// BVALID two cycles after the acceptance of the last line. Every valid and ready of the bus, and request_*, are functions of
// registers. Parts: rs_axi4_store, rs_axi4_load, rs_axi4_beat. C twin: cmodel/port/axi4_port.c.
`default_nettype none
module rs_axi4_port #(
    parameter BEAT_BYTES   = 8,  // of the data bus: a power of two, 1 to 128, at most LINE_BYTES
    parameter LINE_BYTES   = 64, // of a memory line: a power of two, 2 to 128
    parameter AXI_BITS     = 32, // of an address on the bus, from ADDRESS_BITS to 64
    parameter ADDRESS_BITS = 29, // of memory, at least 13
    parameter AXI_ID_BITS  = 4,  // of an id
    parameter WRITES       = 4,  // bursts whose address is here and whose beats are not; and answers that wait
    parameter READS        = 4,  // bursts that are here
    parameter LINES        = 16, // lines that are asked for or here: a power of two from 2 on
    parameter TAG_BITS     = 4,  // of a write's tag at accepted_tag
    parameter CHANNELS     = 8,  // controllers that accept writes, one each a cycle at most
    // derived, not to be set
    parameter DATA_BITS  = 8 * BEAT_BYTES,
    parameter LINE_SHIFT = $clog2(LINE_BYTES),
    parameter SLOT_BITS  = $clog2(LINES)
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire [AXI_ID_BITS-1:0]  s_axi_awid,
    input  wire [AXI_BITS-1:0]     s_axi_awaddr,
    input  wire [7:0]              s_axi_awlen,
    input  wire [2:0]              s_axi_awsize,
    input  wire [1:0]              s_axi_awburst,
    input  wire                    s_axi_awvalid,
    output wire                    s_axi_awready,
    input  wire [DATA_BITS-1:0]    s_axi_wdata,
    input  wire [BEAT_BYTES-1:0]   s_axi_wstrb,
    input  wire                    s_axi_wvalid,
    output wire                    s_axi_wready,
    output wire [AXI_ID_BITS-1:0]  s_axi_bid,
    output wire [1:0]              s_axi_bresp,
    output wire                    s_axi_bvalid,
    input  wire                    s_axi_bready,
    input  wire [AXI_ID_BITS-1:0]  s_axi_arid,
    input  wire [AXI_BITS-1:0]     s_axi_araddr,
    input  wire [7:0]              s_axi_arlen,
    input  wire [2:0]              s_axi_arsize,
    input  wire [1:0]              s_axi_arburst,
    input  wire                    s_axi_arvalid,
    output wire                    s_axi_arready,
    output wire [AXI_ID_BITS-1:0]  s_axi_rid,
    output wire [DATA_BITS-1:0]    s_axi_rdata,
    output wire [1:0]              s_axi_rresp,
    output wire                    s_axi_rlast,
    output wire                    s_axi_rvalid,
    input  wire                    s_axi_rready,
    output wire                    request_valid,
    input  wire                    request_ready,
    output wire                    request_write,
    output wire [ADDRESS_BITS-LINE_SHIFT-1:0] request_address,
    output wire [SLOT_BITS-1:0]    request_id,
    output wire [LINE_BYTES-1:0]   request_bytes,
    output wire [8*LINE_BYTES-1:0] request_data,
    input  wire                    reply_valid,
    input  wire [SLOT_BITS-1:0]    reply_id,
    input  wire [8*LINE_BYTES-1:0] reply_data,
    input  wire                    reply_error,
    input  wire [CHANNELS-1:0]     accepted_valid,
    input  wire [CHANNELS*TAG_BITS-1:0] accepted_tag,
    input  wire [CHANNELS-1:0]     accepted_error,
    output wire                    idle
);
    localparam integer BEAT_SHIFT = $clog2(BEAT_BYTES);
    localparam [2:0] WIDEST = BEAT_SHIFT[2:0];
    localparam LINE_BITS = ADDRESS_BITS - LINE_SHIFT;

    generate
        if (BEAT_BYTES < 1 || BEAT_BYTES > 128 || (BEAT_BYTES & (BEAT_BYTES - 1)) != 0 || LINE_BYTES < 2 || LINE_BYTES > 128
            || (LINE_BYTES & (LINE_BYTES - 1)) != 0 || LINE_BYTES < BEAT_BYTES) begin : illegal_width
            rs_axi4_port_needs_BEAT_BYTES_1_to_128_and_LINE_BYTES_2_to_128_powers_of_two_a_line_not_below_a_beat stop ();
        end
        if (ADDRESS_BITS < 13 || ADDRESS_BITS > AXI_BITS || AXI_BITS > 64 || AXI_ID_BITS < 1) begin : illegal_address
            rs_axi4_port_needs_ADDRESS_BITS_13_to_AXI_BITS_which_are_at_most_64_and_AXI_ID_BITS_above_0 stop ();
        end
        if (WRITES < 1 || READS < 1 || LINES < 2 || (LINES & (LINES - 1)) != 0 || TAG_BITS < 1 || CHANNELS < 1) begin : illegal_sizes
            rs_axi4_port_needs_WRITES_READS_TAG_BITS_CHANNELS_above_0_and_LINES_a_power_of_two_from_2_on stop ();
        end
    endgenerate

    wire aw_outside, ar_outside, aw_wide, ar_wide;
    generate
        if (AXI_BITS > ADDRESS_BITS) begin : wider_bus
            assign aw_outside = s_axi_awaddr[AXI_BITS-1:ADDRESS_BITS] != {(AXI_BITS-ADDRESS_BITS){1'b0}};
            assign ar_outside = s_axi_araddr[AXI_BITS-1:ADDRESS_BITS] != {(AXI_BITS-ADDRESS_BITS){1'b0}};
        end else begin : same_bus
            assign aw_outside = 1'b0;
            assign ar_outside = 1'b0;
        end
        if (BEAT_BYTES < 128) begin : narrow
            assign aw_wide = s_axi_awsize > WIDEST;
            assign ar_wide = s_axi_arsize > WIDEST;
        end else begin : widest
            assign aw_wide = 1'b0;
            assign ar_wide = 1'b0;
        end
    endgenerate
    wire aw_refused = aw_outside || aw_wide || s_axi_awburst == 2'd3;
    wire ar_refused = ar_outside || ar_wide || s_axi_arburst == 2'd3;

    wire                 store_valid, store_ready, store_idle, b_refused, b_failed, load_valid, load_ready, load_idle, r_refused, r_failed;
    wire [LINE_BITS-1:0] store_address, load_address;
    wire [LINE_BYTES-1:0] store_bytes;
    wire [SLOT_BITS-1:0] load_slot;
    rs_axi4_store #(
        .BEAT_BYTES(BEAT_BYTES), .LINE_BYTES(LINE_BYTES), .ADDRESS_BITS(ADDRESS_BITS), .AXI_ID_BITS(AXI_ID_BITS), .WRITES(WRITES),
        .TAG_BITS(TAG_BITS), .CHANNELS(CHANNELS)
    ) store (
        .clk(clk), .rst(rst), .aw_valid(s_axi_awvalid), .aw_ready(s_axi_awready), .aw_refused(aw_refused), .aw_id(s_axi_awid),
        .aw_address(s_axi_awaddr[ADDRESS_BITS-1:0]), .aw_len(s_axi_awlen), .aw_size(s_axi_awsize), .aw_burst(s_axi_awburst),
        .w_valid(s_axi_wvalid), .w_ready(s_axi_wready), .w_data(s_axi_wdata), .w_strb(s_axi_wstrb),
        .b_valid(s_axi_bvalid), .b_ready(s_axi_bready), .b_id(s_axi_bid), .b_refused(b_refused), .b_failed(b_failed),
        .line_valid(store_valid), .line_ready(store_ready), .line_address(store_address), .line_bytes(store_bytes),
        .line_data(request_data), .accepted_valid(accepted_valid), .accepted_tag(accepted_tag),
        .accepted_error(accepted_error), .idle(store_idle));
    rs_axi4_load #(
        .BEAT_BYTES(BEAT_BYTES), .LINE_BYTES(LINE_BYTES), .ADDRESS_BITS(ADDRESS_BITS), .AXI_ID_BITS(AXI_ID_BITS), .READS(READS),
        .LINES(LINES)
    ) load (
        .clk(clk), .rst(rst), .ar_valid(s_axi_arvalid), .ar_ready(s_axi_arready), .ar_refused(ar_refused), .ar_id(s_axi_arid),
        .ar_address(s_axi_araddr[ADDRESS_BITS-1:0]), .ar_len(s_axi_arlen), .ar_size(s_axi_arsize), .ar_burst(s_axi_arburst),
        .r_valid(s_axi_rvalid), .r_ready(s_axi_rready), .r_id(s_axi_rid), .r_data(s_axi_rdata), .r_refused(r_refused), .r_failed(r_failed), .r_last(s_axi_rlast),
        .line_valid(load_valid), .line_ready(load_ready), .line_address(load_address), .line_slot(load_slot),
        .reply_valid(reply_valid), .reply_slot(reply_id), .reply_data(reply_data), .reply_error(reply_error),
        .idle(load_idle));

    // SLVERR is 2, OKAY 0.
    assign s_axi_bresp = {b_refused || b_failed, 1'b0};
    assign s_axi_rresp = {r_refused || r_failed, 1'b0};
    assign idle        = store_idle && load_idle;

    // ---- the request that is shown; one that was refused stays ------------------------------------------------------------
    reg kept, kept_write, store_turn;
    assign request_write   = kept ? kept_write : store_valid && (!load_valid || store_turn);
    assign request_valid   = store_valid || load_valid;
    assign request_address = request_write ? store_address : load_address;
    assign request_id      = load_slot & {SLOT_BITS{!request_write}};
    assign request_bytes   = store_bytes & {LINE_BYTES{request_write}};
    assign store_ready     = request_ready && request_write;
    assign load_ready      = request_ready && !request_write;
    always @(posedge clk) begin
        kept_write <= request_write;
        if (request_valid && request_ready)
            store_turn <= !request_write;
        kept <= request_valid && !request_ready;
        if (rst) begin
            kept       <= 1'b0;
            store_turn <= 1'b0;
        end
    end

`ifdef RS_ASSERT // what the drivers of the inputs must keep to (rtl/README.md)
    rs_stream_assert #(.WIDTH(AXI_ID_BITS + AXI_BITS + 13)) aw_rules (
        .clk(clk), .rst(rst), .valid(s_axi_awvalid), .ready(s_axi_awready), .legal(1'b1),
        .data({s_axi_awid, s_axi_awaddr, s_axi_awlen, s_axi_awsize, s_axi_awburst}));
    rs_stream_assert #(.WIDTH(BEAT_BYTES)) w_rules (
        .clk(clk), .rst(rst), .valid(s_axi_wvalid), .ready(s_axi_wready), .legal(1'b1), .data(s_axi_wstrb));
    rs_stream_assert #(.WIDTH(AXI_ID_BITS + AXI_BITS + 13)) ar_rules (
        .clk(clk), .rst(rst), .valid(s_axi_arvalid), .ready(s_axi_arready), .legal(1'b1),
        .data({s_axi_arid, s_axi_araddr, s_axi_arlen, s_axi_arsize, s_axi_arburst}));
`endif
endmodule
`default_nettype wire
