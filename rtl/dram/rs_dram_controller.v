// DRAM controller: request packets in, DRAM commands and data on the pins, reply packets out.
//
// SCHEDULER 0 FIFO, 1 banked FIFO with LOOKAHEAD, 2 FR-FCFS, 3 most-pending (THESIS 1.3.2, 4.5, 6.1.2), 4 BLISS behind the same
// ports; open-row policy; refresh with T_REFI > 0, REFRESH 0 of all banks at a time, 1 of one after the other (rs_refresh); no initialisation or training. Parts: rs_dram_ingress -> rs_queue_*
// -> rs_dram_commands -> rs_dram_reply. No request is lost, doubled, or overtaken by a later one to the same address.
// LOOKAHEAD 1, 2, 4, 8: requests of a bank's queue that are compared with its open row; at most its places.
// BANK_PLACES (banked FIFO): 0 splits the QUEUE evenly over the banks, as in THESIS; a power of two from QUEUE/BANKS to
// QUEUE gives each bank that many places while all banks together still hold QUEUE requests at most (a shared pool).
// BLISS_STREAK, BLISS_CLEAR (BLISS): how many requests in a row put an SM on the blacklist, cycles until it is cleared (rs_bliss). A
// head flit also waits while a request to its line from another SM is queued and either writes (rs_queue_bliss).
// age_cap n (strap, 0 = off; CAP_BITS = 0 leaves it out): bounds how often a request is overtaken (rs_age_cap). Then a
// request leaves within QUEUE * (n * BANKS + 1) departures of the controller. With requests waiting, a departure comes
// within COLUMNS * longest column distance + max(T_RAS, WL + BURST_CYCLES + T_WR) + T_RP + max(T_RC, T_FAW) + T_RCD
// + max(T_RTW, WL + BURST_CYCLES + longest T_WTR) + 2 BANKS cycles (BLISS: twice that, as a row can be closed for a request that comes
// later), plus the wait for a reply slot and for refresh. FIFO ignores
// age_cap: nothing is overtaken. Without a cap a request may wait for ever behind younger ones, in FR-FCFS and
// LOOKAHEAD behind row hits to its bank, in any but FIFO behind the other direction of the data bus.
// PAIR 1 (not with BLISS; without effect on FIFO): the column commands of two requests to two bank groups may alternate
// (rs_dram_commands).
// GROUP_FIRST 1 (several bank groups; without effect on FIFO): of the column commands that may go, those to another bank group than the
// last one go first.
// WRITE_MASK 1: a write's head flit has the byte mask of its line above the header (SM, tag, write, line address), bit i for
// byte i, 1: to be written; dfi_wrdata_mask shows it beside dfi_wrdata, 1: not to be written (always 0 with WRITE_MASK 0).
// ECC 1: dfi_rddata_error says that the word on dfi_rddata could not be read (rs_dfi_ecc); the reply's head flit has a bit for that above
// {SM, tag}.
// HEADER_WIRES 1: a flit has data, its top FLIT_BITS, and below them header and mask: a write or reply is a head flit with the first
// half of its line and a tail with the second.
// Parameters: QUEUE requests (a power of two, at least BANKS); COLUMNS column commands of BURST_CYCLES data-bus
// cycles make one 64 B line = two flits; T_* and WL in cycles (rs_bank_timing). Pins follow DFI's names.
// Timing: reads are announced with dfi_rddata_valid, in order of their RD commands, BURST_CYCLES words each.
// All outputs but in_ready are functions of registered state; in_ready also looks at in_flit. (leave and its bank come late in
// the cycle, with the command that is chosen.)
`include "rtl/dram/rs_dram_times.vh"
`default_nettype none
module rs_dram_controller #(
    parameter SCHEDULER    = 1,
    parameter QUEUE        = 32,
    parameter REPLY_SLOTS  = 16,
    parameter FLIT_BITS    = 256,
    parameter TAG_BITS     = 8,
    parameter SM_BITS      = 5,
    parameter ADDRESS_BITS = 29,
    parameter CHANNEL_MASK = 32'h00000700,
    parameter BANK_MASK    = 32'h00003000,
    parameter ROW_MASK     = 32'h1ffe0000,
    parameter COLUMN_MASK  = 32'h0001c8c0,
    parameter BANK_XOR     = 0,           // 1: rs_address_map
    parameter BANKS        = 4,
    parameter CHANNEL_BITS = 3,
    parameter ROW_BITS     = 12,
    parameter COLUMN_BITS  = 6,
    parameter COLUMNS      = 2,
    parameter BURST_CYCLES = 2,
    `RS_DRAM_TIMES,
    parameter PAYLOAD  = 256, // bits of a flit's payload: header or data, with HEADER_WIRES both
    parameter PIN_BITS = 12,  // DRAM address pins
    parameter LOOKAHEAD = 1,
    parameter BANK_PLACES = 0,
    parameter BLISS_STREAK = 4,
    parameter BLISS_CLEAR = 10000,
    parameter PAIR = 0,
    parameter GROUP_FIRST = 0,
    parameter CAP_BITS  = 0,
    parameter T_REFI = 0,
    parameter T_RFC = 262,
    parameter REFRESH = 0,
    parameter T_RFC_PB = 128,
    parameter T_RREFD = 8,
    parameter WRITE_MASK = 0,
    parameter ECC = 0,
    parameter HEADER_WIRES = 0,
    // derived, not to be set
    parameter BANK_BITS = (BANKS > 1) ? $clog2(BANKS) : 1,
    parameter DQ_BITS   = 2 * FLIT_BITS / (COLUMNS * BURST_CYCLES),
    parameter DM_BITS   = (WRITE_MASK != 0 && DQ_BITS >= 8) ? DQ_BITS / 8 : 1,
    parameter LINE_BITS = ADDRESS_BITS - 6
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 in_valid,
    output wire                 in_ready,
    input  wire [PAYLOAD+1:0]   in_flit,   // {tail, head, payload}
    output wire                 out_valid,
    input  wire                 out_ready,
    output wire [PAYLOAD+1:0]   out_flit,
    output wire                 dfi_cs_n,
    output wire                 dfi_ras_n,
    output wire                 dfi_cas_n,
    output wire                 dfi_we_n,
    output wire [BANK_BITS-1:0] dfi_bank,
    output wire [PIN_BITS-1:0]  dfi_address,
    output wire                 dfi_wrdata_en,
    output wire [DQ_BITS-1:0]   dfi_wrdata,
    output wire [DM_BITS-1:0]   dfi_wrdata_mask,
    input  wire                 dfi_rddata_valid,
    input  wire [DQ_BITS-1:0]   dfi_rddata,
    input  wire                 dfi_rddata_error, // ECC
    output wire                 accept_valid, // a request entered the queue in the cycle before
    output wire                 accept_write,
    output wire [SM_BITS-1:0]   accept_sm,
    output wire [TAG_BITS-1:0]  accept_tag,
    output wire [LINE_BITS-1:0] accept_line,
    output wire                 idle,         // no request anywhere inside
    output wire [BANKS-1:0]     bank_room,    // what the head of a packet must find: room in its bank's queue,
    output wire                 write_room,   // and for a write a free slot
    output wire [BANKS-1:0]     leave,        // one-hot or 0: a request of this bank leaves the queue in this cycle
    input  wire [(CAP_BITS > 0 ? CAP_BITS : 1)-1:0] age_cap
);
    localparam SLOT_BITS = (QUEUE > 1) ? $clog2(QUEUE) : 1;
    localparam ID_BITS = (SLOT_BITS > SM_BITS + TAG_BITS) ? SLOT_BITS : SM_BITS + TAG_BITS;
    localparam ENTRY = 1 + ID_BITS + COLUMN_BITS;
    localparam LINE_WORDS = COLUMNS * BURST_CYCLES;
    localparam MASK_BITS = WRITE_MASK != 0 ? LINE_WORDS * DM_BITS : 0;

    localparam PLACES = BANK_PLACES == 0 ? QUEUE / BANKS : BANK_PLACES;
    localparam WINDOW = LOOKAHEAD < PLACES ? LOOKAHEAD : PLACES;

    function integer longer;
        input integer a, b;
        longer = a > b ? a : b;
    endfunction
    localparam COLUMN   = longer(longer(T_CCD, BURST_CYCLES), BANK_GROUPS > 1 ? T_CCD_L : 0);
    localparam LONGEST  = longer(COLUMN, BANK_GROUPS > 1 ? T_CCD_L_WR : 0);
    localparam BETWEEN  = longer(T_CCD, BURST_CYCLES);
    localparam EACH     = T_REFI != 0 && REFRESH != 0 ? 1 : 0; // banks are refreshed one by one
    localparam AHEAD    = COLUMNS > 1 && COLUMN > 1 && T_RTP > 1 && T_RP > 1 ? 1 : 0; // rs_queue_frfcfs; PAIR: BETWEEN > 1
    localparam TURN     = longer(T_RTW, WL + BURST_CYCLES + longer(T_WTR, BANK_GROUPS > 1 ? T_WTR_L : 0));
    localparam CLOSING  = COLUMNS * (LONGEST + (PAIR != 0 ? BETWEEN : 0)) + longer(longer(T_RAS, T_RTP), WL + BURST_CYCLES + T_WR)
                        + (EACH != 0 ? longer(T_RRD, T_RREFD) : BANKS) + longer(T_RP, T_RC); // rs_refresh

    generate
        if (SCHEDULER < 0 || SCHEDULER > 4 || QUEUE < BANKS || (QUEUE & (QUEUE - 1)) != 0 || QUEUE < 2
            || (BANKS & (BANKS - 1)) != 0 || BANKS < 2) begin : illegal
            rs_dram_controller_needs_scheduler_0_to_4_and_queue_and_banks_powers_of_two_queue_not_below_banks stop ();
        end
        if (BANK_PLACES != 0 && (BANK_PLACES < QUEUE / BANKS || BANK_PLACES > QUEUE || (BANK_PLACES & (BANK_PLACES - 1)) != 0)) begin : illegal_places
            rs_dram_controller_needs_bank_places_0_or_a_power_of_two_from_queue_by_banks_to_queue stop ();
        end
        if (LOOKAHEAD != 1 && LOOKAHEAD != 2 && LOOKAHEAD != 4 && LOOKAHEAD != 8) begin : illegal_lookahead
            rs_dram_controller_needs_lookahead_1_2_4_or_8 stop ();
        end
        if (SCHEDULER == 2 && EACH != 0 && T_RP + T_RFC_PB < 4 * COLUMNS * LONGEST + 6) begin : illegal_frfcfs_refresh_one
            rs_dram_controller_needs_t_rp_and_t_rfc_pb_of_the_column_commands_of_4_requests_and_6_together_for_fr_fcfs_with_refresh_1 stop ();
        end
        if (SCHEDULER == 3 && EACH != 0) begin : illegal_most_pending_refresh
            rs_dram_controller_needs_refresh_0_for_most_pending stop ();
        end
        if ((SCHEDULER == 2 || SCHEDULER == 3) && T_REFI != 0 && REFRESH == 0 && T_RP + T_RFC < BANKS + 3) begin : illegal_frfcfs_refresh
            rs_dram_controller_needs_t_rp_and_t_rfc_of_banks_and_3_together_for_fr_fcfs_or_most_pending_with_refresh stop ();
        end
        if ((PAIR != 0 && PAIR != 1) || (GROUP_FIRST != 0 && GROUP_FIRST != 1) || (WRITE_MASK != 0 && WRITE_MASK != 1) || (ECC != 0 && ECC != 1)
            || (HEADER_WIRES != 0 && HEADER_WIRES != 1)) begin : illegal_choice
            rs_dram_controller_needs_0_or_1_for_pair_group_first_write_mask_ecc_and_header_wires stop ();
        end
        if (PAIR != 0 && SCHEDULER == 4) begin : illegal_pair
            rs_dram_controller_needs_pair_0_for_bliss stop ();
        end
        if (WRITE_MASK != 0 && DQ_BITS % 8 != 0) begin : illegal_mask
            rs_dram_controller_needs_whole_bytes_a_data_cycle_for_write_mask stop ();
        end
        if (T_REFI != 0 && (T_RFC < 1 || T_REFI <= CLOSING + (EACH != 0 ? T_RFC_PB : T_RFC) + T_FAW + T_RCD + TURN
                            || (EACH != 0 && T_REFI / BANKS <= CLOSING + 2))) begin : illegal_refresh
            rs_dram_controller_needs_t_refi_0_or_long_enough_to_close_refresh_and_serve_a_request stop ();
        end
    endgenerate

    wire [BANKS-1:0]          room, open, candidate, hit, ready, oldest, served, preferred, midway;
    wire                      clash; // the head at the port must wait
    wire                      calm;  // a request beside another may begin
    wire                      rests; // no request leaves in this cycle
    wire [BANKS*ROW_BITS-1:0] open_row, row;
    wire [BANKS*ENTRY-1:0]    entry;
    wire                      push, pop, queue_empty, ingress_empty, reply_empty;
    wire [BANK_BITS-1:0]      push_bank;
    wire [ROW_BITS-1:0]       push_row;
    wire [ENTRY-1:0]          push_entry;
    wire [SLOT_BITS+$clog2(LINE_WORDS)-1:0] data_address;
    wire                      release_slot, reply_room, read_issue, read_column, read_beside;
    wire [SLOT_BITS-1:0]      release_index;
    wire [SM_BITS-1:0]        read_sm;
    wire [TAG_BITS-1:0]       read_tag;

    rs_dram_ingress #(.QUEUE(QUEUE), .BANKS(BANKS), .FLIT_BITS(FLIT_BITS), .TAG_BITS(TAG_BITS), .SM_BITS(SM_BITS),
                      .ADDRESS_BITS(ADDRESS_BITS), .CHANNEL_MASK(CHANNEL_MASK), .BANK_MASK(BANK_MASK),
                      .ROW_MASK(ROW_MASK), .COLUMN_MASK(COLUMN_MASK), .BANK_XOR(BANK_XOR), .CHANNEL_BITS(CHANNEL_BITS),
                      .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .PAYLOAD(PAYLOAD), .SLOT_BITS(SLOT_BITS),
                      .LINE_WORDS(LINE_WORDS), .MASK_BITS(MASK_BITS), .HEADER_WIRES(HEADER_WIRES)) ingress (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_flit(in_flit),
        .room(room & {BANKS{!clash}}),
        .push(push), .push_bank(push_bank), .push_row(push_row), .push_entry(push_entry),
        .data_address(data_address), .data(dfi_wrdata), .data_mask(dfi_wrdata_mask), .release_slot(release_slot),
        .release_index(release_index),
        .accept_valid(accept_valid), .accept_write(accept_write), .accept_sm(accept_sm), .accept_tag(accept_tag),
        .accept_line(accept_line), .empty(ingress_empty), .write_room(write_room));
    assign bank_room = room;
    assign leave     = (SCHEDULER == 0 ? oldest : served) & {BANKS{pop}};

    generate
        if (SCHEDULER != 4) begin : all_alike
            assign preferred = {BANKS{1'b1}};
            assign clash     = 1'b0;
            wire unused = &{1'b0, midway};
        end
        if (SCHEDULER != 2 && SCHEDULER != 3) begin : no_places
            wire unused = rests;
        end
        if (SCHEDULER == 0 || SCHEDULER == 4) begin : always_calm
            assign calm = 1'b1;
        end
        if (SCHEDULER == 0) begin : fifo
            rs_queue_fifo #(.QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .ENTRY(ENTRY)) queue (
                .clk(clk), .rst(rst), .push(push), .push_bank(push_bank), .push_row(push_row), .push_entry(push_entry),
                .room(room), .open(open), .open_row(open_row), .candidate(candidate), .hit(hit), .row(row),
                .entry(entry), .ready(ready), .oldest(oldest), .pop(pop), .empty(queue_empty));
            wire unused = &{1'b0, age_cap, served};
        end else if (SCHEDULER == 1 && WINDOW == 1) begin : banked
            rs_queue_banked #(.QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .ENTRY(ENTRY), .PLACES(PLACES),
                              .CAP_BITS(CAP_BITS)) queue (
                .clk(clk), .rst(rst), .push(push), .push_bank(push_bank), .push_row(push_row), .push_entry(push_entry),
                .room(room), .open(open), .open_row(open_row), .candidate(candidate), .hit(hit), .row(row),
                .entry(entry), .ready(ready), .oldest(oldest), .served(served), .pop(pop), .empty(queue_empty), .calm(calm), .age_cap(age_cap));
        end else if (SCHEDULER == 1) begin : lookahead
            rs_queue_lookahead #(.QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .ENTRY(ENTRY), .PLACES(PLACES), .WINDOW(WINDOW),
                                 .CAP_BITS(CAP_BITS)) queue (
                .clk(clk), .rst(rst), .push(push), .push_bank(push_bank), .push_row(push_row), .push_entry(push_entry),
                .room(room), .open(open), .open_row(open_row), .candidate(candidate), .hit(hit), .row(row),
                .entry(entry), .ready(ready), .oldest(oldest), .served(served), .pop(pop), .empty(queue_empty), .calm(calm), .age_cap(age_cap));
        end else if (SCHEDULER == 4) begin : bliss
            // The SM of the request at the port: in the head, afterwards where the ingress shows it.
            wire [SM_BITS-1:0] push_sm = in_flit[PAYLOAD] ? in_flit[LINE_BITS+1+TAG_BITS +: SM_BITS] : accept_sm;
            rs_queue_bliss #(.QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .ENTRY(ENTRY), .COLUMN_BITS(COLUMN_BITS),
                             .SM_BITS(SM_BITS), .STREAK(BLISS_STREAK), .CLEAR(BLISS_CLEAR), .CAP_BITS(CAP_BITS)) queue (
                .clk(clk), .rst(rst), .push(push), .push_bank(push_bank), .push_row(push_row), .push_entry(push_entry),
                .push_sm(push_sm), .clash(clash), .room(room), .open(open), .open_row(open_row), .midway(midway),
                .candidate(candidate), .hit(hit), .preferred(preferred), .row(row), .entry(entry), .ready(ready), .oldest(oldest),
                .served(served), .pop(pop), .empty(queue_empty), .age_cap(age_cap));
        end else begin : frfcfs
            rs_queue_frfcfs #(.QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .ENTRY(ENTRY), .CAP_BITS(CAP_BITS),
                              .AHEAD(AHEAD), .REFRESH(T_REFI > 0 ? 1 : 0), .MOST_PENDING(SCHEDULER == 3 ? 1 : 0)) queue (
                .clk(clk), .rst(rst), .push(push), .push_bank(push_bank), .push_row(push_row), .push_entry(push_entry),
                .room(room), .open(open), .open_row(open_row), .candidate(candidate), .hit(hit), .row(row),
                .entry(entry), .ready(ready), .midway(midway), .rests(rests), .oldest(oldest), .served(served), .pop(pop), .empty(queue_empty), .calm(calm), .age_cap(age_cap));
        end
    endgenerate

    rs_dram_commands #(.BANKS(BANKS), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .COLUMNS(COLUMNS),
                       .BURST_CYCLES(BURST_CYCLES), .TAG_BITS(TAG_BITS),
                       .SM_BITS(SM_BITS), .SLOT_BITS(SLOT_BITS), `RS_DRAM_TIMES_PASSED,
                       .PIN_BITS(PIN_BITS),
                       .T_REFI(T_REFI), .T_RFC(T_RFC), .REFRESH(REFRESH), .T_RFC_PB(T_RFC_PB), .T_RREFD(T_RREFD), .ONE_CANDIDATE(SCHEDULER == 0 ? 1 : 0),
                       .PREFERENCE(SCHEDULER == 4 ? 1 : 0), .PAIR(PAIR), .GROUP_FIRST(GROUP_FIRST)) commands (
        .clk(clk), .rst(rst), .open(open), .open_row(open_row), .candidate(candidate), .hit(hit), .preferred(preferred),
        .midway(midway), .row(row),
        .entry(entry), .ready(ready), .oldest(oldest), .served(served), .pop(pop), .calm(calm), .rests(rests), .reply_room(reply_room), .read_issue(read_issue),
        .read_sm(read_sm), .read_tag(read_tag), .read_column(read_column), .read_beside(read_beside), .data_address(data_address),
        .release_slot(release_slot), .release_index(release_index), .dfi_cs_n(dfi_cs_n), .dfi_ras_n(dfi_ras_n),
        .dfi_cas_n(dfi_cas_n), .dfi_we_n(dfi_we_n), .dfi_bank(dfi_bank), .dfi_address(dfi_address),
        .dfi_wrdata_en(dfi_wrdata_en));

    rs_dram_reply #(.SLOTS(REPLY_SLOTS), .FLIT_BITS(FLIT_BITS), .DQ_BITS(DQ_BITS),
                    .DATA_CYCLES(COLUMNS * BURST_CYCLES), .TAG_BITS(TAG_BITS), .SM_BITS(SM_BITS), .PAYLOAD(PAYLOAD),
                    .PAIR(PAIR), .COLUMNS(COLUMNS), .ECC(ECC), .HEADER_WIRES(HEADER_WIRES)) reply (
        .clk(clk), .rst(rst), .issue(read_issue), .issue_sm(read_sm), .issue_tag(read_tag), .column(read_column),
        .beside(read_beside), .slot_free(reply_room),
        .data_valid(dfi_rddata_valid), .data(dfi_rddata), .data_error(dfi_rddata_error), .out_valid(out_valid), .out_ready(out_ready),
        .out_flit(out_flit), .empty(reply_empty));

    assign idle = ingress_empty && queue_empty && reply_empty;

`ifdef RS_ASSERT // what the drivers of the inputs must keep to (rtl/README.md)
    localparam HEADER = SM_BITS + TAG_BITS + 1 + LINE_BITS;
    // A packet of one flit is a read: it has a header and no data.
    rs_packet_assert #(.WIDTH(PAYLOAD)) in_rules (
        .clk(clk), .rst(rst), .valid(in_valid), .ready(in_ready), .head(in_flit[PAYLOAD]), .tail(in_flit[PAYLOAD+1]),
        .data(in_flit[PAYLOAD-1:0] & ({PAYLOAD{!(&in_flit[PAYLOAD +: 2])}} | {{(PAYLOAD-HEADER){1'b0}}, {HEADER{1'b1}}})));
`endif
endmodule
`default_nettype wire
