// The 28x8 crossbar of 256 bits that basejump_stl's control and its multiplexers make together (fpga/peer.sh).
module bsg_xb256 (
    input clk_i, input reset_i,
    input [27:0] valid_i, input [27:0][2:0] sel_io_i, output [27:0] yumi_o, input [27:0][255:0] data_i,
    input [7:0] ready_and_i, output [7:0] valid_o, output [7:0][255:0] data_o
);
    wire [7:0][27:0] grants;
    bsg_crossbar_control_basic_o_by_i #(.i_els_p(28), .o_els_p(8)) control (
        .clk_i, .reset_i, .valid_i, .sel_io_i, .yumi_o, .ready_and_i, .valid_o, .grants_oi_one_hot_o(grants));
    bsg_crossbar_o_by_i #(.i_els_p(28), .o_els_p(8), .width_p(256)) data (.i(data_i), .sel_oi_one_hot_i(grants), .o(data_o));
endmodule
