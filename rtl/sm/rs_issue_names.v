// rs_issue_names: the registers that a record names, a bit each (cmodel/sm/warp_record.h). Combinational.
//
// MEMORY: source 0 is a pointer, two registers except in scratchpad and stash; source 1 is `length` indices if it is indirect;
// source 2 and the destination are `length` registers. ATOMIC: the pointer as of MEMORY, else one register each. All others: one
// register each. A field of 255 names none. beyond: some register is none of REGISTERS (such bits are left out).
`default_nettype none
module rs_issue_names #(
    parameter REGISTERS = 64
) (
    input  wire [47:0]          record,
    output wire [REGISTERS-1:0] source_0,
    output wire [REGISTERS-1:0] source_1,
    output wire [REGISTERS-1:0] source_2,
    output wire [REGISTERS-1:0] destination,
    output wire                 beyond
);
    localparam [3:0] MEMORY = 4'd4, ATOMIC = 4'd5;
    localparam [REGISTERS-1:0] ONE = 1;

    function [REGISTERS-1:0] range; // `number` registers from `first` on
        input [7:0] first;
        input [4:0] number;
        range = first == 8'd255 ? {REGISTERS{1'b0}} : (ONE << number) - ONE << first;
    endfunction

    function ends_behind;
        input [7:0] first;
        input [4:0] number;
        ends_behind = first != 8'd255 && {24'd0, first} + {27'd0, number} > REGISTERS;
    endfunction

    wire       is_memory = record[3:0] == MEMORY;
    wire       near      = record[6:4] == 3'd1 || record[6:4] == 3'd5; // scratchpad, stash
    wire [4:0] length    = is_memory && record[11:10] != 2'd0 ? 5'd2 << record[11:10] : 5'd1;
    wire [4:0] pointer   = (is_memory || record[3:0] == ATOMIC) && !near ? 5'd2 : 5'd1;
    wire [4:0] indices   = record[9:8] == 2'd2 ? length : 5'd1;
    wire       unused    = &{1'b0, record[15:12], record[7]};
    assign source_0    = range(record[31:24], pointer);
    assign source_1    = range(record[39:32], indices);
    assign source_2    = range(record[47:40], length);
    assign destination = range(record[23:16], length);
    assign beyond      = ends_behind(record[31:24], pointer) || ends_behind(record[39:32], indices)
                      || ends_behind(record[47:40], length) || ends_behind(record[23:16], length);
endmodule
`default_nettype wire
