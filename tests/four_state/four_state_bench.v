// A top in Icarus, whose values are 0, 1, x and z, beside the vectors of its C twin (record.c): in every cycle each output bit
// must be what the twin has, where the twin says something of it; unknown bits there are wrong, too.
// ports.vh has the ports, PARAMETERS (-D) the parameters of the top. Prints "equal, N cycles" or the wrong ports of the first cycle
// that has some. +guard_alone, +dynamic_vc: straps that must stop the simulation (straps.list).
`default_nettype none
module four_state_bench;
    `include "ports.vh"

    reg                    clk;
    reg [`OUTPUT_BITS-1:0] value, care, known; // what it is; it must be that; it must be 0 or 1
    wire [`OUTPUT_BITS-1:0] found = {`OUTPUTS};
    wire [`OUTPUT_BITS-1:0] wrong = ((found ^ value) & care) | ((found ^ found) & known);
    reg [`INPUT_BITS+3*`OUTPUT_BITS-1:0] vectors [0:`CYCLES-1];
    integer cycle, bits;

    `MODULE #(`PARAMETERS) dut (.clk(clk), `INPUT_PORTS, `OUTPUT_PORTS);

    `define WRONG(name, low, width) \
        if (wrong[low +: width] !== {width{1'b0}}) \
            $display("  %s\n    model    %b (looked at %b)\n    hardware %b", name, value[low +: width], \
                     care[low +: width] | known[low +: width], found[low +: width]);

    initial begin
        $readmemb("vectors", vectors);
        clk = 1'b0;
        for (cycle = 0; cycle < `CYCLES; cycle = cycle + 1) begin
            {`INPUTS, value, care, known} = vectors[cycle];
`ifndef OWN_PARAMETERS
            if ($test$plusargs("guard_alone"))
                {wait_guard, hold_limit} = 9'h100;
            if ($test$plusargs("dynamic_vc"))
                static_vc = 1'b0;
`endif
            #4;
            if (wrong !== {`OUTPUT_BITS{1'b0}}) begin
                $display("mismatch in cycle %0d", cycle);
                `NAME_PORT
                $finish;
                cycle = `CYCLES;
            end
            #1 clk = 1'b1;
            #5 clk = 1'b0;
        end
        if (cycle == `CYCLES)
            $display("equal, %0d cycles", cycle);
    end
endmodule
`default_nettype wire
