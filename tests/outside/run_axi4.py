"""Builds the AXI4 controller in Icarus and runs axi4_bursts.py on it, with data buses of 4, 8 and 64 bytes.

run_axi4.py FOLDER BURSTS SEED; the working folder is the project's. Exit 1: something differed.
"""
import glob
import os
import sys

from cocotb_tools.runner import get_results, get_runner

folder, bursts, seed = sys.argv[1:4]
rooms = ("tests/outside", "rtl/port", "rtl/dram", "rtl/common")
sources = sorted(name for room in rooms for name in glob.glob(f"{room}/*.v")) + ["rtl/sm/rs_sm_port.v"]
sources = [os.path.abspath(name) for name in sources if not name.endswith("rs_axi4_memory.v")] # that one needs the memory path
bad = 0
for beat_bytes, share in ((8, 0.8), (4, 0.1), (64, 0.1)):
    build = os.path.join(os.path.abspath(folder), f"bytes{beat_bytes}")
    runner = get_runner("icarus")
    runner.build(sources=sources, hdl_toplevel="axi4_controller_top", defines={"BEAT_BYTES": beat_bytes},
                 build_args=["-g2005", "-I" + os.getcwd()], build_dir=build, always=True)
    os.environ.update(BURSTS=str(int(int(bursts) * share)), SEED=seed, PYTHONDONTWRITEBYTECODE="1")
    results = runner.test(hdl_toplevel="axi4_controller_top", test_module="axi4_bursts", test_dir="tests/outside", build_dir=build,
                          results_xml=os.path.join(build, "results.xml"))
    tests, failed = get_results(results)
    print(f"AXI4 master of cocotbext-axi, {beat_bytes} bytes a beat: {int(int(bursts) * share)} bursts, {'FAILED' if failed or not tests else 'equal'}")
    bad += failed or not tests
sys.exit(1 if bad else 0)
