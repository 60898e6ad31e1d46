/* `rowstreak run` with the Verilated rs_memory_path in lockstep beside the C twin: of a trace or pattern, or of the whole machine,
 * whose SMs are in C then. */
#include "machine/lockstep.h"

namespace rs {

template <class Dut>
bool same_outputs(const MemoryPathPort<Dut> &port, const Dut &dut, const rs_path_inputs &, const rs_path_outputs &out,
                  PathMismatch &found)
{
    return port.equal(dut, out, found);
}

} // namespace rs

int main(int argc, char **argv)
{
    return rs::run_in_lockstep<rs::MemoryPathPort<Vdut>>(argc, argv, &rs_cli_hook::observe);
}
