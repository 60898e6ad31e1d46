/* `rowstreak run` of a program with the Verilated rs_gpu in lockstep beside the C twin. */
#include "machine/gpu_port.h"
#include "machine/lockstep.h"

namespace rs {

template <class Dut>
bool same_outputs(const GpuPort<Dut> &port, const Dut &dut, const rs_gpu_inputs &, const rs_gpu_outputs &out, PathMismatch &found)
{
    return port.equal(dut, out, found);
}

} // namespace rs

int main(int argc, char **argv)
{
    return rs::run_in_lockstep<rs::GpuPort<Vdut>>(argc, argv, &rs_cli_hook::observe_gpu);
}
