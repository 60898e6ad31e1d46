/* rs_axi4_controller with ECC: power-up, then bursts of a few beats to few lines at random, some of whose beats are narrow or have strobes with gaps. */
#include <stdio.h>
#include <string.h>

#include "common/splitmix64.h"
#include "machine/axi4_controller.h"
#include "record_phy.h"

enum { BEAT_BYTES = 8, ID_BITS = 3, WRITES = 2, READS = 2, SLOTS = 4, TAGS = 4, TAG_BITS = 2, MERGES = 2, PAGES = 2 };

typedef struct axi4_recording {
    recording *run;
    phy_recording phy;
    rs_axi4_controller twin;
    rs_axi4_controller_inputs in;
    rs_axi4_burst burst[8];         /* whose beats come, a ring */
    uint64_t bursts, given;         /* of them: put there, over */
    uint32_t beat;                  /* of the oldest, the next */
    uint32_t awid, awaddr, awlen, awsize, awburst, awvalid, awready, wdata, wstrb, wvalid, wready, bid, bresp, bvalid, bready, arid, araddr,
        arlen, arsize, arburst, arvalid, arready, rid, rdata, rresp, rlast, rvalid, rready;
} axi4_recording;

static void ports(axi4_recording *axi)
{
    vectors *all = &axi->run->all;
    axi->awid = vectors_input(all, "s_axi_awid", ID_BITS);
    axi->awaddr = vectors_input(all, "s_axi_awaddr", 32);
    axi->awlen = vectors_input(all, "s_axi_awlen", 8);
    axi->awsize = vectors_input(all, "s_axi_awsize", 3);
    axi->awburst = vectors_input(all, "s_axi_awburst", 2);
    axi->awvalid = vectors_input(all, "s_axi_awvalid", 1);
    axi->wdata = vectors_input(all, "s_axi_wdata", 8 * BEAT_BYTES);
    axi->wstrb = vectors_input(all, "s_axi_wstrb", BEAT_BYTES);
    axi->wvalid = vectors_input(all, "s_axi_wvalid", 1);
    axi->bready = vectors_input(all, "s_axi_bready", 1);
    axi->arid = vectors_input(all, "s_axi_arid", ID_BITS);
    axi->araddr = vectors_input(all, "s_axi_araddr", 32);
    axi->arlen = vectors_input(all, "s_axi_arlen", 8);
    axi->arsize = vectors_input(all, "s_axi_arsize", 3);
    axi->arburst = vectors_input(all, "s_axi_arburst", 2);
    axi->arvalid = vectors_input(all, "s_axi_arvalid", 1);
    axi->rready = vectors_input(all, "s_axi_rready", 1);
    axi->awready = vectors_output(all, "s_axi_awready", 1);
    axi->wready = vectors_output(all, "s_axi_wready", 1);
    axi->bid = vectors_output(all, "s_axi_bid", ID_BITS);
    axi->bresp = vectors_output(all, "s_axi_bresp", 2);
    axi->bvalid = vectors_output(all, "s_axi_bvalid", 1);
    axi->arready = vectors_output(all, "s_axi_arready", 1);
    axi->rid = vectors_output(all, "s_axi_rid", ID_BITS);
    axi->rdata = vectors_output(all, "s_axi_rdata", 8 * BEAT_BYTES);
    axi->rresp = vectors_output(all, "s_axi_rresp", 2);
    axi->rlast = vectors_output(all, "s_axi_rlast", 1);
    axi->rvalid = vectors_output(all, "s_axi_rvalid", 1);
    vectors_never(all, axi->phy.stray_error); /* the PHY gives what it is asked for */
    vectors_never(all, axi->phy.stray_count);
}

static rs_axi4_burst draw(recording *run)
{
    static const uint32_t kinds[] = {RS_AXI4_INCR, RS_AXI4_INCR, RS_AXI4_WRAP, RS_AXI4_FIXED};
    rs_axi4_burst burst;
    memset(&burst, 0, sizeof burst);
    burst.id = rs_random_below(&run->random, 1U << ID_BITS);
    burst.kind = kinds[rs_random_below(&run->random, 4)];
    burst.beat_bytes = record_chance(run, 70) ? BEAT_BYTES : 1U << rs_random_below(&run->random, 3);
    burst.beats = burst.kind == RS_AXI4_WRAP ? 2U << rs_random_below(&run->random, 3) : 1 + rs_random_below(&run->random, 16);
    burst.address = rs_random_below(&run->random, PAGES) * 4096 + rs_random_below(&run->random, 300);
    if (burst.kind != RS_AXI4_INCR) {
        burst.address -= burst.address % burst.beat_bytes;
    }
    if (record_chance(run, 4)) {
        burst.address += UINT64_C(1) << 31; /* outside */
    }
    return burst;
}

/* The next beat of the oldest burst whose beats have not all been taken. */
static void draw_beat(axi4_recording *axi)
{
    recording *run = axi->run;
    const rs_axi4_burst *burst = &axi->burst[axi->given % 8];
    const uint64_t at = rs_axi4_beat_address(burst, axi->beat), word = at / BEAT_BYTES * BEAT_BYTES;
    const uint64_t end = at / burst->beat_bytes * burst->beat_bytes + burst->beat_bytes;
    const bool gaps = record_chance(run, 30);
    for (uint32_t lane = 0; lane < BEAT_BYTES; lane++) {
        axi->in.bus.w_data[lane] = (uint8_t)rs_splitmix64(&run->random);
        axi->in.bus.w_strobe[lane] = word + lane >= at && word + lane < end && (!gaps || record_chance(run, 50));
    }
}

static void show_burst(vectors *all, const rs_axi4_burst *burst, uint32_t id, uint32_t address, uint32_t length, uint32_t size, uint32_t kind)
{
    vectors_set(all, id, 0, ID_BITS, burst->id);
    vectors_set(all, address, 0, 32, burst->address);
    vectors_set(all, length, 0, 8, burst->beats - 1);
    vectors_set(all, size, 0, 3, (uint64_t)__builtin_ctz(burst->beat_bytes));
    vectors_set(all, kind, 0, 2, burst->kind);
}

static void show_inputs(axi4_recording *axi)
{
    vectors *all = &axi->run->all;
    const rs_axi4_inputs *bus = &axi->in.bus;
    vectors_set(all, axi->awvalid, 0, 1, bus->aw_valid);
    vectors_set(all, axi->wvalid, 0, 1, bus->w_valid);
    vectors_set(all, axi->arvalid, 0, 1, bus->ar_valid);
    vectors_set(all, axi->bready, 0, 1, bus->b_ready);
    vectors_set(all, axi->rready, 0, 1, bus->r_ready);
    if (bus->aw_valid) {
        show_burst(all, &bus->aw, axi->awid, axi->awaddr, axi->awlen, axi->awsize, axi->awburst);
    }
    if (bus->ar_valid) {
        show_burst(all, &bus->ar, axi->arid, axi->araddr, axi->arlen, axi->arsize, axi->arburst);
    }
    for (uint32_t lane = 0; lane < BEAT_BYTES && bus->w_valid; lane++) {
        vectors_set(all, axi->wstrb, lane, 1, bus->w_strobe[lane]);
        if (bus->w_strobe[lane]) {
            vectors_set(all, axi->wdata, 8 * lane, 8, bus->w_data[lane]);
        }
    }
}

static void show_outputs(axi4_recording *axi, const rs_axi4_outputs *out)
{
    vectors *all = &axi->run->all;
    vectors_set(all, axi->awready, 0, 1, out->aw_ready);
    vectors_set(all, axi->wready, 0, 1, out->w_ready);
    vectors_set(all, axi->bvalid, 0, 1, out->b_valid);
    vectors_set(all, axi->arready, 0, 1, out->ar_ready);
    vectors_set(all, axi->rvalid, 0, 1, out->r_valid);
    if (out->b_valid) {
        vectors_set(all, axi->bid, 0, ID_BITS, out->b_id);
        vectors_set(all, axi->bresp, 0, 2, out->b_response);
    }
    if (out->r_valid) {
        vectors_set(all, axi->rid, 0, ID_BITS, out->r_id);
        vectors_set(all, axi->rresp, 0, 2, out->r_response);
        vectors_set(all, axi->rlast, 0, 1, out->r_last);
        for (uint32_t lane = 0; lane < BEAT_BYTES; lane++) {
            vectors_set(all, axi->rdata, 8 * lane, 8, out->r_data == NULL ? 0 : out->r_data[lane]);
        }
    }
}

static void cycle(axi4_recording *axi, bool phy_ready)
{
    recording *run = axi->run;
    rs_axi4_inputs *bus = &axi->in.bus;
    rs_axi4_controller_outputs out;
    const bool rests = axi->phy.now % 1024 >= 512; /* so that it comes to idle */
    if (!bus->aw_valid && !rests && axi->bursts - axi->given < 4 && record_chance(run, 20)) {
        bus->aw = axi->burst[axi->bursts++ % 8] = draw(run);
        bus->aw_valid = true;
    }
    if (!bus->ar_valid && !rests && record_chance(run, 10)) {
        bus->ar = draw(run);
        bus->ar_valid = true;
    }
    if (!bus->w_valid && axi->given < axi->bursts && record_chance(run, 70)) {
        draw_beat(axi);
        bus->w_valid = true;
    }
    bus->b_ready = record_chance(run, 60);
    bus->r_ready = record_chance(run, 70);

    const phy_word word = phy_read(&axi->phy, false);
    axi->in.phy_ready = phy_ready;
    axi->in.error_clear = word.error_clear;
    axi->in.returned = word.returned;
    axi->in.check = word.check;
    rs_axi4_controller_offer(&axi->twin, &out);
    vectors_begin(&run->all);
    show_inputs(axi);
    show_outputs(axi, &out.bus);
    phy_vectors(&axi->phy, &word, phy_ready, out.idle);
    vectors_end(&run->all);

    phy_step(&axi->phy);
    rs_axi4_controller_clock(&axi->twin, &axi->in, &out);
    bus->aw_valid = bus->aw_valid && !out.bus.aw_ready;
    bus->ar_valid = bus->ar_valid && !out.bus.ar_ready;
    if (bus->w_valid && out.bus.w_ready) {
        bus->w_valid = false;
        axi->beat++;
        if (axi->beat == axi->burst[axi->given % 8].beats) {
            axi->beat = 0;
            axi->given++;
        }
    }
}

static void part(axi4_recording *axi)
{
    recording *run = axi->run;
    const uint32_t late = rs_random_below(&run->random, 20);
    const rs_axi4_config sizes = {BEAT_BYTES, RS_LINE_BYTES, run->config.map.address_bits, WRITES, READS, SLOTS, TAG_BITS, 2};
    if (!rs_axi4_controller_create(&axi->twin, &run->config, &sizes, TAGS, MERGES, true, &axi->phy.init, &axi->phy.port)) {
        record_failed("a configuration that rs_axi4_controller refuses");
    }
    memset(&axi->in, 0, sizeof axi->in);
    axi->bursts = axi->given = axi->beat = 0;
    phy_begin(&axi->phy);
    for (uint32_t i = 1; i < run->cycles; i++) {
        cycle(axi, i > late);
    }
    phy_end(&axi->phy);
}

void record_axi4(recording *run)
{
    static axi4_recording axi;
    vectors *all = &run->all;
    if (run->config.sms != 1 || run->config.channels != 1 || !run->config.header_wires || run->config.write_mask || !run->ecc) {
        record_failed("rs_axi4_controller: expected SMS 1, CHANNELS 1, HEADER_WIRES 1, WRITE_MASK 0 and --ecc");
    }
    axi.run = axi.phy.run = run;
    axi.phy.twin = &axi.twin.memory;
    phy_sizes(&axi.phy);
    const int written = snprintf(all->parameters, sizeof all->parameters, ".BEAT_BYTES(%d), .AXI_ID_BITS(%d), .WRITES(%d), .READS(%d), .LINES(%d), .TAGS(%d), .MERGES(%d), ",
                                 BEAT_BYTES, ID_BITS, WRITES, READS, SLOTS, TAGS, MERGES);
    (void)phy_parameters(&axi.phy, all->parameters + written, sizeof all->parameters - (size_t)written);
    phy_ports(&axi.phy);
    ports(&axi);
    for (run->part = 0; run->part < run->parts; run->part++) {
        part(&axi);
    }
}
