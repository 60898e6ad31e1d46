// Proof of rs_route over all nodes of a network at once, for any destination `to`: only the destination's own router delivers; every hop
// goes to a neighbour that is nearer by one link; and the channels (a link on a VC) that a packet uses one after the other have rising
// numbers, so no circle of channels can wait for itself (Dally and Seitz). Distances and numbers are written down here apart
// from the routes. On a ring a packet is on VC 1 only where the rest of its way stays clear of the dateline, which every hop keeps.
// One packet at each node and VC stands for all: everything is combinational.
`default_nettype none
module rs_route_fv #(
    parameter RING    = 0,
    parameter NODES   = 6,
    parameter COLUMNS = 3,
    parameter VCS     = 1,
    // derived, not to be set
    parameter NODE_BITS = $clog2(NODES)
) (
    input wire                 clk,
    input wire                 rst,
    input wire [NODE_BITS-1:0] to
);
    localparam OUTPUTS = 1 + ((RING != 0) ? 2 : 4) * VCS, OUTPUT_BITS = $clog2(OUTPUTS);
    localparam PORTS = (RING != 0) ? 2 : 4; // with links
    localparam [NODE_BITS-1:0] LAST = NODES - 1;
    always @(posedge clk) assume (to <= LAST);

    // Column and row of the destination, each as a bit a value; on a ring the column is the node.
    localparam WIDE = (RING != 0) ? NODES : COLUMNS, HIGH = NODES / WIDE;
    reg [WIDE-1:0] goal_column;
    reg [HIGH-1:0] goal_row;
    integer at;
    always @* begin
        goal_column = {WIDE{1'b0}};
        goal_row    = {HIGH{1'b0}};
        for (at = 0; at < NODES; at = at + 1)
            if (to == at) begin
                goal_column[at % WIDE] = 1'b1;
                goal_row[at / WIDE]    = 1'b1;
            end
    end

    function integer apart;
        input integer a, b;
        apart = a > b ? a - b : b - a;
    endfunction
    function integer around; // links between two nodes of a line or, on a ring, of it
        input integer a, b;
        around = RING != 0 && 2 * apart(a, b) > NODES ? NODES - apart(a, b) : apart(a, b);
    endfunction
    function [9:0] links; // from a node to the destination
        input integer from;
        input [WIDE-1:0] columns;
        input [HIGH-1:0] rows;
        integer i;
        begin
            links = 10'd0;
            for (i = 0; i < WIDE; i = i + 1) if (columns[i]) links = links | around(from % WIDE, i);
            for (i = 0; i < HIGH; i = i + 1) if (rows[i]) links = links + apart(from / WIDE, i);
        end
    endfunction
    function [9:0] number; // of the channel from a node by a port on a VC
        input integer from;
        input [2:0] port;
        input on;
        if (RING != 0)
            number = !on ? (port == 2 ? from : NODES - from)
                         : (port == 2 ? (from == NODES - 1 ? NODES : NODES + 1 + from) : (from == 0 ? NODES + 1 : 2 * NODES + 1 - from));
        else
            number = port == 1 ? COLUMNS - from % COLUMNS : port == 2 ? from % COLUMNS
                   : COLUMNS + 1 + (port == 3 ? from / COLUMNS : NODES / COLUMNS - from / COLUMNS);
    endfunction
    function clear; // of the dateline, the rest of the way by this port (ring)
        input integer from;
        input [2:0] port;
        input [NODE_BITS-1:0] there;
        clear = port == 2 ? there >= from : there <= from;
    endfunction

    wire [NODES*VCS*3-1:0] ports;  // by which a packet leaves, 0 the local one,
    wire [NODES*VCS-1:0]   on;     // and the VC
    wire [NODES*VCS-1:0]   delivers, crosses;
    wire [NODES*VCS*PORTS-1:0] nearer, rises, stays_clear;
    genvar n, v, p;
    generate
        for (n = 0; n < NODES; n = n + 1) begin : node
            for (v = 0; v < VCS; v = v + 1) begin : vc
                localparam AT = n * VCS + v;
                localparam [NODE_BITS-1:0] SELF = n;
                wire [OUTPUT_BITS-1:0] way;
                rs_route #(.RING(RING), .NODE(n), .NODES(NODES), .COLUMNS(COLUMNS), .VCS(VCS), .VC(v)) route (.to(to), .way(way));
                wire [2:0] port = (way + VCS - 1) / VCS;
                assign ports[3*AT +: 3] = port;
                assign on[AT]           = VCS > 1 && way != 0 && !way[0];
                assign delivers[AT]     = (way == 0) == (to == SELF) && way < OUTPUTS;
                assign crosses[AT]      = v == 0 && on[AT] && port == 2;
                // A packet on VC 1 can be here only if the rest of its way is clear of the dateline.
                wire can_be = v == 0 || clear(n, port, to);
                for (p = 1; p <= PORTS; p = p + 1) begin : link
                    localparam LEFT = (RING != 0) ? (n + NODES - 1) % NODES : (n % COLUMNS == 0) ? NODES : n - 1;
                    localparam RIGHT = (RING != 0) ? (n + 1) % NODES : (n % COLUMNS == COLUMNS - 1) ? NODES : n + 1;
                    localparam PEER = (p == 1) ? LEFT : (p == 2) ? RIGHT : (p == 3) ? (n + COLUMNS < NODES ? n + COLUMNS : NODES)
                                                                                  : (n >= COLUMNS ? n - COLUMNS : NODES);
                    wire goes = port == p;
                    if (PEER < NODES) begin : there
                        wire [2:0] then_port = on[AT] && VCS > 1 ? ports[3*(PEER*VCS+VCS-1) +: 3] : ports[3*PEER*VCS +: 3];
                        wire       then_on   = on[AT] && VCS > 1 ? on[PEER*VCS+VCS-1] : on[PEER*VCS];
                        assign nearer[AT*PORTS+p-1] = !goes || links(PEER, goal_column, goal_row) + 1 == links(n, goal_column, goal_row);
                        assign rises[AT*PORTS+p-1]  = !goes || !can_be || then_port == 0 || number(PEER, then_port, then_on) > number(n, port, on[AT]);
                        assign stays_clear[AT*PORTS+p-1] = !goes || !can_be || !on[AT] || then_port == 0 || clear(PEER, then_port, to);
                    end else begin : none
                        assign nearer[AT*PORTS+p-1]      = !goes;
                        assign rises[AT*PORTS+p-1]       = 1'b1;
                        assign stays_clear[AT*PORTS+p-1] = 1'b1;
                    end
                end
            end
        end
    endgenerate

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk)
        if (started && !rst) begin
            at_its_node: assert (&delivers);
            comes_near:  assert (&nearer);
            no_circle:   assert (&rises);
            one_dateline: assert (&stays_clear);
            goes_on:     cover (RING == 0 || crosses != {(NODES*VCS){1'b0}});
        end
endmodule
`default_nettype wire
