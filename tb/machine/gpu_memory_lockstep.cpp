/* `rowstreak run` with SM_MEMORY = 1 and the Verilated rs_gpu_memory in lockstep beside the C twin. */
#include "machine/gpu_memory_port.h"
#include "machine/lockstep.h"

namespace rs {

template <class Dut>
bool same_outputs(const GpuMemoryPort<Dut> &port, const Dut &dut, const rs_gpu_memory_inputs &in, const rs_gpu_memory_outputs &out,
                  PathMismatch &found)
{
    return port.equal(dut, in, out, found);
}

} // namespace rs

int main(int argc, char **argv)
{
    return rs::run_in_lockstep<rs::GpuMemoryPort<Vdut>>(argc, argv, &rs_cli_hook::observe_memory);
}
