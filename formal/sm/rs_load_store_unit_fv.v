// Proof of rs_load_store_unit against its header. Instructions, operands and every ready are free; all that is said
// holds for every instruction, lane and element, cycle by cycle, at the ports.
//   in_status is the rule of the header. An instruction takes its cycle and as many operand cycles as the header says,
//   in the order indices, words, for every four elements; none after it was refused. in_first, in_ready: exactly then.
//   Element e of an accepted instruction is shown in exactly the cycles in which its operands are in, it has no fault
//   and all before it have left: one group for a plain instruction, else its length, group_last with the last.
//   Address of an active lane: start + offset; start, start + 4 * stride, ...; start + 4 * index: numbers with sign.
//   Data of stores: the word of lane and element; a plain store's: register 3 of the first cycle.
//   A sum below 0, from 2^ADDRESS_BITS on, or not a multiple of 4 is reported with its lanes, once all operands are in,
//   and ends the instruction; nothing of it follows, nothing of it had group_last: an instruction ends exactly once.
//   A group or fault that is shown stays until it is taken.
`default_nettype none
module rs_load_store_unit_fv #(
    parameter LANES        = 2,
    parameter QUADS        = 1,  // MAX_LENGTH / 4: 1, 2, 4
    parameter ADDRESS_BITS = 10,
    // derived, not to be set
    parameter MAX_LENGTH   = 4 * QUADS
) (
    input wire                 clk,
    input wire                 rst,
    input wire                 in_valid,
    input wire [2:0]           in_opcode,
    input wire [4:0]           in_length,
    input wire                 in_warp,
    input wire [4:0]           in_register,
    input wire                 in_scratchpad,
    input wire [LANES-1:0]     in_mask,
    input wire [31:0]          in_offset,
    input wire [LANES*128-1:0] in_operands,
    input wire                 group_ready,
    input wire                 fault_ready
);
    localparam WIDE = (ADDRESS_BITS > 34 ? ADDRESS_BITS : 34) + 2; // of sums
    localparam [1:0] PLAIN = 2'd0, STRIDED = 2'd1, INDIRECT = 2'd2;
    wire                          in_ready, in_first, fault_valid, busy;
    wire                          group_valid, group_write, group_scratchpad, group_warp, group_last;
    wire [1:0]                    in_status;
    wire [3:0]                    group_element;
    wire [4:0]                    group_register;
    wire [LANES-1:0]              group_mask, fault_misaligned, fault_outside;
    wire [LANES*ADDRESS_BITS-1:0] group_address;
    wire [LANES*32-1:0]           group_data;
    rs_load_store_unit #(.LANES(LANES), .ADDRESS_BITS(ADDRESS_BITS), .MAX_LENGTH(MAX_LENGTH), .WARP_BITS(1),
        .REGISTER_BITS(5)) dut (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_first(in_first), .in_status(in_status),
        .in_opcode(in_opcode), .in_length(in_length), .in_warp(in_warp), .in_register(in_register),
        .in_scratchpad(in_scratchpad), .in_mask(in_mask), .in_offset(in_offset), .in_operands(in_operands),
        .group_valid(group_valid), .group_ready(group_ready), .group_write(group_write),
        .group_scratchpad(group_scratchpad), .group_warp(group_warp), .group_register(group_register),
        .group_element(group_element), .group_last(group_last),
        .group_mask(group_mask), .group_address(group_address), .group_data(group_data), .fault_valid(fault_valid),
        .fault_ready(fault_ready), .fault_misaligned(fault_misaligned), .fault_outside(fault_outside), .busy(busy));

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);

    // ---- the instruction inside -------------------------------------------------------------------------------------
    reg                           active, write, scratchpad, warp;
    reg [1:0]                     kind;
    reg [4:0]                     length, register, sent; // groups that have left
    reg [3:0]                     given;                  // operand cycles taken
    reg [31:0]                    offset;
    reg [LANES-1:0]               mask;
    reg [LANES*ADDRESS_BITS-1:0]  base;
    reg [LANES*32-1:0]            stride;
    reg [MAX_LENGTH*LANES*32-1:0] indices, words;         // of element 4 * q + r of lane l: (q * LANES + l) * 4 + r

    wire       both   = kind == INDIRECT && write;
    wire [3:0] cycles = kind == PLAIN || (kind == STRIDED && !write) ? 4'd0 : both ? 4'd2 : 4'd1; // of four elements
    wire       all_in = given == cycles * length[4:2];
    wire       is_in  = given >= cycles * ({1'b0, sent[4:2]} + 4'd1); // operands of the next element

    // ---- its next element -------------------------------------------------------------------------------------------
    reg [LANES*WIDE-1:0] strided;       // strided: its sum
    reg [LANES*WIDE-1:0] sum;
    reg [WIDE-1:0]       addend;
    reg [LANES*32-1:0]   data;
    reg [LANES-1:0]      misaligned, outside, addresses_right, data_right;
    reg [31:0]           index;
    integer l;
    always @* begin
        for (l = 0; l < LANES; l = l + 1) begin
            index  = indices[((sent[3:2]*LANES + l)*4 + sent[1:0])*32 +: 32];
            addend = kind == PLAIN ? {{(WIDE-32){offset[31]}}, offset} : {{(WIDE-34){index[31]}}, index, 2'b00};
            sum[l*WIDE +: WIDE] = kind == STRIDED ? strided[l*WIDE +: WIDE]
                : {{(WIDE-ADDRESS_BITS){1'b0}}, base[l*ADDRESS_BITS +: ADDRESS_BITS]} + addend;
            misaligned[l] = mask[l] && sum[l*WIDE +: 2] != 0;
            outside[l]    = mask[l] && sum[l*WIDE+ADDRESS_BITS +: WIDE-ADDRESS_BITS] != 0;
            data[l*32 +: 32] = words[((sent[3:2]*LANES + l)*4 + (kind == PLAIN ? 2'd3 : sent[1:0]))*32 +: 32];
            addresses_right[l] = !mask[l] ||
                group_address[l*ADDRESS_BITS +: ADDRESS_BITS] == sum[l*WIDE +: ADDRESS_BITS];
            data_right[l]      = !mask[l] || !write || group_data[l*32 +: 32] == data[l*32 +: 32];
        end
    end
    wire faulty = (misaligned | outside) != 0;
    wire leaves = group_valid && group_ready;
    wire ends   = (leaves && sent + 5'd1 == length) || (fault_valid && fault_ready);

    // ---- in ---------------------------------------------------------------------------------------------------------
    wire       first     = !active || all_in;
    wire       supported = in_opcode[2:1] == PLAIN ? in_length == 5'd1 :
        in_opcode[2:1] != 2'd3 && (in_length == 5'd4 || in_length == 5'd8 || in_length == 5'd16) &&
        in_length <= MAX_LENGTH;
    wire       fits      = in_opcode[2:1] == PLAIN ||
        (in_register[1:0] == 0 && {1'b0, in_register} + in_length <= 6'd32);
    wire [1:0] status    = !first ? 2'd0 : !supported ? 2'd2 : !fits ? 2'd3 : in_mask == 0 ? 2'd1 : 2'd0;
    wire       starts    = in_valid && in_ready && first && status == 2'd0;
    wire       stages    = in_valid && in_ready && !first;
    wire [1:0] quad      = both ? given[2:1] : given[1:0];
    integer n;
    function [WIDE-1:0] step_of;
        input [31:0] elements;
        step_of = {{(WIDE-34){elements[31]}}, elements, 2'b00};
    endfunction
    always @(posedge clk) begin
        if (starts) begin
            kind       <= in_opcode[2:1];
            write      <= in_opcode[0];
            scratchpad <= in_scratchpad;
            warp       <= in_warp;
            register   <= in_register;
            length     <= in_length;
            mask       <= in_mask;
            offset     <= in_offset;
            sent       <= 5'd0;
            given      <= 4'd0;
            words[LANES*128-1:0] <= in_operands;
            for (n = 0; n < LANES; n = n + 1) begin
                base[n*ADDRESS_BITS +: ADDRESS_BITS] <= in_operands[n*128 +: ADDRESS_BITS];
                stride[n*32 +: 32]                   <= in_operands[n*128+64 +: 32];
                strided[n*WIDE +: WIDE]              <= in_operands[n*128 +: ADDRESS_BITS];
            end
        end else begin
            if (leaves) begin
                sent <= sent + 5'd1;
                for (n = 0; n < LANES; n = n + 1)
                    strided[n*WIDE +: WIDE] <= strided[n*WIDE +: WIDE] + step_of(stride[n*32 +: 32]);
            end
            if (stages) begin
                given <= given + 4'd1;
                for (n = 0; n < MAX_LENGTH / 4; n = n + 1)
                    if (quad == n) begin
                        if (kind == INDIRECT && !(write && given[0]))
                            indices[n*LANES*128 +: LANES*128] <= in_operands;
                        else
                            words[n*LANES*128 +: LANES*128] <= in_operands;
                    end
            end
        end
        if (starts)
            active <= 1'b1;
        else if (ends)
            active <= 1'b0;
        if (rst)
            active <= 1'b0;
    end

    // ---- for the induction: registers of the block, as the shadow has them ------------------------------------------
    // The address latch of a strided instruction has the element before the next one.
    wire                          is_write;    // probe dut.write
    wire [1:0]                    its_kind;    // probe dut.kind
    wire [3:0]                    its_last;    // probe dut.last_element
    wire [3:0]                    its_beat;    // probe dut.beat
    wire [LANES*ADDRESS_BITS-1:0] latches;     // probe dut.lanes[*LANES].lane_address
    wire [LANES*32-1:0]           strides;     // probe dut.lanes[*LANES].lane_stride
    wire [QUADS*LANES*128-1:0]    index_rows;  // probe dut.rows[*QUADS].lane_indices
    wire [QUADS*LANES*128-1:0]    word_rows;   // probe dut.rows[*QUADS].lane_words
    reg  [LANES-1:0]              latch_right, stride_right;
    reg  [QUADS-1:0]              indices_right, words_right;
    reg  [WIDE-1:0]               latch;
    integer m;
    always @* begin
        for (m = 0; m < LANES; m = m + 1) begin
            latch = {{(WIDE-ADDRESS_BITS){1'b0}}, latches[m*ADDRESS_BITS +: ADDRESS_BITS]};
            latch_right[m]  = !mask[m] || (kind == STRIDED && sent != 0 ?
                latch + step_of(stride[m*32 +: 32]) == strided[m*WIDE +: WIDE] :
                latches[m*ADDRESS_BITS +: ADDRESS_BITS] == base[m*ADDRESS_BITS +: ADDRESS_BITS] &&
                (kind != STRIDED || latch == strided[m*WIDE +: WIDE]));
            stride_right[m] = strides[m*32 +: 32] == (kind == PLAIN ? offset : stride[m*32 +: 32]);
        end
        for (m = 0; m < QUADS; m = m + 1) begin
            indices_right[m] = kind != INDIRECT || given <= (both ? 2 * m : m)
                || index_rows[m*LANES*128 +: LANES*128] == indices[m*LANES*128 +: LANES*128];
            words_right[m] = (m != 0 && (kind == PLAIN || !write || given <= (both ? 2 * m + 1 : m)))
                || word_rows[m*LANES*128 +: LANES*128] == words[m*LANES*128 +: LANES*128];
        end
    end

    rs_stream_source_rules #(.WIDTH(13 + LANES * (ADDRESS_BITS + 33)), .CHECK(1)) group_rules (
        .clk(clk), .rst(rst), .valid(group_valid), .ready(group_ready), .payload({group_write, group_scratchpad,
        group_warp, group_register, group_element, group_last, group_mask, group_address, group_data}));
    rs_stream_source_rules #(.WIDTH(10 + LANES * 2), .CHECK(1)) fault_rules (
        .clk(clk), .rst(rst), .valid(fault_valid), .ready(fault_ready), .payload({group_warp, group_register,
        group_element, fault_misaligned, fault_outside}));

    always @(posedge clk)
        if (started && !rst) begin
            status_rule:    assert (in_status == status);
            issue_cycles:   assert (in_first == first && in_ready == (!active || !all_in || ends) && busy == active);
            group_exactly:  assert (group_valid == (active && is_in && !faulty));
            last_exactly:   assert (!group_valid || group_last == (sent + 5'd1 == length));
            fault_exactly:  assert (fault_valid == (active && all_in && faulty));
            fault_lanes:    assert (!fault_valid || (fault_misaligned == misaligned && fault_outside == outside));
            own_fields:     assert (!active || (group_scratchpad == scratchpad
                && group_warp == warp && group_register == register && group_element == sent[3:0]
                && group_mask == mask && group_write == write));
            own_address:    assert (!group_valid || (&addresses_right));
            own_data:       assert (!group_valid || (&data_right));
            same_latches:   assert (!active || ((&latch_right) && (&stride_right)));
            same_rows:      assert (!active || ((&indices_right) && (&words_right)));
            same_control:   assert (!active || (its_kind == kind && is_write == write && its_beat == given
                && {1'b0, its_last} + 5'd1 == length));
            own_length:     assert (!active || (kind == PLAIN ? length == 5'd1 : kind != 2'd3
                && (length == 5'd4 || length == 5'd8 || length == 5'd16) && length <= MAX_LENGTH));
            sent_below:     assert (!active || (sent < length && given <= cycles * length[4:2]));
            whole_store:    cover (leaves && group_last && both && length == MAX_LENGTH);
            strides_back:   cover (leaves && group_last && kind == STRIDED && stride[31] && mask[LANES-1]);
            fault_later:    cover (fault_valid && sent == 5'd2 && kind == STRIDED && outside != mask
                && misaligned == 0);
            back_to_back:   cover (starts && ends && kind == PLAIN && offset[31]);
            refused:        cover (in_valid && in_status == 2'd3 && active && ends);
            waits:          cover (group_valid && !group_ready && sent == 5'd3 && kind == INDIRECT);
        end
    generate
        if (QUADS > 1) begin : longer
            always @(posedge clk)
                if (started && !rst) begin
                    overlaps:        cover (leaves && stages && both);
                    fault_held_back: cover (active && is_in && faulty && !fault_valid);
                end
        end
    endgenerate
endmodule
`default_nettype wire
