"""Builds the tops with AXI4 slaves in Icarus and runs the bursts of other people's masters on them: axi4_bursts.py on the controller
with data buses of 8, 4 and 64 bytes without ECC and with it, axi4_memory_bursts.py on the three machines of axi4_memory_top.v.

run_axi4.py FOLDER BURSTS SEED [TOP [VALUE]]: BURSTS for each top, in shares; that top alone, with that value of its macro alone. The
working folder is the project's; RTL in the environment: a folder in place of rtl/. Exit 1: something differed.
"""
import glob
import os
import sys

from cocotb_tools.runner import get_results, get_runner

folder, bursts, seed = sys.argv[1], int(sys.argv[2]), sys.argv[3]
rtl = os.environ.get("RTL", "rtl")
sources = [os.path.abspath(name) for name in sorted(glob.glob(f"{rtl}/*/*.v"))] + [
    os.path.abspath(f"tests/outside/{name}.v") for name in ("dram_pins", "dfi_phy_pins")]
# top, what runs on it, the macro and its values with their shares of the bursts
runs = (("axi4_controller", "axi4_bursts", "SLAVE", ((0, 0.4), (1, 0.05), (2, 0.05), (3, 0.4), (4, 0.05), (5, 0.05))),
        ("axi4_memory", "axi4_memory_bursts", "MACHINE", ((0, 0.6), (1, 0.2), (2, 0.2))))
bad = 0
for top, module, macro, values in runs:
    for value, share in values:
        if sys.argv[4:] not in ([], [top], [top, str(value)]):
            continue
        build = os.path.join(os.path.abspath(folder), f"{top}_{value}")
        runner = get_runner("icarus")
        runner.build(sources=sources + [os.path.abspath(f"tests/outside/{top}_top.v")], hdl_toplevel=f"{top}_top", defines={macro: value},
                     build_args=["-g2005", "-I" + os.getcwd()], build_dir=build, always=True)
        os.environ.update(BURSTS=str(int(bursts * share)), SEED=seed, PYTHONDONTWRITEBYTECODE="1")
        results = runner.test(hdl_toplevel=f"{top}_top", test_module=module, test_dir="tests/outside", build_dir=build,
                              results_xml=os.path.join(build, "results.xml"))
        tests, failed = get_results(results)
        print(f"AXI4 masters of others, {top} with {macro} {value}: {int(bursts * share)} bursts, {'FAILED' if failed or not tests else 'equal'}",
              flush=True)
        bad += failed or not tests
sys.exit(1 if bad else 0)
