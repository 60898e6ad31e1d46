"""Random bursts at all AXI4 slaves of rs_axi4_memory at a time, by drivers that are not ours; data checked byte for byte.

Every slave but the last has cocotbext-axi's master in front of it, the last one cocotbext-axi's channels, which send the bursts that
the master cannot: strobes with gaps or none, narrow WRAP and FIXED, the reserved kind, beats wider than the bus. Each byte of memory
belongs to one worker, who alone writes it; a worker takes another slave for each burst, so it must find behind one what it has
written through another. Half of memory is cut into pieces of a few bytes, so that most lines are written by several workers at a
time. BURSTS: how many; SEED.
"""
import collections
import logging
import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.queue import Queue
from cocotb.triggers import ClockCycles, Event, Lock, RisingEdge
from cocotbext.axi import AxiBus, AxiResp
from cocotbext.axi.axi_channels import AxiARSource, AxiAWSource, AxiBSink, AxiRSink, AxiWSource

from axi4_bursts import MEMORY, PAGE, Worker, new_master, pauses, reset, sum_kinds

FIXED, INCR, WRAP, RESERVED = range(4)
WATCH = 5000 # cycles in which something must move


def beat_addresses(address, beats, size, kind):
    """AMBA AXI4, A3.4.1, by stepping."""
    width, at = 1 << size, address
    for _ in range(beats):
        yield at
        if kind != FIXED:
            at = at // width * width + width
        if kind == WRAP and at % (width * beats) == 0:
            at -= width * beats


def beat_lanes(at, size, bus):
    """Addresses of the bytes that the beat at `at` may carry, with their lanes."""
    end = (at >> size << size) + (1 << size)
    return [(byte, byte % bus) for byte in range(at, end)]


class Channels:
    """The five channels of a slave: bursts as they are asked for, answers in the order of the bursts."""

    def __init__(self, entity, dut, rng):
        bus = AxiBus.from_prefix(entity, "s_axi")
        self.aw, self.w, self.b = (kind(part, dut.clk, dut.rst) for kind, part in
                                   ((AxiAWSource, bus.write.aw), (AxiWSource, bus.write.w), (AxiBSink, bus.write.b)))
        self.ar, self.r = AxiARSource(bus.read.ar, dut.clk, dut.rst), AxiRSink(bus.read.r, dut.clk, dut.rst)
        for channel in (self.aw, self.w, self.b, self.ar, self.r):
            channel.log.setLevel(logging.WARNING)
            channel.set_pause_generator(pauses(rng))
        self.aw.queue_occupancy_limit = self.w.queue_occupancy_limit = self.ar.queue_occupancy_limit = 2
        self.stores, self.loads = collections.deque(), collections.deque()
        self.store_turn, self.load_turn, self.words = Lock(), Lock(), Queue()
        cocotb.start_soon(self.give_words())
        cocotb.start_soon(self.take_answers())
        cocotb.start_soon(self.take_beats())

    async def write(self, number, address, size, kind, beats):
        """beats: (data, strobes). Returns the answer."""
        done = Event()
        async with self.store_turn:
            self.stores.append((number, done))
            self.words.put_nowait(beats)
            await self.aw.send(self.aw._transaction_obj(awid=number, awaddr=address, awlen=len(beats) - 1, awsize=size, awburst=kind))
        await done.wait()
        return done.data

    async def read(self, number, address, size, kind, beats):
        """Returns the words and the answers of all beats."""
        done = Event()
        async with self.load_turn:
            self.loads.append((number, beats, done))
            await self.ar.send(self.ar._transaction_obj(arid=number, araddr=address, arlen=beats - 1, arsize=size, arburst=kind))
        await done.wait()
        return done.data

    async def give_words(self):
        """In the order of the bursts, before or after their addresses."""
        while True:
            beats = await self.words.get()
            for i, (data, strobes) in enumerate(beats):
                await self.w.send(self.w._transaction_obj(wdata=data, wstrb=strobes, wlast=i + 1 == len(beats)))

    async def take_answers(self):
        while True:
            answer = await self.b.recv()
            assert self.stores, "found an answer, expected none: no burst is under way"
            number, done = self.stores.popleft()
            assert int(answer.bid) == number, f"found bid {int(answer.bid)}, expected {number}"
            done.set(AxiResp(int(answer.bresp)))

    async def take_beats(self):
        words = []
        while True:
            beat = await self.r.recv()
            assert self.loads, "found a beat, expected none: no burst is under way"
            number, beats, done = self.loads[0]
            words.append((int(beat.rdata), AxiResp(int(beat.rresp))))
            assert int(beat.rid) == number, f"found rid {int(beat.rid)}, expected {number}"
            assert int(beat.rlast) == (len(words) == beats), f"found rlast {int(beat.rlast)} with beat {len(words)} of {beats}"
            if len(words) == beats:
                self.loads.popleft()
                done.set(words)
                words = []


class Everywhere:
    """Reads and writes of a worker anywhere in memory; only bytes of its own are written and compared."""

    def __init__(self, name, model, owner, rng, masters, channels, widest):
        self.name, self.model, self.owner, self.rng, self.masters, self.channels = name, model, owner, rng, masters, channels
        self.widest, self.kinds = widest, {}

    def count(self, kind, seen=True):
        self.kinds[kind] = self.kinds.get(kind, 0) + seen

    def compare(self, at, found, where):
        assert self.owner[at] != self.name or found == self.model[at], \
            f"worker {self.name}, byte {at:x} {where}: found {found:02x}, expected {self.model[at]:02x}"

    async def by_master(self):
        """A read across pieces of many workers."""
        length = self.rng.randrange(1, 300)
        at = self.rng.randrange(MEMORY - length)
        answer = await self.rng.choice(self.masters).read(at, length)
        assert answer.resp == AxiResp.OKAY, f"{at:x}: found {answer.resp}, expected OKAY"
        self.count("read_across")
        for i, found in enumerate(answer.data):
            self.compare(at + i, found, "by a master")

    def invent(self):
        """Address, beats, beat size and kind of a burst that keeps the rules."""
        size, kind = self.rng.randrange(self.widest + 1), self.rng.choice((FIXED, INCR, INCR, WRAP))
        beats = {FIXED: self.rng.randrange(1, 17), INCR: self.rng.choice((1, 2, 256, *(self.rng.randrange(1, 33) for _ in range(9)))),
                 WRAP: self.rng.choice((2, 4, 8, 16))}[kind]
        address = self.rng.randrange(MEMORY)
        if kind == WRAP:
            address = address >> size << size
        if kind == INCR:
            address &= ~(PAGE - 1) if beats == 256 else -1
            beats = min(beats, (PAGE - address % PAGE + (1 << size) - 1) >> size)
        return address, beats, size, kind

    async def by_channels(self):
        bus = 1 << self.widest
        address, beats, size, kind = self.invent()
        refused = self.rng.random() < 0.06
        if refused:
            how = self.rng.choice(("outside", "reserved", "wide") if bus < 128 else ("outside", "reserved"))
            if how == "outside":
                address += MEMORY << self.rng.randrange(16)
            elif how == "reserved":
                kind = RESERVED
            else:
                size, kind, address = self.widest + 1, INCR, 0
        places = [beat_lanes(at, size, bus) for at in beat_addresses(address, beats, size, kind)]
        name = {FIXED: "fixed", INCR: "incr", WRAP: "wrap"}.get(kind)
        number, expected = self.rng.randrange(16), AxiResp.SLVERR if refused else AxiResp.OKAY
        write = self.rng.random() < 0.5
        what = "write" if write else "read"
        self.count(f"refused_{how}_{what}" if refused else f"stepped_{name}_{what}")
        self.count("stepped_narrow", not refused and size < self.widest)
        self.count("stepped_unaligned", not refused and address % (1 << size) != 0)
        self.count("stepped_256", not refused and beats == 256)
        if write:
            share = self.rng.choice((0, 0.3, 0.7, 1))
            words, strobes, later = [], [], {}
            for place in places:
                lanes = [] if refused else [(at, lane) for at, lane in place if self.owner[at] == self.name and self.rng.random() < share]
                word = self.rng.getrandbits(8 * bus)
                words.append((word, (1 << bus) - 1 if refused else sum(1 << lane for _, lane in lanes)))
                later.update((at, word >> 8 * lane & 255) for at, lane in lanes)
            self.count("without_strobes", not refused and not later)
            self.count("strobes_with_gaps", len(later) > 2)
            found = await self.channels.write(number, address, size, kind, words)
            assert found == expected, f"{address:x}: found {found}, expected {expected}"
            for at, value in later.items():
                self.model[at] = value
            return
        words = await self.channels.read(number, address, size, kind, beats)
        for place, (word, answer) in zip(places, words):
            assert answer == expected, f"{address:x}: found {answer}, expected {expected}"
            for at, lane in place if not refused else ():
                self.compare(at, word >> 8 * lane & 255, f"by beats, burst {address:x} size {size} kind {kind} beats {beats}")

    async def run(self, bursts):
        for _ in range(bursts):
            await (self.by_master() if self.rng.random() < 0.2 else self.by_channels())


class Owner(Worker):
    """A worker of axi4_bursts in its own part of memory, which looks at it by the channels and at its pieces, too."""

    def __init__(self, everywhere, first, size):
        super().__init__(everywhere.masters, everywhere.rng, first, memoryview(everywhere.model)[first:first + size], everywhere.widest)
        self.everywhere = everywhere
        pieces, last = [], None # of memory's other half
        for at in range(MEMORY // 2, MEMORY):
            if everywhere.owner[at] == everywhere.name:
                if last == at - 1:
                    pieces[-1][1] += 1
                else:
                    pieces.append([at, 1])
                last = at
        self.pieces = pieces

    async def piece(self):
        at, length = self.rng.choice(self.pieces)
        data = self.rng.randbytes(length)
        await self.store(at, data)
        self.everywhere.model[at:at + length] = data
        self.count("piece_write")
        self.check(at, await self.load(at, length), data)
        self.count("piece_read")

    async def one(self):
        kind = self.rng.random()
        if kind < 0.25:
            return await self.piece()
        if kind < 0.35:
            size, start = self.rng.randrange(self.widest + 1), self.first + self.rng.randrange(len(self.bytes))
            words = await self.everywhere.channels.read(self.rng.randrange(16), start, size, INCR, 1)
            for at, lane in beat_lanes(start, size, 1 << self.widest):
                self.everywhere.compare(at, words[0][0] >> 8 * lane & 255, "by one beat")
            return self.count("read_by_channels")
        await super().one()


def share_out(rng, owners, others):
    """Who owns which byte: the lower half in parts of owners, the rest in pieces of all."""
    owner, size = bytearray(MEMORY), MEMORY // 2 // owners - 3 # most parts begin and end within a line
    for i in range(owners):
        owner[i * size:(i + 1) * size] = bytes([i]) * size
    owner[owners * size:MEMORY // 2] = bytes([owners]) * (MEMORY // 2 - owners * size)
    at = MEMORY // 2
    while at < MEMORY:
        length = min(rng.randrange(1, 25), MEMORY - at)
        owner[at:at + length] = bytes([rng.randrange(owners + others)]) * length
        at += length
    return owner, size


async def watch(dut):
    while True:
        before = int(dut.moves.value)
        await ClockCycles(dut.clk, WATCH)
        assert int(dut.moves.value) != before, f"found nothing that moves at any slave in {WATCH} cycles, expected a word or an answer"


@cocotb.test()
async def all_slaves(dut):
    bursts, seed = int(os.environ.get("BURSTS", "2000")), int(os.environ.get("SEED", "1"))
    rng = random.Random(seed)
    cocotb.start_soon(Clock(dut.clk, 10, "ns").start())
    ports = len(dut.port)
    masters = [new_master(dut.port[i], dut, rng) for i in range(ports - 1)]
    channels = Channels(dut.port[ports - 1], dut, rng)
    await reset(dut)
    owners, others = 4 * (ports - 1), 4
    owner, size = share_out(rng, owners, others)
    model = bytearray(MEMORY)
    widest = len(dut.port[0].s_axi_wdata).bit_length() - 4
    workers = [Everywhere(i, model, owner, random.Random(f"{seed} {i}"), masters, channels, widest) for i in range(owners + others)]
    workers[:owners] = [Owner(worker, i * size, size) for i, worker in enumerate(workers[:owners])]
    watcher = cocotb.start_soon(watch(dut))
    share = MEMORY // len(masters)
    parts = [(master, i * share, MEMORY if i + 1 == len(masters) else (i + 1) * share) for i, master in enumerate(masters)]
    for done in [master.init_write(first, bytes(end - first)) for master, first, end in parts]:
        await done.wait() # what memory holds at first is nobody's business
    tasks = [cocotb.start_soon(worker.run(bursts // len(workers))) for worker in workers]
    for task in tasks:
        await task
    for done, first, end in [(master.init_read(first, end - first), first, end) for master, first, end in parts]:
        await done.wait()
        assert done.data.data == bytes(model[first:end]), f"{first:x} to {end:x}: found other bytes at the end"
    watcher.cancel()
    for _ in range(4):
        await RisingEdge(dut.clk)
    assert dut.idle.value == 1, "found something under way at the end, expected idle"
    sum_kinds(workers, bursts)
    seen = {f"{port._name} {name}": int(getattr(port, name).value) for port in dut.port for name in
            ("aw_waits", "w_waits", "b_waits", "ar_waits", "r_waits", "out_of_order", "bursts")}
    # the master sends the next address when the last word of a burst is gone, so none of its addresses need wait
    seen = {name: cycles for name, cycles in seen.items() if "aw_waits" not in name or name == f"{dut.port[ports - 1]._name} aw_waits"}
    seen.update((name, int(getattr(dut, name).value)) for name in ("all_ask", "all_answer", "two_accept"))
    cocotb.log.info("cycles seen: %s", seen)
    assert bursts < 1000 or min(seen.values()) > 0, f"found no cycle of a kind: {seen}"
