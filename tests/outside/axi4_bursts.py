"""Random bursts of an AXI4 master that is not ours (cocotbext-axi) against rs_axi4_controller; data checked byte for byte.

Several workers, each with its own part of memory, so that bursts of all of them are under way at a time: INCR of any length and
beat size, unaligned, WRAP, FIXED, and now and then one outside memory. Every channel of the master pauses at random. BURSTS: how
many; SEED.
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
PAGE = 1 << 12
WORKERS = 8


async def reset(dut, cycles=3):
    dut.rst.value = 1
    for _ in range(cycles):
        await RisingEdge(dut.clk)
    dut.rst.value = 0


def pauses(rng):
    """Cycles in which a channel of the master stands still: stretches of none, of some and of many."""
    return itertools.cycle([rng.random() < share for share in rng.choices((0, 0.3, 0.8), (2, 3, 1), k=9) for _ in range(rng.randrange(50, 200))])


class Worker:
    """Owns bytes [first, first + len(held)) and knows what they hold."""

    def __init__(self, masters, rng, first, held, widest):
        self.masters, self.rng, self.first, self.bytes, self.widest = masters, rng, first, held, widest
        self.kinds = dict.fromkeys(("write", "read", "wrap_write", "wrap_read", "fixed", "outside_write", "outside_read", "narrow",
                                    "unaligned", "long"), 0)

    def count(self, kind, seen=True):
        self.kinds[kind] = self.kinds.get(kind, 0) + seen

    async def store(self, address, data, **how):
        answer = await self.rng.choice(self.masters).write(address, data, awid=self.rng.choice((None, self.rng.randrange(16))), **how)
        assert answer.resp == AxiResp.OKAY, f"{address:x}: found {answer.resp}, expected OKAY"

    async def load(self, address, length, **how):
        answer = await self.rng.choice(self.masters).read(address, length, arid=self.rng.choice((None, self.rng.randrange(16))), **how)
        assert answer.resp == AxiResp.OKAY, f"{address:x}: found {answer.resp}, expected OKAY"
        return answer.data

    async def outside(self):
        address = MEMORY + self.rng.randrange(1 << 20)
        write = self.rng.random() < 0.5
        self.count("outside_write" if write else "outside_read")
        master = self.rng.choice(self.masters)
        answer = await (master.write(address, b"outside") if write else master.read(address, 5))
        assert answer.resp == AxiResp.SLVERR, f"{address:x}: found {answer.resp}, expected SLVERR"

    async def fixed(self):
        """Beats that all go to one word: the last one stays."""
        self.count("fixed")
        width = 1 << self.widest
        word = (self.first + self.rng.randrange(len(self.bytes) - 2 * width)) // width * width + width
        data = self.rng.randbytes(width * self.rng.randrange(1, 5))
        await self.store(word, data, burst=AxiBurstType.FIXED)
        self.bytes[word - self.first:word - self.first + width] = data[-width:]

    async def wrap(self):
        """A burst that goes on at the begin of its container. The master numbers lanes as if there were no end, so a container is no
        narrower than the bus, and splits at the end of a page, so a start in the page's last container is the container's own."""
        size = self.rng.randrange(max(0, self.widest - 4), self.widest + 1)
        beats = self.rng.choice([n for n in (2, 4, 8, 16) if n << size >= 1 << self.widest])
        whole = beats << size
        low = (self.first + self.rng.randrange(len(self.bytes) - 2 * whole)) // whole * whole + whole
        start = low if (low + whole) % PAGE == 0 else low + (self.rng.randrange(beats) << size)
        order = [low + (start - low + i) % whole - self.first for i in range(whole)]
        if self.rng.random() < 0.5:
            self.count("wrap_write")
            data = self.rng.randbytes(whole)
            await self.store(start, data, size=size, burst=AxiBurstType.WRAP)
            for at, value in zip(order, data):
                self.bytes[at] = value
        else:
            self.count("wrap_read")
            data = await self.load(start, whole, size=size, burst=AxiBurstType.WRAP)
            self.check(start, data, bytes(self.bytes[at] for at in order))

    def check(self, address, found, expected):
        assert found == expected, f"{address:x}+{len(expected)}: found {found.hex()}, expected {expected.hex()}"

    async def one(self):
        kind = self.rng.random()
        if kind < 0.02:
            return await self.outside()
        if kind < 0.06:
            return await self.fixed()
        if kind < 0.16:
            return await self.wrap()
        length = self.rng.randrange(1, 40) if self.rng.random() < 0.9 else self.rng.randrange(1, 400)
        at = self.rng.randrange(len(self.bytes) - length)
        size = None
        if self.rng.random() < 0.3:
            size = self.rng.randrange(self.widest)
            self.count("narrow")
        width = 1 << (self.widest if size is None else size)
        self.count("unaligned", (self.first + at) % width != 0)
        self.count("long", length > 16 * width)
        if kind < 0.55:
            self.count("write")
            data = self.rng.randbytes(length)
            await self.store(self.first + at, data, size=size)
            self.bytes[at:at + length] = data
        else:
            self.count("read")
            self.check(self.first + at, await self.load(self.first + at, length, size=size), bytes(self.bytes[at:at + length]))

    async def run(self, bursts):
        for _ in range(bursts):
            await self.one()


def new_master(entity, dut, rng):
    master = AxiMaster(AxiBus.from_prefix(entity, "s_axi"), dut.clk, dut.rst)
    for interface in (master.write_if, master.read_if):
        interface.log.setLevel(logging.WARNING)
    for channel in (master.write_if.aw_channel, master.write_if.w_channel, master.read_if.ar_channel, master.write_if.b_channel,
                    master.read_if.r_channel):
        channel.set_pause_generator(pauses(rng))
    return master


def sum_kinds(workers, bursts):
    """Bursts by kind, of all workers; each kind must have been there."""
    kinds = {kind: sum(worker.kinds.get(kind, 0) for worker in workers) for worker in workers for kind in worker.kinds}
    cocotb.log.info("bursts by kind: %s", kinds)
    assert bursts < 1000 or min(kinds.values()) > 0, f"found no burst of a kind: {kinds}"


@cocotb.test()
async def bytes_come_back(dut):
    bursts, seed = int(os.environ.get("BURSTS", "2000")), int(os.environ.get("SEED", "1"))
    rng = random.Random(seed)
    cocotb.start_soon(Clock(dut.clk, 10, "ns").start())
    master = new_master(dut, dut, rng)
    await reset(dut)
    size = MEMORY // WORKERS
    widest = len(dut.s_axi_wdata).bit_length() - 4
    workers = [Worker([master], random.Random(f"{seed} {i}"), i * size, bytearray(size), widest) for i in range(WORKERS)]
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
    assert int(dut.corrected_error.value) == int(dut.ECC.value), "found bits set right without ECC, or none with it"
    sum_kinds(workers, bursts)
