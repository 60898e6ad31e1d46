# dram_controller.py OUTPUT.v: LiteDRAM's controller as the table in fpga/README.md measures it (pip install migen litex litedram):
# 8 banks, command buffers of 8, DDR3 of 16 bits (MT41K128M16, 14 row bits, 10 column bits) at 100 MHz, 4 phases of 32 bits, no ZQ calibration.
import sys

from litedram.core.controller import ControllerSettings, LiteDRAMController
from litedram.modules import MT41K128M16
from litedram.phy.model import get_sdram_phy_settings
from migen.fhdl import verilog

CLOCK = 100e6
module = MT41K128M16(CLOCK, "1:4")
module.timing_settings.tZQCS = None
controller = LiteDRAMController(get_sdram_phy_settings(module.memtype, 16, CLOCK), module.geom_settings, module.timing_settings, CLOCK,
                                ControllerSettings(cmd_buffer_depth=8))
ports = set(controller.interface.flatten()) | set(controller.dfi.flatten())
verilog.convert(controller, ports, name="litedram_controller").write(sys.argv[1])
