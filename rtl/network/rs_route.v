// Which output of a router a packet leaves by, in a mesh or a ring (THESIS 6.3.3).
//
// Mesh: along the row first, then along the column; a packet stays on its VC. Ring: the shorter way, forward where both are as
// long; the link between node NODES - 1 and node 0 (the dateline) leads to VC 1, in both directions.
//   to     the packet's destination
//   way    0 the local port, 1 + (port - 1) * VCS + VC one of a link: ports 1 west, 2 east, 3 south, 4 north; ring: 1 back, 2 forward
// So every hop brings a packet nearer, and no circle of channels can wait for itself: proven for all nodes (formal/network/rs_route_fv.v).
// Timing: combinational.
`default_nettype none
module rs_route #(
    parameter RING    = 0,  // 0 mesh, 1 ring
    parameter NODE    = 0,  // of the router
    parameter NODES   = 36,
    parameter COLUMNS = 6,  // nodes a row of a mesh
    parameter VCS     = 1,
    parameter VC      = 0,  // on which the packet came
    // derived, not to be set
    parameter OUTPUTS     = 1 + ((RING != 0) ? 2 : 4) * VCS,
    parameter NODE_BITS   = (NODES > 1) ? $clog2(NODES) : 1,
    parameter OUTPUT_BITS = $clog2(OUTPUTS)
) (
    input  wire [NODE_BITS-1:0]   to,
    output wire [OUTPUT_BITS-1:0] way
);
    localparam LAST = NODES - 1;

    function [OUTPUT_BITS-1:0] way_to;
        input [NODE_BITS-1:0] node;
        integer n, port, channel;
        /* verilator lint_off UNUSEDSIGNAL */ // beyond the outputs
        integer at;
        /* verilator lint_on UNUSEDSIGNAL */
        begin
            way_to = {OUTPUT_BITS{1'b0}};
            for (n = 0; n < NODES; n = n + 1) begin
                if (RING != 0)
                    port = (n == NODE) ? 0 : (2 * ((n - NODE + NODES) % NODES) <= NODES) ? 2 : 1;
                else
                    port = (n % COLUMNS < NODE % COLUMNS) ? 1 : (n % COLUMNS > NODE % COLUMNS) ? 2
                         : (n > NODE) ? 3 : (n < NODE) ? 4 : 0;
                channel = (RING != 0 && VCS > 1 && ((port == 2 && NODE == LAST) || (port == 1 && NODE == 0))) ? 1 : VC;
                at      = (port == 0) ? 0 : 1 + (port - 1) * VCS + channel;
                if (node == n[NODE_BITS-1:0])
                    way_to = at[OUTPUT_BITS-1:0];
            end
        end
    endfunction

    assign way = way_to(to);
endmodule
`default_nettype wire
