"""Random bursts of an AXI4 master that is not ours (cocotbext-axi) against rs_axi4_controller; data checked byte for byte.

Several workers, each with its own part of memory, so that bursts of all of them are under way at a time: INCR of any length and
beat size, unaligned, FIXED, and now and then one outside memory. Every channel of the master pauses at random. BURSTS: how many;
SEED.
"""
import itertools
import logging
import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge
from cocotbext.axi import AxiBurstType, AxiBus, AxiMaster, AxiResp

MEMORY = 1 << 16
WORKERS = 8


async def reset(dut, cycles=3):
    dut.rst.value = 1
    for _ in range(cycles):
        await RisingEdge(dut.clk)
    dut.rst.value = 0


class Worker:
    """Owns bytes [first, first + size) and knows what they hold."""

    def __init__(self, master, rng, first, size, widest):
        self.master, self.rng, self.first, self.size, self.widest = master, rng, first, size, widest
        self.bytes = bytearray(size)
        self.kinds = {"write": 0, "read": 0, "fixed": 0, "outside": 0, "narrow": 0}

    async def outside(self):
        address = MEMORY + self.rng.randrange(1 << 20)
        if self.rng.random() < 0.5:
            answer = await self.master.write(address, b"outside")
        else:
            answer = await self.master.read(address, 5)
        assert answer.resp == AxiResp.SLVERR, f"{address:x}: found {answer.resp}, expected SLVERR"

    async def fixed(self):
        """Beats that all go to one word: the last one stays."""
        width = 1 << self.widest
        word = self.rng.randrange(self.size // width) * width
        data = self.rng.randbytes(width * self.rng.randrange(1, 5))
        await self.master.write(self.first + word, data, burst=AxiBurstType.FIXED)
        self.bytes[word:word + width] = data[-width:]

    async def one(self):
        kind = self.rng.random()
        if kind < 0.02:
            self.kinds["outside"] += 1
            return await self.outside()
        if kind < 0.06:
            self.kinds["fixed"] += 1
            return await self.fixed()
        length = self.rng.randrange(1, 40) if self.rng.random() < 0.9 else self.rng.randrange(1, 400)
        at = self.rng.randrange(self.size - length)
        size = None
        if self.rng.random() < 0.3:
            size = self.rng.randrange(self.widest + 1)
            self.kinds["narrow"] += 1
        if kind < 0.5:
            self.kinds["write"] += 1
            data = self.rng.randbytes(length)
            self.bytes[at:at + length] = data
            answer = await self.master.write(self.first + at, data, size=size)
            assert answer.resp == AxiResp.OKAY, f"{self.first + at:x}: found {answer.resp}, expected OKAY"
        else:
            self.kinds["read"] += 1
            answer = await self.master.read(self.first + at, length, size=size)
            assert answer.resp == AxiResp.OKAY, f"{self.first + at:x}: found {answer.resp}, expected OKAY"
            assert answer.data == bytes(self.bytes[at:at + length]), f"{self.first + at:x}+{length}: found {answer.data.hex()}, " \
                f"expected {self.bytes[at:at + length].hex()}"

    async def run(self, bursts):
        for _ in range(bursts):
            await self.one()


@cocotb.test()
async def bytes_come_back(dut):
    bursts, seed = int(os.environ.get("BURSTS", "2000")), int(os.environ.get("SEED", "1"))
    rng = random.Random(seed)
    cocotb.start_soon(Clock(dut.clk, 10, "ns").start())
    master = AxiMaster(AxiBus.from_prefix(dut, "s_axi"), dut.clk, dut.rst)
    for interface in (master.write_if, master.read_if):
        interface.log.setLevel(logging.WARNING)
    for channel in (master.write_if.aw_channel, master.write_if.w_channel, master.read_if.ar_channel, master.write_if.b_channel,
                    master.read_if.r_channel):
        channel.set_pause_generator(itertools.cycle([rng.random() < 0.3 for _ in range(997)]))
    await reset(dut)
    size = MEMORY // WORKERS
    widest = len(dut.s_axi_wdata).bit_length() - 4
    workers = [Worker(master, random.Random(f"{seed} {i}"), i * size, size, widest) for i in range(WORKERS)]
    for worker in workers: # what memory holds at first is nobody's business
        await master.write(worker.first, bytes(size))
    tasks = [cocotb.start_soon(worker.run(bursts // WORKERS)) for worker in workers]
    for task in tasks:
        await task
    for worker in workers:
        found = await master.read(worker.first, size)
        assert found.data == bytes(worker.bytes), f"worker at {worker.first:x}: found other bytes at the end"
    for _ in range(4):
        await RisingEdge(dut.clk)
    assert dut.idle.value == 1, "found something under way at the end, expected idle"
    kinds = {kind: sum(worker.kinds[kind] for worker in workers) for kind in workers[0].kinds}
    assert bursts < 1000 or min(kinds.values()) > 0, f"found no burst of a kind: {kinds}"
    cocotb.log.info("bursts by kind: %s", kinds)
