// rr_arb_tree of pulp-platform/common_cells with 28 inputs and its grants alone (fpga/peer.sh).
module rr_grants (input clk_i, input rst_ni, input [27:0] req_i, input gnt_i, output [27:0] gnt_o);
    rr_arb_tree #(.NumIn(28), .DataWidth(1)) arbiter (
        .clk_i, .rst_ni, .flush_i(1'b0), .rr_i('0), .req_i, .gnt_o, .data_i('0), .req_o(), .gnt_i, .data_o(), .idx_o());
endmodule
