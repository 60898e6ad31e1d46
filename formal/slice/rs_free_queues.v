// Stand in for the three queues of rs_memory_slice in its proof: any packet may come to the look-up at any time, and any number of
// places may be free on its ways out. That the queues keep packets, data and order is proven of them (rs_slice_intake_fv and others).
`default_nettype none
module rs_slice_intake #(
    parameter LINE_BITS = 23,
    parameter HEADER    = 39,
    parameter MASK_BITS = 64,
    parameter FLIT_BITS = 256,
    parameter PAYLOAD   = 256,
    parameter QUEUE     = 16,
    parameter LATENCY   = 2,
    parameter HEADER_WIRES = 0
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire                   in_valid,
    output wire                   in_ready,
    input  wire [PAYLOAD+1:0]     in_flit,
    output wire                   loads,
    output wire [LINE_BITS-1:0]   next_line,
    output reg                    valid,
    output reg  [HEADER-1:0]      header,
    output reg  [MASK_BITS-1:0]   mask,
    output reg  [2*FLIT_BITS-1:0] data,
    input  wire                   leaves,
    output wire                   empty
);
    (* anyseq *) wire                   any_load, any_empty;
    (* anyseq *) wire [HEADER-1:0]      any_header;
    (* anyseq *) wire [MASK_BITS-1:0]   any_mask;
    (* anyseq *) wire [2*FLIT_BITS-1:0] any_data;
    assign in_ready  = 1'b0;
    assign loads     = any_load && (!valid || leaves);
    assign next_line = any_header[LINE_BITS-1:0];
    assign empty     = any_empty && !valid && !loads;
    always @(posedge clk) begin
        if (loads) begin
            header <= any_header;
            mask   <= any_mask;
            data   <= any_data;
        end
        valid <= !rst && (loads || (valid && !leaves));
    end
endmodule

module rs_slice_reply #(
    parameter HEADER    = 14,
    parameter FLIT_BITS = 256,
    parameter PAYLOAD   = 256,
    parameter PLACES    = 16,
    parameter HEADER_WIRES = 0
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire                   push,
    input  wire [HEADER-1:0]      header,
    input  wire [2*FLIT_BITS-1:0] data,
    output wire                   place_free,
    output wire                   out_valid,
    input  wire                   out_ready,
    output wire [PAYLOAD+1:0]     out_flit,
    output wire                   empty
);
    (* anyseq *) wire any_room, any_empty;
    assign place_free = any_room;
    assign out_valid = 1'b0;
    assign out_flit  = {(PAYLOAD+2){1'b0}};
    assign empty     = any_empty;
endmodule

module rs_slice_dram #(
    parameter SM_BITS   = 5,
    parameter TAG_BITS  = 8,
    parameter LINE_BITS = 23,
    parameter MASK_BITS = 64,
    parameter FLIT_BITS = 256,
    parameter PAYLOAD   = 256,
    parameter PLACES    = 16,
    parameter HEADER_WIRES = 0,
    parameter COUNT_BITS = $clog2(PLACES + 1)
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire [1:0]             reserve,
    output wire [COUNT_BITS-1:0]  places_free,
    input  wire                   push,
    input  wire                   push_write,
    input  wire [LINE_BITS-1:0]   push_line,
    input  wire [TAG_BITS-1:0]    push_tag,
    input  wire [MASK_BITS-1:0]   push_mask,
    input  wire [2*FLIT_BITS-1:0] push_data,
    output wire                   out_valid,
    input  wire                   out_ready,
    output wire [PAYLOAD+1:0]     out_flit,
    output wire                   empty
);
    (* anyseq *) wire [COUNT_BITS-1:0] any_left;
    (* anyseq *) wire                  any_empty;
    assign places_free = any_left;
    assign out_valid = 1'b0;
    assign out_flit  = {(PAYLOAD+2){1'b0}};
    assign empty     = any_empty;
endmodule
`default_nettype wire
