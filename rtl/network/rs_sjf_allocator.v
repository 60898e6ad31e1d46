// Shortest job first: of the inputs that ask for an output, the one whose source has the fewest requests in flight wins most of the
// time (the batch scheduler of SMS, the staged memory scheduler: Ausavarungnirun and others, ISCA 2012).
//
// What it does: each output that some input requests picks one of them. With SHORTEST of 256 values of its random byte that is the
// input with the lowest load, of several the lowest numbered; else the first at or after the input behind the one that the output was
// granted to last, going on at 0 behind the last input (the first after reset: input 0). Loads are those of the cycle before: whose
// comes first is kept in a register for every two inputs, so that no comparison stands between request and pick. Reset: all loads 0.
// `granted` says whom each output goes to in this cycle, the pick or, where a hold decides, another input; none: its turn stays.
// Contract: an input requests one output at most, as behind one FIFO per input; else several could pick it.
// Timing: request to pick is combinational; state moves at the clock edge.
// Shapes: bit i*OUTPUTS+o of request, pick and granted is the pair (input i, output o); load: LOAD_BITS an input; random: a byte an output.
// Guarantees: one pick for each column with a request, none for another; a pick implies its request. No bound on a wait: an input
// whose load stays high is passed whenever the byte says so, and what the bytes say is chance.
// C twin: cmodel/network/sjf_allocator.c.
`default_nettype none
module rs_sjf_allocator #(
    parameter INPUTS    = 28,
    parameter OUTPUTS   = 8,
    parameter LOAD_BITS = 7,
    parameter SHORTEST  = 230  // 1 .. 255; SMS: 0.9 of the picks
) (
    input  wire                        clk,
    input  wire                        rst,
    input  wire [INPUTS*OUTPUTS-1:0]   request,
    input  wire [INPUTS*LOAD_BITS-1:0] load,
    input  wire [OUTPUTS*8-1:0]        random,
    output wire [INPUTS*OUTPUTS-1:0]   pick,
    input  wire [INPUTS*OUTPUTS-1:0]   granted
);
    localparam IN_BITS   = INPUTS > 1 ? $clog2(INPUTS) : 1;
    localparam IN_PLACES = 1 << $clog2(INPUTS); // rs_next_set takes powers of two
    localparam [31:0] SHARE = SHORTEST;

    generate
        if (INPUTS < 1 || OUTPUTS < 1 || LOAD_BITS < 1 || SHORTEST < 1 || SHORTEST > 255) begin : illegal
            rs_sjf_allocator_needs_sizes_above_0_and_shortest_1_to_255 stop ();
        end
        if (INPUTS == 1) begin : alone
            wire unused = &{1'b0, load};
        end
    endgenerate

    // Bit i*INPUTS+j: input i comes before input j by the loads of the cycle before. Kept for i < j.
    wire [INPUTS*INPUTS-1:0] precedes;
    genvar i, j, o;
    generate
        for (i = 0; i < INPUTS; i = i + 1) begin : of
            assign precedes[i*INPUTS + i] = 1'b0;
            for (j = i + 1; j < INPUTS; j = j + 1) begin : than
                reg lower_first;
                always @(posedge clk)
                    lower_first <= rst || load[i*LOAD_BITS +: LOAD_BITS] <= load[j*LOAD_BITS +: LOAD_BITS];
                assign precedes[i*INPUTS + j] = lower_first;
                assign precedes[j*INPUTS + i] = !lower_first;
            end
        end
    endgenerate

    reg [OUTPUTS*IN_BITS-1:0] turn; // of an output: one behind the input it was granted to last
    generate
        for (o = 0; o < OUTPUTS; o = o + 1) begin : out
            wire [INPUTS-1:0]    column, shortest, behind;
            wire [IN_PLACES-1:0] asking;
            /* verilator lint_off UNUSEDSIGNAL */ // places beyond INPUTS
            wire [IN_PLACES-1:0] next;
            /* verilator lint_on UNUSEDSIGNAL */
            wire [IN_BITS-1:0]   after;
            wire                 by_load = random[o*8 +: 8] < SHARE[7:0];
            for (i = 0; i < INPUTS; i = i + 1) begin : in
                wire [INPUTS-1:0] earlier; // inputs that come before this one
                for (j = 0; j < INPUTS; j = j + 1) begin : than
                    assign earlier[j] = precedes[j*INPUTS + i];
                end
                assign column[i]   = request[i*OUTPUTS + o];
                assign shortest[i] = column[i] && (column & earlier) == {INPUTS{1'b0}};
                assign pick[i*OUTPUTS + o] = by_load ? shortest[i] : next[i];
                assign behind[(i + 1) % INPUTS] = granted[i*OUTPUTS + o];
            end
            for (i = 0; i < IN_PLACES; i = i + 1) begin : place
                if (i < INPUTS) begin : of_input
                    assign asking[i] = column[i];
                end else begin : none
                    assign asking[i] = 1'b0;
                end
            end
            rs_next_set #(.WIDTH(IN_PLACES)) in_turn (.bits(asking), .start(turn[o*IN_BITS +: IN_BITS]), .next(next));
            rs_encode #(.WIDTH(INPUTS)) encode (.one_hot(behind), .index(after));
            always @(posedge clk)
                if (rst)
                    turn[o*IN_BITS +: IN_BITS] <= {IN_BITS{1'b0}};
                else if (behind != {INPUTS{1'b0}})
                    turn[o*IN_BITS +: IN_BITS] <= after;
        end
    endgenerate
endmodule
`default_nettype wire
